"""Bots think elsewhere, answer the same, and hold up nobody."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from engine import registry
from engine.bots import Question
from engine.match import Match
from engine.rng import Rng
from net.thinking import Thinkers
from tests.courses import every_game


def question(name: str) -> Question[Any, Any, Any]:
    game = registry.game(name)
    match = Match(game, max(game.seats), 3)
    view = match.view(min(match.to_act()))
    return Question(view, game.legal_actions(view), (), Rng(3, "bot"))


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
