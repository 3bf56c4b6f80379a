"""Line mode at one's own terminal: what it asks before a game is lost, and whom it names."""

from __future__ import annotations

from collections.abc import AsyncIterator

from engine import registry
from engine.match import Match
from net.local import LocalHost
from tui.line import LineMode


async def heard(*lines: str, starts: int | None) -> list[str]:
    """What is said to somebody on seat 1, beside a bot, who types these lines.

    starts: the seat that begins; None: at no table.
    """
    said: list[str] = []

    async def write(line: str) -> None:
        said.append(line)

    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    host = LocalHost("Ada", pace=600)
    try:
        table = None
        if starts is not None:
            seed = next(seed for seed in range(99) if Match(registry.game("sixteen"), 2, seed).to_act() == {starts})
            table = await host.begin("sixteen", ["here", "greedy"], {}, seed, None)
        await LineMode(host, write).run(typed(), table)
    finally:
        await host.close()
    return said


async def test_who_quits_a_running_game_is_asked_once_more() -> None:
    said = await heard("quit", "hand", "quit", "quit", "hand", starts=0)
    asked = [number for number, line in enumerate(said) if line.startswith("> A game that you play here ends")]
    assert len(asked) == 2, "something else in between takes the first quit back"
    assert said[asked[1] + 1 :] == ["Goodbye."]


async def test_who_only_left_the_table_is_asked_too() -> None:
    said = await heard("leave", "quit", "quit", starts=0)
    assert said[-2].startswith("> A game that you play here ends")


async def test_who_plays_nothing_just_quits() -> None:
    said = await heard("quit", starts=None)
    assert [line[0] for line in said] == ["H", "G"], said


async def test_a_refusal_names_people_as_the_screen_does() -> None:
    said = await heard("pass", starts=1)
    (refusal,) = [line for line in said if line.startswith("!")]
    assert refusal.startswith("! It is not your turn but "), refusal
    assert "seat" not in refusal
