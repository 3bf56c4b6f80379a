"""The keys of the screen one came from, and the rules of its game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.app import ComposeResult

from engine.game import AnyGame
from tui.drawing import Brush, Line, Lines, wrapped
from tui.keys import Key, table
from tui.screens.page import Page
from tui.widgets.drawn import Drawn

LONGEST = 92  # columns of a line that is still easy to read
_LOUD = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")


class Text(Drawn):
    """Lines to scroll through."""

    def __init__(self, keys: Sequence[Key], game: AnyGame | None, signs: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.keys = keys
        self.signs = signs
        self.game = game
        self.first = 0
        self.total = 0

    def scroll(self, by: int) -> None:
        self.first += by
        self.redraw()

    def drawing(self, brush: Brush) -> Lines:
        cells = min(brush.width - 3, LONGEST)
        lines: list[Line] = [(), ((" Keys", "accent bold"),), (), *table(self.keys, cells, ascii=brush.ascii), ()]
        if self.signs:
            lines += [((" Signs", "accent bold"),), ()]
            lines += [((f"  {sign:<12}", "accent bold"), (meaning, "")) for sign, meaning in self.signs]
            lines.append(())
        if self.game is not None:
            lines += markdown(self.game.help(), cells)
        self.total = len(lines)
        self.first = max(0, min(self.first, len(lines) - brush.height))
        return tuple(lines[self.first : self.first + brush.height])


def markdown(text: str, cells: int) -> Lines:
    """The little Markdown that our rules use: headings, paragraphs, lists, **loud** words and `keys`."""
    lines: list[Line] = []
    for block in text.splitlines():
        block = block.rstrip()
        if not block:
            lines.append(())
        elif block.startswith("#"):
            lines.append(((f" {block.lstrip('# ')}", "accent bold"),))
        elif found := re.match(r"(\s*(?:[-*]|\d+\.)) (.*)", block):
            mark = found[1].strip()
            lines += _loud(found[2], cells, first=f" {'•' if mark in '-*' else mark:>3} ")
        else:
            lines += _loud(block, cells, first=" ")
    return tuple(lines)


def _loud(text: str, cells: int, *, first: str) -> Lines:
    """A paragraph with its loud words inked; wrapped first, so that no line is too long for its marks."""
    inks: list[str] = []
    plain = ""
    at = 0
    for found in _LOUD.finditer(text):
        plain += text[at : found.start()]
        inks += [""] * (len(plain) - len(inks))
        word = found[1] or found[2]
        plain += word
        inks += ["bold" if found[1] else "accent"] * len(word)
        at = found.end()
    plain += text[at:]
    inks += [""] * (len(plain) - len(inks))
    lines: list[Line] = []
    start = 0
    for number, row in enumerate(wrapped(plain, cells - len(first))):
        start = plain.index(row, start)
        spans = [(first if number == 0 else " " * len(first), "")]
        for character, ink in zip(row, inks[start:], strict=False):
            if spans[-1][1] == ink:
                spans[-1] = (spans[-1][0] + character, ink)
            else:
                spans.append((character, ink))
        start += len(row)
        lines.append(tuple(spans))
    return tuple(lines)


class HelpScreen(Page[None]):
    KEYS = (
        Key(("up", "down"), "↑↓", "scroll", "Scroll."),
        Key(("space", "pagedown"), "Space", "next page", "Scroll by a page."),
        Key(("q", "escape", "question_mark", "enter"), "q", "back", "Go back."),
    )

    def __init__(self, keys: Sequence[Key], game: AnyGame | None, signs: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.game = game
        self.text = Text(keys, game, signs)

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.text
        yield self.foot

    def on_mount(self) -> None:
        self.bar.show("Help", self.game.title if self.game else "")
        self.foot.show(self.KEYS)

    async def pressed(self, key: str) -> None:
        text = self.text
        match key:
            case "up" | "down":
                text.scroll(1 if key == "down" else -1)
            case "space" | "pagedown":
                text.scroll(text.size.height - 2)
            case "pageup" | "backspace":
                text.scroll(2 - text.size.height)
            case "home":
                text.scroll(-text.total)
            case "end":
                text.scroll(text.total)
            case "q" | "escape" | "question_mark" | "enter":
                self.dismiss()
