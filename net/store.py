"""Tables on disk, safe before anybody is shown what happened."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from engine.game import Refused, Seat
from engine.match import Ply
from net import schema
from net.client import Line
from net.records import TALK_KEPT, Chair, Record

log = logging.getLogger("hushtable.store")

FILE: Final = "hushtable.db"

NOT_KEPT: Final = "This house could not write that down, so nothing was changed. Its host can read why in the log."

_OPEN_TABLE = "(SELECT key FROM tables WHERE word = ? AND closed IS NULL)"


class StoreError(Refused):
    """Nothing was kept. The text is for anybody in the house, `why` for its host: it may name files and SQLite."""

    def __init__(self, sentence: str, why: str = "") -> None:
        super().__init__(sentence)
        self.why = why or sentence


class InUse(StoreError):
    """Another process holds the folder."""


class DiskStore:
    """One house's folder. Only one process may hold it; every call is one transaction, on disk when it returns.

    Implements net.records.Store.
    """

    def __init__(self, folder: Path) -> None:
        """Opens the folder, or makes it; StoreError if it cannot be used. What is found damaged is left as it is."""
        self.path = folder / FILE
        with _explained(self.path), ExitStack() as undone:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _locked(folder / "lock")
            undone.callback(os.close, self._lock)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            # autocommit: a statement is a transaction unless one was begun
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=5)
            undone.callback(self._db.close)
            self._db.text_factory = bytes.decode  # ValueError where a text is damaged
            self._prepare()
            undone.pop_all()

    def _prepare(self) -> None:
        db = self._db
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != schema.APPLICATION:
            raise StoreError(f"{self.path} is a database of another program; choose another folder.")
        if version > schema.VERSION:
            raise StoreError(
                f"{self.path} was written by a newer Hushtable (format {version}, this one knows {schema.VERSION})."
            )
        if (found := db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(found)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        if version < schema.VERSION:
            with _whole(db):
                schema.upgrade(db, version)

    def close(self) -> None:
        self._db.close()
        os.close(self._lock)

    # --- tables

    def opened(self, record: Record) -> None:
        with self.transaction() as db:
            key = db.execute(
                "INSERT INTO tables (word, game, rules, options, seed, plan, position, invite, hints, opened)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    record.table,
                    record.game,
                    record.rules_version,
                    json.dumps(dict(record.options)),
                    str(record.seed),
                    json.dumps(record.plan),
                    record.position,
                    record.invite,
                    record.hints,
                    time.time(),
                ),
            ).lastrowid
            db.executemany(
                "INSERT INTO chairs VALUES (?, ?, ?, ?, ?)",
                [
                    (key, seat, chair.person, chair.name, chair.bot)
                    for seat, chair in enumerate(record.chairs)
                    if chair is not None
                ],
            )

    def seated(self, table: str, seat: Seat, chair: Chair | None) -> None:
        with self.transaction() as db:
            if chair is None:
                db.execute(f"DELETE FROM chairs WHERE table_key = {_OPEN_TABLE} AND seat = ?", (table, seat))
            else:
                db.execute(
                    f"INSERT OR REPLACE INTO chairs VALUES ({_OPEN_TABLE}, ?, ?, ?, ?)",
                    (table, seat, chair.person, chair.name, chair.bot),
                )

    def ply(self, table: str, number: int, ply: Ply) -> None:
        with self.transaction() as db:
            db.execute(
                f"INSERT INTO plies VALUES ({_OPEN_TABLE}, ?, ?, ?)",
                (table, number, ply.seat, ply.action),
            )

    def said(self, table: str, line: Line) -> None:
        with self.transaction() as db:
            db.execute(
                f"INSERT INTO talk (table_key, name, text) VALUES ({_OPEN_TABLE}, ?, ?)", (table, line.name, line.text)
            )
            db.execute(
                f"DELETE FROM talk WHERE table_key = {_OPEN_TABLE} AND key <="
                f" (SELECT key FROM talk WHERE table_key = {_OPEN_TABLE} ORDER BY key DESC LIMIT 1 OFFSET ?)",
                (table, table, TALK_KEPT),
            )

    def started(self, table: str) -> None:
        with self.transaction() as db:
            db.execute("UPDATE tables SET started = 1 WHERE word = ? AND closed IS NULL", (table,))

    def ended_early(self, table: str) -> None:
        with self.transaction() as db:
            db.execute("UPDATE tables SET ended_early = 1 WHERE word = ? AND closed IS NULL", (table,))

    def closed(self, table: str) -> None:
        """What was said is never shown again, nor is a table that never began."""
        with self.transaction() as db:
            (key, started) = db.execute(
                "SELECT key, started FROM tables WHERE word = ? AND closed IS NULL", (table,)
            ).fetchone() or (None, None)
            db.execute("DELETE FROM talk WHERE table_key = ?", (key,))
            if started:
                db.execute("UPDATE tables SET closed = ? WHERE key = ?", (time.time(), key))
                return
            for rows in ("chairs", "plies"):
                db.execute(f"DELETE FROM {rows} WHERE table_key = ?", (key,))
            db.execute("DELETE FROM tables WHERE key = ?", (key,))

    def load(self) -> Iterator[Record]:
        """Every table that is not closed, oldest first."""
        with _explained(self.path):
            rows = "SELECT key, CAST(word AS BLOB) FROM tables WHERE closed IS NULL ORDER BY key"
            for key, word in self._db.execute(rows).fetchall():
                try:
                    yield self._record(key)
                except (ValueError, TypeError, RecursionError) as error:  # one damaged row must not stop the house
                    name = bytes(word).decode(errors="backslashreplace")
                    log.error("table %s cannot be read and stays as it is on the disk: %s", name, error)

    def _record(self, key: int) -> Record:
        """Raises ValueError, TypeError or RecursionError where the row is damaged."""
        texts = "word, game, options, seed, plan, invite"
        row = self._db.execute(f"SELECT {texts} FROM tables WHERE key = ?", (key,)).fetchone()
        word, game, options, seed, plan, invite = map(_text, row)
        row = self._db.execute(
            "SELECT position, rules, hints, started, ended_early FROM tables WHERE key = ?", (key,)
        ).fetchone()
        position, rules, hints, started, ended_early = row
        words = tuple(map(str, json.loads(plan)))
        return Record(
            table=word,
            game=game,
            rules_version=rules,
            options=dict(json.loads(options)),
            seed=int(seed),
            plan=words,
            chairs=self._chairs(key, len(words)),
            position=None if position is None else _text(position),
            invite=invite,
            hints=bool(hints),
            started=bool(started),
            ended_early=bool(ended_early),
            plies=self._plies(key),
            said=self._talk(key),
        )

    def _chairs(self, key: int, seats: int) -> tuple[Chair | None, ...]:
        rows = self._db.execute("SELECT seat, person, name, bot FROM chairs WHERE table_key = ?", (key,))
        taken = {seat: Chair(*map(_text, texts)) for seat, *texts in rows}
        return tuple(taken.get(seat) for seat in range(seats))

    def _plies(self, key: int) -> tuple[Ply, ...]:
        rows = self._db.execute("SELECT seat, action FROM plies WHERE table_key = ? ORDER BY number", (key,))
        return tuple(Ply(seat, _text(action)) for seat, action in rows)

    def _talk(self, key: int) -> tuple[Line, ...]:
        newest = "SELECT * FROM talk WHERE table_key = ? ORDER BY key DESC LIMIT ?"
        rows = self._db.execute(f"SELECT name, text FROM ({newest}) ORDER BY key", (key, TALK_KEPT))
        return tuple(Line(_text(name), _text(text)) for name, text in rows)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is done within is on disk afterwards, or nothing of it and StoreError."""
        try:
            with _explained(self.path), _whole(self._db):
                yield self._db
        except StoreError as error:
            why = str(error)
            log.error("nothing was kept: %s", why)
            raise StoreError(NOT_KEPT if str(self.path) in why else why, why) from error


