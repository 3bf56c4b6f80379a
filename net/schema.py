"""What a house's database looks like, in every version there has been, and the way from each to the next."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Final

from net.words import NAME_CELLS, clean, likeness

APPLICATION: Final = 0x48555348  # "HUSH": tells our databases from others

_FIRST: Final = """
CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    word TEXT NOT NULL, -- used again once the table is closed
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,
    seed TEXT NOT NULL, -- wider than an SQLite integer
    plan TEXT NOT NULL,
    position TEXT,
    invite TEXT NOT NULL,
    started INTEGER NOT NULL DEFAULT 0,
    ended_early INTEGER NOT NULL DEFAULT 0,
    opened REAL NOT NULL,
    closed REAL
);
CREATE UNIQUE INDEX open_tables ON tables (word) WHERE closed IS NULL;
CREATE TABLE chairs (
    table_key INTEGER NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    bot TEXT NOT NULL,
    PRIMARY KEY (table_key, seat)
) WITHOUT ROWID;
CREATE TABLE plies (
    table_key INTEGER NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (table_key, number)
) WITHOUT ROWID;
CREATE TABLE talk (
    key INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL REFERENCES tables,
    name TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX talk_of_table ON talk (table_key);
CREATE TABLE people (
    person TEXT PRIMARY KEY, -- the fingerprint of their key
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    first_seen REAL NOT NULL
) WITHOUT ROWID;
"""
_PEOPLE: Final = """
ALTER TABLE people RENAME TO people_before;
CREATE TABLE people (
    person TEXT PRIMARY KEY, -- the first key they had, or the id of a guest
    name TEXT NOT NULL,
    likeness TEXT NOT NULL UNIQUE, -- what no two names may share
    first_seen REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE keys (
    key TEXT PRIMARY KEY, -- a fingerprint, or the id of a guest's session
    person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
    added REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX keys_of_person ON keys (person);
CREATE TABLE codes (
    person TEXT PRIMARY KEY REFERENCES people ON DELETE CASCADE,
    code TEXT NOT NULL UNIQUE,
    for_key INTEGER NOT NULL, -- whether it adds a key to its person, or brings a guest back
    expires REAL NOT NULL
) WITHOUT ROWID;
"""


def _begin(db: sqlite3.Connection) -> None:
    _run(db, _FIRST)


def _give_people_several_keys(db: sqlite3.Connection) -> None:
    _run(db, _PEOPLE)
    taken: set[str] = set()
    for person, name, seen in db.execute("SELECT * FROM people_before ORDER BY first_seen, person").fetchall():
        free = next(wanted for wanted in numbered(name) if likeness(wanted) not in taken)
        taken.add(likeness(free))
        db.execute("INSERT INTO people VALUES (?, ?, ?, ?)", (person, free, likeness(free), seen))
        db.execute("INSERT INTO keys VALUES (?, ?, ?)", (person, person, time.time()))
    db.execute("DROP TABLE people_before")


def _let_the_host_ban_keys(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE bans (key TEXT PRIMARY KEY, banned REAL NOT NULL) WITHOUT ROWID")


def _ban_people_under_their_names(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE bans RENAME TO bans_before")
    db.execute(
        "CREATE TABLE bans ("
        " person TEXT PRIMARY KEY,"  # with all their keys, whether they ever sat down or not
        " name TEXT NOT NULL, likeness TEXT NOT NULL, banned REAL NOT NULL) WITHOUT ROWID"
    )
    rows = db.execute(
        "SELECT coalesce(person, key), coalesce(name, key), banned"
        " FROM bans_before LEFT JOIN keys USING (key) LEFT JOIN people USING (person)"
    ).fetchall()
    db.executemany(
        "INSERT OR IGNORE INTO bans VALUES (?, ?, ?, ?)",
        [(person, name, likeness(name), banned) for person, name, banned in rows],
    )
    db.execute("DROP TABLE bans_before")


def _forget_what_is_never_shown_again(db: sqlite3.Connection) -> None:
    """What was said at tables that are closed, and those that never began."""
    closed = "(SELECT key FROM tables WHERE closed IS NOT NULL)"
    db.execute(f"DELETE FROM talk WHERE table_key IN {closed}")
    unused = "(SELECT key FROM tables WHERE closed IS NOT NULL AND started = 0)"
    for table in ("chairs", "plies"):
        db.execute(f"DELETE FROM {table} WHERE table_key IN {unused}")
    db.execute(f"DELETE FROM tables WHERE key IN {unused}")


def _let_tables_give_hints(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0")


STEPS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (
    _begin,
    _give_people_several_keys,
    _let_the_host_ban_keys,
    _let_tables_give_hints,
    _ban_people_under_their_names,
    _forget_what_is_never_shown_again,
)
"""Step n brings a database of version n to version n + 1; an empty one has version 0."""
VERSION: Final = len(STEPS)


def upgrade(db: sqlite3.Connection, version: int, to: int = VERSION) -> None:
    """All steps that are missing, or none: within the caller's transaction."""
    for step in STEPS[version:to]:
        step(db)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {to}")


def numbered(name: str) -> Iterator[str]:
    """The name, then the name with 2, 3 and so on, as long as a name may be."""
    yield name
    number = 2
    while True:
        yield f"{clean(name, NAME_CELLS - 1 - len(str(number)))} {number}"
        number += 1


def _run(db: sqlite3.Connection, statements: str) -> None:
    """One by one: `executescript` would end the transaction first."""
    for statement in statements.split(";\n"):
        if statement.strip():
            db.execute(statement)
