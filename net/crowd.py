"""How many may be at a door and behind it: in all, and from one address, which many may share."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Generic, Protocol, TypeVar

from net.session import Session

FULL: Final = "All places are taken at the moment. Please try again in a few minutes."
CROWDED: Final = "There are too many sessions from your address. Leave one and try again."

_HOUSEHOLD: Final = 64  # first bits of an IPv6 address, which a household has in common


def household(address: str) -> str:
    """Whom an address stands for: with IPv6 everybody has a whole network of them to choose from."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found), _HOUSEHOLD), strict=False))


class Room:
    """Counts who is inside."""

    def __init__(self, total: int, per_address: int) -> None:
        self._total = total
        self._per_address = per_address
        self._inside: Counter[str] = Counter()

    def enter(self, address: str) -> str:
        """Count one more; or the sentence why there is no room."""
        if self._inside.total() >= self._total:
            return FULL
        if self._inside[address] >= self._per_address:
            return CROWDED
        self._inside[address] += 1
        return ""

    def leave(self, address: str) -> None:
        """For who has entered."""
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]

    @contextmanager
    def entered(self, session: Session) -> Iterator[bool]:
        """Whether there is room; if not, the person is told why."""
        if refusal := self.enter(session.address):
            session.terminal.say(refusal)
            yield False
            return
        try:
            yield True
        finally:
            self.leave(session.address)


class Stranger(Protocol):
    """Somebody who has proved nothing yet."""

    address: str


S = TypeVar("S", bound=Stranger)


class Queue(Generic[S]):
    """Strangers, oldest first.

    Who has waited longest goes: an honest login takes a second, so it outlives a flood of idle sockets even from its
    own address.
    """

    def __init__(self, total: int, per_address: int) -> None:
        self._total = total
        self._per_address = per_address
        self.waiting: list[S] = []

    def join(self, stranger: S) -> S | None:
        """Who has to go now, if somebody has."""
        self.waiting.append(stranger)
        near = [one for one in self.waiting if one.address == stranger.address]
        crowd = near if len(near) > self._per_address else self.waiting
        if crowd is self.waiting and len(crowd) <= self._total:
            return None
        self.waiting.remove(oldest := crowd[0])
        return oldest

    def leave(self, stranger: S) -> None:
        if stranger in self.waiting:
            self.waiting.remove(stranger)
