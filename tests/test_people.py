"""Who people are in a real house: names, second keys, guests who come back, windows that take over."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.game import Refused
from net import lobby, words
from net.client import Gone, Line, Standing, Told, Update
from tests.houses import engine, first, play, sat_down

SECONDS = 60  # a limit, not a wait


async def test_a_new_key_chooses_its_name_once_and_sits_under_it(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = [await house.visit(name) for name in ("ada", "bo")]
        assert (ada.name, ada.standing) == ("ada", Standing.NEW)
        await ada.choose_name("* Ada L")
        assert (ada.name, ada.standing) == ("Ada L", Standing.KNOWN)
        with pytest.raises(Refused, match="called"):
            await bo.choose_name("ADA  l")
        with pytest.raises(Refused, match="only the host"):
            await ada.choose_name("Cleo")
        mine, _ = await sat_down([ada, bo], "sixteen", 2)
        assert [person.name for person in (await first(mine)).people if person] == ["Ada L", "bo"]
        await house.kill()
        await house.process.start()
        again = await house.visit("ada")
        assert again.name == "Ada L"
        with pytest.raises(Refused, match="only the host"):  # bo sat down as bo
            await (await house.visit("bo")).choose_name("Bo")


async def test_who_only_looks_around_is_not_kept(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada = await house.visit("ada")
        await anext(ada.listings())
        await ada.close()
        assert (await house.visit("ada")).standing is Standing.NEW


async def test_a_second_key_has_the_seats_of_the_first(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, laptop, bo = [await house.visit(name) for name in ("ada", "laptop", "bo")]
        mine, theirs = await sat_down([ada, bo], "sixteen", 2)
        await laptop.use(await ada.code())
        assert (laptop.name, laptop.standing) == ("ada", Standing.KNOWN)
        again = await laptop.sit(mine.table)
        assert again.seats == mine.seats
        async for update in mine.updates():
            last = update
        assert isinstance(last, Gone)
        await asyncio.gather(play(again, 1), play(theirs, 2))


async def test_who_sits_somewhere_cannot_become_somebody_else(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = [await house.visit(name) for name in ("ada", "bo")]
        _, theirs = await sat_down([ada, bo], "sixteen", 3)
        code = await ada.code()
        with pytest.raises(Refused, match="finish or leave them first"):
            await bo.use(code)
        await theirs.leave()
        await bo.use(code)
        assert bo.name == "ada"


async def test_a_guest_comes_back_to_the_seat_by_a_code_even_after_the_engine_died(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        guest, bo = await house.guest("one"), await house.visit("bo")
        assert guest.standing is Standing.GUEST
        assert len(guest.name.split()) == 2
        mine, theirs = await sat_down([guest, bo], "sixteen", 2)
        code = await guest.code()
        assert await guest.code() == code
        await house.kill()
        await house.process.start()
        assert (await first(mine)).seat == 0  # the session itself goes on
        await guest.close()
        other = await house.guest("two")
        assert other.name != guest.name
        with pytest.raises(Refused, match="Every seat"):
            await other.sit(mine.table)
        await other.use(code.upper().replace("-", ""))
        assert other.name == guest.name
        again = await other.sit(mine.table)
        assert again.seats == (0,)
        with pytest.raises(Refused, match="no code of this house"):
            await (await house.guest("three")).use(code)
        await asyncio.gather(play(again, 1), play(theirs, 2))


async def test_a_connection_may_type_few_wrong_codes(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, mallory = [await house.visit(name) for name in ("ada", "mallory")]
        code = await ada.code()
        for _ in range(lobby.WRONG_CODES):
            with pytest.raises(Refused, match="no code of this house"):
                await mallory.use(words.shown(words.new_code()))
        with pytest.raises(Refused, match="too many wrong codes"):
            await mallory.use(code)
        again = await house.visit("mallory")
        await again.use(code)
        assert again.name == "ada"


async def test_no_code_is_in_the_log(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada = await house.visit("ada")
        code = await ada.code()
        with pytest.raises(Refused):
            await ada.use(code)
        await ada.close()
        log = house.log.read_text() if house.log.exists() else ""
        assert code not in log
        assert code.replace("-", "") not in log


async def test_a_late_word_of_the_old_link_removes_nobody(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        old, bo = [await house.visit(name) for name in ("ada", "bo")]
        mine, theirs = await sat_down([old, bo], "sixteen", 2)
        new = await house.visit("ada")
        again = await new.sit(mine.table)
        await old.close()
        away: set[bool] = set()

        def over(update: Update) -> bool:
            away.update(person.away for person in update.people if person)
            return update.outcome is not None

        await asyncio.gather(play(again, 1), play(theirs, 2, until=over))
        assert away == {False}


async def test_the_old_window_cannot_give_the_seat_away_before_the_game_begins(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        old, new = [await house.visit("ada") for _ in range(2)]
        mine = await old.open("sixteen", ["here", "open"], {})
        again = await new.sit(mine.table)
        await mine.leave()
        assert [bool(person) for person in (await first(again)).people] == [True, False]


async def test_only_who_sits_at_a_private_table_is_told_its_word(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo, cleo = [await house.visit(name) for name in ("ada", "bo", "cleo")]
        mine = await ada.open("sixteen", ["here", "open"], {}, private=True)
        invite = (await first(mine)).invite
        assert invite
        watching = await cleo.watch(mine.table, invite)
        assert (await first(watching)).invite == ""
        theirs = await bo.sit(mine.table, invite)
        assert (await first(theirs)).invite == invite


async def test_nobody_from_elsewhere_sits_or_talks_under_a_name_that_is_not_theirs(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        anna, mal, zed = [await house.visit(name) for name in ("anna", "mal", "zed")]
        await anna.choose_name("Anna")
        mine = await mal.open("sixteen", ["here Anna", "here  Anna", "here\tBot Abe", "open"], {})
        await mine.say("I am Anna")
        seen = await first(await zed.watch(mine.table))
        assert [person and person.name for person in seen.people] == ["mal", "mal 2", "mal 3", None]
        assert seen.said == (Line("mal", "I am Anna"),)


async def test_every_window_of_a_key_is_the_same_person_when_one_of_them_used_a_code(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        vic, one = [await house.visit(name) for name in ("vic", "same")]
        await vic.choose_name("Victor")
        await one.choose_name("Samey")
        two = await house.visit("same")
        over = await two.open("sixteen", ["here", "greedy"], {})
        await over.agree_to_end(True)
        await one.use(await vic.code())
        assert await anext(two.told()) == Told("You are Victor here from now on.")
        last = [update async for update in over.updates()][-1]
        assert last == Gone("You are Victor now; come back to this table as Victor.")
        other = await house.visit("squat")
        await other.choose_name("Samey")  # it is free
        mine = await two.open("sixteen", ["here", "open"], {})
        assert [person and person.name for person in (await first(mine)).people] == ["Victor", None]
        assert (await vic.sit(mine.table)).seats == (0,)


async def test_every_window_of_a_new_key_sits_under_the_name_that_one_of_them_chose(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        one, two = [await house.visit("nick") for _ in range(2)]
        await one.choose_name("Nick L")
        with pytest.raises(Refused, match="You are Nick L here already"):
            await two.choose_name("Nack")
        assert await two.code()
        mine = await two.open("sixteen", ["here", "open"], {})
        assert [person and person.name for person in (await first(mine)).people] == ["Nick L", None]
