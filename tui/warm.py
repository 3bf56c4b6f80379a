"""What a process does once, before its first app, so that each app costs less."""

from __future__ import annotations

import asyncio
import gc

from net.session import Session
from net.terminal import Terminal
from tui.driver import AppFactory, run
from tui.hosted import prepare


class _NoScreen(Terminal):
    """Takes everything and shows nothing."""

    def __init__(self) -> None:
        super().__init__(80, 24, {"TERM": "xterm-256color"})
        self.drawn = asyncio.Event()

    def write(self, text: str) -> None:
        if len(text) > 500:
            self.drawn.set()

    @property
    def backlog(self) -> int:
        return 0

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def abort(self) -> None: ...


async def warmed(app_factory: AppFactory, *, patience: float = 5.0) -> None:
    """Call before listening: fills the caches with one throw-away app, and tells the collector that they stay.

    The app sees a session with id "warm" and is ended after its first frame.
    """
    prepare()
    terminal = _NoScreen()
    running = asyncio.create_task(run(app_factory, Session("warm", terminal, None, "", None, "")))
    shown = asyncio.create_task(terminal.drawn.wait())
    await asyncio.wait({running, shown}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
    shown.cancel()
    terminal.end("")
    await running
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
