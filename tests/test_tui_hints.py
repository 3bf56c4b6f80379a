"""The hint on the screen: a key while one may ask, an answer in its place, and where a new table says so."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine import registry
from engine.bots import ABOUT
from engine.match import Match
from engine.rng import Rng
from net.client import Listing, Stage
from tests.rooms import LEFT, RIGHT, room
from tests.test_tui_lobby import marked, to_row
from tests.test_tui_people import Screen, house, screen
from tui.screens.lobby import LobbyScreen
from tui.screens.log import LogScreen
from tui.screens.open import OpenScreen
from tui.screens.table import TableScreen


async def test_alone_with_bots_h_says_what_to_do_and_enter_goes_on() -> None:
    async with room(("here Anna", "greedy")) as here:
        await here.my_turn()
        await here.shows("h hint")
        before, log = here.table.prompt.answer, here.table.story.lines
        here.paper.type("h")
        await here.shows("A bot thinks about it ...")
        await here.shows("Hint: place ")
        await here.shows("Enter go on")
        assert "Enter do it" not in here.paper.text
        assert not here.table.prompt.refused
        assert here.table.story.lines == log, "it stands below the board, and pushes nothing out of sight"
        here.paper.type("l")
        await here.opens(LogScreen)
        await here.shows("Hint: place ")
        here.paper.type("q")
        await here.opens(TableScreen)
        here.paper.type("\r")
        await here.until(lambda: here.table.prompt.answer == before)
        await here.shows("Enter do it")
        serial = here.table.now and here.table.now.serial
        here.paper.type("\r")
        await here.until(lambda: here.table.now and here.table.now.serial != serial)


async def test_the_screen_goes_on_while_a_bot_thinks_and_a_late_hint_is_not_shown() -> None:
    async with room(("here Anna", "greedy")) as here:
        await here.my_turn()
        here.paper.type("h")
        await here.shows("A bot thinks about it ...")
        here.paper.type("\r\r")
        await here.until(lambda: here.table.now and here.table.now.serial > 1)
        await here.until(lambda: not here.table.hinting)
        await here.my_turn()
        assert "Hint" not in here.table.prompt.answer
        assert not any("Hint" in entry.text for entry in here.table._story().entries)


async def test_with_others_the_key_is_there_only_where_hints_were_agreed_on() -> None:
    for hints in (False, True):
        async with room() as here:
            other = here.beside("Bo")
            client = await other.open("sixteen", ["here", "open"], {}, False, hints)
            await here.until(lambda: marked(here))
            await to_row(here, client.table)
            assert ("one tile; with hints" in here.paper.text) is hints
            here.paper.type("\r")
            await here.opens(TableScreen)
            await here.until(lambda: here.table.now is not None and here.table.now.stage is Stage.PLAYING)
            now = here.table.now
            assert now
            if now.seat not in now.to_act:
                await client.act(
                    str(client.game.legal_actions(here.host._lobby.tables[client.table].match.view(0))[0]), 0
                )
            await here.my_turn()
            if hints:
                await here.shows("h hint")
            else:
                assert "h hint" not in here.paper.text
                here.paper.type("h")
                await here.shows("without hints")


async def test_a_new_table_in_this_terminal_has_greedy_bots_and_says_what_each_bot_is() -> None:
    async with room() as here:
        await to_row(here, "Sixteen")
        here.paper.type("\r")
        await here.opens(OpenScreen)
        await to_row(here, "Seat 2")
        assert "greedy bot" in marked(here)
        await here.shows(ABOUT["greedy"])
        for key, level in ((RIGHT, "strong"), (LEFT, "greedy"), (LEFT, "random")):
            here.paper.type(key)
            await here.until(lambda: f"{level} bot" in marked(here))  # noqa: B023  looked at in this turn of the loop only
            await here.shows(ABOUT[level])
        assert "Hints" not in here.paper.text, "nobody else comes to this table"


async def test_at_a_host_the_other_seats_are_open_and_hints_are_chosen_there(tmp_path: Path) -> None:
    async with house(tmp_path) as made, screen(made, "SHA256:anna", "anna") as here, asyncio.timeout(60):
        await _opening(here)
        await here.shows("open for others", "Hints")
        await to_row(here, "Hints")
        await here.shows("silence is kept")
        here.paper.type(RIGHT)
        await here.shows("for who asks")
        here.paper.type("o")
        await here.opens(TableScreen)
        listed = await anext(made.host("SHA256:bo", "bo").listings())
        assert isinstance(listed, tuple)
        table: Listing = listed[0]
        assert table.hints
        assert [bool(person) for person in table.people] == [True, False, False]


async def test_where_nobody_may_ever_talk_no_hints_are_offered(tmp_path: Path) -> None:
    async with house(tmp_path) as made, screen(made, "SHA256:anna", "anna") as here, asyncio.timeout(60):
        await _opening(here, "Silencio")
        await here.shows("open for others", "Listed")
        assert "Hints" not in here.paper.text


@pytest.mark.parametrize("name", registry.names())
def test_a_silent_game_is_one_in_which_nobody_may_ever_talk(name: str) -> None:
    game = registry.game(name)
    match, talk = Match(game, max(game.seats), 5), False
    luck = Rng(5, "silence")
    while match.outcome() is None:
        talk = talk or match.may_talk()
        seat = min(match.awaited())
        match.play(seat, luck.choice(match.legal(seat)))
    assert game.silent is not talk


async def _opening(here: Screen, game: str = "Sixteen") -> None:
    """Past the question for a name, to the screen of a new table."""
    await here.typing()
    here.paper.type("\r")
    await here.opens(LobbyScreen)
    await to_row(here, game)
    here.paper.type("\r")
    await here.opens(OpenScreen)
