"""Where the parts of a table stand on the screen, for the room there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.geometry import Offset
from textual.widget import Widget

SIDE = 38  # columns of the second column
ABOVE, BELOW = 1, 4  # lines of the title; of the prompt with its rule, and of the keys
LOG = 3  # lines that the log has at least
SHORT = 14  # lines for which every board has a picture: below 24 rows the log gives way to it


@dataclass(frozen=True, slots=True)
class Box:
    x: int
    y: int
    width: int
    height: int

    def hold(self, widget: Widget) -> None:
        styles = widget.styles
        styles.offset = Offset(self.x, self.y)
        styles.width, styles.height = self.width, max(0, self.height)


def beside(columns: int, rows: int, seats: int) -> tuple[Box, Box, Box]:
    """Board, seats and log where there is room for a second column."""
    left, room = columns - SIDE - 1, rows - ABOVE - BELOW - 1
    y, below = ABOVE + 1, ABOVE + 1 + 3 * seats
    return (
        Box(0, y, left, room),
        Box(left + 1, y, SIDE, 3 * seats),
        Box(left + 1, below, SIDE, room - 3 * seats),
    )


def below(columns: int, rows: int, likes: Callable[[int], int]) -> tuple[Box, Box, Box]:
    """Board, seats and log one below the other. likes: lines that the board takes of so many."""
    room = rows - ABOVE - BELOW - 2
    most = max(room - LOG, min(room - 1, SHORT))
    height = min(most, likes(most))
    return (
        Box(0, ABOVE + 2, columns, height),
        Box(0, ABOVE, columns, 2),
        Box(0, ABOVE + 2 + height, columns, room - height),
    )
