"""A screen at the far end of a channel."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from net.terminal import Terminal

ENVIRONMENT: Final = ("COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "HUSHTABLE_BACKGROUND")
_LONGEST_VARIABLE = 400  # bytes kept of one


class Environment(dict[bytes, bytes]):
    """What a client says about itself, as far as anybody looks at it."""

    def __setitem__(self, name: bytes, text: bytes) -> None:
        if name.decode(errors="replace") in ENVIRONMENT:
            super().__setitem__(name, text[:_LONGEST_VARIABLE])


class Line(Protocol):
    """What a screen or a stream needs of the channel below it."""

    def write(self, data: bytes) -> None: ...
    def write_stderr(self, data: bytes) -> None: ...
    def close(self) -> None: ...
    def is_closing(self) -> bool: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Network:
    """What a screen needs of the connection that its channel is one of."""

    backlog: Callable[[], int]  # bytes that the client has not taken
    abort: Callable[[], None]


class DistantTerminal(Terminal):
    """Text goes out once a turn of the loop, in one packet."""

    def __init__(
        self,
        line: Line,
        network: Network,
        columns: int,
        rows: int,
        environ: Mapping[str, str],
        *,
        is_pty: bool,
        beside: bool = False,
    ) -> None:
        """beside: the channel itself carries something else, so text goes to the client's stderr."""
        super().__init__(columns, rows, environ, is_pty=is_pty)
        self._line = line
        self._network = network
        self._send = line.write_stderr if beside else line.write
        self._unsent: list[str] = []
        self._loop = asyncio.get_running_loop()

    def write(self, text: str) -> None:
        if not self._unsent:
            self._loop.call_soon(self.flush)
        self._unsent.append(text)

    def flush(self) -> None:
        sending = "".join(self._unsent).encode("utf-8", "replace")
        self._unsent.clear()
        if sending and not self._line.is_closing():
            with contextlib.suppress(OSError):  # closed from the other side a moment ago
                self._send(sending)

    @property
    def backlog(self) -> int:
        return self._network.backlog() + sum(map(len, self._unsent))

    def pause_reading(self) -> None:
        self._line.pause_reading()

    def resume_reading(self) -> None:
        self._line.resume_reading()

    def abort(self) -> None:
        self._network.abort()
