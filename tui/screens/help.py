"""The keys of the screen one came from, and the rules of its game."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from engine.game import AnyGame
from tui.drawing import Brush, Line, Lines, paragraph
from tui.keys import Key, table
from tui.markdown import markdown
from tui.screens.page import Page
from tui.widgets.drawn import Drawn

LONGEST = 92  # columns of a line that is still easy to read


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
            for sign, meaning in self.signs:
                first, *rest = paragraph(meaning, cells - 14)
                lines += [((f"  {sign:<12}", "accent bold"), *first), *(((" " * 14, ""), *more) for more in rest)]
            lines.append(())
        if self.game is not None:
            lines += markdown(self.game.help(), cells)
        self.total = len(lines)
        self.first = max(0, min(self.first, len(lines) - brush.height))
        return tuple(lines[self.first : self.first + brush.height])


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
