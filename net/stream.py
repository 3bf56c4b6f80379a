"""A raw byte stream over one SSH channel, with backpressure both ways."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from net.distant import Line
from net.session import Session
from net.terminal import HungUp

_AHEAD = 65_536  # bytes read before the other side is told to wait


class ByteWriter(Protocol):
    """The writing half of a byte stream, as `asyncio.StreamWriter` has it."""

    def write(self, data: bytes) -> None: ...
    async def drain(self) -> None: ...
    def close(self) -> None: ...
    def is_closing(self) -> bool: ...


ByteHandler = Callable[[asyncio.StreamReader, ByteWriter, Session], Awaitable[None]]
"""Speaks bytes until it returns; the terminal of its session shows text beside them (stderr of the client)."""


class Stream:
    """Both halves on one channel, for as long as a handler speaks."""

    def __init__(self, line: Line, clear: asyncio.Event) -> None:
        """clear: set while the network below the channel takes more."""
        self.reader = asyncio.StreamReader(limit=_AHEAD)
        self.reader.set_transport(_Flow(line))
        self.writable = asyncio.Event()
        self.writable.set()
        self._clear = clear
        self._line = line

    async def spoken(self, handler: ByteHandler, session: Session) -> None:
        async def until_hung_up() -> None:
            while not isinstance(await session.terminal.read(), HungUp):
                pass
            self.reader.feed_eof()

        ending = asyncio.create_task(until_hung_up())
        try:
            await handler(self.reader, self, session)
        finally:
            ending.cancel()

    def write(self, data: bytes) -> None:
        if not self._line.is_closing():
            self._line.write(data)

    async def drain(self) -> None:
        await self.writable.wait()
        await self._clear.wait()
        if self._line.is_closing():
            raise ConnectionResetError("the client is gone")

    def close(self) -> None:
        self._line.close()

    def is_closing(self) -> bool:
        return self._line.is_closing()


class _Flow(asyncio.ReadTransport):
    """What a stream reader calls to hold back the channel it is fed from."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self._line = line

    def pause_reading(self) -> None:
        self._line.pause_reading()

    def resume_reading(self) -> None:
        self._line.resume_reading()
