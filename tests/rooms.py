"""For tests of screens: a person at a paper terminal in a house of one process."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TypeVar


from net.client import Client
from net.local import LocalHost
from tests.terminals import Paper, running, until
from tui.app import Hushtable
from tui.screens.table import TableScreen

UTF8 = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
S = TypeVar("S")


class Room:
    """One person's screen, and the app behind it."""

    def __init__(self, host: LocalHost, app: Hushtable, paper: Paper) -> None:
        self.host = host
        self.app = app
        self.paper = paper

    def top(self, kind: type[S]) -> S:
        """The screen on top, which must be of this kind."""
        assert isinstance(self.app.screen, kind), self.app.screen
        return self.app.screen

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    async def shows(self, *texts: str) -> None:
        for text in texts:
            await self.paper.shows(text)

    async def until(self, state: Callable[[], object]) -> None:
        await until(state)

    async def my_turn(self) -> None:
        """Until somebody here is to play and the screen says so, or something else lies on the table."""

        def mine() -> bool:
            if self.app.screen is not self.table:
                return True
            now = self.table.now
            return now is not None and not self.table.busy and bool(now.to_act & set(self.table.client.seats)) and self.table.board.cursor is not None

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
            yield Room(host, app, paper)
    finally:
        await host.close()


