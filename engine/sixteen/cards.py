"""The 88 tiles of Sixteen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from engine.game import Refused


class Colour(IntEnum):
    """The five colours, in the order of the rows."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3
    PURPLE = 4

    @property
    def letter(self) -> str:
        return "rygbp"[self]

    @property
    def word(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, letter: str) -> Colour:
        if len(letter) != 1 or (place := "rygbp".find(letter)) < 0:
            raise Refused(f"“{letter}” is no colour; the colours are r, y, g, b and p.")
        return cls(place)


class Kind(StrEnum):
    NUMBER = "number"
    RESTART = "restart"  # a 16 after which the row counts as 0 again
    END = "end"  # a 16 that closes the row
    SCISSORS = "scissors"
    BIN = "bin"


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile. Scissors and bin have no colour and the number 0."""

    kind: Kind
    colour: Colour | None
    number: int

    def __str__(self) -> str:
        match self.kind:
            case Kind.SCISSORS | Kind.BIN:
                return self.kind.value
            case Kind.RESTART | Kind.END:
                return f"{self.letter}16{self.kind.value[0]}"
            case Kind.NUMBER:
                return f"{self.letter}{self.number}"

    @property
    def letter(self) -> str:
        return "" if self.colour is None else self.colour.letter

    @property
    def is_special(self) -> bool:
        return self.colour is None

    @property
    def count(self) -> int:
        """What the tile counts in the hand at the end: numbers at face value, scissors and bin 20 (rules, Score)."""
        return self.number or 20

    @classmethod
    def parse(cls, text: str) -> Tile:
        if (tile := _BY_NAME.get(text)) is None:
            raise Refused(f"“{text}” is no tile.")
        return tile


SCISSORS = Tile(Kind.SCISSORS, None, 0)
BIN = Tile(Kind.BIN, None, 0)
SUITS: tuple[tuple[Tile, ...], ...] = tuple(
    (
        *(Tile(Kind.NUMBER, colour, number) for number in range(1, 16)),
        Tile(Kind.RESTART, colour, 16),
        Tile(Kind.END, colour, 16),
    )
    for colour in Colour
)
ALL: tuple[Tile, ...] = (*(tile for suit in SUITS for tile in suit), SCISSORS, SCISSORS, BIN)
_BY_NAME = {str(tile): tile for tile in ALL}


def tidy(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """A hand in the order people hold it: by colour, rising, specials last."""
    return tuple(sorted(tiles, key=lambda tile: (5 if tile.colour is None else tile.colour, tile.number, tile.kind)))
