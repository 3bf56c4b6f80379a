"""Where everything lies on the table of Tranquility: the sea, the hand below it, the panel beside it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tranquility.sea import CELLS, ROW

LEFT = 9  # columns before column a
PITCH = 7  # columns from one cell of the sea to the next, the line between them included
FACE = 5  # columns of a cell; brackets go on the line to both sides
TURN = LEFT + PITCH * ROW - 1  # the column in which the line turns to the row above
PANEL = TURN + 3
HAND = 8  # columns before the hand
HELD_PITCH = 9  # columns from one card of the hand to the next
HELD = 8  # columns of a card of the hand, room for brackets included


@dataclass(frozen=True, slots=True)
class Plan:
    """Which line holds what, for the height there is.

    tile, held: lines of an island on the sea, and of a card in hand: 1, or 3 where there is room for a frame.
    """

    tile: int
    held: int
    top: int  # the line of the highest row
    letters: int  # the names of the columns
    hand: int  # the numbers of the hand; the words below it come after the frame
    more: int | None  # from here on there is room for what one discarded
    height: int

    @classmethod
    def of(cls, height: int) -> Plan:
        tile = 3 if height >= 28 else 1
        held = 3 if height >= 16 else 1
        air = height >= 32
        letters = air + (tile + 1) * ROW - 1
        hand = letters + 1 + air + held // 2
        words = hand + held // 2 + 1
        return cls(tile, held, int(air), letters, hand, words + 2 if air else None, words + 4 if air else words + 1)

    def row(self, row: int) -> int:
        """The line with the numbers of a row; 0 is the bottom one."""
        return self.top + (ROW - 1 - row) * (self.tile + 1) + self.tile // 2

    @property
    def words(self) -> int:
        return self.hand + self.held // 2 + 1


def column(cell: int) -> int:
    """The first of the cell's columns."""
    return LEFT + PITCH * (cell % ROW)


def row_of(cell: int) -> int:
    return cell // ROW


def held_column(place: int) -> int:
    return HAND + HELD_PITCH * place


def cell_at(x: int, y: int, plan: Plan) -> int | None:
    """The cell of the sea that lies there."""
    for cell in range(CELLS):
        if abs(plan.row(row_of(cell)) - y) <= plan.tile // 2 and column(cell) <= x < column(cell) + FACE:
            return cell
    return None
