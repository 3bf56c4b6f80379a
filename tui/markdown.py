"""The rules of a game, which are Markdown, as lines of inked text, or as plain lines for ears."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tui.drawing import Line, Lines, Span, width, wrapped

_LOUD = re.compile(r"`(?P<accent>.+?)`|\*\*(?P<bold>.+?)\*\*|\*(?P<under>.+?)\*")
_ITEM = re.compile(r"(?P<indent>\s*)(?P<mark>[-*]|\d+\.) (?P<text>.*)")
_GAP = "  "  # between the columns of a table


def markdown(text: str, cells: int) -> Lines:
    """What our rules use of it: headings, paragraphs, lists, tables, **loud** and *weighty* words and `notation`."""
    lines: list[Line] = []
    table: list[str] = []
    for block in [*text.splitlines(), ""]:
        block = block.rstrip()
        if block.startswith("|"):
            table.append(block)
            continue
        lines += _table(table, cells - 1)
        table = []
        if block.startswith("#"):
            lines.append(((f" {block.lstrip('# ')}", "accent bold"),))
        elif found := _ITEM.match(block):
            mark = " • " if found["mark"] in "-*" else f"{found['mark']:>3}"
            lines += _hanging(found["text"], cells, f" {found['indent']}{mark} ")
        elif block:
            lines += _hanging(block, cells, " ")
        else:
            lines.append(())
    return tuple(lines[:-1])


def said(text: str) -> Iterator[str]:
    """The same for ears: each heading, paragraph, item and row of a table a line, without any mark."""
    heads: Sequence[str] = ()
    for block in text.splitlines():
        if not block.startswith("|"):
            heads = ()
            if plain := _quoted(block.lstrip("# -").rstrip()):
                yield plain
        elif not heads:
            heads = [head.replace(":", ",") for head in _cells(block)]
        elif not _is_rule(cells := _cells(block)):
            row = zip(heads, map(_quoted, cells), strict=True)
            yield "; ".join(f"{head}: {cell}" if head else cell for head, cell in row) + "."


def _hanging(text: str, cells: int, first: str) -> Iterator[Line]:
    for number, row in enumerate(_rows(text, cells - width(first))):
        yield ((first if number == 0 else " " * width(first), ""), *row)


def _table(rows: Sequence[str], cells: int) -> Iterator[Line]:
    """Columns side by side, each as wide as it needs or as there is room for; the first row is the heading."""
    grid = [row for row in map(_cells, rows) if not _is_rule(row)]
    if not grid:
        return
    widths = _widths([max(width(_plain(cell)) for cell in column) for column in zip(*grid, strict=True)], cells)
    for number, row in enumerate(grid):
        columns = [list(_rows(cell, room)) for cell, room in zip(row, widths, strict=True)]
        for at in range(max(map(len, columns))):
            line: list[Span] = [(" ", "")]
            for column, room in zip(columns, widths, strict=True):
                spans = column[at] if at < len(column) else ()
                line += [(text, f"{ink} bold" if number == 0 else ink) for text, ink in spans]
                line.append((" " * (room - sum(width(text) for text, _ in spans)) + _GAP, ""))
            yield tuple(line)
        if number == 0:
            yield ((" " + _GAP.join("─" * room for room in widths), "dim"),)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


def _is_rule(cells: Sequence[str]) -> bool:
    """Whether this is the line below the heading of a table."""
    return all(set(cell) <= set("-:") and cell for cell in cells)


def _widths(wanted: Sequence[int], cells: int) -> list[int]:
    """What each column gets: the narrow ones what they want, the others equal parts of the rest."""
    room = cells - len(_GAP) * len(wanted)
    given: dict[int, int] = {}
    for left, column in enumerate(sorted(range(len(wanted)), key=lambda column: wanted[column])):
        share = (room - sum(given.values())) // (len(wanted) - left)
        given[column] = max(1, min(wanted[column], share))
    return [given[column] for column in range(len(wanted))]


def _plain(text: str) -> str:
    return _LOUD.sub(lambda found: found[found.lastgroup or 0], text)


def _quoted(text: str) -> str:
    """Plain, with what one types in quotes: it is told from the words around it by colour otherwise."""
    return _plain(re.sub("`(.+?)`", "“\\1”", text))


def _rows(text: str, cells: int) -> Iterator[Line]:
    """A text with its loud words inked; wrapped first, so that no line is too long for its marks."""
    plain, at = "", 0
    inks: list[str] = []
    for found in _LOUD.finditer(text):
        ink = found.lastgroup or ""
        plain += text[at : found.start()]
        inks += [""] * (len(plain) - len(inks))
        plain += found[ink]
        inks += [ink] * len(found[ink])
        at = found.end()
    plain += text[at:]
    inks += [""] * (len(plain) - len(inks))
    start = 0
    for row in wrapped(plain, max(1, cells)):
        start = plain.index(row, start)
        spans: list[Span] = []
        for character, ink in zip(row, inks[start:], strict=False):
            if spans and spans[-1][1] == ink:
                spans[-1] = (spans[-1][0] + character, ink)
            else:
                spans.append((character, ink))
        start += len(row)
        yield tuple(spans)
