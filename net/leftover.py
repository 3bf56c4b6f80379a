"""Which tables of a house are still needed, and which nobody needs any more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter

from net.client import Stage
from net.table import Table, now


def unfinished(tables: Iterable[Table], person: str) -> int:
    """At how many this person sits that are not over."""
    return sum(table.stage is not Stage.OVER and bool(table.seats_of(person)) for table in tables)


def left_alone(tables: Iterable[Table], keep: Mapping[Stage, float], keep_guests: float) -> list[Table]:
    """Those that have been left alone for too long. keep_guests: seconds at most where nobody sits who has a key."""
    found = []
    for table in tables:
        since, longest = table.empty_since(), keep[table.stage]
        if not table.has_accounts():
            longest = min(longest, keep_guests)
        if since is not None and now() - since > longest:
            found.append(table)
    return found


def longest_alone(tables: Iterable[Table]) -> Table | None:
    """The one that was left alone for longest, of those where no game goes on."""
    idle = [
        (since, table)
        for table in tables
        if table.stage is not Stage.PLAYING and (since := table.empty_since()) is not None
    ]
    return min(idle, key=itemgetter(0))[1] if idle else None
