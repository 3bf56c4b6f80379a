"""The tokens, development cards and nobles of Splendor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources import files
from typing import TypeAlias

from engine.game import Refused


class Token(IntEnum):
    """The five gems and gold, in the order of the notation; numbers of tokens are tuples in this order."""

    DIAMOND = 0
    SAPPHIRE = 1
    EMERALD = 2
    RUBY = 3
    ONYX = 4
    GOLD = 5

    def __str__(self) -> str:
        return _LETTERS[self]

    @property
    def word(self) -> str:
        return self.name.lower()

    def counted(self, number: int) -> str:
        """`1 ruby`, `2 rubies`, `3 gold`."""
        if number == 1 or self is Token.GOLD:
            return f"{number} {self.word}"
        return f"{number} {'rubies' if self is Token.RUBY else 'onyxes' if self is Token.ONYX else self.word + 's'}"

    @classmethod
    def parse(cls, text: str) -> Token:
        if text not in _LETTERS:
            raise Refused(f"“{text}” is no token; the gems are w, b, g, r and k, and there is gold.")
        return cls(_LETTERS.index(text))


_LETTERS = ("w", "b", "g", "r", "k", "gold")
GEMS = tuple(Token)[: Token.GOLD]  # gold is no gem
GOLD = Token.GOLD
LEVELS = (1, 2, 3)

Tokens: TypeAlias = tuple[int, ...]  # how many of each, six numbers indexed by Token
Gems: TypeAlias = tuple[int, ...]  # how many of each gem, five numbers indexed by Token

NO_TOKENS: Tokens = (0,) * 6
NO_GEMS: Gems = (0,) * 5


@dataclass(frozen=True, slots=True)
class Card:
    """One development card. There is one object of each: compare with `is` or `==`, as you like."""

    level: int  # 1 to 3
    number: int  # within its level, from 1

    def __str__(self) -> str:
        return f"{self.level}-{self.number:02}"

    @property
    def bonus(self) -> Token:
        return _CARD_FACES[self.level - 1][self.number - 1].bonus

    @property
    def points(self) -> int:
        return _CARD_FACES[self.level - 1][self.number - 1].points

    @property
    def price(self) -> Gems:
        return _CARD_FACES[self.level - 1][self.number - 1].price

    @property
    def costs(self) -> tuple[tuple[Token, int], ...]:
        """The price without the gems of which it wants none."""
        return _CARD_FACES[self.level - 1][self.number - 1].costs

    @classmethod
    def parse(cls, text: str) -> Card:
        if (card := _CARD_NAMES.get(text)) is None:
            raise Refused(f"“{text}” is no card; cards go from 1-01 to 3-20.")
        return card


@dataclass(frozen=True, slots=True)
class Noble:
    """One noble. There is one object of each."""

    number: int  # from 1

    def __str__(self) -> str:
        return f"n{self.number:02}"

    @property
    def points(self) -> int:
        return _NOBLE_FACES[self.number - 1].points

    @property
    def needs(self) -> Gems:
        """The bonuses that bring this noble."""
        return _NOBLE_FACES[self.number - 1].needs

    @classmethod
    def parse(cls, text: str) -> Noble:
        if (noble := _NOBLE_NAMES.get(text)) is None:
            raise Refused(f"“{text}” is no noble; nobles go from n01 to n10.")
        return noble


@dataclass(frozen=True, slots=True)
class _CardFace:
    bonus: Token
    points: int
    price: Gems
    costs: tuple[tuple[Token, int], ...]


@dataclass(frozen=True, slots=True)
class _NobleFace:
    points: int
    needs: Gems


def _lines(name: str) -> Iterator[list[str]]:
    """The fields of each line of a table in this package but its heading."""
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return (line.split(",") for line in text.splitlines()[1:])


def _numbers(fields: list[str]) -> Gems:
    return tuple(map(int, fields))


def _costs(price: Gems) -> tuple[tuple[Token, int], ...]:
    return tuple((gem, number) for gem, number in zip(GEMS, price, strict=True) if number)


_CARD_LINES = tuple(_lines("cards.csv"))  # id, level, bonus, points, price
_CARD_FACES: tuple[tuple[_CardFace, ...], ...] = tuple(
    tuple(
        _CardFace(Token.parse(bonus), int(points), _numbers(price), _costs(_numbers(price)))
        for _, at, bonus, points, *price in _CARD_LINES
        if int(at) == level
    )
    for level in LEVELS
)
_NOBLE_FACES = tuple(_NobleFace(int(points), _numbers(needs)) for _, points, *needs in _lines("nobles.csv"))

DECKS: tuple[tuple[Card, ...], ...] = tuple(
    tuple(Card(level, place + 1) for place in range(len(faces)))
    for level, faces in zip(LEVELS, _CARD_FACES, strict=True)
)
CARDS: tuple[Card, ...] = tuple(card for deck in DECKS for card in deck)
NOBLES: tuple[Noble, ...] = tuple(Noble(place + 1) for place in range(len(_NOBLE_FACES)))
_CARD_NAMES = {str(card): card for card in CARDS}
_NOBLE_NAMES = {str(noble): noble for noble in NOBLES}
