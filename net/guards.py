"""Wrappers around handlers that keep one session's trouble from everybody else."""

from __future__ import annotations

import asyncio
import logging

from net.crowd import Room
from net.session import Handler, Session
from net.terminal import RESTORE

log = logging.getLogger("hushtable.session")

SORRY = "Something went wrong on our side and this session had to end. Your table is kept: log in again."


def rescued(handler: Handler) -> Handler:
    """A crash ends its own session only: terminal restored, one sentence, the traceback in the log."""

    async def run(session: Session) -> int:
        try:
            return await handler(session)
        except Exception:
            log.exception("session %s crashed", session.id)
            if session.terminal.is_pty:
                session.terminal.write(RESTORE)
            session.terminal.say(SORRY)
            return 1

    return run


def limited(handler: Handler, room: Room) -> Handler:
    """Refuse sessions for which there is no room."""

    async def run(session: Session) -> int:
        with room.entered(session) as inside:
            return await handler(session) if inside else 1

    return run


def idle_closed(handler: Handler, *, seconds: float) -> Handler:
    """End a session that has not sent anything for so long."""

    async def run(session: Session) -> int:
        loop = asyncio.get_running_loop()

        async def watch() -> None:
            while (left := session.terminal.heard_at + seconds - loop.time()) > 0:  # noqa: ASYNC110  not an event
                await asyncio.sleep(left)
            session.terminal.end("You were away for a long time, so this session was closed.")

        watching = asyncio.create_task(watch())
        try:
            return await handler(session)
        finally:
            watching.cancel()

    return run
