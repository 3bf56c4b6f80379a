"""Between a socket and who speaks on it: how much one connection may send at once, and how much leave unread."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import Final, Protocol

log = logging.getLogger("hushtable.ssh")

READ: Final = 2_048  # bytes taken in one turn of the loop: some fifty of the smallest packets, five milliseconds
BURST: Final = 600.0  # packets that may come at once
RATE: Final = 150.0  # packets a second after that; what comes above it waits in the kernel
BYTES: Final = 4_000  # that count as one packet more
UNREAD: Final = 1_000_000  # bytes that may wait for a client that does not read
STALLED_SECONDS: Final = 10.0  # between two looks at such a client, who is cut when it has not become less
HELD: Final = 1_000  # packets that may wait for a client that does not finish a key exchange


class Speaker(Protocol):
    """What the counts are read from."""

    @property
    def packets(self) -> int:
        """Received so far; begins again now and then."""

    @property
    def held(self) -> int:
        """Packets to send that wait for the end of a key exchange."""


class Sluice(asyncio.BufferedProtocol):
    """Takes the place of `inner` at the transport and passes on to it what is within bounds."""

    def __init__(self, transport: asyncio.Transport, inner: asyncio.Protocol, speaker: Speaker) -> None:
        self._transport = transport
        self._inner = inner
        self._speaker = speaker
        self._buffer = memoryview(bytearray(READ))
        self._loop = asyncio.get_running_loop()
        self._left = BURST
        self._at = self._loop.time()
        self._counted = speaker.packets
        self._opening: asyncio.TimerHandle | None = None
        self._watching: asyncio.TimerHandle | None = None
        self.clear = asyncio.Event()  # set while there is room for more to send
        self.clear.set()
        transport.set_write_buffer_limits(high=UNREAD, low=UNREAD // 2)
        transport.set_protocol(self)

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._inner.data_received(bytes(self._buffer[:nbytes]))
        packets = self._speaker.packets
        passed = packets - self._counted if packets >= self._counted else packets
        self._counted = packets
        now = self._loop.time()
        self._left = min(BURST, self._left + (now - self._at) * RATE) - passed - nbytes / BYTES
        self._at = now
        if self._speaker.held > HELD:
            self._cut("does not end its key exchange")
        elif self._left < 0:
            self._transport.pause_reading()
            self._opening = self._loop.call_later(-self._left / RATE, self._transport.resume_reading)

    def pause_writing(self) -> None:
        self.clear.clear()
        self._watch(math.inf)  # what grows at once may have been written at once

    def resume_writing(self) -> None:
        self.clear.set()
        if self._watching is not None:
            self._watching.cancel()

    def _watch(self, least: float) -> None:
        self._watching = self._loop.call_later(STALLED_SECONDS, self._look, least)

    def _look(self, least: float) -> None:
        if (unread := self._transport.get_write_buffer_size()) < least:
            self._watch(unread)  # slow, but it reads
        else:
            self._cut("does not read")

    def _cut(self, why: str) -> None:
        log.info("a connection was cut that %s", why)
        self._transport.abort()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._opening, self._watching):
            if timer is not None:
                timer.cancel()
        self.clear.set()
        self._inner.connection_lost(exc)
