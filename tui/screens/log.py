"""Everything that happened at a table, to scroll through."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from tui.keys import Key
from tui.screens.page import Page
from tui.widgets.bars import Keys, Title
from tui.widgets.log import Entry, Log


class LogScreen(Page[None]):
    KEYS = (
        Key(("up", "down"), "↑↓", "scroll", "Scroll."),
        Key(("space",), "Space", "page up", "Scroll by a page."),
        Key(("q", "escape", "l", "enter"), "q", "back", "Go back."),
    )

    def __init__(self, entries: Sequence[Entry], new: int) -> None:
        super().__init__()
        self.entries = list(entries)
        self.new = new

    def compose(self) -> ComposeResult:
        yield Title()
        yield Log(id="whole")
        yield Keys()

    def on_mount(self) -> None:
        self.query_one(Title).show("What happened so far")
        self.query_one(Keys).show(self.KEYS)
        self.query_one(Log).show(self.entries, self.new)

    async def pressed(self, key: str) -> None:
        log = self.query_one(Log)
        page = max(1, log.size.height - 3)
        match key:
            case "up" | "down":
                log.scroll(1 if key == "up" else -1)
            case "space" | "pageup":
                log.scroll(page)
            case "pagedown":
                log.scroll(-page)
            case "q" | "escape" | "l" | "enter":
                self.dismiss()
