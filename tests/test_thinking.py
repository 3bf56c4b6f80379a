"""Bots think elsewhere, answer the same, and hold up nobody."""

from __future__ import annotations

import asyncio
import pickle
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from engine.bots import Question
from engine.match import Match
from engine.rng import Rng
from net.lobby import Customs, Lobby
from net.records import Forgetful
from net.thinking import COMMAND, Thinkers
from tests import bad_bots
from tests.courses import every_game
from tests.houses import play
from tests.terminals import until


def question(name: str) -> Question[Any, Any, Any]:
    game = registry.game(name)
    match = Match(game, max(game.seats), 3)
    view = match.view(min(match.to_act()))
    return Question(view, game.legal_actions(view), (), Rng(3, "bot"))


def bad(how: str) -> tuple[str, ...]:
    return sys.executable, str(Path(bad_bots.__file__)), how


def running(thinkers: Thinkers) -> list[int]:
    return [process.pid for process in thinkers._running if process.returncode is None]


@every_game
async def test_a_bot_does_elsewhere_what_it_does_here(name: str) -> None:
    thinkers = Thinkers(quick=frozenset())
    try:
        for level, bot in registry.bots(name).items():
            if level != "strong":  # what it finds depends on the time it has
                assert await thinkers(name, level, question(name)) == str(bot(question(name)))
    finally:
        await thinkers.close()
    assert running(thinkers) == []


async def test_a_quick_bot_needs_no_process() -> None:
    thinkers = Thinkers()
    await thinkers("sixteen", "greedy", question("sixteen"))
    assert running(thinkers) == []


async def test_a_bot_that_fails_or_a_process_that_dies_is_an_error_once() -> None:
    thinkers = Thinkers(quick=frozenset())
    try:
        with pytest.raises(RuntimeError, match=r"^ValueError: "):
            await thinkers("sixteen", "greedy", replace(question("sixteen"), legal=(), view=None))
        await thinkers("sixteen", "greedy", question("sixteen"))
        for process in thinkers._running:
            process.kill()
            await process.wait()
        await thinkers("sixteen", "greedy", question("sixteen"))
        asking = asyncio.ensure_future(thinkers("sixteen", "greedy", question("sixteen")))
        await asyncio.sleep(0)
        asking.cancel()
        assert await thinkers("sixteen", "greedy", question("sixteen"))
        assert len(running(thinkers)) == 1
    finally:
        await thinkers.close()


async def test_no_more_think_at_once_than_there_are_processes() -> None:
    thinkers = Thinkers(2, quick=frozenset())
    try:
        await asyncio.gather(*(thinkers("splendor", "greedy", question("splendor")) for _ in range(10)))
        assert len(running(thinkers)) == 2
    finally:
        await thinkers.close()


async def test_a_thinker_ends_with_the_process_it_thinks_for() -> None:
    thinkers = Thinkers(quick=frozenset())
    await thinkers("sixteen", "greedy", question("sixteen"))
    (process,) = thinkers._running
    assert process.stdin is not None
    process.stdin.close()  # as the system does when the engine is killed
    assert await asyncio.wait_for(process.wait(), 20) == 0


async def test_a_thinker_that_answers_nobody_any_more_ends_in_silence() -> None:
    asked = pickle.dumps(("sixteen", "greedy", question("sixteen")))
    thinking = await asyncio.create_subprocess_exec(
        *COMMAND,
        "sixteen",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert thinking.stdin is not None
    assert thinking.stdout is not None
    assert thinking.stderr is not None
    await thinking.stdout.readexactly(1)
    heard: Any = thinking.stdout
    heard._transport.close()  # as when the engine is killed while it waits
    await until(lambda: heard._transport._pipe is None)  # before it has an answer
    thinking.stdin.write(len(asked).to_bytes(4, "big") + asked)
    assert await asyncio.wait_for(thinking.stderr.read(), 20) == b""
    assert await asyncio.wait_for(thinking.wait(), 20) == 0


async def test_who_asks_while_others_wait_has_less_time() -> None:
    thinkers = Thinkers(command=bad("telling"), grace=20)  # however long a process takes to start
    try:
        asked = replace(question("sixteen"), seconds=4.0)
        seconds = await asyncio.gather(*(thinkers("sixteen", "strong", asked) for _ in range(4)))
        assert list(map(float, seconds)) == pytest.approx([4.0, 4 / 3, 4 / 2, 4.0])
    finally:
        await thinkers.close()


@pytest.mark.parametrize("how", ["sleeping", "dying", "cheating", "babbling"])
async def test_a_bot_that_hangs_or_dies_or_cheats_is_answered_for_and_holds_up_no_table(
    how: str, caplog: pytest.LogCaptureFixture
) -> None:
    answers = how in ("cheating", "babbling")
    thinkers = Thinkers(command=bad(how), grace=5 if answers else 0.2)
    lobby = Lobby(Forgetful(), thinkers, Customs(pace=0, think=0.1))
    processes: set[int] = set()

    def moved_twice(_: object) -> bool:
        processes.update(process.pid for process in thinkers._running)
        return sum(ply.seat == 1 for ply in table.match.plies) >= 2

    try:
        table = lobby.open("sixteen", ["here", "strong"], {}, "anna", "Anna", seed=5)
        client = await lobby.host("anna", "Anna").sit(table.id)
        async with asyncio.timeout(60):
            await play(client, 1, until=moved_twice)
        assert len(processes) == 1 + (not answers), "who hangs or dies is replaced"
        assert sum("strong bot" in record.message for record in caplog.records) >= 2
    finally:
        await lobby.close()
        await thinkers.close()
