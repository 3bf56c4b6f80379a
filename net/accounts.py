"""Who somebody is: a key is an account, several keys may be one person, and guests come back by a code."""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Collection
from typing import Final

from engine.game import Refused
from net import friendly, words
from net.client import Standing
from net.records import GUEST, Account
from net.register import BANNED, is_banned
from net.schema import numbered
from net.store import DiskStore

KEY_CODE_SECONDS: Final = 600.0
GUEST_CODE_SECONDS: Final = 30 * 86_400.0
TRIES: Final = 1_000  # wrong codes in a minute that the whole house listens to: a code has 49 bits
UNKNOWN: Final = "That is no code of this house, or it was used, or its time is over."
BUSY: Final = "Too many wrong codes were typed in this house just now. Try again in a minute."


class DiskAccounts:
    """The people of one house. Implements net.records.Accounts."""

    def __init__(
        self,
        store: DiskStore,
        clock: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        """clock: seconds, on the same clock after a restart. ticks: seconds on a clock that nobody sets."""
        self._store = store
        self._clock = clock
        self._ticks = ticks
        self._wrong: deque[float] = deque()
        self._forget_strangers()

    def _forget_strangers(self) -> None:
        """Codes that are over; guests who have none, sit nowhere, and came long ago."""
        now = self._clock()
        with self._store.transaction() as db:
            db.execute("DELETE FROM codes WHERE expires < ?", (now,))
            db.execute(
                "DELETE FROM people WHERE person NOT IN (SELECT person FROM codes)"
                " AND person NOT IN (SELECT person FROM keys WHERE substr(key, 1, ?) <> ? OR added > ?)"
                " AND person NOT IN (SELECT person FROM chairs JOIN tables ON key = table_key WHERE closed IS NULL)",
                (len(GUEST), GUEST, now - GUEST_CODE_SECONDS),
            )

    def found(self, key: str, wish: str, taken: Collection[str]) -> Account:
        guest = key.startswith(GUEST)
        with self._store.transaction() as db:
            if kept := _kept(db, key):
                return kept
            wishes = friendly.names(key) if guest or not wish else numbered(wish)
            name = next(name for name in wishes if name not in taken and _is_free(db, name))
            return Account(key, key, name, Standing.GUEST if guest else Standing.NEW)

    def chosen(self, account: Account, name: str) -> Account:
        name = words.clean_name(name)
        with self._store.transaction() as db:
            account = _kept(db, account.key) or account  # another window may have been faster
            if account.standing is Standing.GUEST:
                raise Refused("Guests are given their name. Come with an SSH key to have one of your own.")
            if account.standing is Standing.KNOWN:
                if name == account.name:
                    return account
                raise Refused(f"You are {account.name} here already; only the host can change that.")
            if not name:
                raise Refused("Nothing readable is left of that name; choose another.")
            if not _is_free(db, name):
                raise Refused(f"Somebody here is called {name}, or nearly so; choose another name.")
            return _entered(db, account, name, self._clock())

    def settled(self, account: Account) -> Account:
        with self._store.transaction() as db:
            if kept := _kept(db, account.key):
                return kept
            name = next(name for name in numbered(account.name) if _is_free(db, name))
            return _entered(db, account, name, self._clock())

    def code(self, account: Account) -> str:
        account = self.settled(account)
        for_key = account.standing is not Standing.GUEST
        now = self._clock()
        with self._store.transaction() as db:
            if is_banned(db, account.person):
                raise Refused(BANNED)
            row = db.execute("SELECT code, expires FROM codes WHERE person = ?", (account.person,)).fetchone()
            # A guest may have written theirs down; that of a key is good for its full time again.
            code = row[0] if row and not for_key and row[1] > now else words.new_code()
            expires = now + (KEY_CODE_SECONDS if for_key else GUEST_CODE_SECONDS)
            db.execute("INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?)", (account.person, code, for_key, expires))
        return words.shown(code)

    def used(self, account: Account, code: str) -> Account:
        now, tick = self._clock(), self._ticks()
        while self._wrong and self._wrong[0] < tick - 60:
            self._wrong.popleft()
        if len(self._wrong) >= TRIES:
            raise Refused(BUSY)
        with self._store.transaction() as db:
            account = _kept(db, account.key) or account
            if is_banned(db, account.person):
                raise Refused(BANNED)
            row = db.execute(
                "SELECT person, name, for_key FROM codes JOIN people USING (person) WHERE code = ? AND expires > ?",
                (words.typed_code(code), now),
            ).fetchone()
            if row is None:
                self._wrong.append(tick)
                raise Refused(UNKNOWN)
            if is_banned(db, row[0]):
                raise Refused(BANNED)
            person, name, for_key = row
            guest = account.standing is Standing.GUEST
            if person == account.person:
                raise Refused("That is your own code: type it where you come in the next time, or with another key.")
            if guest and for_key:
                raise Refused("That code is for a second key, and you came without a key.")
            db.execute("DELETE FROM codes WHERE person = ?", (person,))
            db.execute("INSERT OR REPLACE INTO keys VALUES (?, ?, ?)", (account.key, person, now))
            db.execute(
                "DELETE FROM people WHERE person = ? AND person NOT IN (SELECT person FROM keys)", (account.person,)
            )
        return Account(account.key, person, name, Standing.GUEST if guest else Standing.KNOWN)


def _is_free(db: sqlite3.Connection, name: str) -> bool:
    return not db.execute("SELECT 1 FROM people WHERE likeness = ?", (words.likeness(name),)).fetchone()


def _kept(db: sqlite3.Connection, key: str) -> Account | None:
    """Who stands behind the key, if that is on disk."""
    row = db.execute("SELECT person, name FROM keys JOIN people USING (person) WHERE key = ?", (key,)).fetchone()
    standing = Standing.GUEST if key.startswith(GUEST) else Standing.KNOWN
    return Account(key, row[0], row[1], standing) if row else None


def _entered(db: sqlite3.Connection, account: Account, name: str, now: float) -> Account:
    db.execute("INSERT INTO people VALUES (?, ?, ?, ?)", (account.person, name, words.likeness(name), now))
    db.execute("INSERT OR REPLACE INTO keys VALUES (?, ?, ?)", (account.key, account.person, now))
    standing = Standing.GUEST if account.standing is Standing.GUEST else Standing.KNOWN
    return Account(account.key, account.person, name, standing)
