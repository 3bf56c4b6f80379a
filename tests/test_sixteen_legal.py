"""Sixteen against brute force, in many random games, and in the hands of its bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import arena, bots, registry
from engine.match import Match
from engine.sixteen import GAME
from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.cards import ALL, BIN, SCISSORS, SUITS, Colour, Kind, Tile
from engine.sixteen.state import State
from engine.sixteen.view import View
from tests.test_sixteen import ended

tables = st.tuples(st.integers(2, 4), st.integers(0, 2**128), st.sampled_from(["tile", "run"]))

# --- against brute force


def sayable() -> Iterator[Action]:
    """Everything that can be said at all."""
    yield Pass()
    yield Stop()
    for colour in Colour:
        yield Cut(colour)
        yield from (Empty(colour, count) for count in range(1, 40))
        suit = SUITS[colour]
        yield from (Place(tile, tile) for tile in suit)
        yield from (Place(first, end) for first in suit[:15] for end in suit if end.number > first.number)


def allowed(view: View, action: Action) -> bool:
    """The rules once more, as the rulebook puts them and without regard to speed."""
    if view.over or view.seat != view.turn:
        return False

    def fits(tiles: tuple[Tile, ...]) -> bool:
        held = all(tile in view.hand for tile in tiles)
        chain = all(later.number == earlier.number + 1 for earlier, later in pairwise(tiles))
        before = view.rows[tiles[0].colour or 0]
        match before[-1].kind if before else Kind.RESTART:
            case Kind.RESTART:
                high = True
            case Kind.END:
                high = False
            case _:
                high = tiles[0].number > before[-1].number
        return held and chain and high

    match action:
        case Place(tiles=tiles, colour=colour):
            if view.follow is not None and (colour != view.follow or (len(tiles) > 1 and not view.runs_follow)):
                return False
            return fits(tiles)
        case Cut(colour):
            kept = len(view.rows[colour]) - 1
            return view.follow is None and SCISSORS in view.hand and kept >= 0 and not_the_1(view, colour, kept)
        case Empty(colour, count):
            kept = len(view.rows[colour]) - count
            return view.follow is None and BIN in view.hand and kept >= 0 and not_the_1(view, colour, kept)
        case Stop():
            return view.follow is not None
        case Pass():
            return view.follow is None and not any(tile.colour is not None and fits((tile,)) for tile in view.hand)


def not_the_1(view: View, colour: Colour, kept: int) -> bool:
    return not any(tile.number == 1 for tile in view.rows[colour][kept:])


EVERYTHING = tuple(sayable())


@settings(max_examples=15)
@given(tables)
def test_legal_actions_are_exactly_those_the_rules_allow(table: tuple[int, int, str]) -> None:
    seats, seed, follow = table
    match = Match(GAME, seats, seed, {"after_special": follow})
    for move in arena.moves(match, [bots.random] * seats, seed):
        if match.serial % 4 == 0:
            for seat in range(seats):
                view = match.view(seat)
                assert set(match.legal(seat)) == {action for action in EVERYTHING if allowed(view, action)}, move


# --- properties


@settings(max_examples=30)
@given(tables)
def test_tiles_are_conserved_and_sums_are_right(table: tuple[int, int, str]) -> None:
    seats, seed, follow = table
    match = Match(GAME, seats, seed, {"after_special": follow})
    for _ in arena.moves(match, [bots.random] * seats, seed):
        state: State = match.state
        assert Counter(
            [*state.bag, *state.aside, *(tile for some in (*state.rows, *state.hands) for tile in some)]
        ) == (Counter(ALL))
        for suit_row in state.rows:
            for earlier, later in pairwise(suit_row):
                assert later.number > earlier.number or earlier.kind is Kind.RESTART
                assert earlier.kind is not Kind.END
    outcome = ended(match)
    sums = tuple(sum(20 if tile.colour is None else tile.number for tile in hand) for hand in match.state.hands)
    assert outcome.scores == sums
    assert all(sums[seat] == min(sums) for seat in outcome.winners)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_greedy_bot_clearly_beats_random_ones(seats: int) -> None:
    levels = ["greedy"] + ["random"] * (seats - 1)
    played = arena.play(GAME, seats, levels, 40, 1, {}, lambda: 0.0)
    wins = sum(
        result.outcome is not None and result.levels.index("greedy") in result.outcome.winners for result in played
    )
    assert wins >= 1.6 * 40 / seats, "a fair share is 40 / seats"


def test_the_greedy_bot_is_one_of_its_bots() -> None:
    assert list(registry.bots("sixteen")) == ["random", "greedy", "strong"]
