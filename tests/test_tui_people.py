"""Who one is, on the screen: the first visit, codes, guests, windows that take over, bells, who is away."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.game import Refused
from net.accounts import DiskAccounts
from net.client import Client, Standing
from net.lobby import Customs, Lobby, LobbyHost
from net.records import Forgetful, guest_key
from net.store import DiskStore
from tests.rooms import DOWN, UTF8, Room, room
from tests.terminals import Paper, running, until
from tui.app import Hushtable
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.menu import MenuScreen
from tui.screens.name import NameScreen
from tui.screens.notice import NoticeScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.widgets.talk import TypingLine


class House:
    """A house in this process where people have accounts."""

    def __init__(self, folder: Path, patience: float = 300) -> None:
        self.store = DiskStore(folder)
        self.lobby = Lobby(Forgetful(), customs=Customs(pace=0, patience=patience), accounts=DiskAccounts(self.store))

    def host(self, key: str, wish: str = "") -> LobbyHost:
        return self.lobby.host(key, wish)


class Screen(Room):
    """Somebody's screen in such a house."""

    def __init__(self, host: LobbyHost, app: Hushtable, paper: Paper) -> None:
        self.me = host
        self.app = app
        self.paper = paper

    async def shows(self, *texts: str) -> None:
        for text in texts:
            try:
                await self.paper.shows(text)
            except AssertionError:
                raise AssertionError(f"{text!r} is not in:\n{self.paper.text}") from None

    async def opens(self, kind: type) -> None:
        try:
            await super().opens(kind)
        except AssertionError:
            raise AssertionError(f"{kind.__name__} did not open:\n{self.paper.text}") from None

    async def takes(self, text: str) -> None:
        """Go down to the row with this text, and take it."""

        def marked() -> str:
            return next((line for line in self.paper.text.splitlines() if line.lstrip().startswith("▸")), "")

        for _ in range(30):
            if text in marked():
                self.paper.type("\r")
                return
            before = marked()
            self.paper.type(DOWN)
            await until(lambda: marked() != before)  # noqa: B023
        raise AssertionError(f"no row says {text}")

    async def typing(self) -> None:
        await until(lambda: self.app.screen.query(TypingLine) and isinstance(self.app.focused, TypingLine))

    async def retyped(self, text: str) -> None:
        """In the line that is open: away with what stands there, then this and Enter."""
        await self.typing()
        self.paper.type("\x1b[F" + "\x7f" * 40 + text + "\r")


@contextlib.asynccontextmanager
async def house(folder: Path, patience: float = 300) -> AsyncIterator[House]:
    made = House(folder, patience)
    try:
        yield made
    finally:
        await made.lobby.close()
        made.store.close()


@contextlib.asynccontextmanager
async def screen(house: House, key: str, wish: str = "") -> AsyncIterator[Screen]:
    host = house.host(key, wish)
    paper = Paper(80, 24, UTF8)
    app = Hushtable(host, paper.environ)
    async with running(lambda _: app, paper):
        await until(lambda: len(app._screen_stack) > 1 and paper.text.strip())
        yield Screen(host, app, paper)
    await host.close()


# --- names and codes


