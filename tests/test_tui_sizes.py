"""The table at every size: from 80x22, as in a split or a multiplexer with a status line, to a large window."""

from __future__ import annotations

import asyncio

import pytest

from engine import registry
from net.client import Stage
from tests.rooms import room

ALONE = ("here Anna", "greedy", "greedy")


@pytest.mark.parametrize("size", [(60, 20), (79, 24), (80, 21), (10, 4)])
async def test_a_small_terminal_says_what_is_needed_and_comes_back_by_itself(size: tuple[int, int]) -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        before = here.paper.text
        here.paper.resize(*size)
        await here.until(lambda: here.app.size == size)
        if size[0] >= 30:
            await here.shows("80 columns and 22 rows", f"{size[0]} x {size[1]}", "press q to leave")
        here.paper.type("\r")
        here.paper.resize(80, 24)
        await here.until(lambda: here.paper.text == before)
        assert here.table.now
        assert here.table.now.serial == 0, "a key did something that nobody could see"


@pytest.mark.parametrize("size", [(80, 22), (80, 23), (80, 24), (100, 30), (120, 22), (120, 24), (120, 40)])
async def test_everything_fits(size: tuple[int, int]) -> None:
    async with room(ALONE, size=size) as here:
        await here.shows("Your turn", "16e", "Anna", "Bot Bea", "bag: 1 unseen")
        lines = here.paper.text.splitlines()
        assert lines[0].startswith(" Sixteen")
        assert "? help" in lines[-1]


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("rows", [22, 23])
async def test_every_game_can_be_played_in_tmux_with_a_status_line(name: str, rows: int) -> None:
    async with room(ALONE, game=name, size=(80, rows)) as here:
        await here.until(lambda: here.table.now is not None and here.table.now.stage is Stage.PLAYING)
        await here.my_turn()
        await here.until(lambda: here.table.board.scene is not None)
        drawn = asyncio.Event()
        here.app.screen.call_after_refresh(drawn.set)
        await drawn.wait()
        table = here.table
        assert table.board.size.height >= table.board.wants(table.board.scene, table.board.brush)  # type: ignore[arg-type]
        assert len(table.board.lines) <= table.board.size.height
        assert "? help" in here.paper.text.splitlines()[-1]
        assert table.story.size.height >= 1


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (119, 40)])
async def test_a_board_that_comes_late_has_its_room_too(name: str, size: tuple[int, int]) -> None:
    """Behind a curtain, or from afar, the table is laid out before there is anything on it."""
    async with room(("here Anna", "here Bo"), game=name, size=size) as here:
        await here.shows("The hands are covered.")
        here.paper.type("12")  # one of them is asked first
        board = here.table.board
        await here.until(lambda: board.scene is not None)
        await here.until(lambda: board.size.height >= board.wants(board.scene, board.brush))  # type: ignore[arg-type]
        await here.until(lambda: len(board.lines) == board.wants(board.scene, board.brush))  # type: ignore[arg-type]
