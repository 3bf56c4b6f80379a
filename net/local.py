"""A house of one terminal: the same tables, in this process, kept nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from net.client import Client, Stage
from net.lobby import Customs, Lobby, LobbyHost
from net.records import Forgetful


class LocalHost(LobbyHost):
    """The person at this keyboard, who may also hold the seats of others around it."""

    def __init__(self, name: str = "You", pace: float = 0.7) -> None:
        """pace: seconds a bot waits before it moves."""
        lobby = Lobby(Forgetful(), customs=Customs(pace=pace))
        super().__init__(lobby, lobby.accounts.found("here", name, ()))

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

    async def close(self) -> None:
        await super().close()
        await self._lobby.close()
