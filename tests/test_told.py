"""What the house itself says reaches people, and who is sent away does not come back by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.game import Refused
from net.client import Told
from net.engine_process import EngineServer
from net.link import at_socket
from net.lobby import Lobby
from net.records import Forgetful
from net.remote import RemoteHost


@asynccontextmanager
async def engine_here(folder: Path) -> AsyncIterator[tuple[Lobby, Path]]:
    lobby, path = Lobby(Forgetful()), folder / "engine.sock"
    server = EngineServer(lobby)
    await server.listen(path)
    try:
        yield lobby, path
    finally:
        await server.stop()


async def test_what_the_house_says_reaches_who_is_in_it(tmp_path: Path) -> None:
    async with engine_here(tmp_path) as (lobby, path):
        host = await RemoteHost.enter(at_socket(path, "SHA256:a", "Anna"))
        lobby.announce("tea is ready")
        async with asyncio.timeout(5):
            assert await anext(host.told()) == Told("The host says: tea is ready")
        await host.close()


async def test_who_is_sent_away_hears_why_and_does_not_come_back_by_themselves(tmp_path: Path) -> None:
    async with engine_here(tmp_path) as (lobby, path):
        host = await RemoteHost.enter(at_socket(path, "SHA256:a", "Anna"))
        (inside,) = lobby.hosts
        inside.tell(Told("Enough for today.", final=True))
        async with asyncio.timeout(5):
            assert [told async for told in host.told()] == [Told("Enough for today.", final=True)]
            with pytest.raises(Refused, match="Enough for today"):
                await host.open("sixteen", ["here", "greedy"], {})
            while lobby.hosts:  # noqa: ASYNC110  not an event
                await asyncio.sleep(0.01)
        await host.close()
