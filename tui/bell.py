"""When the terminal's bell rings for something that other people did."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from engine.game import Seat
from net.client import Listing, Update


class Bell(StrEnum):
    """When it rings; the value is what the menu says."""

    OFF = "off"
    TURN = "own turn"
    ALL = "all that others do"

    @property
    def next(self) -> Bell:
        kinds = list(Bell)
        return kinds[(kinds.index(self) + 1) % len(kinds)]


def rings(bell: Bell, before: Update | None, now: Update, mine: Collection[Seat]) -> bool:
    """Whether what came with this update is worth a bell. Bots are always awake: among them it never rings."""
    others = [person for seat, person in enumerate(now.people) if seat not in mine and person and not person.bot]
    if bell is Bell.OFF or before is None or not others:
        return False
    if now.to_act & set(mine) and not before.to_act & set(mine):
        return True
    if bell is Bell.TURN or now.fresh:
        return False
    names = {person.name for seat in mine if (person := now.people[seat])}
    done = any(getattr(event, "seat", None) not in mine for event in now.events)
    return done or any(line.name not in names for line in now.said)


def turns(listings: Collection[Listing]) -> frozenset[str]:
    """The tables at which others wait for somebody here."""
    return frozenset(
        listing.table
        for listing in listings
        if listing.to_act & set(listing.mine)
        and any(person and not person.bot for seat, person in enumerate(listing.people) if seat not in listing.mine)
    )
