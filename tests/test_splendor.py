"""Splendor is played by its rules, and tells nobody what they may not know."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import scenario
from engine.bots import Question, random
from engine.game import Notice, Refused
from engine.match import Match
from engine.rng import Rng
from engine.splendor import GAME
from engine.splendor.actions import Pass, Return, Take
from engine.splendor.bot import greedy
from engine.splendor.cards import CARDS, DECKS, GEMS, NOBLES, Card, Token
from engine.splendor.legal import is_affordable
from engine.splendor.rules import tokens_in_all
from engine.splendor.view import Asks, Bought, Looked, Reached, Refilled, ReservedTop

SCENARIOS = Path(__file__).parent / "scenarios"
CASES = [
    case for name in ("splendor.toml", "splendor_more.toml") for case in scenario.read((SCENARIOS / name).read_text())
]
NAMES = ("Ann", "Bob", "Cid", "Dora")
LONGEST = 600  # plies; the longest of thousands of random games took 213

seeds = st.integers(0, 2**32)
tables = st.tuples(st.integers(2, 4), seeds, st.sampled_from(["source", "published"]))


def opened(seats: int, seed: int, gold: str = "source", target: str = "15") -> Match:
    return Match(GAME, seats, seed, {"gold": gold, "target": target})


def step(match: Match, rng: Rng) -> tuple[Notice[Any], ...]:
    (seat,) = match.to_act()
    return match.play(seat, rng.choice(match.legal(seat)))


def position(seats: int = 2, gold: str = "published", **table: Any) -> Match:
    """A match that stands at this position; nobles are filled in."""
    options = GAME.settled({"gold": gold})
    table.setdefault("nobles", " ".join(map(str, NOBLES[: seats + 1])))
    return Match(GAME, seats, 0, options, GAME.from_position(table, seats, options))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_scenario(case: scenario.Scenario) -> None:
    assert scenario.check(case) is None


# --- the pieces


def test_there_are_forty_thirty_and_twenty_cards_with_as_many_of_each_bonus() -> None:
    assert [len(deck) for deck in DECKS] == [40, 30, 20]
    for deck, each in zip(DECKS, (8, 6, 4), strict=True):
        assert Counter(card.bonus for card in deck) == dict.fromkeys(GEMS, each)


def test_the_pieces_have_the_faces_of_the_tables() -> None:
    card, noble = Card.parse("2-17"), NOBLES[9]
    assert (card.bonus, card.points, card.price) == (Token.EMERALD, 2, (0, 5, 3, 0, 0))
    assert (str(noble), noble.points, noble.needs) == ("n10", 3, (0, 0, 3, 3, 3))
    assert all(sum(noble.needs) in (8, 9) and noble.points == 3 for noble in NOBLES)


def test_the_seed_decides_cards_nobles_and_the_first_seat() -> None:
    starts = [opened(4, seed).state for seed in range(40)]
    assert starts[0] == opened(4, 0).state
    assert {start.turn for start in starts} == {0, 1, 2, 3}
    assert len({start.rows for start in starts}) == len({start.decks for start in starts}) == 40
    assert len({start.nobles for start in starts}) > 30


# --- properties of whole games


@given(tables)
@settings(max_examples=12, deadline=None)
def test_at_every_ply_pieces_are_conserved_and_texts_name_the_actions(table: tuple[int, int, str]) -> None:
    seats, seed, gold = table
    match, rng = opened(seats, seed, gold), Rng(seed, "choices")
    cards_in_all = Counter(map(str, CARDS))
    while match.outcome() is None:
        for seat in range(seats):
            legal = match.legal(seat)
            assert (seat in match.to_act()) == bool(legal)
            assert [GAME.parse(str(action)) for action in legal] == list(legal)
            assert len(set(legal)) == len(legal)
            for action in legal:
                assert GAME.canonical(match.view(seat), action) == action
                assert GAME.explain(match.view(seat), action).endswith(".")
        step(match, rng)
        state = match.state
        tokens = zip(state.bank, *(holding.tokens for holding in state.holdings), strict=True)
        assert tuple(map(sum, tokens)) == tokens_in_all(seats, gold)
        assert min(chain(state.bank, *(holding.tokens for holding in state.holdings))) >= 0
        own = chain(*((*holding.cards, *holding.reserved) for holding in state.holdings), *state.hidden)
        places = chain(own, *state.decks, (card for row in state.rows for card in row if card is not None))
        assert Counter(map(str, places)) == cards_in_all
        assert len({*state.nobles, *chain(*(holding.nobles for holding in state.holdings))}) == seats + 1
        for seat, holding in enumerate(state.holdings):
            assert holding.points == sum(piece.points for piece in (*holding.cards, *holding.nobles))
            assert holding.bonuses == tuple(sum(card.bonus == gem for card in holding.cards) for gem in GEMS)
            assert len(holding.reserved) + len(state.hidden[seat]) <= 3
            assert sum(holding.tokens) <= 10 or (seat == state.turn and state.asks is Asks.RETURN)
        assert match.serial < LONGEST
    assert not any(match.legal(seat) for seat in range(seats))
    outcome = match.outcome()
    assert outcome is not None
    turns = Counter(ply.seat for ply in match.plies if not ply.action.startswith(("return", "noble")))
    assert len(set(turns.values())) == 1 or match.state.passes == seats, "all have had equally many turns"


@given(tables, st.integers(0, 80))
@settings(max_examples=40, deadline=None)
def test_dealing_anew_what_a_seat_cannot_see_leaves_its_view_equal(table: tuple[int, int, str], plies: int) -> None:
    seats, seed, gold = table
    match, rng = opened(seats, seed, gold), Rng(seed, "choices")
    while match.outcome() is None and match.serial < plies:
        step(match, rng)
    for seat in (None, *range(seats)):
        view = match.view(seat)
        other = GAME.redealt(view, rng)
        assert GAME.view(other, seat) == view
        assert GAME.to_act(other) == match.to_act()


def test_dealing_anew_changes_decks_and_the_cards_that_others_hide() -> None:
    match = position(
        players=[{"hidden": "1-25"}, {"hidden": "2-03"}], deck1="1-01 1-02 1-03", shown1="1-05 1-06 1-07 1-08"
    )
    dealt = [GAME.redealt(match.view(0), Rng(seed)) for seed in range(20)]
    assert {state.hidden[0] for state in dealt} == {match.state.hidden[0]}
    assert len({state.hidden[1] for state in dealt}) > 5
    assert len({state.decks for state in dealt}) > 5


def test_who_has_just_passed_is_dealt_nothing_that_it_could_have_bought() -> None:
    match = position(
        gold="source",
        bank={},
        players=[
            {"tokens": {"w": 4, "b": 4, "g": 2}, "hidden": "1-02 1-09 1-33"},
            {"tokens": {"g": 2, "r": 4, "k": 4}, "hidden": "1-01 1-25 1-10"},
        ],
    )
    match.play(0, Pass())
    for seed in range(30):
        state = GAME.redealt(match.view(1), Rng(seed))
        assert not any(is_affordable(card, state.holdings[0]) for card in state.hidden[0])


# --- secrets


@given(tables)
@settings(max_examples=10, deadline=None)
def test_no_seat_meets_a_card_of_a_deck_or_that_another_hides(table: tuple[int, int, str]) -> None:
    seats, seed, gold = table
    match, rng = opened(seats, seed, gold), Rng(seed, "choices")
    while match.outcome() is None:
        notices = step(match, rng)
        state = match.state
        for seat in (None, *range(seats)):
            told = [notice.event for notice in notices if notice.to is None or seat in notice.to]
            view = match.view(seat)
            secret = chain(*state.decks, *(cards for other, cards in enumerate(state.hidden) if other != seat))
            texts = [*GAME.tell(view, NAMES), GAME.prompt(view, NAMES), GAME.hand(view)]
            texts += [GAME.describe(event, NAMES) for event in told]
            texts += [GAME.explain(view, action) for action in match.legal(seat or 0) if seat is not None]
            seen = set(scenario.cards_in([view, *told], GAME.card_types))
            for card in map(str, secret):
                assert card not in seen
                assert not any(card in text for text in texts)


def test_a_refusal_says_the_same_of_a_hidden_card_as_of_one_in_the_deck() -> None:
    match = position(players=[{}, {"hidden": "1-25"}], deck1="1-26", shown1="1-05 1-06 1-07 1-08")
    said = set()
    for card in ("1-25", "1-26", "1-27"):
        with pytest.raises(Refused) as refused:
            match.play(0, GAME.parse(f"buy {card}"))
        said.add(str(refused.value).replace(card, "C"))
    assert said == {"C does not lie face up, nor did you reserve it."}


def test_the_card_from_a_deck_is_told_to_its_owner_alone_and_its_level_to_all() -> None:
    match = position(deck2="2-03 2-04", shown2="2-05 2-06 2-07 2-08")
    notices = match.play(0, GAME.parse("reserve top 2"))
    assert [(notice.event, notice.to) for notice in notices] == [
        (ReservedTop(0, 2, gold=True), None),
        (Looked(0, Card(2, 3)), frozenset({0})),
    ]
    assert match.view(0).hidden == (Card(2, 3),)
    assert match.view(1).unseen == match.view(None).unseen == ((2,), ())
    assert match.view(1).hidden == match.view(None).hidden == ()


# --- what happens is told


def test_a_new_card_comes_to_the_place_that_became_free() -> None:
    match = position(shown1="1-05 1-06 1-07 1-08", deck1="1-01")
    notices = match.play(0, GAME.parse("reserve 1-06"))
    assert Refilled(Card(1, 1)) in [notice.event for notice in notices]
    assert list(map(str, match.view(None).rows[0])) == ["1-05", "1-01", "1-07", "1-08"]
    match.play(1, GAME.parse("reserve 1-07"))
    assert match.view(None).rows[0][2] is None


def test_a_bought_card_says_what_was_paid_and_whence_it_came() -> None:
    players: list[dict[str, Any]] = [{"tokens": {"b": 3, "gold": 2}, "reserved": "1-01"}, {}]
    (notice,) = position(players=players).play(0, GAME.parse("buy 1-01 gold b"))
    assert notice.event == Bought(0, Card(1, 1), paid=(0, 2, 0, 0, 0, 1), from_reserve=True)
    assert GAME.describe(notice.event, NAMES) == ("Ann bought reserved 1-01 (diamond) for 2 sapphires and 1 gold.")


def test_the_last_round_is_announced_once() -> None:
    players: list[dict[str, Any]] = [
        {"tokens": {"g": 4}, "cards": "3-02 3-04 3-08"},
        {"tokens": {"r": 4}, "cards": "2-06 3-12 3-16 1-40"},
    ]
    match = position(shown1="1-08 1-16", players=players)
    assert not match.view(None).last_round
    assert Reached(0, 15) in [notice.event for notice in match.play(0, GAME.parse("buy 1-08"))]
    assert match.view(None).last_round
    assert not any(isinstance(notice.event, Reached) for notice in match.play(1, GAME.parse("buy 1-16")))
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.ranks) == ((0,), (15, 15), (1, 2))
    assert "fewest bought cards" in outcome.reason


# --- refusals are sentences


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("take w w", "Two alike may be taken only where the bank has 4; it has 3 diamonds."),
        ("take w b", "Take one gem of each of 3 colours."),
        ("take w w b", "Take gems of different colours, or two of one colour and no other."),
        ("take w b r", "There is no ruby in the bank."),
        ("reserve 1-05", "You have 3 reserved cards already; buy one of them first."),
        ("buy 1-05", "For 1-05 you are short of 2 diamonds, and you have no gold."),
        ("buy 1-30", "1-30 is reserved by seat 2."),
        ("buy 1-20", "1-20 has been bought already."),
        ("pass", "You can still take, reserve or buy something; only who can do nothing passes."),
        ("return w", "You have no more than 10 tokens, so nothing goes back."),
        ("noble n01", "Nobles come by themselves at the end of a turn; you choose only when several would come."),
    ],
)
def test_a_refusal_says_why(text: str, sentence: str) -> None:
    mine = {"tokens": {"w": 1, "b": 1, "k": 1}, "reserved": "1-25 1-26", "hidden": "2-01", "cards": "1-20"}
    theirs = {"tokens": {"r": 4, "k": 2}, "reserved": "1-30", "cards": "1-02 1-21"}
    match = position(shown1="1-05", players=[mine, theirs])
    table = GAME.to_position(match.state)
    assert table["bank"] == {"w": 3, "b": 3, "g": 4, "r": 0, "k": 1, "gold": 5}
    action = GAME.parse(text)
    with pytest.raises(Refused) as refused:
        match.play(0, action)
    assert str(refused.value) == sentence
    assert GAME.to_position(match.state) == table
    with pytest.raises(Refused, match="It is not your turn but seat 1’s"):
        match.play(1, action)


BAD: dict[str, dict[str, Any]] = {
    "1-01 is in the position 2 times": {"shown1": "1-01", "players": [{"cards": "1-01"}, {}]},
    "n01 is in the position 2 times": {"nobles": "n01 n02", "players": [{"nobles": "n01"}, {}]},
    "3 nobles are in the game": {"nobles": "n01 n02"},
    "room for 4": {"shown1": "1-01 1-02 1-03 1-04 1-05"},
    "its deck could still fill it": {"shown1": "1-01", "deck1": "1-02"},
    "2-01 is no card of level 1": {"shown1": "2-01"},
    "no card; cards go from": {"shown1": "1-41"},
    "4 diamond tokens": {"bank": {"w": 5, "b": 4, "g": 4, "r": 4, "k": 4, "gold": 5}},
    "4 sapphire tokens": {"players": [{"tokens": {"b": 3}}, {"tokens": {"b": 2}}]},
    "there is gold": {"bank": {"x": 1}},
    "from 0 to 7": {"players": [{"tokens": {"w": -1}}, {}]},
    "10 are the limit": {"players": [{"tokens": {"w": 4, "b": 4, "g": 3}}, {}]},
    "cannot owe a return with 9 tokens": {"players": [{"tokens": {"w": 4, "b": 4, "g": 1}}, {}], "owes": "return"},
    "cannot owe a return with 14 tokens": {
        "players": [{"tokens": {"w": 4, "b": 4, "g": 4, "r": 2}}, {}],
        "owes": "return",
    },
    "less than two would come": {"owes": "noble"},
    "is return, noble or left out": {"owes": ["noble"]},
    "3 are the limit": {"players": [{"reserved": "1-01 1-02", "hidden": "1-03 1-04"}, {}]},
    "from 1 to 2": {"turn": 3},
    "from 0 to 2": {"passes": 3},
    "lists 2 tables": {"players": [{}]},
    "is no table": {"players": [1, {}]},
    "spaces between": {"shown1": ["1-01"]},
    "has no “hand”": {"hand": "1-01"},
    "Seat 2 of a position has no “gold”": {"players": [{}, {"gold": 1}]},
}


@pytest.mark.parametrize("reason", BAD)
def test_an_inconsistent_position_is_refused_with_the_reason(reason: str) -> None:
    with pytest.raises(Refused) as refused:
        position(**BAD[reason])
    assert reason in str(refused.value)


# --- the bot


@pytest.mark.parametrize("gold", ["source", "published"])
def test_greedy_plays_whole_games_legally_and_quickly_and_beats_chance(gold: str) -> None:
    won, times = 0, []
    for seed in range(8):
        match, rng = opened(2, seed, gold), Rng(seed, "bots")
        while match.outcome() is None:
            (seat,) = match.to_act()
            question: Question[Any, Any, Any] = Question(match.view(seat), match.legal(seat), (), rng)
            began = process_time()
            action = greedy(question) if seat == seed % 2 else random(question)
            times.append(process_time() - began)
            match.play(seat, action)
            assert match.serial < LONGEST
        outcome = match.outcome()
        won += outcome is not None and outcome.winners == (seed % 2,)
    assert won >= 7
    assert sorted(times)[len(times) * 9 // 10] < 0.002, "seconds"


def test_greedy_games_end_for_every_number_of_seats() -> None:
    for seats in (2, 3, 4):
        for seed in range(4):
            match, rng = opened(seats, seed, "published"), Rng(seed, "bots")
            while match.outcome() is None:
                (seat,) = match.to_act()
                match.play(seat, greedy(Question(match.view(seat), match.legal(seat), (), rng)))
                assert match.serial < LONGEST


@pytest.mark.parametrize(("cards", "noble"), [("1-20 1-21", "n06"), ("1-08", "n01")])
def test_greedy_takes_the_noble_that_another_is_nearest_to(cards: str, noble: str) -> None:
    players: list[dict[str, Any]] = [
        {"cards": "1-01 1-02 1-03 1-04 1-09 1-10 1-11 1-12 1-17 1-18 1-19"},
        {"cards": f"1-05 1-06 1-07 1-13 1-14 1-15 {cards}"},
    ]
    match = position(nobles="n01 n06 n05", players=players, owes="noble")
    assert set(map(str, match.legal(0))) == {"noble n01", "noble n06"}
    assert str(greedy(Question(match.view(0), match.legal(0), (), Rng(1)))) == f"noble {noble}"


def test_greedy_returns_what_it_needs_least() -> None:
    players: list[dict[str, Any]] = [
        {"tokens": {"w": 4, "b": 4, "k": 3}, "reserved": "1-32 1-40"},
        {},
    ]
    match = position(players=players, owes="return")
    action = greedy(Question(match.view(0), match.legal(0), (), Rng(1)))
    assert action == Return((Token.ONYX,))


def test_parse_keeps_the_order_of_the_notation() -> None:
    assert GAME.parse("TAKE k  w g") == Take((Token.DIAMOND, Token.EMERALD, Token.ONYX))
    assert str(GAME.parse("return gold r w")) == "return w r gold"
