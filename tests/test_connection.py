"""Whatever a client sends to the engine, it gets a sentence, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import msgpack
import pytest

from engine import registry
from net import messages, wire
from net.client import Update
from net.connection import BURST, RATE, Feed
from net.engine_process import socket_path
from net.seat import TAKEN_OVER
from tests.courses import is_sentence
from tests.houses import Engine, engine, play, sat_down

SECONDS = 60  # a limit, not a wait


async def _greeted(house: Engine, person: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_unix_connection(socket_path(house.folder))

    async def close() -> None:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    house.closing.append(close)
    writer.write(wire.pack(messages.Hello(messages.PROTOCOL, f"SHA256:{person}", person), wire.FROM_CLIENT))
    assert await wire.read(reader, messages.Welcome, wire.FROM_ENGINE) is not None
    return reader, writer


def _framed(plain: object) -> bytes:
    body: bytes = msgpack.packb(plain)
    return len(body).to_bytes(4, "big") + body


async def _answer(reader: asyncio.StreamReader) -> messages.Answered | None:
    return await wire.read(reader, messages.Answered, wire.FROM_ENGINE)


async def _heard(reader: asyncio.StreamReader) -> messages.Answered:
    answered = await asyncio.wait_for(_answer(reader), 5)
    assert answered is not None
    return answered


async def test_whatever_a_client_sends_is_answered_with_a_sentence_and_nobody_else_notices(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = [await house.visit(name) for name in ("ada", "bo")]
        clients = await sat_down([ada, bo], "sixteen", 2)
        reader, writer = await _greeted(house, "mallory")
        asks: list[object] = [
            None,
            [],
            {"id": 1},
            {"id": "1", "ask": ["Leave", {"place": 1}]},
            *({"id": 2, "ask": [word, {"place": 1}]} for word in ("Leave", "Rematch", "Concede", "__class__")),
            {"id": 3, "ask": ["Next", {"place": 1, "fresh": True}]},
            {"id": 4, "ask": ["Act", {"place": 2**63, "action": "pass", "serial": -5, "again": True}]},
            {"id": 5, "ask": ["Act", {"place": -1, "action": "pass", "serial": 0, "again": False}]},
            {"id": 6, "ask": ["Sit", {"table": "../../etc/passwd", "invite": "é\0"}]},
            {"id": 7, "ask": ["Sit", {"table": clients[0].table, "invite": ""}]},
            {"id": 8, "ask": ["Replay", {"table": ""}]},
            {"id": 9, "ask": ["Open", {"game": "os", "plan": [], "options": {}, "private": False, "hints": False}]},
            {
                "id": 9,
                "ask": [
                    "Open",
                    {"game": "sixteen", "plan": ["x"] * 60, "options": {}, "private": False, "hints": False},
                ],
            },
            {
                "id": 9,
                "ask": [
                    "Open",
                    {
                        "game": "sixteen",
                        "plan": ["here", "open"],
                        "options": {"é": "x"},
                        "private": True,
                        "hints": True,
                    },
                ],
            },
        ]
        for ask in asks:
            writer.write(_framed(ask))
            answered = await _answer(reader)
            assert answered is not None
            assert isinstance(answered.answer, messages.Refusal), ask
            assert is_sentence(answered.answer.sentence)
            assert "wrong at the table" not in answered.answer.sentence
        # At a table of one's own: serials, seats, texts and actions that cannot be.
        writer.write(_framed({"id": 1, "ask": ["Watch", {"table": clients[0].table, "invite": ""}]}))
        answered = await _answer(reader)
        assert answered is not None
        assert isinstance(answered.answer, messages.Seated)
        place = answered.answer.place
        for ask in (
            ["Face", {"place": place, "seat": 0}],
            ["Face", {"place": place, "seat": -1}],
            ["Act", {"place": place, "action": "pass", "serial": 0, "again": True}],
            ["Act", {"place": place, "action": "place " + "r" * 7_000, "serial": 2**63, "again": False}],
            ["Say", {"place": place, "text": "psst"}],
            ["StandIn", {"place": place, "seat": 10**9, "level": "random"}],
            ["Hint", {"place": place}],
            ["AgreeToEnd", {"place": place, "agree": True}],
        ):
            writer.write(_framed({"id": 1, "ask": ask}))
            answered = await _answer(reader)
            assert answered is not None
            assert isinstance(answered.answer, messages.Refusal), ask
            assert "wrong at the table" not in answered.answer.sentence
        writer.write(_framed({"id": 1, "ask": ["Say", {"place": place, "text": "x" * 9_000}]}))
        answered = await _answer(reader)
        assert answered is not None
        assert isinstance(answered.answer, messages.Refusal)
        assert await _answer(reader) is None  # what follows a frame that is too long cannot be read
        await asyncio.gather(*(play(client, 4) for client in clients))
        writer.close()
    assert "Traceback" not in house.log.read_text()


async def test_whoever_does_not_say_hello_is_sent_away(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        for junk in (b"GET / HTTP/1.1\r\n\r\n", _framed({"protocol": 99, "person": "x", "name": ""}), _framed([])):
            reader, writer = await asyncio.open_unix_connection(socket_path(house.folder))
            writer.write(junk)
            writer.write_eof()
            assert await reader.read() == b""
            writer.close()


async def test_a_flood_slows_down_only_the_one_who_makes_it(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        clients = await sat_down([await house.visit(name) for name in ("ada", "bo")], "sixteen", 2)
        reader, writer = await _greeted(house, "mallory")
        loop = asyncio.get_running_loop()
        answers = 0

        async def count() -> None:
            nonlocal answers
            while await _answer(reader):
                answers += 1

        counting = asyncio.create_task(count())
        began = turn = loop.time()
        slowest = 0.0

        def done(seat: int, action: str) -> None:
            nonlocal slowest, turn
            slowest = max(slowest, loop.time() - turn)
            turn = loop.time()

        writer.write(_framed({"id": 1, "ask": ["Replay", {"table": clients[0].table}]}) * 2_000)
        await asyncio.gather(*(play(client, 4, done) for client in clients))
        took = loop.time() - began
        counting.cancel()
    assert slowest < 0.5
    assert 0 < answers <= (BURST + RATE * took) / 10 + 1  # a replay costs ten


async def test_news_are_asked_for_one_at_a_time(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        clients = await sat_down([await house.visit("ada")], "sixteen", 2)
        reader, writer = await _greeted(house, "bo")
        writer.write(_framed({"id": 1, "ask": ["Watch", {"table": clients[0].table, "invite": ""}]}))
        writer.write(_framed({"id": 2, "ask": ["Next", {"place": 1, "fresh": True}]}))
        answers = [await _answer(reader), await _answer(reader)]
        writer.write(_framed({"id": 3, "ask": ["Next", {"place": 1, "fresh": False}]}))  # waits for something to happen
        writer.write(_framed({"id": 4, "ask": ["Next", {"place": 1, "fresh": False}]}))
        answers.append(await _answer(reader))
        assert [answered and (answered.id, type(answered.answer)) for answered in answers] == [
            (1, messages.Seated),
            (2, messages.Shown),
            (4, messages.Refusal),
        ]
        assert answers[2] == messages.Answered(4, messages.Refusal("That was asked already."))


async def test_news_that_were_asked_for_and_never_looked_for_leave_no_trace(recwarn: pytest.WarningsRecorder) -> None:
    async def nothing() -> AsyncIterator[str]:
        await asyncio.Event().wait()
        yield ""

    async def answer(number: int, coming: Awaitable[messages.Answer]) -> None:
        await coming

    feed = Feed(nothing, lambda told: messages.Ended(""))
    feed.begin(1, feed.next, answer)
    assert await feed.stop() == 1  # before the news had a moment to be waited for
    await asyncio.sleep(0)  # the loop lets go of what it has run
    gc.collect()
    assert not recwarn.list


async def test_a_line_that_is_said_again_is_heard_again_by_everybody_else(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = await sat_down([await house.visit(name) for name in ("ada", "bo")], "sixteen", 2)
        heard: list[str] = []
        updates = bo.updates()
        await anext(updates)
        for number in range(1, 4):
            await ada.say("ok")
            while len(heard) < number:
                update = await anext(updates)
                assert isinstance(update, Update)
                heard += [line.text for line in update.said]
        assert heard == ["ok"] * 3


async def test_what_is_still_asked_of_a_table_that_is_left_gets_its_answer(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        reader, writer = await _greeted(house, "ada")
        plan = {"game": "splendor", "plan": ["here", "here"], "options": {}, "private": False, "hints": False}
        writer.write(_framed({"id": 1, "ask": ["Open", plan]}))
        writer.write(_framed({"id": 2, "ask": ["Next", {"place": 1, "fresh": True}]}))
        assert (await _heard(reader)).id == 1
        shown = (await _heard(reader)).answer
        assert isinstance(shown, messages.Shown)
        (seat,) = wire.shapes(registry.game("splendor")).update(shown.update).to_act  # anybody may begin
        writer.write(_framed({"id": 7, "ask": ["Face", {"place": 1, "seat": seat}]}))
        writer.write(_framed({"id": 8, "ask": ["Next", {"place": 1, "fresh": True}]}))
        assert [(await _heard(reader)).id for _ in range(2)] == [7, 8]
        writer.write(_framed({"id": 3, "ask": ["Next", {"place": 1, "fresh": False}]}))
        for number in (4, 6):  # a bot thinks for a second
            writer.write(_framed({"id": number, "ask": ["Hint", {"place": 1}]}))
        assert await _heard(reader) == messages.Answered(6, messages.Refusal("That was asked already."))
        writer.write(_framed({"id": 5, "ask": ["Leave", {"place": 1}]}))
        answers = [await _heard(reader) for _ in range(3)]
        assert sorted(answers, key=lambda answered: answered.id) == [
            messages.Answered(3, messages.Ended("")),
            messages.Answered(4, messages.Refusal("You have left that table.")),
            messages.Answered(5, messages.Done()),
        ]


async def test_news_that_are_asked_for_anew_end_the_older_ask(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        reader, writer = await _greeted(house, "ada")
        for number, fresh in enumerate((True, False, True), 1):
            writer.write(_framed({"id": number, "ask": ["Tables", {"fresh": fresh}]}))
            if number == 1:
                assert (await _heard(reader)).id == 1
        answers = [await _heard(reader) for _ in range(2)]
        assert answers[0] == messages.Answered(2, messages.Refusal("That was asked anew."))
        assert answers[1] == messages.Answered(3, messages.Listed(()))


async def test_who_asks_on_after_the_end_of_the_news_stops_nobody(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada = await house.visit("ada")
        table = (await ada.open("sixteen", ["here", "open"], {})).table
        reader, writer = await _greeted(house, "ada")
        writer.write(_framed({"id": 1, "ask": ["Sit", {"table": table, "invite": ""}]}))
        assert (await _heard(reader)).id == 1
        await ada.sit(table)  # takes over
        answers = []
        for number in range(2, 6):
            writer.write(_framed({"id": number, "ask": ["Next", {"place": 1, "fresh": False}]}))
            answers.append((await _heard(reader)).answer)
        assert answers == [messages.Ended(TAKEN_OVER), *[messages.Ended("")] * 3]
        assert ada.is_linked


async def test_who_reads_nothing_costs_nothing(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        clients = await sat_down([await house.visit(name) for name in ("ada", "bo")], "sixteen", 2)
        streams = [await _greeted(house, f"idler{number}") for number in range(20)]
        for _, writer in streams:
            writer.write(_framed({"id": 1, "ask": ["Watch", {"table": clients[0].table, "invite": ""}]}))
            writer.write(_framed({"id": 2, "ask": ["Next", {"place": 1, "fresh": True}]}))
        await asyncio.gather(*(play(client, 4) for client in clients))
        for reader, writer in streams:
            answered = [await _answer(reader), await _answer(reader)]
            assert [a and a.id for a in answered] == [1, 2]  # one update, however much has happened
            writer.close()
