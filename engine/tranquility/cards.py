"""The 85 cards of Tranquility and one Start for each player."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Refused


class Card(int):
    """An island is its number, 1 to 80; Finish and Start come after them, as the notation orders a hand."""

    __slots__ = ()

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Card({int(self)})"

    @property
    def is_island(self) -> bool:
        return self <= HIGHEST

    @classmethod
    def parse(cls, text: str) -> Card:
        if (card := _BY_NAME.get(text)) is None:
            raise Refused(f"“{text}” is no card; the cards are 1 to {HIGHEST}, finish and start.")
        return card


HIGHEST = 80  # the islands are 1 to 80
FINISH = Card(81)
START = Card(82)
ISLANDS: tuple[Card, ...] = tuple(map(Card, range(1, HIGHEST + 1)))
FINISHES = 5  # in the game
DECK: tuple[Card, ...] = (*ISLANDS, *[FINISH] * FINISHES)  # without the Starts

_NAMES = ("", *map(int.__repr__, ISLANDS), "finish", "start")
_BY_NAME = {str(card): card for card in (*ISLANDS, FINISH, START)}


def tidy(cards: Iterable[Card]) -> tuple[Card, ...]:
    """In the order of the notation: islands rising, then Finish, then Start."""
    return tuple(sorted(cards))
