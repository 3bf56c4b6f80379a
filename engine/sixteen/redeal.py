"""States that a view of Sixteen could come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game import Seat
from engine.rng import Rng
from engine.sixteen.cards import ALL, Tile, tidy
from engine.sixteen.legal import base
from engine.sixteen.state import State
from engine.sixteen.view import View


def redealt(view: View, rng: Rng) -> State:
    """Hidden tiles dealt anew. A 1 in no row is in the bag; who has just passed holds nothing that fits."""
    hands = view.shown or _dealt(view, rng)
    return State(
        rows=view.rows,
        hands=hands,
        turn=view.turn,
        bag=tidy(less(ALL, *view.rows, view.aside, *hands)),
        aside=view.aside,
        passes=view.passes,
        follow=view.follow,
        runs_follow=view.runs_follow,
    )


def _dealt(view: View, rng: Rng) -> tuple[tuple[Tile, ...], ...]:
    unseen = rng.shuffled([tile for tile in less(ALL, *view.rows, view.aside, view.hand) if tile.number != 1])
    passed = {(view.turn - back) % view.seats for back in range(1, view.passes + 1)}
    hands: dict[Seat, tuple[Tile, ...]] = {} if view.seat is None else {view.seat: view.hand}
    # Who passed first: they have the least choice, and dealing them evenly from what they may hold keeps the deal fair.
    for seat in sorted(range(view.seats), key=lambda seat: seat not in passed):
        if seat not in hands:
            # What fits comes last for who passed: only a position made by hand can need it.
            likely = sorted(unseen, key=lambda tile: seat in passed and _fits(tile, view))
            hands[seat] = tidy(likely[: view.counts[seat]])
            unseen = less(unseen, hands[seat])
    return tuple(hands[seat] for seat in range(view.seats))


def _fits(tile: Tile, view: View) -> bool:
    return tile.colour is not None and tile.number > base(view.rows[tile.colour])


def less(tiles: Sequence[Tile], *gone: Iterable[Tile]) -> list[Tile]:
    """The tiles in their order, less those that are gone; scissors are two."""
    left = list(tiles)
    for tile in (tile for some in gone for tile in some):
        left.remove(tile)
    return left
