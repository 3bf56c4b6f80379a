"""A toy screen for tests of what carries screens: a board of 42 cells, a log beside it, a line of keys below."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Footer, Input, RichLog, Static

from net.session import Session
from tui.hosted import HostedApp

COLUMNS, ROWS = 7, 6
PLAIN = Style.parse("#d0d0d0 on #202028")
CHOSEN = Style.parse("bold #101010 on #e0b040")


class ToyBoard(Widget, can_focus=True):
    """42 cells and a cursor, drawn by the line API."""

    cursor: reactive[int] = reactive(0, repaint=False)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "move(1)", "Right"),
        Binding("left", "move(-1)", "Left"),
        Binding("down", "move(7)", "Down"),
        Binding("up", "move(-7)", "Up"),
    ]

    def action_move(self, by: int) -> None:
        self.cursor = (self.cursor + by) % (COLUMNS * ROWS)

    def watch_cursor(self, old: int, new: int) -> None:
        for cell in (old, new):
            self.refresh(Region(0, cell // COLUMNS * 2, self.size.width, 2))
        self.app.query_one("#status", Static).update(f"cell {new}")

    def on_click(self, event: events.Click) -> None:
        self.cursor = min(COLUMNS * ROWS - 1, event.y // 2 * COLUMNS + event.x // 6)

    def render_line(self, y: int) -> Strip:
        row, line = divmod(y, 2)
        if row >= ROWS:
            return Strip.blank(self.size.width, PLAIN)
        segments = []
        for column in range(COLUMNS):
            cell = row * COLUMNS + column
            style = CHOSEN if cell == self.cursor else PLAIN
            segments.append(Segment(f" {cell:2} ♠ " if line == 0 else "  ──  ", style))
        return Strip(segments).adjust_cell_length(self.size.width, PLAIN)


class ToyApp(HostedApp):
    """What a table screen weighs, without a game."""

    CSS = """
    ToyBoard { width: 44; height: 1fr; background: #202028; }
    #log { width: 1fr; border: round $primary; }
    #status { height: 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "Leave"),
        Binding("x", "crash", "Crash"),
        Binding("m", "mouse", "Mouse"),
        Binding("b", "busy", "Busy"),
        Binding("w", "open", "Web"),
    ]

    def __init__(self, session: Session | None = None) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.busy = False

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield ToyBoard(id="board")
            yield RichLog(id="log", max_lines=200, markup=False)
        yield Static("ready", id="status", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(ToyBoard).focus()
        log = self.query_one(RichLog)
        for line in range(6):
            log.write(f"Seat {line % 2 + 1} played card {line}.")

    def on_key(self, event: events.Key) -> None:
        self.heard.append(event.key)

    def on_paste(self, event: events.Paste) -> None:
        self.heard.append(f"paste {event.text}")

    def action_leave(self) -> None:
        self.exit(0)

    def action_crash(self) -> None:
        secret = "the hand is 7 of hearts"
        raise RuntimeError("toy crash" if secret else "")

    def action_mouse(self) -> None:
        self.turn_mouse(not self.mouse)

    def action_busy(self) -> None:
        self.call_later(self._be_busy)

    async def _be_busy(self) -> None:
        self.busy = True
        await asyncio.Event().wait()  # an app that does not answer any more

    def action_open(self) -> None:
        self.open_url("https://example.org/")


class TypingToy(HostedApp):
    """One line to type in."""

    def __init__(self, session: Session | None = None) -> None:
        super().__init__()

    def compose(self) -> ComposeResult:
        yield Input(id="line")
        yield Static("", id="echo", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value == "quit":
            self.exit(0)
        self.query_one("#echo", Static).update(f"[{event.value}]")
        event.input.clear()


class Watched:
    """A factory that remembers its apps."""

    def __init__(self, kind: type[ToyApp] = ToyApp) -> None:
        self.kind = kind
        self.apps: list[ToyApp] = []

    def __call__(self, session: Session) -> HostedApp:
        app = self.kind(session)
        self.apps.append(app)
        return app

    @property
    def heard(self) -> list[str]:
        return self.apps[-1].heard
