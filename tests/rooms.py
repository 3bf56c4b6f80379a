"""For tests of screens: a person at a paper terminal in a house of one process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

from net.client import Client
from net.lobby import LobbyHost
from net.local import LocalHost
from tests.terminals import PATIENCE, Paper, running, until
from tui.app import Hushtable
from tui.screens.handover import HandoverScreen
from tui.screens.table import TableScreen

UTF8 = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"


class Room:
    """One person's screen, and the app behind it."""

    def __init__(self, host: LocalHost, app: Hushtable, paper: Paper) -> None:
        self.host = host
        self.app = app
        self.paper = paper

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    def beside(self, name: str) -> LobbyHost:
        """Somebody else in the same house."""
        return self.host._lobby.host(name.lower(), name)

    async def shows(self, *texts: str) -> None:
        for text in texts:
            await self.paper.shows(text)

    async def opens(self, kind: type) -> None:
        """Until a screen of this kind is on top and was drawn."""
        await until(lambda: isinstance(self.app.screen, kind))
        drawn = asyncio.Event()
        self.app.screen.call_after_refresh(drawn.set)
        await asyncio.wait_for(drawn.wait(), PATIENCE)

    async def until(self, state: Callable[[], object]) -> None:
        await until(state)

    async def lifted(self) -> str:
        """Wait for the curtain, and lift it as its person would; the name on it."""
        await self.opens(HandoverScreen)
        screen = self.app.screen
        assert isinstance(screen, HandoverScreen)
        await self.shows(f"It is {screen.who}’s turn", f"press {screen.seat + 1}")
        self.paper.type(str(screen.seat + 1))
        await self.opens(TableScreen)
        await self.until(lambda: self.table.board.scene is not None)
        await self.shows("Your turn")
        return screen.who

    async def my_turn(self) -> None:
        """Until somebody here is to play and the screen says so, or something else lies on the table."""

        def mine() -> bool:
            if self.app.screen is not self.table:
                return True
            now = self.table.now
            return (
                now is not None
                and not self.table.busy
                and bool(now.to_act & set(self.table.client.seats))
                and self.table.board.cursor is not None
            )

        await until(mine)


@contextlib.asynccontextmanager
async def room(
    plan: Sequence[str] = (),
    *,
    game: str = "sixteen",
    seed: int | None = 52,
    position: str | None = None,
    size: tuple[int, int] = (80, 24),
    name: str = "Anna",
    environ: dict[str, str] | None = None,
) -> AsyncIterator[Room]:
    """plan: who sits at a table that is opened at once; nobody: the lobby."""
    host = LocalHost(name, pace=0)
    paper = Paper(*size, UTF8 if environ is None else environ)

    async def begin() -> Client:
        return await host.begin(game, plan, {}, seed, position)

    app = Hushtable(host, paper.environ, begin=begin if plan else None)
    try:
        async with running(lambda _: app, paper):
            await until(lambda: len(app._screen_stack) > 1 + bool(plan) and paper.text.strip())
            yield Room(host, app, paper)
    finally:
        await host.close()
