"""The engine process: every table of a house, reached by its fronts over a Unix socket."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import socket
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from net import child, messages, wire
from net.accounts import DiskAccounts
from net.connection import Connection
from net.lobby import Customs, Lobby
from net.store import DiskStore, StoreError
from net.thinking import Thinkers
from net.words import clean_name

log = logging.getLogger("hushtable.engine")

SOCKET: Final = "engine.sock"
LONGEST_PATH: Final = 100  # bytes; systems allow 104 or 108
HELLO_SECONDS: Final = 10.0


def socket_path(folder: Path) -> Path:
    """Where the engine of this folder listens: in it, or in this user's runtime folder if that path were too long."""
    path = folder.absolute() / SOCKET
    if len(os.fsencode(path)) <= LONGEST_PATH:
        return path
    base = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    word = sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return Path(base) / f"hushtable-{os.getuid()}" / f"{word}.sock"


def _listening(path: Path) -> socket.socket:
    """A socket that only this user can reach. Whoever left an old one there is dead: the store's lock says so."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.parent.stat().st_uid != os.getuid():
        raise StoreError(f"{path.parent} belongs to somebody else.")
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    mask = os.umask(0o177)  # nobody else runs in this process yet
    try:
        listening.bind(str(path))
    finally:
        os.umask(mask)
    return listening


class EngineServer:
    """Lets the fronts' people in."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._running: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def listen(self, path: Path) -> None:
        self._server = await asyncio.start_unix_server(self._serve, sock=_listening(path))

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
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await wire.read(reader, messages.Hello, wire.FROM_CLIENT)
        except (wire.WireError, TimeoutError) as error:
            log.warning("a connection did not say hello: %s", error)
            return
        if hello is None or hello.protocol != messages.PROTOCOL or not hello.person:
            return
        host = self._lobby.host(hello.person, clean_name(hello.name))
        welcome = messages.Welcome(messages.PROTOCOL, host.name, host.standing)
        writer.write(wire.pack(welcome, wire.FROM_ENGINE))
        await Connection(host, reader, writer).run()


async def run(folder: Path, customs: Customs, stopped: asyncio.Event, ready: child.Ready) -> None:
    store = DiskStore(folder)
    path = socket_path(folder)
    thinkers = Thinkers(max(1, (os.cpu_count() or 1) - 1))
    try:
        server = EngineServer(Lobby(store, thinkers, customs, DiskAccounts(store)))
        await server.listen(path)
        ready()
        await stopped.wait()
        await server.stop()
        path.unlink(missing_ok=True)
    finally:
        await thinkers.close()
        store.close()


def main(argv: Sequence[str] | None = None) -> int:
    usual = Customs()
    parser = argparse.ArgumentParser(prog="python -m net.engine_process", description=__doc__)
    parser.add_argument("--data", required=True, type=Path, metavar="DIR")
    parser.add_argument("--pace", type=float, default=usual.pace, metavar="SECONDS", help="between the moves of bots")
    parser.add_argument("--patience", type=float, default=usual.patience, metavar="SECONDS", help="for who is away")
    child.add_arguments(parser)
    args = parser.parse_args(argv)
    customs = Customs(pace=args.pace, patience=args.patience)
    return child.run(args, lambda stopped, ready: run(args.data, customs, stopped, ready))


if __name__ == "__main__":
    raise SystemExit(main())
