"""The lobby: opening a table with every kind of seat, several tables at once, watching, coming back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine import registry
from net.client import Stage
from tests.rooms import DOWN, RIGHT, UP, Room, room
from tests.test_tui_people import house, screen
from tui.screens.lobby import LobbyScreen
from tui.screens.menu import MenuScreen
from tui.screens.open import OpenScreen
from tui.screens.table import TableScreen


def marked(here: Room) -> str:
    """The row with the cursor; the rest of the screen may change for other reasons than a key."""
    return next((line for line in here.paper.text.splitlines() if line.lstrip().startswith("▸")), "")


async def to_row(here: Room, text: str) -> None:
    """Go down until the marked row holds this text."""
    for _ in range(30):
        if text in marked(here):
            return
        before = marked(here)
        here.paper.type(DOWN)
        await here.until(lambda: marked(here) != before)  # noqa: B023  looked at in this turn of the loop only
    raise AssertionError(f"no row says {text}")


async def turned_to(here: Room, text: str) -> None:
    """Go right on the marked row until the screen shows this text."""
    for _ in range(9):
        if text in here.paper.text:
            return
        before = marked(here)
        here.paper.type(RIGHT)
        await here.until(lambda: marked(here) != before)  # noqa: B023  looked at in this turn of the loop only
    raise AssertionError(f"nothing on the row says {text}")


async def test_every_game_can_be_opened_and_played_at_once() -> None:
    for name in registry.names():
        async with room() as here:
            title = registry.game(name).title
            await here.shows("Open a new table", title)
            await to_row(here, title)
            here.paper.type("\r")
            await here.shows("Open the table", "Seat 1")
            here.paper.type("\r")
            await here.opens(TableScreen)
            await here.until(lambda: here.table.now is not None and here.table.now.stage is Stage.PLAYING)
            await here.shows(f"{title}  table", "? help")


async def test_each_seat_can_be_me_somebody_here_somebody_else_or_a_bot(tmp_path: Path) -> None:
    async with house(tmp_path) as made, screen(made, "SHA256:anna", "anna") as here, asyncio.timeout(60):
        await here.typing()
        here.paper.type("\r")
        await here.opens(LobbyScreen)
        await here.shows("Open a new table")
        await to_row(here, "Sixteen")
        here.paper.type("\r")
        await here.opens(OpenScreen)
        await to_row(here, "Seats")
        here.paper.type(RIGHT)
        await here.shows("Seat 4")
        await to_row(here, "Seat 4")
        here.paper.type(RIGHT)
        await here.until(lambda: "random bot" in marked(here))
        here.paper.type(UP * 2)
        await here.until(lambda: "Seat 2" in marked(here))
        await turned_to(here, "somebody, at this keyboard")
        await here.shows("Enter next line")  # names are people's own in a house elsewhere
        await to_row(here, "Seat 3")
        await turned_to(here, "open for others")
        here.paper.type("o")
        await here.opens(TableScreen)
        await here.shows("Waiting for 1 more to sit down", "anna 2", "free seat", "Bot Abe")
        assert here.table.client.seats == (0, 1)


async def test_at_home_the_people_around_the_keyboard_have_the_names_they_type() -> None:
    async with room() as here:
        await here.shows("Open a new table")
        await to_row(here, "Sixteen")
        here.paper.type("\r")
        await here.opens(OpenScreen)
        await to_row(here, "Seat 2")
        await turned_to(here, "Guest 2")
        here.paper.type("\r")
        await here.shows("the name of this person")
        here.paper.type("Bo [b]\r")
        await here.shows("Bo [b], at this keyboard")


async def test_at_home_no_seat_waits_for_somebody_who_cannot_come() -> None:
    async with room() as here:
        await here.shows("Open a new table")
        await to_row(here, "Sixteen")
        here.paper.type("\r")
        await here.opens(OpenScreen)
        await to_row(here, "Seat 2")
        assert isinstance(here.app.screen, OpenScreen)
        kinds: list[str] = []
        while not kinds or marked(here) != kinds[0]:
            kinds.append(before := marked(here))
            assert "others." not in here.app.screen.prompt.answer
            here.paper.type(RIGHT)
            await here.until(lambda: marked(here) != before)
        assert len(kinds) == 4, "three bots and a person at this keyboard"
        assert not any("open for others" in kind for kind in kinds)


async def test_an_option_of_the_game_is_chosen_with_its_meaning_shown() -> None:
    async with room() as here:
        await here.shows("Open a new table")
        await to_row(here, "Sixteen")
        here.paper.type("\r")
        await here.opens(OpenScreen)
        await to_row(here, "After a special")
        await here.shows("After scissors or bin one tile may follow")
        here.paper.type(RIGHT + "o")
        await here.opens(TableScreen)
        await here.shows("after a special: a run too")


async def test_an_option_with_nothing_chosen_says_so() -> None:
    async with room() as here:
        await here.shows("Open a new table")
        await to_row(here, "Silencio")
        here.paper.type("\r")
        await here.opens(OpenScreen)
        await here.shows("Stones out      ‹ none ›")


async def test_enter_on_a_line_of_a_new_table_leaves_it_as_it_is_and_goes_down() -> None:
    async with room() as here:
        await here.shows("Open a new table")
        await to_row(here, "Sixteen")
        here.paper.type("\r")
        await here.opens(OpenScreen)
        await here.shows("Enter open")
        await to_row(here, "Seats")
        await here.shows("Enter next line")
        before = [line[3:] for line in here.paper.text.splitlines() if "Seat" in line]
        for line in ("Seat 1", "Seat 2", "Seat 3", "After a special"):
            here.paper.type("\r")
            await here.until(lambda: line in marked(here))  # noqa: B023  looked at in this turn of the loop only
        assert [line[3:] for line in here.paper.text.splitlines() if "Seat" in line] == before
        here.paper.type("x")
        await here.shows("! That key does nothing here")


async def test_there_are_two_spaces_between_the_columns_of_the_lobby() -> None:
    long = "Bartholomew of Ghent"
    async with room(name="Anna") as here:
        client = await here.beside(long).open("sixteen", ["here", "open"], {})
        other = await here.beside("playanna").sit(client.table)
        await here.until(lambda: long in here.paper.text)
        await client.leave()
        await other.leave()
        await here.shows("(away)")
        row = next(line for line in here.paper.text.splitlines() if f"{long} (away)" in line)
        assert "to play  " in row
        assert f"  {long} (away), playanna (away)" in row or f"  {long} (away), " in row


async def test_one_leaves_a_table_opens_another_and_comes_back_to_the_first() -> None:
    async with room(("here", "greedy")) as here:
        first = here.table.client.table
        await here.my_turn()
        await here.shows("Your turn")
        here.paper.type("q")
        await here.opens(LobbyScreen)
        await here.shows("Your tables", first, "your turn")
        await to_row(here, "Splendor")
        here.paper.type("\r")
        await here.opens(OpenScreen)
        here.paper.type("o")
        await here.opens(TableScreen)
        second = here.table.client.table
        await here.shows("Splendor")
        here.paper.type("q")
        await here.opens(LobbyScreen)
        await here.shows(first, f"▸ {second}")
        await to_row(here, first)
        here.paper.type("\r")
        await here.opens(TableScreen)
        assert here.table.client.table == first
        assert here.table.client.seats == (0,)
        await here.shows("Your turn")


async def test_the_lobby_marks_the_table_one_came_from() -> None:
    async with room(("here", "greedy")) as here:
        await here.my_turn()
        table = here.table.client.table
        here.paper.type("q")
        await here.opens(LobbyScreen)
        await here.shows(f"▸ {table}")


async def test_a_table_can_be_watched_without_seeing_a_hand() -> None:
    async with room() as here:
        other = here.beside("Bo")
        client = await other.open("sixteen", ["here", "open"], {})
        await here.shows("Tables with a free seat", client.table, "waits for 1 more")
        await to_row(here, client.table)
        here.paper.type("w")
        await here.opens(TableScreen)
        await here.shows("you watch", "Bo", "free seat")
        await here.beside("Cem").sit(client.table)
        await here.shows("is to play", "Cem")
        assert "yours" not in here.paper.text
        here.paper.type("\r")
        await here.shows("! That key does nothing here; ? shows those that do.")
        here.paper.type("t")
        await here.shows("You watch; only who sits at the table can talk.")


async def test_a_free_seat_is_taken_with_enter() -> None:
    async with room() as here:
        client = await here.beside("Bo").open("sixteen", ["here", "open"], {})
        await here.shows(client.table)
        await to_row(here, client.table)
        here.paper.type("\r")
        await here.opens(TableScreen)
        await here.until(lambda: here.table.client.seats == (1,))
        await here.shows("Bo", "Anna", "yours")


async def test_a_private_table_is_entered_with_its_word() -> None:
    async with room() as here:
        other = here.beside("Bo")
        client = await other.open("sixteen", ["here", "open"], {}, True)
        listing = next(listing for listing in await anext(other.listings()) if listing.table == client.table)  # type: ignore[union-attr]  # no pause in one process
        assert listing.invite
        assert client.table not in here.paper.text
        here.paper.type("i")
        await here.shows("table and word")
        here.paper.type(f"{client.table} wrong\r")
        await here.shows("!")
        here.paper.type("i")
        await here.shows("table and word")
        here.paper.type(f"{client.table} {listing.invite}\r")
        await here.opens(TableScreen)


@pytest.mark.parametrize("key", ["\r", "i", "m", "?", "w", "x"])
async def test_no_key_of_the_lobby_is_a_trap(key: str) -> None:
    async with room() as here:
        await here.shows("Open a new table")
        here.paper.type(key)
        await here.until(lambda: not isinstance(here.app.screen, LobbyScreen) or "!" in here.paper.text or key == "i")
        here.paper.type("\r" if key == "i" else "q")
        if isinstance(here.app.screen, LobbyScreen) and key != "i":
            await here.until(lambda: "\x1b[?1049l" in here.paper.output)
        else:
            await here.opens(LobbyScreen)


async def test_the_menu_is_there_in_the_lobby_too() -> None:
    async with room() as here:
        await here.shows("Open a new table")
        here.paper.type("m")
        await here.opens(MenuScreen)
        await here.shows("Colours", "Symbols", "Mouse")
