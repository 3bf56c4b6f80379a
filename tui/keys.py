"""The one table of keys of a screen or board: what is pressed, what footer and help say of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tui.drawing import Line, Lines, line_width, wrapped


@dataclass(frozen=True, slots=True)
class Key:
    """presses: names of keys as Textual has them (`enter`, `up`, `question_mark`, `a`); all do the same.

    cap: what is printed for them. does: two words at most, for the footer; empty: only the help tells.
    help: a sentence.
    """

    presses: tuple[str, ...]
    cap: str
    does: str
    help: str


def footer(keys: Iterable[Key], cells: int, *, ascii: bool = False) -> Line:
    """As many keys as fit, in the order of the table; the last two (the way out, the help) always do."""
    shown = [key for key in keys if key.does]
    others, last = shown[:-2], shown[-2:]
    end = tuple(span for key in last for span in _shown(key, ascii))
    line: Line = ()
    for key in others:
        more = (*line, *_shown(key, ascii))
        if line_width(more) + line_width(end) <= cells:
            line = more
    return (*line, *end)


def _shown(key: Key, ascii: bool) -> Line:
    return ((" ", "lane"), (cap(key, ascii), "lane accent bold"), (f" {key.does} ", "lane dim"))


def cap(key: Key, ascii: bool) -> str:
    return key.cap.replace("←→↑↓", "arrows").replace("↑↓", "up/down").replace("←→", "left/right") if ascii else key.cap


def table(keys: Iterable[Key], cells: int, *, ascii: bool = False) -> Lines:
    """All keys, for the help."""
    lines: list[Line] = []
    for key in keys:
        first, *rest = wrapped(key.help, cells - 14)
        lines.append(((f"  {cap(key, ascii):<12}", "accent bold"), (first, "")))
        lines += [((" " * 14 + more, ""),) for more in rest]
    return tuple(lines)
