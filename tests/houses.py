"""Real engine processes in a folder of their own, and people who visit them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from engine import replay
from engine.game import Refused
from engine.match import Match
from engine.rng import Rng
from net.client import Client, Gone, Pause, Update
from net.engine_process import socket_path
from net.link import Connect, Stream, at_socket
from net.records import GUEST
from net.remote import RemoteHost
from net.serve import Process


class Engine:
    """An engine process that can be killed and comes back."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        folder.parent.mkdir(parents=True, exist_ok=True)
        log = folder.with_name(f"{folder.name}.log")
        command = (sys.executable, "-m", "net.engine_process", "--data", str(folder), "--log", str(log))
        self.process = Process("engine", (*command, "--pace", "0", *arguments))
        self.log = log
        self.closing: list[Callable[[], Awaitable[None]]] = []  # for who is still there at the end of a test

    async def kill(self) -> None:
        """kill -9: nothing can be tidied up."""
        os.kill(self.process.pid, signal.SIGKILL)
        await self.process.stop()

    def connect(self, person: str) -> Connect:
        return at_socket(socket_path(self.folder), f"SHA256:{person}", person)

    async def guest(self, session: str) -> RemoteHost:
        """Somebody without a key; session: the same as long as they stay."""
        host = await RemoteHost.enter(at_socket(socket_path(self.folder), GUEST + session, "root"), patience=20)
        self.closing.append(host.close)
        return host

    async def visit(self, person: str, connect: Callable[[Connect], Connect] = lambda connect: connect) -> RemoteHost:
        host = await RemoteHost.enter(connect(self.connect(person)), patience=20)
        self.closing.append(host.close)
        return host


@asynccontextmanager
async def engine(folder: Path, *arguments: str) -> AsyncIterator[Engine]:
    running = Engine(folder, *arguments)
    await running.process.start()
    try:
        yield running
    finally:
        for close in running.closing:
            await close()
        await running.process.stop()


async def sat_down(hosts: list[RemoteHost], game: str, seats: int) -> list[Client]:
    """A table of these people, the first opens it; who has no seat watches."""
    clients = [await hosts[0].open(game, ["here", *["open"] * (seats - 1)], {})]
    for number, host in enumerate(hosts[1:], 1):
        sit = host.sit if number < seats else host.watch
        clients.append(await sit(clients[0].table))
    return clients


async def play(
    client: Client,
    seed: int,
    done: Callable[[int, str], None] = lambda seat, action: None,
    until: Callable[[Update], bool] = lambda update: update.outcome is not None,
) -> Update:
    """Choose by the seed until the game is over; the last update. done: told of every confirmed action."""
    tried: tuple[int, object] | None = None
    async for update in client.updates():
        match update:
            case Pause():
                continue
            case Gone(reason):
                raise AssertionError(reason)
            case Update():
                if until(update):
                    return update
                if update.view is None or update.seat not in update.to_act or (update.serial, update.view) == tried:
                    continue
                tried = (update.serial, update.view)
                legal = client.game.legal_actions(update.view)
                action = str(Rng(seed, update.seat, update.serial).choice(legal))
                try:
                    await client.act(action, update.serial)
                except Refused:
                    assert len(update.to_act) > 1  # another seat was faster and took what was offered to all
                else:
                    done(update.seat, action)
    raise AssertionError("the updates ended before the game")


async def first(client: Client) -> Update:
    """The table as it is now."""
    async for update in client.updates():
        if isinstance(update, Update):
            return update
    raise AssertionError("no update came")


def stages(file: replay.Replay) -> list[Any]:
    """The states of a finished game from its first on."""
    match = replay.begin(file)
    return [match.state, *(_after(match, ply, number) for number, ply in enumerate(file.plies, 1))]


def _after(match: Match, ply: Any, number: int) -> Any:
    replay.advance(match, ply, number)
    return match.state


class Tapped:
    """Wraps a way to the engine: keeps every byte that came, and cuts the link where a test wants it."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self.received = bytearray()
        self.frames: list[bytes] = []
        self.cut_before = b""  # words in a message that is lost on its way there
        self.cut_after = b""  # words in a message whose answer is lost on its way back
        self.links = 0

    async def __call__(self) -> Stream:
        stream = await self._connect()
        self.links += 1
        return Stream(_Reader(self, stream), _Writer(self, stream), stream.hang_up)


class _Reader:
    def __init__(self, tap: Tapped, stream: Stream) -> None:
        self._tap = tap
        self._reader = stream.reader
        self.is_cut = False

    async def read(self, n: int) -> bytes:
        return await self._reader.read(n)

    async def readexactly(self, n: int) -> bytes:
        read = await self._reader.readexactly(n)
        if self._tap.cut_after == b"now":
            self._tap.cut_after = b""
            raise ConnectionResetError
        self._tap.received += read
        if n != 4:
            self._tap.frames.append(read)
        return read


class _Writer:
    def __init__(self, tap: Tapped, stream: Stream) -> None:
        self._tap = tap
        self._writer = stream.writer

    def write(self, data: bytes) -> None:
        tap = self._tap
        if tap.cut_before and tap.cut_before in data:
            tap.cut_before = b""
            raise ConnectionResetError
        if tap.cut_after and tap.cut_after in data:
            tap.cut_after = b"now"
        self._writer.write(data)

    async def drain(self) -> None:
        await self._writer.drain()

    def close(self) -> None:
        self._writer.close()

    def is_closing(self) -> bool:
        return self._writer.is_closing()
