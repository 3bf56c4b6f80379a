"""What a seat may know of Sixteen, and what it is told as things happen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Seat
from engine.sixteen.cards import Colour, Tile


@dataclass(frozen=True, slots=True)
class View:
    """rows and counts are indexed by colour and seat. Built in one place: engine/sixteen/rules.py."""

    seat: Seat | None
    turn: Seat  # whose turn it is, or was when the game ended
    over: bool
    rows: tuple[tuple[Tile, ...], ...]
    hand: tuple[Tile, ...]  # a spectator's is empty
    counts: tuple[int, ...]  # tiles behind each screen
    aside: tuple[Tile, ...]
    bag: int
    passes: int  # in a row, so far
    follow: Colour | None  # after scissors or bin: the row on which a tile may follow
    runs_follow: bool  # option after_special = run
    shown: tuple[tuple[Tile, ...], ...]  # every hand, once the game is over; until then nothing

    @property
    def seats(self) -> int:
        return len(self.counts)

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.over else frozenset({self.turn})


@dataclass(frozen=True, slots=True)
class Placed:
    seat: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Removed:
    """By scissors or the bin, which goes aside with the tiles. tiles: as they lay, the row's last one last."""

    seat: Seat
    special: Tile
    colour: Colour
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


Event: TypeAlias = Placed | Removed | Stopped | Passed
