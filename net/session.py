"""Who is at a screen and what they asked for: all that a handler gets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from net.terminal import Terminal


@dataclass(frozen=True, slots=True)
class Session:
    """One person at one screen, from login to goodbye.

    `person` is the fingerprint of the key that was proved at login (`SHA256:...`), None for a guest.
    `login` is the cleaned login name: a wish, proof of nothing. `command` are the words after `ssh HOST`, or None.
    """

    id: str
    terminal: Terminal
    person: str | None
    login: str
    command: tuple[str, ...] | None
    address: str


Handler = Callable[[Session], Awaitable[int]]
"""Runs one session and returns its exit status; wrapped by guards."""


class ByteWriter(Protocol):
    """The writing half of a byte stream, as `asyncio.StreamWriter` has it."""

    def write(self, data: bytes) -> None: ...
    async def drain(self) -> None: ...
    def close(self) -> None: ...
    def is_closing(self) -> bool: ...


ByteHandler = Callable[[asyncio.StreamReader, ByteWriter, Session], Awaitable[None]]
"""Speaks bytes until it returns; the terminal of its session shows text beside them (stderr of the client)."""
