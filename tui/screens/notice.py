"""Something that one must have read before one goes on."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from tui.drawing import Brush, Line, Lines, paragraph
from tui.keys import Key
from tui.screens.page import Page
from tui.widgets.drawn import Drawn

LONGEST = 76  # cells of a line that is easy to read
ON = Key(("enter", "space", "q", "escape"), "Enter", "go on", "Go on.")


class Said(Drawn):
    """Paragraphs; one that begins with a space is shown as it is, loud."""

    def __init__(self, paragraphs: Sequence[str]) -> None:
        super().__init__()
        self.paragraphs = paragraphs

    def drawing(self, brush: Brush) -> Lines:
        lines: list[Line] = [()]
        for text in self.paragraphs:
            if text.startswith(" "):
                lines.append(((f"   {text}", "accent bold"),))
            else:
                lines += paragraph(text, min(brush.width - 2, LONGEST), first="  ")
            lines.append(())
        return tuple(lines[: brush.height])


class NoticeScreen(Page[str]):
    """Dismissed with the press of one of the keys: by default only `enter`, to go on."""

    def __init__(self, title: str, paragraphs: Sequence[str], more: Sequence[Key] = (), on: Key = ON) -> None:
        super().__init__()
        self.heading = title
        self.said = Said(paragraphs)
        self.on = on
        self.more = more

    def keys(self) -> Sequence[Key]:
        return (*self.more, self.on)

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.said
        yield self.foot

    def on_mount(self) -> None:
        self.bar.show("Hushtable", self.heading)
        self.foot.show(self.keys())

    async def pressed(self, key: str) -> None:
        for known in self.keys():
            if key in known.presses:
                self.dismiss(known.presses[0])
                return
