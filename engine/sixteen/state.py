"""Everything there is to know of a game of Sixteen under way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.game import Seat, clockwise
from engine.sixteen.cards import Colour, Tile


@dataclass(frozen=True, slots=True)
class State:
    """rows are indexed by colour, hands by seat; a hand is kept tidy."""

    rows: tuple[tuple[Tile, ...], ...]
    hands: tuple[tuple[Tile, ...], ...]
    turn: Seat
    bag: tuple[Tile, ...] = ()
    aside: tuple[Tile, ...] = ()
    passes: int = 0
    follow: Colour | None = None  # after scissors or bin: the row on which a tile may follow
    runs_follow: bool = False  # option after_special = run

    @property
    def seats(self) -> int:
        return len(self.hands)

    def without(self, seat: Seat, tiles: Iterable[Tile]) -> State:
        """The seat's hand less these tiles."""
        hand = list(self.hands[seat])
        for tile in tiles:
            hand.remove(tile)
        return replace(self, hands=(*self.hands[:seat], tuple(hand), *self.hands[seat + 1 :]))

    def with_row(self, colour: Colour, row: tuple[Tile, ...]) -> State:
        return replace(self, rows=(*self.rows[:colour], row, *self.rows[colour + 1 :]))

    def with_aside(self, *tiles: Tile) -> State:
        return replace(self, aside=self.aside + tiles)

    def waiting_for_a_tile_on(self, colour: Colour) -> State:
        """Using a special is no pass, so the passes in a row are over."""
        return replace(self, follow=colour, passes=0)

    def next_turn(self, *, passed: bool = False) -> State:
        return replace(
            self, turn=clockwise(self.turn, self.seats), passes=self.passes + 1 if passed else 0, follow=None
        )
