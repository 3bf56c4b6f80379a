"""A lobby that lies behind a table costs next to nothing, and is up to date when one comes back to it."""

from __future__ import annotations

from engine import registry
from tests.rooms import room
from tui.screens.lobby import LobbyScreen


async def test_a_lobby_behind_a_table_draws_nothing_until_it_is_seen_again() -> None:
    async with room(("here Anna", "greedy")) as here:
        await here.my_turn()
        lobby = next(screen for screen in here.app.screen_stack if isinstance(screen, LobbyScreen))
        await here.until(lambda: lobby.listings)
        before = lobby.choices.rows
        client = await here.beside("Bo").open("splendor", ["here", "open"], {})
        await here.until(lambda: any(listing.table == client.table for listing in lobby.listings))
        assert lobby.choices.rows == before
        here.paper.type("q")
        await here.opens(LobbyScreen)
        await here.shows(client.table)


def test_the_folder_of_the_games_is_read_once() -> None:
    """A list of tables asks for the title of each."""
    registry.names()
    assert registry.names() is registry.names()
