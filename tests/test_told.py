"""What the house itself says reaches people, and who is sent away does not come back by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.game import Refused
from net import connection, engine_process, messages, wire
from net.client import Gone, Pause, Standing, Told
from net.engine_process import EngineServer
from net.link import at_socket
from net.lobby import Lobby
from net.records import Forgetful
from net.remote import RemoteHost
from net.store import StoreError
from tests.terminals import until


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


async def test_who_is_sent_away_and_does_not_read_is_gone_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "FAREWELL_SECONDS", 0.1)
    monkeypatch.setattr(engine_process, "FAREWELL_SECONDS", 0.1)
    monkeypatch.setattr(connection.Bucket, "take", lambda self, cost: asyncio.sleep(0))
    async with engine_here(tmp_path) as (lobby, path):
        with socket.socket(socket.AF_UNIX) as visitor:
            visitor.setblocking(False)
            await asyncio.get_running_loop().sock_connect(visitor, str(path))
            hello = messages.Hello(messages.PROTOCOL, "SHA256:a", "Anna")
            visitor.send(wire.pack(hello, wire.FROM_CLIENT))
            asked = wire.pack(messages.Asked(1, messages.Replay("nono")), wire.FROM_CLIENT)
            full = 0
            while full < 100:  # turns in which nothing more is taken: the house waits for who does not read
                await asyncio.sleep(0.001)
                try:
                    while True:
                        assert visitor.send(asked) == len(asked)
                        full = 0
                except BlockingIOError:
                    full += 1
            (inside,) = lobby.hosts
            inside.tell(Told("There is tea."))
            await asyncio.sleep(0)
            inside.tell(Told("Enough for today.", final=True))
            await until(lambda: not lobby.hosts)

            def is_cut() -> bool:
                with contextlib.suppress(BlockingIOError):
                    try:
                        visitor.send(b"x")
                    except OSError:
                        return True
                return False

            await until(is_cut)


async def test_who_leaves_a_table_is_away_whatever_the_disk_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with engine_here(tmp_path) as (lobby, path):
        host = await RemoteHost.enter(at_socket(path, "SHA256:a", "Anna"))
        client = await host.open("sixteen", ["here", "open"], {})
        (table,) = lobby.tables.values()

        def full(*_: object) -> None:
            raise StoreError("The disk of this house is full.")

        monkeypatch.setattr(table._store, "seated", full)
        await client.leave()
        (person, _) = table.people()
        assert person is not None
        assert person.away
        await host.close()


def _evil(text: str) -> str:
    return f"{text}\x1b]0;owned\x07\x1b[2J\n" + "x" * 100_000


async def test_nothing_that_a_strange_house_says_is_obeyed_by_a_terminal(tmp_path: Path) -> None:
    """Its refusals, farewells and names come as a line of text that can be seen to its end."""
    refusal = ""
    inside = 0

    async def house(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal inside
        inside += 1

        def send(message: object) -> None:
            writer.write(wire.pack(message, wire.FROM_ENGINE))

        await wire.read(reader, messages.Hello, wire.FROM_CLIENT)
        send(messages.Welcome(messages.PROTOCOL, _evil("Ada"), Standing.KNOWN, refusal))
        while asked := await wire.read(reader, messages.Asked, wire.FROM_CLIENT):
            match asked.ask:
                case messages.Tables():
                    send(messages.Answered(asked.id, messages.Paused(_evil("Wait."))))
                case messages.Sit():
                    seated = messages.Seated(1, _evil("babe"), "sixteen", 1, {}, ())
                    send(messages.Answered(asked.id, seated))
                case messages.Next():
                    send(messages.Answered(asked.id, messages.Ended(_evil("Over."))))
                case _:
                    send(messages.Answered(asked.id, messages.Refusal(_evil("No."))))
                    send(messages.Answered(0, messages.Saying(_evil("Go."), True)))
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        inside -= 1

    path = tmp_path / "strange.sock"
    server = await asyncio.start_unix_server(house, path)
    said: list[str] = []
    async with asyncio.timeout(10):
        guest = await RemoteHost.enter(at_socket(path, "SHA256:a", "Anna"))
        said.append(guest.name)
        paused = await anext(guest.listings())
        assert isinstance(paused, Pause)
        said.append(paused.reason)
        client = await guest.sit("babe")
        said.append(client.table)
        gone = await anext(client.updates())
        assert isinstance(gone, Gone)
        said.append(gone.reason)
        with pytest.raises(Refused) as refused:
            await guest.replay("babe")
        said.append(str(refused.value))
        said.append((await anext(guest.told())).text)
        with pytest.raises(Refused) as refused:
            await guest.replay("babe")
        said.append(str(refused.value))
        await guest.close()
        refusal = _evil("Never.")
        with pytest.raises(Refused) as refused:
            await RemoteHost.enter(at_socket(path, "SHA256:a", "Anna"))
        said.append(str(refused.value))
    await until(lambda: not inside)
    server.close()
    await server.wait_closed()
    assert [text.partition("]")[0] for text in said] == ["Ada", "Wait.", "babe", "Over.", "No.", "Go.", "Go.", "Never."]
    for text in said:
        assert text.isprintable()
        assert len(text) <= 600
