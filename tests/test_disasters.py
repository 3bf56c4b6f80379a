"""Engines and fronts that are killed while ten tables play, disks that are full, read-only, damaged or too new."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine import registry, replay
from engine.game import Refused
from engine.rng import Rng
from net import serve
from net.client import Client
from net.store import FILE
from tests.courses import is_sentence
from tests.house_front import COMMAND
from tests.houses import engine, first, sat_down
from tests.leaks import Search, Setting, sitting
from tests.open_house import OpenHouse, open_house
from tests.visitors import ByLine, Native

SECONDS = 150  # a limit, not a wait


@pytest.fixture(autouse=True)
def _nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs these tests: their keys and agent stay out of them."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)


async def test_an_engine_that_is_killed_while_ten_tables_play_loses_nothing_and_drops_nobody(tmp_path: Path) -> None:
    """People at their own Hushtables and in line mode, bots, and eyes by screen and line: none comes a second time."""
    names = registry.names()
    tables = [
        Setting(names[number % len(names)], ("native", "greedy", ("native", "line")[number % 2]), eyes)
        for number, eyes in enumerate([("screen",), ("line",), (), (), (), (), ("line",), (), (), ("screen",)])
    ]
    async with asyncio.timeout(SECONDS), open_house(tmp_path / "house", "--pace", "0.05", fronts=2) as house:
        with closing(house.books()) as books:
            killing = asyncio.create_task(killer(house, books, kills=4))
            evening = await asyncio.gather(
                *(sitting(house, books, table, f"t{number}", SECONDS) for number, table in enumerate(tables))
            )
            assert await killing == 4
            search = Search()
            for done in evening:
                really = search.add(books, done)  # verifies the replay: plies, result, and the hash of the end
                file = replay.read(done.replays[-1][1])
                unbroken = replay.verify(file)
                assert replay.position_hash(really.game, really.states[-1]) == file.end
                assert replay.position_hash(really.game, unbroken.state) == file.end
                for visitor in done.visitors:
                    assert not getattr(visitor, "dropped", False), str(visitor)
                    if isinstance(visitor, Native) and visitor.seat is not None:
                        kept = [ply.action for ply in file.plies if ply.seat == visitor.seat]
                        assert kept == visitor.confirmed, str(visitor)
            assert search.leaks == [], "\n".join(search.leaks[:5])


async def killer(house: OpenHouse, books: sqlite3.Connection, kills: int) -> int:
    """kill -9 at moments that nobody chose: each time so many actions more are on disk."""
    luck = Rng(29, "kills")
    for _ in range(kills):
        until = plies(books) + 5 + luck.below(40)
        while plies(books) < until:  # noqa: ASYNC110  no event tells what another process wrote
            await asyncio.sleep(0.01)
        dying = house.engine
        os.kill(dying, signal.SIGKILL)
        while dying in house.children() or len(house.children()) < 3:  # noqa: ASYNC110  nor when it is back
            await asyncio.sleep(0.01)
    return kills


def plies(books: sqlite3.Connection) -> int:
    return int(books.execute("SELECT count(*) FROM plies").fetchone()[0])


async def test_who_was_on_a_front_that_is_killed_comes_back_to_the_same_seat(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), open_house(tmp_path / "house", "--pace", "1000000") as house:
        opener = Native(house, "ada", "", "sixteen", 0, lambda: 0)
        await opener.enter()
        table = (await opener.host.open("sixteen", ["here", "random"], {})).table
        await opener.go()
        hands: list[list[str]] = []
        for _ in range(2):
            ada = ByLine(house, "ada", table, "sixteen", 0, lambda: 0)
            await ada.sit()
            hands.append(await ada.answer("hand", "view"))
            (front,) = house.fronts
            os.kill(front, signal.SIGKILL)
            await ada.over.wait()  # the line is dead
            await ada.go()
            while front in house.fronts or not await house.is_open():  # noqa: ASYNC110  no event tells when it is back
                await asyncio.sleep(0.01)
        assert hands[0] == hands[1]
        assert any(line.startswith("Your tiles: ") for line in hands[0])


# --- disks


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of our own, of 1 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"no file system can be mounted here: {made.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


async def test_a_full_disk_refuses_an_action_in_a_sentence_and_takes_it_when_there_is_room(small_disk: Path) -> None:
    async with engine(small_disk / "house") as house, asyncio.timeout(60):
        hosts = [await house.visit(name) for name in ("ada", "bo")]
        clients = await sat_down(hosts, "sixteen", 2)
        filler = small_disk / "filler"
        fill(filler)
        serial, said = 0, ""
        while not said:  # the last page of the journal may still have room
            try:
                serial = await one_action(clients)
            except Refused as refused:
                said = str(refused)
        assert is_sentence(said)
        assert "full" in said
        assert {(await first(client)).serial for client in clients} == {serial}  # nobody was shown its effect
        filler.unlink()
        assert await one_action(clients) == serial + 1
        await house.kill()
        await house.process.start()
        assert {(await first(client)).serial for client in clients} == {serial + 1}


def fill(file: Path) -> None:
    """Take all the room there is on a disk."""
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as full:
        while True:
            full.write(b"x" * 4096)


def make_read_only(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)


async def one_action(clients: list[Client]) -> int:
    """Whoever is to play does the first thing there is; the serial after it."""
    for client in clients:
        update = await first(client)
        if update.seat in update.to_act:
            action = client.game.legal_actions(update.view)[0]
            await client.act(str(action), update.serial)
            return update.serial + 1
    raise AssertionError("nobody is to play")


async def refused(folder: Path) -> str:
    """Why a house in this folder does not open."""
    house = serve.House(folder, COMMAND, "127.0.0.1", 0)
    with pytest.raises(serve.ServeError) as error:
        await asyncio.wait_for(serve.serve(house, lambda address: None, asyncio.Event()), 30)
    assert is_sentence(str(error.value))
    return str(error.value)


async def test_a_read_only_folder_is_named_and_left_as_it_is(small_disk: Path) -> None:
    folder = small_disk / "house"
    async with engine(folder) as house:
        await house.visit("ada")
    before = contents(folder)
    make_read_only(small_disk)
    assert str(folder) in await refused(folder)
    assert contents(folder) == before


async def test_a_database_that_is_too_new_or_damaged_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    async with engine(folder) as house:
        await sat_down([await house.visit("ada")], "sixteen", 2)
    with closing(sqlite3.connect(folder / FILE)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute("PRAGMA user_version = 4000")
    newer = (folder / FILE).read_bytes()
    assert "newer" in await refused(folder)
    assert (folder / FILE).read_bytes() == newer
    damaged = newer[:4_096] + os.urandom(3_000) + newer[7_096:]  # the second page
    (folder / FILE).write_bytes(damaged)
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute(f"PRAGMA user_version = {version}")
    damaged = (folder / FILE).read_bytes()
    assert "is damaged" in await refused(folder)
    assert (folder / FILE).read_bytes() == damaged


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
