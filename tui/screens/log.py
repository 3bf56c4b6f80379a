"""Everything that happened at a table, to scroll through."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from tui.keys import Key
from tui.screens.page import Page
from tui.widgets.log import Entry, Log


class LogScreen(Page[None]):
    KEYS = (
        Key(("up", "down"), "↑↓", "scroll", "Scroll."),
        Key(("space",), "Space", "page up", "Scroll by a page."),
        Key(("q", "escape", "l", "enter"), "q", "back", "Go back."),
    )

    def __init__(self, entries: Sequence[Entry], new: int) -> None:
        super().__init__()
        self.whole = Log(id="whole")
        self.entries = list(entries)
        self.new = new

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.whole
        yield self.foot

    def on_mount(self) -> None:
        self.bar.show("What happened so far")
        self.foot.show(self.KEYS)
        self.whole.show(self.entries, self.new)

    async def pressed(self, key: str) -> None:
        log = self.whole
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
