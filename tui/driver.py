"""Runs a Textual app on a `Terminal`: ours, of any kind, many in one process."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Literal, TextIO

from textual import events
from textual._compositor import CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from net.session import Session
from net.terminal import RESTORE, HungUp, Resized, Terminal, Typed
from tui.colour import Depth
from tui.hosted import HostedApp
from tui.keyboard import Keyboard
from tui.painting import Picture

log = logging.getLogger("hushtable.driver")

AppFactory = Callable[[Session], HostedApp]

_BACKLOG = 32_768  # bytes waiting at which painting stops
_STALL_SECONDS = 30.0  # a terminal that takes nothing for so long is cut
_LEAVE_SECONDS = 5.0  # an app that was asked to leave is cancelled after so long
_RESIZE_SECONDS = 0.05  # at most 20 sizes a second
_HOLD_SECONDS = 0.5  # the first frame waits until the app is ready, but not longer
_KEYS, _KEYS_SECOND = 400.0, 40.0  # events a person may send at once, and what grows back in a second: a held key
_QUIET_SECONDS = 0.25  # after a flood all is dropped until it pauses for so long
_QUEUE = 64  # messages an app has not looked at when its input waits

_ENTER = "\x1b[?1049h\x1b[0m\x1b[2J\x1b[?25l\x1b[?7l\x1b[?2004h"
_TITLE = "\x1b[22;2t\x1b]2;Hushtable\x07"
_TITLE_BACK = "\x1b[23;2t"
_MOUSE_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"  # presses and drags; each move would be far too much
_MOUSE_OFF = "\x1b[?1006l\x1b[?1002l\x1b[?1000l"
_SYNC_START, _SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
_SYNC_FROM = 1024  # characters; what does not know it ignores it, a small frame does not need it
_BARE = ("linux", "vt", "ansi")  # know neither titles nor the mouse
_CLIPBOARD = re.compile(r"\x1b\]52;c;[A-Za-z0-9+/=]{0,65536}\x07")


def can_draw(terminal: Terminal) -> bool:
    """Whether a full-screen app can run here; if not, the person gets text."""
    return terminal.is_pty and terminal.environ.get("TERM", "") not in {"", "dumb"}


async def run(app_factory: AppFactory, session: Session) -> int:
    """Run one app to its end and give its exit status; raises what made the app crash.

    The app lives in a context of its own, and its terminal is restored on every way out.
    """
    if not can_draw(session.terminal):
        here = "for sentences type `hushtable play GAME --line`, or `ssh -T HOST` to be with others"
        way = "try `ssh -t`, or `ssh -T` for sentences" if session.address else here
        session.terminal.say(f"This needs a terminal that can draw, with TERM set as usual; {way}.")
        return 1
    return await asyncio.create_task(_perform(app_factory, session), context=contextvars.Context())


async def _perform(app_factory: AppFactory, session: Session) -> int:
    app = app_factory(session)
    stage: TerminalDriver | None = None

    def driver(app: App[Any], **options: Any) -> TerminalDriver:
        nonlocal stage
        stage = TerminalDriver(app, terminal=session.terminal, **options)
        return stage

    app.driver_class = driver  # type: ignore[assignment]  # it is called, as a class would be
    try:
        await app.performed()
    finally:
        if stage is not None:
            stage.leave()
    return app.return_value if isinstance(app.return_value, int) else app.return_code or 0


class TerminalDriver(Driver):
    """Textual's view of a `Terminal`: no threads, no signals, no files, no questions to the terminal."""

    def __init__(
        self,
        app: App[Any],
        *,
        terminal: Terminal,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=terminal.size)
        assert isinstance(app, HostedApp)
        self._hosted = app
        self._terminal = terminal
        self._picture = Picture(*terminal.size, Depth.of(terminal.environ))
        self._bare = terminal.environ.get("TERM", "").startswith(_BARE)
        self._performing = asyncio.current_task()
        self._entered = False
        self._hosted.unseen = True
        self._emptied = False
        self._owed = False
        self._stalled: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._keyboard = Keyboard()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._keys = _KEYS
        self._heard = self._loop.time()
        self._flooded = False

    # Coming and going

    def start_application_mode(self) -> None:
        self._entered = True
        self._terminal.write(_ENTER + ("" if self._bare else _TITLE))
        self.turn_mouse(self._mouse)
        self._hosted.stage = self
        self._after("hold", _HOLD_SECONDS, self.reveal)
        self._listening = asyncio.create_task(self._listen())
        self._post(self._resize_event())

    def disable_input(self) -> None:
        if self._listening is not None:
            self._listening.cancel()

    def stop_application_mode(self) -> None:
        if self._entered:
            self._entered = False
            self._terminal.write(("" if self._bare else _TITLE_BACK) + RESTORE)

    def leave(self) -> None:
        """The app is over: nothing of this driver may act any more."""
        self.disable_input()
        self.stop_application_mode()
        if self._stalled is not None:
            self._stalled.cancel()
        for timer in self._timers.values():
            timer.cancel()
        self._hosted.stage = None

    def _hang_up(self) -> None:
        """Ask the app to leave; when it does not, make it."""
        self._app.exit()

        def insist() -> None:
            if self._performing is not None:
                self._performing.cancel()
                self._after("leave", _LEAVE_SECONDS, insist)

        self._after("leave", _LEAVE_SECONDS, insist)

    def _after(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """One timer a purpose; it runs in the context of the app, since it is set there."""
        if (timer := self._timers.pop(name, None)) is not None:
            timer.cancel()
        self._timers[name] = self._loop.call_later(seconds, act)

    # Output

    def write(self, data: str) -> None:
        """Take what Textual writes beside frames: a bell, the person's own copy. The rest is not for terminals."""
        if data == "\x07" or _CLIPBOARD.fullmatch(data):
            self._terminal.write(data)

    def turn_mouse(self, on: bool) -> None:
        if self._entered and not self._bare:
            self._terminal.write(_MOUSE_ON if on else _MOUSE_OFF)

    def paint(self, update: CompositorUpdate) -> None:
        """Show a drawing, unless the terminal is behind: then it gets the newest one later."""
        if not self._entered or self._hosted.unseen or (self._owed and not isinstance(update, LayoutUpdate)):
            return
        if self._terminal.backlog > _BACKLOG:
            self._stalled = asyncio.create_task(self._catch_up())
            return
        self._owed = False
        text = self._picture.repainted(update)
        if self._emptied:
            self._emptied = False
            text = "\x1b[0m\x1b[2J" + text
        if len(text) >= _SYNC_FROM and not self._bare:
            text = _SYNC_START + text + _SYNC_END
        if text:
            self._terminal.write(text)

    def reveal(self) -> None:
        """The app is ready: the first frame."""
        if self._entered and self._hosted.unseen and self._stalled is None:
            self._hosted.unseen = False
            self._draw_all()

    def _draw_all(self) -> None:
        """Parts are no use until the whole was drawn."""
        self._owed = True
        self._app.refresh()

    async def _catch_up(self) -> None:
        """Draw nothing until the terminal has taken what it was sent; cut it when it takes nothing."""
        self._hosted._begin_batch()
        self._hosted.unseen = True
        least, since = self._terminal.backlog, self._loop.time()
        while (backlog := self._terminal.backlog) > _BACKLOG // 4:
            if backlog < least:
                least, since = backlog, self._loop.time()
            elif self._loop.time() - since > _STALL_SECONDS:
                log.info("a terminal took nothing for %d seconds: cut", _STALL_SECONDS)
                self._terminal.abort()
                return
            await asyncio.sleep(0.05)
        self._stalled = None
        self._hosted._end_batch()
        self.reveal()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: this may be a server, and the person sits elsewhere."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Save nothing: this may be a server, and the disk is not the person's."""
        binary.close()

    # Input

    async def _listen(self) -> None:
        while True:
            match await self._terminal.read():
                case Typed(text):
                    await self._take(text)
                case Resized():
                    if "size" not in self._timers:
                        self._after("size", _RESIZE_SECONDS, self._resize)
                case HungUp():
                    self._hang_up()
                    return

    async def _take(self, text: str) -> None:
        now = self._loop.time()
        quiet, self._heard = now - self._heard, now
        if self._flooded and quiet < _QUIET_SECONDS:
            return
        self._flooded = False
        self._keys = min(_KEYS, self._keys + quiet * _KEYS_SECOND)
        try:
            self._feed(self._keyboard.feed(text))
        except Exception:
            log.exception("input that could not be read was dropped")
            self._keyboard = Keyboard()
        if (patience := self._keyboard.patience) is not None:
            self._after("keys", patience, lambda: self._feed(self._keyboard.give_up()))
        elif (timer := self._timers.pop("keys", None)) is not None:
            timer.cancel()
        await asyncio.sleep(0)  # everybody else's turn
        while self._app.message_queue_size > _QUEUE:  # noqa: ASYNC110  Textual has no event for it
            await asyncio.sleep(0.02)

    def _feed(self, typed: Iterable[Message]) -> None:
        for message in typed:
            self._keys -= 1
            if self._keys < 0:
                self._flooded = True
                self._keyboard = Keyboard()
                return
            self.process_message(message)

    def _resize(self) -> None:
        del self._timers["size"]
        self._size = self._terminal.size
        self._picture.clear(*self._size)
        self._emptied = True
        self._post(self._resize_event())
        self._app.call_after_refresh(self._draw_all)

    def _resize_event(self) -> events.Resize:
        size = Size(*self._terminal.size)
        return events.Resize(size, size)

    def send_message(self, message: Message) -> None:
        """Post at once; Textual's own way makes a task for each."""
        if isinstance(message, events.MouseEvent):
            columns, rows = self._terminal.size
            if message.x >= columns or message.y >= rows:
                return
        self._post(message)

    def _post(self, message: Message) -> None:
        self._app.post_message(message)
