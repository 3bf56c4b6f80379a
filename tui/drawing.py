"""Drawings as plain values: lines of inked text, and a canvas to make them on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len, get_character_cell_size

Span = tuple[str, str]  # text, ink (words of tui.theme, later over earlier; "" is plain text)
Line = tuple[Span, ...]
Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Brush:
    """What a drawing is made for: the room there is, and which characters the terminal knows."""

    width: int
    height: int
    ascii: bool = False

    def glyph(self, fancy: str, plain: str | None = None) -> str:
        """One of two ways to draw the same, both as wide; plain None: as everywhere. Nothing with U+FE0F: terminals
        differ on its width."""
        return fancy if not self.ascii else in_ascii(fancy) if plain is None else plain


def plain(lines: Iterable[Line]) -> str:
    """A drawing without its inks, as goldens keep it."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def width(text: str) -> int:
    return cell_len(text)


def line_width(line: Line) -> int:
    return sum(cell_len(text) for text, _ in line)


def fit(text: str, cells: int, *, ascii: bool = False) -> str:
    """The text in at most so many cells; what was cut off shows as an ellipsis."""
    if cell_len(text) <= cells:
        return text
    more = "~" if ascii else "…"
    kept, room = "", cells - 1
    for character in text:
        room -= get_character_cell_size(character)
        if room < 0:
            break
        kept += character
    return kept + more if cells > 0 else ""


# No two signs of one game's board may become the same character.
_ALIKE = str.maketrans(
    "’‘“”…·×›‹–—•▴▸◂▶○●▲■◆◇★←→↑↓" + "─│╭╮╰╯" + "═║╔╗╚╝",
    "''\"\"~.x><--=^><>o@%#&$*<>^v" + "-|++++" + "=#####",
)


def in_ascii(text: str) -> str:
    """The same text, as wide, for a terminal that knows nothing else."""
    if text.isascii():
        return text
    text = text.translate(_ALIKE)
    return "".join(c if c.isascii() else "?" * get_character_cell_size(c) for c in text)


def padded(text: str, cells: int, *, ascii: bool = False) -> str:
    """Exactly so many cells."""
    text = fit(text, cells, ascii=ascii)
    return text + " " * (cells - cell_len(text))


def wrapped(text: str, cells: int) -> Iterator[str]:
    """The text in lines of at most so many cells, broken at spaces where there are any."""
    line = ""
    for word in text.split():
        if line and cell_len(line) + 1 + cell_len(word) <= cells:
            line += " " + word
            continue
        if line:
            yield line
        while cell_len(word) > cells > 0:
            head = ""
            for character in word:
                if cell_len(head + character) > cells:
                    break
                head += character
            yield head or word[0]
            word = word[len(head) or 1 :]
        line = word
    yield line


def paragraph(text: str, cells: int, ink: str = "", *, first: str = "", rest: str | None = None) -> Lines:
    """Wrapped text; `first` stands before the first line, `rest` (as many blanks) before the others."""
    rest = " " * cell_len(first) if rest is None else rest
    lines = wrapped(text, max(1, cells - max(cell_len(first), cell_len(rest))))
    return tuple((((first if number == 0 else rest) + line, ink),) for number, line in enumerate(lines))


def spread(left: Line, right: Line, cells: int) -> Line:
    """Two lines in one, the second flush right; the first gives way."""
    room = cells - line_width(right) - 1
    return (*clipped(left, room), (" " * max(1, cells - min(line_width(left), room) - line_width(right)), ""), *right)


def clipped(line: Line, cells: int) -> Line:
    kept: list[Span] = []
    for text, ink in line:
        if cells <= 0:
            break
        text = fit(text, cells)
        cells -= cell_len(text)
        kept.append((text, ink))
    return tuple(kept)


class Canvas:
    """Cells to draw on. What falls outside is left out, so a drawing never breaks its frame."""

    def __init__(self, brush: Brush, ink: str = "") -> None:
        self.brush = brush
        self._glyphs = [[" "] * brush.width for _ in range(brush.height)]
        self._inks = [[ink] * brush.width for _ in range(brush.height)]

    def put(self, x: int, y: int, text: str, ink: str | None = None) -> int:
        """Write text from a cell on; ink None keeps what the cells have. Returns the column after it."""
        if not 0 <= y < self.brush.height:
            return x + cell_len(text)
        glyphs, inks = self._glyphs[y], self._inks[y]
        for character in text:
            size = get_character_cell_size(character)
            if size and x >= 0 and x + size <= self.brush.width:
                glyphs[x] = character
                for cell in range(x, x + size):
                    if cell > x:
                        glyphs[cell] = ""  # the right half of a wide character
                    if ink is not None:
                        inks[cell] = ink
            x += size
        return x

    def tint(self, x: int, y: int, cells: int, ink: str) -> None:
        """Ink cells and keep what is written there."""
        if 0 <= y < self.brush.height:
            for cell in range(max(0, x), min(self.brush.width, x + cells)):
                self._inks[y][cell] = ink

    def lines(self) -> Lines:
        return tuple(tuple(_spans(*row)) for row in zip(self._glyphs, self._inks, strict=True))


def _spans(glyphs: list[str], inks: list[str]) -> Iterator[Span]:
    start = 0
    for x in range(1, len(glyphs) + 1):
        if x == len(glyphs) or inks[x] != inks[start]:
            yield "".join(glyphs[start:x]), inks[start]
            start = x
