"""The house's register of people, as its host reads and changes it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from typing import Final

from engine.game import Refused
from net.records import GUEST
from net.store import DiskStore
from net.words import clean_name, likeness

BANNED: Final = "The host has closed this house to you."


class Register:
    """People by the names they have, and to whom the door is closed. Everything is on disk when a call returns."""

    def __init__(self, store: DiskStore) -> None:
        self._store = store

    def everybody(self) -> list[str]:
        """One line a person: the name, how many keys they have, since when, and whether the door is closed to them."""
        with self._store.transaction() as db:
            people = db.execute(
                "SELECT people.name, count(keys.key), first_seen, banned, max(substr(keys.key, 1, ?) = ?)"
                " FROM people LEFT JOIN keys USING (person) LEFT JOIN bans USING (person)"
                " GROUP BY person ORDER BY people.name COLLATE NOCASE",
                (len(GUEST), GUEST),
            ).fetchall()
            strangers = db.execute(
                "SELECT name FROM bans WHERE person NOT IN (SELECT person FROM people) ORDER BY name COLLATE NOCASE"
            ).fetchall()
        return [
            f"{name}  {'guest' if guest else f'keys: {keys}'}, since {time.strftime('%Y-%m-%d', time.localtime(seen))}"
            + (", banned" if banned else "")
            for name, keys, seen, banned, guest in people
        ] + [f"{name}  no account, banned" for (name,) in strangers]

    def person(self, name: str) -> str | None:
        """Who is called so here, or nearly so."""
        with self._store.transaction() as db:
            return _person(db, name)

    def renamed(self, name: str, wish: str) -> tuple[str, str]:
        """The person and the new name, or Refused."""
        new = clean_name(wish)
        if not new:
            raise Refused("Nothing readable is left of that name.")
        with self._store.transaction() as db:
            person = _person(db, name)
            if person is None:
                raise Refused(f"Nobody is called “{name}”.")
            if _person(db, new) not in (None, person):
                raise Refused(f"Somebody is called {new}, or nearly so.")
            db.execute("UPDATE people SET name = ?, likeness = ? WHERE person = ?", (new, likeness(new), person))
        return person, new

    def ban(self, name: str, present: Mapping[str, str] | None = None) -> None:
        """Close the door to this person, whatever key or code they come with. A guest's code is good again afterwards.

        present: names by person, of those whom the register may not know yet.
        """
        with self._store.transaction() as db:
            people = dict(db.execute("SELECT person, name FROM people WHERE likeness = ?", (likeness(name),)))
            people = {**(present or {}), **people}
            if not people:
                raise Refused(f"Nobody is called “{name}”.")
            for person, called in people.items():
                db.execute(
                    "INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?)", (person, called, likeness(called), time.time())
                )
                db.execute("DELETE FROM codes WHERE person = ? AND for_key", (person,))

    def unban(self, name: str) -> None:
        """name: the one they have, or had when they were banned."""
        with self._store.transaction() as db:
            lifted = db.execute(
                "DELETE FROM bans WHERE likeness = ?1 OR person IN (SELECT person FROM people WHERE likeness = ?1)",
                (likeness(name),),
            )
            if not lifted.rowcount:
                raise Refused(f"Nobody called “{name}” is banned.")

    def is_banned(self, key: str) -> bool:
        with self._store.transaction() as db:
            row = db.execute("SELECT person FROM keys WHERE key = ?", (key,)).fetchone()
            return is_banned(db, row[0] if row else key)


def is_banned(db: sqlite3.Connection, person: str) -> bool:
    """Whether the door is closed to this person; who is not known yet is called by their key."""
    return db.execute("SELECT 1 FROM bans WHERE person = ?", (person,)).fetchone() is not None


def _person(db: sqlite3.Connection, name: str) -> str | None:
    row = db.execute("SELECT person FROM people WHERE likeness = ?", (likeness(name),)).fetchone()
    return str(row[0]) if row else None