def backup(folder: Path, target: Path) -> None:
    """Copy a house's database while it is in use. target: a file that is not there yet."""
    source = folder / FILE
    with _explained(source), closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as db:
        os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        with closing(sqlite3.connect(target)) as copy:
            db.backup(copy)


@contextmanager
def _whole(db: sqlite3.Connection) -> Iterator[None]:
    """A transaction: all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk may have rolled back by itself
            db.execute("ROLLBACK")
        raise


def _text(found: object) -> str:
    if not isinstance(found, str):
        raise TypeError(f"a text is missing where {type(found).__name__} was found")
    return found


def _locked(path: Path) -> int:
    """A descriptor that holds the folder until it is closed, or until this process ends in any way."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise InUse(f"Another Hushtable is already at work in {path.parent}.") from error
    return descriptor


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What the disk and SQLite say, as a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(_sentence(path, error)) from error
    except UnicodeDecodeError as error:
        raise StoreError(f"{path} is damaged: a text in it cannot be read.") from error
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        raise StoreError(f"{error.filename or path} cannot be used: {reason}.") from error


def _sentence(path: Path, error: sqlite3.Error) -> str:
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF:  # the low byte: without the details
        case sqlite3.SQLITE_FULL:
            return "The disk of this house is full, so nothing was changed. Please try again later."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return f"{path} cannot be written, so nothing was changed."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{path} is in use by another program, so nothing was changed."
        case sqlite3.SQLITE_IOERR:
            return "The disk of this house does not answer, so nothing was changed. Please try again later."
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return f"{path} is damaged. It was left as it is: put a backup in its place, or move it away."
        case _:
            return f"{path} could not take this, so nothing was changed ({error})."
