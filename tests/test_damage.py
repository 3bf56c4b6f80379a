"""One damaged row keeps nobody out of the other tables, and people read nothing of files or SQLite."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.game import Refused
from net.accounts import DiskAccounts
from net.admin import Admin, ask
from net.client import Pause
from net.lobby import Customs, Lobby
from net.register import Register
from net.store import FILE, NOT_KEPT, DiskStore
from tests.courses import is_sentence

DAMAGE = (
    "UPDATE tables SET plan = '7'",
    "UPDATE tables SET plan = '{\"here\": 1}'",
    f"UPDATE tables SET plan = '{'[' * 5_000}'",
    f"UPDATE tables SET options = '{'[' * 5_000}'",
    "UPDATE tables SET options = '{'",
    "UPDATE tables SET options = '{\"x\": []}'",
    "UPDATE tables SET seed = 'x'",
    "UPDATE tables SET rules = 'x'",
    "UPDATE tables SET game = CAST(x'ff00' AS TEXT)",
    "UPDATE tables SET word = CAST(x'ff00' AS TEXT)",
    "UPDATE tables SET invite = x'ff00'",
    "UPDATE tables SET position = x'ff00'",
    "UPDATE tables SET position = 'x'",
    "UPDATE chairs SET name = x'ff00'",
    "UPDATE chairs SET person = CAST(x'ff00' AS TEXT)",
    "UPDATE plies SET seat = 99",
    "UPDATE plies SET seat = 'x'",
    "UPDATE plies SET action = x'ff00'",
    "UPDATE plies SET action = CAST(x'ff00' AS TEXT)",
    "UPDATE plies SET action = 'dance'",
    "INSERT INTO talk (table_key, name, text) VALUES (2, 'Ada', CAST(x'ff00' AS TEXT))",
    "INSERT INTO talk (table_key, name, text) VALUES (2, x'ff00', 'hi')",
)


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[DiskStore, Lobby]]:
    store = DiskStore(folder)
    lobby = Lobby(store, customs=Customs(pace=600), accounts=DiskAccounts(store))
    try:
        yield store, lobby
    finally:
        await lobby.close()
        store.close()


@pytest.mark.parametrize("damage", DAMAGE, ids=[f"{number}" for number in range(len(DAMAGE))])
async def test_one_damaged_row_does_not_keep_the_other_tables_out(
    damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as (store, lobby):
        ada = lobby.host("SHA256:a", "Ada")
        words = [(await ada.open("sixteen", ["here", "open"], {})).table for _ in range(3)]
        for word in words:
            await lobby.host("SHA256:b", "Bo").sit(word)
            table = lobby.tables[word]
            seat = min(table.match.to_act())
            table.act(seat, str(table.match.legal(seat)[0]))
        with store.transaction() as db:
            where = (
                "" if damage.startswith("INSERT") else f" WHERE {'key' if ' tables ' in damage else 'table_key'} = 2"
            )
            db.execute(damage + where)
    with caplog.at_level(logging.ERROR):
        async with house(tmp_path) as (store, lobby):
            assert [*lobby.tables] == [words[0], words[2]]
            assert [table.match.serial for table in lobby.tables.values()] == [1, 1]
            host = lobby.host("SHA256:a", "Ada")
            listings = await anext(host.listings())
            assert not isinstance(listings, Pause)
            assert {listing.table for listing in listings} == {words[0], words[2]}
            with store.transaction() as db:
                assert db.execute("SELECT count(*) FROM tables WHERE closed IS NULL").fetchone() == (3,)
    (line,) = caplog.messages
    assert line.startswith("table ")


async def test_what_people_are_told_names_no_file_and_the_host_reads_it_all(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as (store, lobby):
        ada = lobby.host("SHA256:a", "Ada")
        await ada.choose_name("Ada")
        client = await ada.open("sixteen", ["here", "open"], {})
        console = Admin(lobby, Register(store))
        store._db.execute("PRAGMA query_only = 1")
        for asked in (client.say("hi"), ada.code(), ada.open("sixteen", ["here", "open"], {})):
            with pytest.raises(Refused) as refused:
                await asked
            assert str(refused.value) == NOT_KEPT
        assert is_sentence(NOT_KEPT)
        why = f"{tmp_path / FILE} cannot be written, so nothing was changed."
        assert caplog.messages == [f"nothing was kept: {why}"] * 3
        await console.listen(tmp_path)
        with pytest.raises(Refused) as refused:
            await ask(tmp_path, "rename Ada = Bo")
        assert str(refused.value) == why
        await console.stop()
        store._db.execute("PRAGMA query_only = 0")


async def test_a_damaged_name_of_a_person_is_a_sentence_too(tmp_path: Path) -> None:
    async with house(tmp_path) as (store, lobby):
        await lobby.host("SHA256:a", "Ada").choose_name("Ada")
        with store.transaction() as db:
            db.execute("UPDATE people SET name = CAST(x'ff00' AS TEXT)")
        with pytest.raises(Refused, match=NOT_KEPT):
            lobby.host("SHA256:a", "Ada")
