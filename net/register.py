"""The house's register of people, as its host reads and changes it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable

from engine.game import Refused
from net.records import GUEST
from net.store import DiskStore
from net.words import clean_name, likeness


class Register:
    """People by the names they have, and the keys the door is closed to. Everything is on disk when a call returns."""

    def __init__(self, store: DiskStore) -> None:
        self._store = store

    def everybody(self) -> list[str]:
        """One line a person: the name, how many keys they have, since when, and whether the door is closed to them."""
        with self._store.transaction() as db:
            rows = db.execute(
                "SELECT name, count(keys.key), first_seen, count(bans.key), max(substr(keys.key, 1, ?) = ?)"
                " FROM people LEFT JOIN keys USING (person) LEFT JOIN bans ON bans.key = keys.key"
                " GROUP BY person ORDER BY name COLLATE NOCASE",
                (len(GUEST), GUEST),
            ).fetchall()
        return [
            f"{name}  {'guest' if guest else f'keys: {keys}'}, since {time.strftime('%Y-%m-%d', time.localtime(seen))}"
            + (", banned" if banned else "")
            for name, keys, seen, banned, guest in rows
        ]

    def renamed(self, name: str, wish: str) -> str:
        """The new name, or Refused."""
        new = clean_name(wish)
        if not new:
            raise Refused("Nothing readable is left of that name.")
        with self._store.transaction() as db:
            person = _person(db, name)
            other = db.execute("SELECT person FROM people WHERE likeness = ?", (likeness(new),)).fetchone()
            if other and other[0] != person:
                raise Refused(f"Somebody is called {new}, or nearly so.")
            db.execute("UPDATE people SET name = ?, likeness = ? WHERE person = ?", (new, likeness(new), person))
        return new

    def ban(self, name: str, present: Iterable[str] = ()) -> None:
        """Close the door to all keys of this person. present: keys of theirs that the register may not know yet."""
        with self._store.transaction() as db:
            found = db.execute("SELECT person FROM people WHERE likeness = ?", (likeness(name),)).fetchone()
            known = db.execute("SELECT key FROM keys WHERE person = ?", found or ("",)).fetchall()
            keys = {*present, *(key for (key,) in known)}
            if not keys:
                raise Refused(f"Nobody is called “{name}”.")
            db.executemany("INSERT OR IGNORE INTO bans VALUES (?, ?)", [(key, time.time()) for key in keys])

    def unban(self, name: str) -> None:
        with self._store.transaction() as db:
            person = _person(db, name)
            db.execute("DELETE FROM bans WHERE key IN (SELECT key FROM keys WHERE person = ?)", (person,))

    def is_banned(self, key: str) -> bool:
        with self._store.transaction() as db:
            return db.execute("SELECT 1 FROM bans WHERE key = ?", (key,)).fetchone() is not None


def _person(db: sqlite3.Connection, name: str) -> str:
    row = db.execute("SELECT person FROM people WHERE likeness = ?", (likeness(name),)).fetchone()
    if row is None:
        raise Refused(f"Nobody is called “{name}”.")
    return str(row[0])