async def test_a_new_key_is_asked_for_a_name_with_the_login_name_offered(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        async with screen(here, "SHA256:a", "ada") as ada:
            await ada.opens(NameScreen)
            await ada.shows("How shall the others call you?", "ada")
            await ada.typing()
            ada.paper.type("\r")
            await ada.opens(LobbyScreen)
            assert (ada.me.name, ada.me.standing) == ("ada", Standing.KNOWN)
        async with screen(here, "SHA256:b", "bo") as bo:
            await bo.opens(NameScreen)
            await bo.retyped("ADA")
            await bo.shows("! Somebody here is called ADA, or nearly so")
            await bo.retyped("> Bo [b]")
            await bo.opens(LobbyScreen)
            await bo.shows("Bo [b]")
            assert bo.me.name == "Bo [b]"
        async with screen(here, "SHA256:a", "other") as ada:
            await ada.shows("Open a new table", "ada")
            await ada.opens(LobbyScreen)


async def test_one_can_look_around_before_one_chooses_a_name(tmp_path: Path) -> None:
    async with house(tmp_path) as here, screen(here, "SHA256:a", "ada") as ada:
        await ada.typing()
        ada.paper.type("\x1b")
        await ada.opens(LobbyScreen)
        assert ada.me.standing is Standing.NEW
        ada.paper.type("m")
        await ada.opens(MenuScreen)
        await ada.takes("Choose how I am called")
        await ada.opens(NameScreen)
        await ada.retyped("Ada")
        await ada.opens(LobbyScreen)
        await ada.shows("Ada")


async def test_letters_and_corrections_that_come_in_one_packet_stay_in_order(tmp_path: Path) -> None:
    async with house(tmp_path) as here, screen(here, "SHA256:a", "ada") as ada:
        await ada.typing()
        ada.paper.type("\x1b[FXY\x7f\x7f L\x1b[DZ\x1b[3~K\r")
        await ada.opens(LobbyScreen)
        assert ada.me.name == "ada ZK"


async def test_a_second_key_types_the_code_that_the_first_shows(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        async with screen(here, "SHA256:a", "ada") as ada:
            await ada.typing()
            ada.paper.type("\r")
            await ada.opens(LobbyScreen)
            ada.paper.type("m")
            await ada.opens(MenuScreen)
            await ada.takes("Use another key too")
            await ada.opens(NoticeScreen)
            await ada.shows("within ten minutes")
            code = next(word for word in ada.paper.text.split() if word.count("-") == 3)
            ada.paper.type("\r")
            await ada.opens(LobbyScreen)
        async with screen(here, "SHA256:b", "laptop") as laptop:
            await laptop.retyped("kabo-tine-rudo-mesi")
            await laptop.shows("! That is no code of this house")
            await laptop.retyped(code)
            await laptop.opens(LobbyScreen)
            await laptop.shows("ada")
            assert laptop.me.person == "SHA256:a"


async def test_the_help_of_the_lobby_tells_a_guest_what_it_takes_to_come_back(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        for key, told in ((guest_key(), "Your seats wait for the code that m shows"), ("SHA256:a", "are kept.")):
            async with screen(here, key, "anna") as visitor:
                if key == "SHA256:a":
                    await visitor.typing()
                    visitor.paper.type("\r")
                await visitor.opens(LobbyScreen)
                visitor.paper.type("?")
                await visitor.opens(HelpScreen)
                await visitor.shows("Leave Hushtable.", told)


async def test_a_guest_is_shown_the_way_back_when_they_sit_and_in_the_menu(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        bo = here.host("SHA256:b", "bo")
        table = (await bo.open("sixteen", ["here", "open"], {})).table
        async with screen(here, guest_key()) as guest:
            await guest.shows("Open a new table", guest.me.name)
            await guest.takes(table)
            await guest.opens(NoticeScreen)
            await guest.shows("You are a guest here", "It works once")
            code = next(word for word in guest.paper.text.split() if word.count("-") == 3)
            guest.paper.type("\r")
            await guest.opens(TableScreen)
            guest.paper.type("q")
            await guest.opens(LobbyScreen)
            guest.paper.type("m")
            await guest.opens(MenuScreen)
            await guest.takes("Show the code")
            await guest.shows(code)
            name = guest.me.name
        async with screen(here, guest_key()) as again:
            assert again.me.name != name
            again.paper.type("m")
            await again.opens(MenuScreen)
            await again.takes("I have been here before")
            await again.retyped(code)
            await again.shows("Your tables", table, name)
            await until(lambda: again.paper.text.splitlines()[0].rstrip().endswith(name))
            await again.takes(table)
            await again.opens(NoticeScreen)  # the old code is used up: here is the next
            again.paper.type("\r")
            await again.opens(TableScreen)
            assert again.table.client.seats == (1,)


async def test_at_one_keyboard_nobody_is_asked_who_they_are() -> None:
    async with room() as here:
        await here.opens(LobbyScreen)
        here.paper.type("m")
        await here.opens(MenuScreen)
        assert "code" not in here.paper.text
        with pytest.raises(Refused):
            await here.host.code()


# --- at the table


async def sat(here: House, ada: Screen, *plan: str, private: bool = False) -> Client:
    client = await ada.me.open("sixteen", list(plan or ("here", "open")), {}, private)
    ada.app.run_worker(ada.app.seat(client))
    await ada.opens(TableScreen)
    return client


@contextlib.asynccontextmanager
async def known(here: House) -> AsyncIterator[Screen]:
    """Ada, in the lobby."""
    here.lobby.accounts.chosen(here.lobby.accounts.found("SHA256:a", "Ada", ()), "Ada")
    async with screen(here, "SHA256:a") as ada:
        await ada.opens(LobbyScreen)
        yield ada


async def test_who_is_sent_away_by_another_window_reads_why_and_can_take_the_seat_back(tmp_path: Path) -> None:
    async with house(tmp_path) as here, known(here) as old:
        client = await sat(here, old)
        new = here.host("SHA256:a")
        await new.sit(client.table)
        await old.opens(NoticeScreen)
        await old.shows("You sit at this table in another window now.", "sit here again", "lobby")
        old.paper.type("s")
        await old.opens(TableScreen)
        assert old.table.client.seats == (0,)
        await new.sit(client.table)
        await old.opens(NoticeScreen)
        old.paper.type("\r")
        await old.opens(LobbyScreen)


async def test_the_word_of_a_private_table_is_shown_where_one_waits(tmp_path: Path) -> None:
    async with house(tmp_path) as here, known(here) as ada:
        client = await sat(here, ada, private=True)
        (listing,) = [listing for listing in await anext(ada.me.listings()) if listing.table == client.table]  # type: ignore[union-attr]  # no pause in one process
        await ada.shows(f"they press i and type: {client.table} {listing.invite}")


async def test_who_is_away_is_counted_down_and_then_a_bot_may_play(tmp_path: Path) -> None:
    async with house(tmp_path, patience=2) as here, known(here) as ada:
        client = await sat(here, ada)
        bo = here.host("SHA256:b", "bo")
        await bo.sit(client.table)
        await ada.shows("bo", "yours")
        await bo.close()
        await ada.shows("away 0:02")
        await ada.shows("away 0:01")
        await ada.shows("bo has left: m")
        ada.paper.type("m")
        await ada.opens(MenuScreen)
        await ada.takes("Let the random bot play for bo")
        await ada.shows("away, random plays")
        await here.host("SHA256:b").sit(client.table)
        await until(lambda: "away" not in ada.paper.text)


async def test_people_end_a_game_by_agreement_and_play_again_with_one_key(tmp_path: Path) -> None:
    async with house(tmp_path) as here, known(here) as ada:
        client = await sat(here, ada)
        theirs = await here.host("SHA256:b", "bo").sit(client.table)
        await theirs.agree_to_end(True)
        await ada.shows("bo would end it: m")
        ada.paper.type("m")
        await ada.opens(MenuScreen)
        await ada.takes("End this game without a result")
        await ada.opens(ResultScreen)
        await ada.shows("ended by agreement")
        ada.paper.type("n")
        await until(lambda: isinstance(ada.app.screen, TableScreen) and ada.table.client.table != client.table)
        assert (await theirs.rematch()).table == ada.table.client.table


async def test_who_comes_in_stands_at_the_table_where_they_are_awaited(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.lobby.accounts.chosen(here.lobby.accounts.found("SHA256:a", "Ada", ()), "Ada")
        me = here.host("SHA256:a")
        tables = [(await me.open("sixteen", ["here", "random"], {})).table for _ in range(3)]
        await until(lambda: all(here.lobby.tables[table].match.to_act() == {0} for table in tables))
        await me.close()
        async with screen(here, "SHA256:a") as ada:
            await ada.shows("Your tables", "your turn", f"▸ {min(tables)}")


async def test_a_free_seat_of_a_waiting_table_is_given_to_a_bot_in_the_menu(tmp_path: Path) -> None:
    async with house(tmp_path) as here, known(here) as ada:
        await sat(here, ada)
        await ada.shows("m fills a seat with a bot")
        ada.paper.type("m")
        await ada.opens(MenuScreen)
        await ada.takes("Seat 2: let a greedy bot play there")
        await ada.shows("yours")


async def test_a_hasty_enter_in_the_menu_ends_no_game() -> None:
    async with room() as here:
        client = await here.host.begin("sixteen", ["here", "greedy"], {}, 7, None)
        here.app.call_later(here.app.seat, client)
        await here.opens(TableScreen)
        here.paper.type("m")
        await here.shows("End this game without a result")
        here.paper.type("\r")
        await here.until(lambda: not here.app.look.theme.palette.dark)
        assert here.table.now is not None
        assert here.table.now.outcome is None
