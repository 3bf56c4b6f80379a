"""A house of one terminal: the same tables, in this process."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from engine.game import Refused
from net.client import Client, Stage
from net.lobby import Customs, Lobby, LobbyHost
from net.records import Forgetful, Store
from net.store import DiskStore, InUse, StoreError
from net.table import Table

WAITING = 30  # unfinished games that wait here for the next time: the newest
MOST = 500  # that may be open at once: nobody else would be kept from opening one


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
        lobby = Lobby(store or Forgetful(), customs=Customs(pace=pace, most_each=MOST))
        super().__init__(lobby, lobby.accounts.found("here", name, ()))
        self.forgets = "" if store else forgets
        self._kept = store

    @classmethod
    def opened(cls, name: str, folder: Path, pace: float = 0.7) -> LocalHost:
        """The games of last time go on; where nothing can be kept, they end with the window, and `forgets` says why."""
        try:
            store = DiskStore(folder)
            try:
                return cls(name, pace, store)
            except BaseException:
                store.close()
                raise
        except InUse:
            return cls(name, pace, forgets="Games end with this window: another window of Hushtable keeps its own.")
        except StoreError as error:
            return cls(name, pace, forgets=f"Games end with this window. {error.why}")

    async def begin(
        self, game: str, plan: Sequence[str], options: Mapping[str, str], seed: int | None, position: str | None
    ) -> Client:
        """Open a table with a given shuffle, or from the text of a position file."""
        table = self._lobby.open(game, plan, options, self.person, self.name, seed=seed, position=position)
        return self._client(table)

    def finished(self, known: Collection[str] = ()) -> Iterator[tuple[str, str]]:
        """Table and replay file of every game that is over here. known: tables to leave out."""
        for table in self._lobby.tables.values():
            if table.stage is Stage.OVER and table.match.is_dealt and table.id not in known:
                yield table.id, table.replay()

    def tidy(self) -> None:
        """Close, of the games of earlier times, what is over, what nobody here had played at, and the oldest."""

        def has_begun(table: Table) -> bool:
            played = {ply.seat for ply in table.match.plies}
            return table.stage is Stage.PLAYING and bool(played & set(table.seats_of(self.person)))

        begun = list(filter(has_begun, self._lobby.tables.values()))
        for table in list(self._lobby.tables.values()):
            if table not in begun[-WAITING:]:
                with contextlib.suppress(Refused):  # the disk is full: another time
                    self._lobby.close_table(table, "This game is closed.")

    async def changes(self) -> AsyncIterator[None]:
        """Now, and whenever something has happened at a table."""
        eye = self._lobby.host(self.person, self.name)  # its own: what one has heard the other has not
        try:
            async for _ in eye.listings():
                yield
        finally:
            await eye.close()

    async def close(self) -> None:
        await super().close()
        await self._lobby.close()
        if isinstance(self._kept, DiskStore):
            self._kept.close()
