"""How many tables a house and a person have, and which of them others are shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.game import Refused
from net import lobby as lobbies
from net.client import Client, Host, Pause
from net.lobby import Customs, Lobby, LobbyHost
from net.records import Forgetful
from net.store import StoreError
from tests.terminals import until

ALONE = ["here", "greedy"]


@asynccontextmanager
async def lobby(most_tables: int = 1_000, most_each: int = 20) -> AsyncIterator[Lobby]:
    opened = Lobby(Forgetful(), customs=Customs(pace=600, most_tables=most_tables, most_each=most_each))
    try:
        yield opened
    finally:
        await opened.close()


async def ended(host: LobbyHost) -> str:
    """The table of a game that its only person ended."""
    client = await host.open("sixteen", ALONE, {})
    await client.agree_to_end(True)
    await client.leave()
    return client.table


async def listed(host: Host) -> set[str]:
    async for tables in host.listings():
        assert not isinstance(tables, Pause)
        return {listing.table for listing in tables}
    raise AssertionError


async def test_a_person_opens_so_many_tables_and_more_when_one_is_over() -> None:
    async with lobby(most_each=2) as house:
        anna, bo = house.host("anna", "Anna"), house.host("bo", "Bo")
        clients: list[Client] = [await anna.open("sixteen", ALONE, {}) for _ in range(2)]
        with pytest.raises(Refused, match="You have 2 tables already"):
            await anna.open("sixteen", ALONE, {})
        await bo.open("sixteen", ALONE, {})
        await clients[0].agree_to_end(True)
        await anna.open("sixteen", ALONE, {})


async def test_a_full_house_makes_room_where_no_game_goes_on_and_nobody_waits() -> None:
    async with lobby(most_tables=4) as house:
        anna, bo, cleo = (house.host(name.lower(), name) for name in ("Anna", "Bo", "Cleo"))
        over, later = await ended(anna), await ended(anna)
        left = await anna.open("sixteen", ALONE, {})
        await left.leave()  # a game that goes on when she is back
        waits = await bo.open("sixteen", ["here", "open"], {})
        running = (await cleo.open("sixteen", ALONE, {})).table
        assert set(house.tables) == {later, left.table, waits.table, running}, f"{over} was left alone for longest"
        another = (await cleo.open("sixteen", ALONE, {})).table
        assert set(house.tables) == {left.table, waits.table, running, another}
        with pytest.raises(Refused, match="This house is full"):
            await cleo.open("sixteen", ALONE, {})


async def test_who_may_open_no_more_closes_nothing() -> None:
    async with lobby(most_tables=2, most_each=1) as house:
        anna = house.host("anna", "Anna")
        over = await ended(anna)
        await anna.open("sixteen", ALONE, {})
        with pytest.raises(Refused, match="already"):
            await anna.open("sixteen", ALONE, {})
        assert over in house.tables


async def test_a_table_that_cannot_be_opened_closes_nothing() -> None:
    async with lobby(most_tables=1) as house:
        over = await ended(house.host("anna", "Anna"))
        with pytest.raises(Refused):
            house.open("sixteen", ALONE, {}, "bo", "Bo", position="no position")
        assert over in house.tables


class FullDisk(Forgetful):
    """Keeps all, but cannot write that a table is closed as long as it is full."""

    full = True
    tried = 0

    def closed(self, table: str) -> None:
        self.tried += 1
        if self.full:
            raise StoreError("The disk of this house is full.")


async def test_the_house_is_swept_on_when_a_table_could_not_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "SWEEP", 0.01)
    store = FullDisk()
    house = Lobby(store, customs=Customs(pace=600, kept=0, kept_guests=0, kept_over=0))
    try:
        anna = house.host("anna", "Anna")
        for _ in range(2):
            await ended(anna)
        await until(lambda: store.tried >= 4)  # each of them twice
        assert len(house.tables) == 2
        store.full = False
        await until(lambda: not house.tables)
    finally:
        await house.close()


async def test_a_table_that_everybody_left_is_closed_when_the_disk_has_room_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobbies, "RETRY", 0.01)
    store = FullDisk()
    house = Lobby(store)
    try:
        client = await house.host("anna", "Anna").open("sixteen", ["here", "open"], {})
        await client.leave()
        await until(lambda: store.tried >= 2)
        store.full = False
        await until(lambda: not house.tables)
    finally:
        await house.close()


async def test_a_finished_game_is_listed_for_those_who_played_it() -> None:
    async with lobby() as house:
        anna, bo = house.host("anna", "Anna"), house.host("bo", "Bo")
        over = await ended(anna)
        running = (await anna.open("sixteen", ALONE, {})).table
        assert await listed(anna) == {over, running}
        assert await listed(bo) == {running}
        await bo.watch(over)  # who knows its name finds it
