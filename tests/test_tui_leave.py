"""Leaving: what would be lost is asked about once, from every screen and at every size, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net.client import Standing
from tests.rooms import UTF8, Room, room
from tests.terminals import Paper, running
from tui.app import Hushtable
from tui.screens.leave import LeaveScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen

ALONE = ("here Anna", "greedy", "greedy")
CTRL_C = "\x03"


def left(here: Room) -> bool:
    return "\x1b[?1049l" in here.paper.output


async def test_q_in_the_lobby_asks_once_before_a_running_game_ends_with_the_terminal() -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        table = here.table.client.table
        here.paper.type("q")
        await here.opens(LobbyScreen)
        await here.shows(f"▸ {table}")
        here.paper.type("q")
        await here.shows(f"Leave? The game at table {table} ends with this terminal.", "Enter stays, y leaves.")
        here.paper.type("\r")
        await here.opens(LobbyScreen)
        await here.shows(f"▸ {table}")
        here.paper.type("\r")
        await here.opens(TableScreen)
        here.paper.type(CTRL_C)
        await here.opens(LeaveScreen)
        here.paper.type("q")
        await here.opens(TableScreen)
        here.paper.type(CTRL_C)
        await here.opens(LeaveScreen)
        here.paper.type("y")
        await here.until(lambda: left(here))


async def test_a_second_ctrl_c_leaves() -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        here.paper.type(CTRL_C)
        await here.opens(LeaveScreen)
        here.paper.type(CTRL_C)
        await here.until(lambda: left(here))


@pytest.mark.parametrize("key", ["q", CTRL_C])
async def test_nothing_is_asked_where_nothing_is_lost(key: str) -> None:
    async with room() as here:
        await here.shows("Open a new table")
        await here.beside("Bo").open("sixteen", ["here", "greedy"], {})
        await here.shows("Other tables")
        here.paper.type(key)
        await here.until(lambda: left(here))


async def test_on_a_host_seats_are_kept_so_nothing_is_asked() -> None:
    async with room() as here:
        host = here.beside("Bo")
        host._account = replace(host._account, standing=Standing.KNOWN)
        client = await host.open("sixteen", ["here", "greedy"], {})
        paper = Paper(80, 24, UTF8)
        app = Hushtable(host, paper.environ)
        async with running(lambda _: app, paper):
            await paper.shows(client.table)
            paper.type("?")
            await paper.shows("Seats at running tables are kept.")
            paper.type("q")
            await paper.shows("Open a new table")
            paper.type("q")
            await here.until(lambda: "\x1b[?1049l" in paper.output)


async def test_the_help_of_a_lone_terminal_does_not_promise_that_seats_are_kept() -> None:
    async with room() as here:
        await here.shows("Open a new table")
        here.paper.type("?")
        await here.shows("Games at this terminal end with it")
        assert "are kept" not in here.paper.text


@pytest.mark.parametrize("size", [(60, 20), (20, 8)])
async def test_q_leaves_a_terminal_that_is_too_small_and_asks_there_too(size: tuple[int, int]) -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        here.paper.resize(*size)
        await here.until(lambda: here.app.size == size)
        here.paper.type("q")
        await here.opens(LeaveScreen)
        await here.shows("Leave?")
        here.paper.type("y")
        await here.until(lambda: left(here))
