"""A real engine process keeps every table through anything that its clients, or a kill, can do to it."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import msgpack
import pytest

from engine import registry, replay
from engine.game import Refused
from engine.rng import Rng
from engine.scenario import cards_in
from net.client import Gone, Pause, Update
from net.engine_process import socket_path
from tests.courses import every_game
from tests.houses import Engine, Tapped, engine, first, play, sat_down, stages

SECONDS = 60  # a limit, not a wait


async def test_a_table_is_found_joined_played_and_left_from_other_processes(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo, cleo = [await house.visit(name) for name in ("ada", "bo", "cleo")]
        listings = bo.listings()
        assert await anext(listings) == ()
        clients = await sat_down([ada], "sixteen", 2)
        listed = await anext(listings)
        assert isinstance(listed, tuple)
        assert listed[0].table == clients[0].table
        clients += [await bo.sit(listed[0].table), await cleo.watch(listed[0].table)]
        assert [client.seats for client in clients] == [(0,), (1,), ()]
        ends = await asyncio.gather(play(clients[0], 1), play(clients[1], 2), play(clients[2], 3))
        assert len({end.outcome for end in ends}) == 1
        for client, end in zip(clients, ends, strict=True):
            assert isinstance(end.view, client.game.view_type)
        replay.verify(replay.read(await cleo.replay(clients[0].table)))
        with pytest.raises(Refused, match="watch"):
            await clients[2].act("pass", ends[2].serial)


async def test_what_is_refused_says_why_in_the_words_of_the_table(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = [await house.visit(name) for name in ("ada", "bo")]
        with pytest.raises(Refused, match="There is no game “chess”"):
            await ada.open("chess", ["here"], {})
        with pytest.raises(Refused, match="There is no table “nono”"):
            await ada.sit("nono")
        mine, theirs = await sat_down([ada, bo], "sixteen", 2)
        update = await first(mine)
        with pytest.raises(Refused, match="Seat 2 is not yours"):
            await mine.face(1)
        other = theirs if update.to_act == {0} else mine
        with pytest.raises(Refused):
            await other.act("pass", 0)
        with pytest.raises(Refused, match="too long"):
            await mine.say("x" * 10_000)
        assert (await first(theirs)).serial == 0


@every_game
async def test_every_confirmed_action_survives_kills_and_the_game_ends_as_if_there_had_been_none(
    name: str, tmp_path: Path
) -> None:
    seats = 2
    luck = Rng(5, "kills", name)
    confirmed: list[list[str]] = [[] for _ in range(seats)]
    wanted = asyncio.Event()
    until_kill = luck.below(8)

    def done(seat: int, action: str) -> None:
        nonlocal until_kill
        confirmed[seat].append(action)
        until_kill -= 1
        if until_kill == 0:
            wanted.set()

    async def killer(house: Engine) -> None:
        nonlocal until_kill
        for _ in range(4):
            await wanted.wait()
            wanted.clear()
            await house.kill()
            await house.process.start()
            until_kill = 1 + luck.below(12)

    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        hosts = [await house.visit(person) for person in ("ada", "bo")]
        clients = await sat_down(hosts, name, seats)
        killing = asyncio.create_task(killer(house))
        ends = await asyncio.gather(*(play(client, 7, done) for client in clients))
        killing.cancel()
        file = replay.read(await hosts[0].replay(clients[0].table))
    assert ends[0].outcome == ends[1].outcome
    for seat in range(seats):
        assert [ply.action for ply in file.plies if ply.seat == seat] == confirmed[seat]
    # The end and its hash, made by an engine that was killed, are those of one unbroken playing of the same game.
    unbroken = replay.verify(file)
    assert replay.position_hash(file.game, unbroken.state) == file.end
    assert [end.view for end in ends] == [unbroken.view(seat) for seat in range(seats)]


async def test_an_action_whose_answer_got_lost_is_done_once(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        taps: list[Tapped] = []

        def tapped(connect: object) -> Tapped:
            taps.append(Tapped(connect))  # type: ignore[arg-type]  # it is what visit gives
            return taps[-1]

        hosts = [await house.visit(name, tapped) for name in ("ada", "bo")]
        clients = await sat_down(hosts, "sixteen", 2)
        update = await first(clients[0])
        for turn, cut in enumerate(("cut_after", "cut_before", "cut_after")):
            (seat,) = update.to_act
            mine = await first(clients[seat])
            action = str(mine.view and clients[seat].game.legal_actions(mine.view)[0])
            links = taps[seat].links
            setattr(taps[seat], cut, action.encode())
            await clients[seat].act(action, mine.serial)
            assert taps[seat].links == links + 1
            update = await first(clients[seat])
            assert update.serial == turn + 1
        # Somebody else at the same keys did something else meanwhile: refused, and said what.
        (seat,) = update.to_act
        mine = await first(clients[seat])
        legal = [str(action) for action in clients[seat].game.legal_actions(mine.view)]
        if len(legal) > 1:
            await clients[seat].act(legal[0], mine.serial)
            taps[seat].cut_before = legal[1].encode()
            with pytest.raises(Refused, match=f"your seat did “{legal[0]}”"):
                await clients[seat].act(legal[1], mine.serial)


async def test_a_restart_pauses_the_updates_and_then_tells_the_whole_story_from_the_same_seat(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada = await house.visit("ada")
        client = await ada.open("sixteen", ["here Ann", "here Ben"], {})
        updates = client.updates()
        before = await anext(updates)
        assert isinstance(before, Update)
        (seat,) = before.to_act
        await client.face(seat)
        await client.act(str(client.game.legal_actions((await first(client)).view)[0]), before.serial)
        await client.face(1)
        updates = client.updates()
        before = await anext(updates)
        waiting = asyncio.ensure_future(anext(updates))
        await house.kill()
        assert isinstance(await waiting, Pause)
        await house.process.start()
        after = await anext(updates)
        assert isinstance(before, Update)
        assert isinstance(after, Update)
        assert after.fresh
        assert (after.view, after.seat, after.serial) == (before.view, 1, 1)
        assert after.events == before.events


async def test_a_house_that_stays_away_is_given_up_with_a_sentence(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada = await house.visit("ada")
        ada._patience = 0.3
        (client,) = await sat_down([ada], "sixteen", 2)
        updates = client.updates()
        await anext(updates)
        await house.kill()
        assert isinstance(await anext(updates), Pause)
        last = await anext(updates)
        assert isinstance(last, Gone)
        assert "Your seat is kept" in last.reason
        with pytest.raises(Refused, match="could not be reached"):
            await client.act("pass", 0)


@every_game
async def test_no_byte_to_a_seat_or_a_spectator_names_a_card_it_may_not_know(name: str, tmp_path: Path) -> None:
    game = registry.game(name)
    taps: list[Tapped] = []

    def tapped(connect: object) -> Tapped:
        taps.append(Tapped(connect))  # type: ignore[arg-type]  # it is what visit gives
        return taps[-1]

    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        hosts = [await house.visit(person, tapped) for person in ("ada", "bo", "cleo")]
        clients = await sat_down(hosts, name, 2)
        await asyncio.gather(*(play(client, 3) for client in clients))
        file = replay.read(await hosts[0].replay(clients[0].table))
    states = stages(file)
    everything = set(cards_in(states, game.card_types))
    hidden_somewhere = False
    for tap, viewer in zip(taps, (0, 1, None), strict=True):
        known: set[str] = set()
        shown = -1
        for frame in tap.frames:
            answered = msgpack.unpackb(frame)
            if "answer" not in answered or answered["answer"][0] != "Shown":
                assert not any(_encoded(card) in frame for card in everything if len(card) > 2)
                continue
            serial = answered["answer"][1]["update"]["serial"]
            known.update(
                *(cards_in(game.view(state, viewer), game.card_types) for state in states[shown + 1 : serial + 1])
            )
            shown = max(shown, serial)
            assert {card for card in everything - known if _encoded(card) in frame} == set()
            hidden_somewhere = hidden_somewhere or bool(everything - known)
    assert hidden_somewhere


def _encoded(card: str) -> bytes:
    """The card's name as msgpack writes a short text."""
    return bytes([0xA0 + len(card)]) + card.encode()


