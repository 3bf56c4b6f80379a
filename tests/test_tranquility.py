"""Tranquility is played by its rules, and tells nobody what they may not know."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import scenario
from engine.bots import Question
from engine.game import Refused
from engine.match import Match
from engine.rng import Rng
from engine.scenario import cards_in
from engine.tranquility import GAME
from engine.tranquility.actions import Discard, Offer, Pay, Play
from engine.tranquility.bot import greedy
from engine.tranquility.cards import DECK, FINISH, START, Card
from engine.tranquility.legal import of_a_turn
from engine.tranquility.rules import pile_at_first
from engine.tranquility.sea import CELL_NAMES
from engine.tranquility.state import State
from engine.tranquility.view import Ending, Price, Shares
from tests.tranquility_tables import brute, do, opened, played, position, whole

SCENARIOS = Path(__file__).parent / "scenarios"
CASES = [
    case
    for name in ("tranquility.toml", "tranquility_more.toml")
    for case in scenario.read((SCENARIOS / name).read_text(encoding="utf-8"))
]
NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve")


seeds = st.integers(0, 2**32)
tables = st.tuples(st.integers(1, 5), seeds, st.sampled_from(["off", "on"]), st.sampled_from(["twice", "once"]))
EVEN = ", ".join(f"{2 * cell + 2} {name}" for cell, name in enumerate(CELL_NAMES))  # a full sea: 2, 4 ... 72


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_scenario(case: scenario.Scenario) -> None:
    assert scenario.check(case) is None


# --- the deal


def test_the_deck_is_eighty_islands_and_five_finish_cards() -> None:
    assert [str(card) for card in DECK] == [*map(str, range(1, 81)), *["finish"] * 5]


@pytest.mark.parametrize(
    ("galateia", "piles"),
    [
        ("off", [(81,), (38, 39), (24, 24, 25), (17, 17, 17, 18), (13, 13, 13, 13, 13)]),
        ("on", [(77,), (36, 37), (23, 23, 23), (16, 16, 16, 17), (12, 12, 12, 12, 13)]),
    ],
)
def test_piles_are_as_even_as_can_be_and_nobody_opens_with_a_start(galateia: str, piles: list[tuple[int, ...]]) -> None:
    tops = set()
    for seats, seed in product(range(1, 6), range(60)):
        state: State = opened(seats, seed, galateia).state
        assert tuple(map(len, state.piles)) == piles[seats - 1]
        assert all(len(hand) == 5 and START not in hand for hand in state.hands)
        assert all(pile.count(START) == 1 for pile in state.piles)
        assert len(state.outside) == (4 if galateia == "on" else 0)
        assert all(card.is_island for card in state.outside)
        tops.add(state.piles[-1].index(START))
    assert tops >= set(range(13)), "a Start may lie anywhere"


def test_the_seed_decides_the_deal_and_the_first_seat() -> None:
    starts = [opened(5, seed).state for seed in range(40)]
    assert starts[0] == opened(5, 0).state
    assert {start.turn for start in starts} == {0, 1, 2, 3, 4}
    assert len({start.piles for start in starts}) == 40


# --- whole games


@settings(max_examples=30, deadline=None)
@given(tables)
def test_a_random_game_keeps_its_cards_and_ends(table: tuple[int, int, str, str]) -> None:
    match = None
    for match, _ in played(table):
        state: State = match.state
        assert state.placed + Counter(state.outside) == whole(table[0])
        assert all(len(hand) <= 5 and list(hand) == sorted(hand) for hand in state.hands)
        assert all(hand.count(START) <= 1 for hand in state.hands)
        line = [card for card in state.sea if card is not None]
        assert line == sorted(line)
    assert match is not None
    assert match.outcome() is not None


@settings(max_examples=25, deadline=None)
@given(tables)
def test_what_is_legal_is_what_the_rules_say(table: tuple[int, int, str, str]) -> None:
    for match, _ in played(table):
        for seat in range(table[0]):
            assert {str(action) for action in match.legal(seat)} == brute(match.view(seat)), match.view(seat)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_nobody_is_shown_a_card_that_is_not_theirs_to_see(table: tuple[int, int, str, str]) -> None:
    """Not in a view and not in a notice; every number is one card, so that its name is enough."""
    for match, notices in played(table):
        state: State = match.state
        for viewer in (None, *range(table[0])):
            told = [notice.event for notice in notices if notice.to is None or viewer in notice.to]
            own = () if viewer is None else state.hands[viewer] + state.discards[viewer]
            shown = set(cards_in([match.view(viewer), *told], (Card,)))
            known = {str(card) for card in (*own, *filter(None, state.sea))}
            assert shown <= known, (viewer, shown - known)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_a_view_dealt_anew_is_the_same_view_of_a_game_that_can_be(table: tuple[int, int, str, str]) -> None:
    for number, (match, _) in enumerate(played(table)):
        viewer = Rng(number, table[1]).choice([None, *range(table[0])])
        view = match.view(viewer)
        state = GAME.redealt(view, Rng(number, "redealt"))
        assert GAME.view(state, viewer) == view
        assert state.placed + Counter(state.outside) == whole(table[0])
        assert all(card.is_island for card in state.outside)
        if match.outcome() is None:
            assert all(GAME.legal_actions(GAME.view(state, seat)) for seat in GAME.to_act(state))
        for seat in range(table[0]):
            starts = sum((state.hands[seat], state.piles[seat], state.discards[seat]), ()).count(START)
            assert starts == (seat != state.start_by), "each Start stays with its owner"
            assert state.start_played or START not in state.discards[seat]
            unable = len(state.piles[seat]) == pile_at_first(table[0], seat, table[2] == "on")
            unable |= seat == state.turn and isinstance(state.decision, Price) and seat != viewer
            assert START not in state.hands[seat] or state.start_played or not unable


@settings(max_examples=15, deadline=None)
@given(tables)
def test_the_greedy_bot_plays_whole_games_by_the_rules(table: tuple[int, int, str, str]) -> None:
    match = None
    for match, _ in played(table, greedy):
        assert match.serial < 200, "it does not dither over the eight"
    assert match is not None
    assert match.outcome() is not None


def test_the_greedy_bots_win_now_and_then_and_answer_at_once() -> None:
    wins, slowest = 0, 0.0

    def timed(question: Question[Any, Any, Any]) -> Any:
        nonlocal slowest
        begun = process_time()
        action = greedy(question)
        slowest = max(slowest, process_time() - begun)
        return action

    for seed in range(12):
        for match, _ in played((3, seed, "off", "twice"), timed):
            end = match
        outcome = end.outcome()
        wins += outcome is not None and outcome.winners == (0, 1, 2)
    assert wins >= 3
    assert slowest < 0.02, "2 ms are meant; a busy machine may take ten times as long"


@pytest.mark.parametrize(("card", "over"), [("1", True), ("31", False)])
def test_a_last_card_dealt_anew_can_be_played_exactly_if_the_game_goes_on(card: str, over: bool) -> None:
    sea = ", ".join(f"{2 * cell + 2} {name}" for cell, name in enumerate(CELL_NAMES) if name not in ("c3", "d3", "e3"))
    view = position(2, sea=sea, hands=["9 11", card], piles=["3 5", ""], start_played=True, turn=2).view(0)
    assert view.over == over
    for seed in range(200):
        state = GAME.redealt(view, Rng(seed))
        assert bool(of_a_turn(state.sea, True, state.hands[1])) != over


# --- the eight


def eight(**more: Any) -> Match:
    hands = ["3 9 25 60", "8 18 33 52 71", "10 20 30 50 55"]
    piles = ["41 42 43 44", "start 45 46 47", "48 start 49 66"]
    return position(3, hands=hands, piles=piles, start_played=True, owes={"offer": 8}, **more)


def test_numbers_are_awaited_until_all_have_spoken_then_all_are_asked_again() -> None:
    match = eight()
    assert match.awaited() == {0, 1, 2}
    for seat, waited in ((2, {0, 1}), (0, {1}), (2, {1})):
        do(match, seat + 1, "offer 3")
        assert match.awaited() == waited
        assert match.to_act() == {0, 1, 2}, "a number may still be changed"
    do(match, 2, "offer 3")
    assert match.awaited() == {0, 1, 2}
    do(match, 2, "offer 2")
    assert isinstance(match.state.decision, Shares)


def test_greedy_bots_fill_what_a_stubborn_person_leaves() -> None:
    match = eight()
    do(match, 1, "offer 0")
    for seat in (1, 2):
        match.play(seat, asked(match, seat))
    assert isinstance(match.state.decision, Shares)


def asked(match: Match, seat: int) -> Any:
    """What the greedy bot does. seat: from 0."""
    question: Question[Any, Any, Any] = Question(match.view(seat), match.legal(seat), (), Rng(1))
    return greedy(question)


def test_a_greedy_bot_gives_more_of_the_eight_than_a_partner_who_cannot_draw() -> None:
    hands = ["3 9 25 60 70", "8 18 33 52 71"]
    match = position(hands=hands, piles=["", "40 41 42 43 44"], start_played=True, owes={"offer": 8})
    assert asked(match, 1) == Offer(5)


def test_a_greedy_bot_leaves_the_last_free_cell_to_a_partner_with_one_card() -> None:
    """Only on d3 can a single card be laid free of charge; whoever takes d3 strands it."""
    sea = ", ".join(f"{2 * cell + 2} {name}" for cell, name in enumerate(CELL_NAMES) if name not in ("c3", "d3", "e3"))
    alone = position(sea=sea, hands=["32 1 3 5 7", "31 9"], piles=["11 13", "15"], start_played=True)
    assert asked(alone, 0) == Play(Card(32), CELL_NAMES.index("d3"))
    tender = position(sea=sea, hands=["32 1 3 5 7", "31"], piles=["11 13", ""], start_played=True)
    assert asked(tender, 0) != Play(Card(32), CELL_NAMES.index("d3"))


def test_a_greedy_bot_plays_a_finish_that_wins() -> None:
    match = position(sea=EVEN, hands=["1 3 finish", "5"], piles=["7", "9"], start_played=True)
    assert str(asked(match, 0)) == "finish"


def test_a_greedy_bot_pays_with_what_is_of_no_use() -> None:
    match = position(
        sea="40 d4", hands=["20 60 start finish", "5"], piles=["7", "9"], start_played=True, owes={"pay": 1}
    )
    assert str(asked(match, 0)) == "pay start"


def test_talk_is_open_only_while_the_eight_are_shared_out_and_after_the_game() -> None:
    match = position(2, hands=["3 9 25 60 start", "8 18 33 52 71"], piles=["41 42", "43"])
    talk = [match.may_talk()]
    for seat, text in ((1, "start"), (1, "offer 3"), (2, "offer 5"), (1, "pay 3 9 60")):
        do(match, seat, text)
        talk.append(match.may_talk())
    assert talk == [False, True, True, True, False]
    assert GAME.may_talk(position(2, {"talk": "open"}, hands=["3 9", "8"]).state)
    assert GAME.may_talk(position(2, hands=["", "8"]).state), "lost at once"


# --- what a seat is shown


def test_a_seat_is_shown_its_own_discards_as_they_were_made_and_the_finish_cards_it_has_seen() -> None:
    match = position(
        hands=["9 finish 70 finish 3", "1 2"], piles=["11 finish 12", "5"], discards=["80 finish", "finish"]
    )
    do(match, 1, "discard finish 70")
    view = match.view(0)
    assert view.own_discards == (80, FINISH, 70, FINISH)
    assert view.finishes_seen == 4
    assert match.view(1).finishes_seen == 1
    assert match.view(None).own_discards == ()


def test_cells_that_no_number_fits_are_shown_to_all_alike() -> None:
    match = position(sea="1 b1, 2 d1, 5 a2, 7 c2", hands=["3 6", "4"], piles=["9", "10"])
    for viewer in (None, 0, 1):
        view = match.view(viewer)
        assert [CELL_NAMES[cell] for cell in view.unfillable] == ["a1", "c1"]
        assert view.lacking == 2
    tight = position(sea="1 a1, 3 d1", hands=["5 6", "4"], piles=["9", "10"]).view(0)
    assert (tight.unfillable, tight.lacking) == ((), 1)


def test_the_view_knows_the_price_of_every_cell_that_fits() -> None:
    view = position(sea="20 d1, 30 b2", hands=["22 70", "4"], piles=["", ""]).view(0)
    assert {CELL_NAMES[cell]: cost for cell, cost in view.prices(Card(22)).items()} == {"e1": 2, "f1": 0, "a2": 8}
    assert view.price(Card(22), 0) is None


def test_nothing_that_lies_face_down_is_shown_when_the_game_is_over() -> None:
    match = position(sea=EVEN, hands=["finish", "1 3"], piles=["", "5"], discards=["", "7"], start_played=True)
    before = match.state.placed
    do(match, 1, "finish")
    assert match.state.ending is Ending.WON
    assert match.state.placed == before, "the Finish lies in the frame"
    assert set(cards_in(match.view(0), (Card,))) == {str(card) for card in match.state.sea}


# --- texts


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pay start 7 finish 5", "pay 5 7 finish start"),
        ("discard 70 7", "discard 7 70"),
        ("  PLAY 12   A2 ", "play 12 a2"),
    ],
)
def test_cards_may_be_typed_in_any_order(typed: str, meant: str) -> None:
    assert str(GAME.parse(typed)) == meant


@pytest.mark.parametrize(
    "text",
    ["play 0 a1", "play 81 a1", "play 07 a1", "play 7 a7", "play start a1", "pay", "discard", "offer 6", "offer ²"],
)
def test_what_names_no_card_cell_or_number_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        GAME.parse(text)


def test_cards_in_another_order_are_the_same_action() -> None:
    view = position(hands=["3 9", "8"]).view(0)
    assert GAME.canonical(view, Discard((Card(9), Card(3)))) == Discard((Card(3), Card(9)))
    assert GAME.canonical(view, Pay((START, FINISH))) == Pay((FINISH, START))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play 31 e2", "31 cannot lie on e2, before the 30; the line must rise."),
        ("play 19 e2", "19 cannot lie on e2, behind the 20; the line must rise."),
        ("play 25 e1", "25 on e1 costs 5 cards, and you would have 4 left to pay with."),
        ("play 25 d1", "On d1 there is the 20 already."),
        ("play 26 e2", "You do not hold 26."),
        ("finish", "A Finish may be played only when every cell is filled."),
        ("start", "You hold no Start."),
        ("discard 19 19", "You do not hold 19 as often."),
        ("discard 19", "It must be exactly 2 cards, not 1."),
        ("offer 3", "Numbers are named only when a Start has just been played."),
    ],
)
def test_a_refusal_says_why(text: str, reason: str) -> None:
    match = position(sea="20 d1, 30 c4", hands=["31 19 25 60 finish", "8"], piles=["41 42", "45"], start_played=True)
    with pytest.raises(Refused) as refused:
        do(match, 1, text)
    assert str(refused.value) == reason


# --- positions


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ({"hands": ["1 2", "2"]}, "2 is in the position 2 times; there is 1 in the game."),
        ({"sea": "2 a1", "hands": ["1 2", "3"]}, "2 is in the position 2 times; there is 1 in the game."),
        ({"hands": ["finish finish finish", "finish finish finish"]}, "6 times; there are 5"),
        ({"hands": ["1 start", "2 start"], "start_played": True}, "3 times, the played one counted; there are 2"),
        ({"hands": ["1 2 3 4 5 6", "7"]}, "Seat 1 has 6 cards in hand"),
        ({"hands": ["1"]}, "There are 2 seats, but “hands” has 1 entries."),
        ({"hands": "1 2"}, "must be a list"),
        ({"hands": ["1 x", "2"]}, "“x” is no card"),
        ({"hands": ["1 start", "2"], "piles": ["start", ""]}, "Seat 1 has two Start cards"),
        ({"hands": ["1", "2"], "discards": ["start", ""]}, "it must be played"),
        ({"sea": "5 a1, 4 b1", "hands": ["1", "2"]}, "5 lies before 4"),
        ({"sea": "5 a1, 6 a1", "hands": ["1", "2"]}, "Two cards lie on a1."),
        ({"sea": "finish a1", "hands": ["1", "2"]}, "A finish does not lie on the sea."),
        ({"sea": "5", "hands": ["1", "2"]}, "is not a card and its cell"),
        ({"turn": 3, "hands": ["1", "2"]}, "“turn” must be a number from 1 to 2."),
        ({"hands": ["1 3", "2"], "owes": {"pay": 3}}, "“pay” must be a number from 1 to 2."),
        ({"hands": ["1 start", "2"], "owes": {"pay": 1}}, "must play it"),
        ({"hands": ["1 3 5 7 9", "2 4 6 8"], "owes": {"offer": 7}}, "With 9 cards in all hands 8 must go, not 7."),
        ({"hands": ["1 3 5", "2"], "owes": {"pay": 1, "offer": 4}}, "Only one thing"),
        ({"hands": ["1 3 5", "2"], "owes": {"sparrows": 1}}, "“owes” is"),
        ({"hands": ["1", "2"], "start_played": "yes"}, "must be true or false"),
    ],
)
def test_an_inconsistent_position_is_refused_with_a_sentence(table: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        GAME.from_position(table, 2, GAME.settled({}))
    assert reason in str(refused.value)


@settings(max_examples=20, deadline=None)
@given(tables)
def test_every_position_of_a_game_can_be_written_and_opened(table: tuple[int, int, str, str]) -> None:
    for match, _ in played(table):
        written = GAME.to_position(match.state)
        counts = written.pop("counts")
        assert counts["piles"] == [len(pile) for pile in match.state.piles]
        again = GAME.from_position(written, table[0], match.options)
        assert again == match.state
