"""What people say is kept for who comes later, and no more of it than is shown."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import Refused
from engine.match import Ply
from net import schema
from net.accounts import DiskAccounts
from net.client import Line
from net.connection import LINE, TALK_BURST
from net.lobby import Lobby
from net.records import TALK_KEPT
from net.store import FILE, DiskStore
from net.words import TALK_CELLS
from tests.houses import engine, first
from tests.test_store import RECORD, reopened, store

__all__ = ["store"]  # the fixture


def rows(folder: Path) -> dict[str, int]:
    with closing(sqlite3.connect(folder / FILE)) as db:
        tables = ("tables", "chairs", "plies", "talk")
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


def test_the_newest_lines_of_each_table_are_kept(store: DiskStore) -> None:
    for word in ("babe", "gipu"):
        store.opened(replace(RECORD, table=word))
    for number in range(TALK_KEPT + 30):
        store.said("babe", Line("Bo", f"{number}"))
        if number < 3:
            store.said("gipu", Line("Ada", f"{number}"))
    babe, gipu = reopened(store)
    assert babe.said == tuple(Line("Bo", f"{number}") for number in range(30, TALK_KEPT + 30))
    assert gipu.said == tuple(Line("Ada", f"{number}") for number in range(3))
    assert rows(store.path.parent)["talk"] == TALK_KEPT + 3


def test_of_a_house_that_kept_more_only_the_newest_lines_are_read(store: DiskStore) -> None:
    store.opened(RECORD)
    with store.transaction() as db:
        lines = [(1, "Bo", f"{number}") for number in range(TALK_KEPT * 2)]
        db.executemany("INSERT INTO talk (table_key, name, text) VALUES (?, ?, ?)", lines)
    (babe,) = reopened(store)
    assert babe.said == tuple(Line("Bo", f"{number}") for number in range(TALK_KEPT, TALK_KEPT * 2))


@pytest.mark.parametrize(
    ("began", "left"),
    [
        (False, {"tables": 0, "chairs": 0, "plies": 0, "talk": 0}),
        (True, {"tables": 1, "chairs": 2, "plies": 1, "talk": 0}),
    ],
)
def test_of_a_closed_table_stays_what_its_replay_needs(store: DiskStore, began: bool, left: dict[str, int]) -> None:
    store.opened(RECORD)
    store.said("babe", Line("Ada", "hi"))
    if began:
        store.started("babe")
        store.ply("babe", 1, Ply(0, "pass"))
    store.closed("babe")
    assert rows(store.path.parent) == left
    assert reopened(store) == []
    store.closed("babe")  # gone already


def test_an_upgrade_removes_what_is_never_shown_again(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as db:
        db.execute("BEGIN")
        schema.upgrade(db, 0, to=4)
        for key, started, closed in ((1, 0, 1.0), (2, 1, 1.0), (3, 1, None), (4, 0, None)):
            db.execute(
                "INSERT INTO tables (key, word, game, rules, options, seed, plan, invite, started, opened, closed)"
                " VALUES (?, ?, 'sixteen', 1, '{}', '5', '[\"here\"]', '', ?, 1.0, ?)",
                (key, f"babe{key}", started, closed),
            )
            db.execute("INSERT INTO chairs VALUES (?, 0, 'SHA256:a', 'Ada', '')", (key,))
            db.execute("INSERT INTO talk (table_key, name, text) VALUES (?, 'Ada', 'hi')", (key,))
        db.execute("COMMIT")
    store = DiskStore(tmp_path)
    assert [(record.table, record.said) for record in store.load()] == [
        ("babe3", (Line("Ada", "hi"),)),
        ("babe4", (Line("Ada", "hi"),)),
    ]
    store.close()
    assert rows(tmp_path) == {"tables": 3, "chairs": 3, "plies": 0, "talk": 2}


async def test_who_talks_without_end_is_asked_to_wait_and_plays_on(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house:
        ada = await house.visit("ada")
        client = await ada.open("sixteen", ["here", "open"], {})
        allowed = int(TALK_BURST // (LINE + TALK_CELLS))
        for _ in range(allowed):
            await client.say("x" * 3 * TALK_CELLS)
        with pytest.raises(Refused, match="You have said a lot just now"):
            await client.say("x" * 3 * TALK_CELLS)
        assert len((await first(client)).said) == allowed
        await client.stand_in(1, "random")


async def test_a_table_that_everybody_left_before_it_began_leaves_nothing_on_the_disk(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    lobby = Lobby(store, accounts=DiskAccounts(store))
    try:
        client = await lobby.host("SHA256:a", "Ada").open("sixteen", ["here", "open"], {})
        await client.say("hello")
        lobby.close_table(lobby.tables[client.table], "The host closed this table.")
        assert set(rows(tmp_path).values()) == {0}
    finally:
        await lobby.close()
        store.close()
