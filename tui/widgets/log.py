"""What happened and what was said, newest at the bottom; what is new since one's own last turn has a mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tui.drawing import Brush, Line, Lines, paragraph
from tui.widgets.drawn import Drawn

REST = " " * 5  # before all lines of an entry but the first


@dataclass(frozen=True, slots=True)
class Entry:
    """speaker: who said it; empty for what happened at the table. aside: told to this person, and shown elsewhere."""

    text: str
    speaker: str = ""
    aside: bool = False


class Log(Drawn):
    """Whole entries, unless scrolled back. new: how many at the end came since the person's last turn."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries: Sequence[Entry] = ()
        self.new = 0
        self.back = 0  # lines scrolled back from the end

    def show(self, entries: Sequence[Entry], new: int) -> None:
        self.entries, self.new = entries, new
        self.redraw()

    def scroll(self, by: int) -> None:
        self.back = max(0, self.back + by)
        self.redraw()

    def drawing(self, brush: Brush) -> Lines:
        rule: Lines = (((brush.glyph("─") * brush.width, "faint"),),) if brush.height > 2 else ()
        room = brush.height - len(rule)
        lines: list[Line] = []
        wanted = room + self.back
        for age, entry in enumerate(reversed(self.entries)):
            more = _entry(entry, age < self.new, brush)
            if not self.back and lines and len(lines) + len(more) > room:
                break
            lines[:0] = more
            if len(lines) >= wanted:
                break
        self.back = max(0, min(self.back, len(lines) - room))
        if not self.back and len(lines) > room > 0:  # the newest alone is longer than the log
            lines = list(_end(self.entries[-1], self.new > 0, brush, room))
        end = len(lines) - self.back
        return (*rule, *lines[max(0, end - room) : end])


def _parts(entry: Entry, new: bool, brush: Brush) -> tuple[str, str, str]:
    """Sign, text and ink."""
    if entry.speaker:
        return brush.glyph("“"), f"{entry.speaker}: {entry.text}", "accent"
    return brush.glyph("•") if new else " ", entry.text, "" if new else "dim"


def _entry(entry: Entry, new: bool, brush: Brush) -> Lines:
    sign, text, ink = _parts(entry, new, brush)
    return paragraph(text, brush.width - 1, ink, first=f" {sign} ", rest=REST)


def _end(entry: Entry, new: bool, brush: Brush, room: int) -> Lines:
    """As much of the end of an entry as there is room for."""
    _, text, ink = _parts(entry, new, brush)
    words = text.split()
    for gone in range(1, len(words)):
        lines = paragraph(" ".join(words[gone:]), brush.width - 1, ink, first=f"   {brush.glyph('…')} ", rest=REST)
        if len(lines) <= room:
            return lines
    return _entry(entry, new, brush)[-room:]
