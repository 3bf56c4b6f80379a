"""What lies on a table of Silencio."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from operator import attrgetter

from engine.game import Refused

HAND = {2: 6, 3: 6, 4: 5}  # cards dealt to each, by number of seats
HIGHEST = {2: 8, 3: 10, 4: 13}  # highest value in use, by number of seats
PRINTED = 1  # on every small stone, lit or not: the top of an empty row


class Colour(IntEnum):
    """The four colours, in the order of the rows."""

    RED = 0
    BLUE = 1
    YELLOW = 2
    GREEN = 3

    @property
    def letter(self) -> str:
        return "rbyg"[self]

    @property
    def word(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, letter: str) -> Colour:
        if len(letter) != 1 or (place := "rbyg".find(letter)) < 0:
            raise Refused(f"“{letter}” is no colour; the colours are r, b, y and g.")
        return cls(place)


@dataclass(frozen=True, slots=True)
class Card:
    colour: Colour
    value: int

    def __str__(self) -> str:
        return f"{'rbyg'[self.colour]}{self.value}"

    @classmethod
    def parse(cls, text: str) -> Card:
        if (card := _BY_NAME.get(text)) is None:
            raise Refused(f"“{text}” is no card; cards are r2 to g13.")
        return card


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in a row. dark: it lies dark side up, because it was the top of its row plus one."""

    card: Card
    dark: bool

    def __str__(self) -> str:
        return f"{self.card}*" if self.dark else str(self.card)


class Rune(StrEnum):
    """A rune stone, by its name in positions."""

    GREAT = "great"
    RED = "r"
    BLUE = "b"
    YELLOW = "y"
    GREEN = "g"


SMALL = (Rune.RED, Rune.BLUE, Rune.YELLOW, Rune.GREEN)  # by colour


class Hang(StrEnum):
    """What hangs over the next card played."""

    NO_DARK = "no-dark"
    NO_LIGHT = "no-light"
    DRAW = "draw"
    GREEN = "green"


@dataclass(frozen=True, slots=True)
class Tavern:
    """count: dark effects activated since it closed; three open it. An open tavern has count 0."""

    open: bool = False
    count: int = 0


ALL: tuple[Card, ...] = tuple(Card(colour, value) for colour in Colour for value in range(2, 14))
_BY_NAME = {str(card): card for card in ALL}


def deck(seats: int) -> tuple[Card, ...]:
    """The cards in use with so many seats."""
    return tuple(card for card in ALL if card.value <= HIGHEST[seats])


def tidy(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand in the order people hold it: by colour, rising."""
    return tuple(sorted(cards, key=attrgetter("colour", "value")))


def top(row: tuple[Laid, ...]) -> int:
    """What a card must be higher than."""
    return row[-1].card.value if row else PRINTED
