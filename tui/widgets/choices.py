"""A list to choose from: headings, rows, and a cursor that stops at rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from textual.message import Message

from tui.drawing import Brush, Line, Lines, clipped, line_width
from tui.widgets.drawn import Drawn

HASTE = 0.5  # seconds for which Enter is not taken after the list has changed under it


@dataclass(frozen=True, slots=True)
class Row:
    """value: what is chosen with this row; None for a heading or an empty line."""

    line: Line
    value: Any = None


class Choices(Drawn):
    class Moved(Message):
        """The cursor stands on another row."""

    class Taken(Message):
        """Somebody chose the row with the cursor."""

        def __init__(self, value: Any, *, clicked: bool = False) -> None:
            super().__init__()
            self.value = value
            self.clicked = clicked

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: tuple[Row, ...] = ()
        self.cursor = 0
        self.first = 0  # the row at the top
        self.strayed = -HASTE  # when the row under the cursor went away

    @property
    def value(self) -> Any:
        return self.rows[self.cursor].value if self.cursor < len(self.rows) else None

    def show(self, rows: Sequence[Row], value: Any = None) -> None:
        """New rows. The cursor goes to the row of this value, or stays with the value that it is on."""
        wanted = self.value if value is None else value
        self.rows = tuple(rows)
        stops = [place for place, row in enumerate(self.rows) if row.value is not None]
        same = [place for place in stops if self.rows[place].value == wanted]
        if not same and wanted is not None:
            self.strayed = monotonic()
        self.cursor = (same or [min(stops, key=lambda place: abs(place - self.cursor), default=0)])[0]
        self.redraw()
        self.post_message(self.Moved())

    def press(self, key: str) -> bool:
        """Whether the key means something here."""
        match key:
            case "up" | "down":
                self._step(1 if key == "down" else -1)
            case "pageup" | "pagedown":
                for _ in range(max(1, self.size.height - 2)):
                    self._step(1 if key == "pagedown" else -1, around=False)
            case "enter" | "space":
                if monotonic() - self.strayed < HASTE:
                    self.post_message(self.Moved())  # meant for a row that has just gone: say what is marked instead
                elif self.value is not None:
                    self.post_message(self.Taken(self.value))
            case _:
                return False
        return True

    def _step(self, by: int, *, around: bool = True) -> None:
        stops = [place for place, row in enumerate(self.rows) if row.value is not None]
        if not stops:
            return
        place = stops.index(self.cursor) + by if self.cursor in stops else 0
        self.cursor = stops[place % len(stops) if around else max(0, min(place, len(stops) - 1))]
        self.redraw()
        self.post_message(self.Moved())

    def drawing(self, brush: Brush) -> Lines:
        room = brush.height
        if self.cursor < self.first + 1:
            self.first = max(0, self.cursor - 1)  # the heading above stays in sight
        self.first = max(self.first, self.cursor - room + 1)
        self.first = max(0, min(self.first, len(self.rows) - room))
        window = self.rows[self.first : self.first + room]
        return tuple(self._row(row, place == self.cursor, brush) for place, row in enumerate(window, self.first))

    def _row(self, row: Row, here: bool, brush: Brush) -> Line:
        if not here or row.value is None:
            return clipped(((" " * (3 if row.value is not None else 1), ""), *row.line), brush.width)
        line: Line = tuple((text, f"lane {ink} bold") for text, ink in row.line)
        line = clipped(((f" {brush.glyph('▸', '>')} ", "lane accent bold"), *line), brush.width)
        return (*line, (" " * (brush.width - line_width(line)), "lane"))

    def on_drawn_clicked(self, event: Drawn.Clicked) -> None:
        place = self.first + event.y
        if place < len(self.rows) and self.rows[place].value is not None:
            if place == self.cursor and monotonic() - self.strayed >= HASTE:
                self.post_message(self.Taken(self.value, clicked=True))
            self.cursor = place
            self.redraw()
            self.post_message(self.Moved())
