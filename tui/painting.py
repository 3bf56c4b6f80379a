"""What a person's terminal shows, cell by cell, and the shortest text that makes it show something else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

from tui.colour import PLAIN, Depth, Pen, change, pen

_SECOND = "\0"  # the right half of a wide character; no real cell can hold it
_UNDRAWN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Mn", "Me"})
_GAP = 5  # unchanged cells that are cheaper to write again than to jump over


@lru_cache(4096)
def cells(text: str) -> str:
    """One character a cell: no controls (ever), nothing of width 0, each wide character followed by its half.

    The result is as wide as the layout thinks the text is, so what is left out becomes blank.
    """
    if text.isascii() and text.isprintable():
        return text
    drawn: list[str] = []
    for character in text:
        width = get_character_cell_size(character)
        if width and unicodedata.category(character) not in _UNDRAWN:
            drawn.append(character if width == 1 else character + _SECOND)
    return "".join(drawn).ljust(cell_len(text))


class Picture:
    """The cells of one terminal as it shows them now."""

    def __init__(self, columns: int, rows: int, depth: Depth) -> None:
        self._depth = depth
        self.clear(columns, rows)

    def clear(self, columns: int, rows: int) -> None:
        """The terminal was emptied (`\\x1b[0m\\x1b[2J`), perhaps at another size."""
        self.columns = columns
        self.rows = rows
        self._glyphs = [" " * columns] * rows
        self._pens: list[list[Pen]] = [[PLAIN] * columns] * rows
        self._pen = PLAIN

    def repainted(self, update: CompositorUpdate) -> str:
        """Take over what the compositor drew; the text that makes the terminal show it."""
        out: list[str] = []
        self._at: tuple[int, int] | None = None
        match update:
            case LayoutUpdate():
                top, left = update.region.y, update.region.x
                for y, strips in enumerate(update.strips, top):
                    self._overlay(out, y, [(left, (s for strip in strips for s in strip), 0, self.columns)])
            case ChopsUpdate():
                for y, x1, x2 in update.spans:
                    pieces = [
                        (x, strip, x1, x2)
                        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False)
                        if strip is not None and x < x2 and end > x1
                    ]
                    self._overlay(out, y, pieces)
            case _:
                raise TypeError(f"Textual drew {type(update).__name__}, which we cannot show")
        return "".join(out)

    def _overlay(self, out: list[str], y: int, pieces: Sequence[tuple[int, Iterable[Segment], int, int]]) -> None:
        """Put pieces (first column, segments, visible from, visible to) over one row."""
        if not 0 <= y < self.rows:
            return
        glyphs, pens = self._glyphs[y], self._pens[y]
        for x, segments, start, end in pieces:
            start, end = max(start, 0), min(end, self.columns)
            drawn: list[str] = []
            inks: list[Pen] = []
            for text, style, control in segments:
                if control:
                    continue
                part = cells(text)
                drawn.append(part)
                inks += [pen(style, self._depth)] * len(part)
            line = "".join(drawn)
            first, last = max(start, x), min(end, x + len(line))
            if first >= last:
                continue
            glyphs = glyphs[:first] + line[first - x : last - x] + glyphs[last:]
            pens = pens[:first] + inks[first - x : last - x] + pens[last:]
        if glyphs != self._glyphs[y] or pens != self._pens[y]:
            glyphs = _whole(glyphs)
            self._send(out, y, glyphs, pens)
            self._glyphs[y], self._pens[y] = glyphs, pens

    def _send(self, out: list[str], y: int, glyphs: str, pens: list[Pen]) -> None:
        old_glyphs, old_pens = self._glyphs[y], self._pens[y]
        changed = [x for x in range(self.columns) if glyphs[x] != old_glyphs[x] or pens[x] != old_pens[x]]
        for start, end in _runs(changed, glyphs):
            if self._at != (start, y):
                out.append(f"\x1b[{y + 1};{start + 1}H")
            for x in range(start, end):
                glyph = glyphs[x]
                if glyph == _SECOND:
                    continue
                if pens[x] != self._pen:
                    out.append(change(self._pen, pens[x]))
                    self._pen = pens[x]
                out.append(glyph)
            # After a wide character at the end, or in the last column, terminals differ on where the cursor is.
            sure = end < self.columns and _SECOND not in glyphs[start:end]
            self._at = (end, y) if sure else None


def _whole(glyphs: str) -> str:
    """Halves of wide characters that lost their other half become blanks."""
    if glyphs.isascii() and _SECOND not in glyphs:
        return glyphs
    whole = list(glyphs)
    for x, glyph in enumerate(glyphs):
        if glyph == _SECOND:
            if x == 0 or glyphs[x - 1] == _SECOND or get_character_cell_size(glyphs[x - 1]) != 2:
                whole[x] = " "
        elif get_character_cell_size(glyph) == 2 and glyphs[x + 1 : x + 2] != _SECOND:
            whole[x] = " "
    return "".join(whole)


def _runs(changed: list[int], glyphs: str) -> Iterable[tuple[int, int]]:
    """Columns to write as (first, past the last), joined over small gaps, wide characters kept whole."""
    start = end = -1
    for x in changed:
        if x > end + _GAP or start < 0:
            if start >= 0:
                yield start, end
            start = x - 1 if glyphs[x] == _SECOND else x
        end = x + 2 if glyphs[x + 1 : x + 2] == _SECOND else x + 1
    if start >= 0:
        yield start, end
