"""The rules of Silencio."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry, scenario
from engine.bots import Question
from engine.game import Refused
from engine.match import Match
from engine.rng import Rng
from engine.scenario import cards_in
from engine.silencio import actions
from engine.silencio.bot import greedy
from engine.silencio.cards import Card, Hang, deck, top
from engine.silencio.state import State
from engine.silencio.view import Drew, Fizzled, Gave, Handed, OnlyWay, Said

GAME = registry.game("silencio")
NAMES = ("Ada", "Bo", "Cleo", "Dan")
SCENARIOS = [
    each
    for name in ("silencio", "silencio_more")
    for each in scenario.read(Path(__file__).with_name("scenarios").joinpath(f"{name}.toml").read_text("utf-8"))
]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.title)
def test_scenario(case: scenario.Scenario) -> None:
    assert scenario.check(case) is None


# --- properties of whole games

tables = st.tuples(
    st.integers(2, 4),
    st.integers(0, 2**32),
    st.fixed_dictionaries(
        {
            "start": st.sampled_from(["claim", "random"]),
            "shared": st.sampled_from(["may", "must"]),
            "tavern": st.sampled_from(["off", "on"]),
            "extinguished": st.sampled_from(["", "great", "r b", "great r b y g"]),
        }
    ),
)


def played(table: tuple[int, int, dict[str, str]]) -> Any:
    """Random legal play: (match, seat, action, notices) after each ply."""
    seats, seed, options = table
    match, rng = Match(GAME, seats, seed, options), Rng(seed, "choices")
    while match.outcome() is None:
        seat = rng.choice(sorted(match.to_act()))
        action = rng.choice(match.legal(seat))
        yield match, seat, action, match.play_checked(seat, action)
        assert match.serial < 1000, "the game does not end"


def pieces(state: State) -> Counter[Card]:
    rows = [laid.card for row in state.rows for laid in row]
    return Counter([*rows, *sum(state.hands + state.open, ()), *state.oracle, *state.stock, *state.box])


@settings(max_examples=25, deadline=None)
@given(tables)
def test_every_card_is_in_one_place_after_every_ply(table: tuple[int, int, dict[str, str]]) -> None:
    for match, *_ in played(table):
        assert pieces(match.state) == Counter(deck(match.seats))


@settings(max_examples=25, deadline=None)
@given(tables)
def test_rows_rise_and_the_side_depends_on_adjacency_alone(table: tuple[int, int, dict[str, str]]) -> None:
    for match, *_ in played(table):
        for row in match.state.rows:
            for place, laid in enumerate(row):
                under = top(row[:place])
                assert laid.card.value > under
                assert laid.dark == (laid.card.value == under + 1)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_who_owes_a_decision_has_legal_actions_and_nobody_else(table: tuple[int, int, dict[str, str]]) -> None:
    for match, *_ in played(table):
        owing = {seat for seat in range(match.seats) if match.legal(seat)}
        assert owing == match.to_act() == match.view(None).to_act
        for seat in owing:
            for action in match.legal(seat):
                assert actions.parse(str(action)) == action
                match.checked(seat, action)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_nobody_who_holds_a_card_that_fits_may_pass(table: tuple[int, int, dict[str, str]]) -> None:
    for match, *_ in played(table):
        view = match.view(match.state.turn)
        if view.asked is None or view.asked.ask != "turn":
            continue
        fitting = [card for card in view.own if card.value > top(view.rows[card.colour])]
        if Hang.GREEN in view.hangs:
            fitting = [card for card in fitting if str(card)[0] == "g"]
        assert bool(fitting) <= ("pass" not in map(str, match.legal(view.seat)))


@settings(max_examples=25, deadline=None)
@given(tables)
def test_views_dealt_anew_are_equal(table: tuple[int, int, dict[str, str]]) -> None:
    for match, seat, *_ in played(table):
        for viewer in (None, *range(match.seats)):
            view = match.view(viewer)
            other = GAME.redealt(view, Rng(seat, "redealt"))
            assert GAME.view(other, viewer) == view
            assert pieces(other) == Counter(deck(match.seats))


@settings(max_examples=40, deadline=None)
@given(tables)
def test_a_seat_is_shown_its_hand_and_what_lies_face_up_and_no_other_card(
    table: tuple[int, int, dict[str, str]],
) -> None:
    before: State = Match(GAME, *table).state
    for match, _, _, notices in played(table):
        state = match.state
        drawn = {str(notice.event.card) for notice in notices if isinstance(notice.event, Drew)}
        for viewer in () if match.outcome() else (None, *range(match.seats)):
            may = face_up(state) | held(state, viewer)
            if state.failed is not None:
                may |= drawn
            if state.handed is not None and (
                viewer in (state.stack[-1].seat, state.stack[-1].partner) or notices[-1].to is None
            ):
                may.add(str(state.handed))
            assert set(cards_in(match.view(viewer), GAME.card_types)) == may
            told = [notice.event for notice in notices if notice.to is None or viewer in notice.to]
            was = face_up(before) | held(before, viewer) | drawn
            assert set(cards_in(told, GAME.card_types)) <= may | was
        before = state


def face_up(state: State) -> set[str]:
    rows = {str(laid.card) for row in state.rows for laid in row}
    return rows | {str(card) for cards in (*state.open, state.oracle, state.box) for card in cards}


def held(state: State, viewer: int | None) -> set[str]:
    return set() if viewer is None else set(map(str, state.hands[viewer]))


@settings(max_examples=25, deadline=None)
@given(tables)
def test_greedy_plays_whole_games_legally(table: tuple[int, int, dict[str, str]]) -> None:
    seats, seed, options = table
    match, rng = Match(GAME, seats, seed, options), Rng(seed, "choices")
    memory: list[list[Any]] = [[] for _ in range(seats)]
    while match.outcome() is None:
        seat = rng.choice(sorted(match.to_act()))
        action = greedy(Question(match.view(seat), match.legal(seat), memory[seat], rng))
        for notice in match.play(seat, action):
            for other in range(seats) if notice.to is None else notice.to:
                memory[other].append(notice.event)
        assert match.serial < 1000


# --- who learns what


def at(seats: int, options: dict[str, str] | None = None, **position: Any) -> Match:
    state = GAME.from_position({"stones": "", **position}, seats, GAME.settled(options or {}))
    return Match(GAME, seats, 0, options, state)


def do(match: Match, seat: int, text: str) -> list[Any]:
    return [notice.event for notice in match.play(seat - 1, GAME.parse(text))]


def test_only_the_two_who_swap_learn_which_cards_change_hands() -> None:
    match = at(3, rows={"g": "g4"}, hands=["g7 b2", "b6 r5", "y7 b8"])
    do(match, 1, "play g7")
    do(match, 1, "choose 2")
    (gave, handed) = match.play(1, GAME.parse("swap r5 with 3"))
    assert (gave.event, gave.to) == (Gave(1, 2), None)
    assert (handed.event, handed.to) == (Handed(1, 2, Card.parse("r5")), frozenset({1, 2}))
    assert [match.view(viewer).handed for viewer in (None, 0, 1, 2)] == [None, None, *[Card.parse("r5")] * 2]


def test_an_open_card_that_is_swapped_is_seen_by_all_and_must_not_come_back() -> None:
    match = at(3, rows={"g": "g4"}, hands=["g7 b2", "b6", "y7 b8"], open=["", "r5", ""])
    do(match, 1, "play g7")
    do(match, 1, "choose 2")
    (_, handed) = match.play(1, GAME.parse("swap r5 with 3"))
    assert handed.to is None
    assert match.view(None).handed == Card.parse("r5")
    with pytest.raises(Refused, match="the very card"):
        do(match, 3, "give r5")


def test_a_card_that_a_seat_saw_go_to_a_hand_stays_there_when_the_rest_is_dealt_anew() -> None:
    match = at(3, rows={"g": "g4"}, hands=["g7 b2", "b6 r5", "y7 b8"], stock="b10 y10 r10 r9 r8 r7 r6")
    do(match, 1, "play g7")
    do(match, 1, "choose 2")
    do(match, 2, "swap r5 with 3")
    view = match.view(1)
    assert all(Card.parse("r5") in GAME.redealt(view, Rng(seed)).hands[2] for seed in range(20))
    for luck in range(50):
        match = at(2, rows={"r": "r4"}, hands=["r3 y5", "r6"], stock="b5 b6 b7 b8", hangs="draw")
        match.reseed(luck)
        if not do(match, 1, "draw")[0].fits:
            break
    view = match.view(1)
    assert all(Card.parse("r3") in GAME.redealt(view, Rng(seed)).hands[0] for seed in range(20))


def test_hands_are_shown_when_the_game_is_over_and_not_before() -> None:
    match = at(2, rows={"r": "r7"}, hands=["r2", "r3"], passes=1)
    assert match.view(None).shown == ()
    assert not match.may_talk()
    do(match, 1, "pass")
    assert match.view(None).shown == ((Card.parse("r2"),), (Card.parse("r3"),))
    assert match.may_talk()


def test_an_answer_that_everybody_can_see_to_be_the_only_one_is_carried_out_and_said() -> None:
    match = at(2, rows={"b": "b2*"}, hands=["b3 y3", "g6"], oracle="r5")
    assert OnlyWay(0) in do(match, 1, "play b3")


def test_a_light_effect_that_finds_nothing_is_said_to_and_not_declined() -> None:
    match = at(2, rows={"b": "b2*"}, hands=["b4 y3", "g6"])
    assert Fizzled(0) in do(match, 1, "play b4")


def test_each_draw_is_a_chance_of_its_own() -> None:
    drawn = set()
    for luck in range(60):
        match = at(2, rows={"y": "y4", "b": "b7"}, hands=["y5 b2", "g3 g6"], hangs="draw")
        match.reseed(luck)
        first, *_ = do(match, 1, "draw")
        if not first.fits:
            do(match, 1, "play y5")
        second, *_ = do(match, 2, "draw")
        drawn.add((str(first.card), str(second.card)))
    assert len(drawn) == 4


def test_the_table_counts_what_cannot_be_played_as_things_stand() -> None:
    match = at(
        2,
        {"tavern": "on"},
        rows={"r": "r4", "g": "g3"},
        hands=["r3 r7 g5", "b2"],
        open=["y2", ""],
        tavern={"open": True},
        hangs="green",
    )
    (said,) = do(match, 1, "say stuck")
    assert isinstance(said, Said)
    assert said.stuck == 3
    assert "“I have 3 hand cards I cannot play.”" in GAME.describe(said, NAMES)


def test_bots_leave_the_claim_to_people_and_nothing_else() -> None:
    match = Match(GAME, 3, 5)
    assert GAME.people_first(match.state)
    match.play(1, GAME.parse("claim"))
    assert not GAME.people_first(match.state)
