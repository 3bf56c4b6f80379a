"""A person at a distant table can do all that a person at a near one can, over links that break."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.game import Refused
from net.client import Gone, Pause, Update
from tests.houses import engine, first, play, sat_down

SECONDS = 60  # a limit, not a wait


async def test_a_game_ends_by_agreement_and_the_same_people_play_again(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        hosts = [await house.visit(name) for name in ("ada", "bo")]
        mine, theirs = await sat_down(hosts, "sixteen", 2)
        with pytest.raises(Refused):
            await mine.rematch()
        await mine.agree_to_end(True)
        assert (await first(theirs)).agreed == {0}
        await theirs.agree_to_end(True)
        again = await mine.rematch()
        assert (await first(theirs)).rematch == again.table
        other = await theirs.rematch()
        assert (other.table, other.seats) == (again.table, (1,))
        await asyncio.gather(play(again, 1), play(other, 1))


async def test_a_bot_stands_in_for_who_is_gone_and_gives_the_seat_back(tmp_path: Path) -> None:
    async with engine(tmp_path / "house", "--patience", "0") as house, asyncio.timeout(SECONDS):
        hosts = [await house.visit(name) for name in ("ada", "bo")]
        mine, _ = await sat_down(hosts, "sixteen", 2)
        with pytest.raises(Refused, match="Nobody is away"):
            await mine.stand_in(1, "random")
        await hosts[1].close()
        async for update in mine.updates():
            if isinstance(update, Update) and update.absences:
                break
        await mine.stand_in(1, "random")
        assert (person := (await first(mine)).people[1])
        assert (person.away, person.bot) == (True, "random")
        returned = await (await house.visit("bo")).sit(mine.table)
        assert returned.seats == (1,)
        assert (person := (await first(returned)).people[1])
        assert (person.away, person.bot) == (False, "")


async def test_a_private_table_needs_its_word_and_is_found_again_after_a_restart(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = [await house.visit(name) for name in ("ada", "bo")]
        mine = await ada.open("sixteen", ["here", "open"], {}, private=True)
        listings = ada.listings()
        listed = await anext(listings)
        assert isinstance(listed, tuple)
        assert listed[0].invite
        assert await anext(bo.listings()) == ()
        with pytest.raises(Refused, match="invite"):
            await bo.watch(mine.table, "é")
        seen = await bo.watch(mine.table, listed[0].invite)
        await first(seen)
        updates = seen.updates()
        await anext(updates)
        waiting = asyncio.ensure_future(anext(updates))
        await house.kill()
        assert isinstance(await waiting, Pause)
        await house.process.start()
        assert isinstance(await anext(updates), Update)


async def test_listings_pause_while_the_house_is_away_and_come_back(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada = await house.visit("ada")
        await ada.open("sixteen", ["here", "open"], {})
        listings = ada.listings()
        before = await anext(listings)
        await house.kill()
        assert isinstance(await anext(listings), Pause)
        await house.process.start()
        after = await anext(listings)
        assert isinstance(before, tuple)
        assert isinstance(after, tuple)
        assert [listing.table for listing in after] == [listing.table for listing in before]
        await ada.close()


async def test_the_newest_window_has_the_seat_and_the_old_one_is_told(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        old, new = [await house.visit("ada") for _ in range(2)]
        mine = await old.open("sixteen", ["here", "here Ben"], {})
        updates = mine.updates()
        await anext(updates)
        again = await new.sit(mine.table)
        async for update in updates:
            last = update
        assert isinstance(last, Gone)
        assert "another window" in last.reason
        (seat,) = (await first(again)).to_act
        await again.face(seat)
        with pytest.raises(Refused):
            await mine.act("pass", 0)
        update = await first(again)
        await again.act(str(again.game.legal_actions(update.view)[0]), update.serial)
        await old.close()
        assert (await first(again)).serial == 1


async def test_who_leaves_before_the_start_frees_the_seat_and_the_updates_end(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = [await house.visit(name) for name in ("ada", "bo")]
        mine = await ada.open("sixteen", ["here", "open", "open"], {})
        theirs = await bo.sit(mine.table)
        updates = theirs.updates()
        assert isinstance(await anext(updates), Update)
        await theirs.leave()
        assert [update async for update in updates] == []
        assert [bool(person) for person in (await first(mine)).people] == [True, False, False]
        with pytest.raises(Refused):
            await theirs.say("still here?")


async def test_talk_reaches_everybody_as_plain_cleaned_text(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = [await house.visit(name) for name in ("[red]ada[/]", "bo")]
        mine, theirs = await sat_down([ada, bo], "sixteen", 3)
        await mine.say("hi\x1b[2J [b]bo[/b]")
        (line,) = (await first(theirs)).said
        assert (line.name, line.text) == ("[red]ada[/]", "hi[2J [b]bo[/b]")
