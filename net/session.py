"""Who is at a screen and what they asked for: all that a handler gets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

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
    address: str  # of their household (see net/crowd.py); empty: at this machine


Handler = Callable[[Session], Awaitable[int]]
"""Runs one session and returns its exit status; wrapped by guards."""
