"""The engine process: every table of a house, reached by its fronts over a Unix socket."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from net import child, messages, settings, wire
from net.accounts import DiskAccounts
from net.admin import SOCKET as ADMIN_SOCKET
from net.admin import Admin
from net.client import Standing
from net.connection import FAREWELL_SECONDS, Connection
from net.counters import counted
from net.endpoint import listening, place
from net.lobby import Customs, Lobby
from net.register import BANNED, Register
from net.store import DiskStore
from net.thinking import Thinkers
from net.words import clean_name

log = logging.getLogger("hushtable.engine")

SOCKET: Final = "engine.sock"
HELLO_SECONDS: Final = 10.0


def socket_path(folder: Path) -> Path:
    """Where the engine of this folder listens."""
    return place(folder, SOCKET)


class EngineServer:
    """Lets the fronts' people in."""

    def __init__(self, lobby: Lobby, register: Register | None = None) -> None:
        """register: knows to whom the door is closed."""
        self._lobby = lobby
        self._register = register
        self._running: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def listen(self, path: Path) -> None:
        self._server = await asyncio.start_unix_server(self._serve, sock=listening(path))

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._lobby.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            await self._greet(reader, writer)
        except asyncio.CancelledError:
            pass  # the engine stops; asyncio would report it otherwise
        except Exception:
            log.exception("a connection failed")
        finally:
            self._running.discard(task)
            writer.close()
            with contextlib.suppress(OSError, asyncio.CancelledError):  # TimeoutError too
                async with asyncio.timeout(FAREWELL_SECONDS):
                    await writer.wait_closed()
            writer.transport.abort()  # whatever was not read by then

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await wire.read(reader, messages.Hello, wire.FROM_CLIENT)
        except (wire.WireError, TimeoutError) as error:
            log.warning("a connection did not say hello: %s", error)
            return
        if hello is None or hello.protocol != messages.PROTOCOL or not hello.person:
            return
        if self._register and self._register.is_banned(hello.person):
            closed = messages.Welcome(messages.PROTOCOL, "", Standing.NEW, BANNED)
            writer.write(wire.pack(closed, wire.FROM_ENGINE))
            return
        host = self._lobby.host(hello.person, clean_name(hello.name))
        welcome = messages.Welcome(messages.PROTOCOL, host.name, host.standing)
        writer.write(wire.pack(welcome, wire.FROM_ENGINE))
        await Connection(host, reader, writer).run()


async def run(args: argparse.Namespace, customs: Customs, stopped: asyncio.Event, ready: child.Ready) -> None:
    folder: Path = args.data
    store = DiskStore(folder)
    register = Register(store)
    thinkers = Thinkers(max(1, (os.cpu_count() or 1) - 1))
    try:
        lobby = Lobby(store, thinkers, customs, DiskAccounts(store))
        server, admin = EngineServer(lobby, register), Admin(lobby, register)
        await server.listen(socket_path(folder))
        await admin.listen(folder)
        with counted(lobby, args.metrics):
            ready()
            await stopped.wait()
        await admin.stop()
        await server.stop()
        for name in (SOCKET, ADMIN_SOCKET):
            place(folder, name).unlink(missing_ok=True)
    finally:
        await thinkers.close()
        store.close()


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m net.engine_process", description=__doc__)
    parser.add_argument("--data", required=True, type=Path, metavar="DIR")
    parser.add_argument("--pace", type=float, metavar="SECONDS", help="between the moves of bots")
    parser.add_argument("--patience", type=float, metavar="SECONDS", help="for who is away")
    parser.add_argument("--metrics", type=int, metavar="PORT", help="counters on this port of 127.0.0.1")
    child.add_arguments(parser)
    args = parser.parse_args(argv)

    async def work(stopped: asyncio.Event, ready: child.Ready) -> None:
        given = {name: value for name in ("pace", "patience") if (value := getattr(args, name)) is not None}
        await run(args, replace(settings.read(args.settings).house, **given), stopped, ready)

    return child.run(args, work)


if __name__ == "__main__":
    raise SystemExit(main())
