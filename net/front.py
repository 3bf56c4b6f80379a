"""A front process: the SSH door, sessions that draw behind it, and streams passed on to the engine."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import resource
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from engine.game import Refused
from net import child, settings, ssh
from net.crowd import Room
from net.engine_process import socket_path
from net.guards import idle_closed, limited
from net.join import SUBSYSTEM
from net.link import Connect, Stream, at_socket
from net.records import guest_key
from net.session import Handler, Session
from net.stream import ByteHandler, ByteWriter
from net.wire import ByteReader

log = logging.getLogger("hushtable.front")

HOST_KEY: Final = "host_key"
CLOSING: Final = "The house closes now. All tables are kept: come back later."
STARTING_SECONDS: Final = 10.0  # that a session waits for the engine
RETRY_SECONDS: Final = 0.1
_CHUNK: Final = 65_536
_OTHER_FILES: Final = 64  # that a front has open, such as libraries and the log

Interface: TypeAlias = Callable[[Path], Awaitable[tuple[Handler, frozenset[str]]]]
"""From the house's folder: what runs on a session, and the words after `ssh HOST`. Awaited before listening."""


def to_engine(folder: Path, session: Session) -> Connect:
    """The way from a session to the tables, as the person who logged in. Waits a little for an engine that starts."""
    connect = at_socket(socket_path(folder), session.person or guest_key(), session.login)

    async def patient() -> Stream:
        for _ in range(round(STARTING_SECONDS / RETRY_SECONDS)):
            with contextlib.suppress(OSError):
                return await connect()
            await asyncio.sleep(RETRY_SECONDS)
        return await connect()

    return patient


def passed_on(folder: Path, room: Room) -> ByteHandler:
    """Bytes of a distant Hushtable go to the engine as they are, after a hello that says whose they are."""

    async def handler(reader: asyncio.StreamReader, writer: ByteWriter, session: Session) -> None:
        with room.entered(session) as inside:
            if inside:
                await _joined(reader, writer, to_engine(folder, session))

    return handler


async def _joined(reader: asyncio.StreamReader, writer: ByteWriter, connect: Connect) -> None:
    try:
        engine = await connect()
    except OSError:  # the other side tries again
        return
    pumps = {asyncio.create_task(_pump(reader, engine.writer)), asyncio.create_task(_pump(engine.reader, writer))}
    try:
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        engine.hang_up()


async def _pump(source: ByteReader, target: ByteWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await source.read(_CHUNK):
            target.write(chunk)
            await target.drain()


def _fitting(doors: settings.Doors) -> settings.Doors:
    """With no more sessions than files may be open: each is two, one to the person and one to the engine."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    fit = max(1, (files - _OTHER_FILES - doors.unproven) // 2)
    if files < 0 or fit >= doors.sessions:
        return doors
    log.warning("only %d files may be open, so there is room for %d sessions", files, fit)
    return replace(doors, sessions=fit)


async def run(args: argparse.Namespace, interface: Interface, stopped: asyncio.Event, ready: child.Ready) -> None:
    folder: Path = args.data
    doors = _fitting(settings.read(args.settings).doors)
    room = Room(doors.sessions, doors.sessions_per_address)
    handler, words = await interface(folder)
    handler = limited(handler, room)
    if doors.idle_seconds:
        handler = idle_closed(handler, seconds=doors.idle_seconds)
    try:
        front = await ssh.listen(
            args.host,
            args.port,
            folder / HOST_KEY,
            handler,
            words=words,
            subsystems={SUBSYSTEM: passed_on(folder, room)},
            doors=doors,
            reuse_port=True,
        )
    except OSError as error:
        raise Refused(f"Port {args.port} cannot be used: {error.strerror or error}.") from error
    ready()
    await stopped.wait()
    await front.stop(CLOSING)


def main(argv: Sequence[str] | None, interface: Interface) -> int:
    """The whole of a front process. net/serve.py starts it and says what stands in argv."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, type=Path, metavar="DIR")
    parser.add_argument("--host", default="")
    parser.add_argument("--port", required=True, type=int)
    child.add_arguments(parser)
    args = parser.parse_args(argv)
    return child.run(args, lambda stopped, ready: run(args, interface, stopped, ready))
