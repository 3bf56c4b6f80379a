"""The people of `load`: at screens of 80x24 that only count bytes, at their own Hushtables, stalled or typing."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from functools import partial

import asyncssh
import pyte

from engine.game import Refused
from net.client import Client, Update
from net.remote import RemoteHost
from tests.open_house import OpenHouse

QUIET = 0.15


class Screen(asyncssh.SSHClientSession[bytes]):
    """One terminal: counts what comes and remembers when."""

    def __init__(self) -> None:
        self.received = 0
        self.first = self.last = time.perf_counter()
        self.came = asyncio.Event()
        self.looks: pyte.Screen | None = pyte.Screen(80, 24)  # only on the way to the table
        self._stream = pyte.ByteStream(self.looks)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.last = time.perf_counter()
        if self.looks is not None:
            for skipped in (b"\x1b[22;2t", b"\x1b[23;2t", b"\x1b[<u"):
                data = data.replace(skipped, b"")
            self._stream.feed(data)
        self.received += len(data)
        if not self.came.is_set():
            self.first = self.last
            self.came.set()

    async def quiet(self, more: int = 0) -> None:
        """Wait until so many bytes are there and nothing more comes."""
        while self.received < more:
            self.came.clear()
            await self.came.wait()
        while (left := self.last + QUIET - time.perf_counter()) > 0:  # noqa: ASYNC110  a measurement, not a state
            await asyncio.sleep(left)


@dataclass
class Visit:
    """A session that is open, at a table."""

    connection: asyncssh.SSHClientConnection
    channel: asyncssh.SSHClientChannel[bytes]
    screen: Screen
    first: int  # bytes of its first frame
    opened: float  # seconds until that was there


def given(screen: Screen) -> Screen:
    return screen


async def connected(house: OpenHouse, person: str) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1",
        house.port,
        username=person,
        client_keys=[str(house.key(person))],
        known_hosts=None,
        config=None,
        agent_path=None,
        login_timeout=60,
        encryption_algs=["aes128-gcm@openssh.com"],
    )


async def visit(house: OpenHouse, person: str, table: str) -> Visit:
    """Log in and go to the table at which one sits."""
    started = time.perf_counter()
    connection = await connected(house, person)
    screen = Screen()
    channel, _ = await connection.create_session(
        partial(given, screen), term_type="xterm-256color", term_size=(80, 24), encoding=None
    )
    await screen.quiet(500)
    opened, first = screen.last - started, screen.received
    assert screen.looks is not None
    while f"table {table}" not in (lines := screen.looks.display)[0]:
        here = next((line for line in lines if line.startswith(" ▸ ")), "")
        screen.came.clear()
        channel.write(b"\r" if here.startswith(f" ▸ {table} ") else b"\x1b[B")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(screen.came.wait(), 1)
        await screen.quiet()
    screen.looks = None
    return Visit(connection, channel, screen, first, opened)


async def seated(house: OpenHouse, tables: int, a_table: int) -> list[tuple[str, str]]:
    """Tables of people, by name and table, who have taken their seats, and will come back by screen."""
    people: list[tuple[str, str]] = []
    for number in range(tables):
        table = ""
        for place in range(a_table):
            person = f"p{number}x{place}"
            host = await RemoteHost.enter(house.native(person))
            if place:
                await host.sit(table)
            else:
                table = (await host.open("sixteen", ["here", *["open"] * (a_table - 1)], {})).table
            await host.close()
            people.append((person, table))
    return people


async def stalled(house: OpenHouse, number: int) -> asyncssh.SSHClientConnection:
    """Somebody who makes the house draw and reads nothing of it."""
    connection = await connected(house, f"stalled{number}")
    channel, _ = await connection.create_session(Screen, term_type="xterm-256color", term_size=(200, 60), encoding=None)
    await asyncio.sleep(0.3)
    connection._transport.pause_reading()  # type: ignore[union-attr]  # a client cannot stall through its own interface
    for _ in range(400):
        channel.write(b"\x1b[B")
    return connection


async def typist(house: OpenHouse, seconds: float) -> int:
    """Types 1 MB a second, as far as the house takes it; the bytes it took."""
    connection = await connected(house, "typist")
    process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
    sent, end = 0, time.perf_counter() + seconds
    with contextlib.suppress(TimeoutError, OSError, asyncssh.Error):
        while time.perf_counter() < end:
            process.stdin.write(b"x" * 50_000)
            sent += 50_000
            async with asyncio.timeout(max(0.01, end - time.perf_counter())):
                await process.stdin.drain()
            await asyncio.sleep(0.05)
    connection.abort()
    return sent


async def actions(house: OpenHouse, tables: int, seconds: float) -> list[float]:
    """How long each action took to be confirmed, while two people at each table play as fast as they can."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def table(number: int) -> None:
        hosts = [await RemoteHost.enter(house.native(f"a{tables}n{number}s{seat}")) for seat in range(2)]
        while time.perf_counter() < end:
            mine = await hosts[0].open("sixteen", ["here", "open"], {})
            theirs = await hosts[1].sit(mine.table)
            await asyncio.gather(*(played(client) for client in (mine, theirs)))
            for client in (mine, theirs):
                await client.leave()
        for host in hosts:
            await host.close()

    async def played(client: Client) -> None:
        async for update in client.updates():
            if not isinstance(update, Update) or update.outcome is not None or time.perf_counter() > end:
                return
            if update.view is None or update.seat not in update.to_act:
                continue
            legal = client.game.legal_actions(update.view)
            asked = time.perf_counter()
            with contextlib.suppress(Refused):
                await client.act(str(legal[0]), update.serial)
                took.append(time.perf_counter() - asked)

    tasks = [asyncio.create_task(table(number)) for number in range(tables)]
    await asyncio.wait(tasks, timeout=seconds + 20)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return took
