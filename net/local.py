"""A house of one terminal: the same tables, in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from net.client import Client, Stage
from net.lobby import Customs, Lobby, LobbyHost
from net.records import Forgetful, Store
from net.store import DiskStore, InUse, StoreError

KEPT = 7 * 86_400.0  # seconds that a game waits here for somebody who does not come back to it
MOST = 500  # games that wait here: nobody else would be kept from opening one


class LocalHost(LobbyHost):
    """The person at this keyboard, who may also hold the seats of others around it."""

    def __init__(
        self,
        name: str = "You",
        pace: float = 0.7,
        store: Store | None = None,
        forgets: str = "Games are kept only as long as this window.",
    ) -> None:
        """pace: seconds a bot waits before it moves. store: keeps the games; without one this house forgets them."""
        customs = Customs(pace=pace, kept=KEPT, most_each=MOST)
        lobby = Lobby(store or Forgetful(), customs=customs)
        super().__init__(lobby, lobby.accounts.found("here", name, ()))
        self.forgets = "" if store else forgets
        self._kept = store

    @classmethod
    def opened(cls, name: str, folder: Path) -> LocalHost:
        """The games of last time go on; where nothing can be kept, they end with the window, and `forgets` says why."""
        try:
            store = DiskStore(folder)
        except InUse:
            return cls(name, forgets="Games end with this window: another window of Hushtable keeps its own.")
        except StoreError as error:
            return cls(name, forgets=f"Games end with this window. {error.why}")
        return cls(name, store=store)

    async def begin(
        self, game: str, plan: Sequence[str], options: Mapping[str, str], seed: int | None, position: str | None
    ) -> Client:
        """Open a table with a given shuffle, or from the text of a position file."""
        table = self._lobby.open(game, plan, options, self.person, self.name, seed=seed, position=position)
        return self._client(table)

    def finished(self) -> tuple[tuple[str, str], ...]:
        """Table and replay file of every game that is over here."""
        over = [table for table in self._lobby.tables.values() if table.stage is Stage.OVER and table.match.is_dealt]
        return tuple((table.id, table.replay()) for table in over)

    async def changes(self) -> AsyncIterator[None]:
        """Now, and whenever something has happened at a table."""
        eye = self._lobby.host(self.person, self.name)  # its own: what one has heard the other has not
        async for _ in eye.listings():
            yield

    async def close(self) -> None:
        await super().close()
        await self._lobby.close()
        if isinstance(self._kept, DiskStore):
            self._kept.close()
