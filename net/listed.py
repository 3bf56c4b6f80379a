"""The tables of a house, as one person finds them in the lobby."""

from __future__ import annotations

from collections.abc import Iterable

from net.client import Listing, Stage
from net.table import Table


def listed(tables: Iterable[Table], person: str) -> tuple[Listing, ...]:
    """What this person may see, their own first."""
    listings = (table.listing(person) for table in tables)
    return tuple(sorted((listing for listing in listings if listing and _concerns(listing)), key=_mine_first))


def _concerns(listing: Listing) -> bool:
    """Whether there is anything to do there: a finished game is for those who played it."""
    return bool(listing.mine) or listing.stage is not Stage.OVER


def _mine_first(listing: Listing) -> tuple[bool, bool, bool, str]:
    my_turn = bool(listing.to_act & set(listing.mine))
    return not my_turn, not listing.mine, listing.stage is Stage.OVER, listing.table