async def test_a_seed_is_in_no_byte_before_the_game_is_over(tmp_path: Path) -> None:
    taps: list[Tapped] = []

    def tapped(connect: object) -> Tapped:
        taps.append(Tapped(connect))  # type: ignore[arg-type]  # it is what visit gives
        return taps[-1]

    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        hosts = [await house.visit(person, tapped) for person in ("ada", "bo")]
        clients = await sat_down(hosts, "sixteen", 2)
        await asyncio.gather(*(play(client, 3) for client in clients))
        before = [bytes(tap.received) for tap in taps]
        seed = replay.read(await hosts[0].replay(clients[0].table)).seed
    assert seed is not None
    assert seed > 2**100
    for received in before:
        assert str(seed).encode() not in received
        assert seed.to_bytes(24, "big") not in received
    assert str(seed) not in house.log.read_text()


async def test_the_replay_of_a_running_game_tells_nobody_what_others_did_in_secret(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        hosts = [await house.visit(name) for name in ("ada", "bo", "cleo")]
        clients = await sat_down(hosts, "silencio", 2)
        given = [play(client, 3, until=lambda update: update.serial >= 2) for client in clients[:2]]
        await asyncio.gather(*given)  # who begins has claimed, and somebody has given
        running = replay.read(await hosts[2].replay(clients[0].table))
        assert (running.seed, running.plies, running.end) == (None, (), None)
        assert running.commitment


# --- the folder


async def test_the_socket_and_all_files_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    async with engine(folder) as house, asyncio.timeout(SECONDS):
        await sat_down([await house.visit("ada")], "sixteen", 2)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {path.name for path in folder.iterdir()} >= {"engine.sock", "hushtable.db", "hushtable.db-wal", "lock"}
        for path in (*folder.iterdir(), house.log):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert not (folder / "engine.sock").exists()


async def test_a_folder_with_a_very_long_path_works_too(tmp_path: Path) -> None:
    folder = tmp_path / ("d" * 120) / "house"
    assert len(os.fsencode(socket_path(folder))) <= 100
    assert socket_path(folder) != socket_path(folder.with_name("other"))
    async with engine(folder) as house, asyncio.timeout(SECONDS):
        assert (await house.visit("ada")).name == "ada"
        assert stat.S_IMODE(socket_path(folder).parent.stat().st_mode) == 0o700


async def test_a_second_engine_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        with pytest.raises(Refused, match="Another Hushtable is already at work"):
            await Engine(tmp_path / "house").process.start()
        assert (await house.visit("ada")).name == "ada"
