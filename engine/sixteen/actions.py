"""What a player of Sixteen can do, and its notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Refused
from engine.sixteen.cards import SUITS, Colour, Kind, Tile


@dataclass(frozen=True, slots=True)
class Place:
    """One tile (first is last) or a run of consecutive numbers of one colour: `place r7`, `place r14-16e`."""

    first: Tile
    last: Tile

    def __str__(self) -> str:
        return f"place {self.first}" if self.first == self.last else f"place {self.first}-{str(self.last)[1:]}"

    @property
    def colour(self) -> Colour:
        assert self.first.colour is not None
        return self.first.colour

    @property
    def tiles(self) -> tuple[Tile, ...]:
        if self.first == self.last:
            return (self.first,)
        return (*SUITS[self.colour][self.first.number - 1 : self.last.number - 1], self.last)


@dataclass(frozen=True, slots=True)
class Cut:
    """Scissors: remove the last tile of a row. `cut r`."""

    colour: Colour

    def __str__(self) -> str:
        return f"cut {self.colour.letter}"


@dataclass(frozen=True, slots=True)
class Empty:
    """Bin: remove the last `count` tiles of a row. `bin r 3`."""

    colour: Colour
    count: int

    def __str__(self) -> str:
        return f"bin {self.colour.letter} {self.count}"


@dataclass(frozen=True, slots=True)
class Stop:
    """After scissors or bin: place nothing."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = Place | Cut | Empty | Stop | Pass

_PLACE = re.compile(r"place ([rygbp])(\d{1,2}[re]?)(?:-(\d{1,2}[re]?))?")
_BIN = re.compile(r"bin ([rygbp]) (\d{1,2})")
_CUT = re.compile(r"cut ([rygbp])")


def parse(text: str) -> Action:
    text = " ".join(text.lower().split())
    if text == "pass":
        return Pass()
    if text == "stop":
        return Stop()
    if found := _CUT.fullmatch(text):
        return Cut(Colour.parse(found[1]))
    if found := _BIN.fullmatch(text):
        return Empty(Colour.parse(found[1]), int(found[2]))
    if found := _PLACE.fullmatch(text):
        letter, first, last = found.groups()
        return _placed(Tile.parse(letter + first), Tile.parse(letter + (last or first)))
    raise Refused(f"“{text}” is nothing one can do here. Try: place r7, place r7-9, cut r, bin r 3, stop or pass.")


def _placed(first: Tile, last: Tile) -> Place:
    if first != last and (first.number >= last.number or first.kind is not Kind.NUMBER):
        raise Refused("A run goes up, and a 16 can only be its end.")
    return Place(first, last)
