"""Where things lie on the table of Splendor: lines and columns for the height there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.splendor.cards import GEMS, GOLD, LEVELS, Card, Token
from engine.splendor.view import View

WIDTH = 79
ROWS = 3  # from the top: levels 3, 2 and 1
DECK, KEPT = 0, 5  # places of a row: the deck, four cards, and one that I reserved

GEM_X = tuple(9 + 4 * gem for gem in Token)  # a bracket, three cells, and the next bracket
SUM_X, POINTS_X, CARDS_X, RIGHT_X = 32, 36, 40, 44
NOBLE_X, NOBLE_CELLS = 7, 12
BOXES = ((0, 9), *((9 + 14 * place, 14) for place in range(4)), (65, 14))  # column and width, by place

Piece: TypeAlias = Card | int  # a card, or the level of a deck


@dataclass(frozen=True, slots=True)
class Plan:
    """Which line holds what."""

    seats: int
    card: int  # lines of a card: 2, 4 with a frame, 6 with room in the frame
    noble: int  # lines of the nobles: 1, or 4 with a frame
    seat: int  # lines of a seat: 1 or 2
    above: int  # empty lines between nobles and cards
    below: int  # empty lines between cards and bank

    @classmethod
    def of(cls, height: int, seats: int) -> Plan:
        """The roomiest that fits."""
        shapes = (
            (6, 4, 2, 1, 1),
            (6, 4, 2, 0, 1),
            (6, 4, 2, 0, 0),
            (6, 1, 2, 0, 0),
            (6, 1, 1, 0, 1),
            (6, 1, 1, 0, 0),
            (4, 1, 2, 0, 1),
            (4, 1, 1, 1, 1),
            (4, 1, 1, 0, 0),
            (2, 1, 1, 1, 1),
            (2, 1, 1, 0, 1),
        )
        plans = (cls(seats, *shape) for shape in shapes)
        return next((plan for plan in plans if plan.height <= height), cls(seats, 2, 1, 1, 0, 0))

    @property
    def rows(self) -> int:
        return self.noble + self.above

    def row(self, row: int) -> int:
        return self.rows + row * self.card

    @property
    def heading(self) -> int:
        return self.row(ROWS) + self.below

    @property
    def bank(self) -> int:
        return self.heading + 1

    def holding(self, seat: int) -> int:
        return self.bank + 1 + seat * self.seat

    @property
    def foot(self) -> int:
        """The line for what a choice changes, or what the signs mean."""
        return self.holding(self.seats)

    @property
    def height(self) -> int:
        return self.foot + 1


def level(row: int) -> int:
    return LEVELS[-1] - row


def kept(view: View) -> tuple[Card, ...]:
    """The cards that the view's seat reserved."""
    return (*view.mine.reserved, *view.hidden)


def has_gold(view: View) -> bool:
    """Whether the game has any (option gold)."""
    return bool(view.bank[GOLD] or any(holding.tokens[GOLD] for holding in view.holdings))


def piece(view: View, row: int, place: int) -> Piece | None:
    """What lies there; None: nothing."""
    if place == DECK:
        return level(row) if view.decks[level(row) - 1] else None
    if place == KEPT:
        return kept(view)[row] if row < len(kept(view)) else None
    return view.rows[level(row) - 1][place - 1]


def places(view: View, row: int) -> list[int]:
    """The places of a row where something lies."""
    return [place for place in range(KEPT + 1) if piece(view, row, place) is not None]


def middle(place: int) -> int:
    """The column in the middle of a place."""
    x, cells = BOXES[place]
    return x + cells // 2


def gem_middle(gem: Token) -> int:
    return GEM_X[gem] + 2


def nearest_place(view: View, row: int, x: int) -> int:
    return min(places(view, row), key=lambda place: abs(middle(place) - x))


def nearest_gem(x: int) -> Token:
    return min(GEMS, key=lambda gem: abs(gem_middle(gem) - x))


SYMBOLS = dict(zip(Token, "◇●▲■◆★", strict=True))
HUES = dict(zip(Token, ("white", "blue", "green", "red", "black", "gold"), strict=True))
LETTERS = {**{gem: str(gem) for gem in GEMS}, GOLD: "o"}  # the keys; g is emerald, so gold has its second letter
