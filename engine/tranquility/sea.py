"""The sea: 36 cells in one line, and what an island costs where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Refused
from engine.tranquility.cards import HIGHEST, Card

ROW = 6
CELLS = ROW * ROW
Sea: TypeAlias = tuple[Card | None, ...]  # by cell, along the line: the bottom row from the left, then the row above
EMPTY: Sea = (None,) * CELLS
CELL_NAMES: tuple[str, ...] = tuple(f"{'abcdef'[cell % ROW]}{cell // ROW + 1}" for cell in range(CELLS))
_BY_NAME = {name: cell for cell, name in enumerate(CELL_NAMES)}


def parse_cell(text: str) -> int:
    if (cell := _BY_NAME.get(text)) is None:
        raise Refused(f"“{text}” is no cell; the cells are a1 to f6.")
    return cell


@dataclass(frozen=True, slots=True)
class Gap:
    """A run of empty cells, perhaps of none: from `first` up to, not including, `end`.

    low, high: the cards on both sides of it; 0 and 81 where the line ends.
    """

    first: int
    end: int
    low: int
    high: int

    @property
    def cells(self) -> range:
        return range(self.first, self.end)

    @property
    def numbers(self) -> int:
        """How many numbers could lie here. None of them is on the sea, for the sea is in order."""
        return self.high - self.low - 1

    def price(self, card: int, cell: int) -> int:
        """Cards to pay for laying a fitting card on one of the cells."""
        below = card - self.low if cell == self.first > 0 else HIGHEST
        above = self.high - card if cell == self.end - 1 < CELLS - 1 else HIGHEST
        cheapest = min(below, above)
        return 0 if cheapest == HIGHEST else cheapest


def gap_for(sea: Sea, number: int) -> Gap:
    """Where a number that is not on the sea would be in order."""
    first, low = 0, 0
    for cell, card in enumerate(sea):
        if card is not None:
            if card > number:
                return Gap(first, cell, low, card)
            first, low = cell + 1, card
    return Gap(first, CELLS, low, HIGHEST + 1)


def gaps(sea: Sea) -> tuple[Gap, ...]:
    """All runs of empty cells, along the line."""
    found = []
    first, low = 0, 0
    for cell, card in enumerate((*sea, HIGHEST + 1)):
        if card is not None:
            if cell > first:
                found.append(Gap(first, cell, low, card))
            first, low = cell + 1, card
    return tuple(found)


def price(sea: Sea, card: int, cell: int) -> int | None:
    """Cards to pay for laying an island on a cell; None if it does not fit there."""
    gap = gap_for(sea, card)
    return gap.price(card, cell) if cell in gap.cells else None


def filled(sea: Sea) -> int:
    return CELLS - sea.count(None)
