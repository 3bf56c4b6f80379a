"""Two tables that differ only in what somebody must not know look the same to them, to the last cell and its colour."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from engine.game import AnyGame
from engine.replay import position_hash
from engine.rng import Rng
from net.client import Standing
from net.records import Chair, Record
from net.remote import RemoteHost
from net.store import DiskStore
from tests.courses import THEN_ONLY, course, every_game
from tests.houses import Tapped, first
from tests.open_house import OpenHouse, open_house
from tests.truths import Viewer
from tests.visitors import DOWN, RIGHT, ByScreen

SECONDS = 90  # a limit, not a wait
TWINS = ("bibi", "bobo")
TRIED = 40  # refusals that are compared
QUIET = 0.3  # seconds without a byte after which a screen has nothing more to say


@dataclass(frozen=True)
class Pair:
    """Two states that a viewer cannot tell apart, and actions that are not legal in either."""

    game: AnyGame
    seats: int
    options: dict[str, str]
    viewer: Viewer
    states: tuple[Any, Any]
    refused: tuple[str, ...]


def pair(name: str, seated: bool) -> Pair:
    played = course(name, 2, 1)
    moment = played.moments[len(played.moments) // 2]
    viewer = moment.seat if seated else None
    view = played.game.view(moment.state, viewer)
    other = next(
        dealt
        for luck in range(20)
        if position_hash(played.game, dealt := played.game.redealt(view, Rng(luck)))
        != position_hash(played.game, moment.state)
    )
    legal = {str(action) for action in played.game.legal_actions(view)}
    tried = sorted({str(action) for past in played.moments for action in past.legal} - legal)
    luck = Rng(1, "refused")
    luck.shuffle(tried)
    return Pair(played.game, 2, played.options, viewer, (moment.state, other), tuple(tried[:TRIED]))


def position_file(game: AnyGame, seats: int, options: dict[str, str], state: Any) -> str:
    position = {key: value for key, value in game.to_position(state).items() if key not in THEN_ONLY}
    tables = {"options": options, "position": position}
    lines = [f"game = {json.dumps(game.name)}", f"seats = {seats}"]
    for name, table in tables.items():
        lines += [
            f"[{name}]",
            *(f"{json.dumps(key)} = {_toml(value)}" for key, value in table.items() if value is not None),
        ]
    return "\n".join(lines)


def _toml(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {_toml(held)}" for key, held in value.items()) + "}"
        case list() | tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case _:
            return json.dumps(value)


def kept(folder: Path, twins: Pair, person: str) -> None:
    """Write both tables to the disk of a house, as if they had been played so far."""
    store = DiskStore(folder)
    for number, (word, state) in enumerate(zip(TWINS, twins.states, strict=True)):
        chairs = tuple(
            Chair(person, "ada") if seat == twins.viewer else Chair("", f"bot {seat}", "random")
            for seat in range(twins.seats)
        )
        store.opened(
            Record(
                table=word,
                game=twins.game.name,
                rules_version=twins.game.rules_version,
                options=twins.options,
                seed=number,
                plan=("random",) * twins.seats,
                chairs=chairs,
                position=position_file(twins.game, twins.seats, twins.options, state),
            )
        )
        store.started(word)
    store.close()


async def by_line(house: OpenHouse, table: str, twins: Pair) -> Any:
    typed = [
        f"{'watch' if twins.viewer is None else 'sit'} {table}",
        "view",
        "hand",
        "legal",
        "rules",
        *twins.refused,
        "quit",
    ]
    async with house.connection("ada") as connection:
        done = await connection.run("line", input="".join(f"{line}\n" for line in typed), encoding="utf-8")
    return str(done.stdout).splitlines()


async def by_native(house: OpenHouse, table: str, twins: Pair) -> Any:
    tap = Tapped(house.native("ada"))
    host = await RemoteHost.enter(tap)
    client = await (host.watch(table) if twins.viewer is None else host.sit(table))
    await first(client)
    await host.close()
    return tap.frames


async def by_screen(house: OpenHouse, table: str, twins: Pair) -> Any:
    """Every cell with its colours, after each of some keys."""
    looks: list[Any] = []
    visitor = ByScreen(house, "ada", table, twins.game.name, twins.viewer, lambda: 0)
    await visitor.sit()
    for key in ("", RIGHT, DOWN, " ", "l", "q"):
        if key:
            visitor.type(key)
        seen = -1
        while len(visitor.got) != seen:  # until nothing more comes
            seen = len(visitor.got)
            await asyncio.sleep(QUIET)
        looks += [(visitor.text, visitor.colours())]
    await visitor.go()
    return looks


WAYS: dict[str, Callable[[OpenHouse, str, Pair], Awaitable[Any]]] = {
    "line": by_line,
    "native": by_native,
    "screen": by_screen,
}


@pytest.fixture(autouse=True)
def _nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs these tests: their keys and agent stay out of them."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)


async def welcomed(house: OpenHouse) -> None:
    """The first visit of a key is another than those after it."""
    host = await RemoteHost.enter(house.native("ada"))
    if host.standing is Standing.NEW:
        await host.choose_name("ada")
    await host.close()


def alike(table: str, seen: Any) -> Any:
    """What was seen, without the one word in which the tables may differ."""
    match seen:
        case str():
            return seen.replace(table, TWINS[0])
        case bytes():
            return seen.replace(table.encode(), TWINS[0].encode())
        case list() | tuple():
            return [alike(table, part) for part in seen]
        case _:
            return seen


@pytest.mark.parametrize("seated", [True, False], ids=["a seat", "a spectator"])
@every_game
async def test_what_must_not_be_known_changes_nothing_that_is_shown(name: str, seated: bool, tmp_path: Path) -> None:
    twins = pair(name, seated)
    folder = tmp_path / "house"
    key = OpenHouse.key_in(folder, "ada")
    kept(folder, twins, str(asyncssh.read_private_key(str(key)).get_fingerprint()))
    async with asyncio.timeout(SECONDS), open_house(folder, "--pace", "1000000") as house:
        await welcomed(house)
        for way, look in WAYS.items():
            seen = await asyncio.gather(*(look(house, table, twins) for table in TWINS))
            first_one, second = map(alike, TWINS, seen)
            assert first_one == second, way
            assert str(first_one).count("bibi") >= (way != "native"), way


async def test_twins_that_differ_in_what_is_known_are_told_apart(tmp_path: Path) -> None:
    """Else the test above would say nothing."""
    twins = pair("sixteen", True)
    assert twins.viewer is not None
    folder = tmp_path / "house"
    key = OpenHouse.key_in(folder, "ada")
    hers = str(asyncssh.read_private_key(str(key)).get_fingerprint())
    others = replace(twins, viewer=1 - twins.viewer)
    kept(folder, others, hers)
    async with asyncio.timeout(SECONDS), open_house(folder, "--pace", "1000000") as house:
        await welcomed(house)
        for way, look in WAYS.items():
            seen = await asyncio.gather(*(look(house, table, others) for table in TWINS))
            first_one, second = map(alike, TWINS, seen)
            assert first_one != second, way
