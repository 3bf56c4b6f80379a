"""The lobby: tables to come back to, tables to join or watch, games to open a table of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult

from engine import registry
from engine.game import Refused
from net.client import Client, Listing, Pause, Person, Stage, Standing
from tui.bell import Bell, turns
from tui.drawing import Line, fit, padded
from tui.keys import Key
from tui.screens import people
from tui.screens.menu import MenuScreen
from tui.screens.name import NameScreen
from tui.screens.open import OpenScreen
from tui.screens.page import HELP, LIGHT, MENU, UP_DOWN, Page
from tui.screens.table import TableScreen
from tui.widgets.choices import Choices, Row
from tui.widgets.talk import TypingLine

SIT = Key(("enter", "space"), "Enter", "go", "Open a table of this game, or sit down at this table.")
INVITED = Key(("i",), "i", "invited", "Sit down at a private table: type its name and the word you were given.")
WATCH = Key(("w",), "w", "watch", "Look on at the marked table, without a seat.")
QUIT = Key(("q",), "q", "quit", "Leave Hushtable. Seats at running tables are kept.")
QUIT_GUEST = Key(("q",), "q", "quit", "Leave Hushtable. Your seats wait for the code that m shows: note it first.")
QUIT_HERE = Key(("q",), "q", "quit", "Leave Hushtable. Games at this terminal end with it, so it asks first.")


@dataclass(frozen=True, slots=True)
class NewTable:
    game: str


@dataclass(frozen=True, slots=True)
class AtTable:
    table: str


class LobbyScreen(Page[None]):
    def __init__(self) -> None:
        super().__init__()
        self.listings: tuple[Listing, ...] = ()
        self.heard = False  # what was so when one came is no news
        self.busy = False
        self.came_from: AtTable | None = None
        self.choices = Choices()

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.choices
        yield self.prompt
        yield self.foot

    def on_mount(self) -> None:
        self.foot.show(self.keys())
        self._list()
        self.run_worker(self._follow(), name="listings")

    def keys(self) -> Sequence[Key]:
        if self.table.host.standing is Standing.HERE:  # there is nobody to be invited by or to look at
            return (UP_DOWN, SIT, MENU, LIGHT, QUIT_HERE if self.table.host.forgets else QUIT, HELP)
        quits = QUIT_GUEST if self.table.host.standing is Standing.GUEST else QUIT
        return (UP_DOWN, SIT, WATCH, INVITED, MENU, LIGHT, quits, HELP)

    def at_stake(self) -> list[str]:
        """The tables with a running game of mine that end with this terminal."""
        if not self.table.host.forgets:
            return []
        return [listing.table for listing in self.listings if listing.mine and listing.stage is Stage.PLAYING]

    def on_screen_resume(self) -> None:
        """One may have another name now, and tables have changed behind what covered this."""
        self._title()
        self._list()

    def _title(self) -> None:
        self.bar.show("Hushtable", "a table for games with private hands", self.table.host.name)

    def _welcome(self) -> str:
        host = self.table.host
        return (
            f"You came without an SSH key, as the guest {host.name}."
            if host.standing is Standing.GUEST
            else host.forgets
        )

    async def _follow(self) -> None:
        async for found in self.table.host.listings():
            match found:
                case Pause(reason):
                    self.prompt.ask(f"The house does not answer: {reason}", mine=False)
                case listings:
                    self._hear(listings)
                    self.listings = listings
                    self.prompt.ask(self._welcome(), mine=False)
                    self._list()

    def _hear(self, found: tuple[Listing, ...]) -> None:
        """Ring for a table where it has become one's turn, unless it is the one on the screen, which rings itself."""
        seen = {screen.client.table for screen in self.app.screen_stack if isinstance(screen, TableScreen)}
        if not self.heard and found and found[0].mine:
            self.came_from = AtTable(found[0].table)  # where one is awaited, or was last
        if self.heard and self.table.when is not Bell.OFF and turns(found) - turns(self.listings) - seen:
            self.app.bell()
        self.heard = True

    def left(self, table: str) -> None:
        """Somebody comes back from this table."""
        self.came_from = AtTable(table)
        self._list()

    def say(self, sentence: str) -> None:
        self.prompt.say(sentence, refused=True)

    def _list(self) -> None:
        if self.app.screen is not self:  # many lobbies lie behind tables, and hear of every change in the house
            return
        rows: list[Row] = []
        groups = {"Your tables": [], "Tables with a free seat": [], "Other tables": []}  # type: dict[str, list[Listing]]
        for listing in self.listings:
            mine, free = bool(listing.mine), listing.stage is Stage.WAITING
            groups["Your tables" if mine else "Tables with a free seat" if free else "Other tables"].append(listing)
        for heading, listings in groups.items():
            if listings:
                rows += [Row(()), Row(((heading, "dim"),))]
                rows += [Row(_table_line(listing), AtTable(listing.table)) for listing in listings]
        rows += [Row(()), Row((("Open a new table", "dim"),))]
        for name in registry.names():
            game = registry.game(name)
            seats = f"{game.seats[0]} to {game.seats[-1]}"
            kind = "everybody together" if game.co_operative else "everybody for themselves"
            line: Line = ((f"{game.title:<14}", ""), (f"{seats} seats   {kind}", "dim"))
            rows.append(Row(line, NewTable(name)))
        self.choices.show(rows, self._sought())

    def _sought(self) -> AtTable | None:
        """The table one came from, as soon as it is listed."""
        sought = self.came_from
        if sought is not None and any(listing.table == sought.table for listing in self.listings):
            self.came_from = None
            return sought
        return None

    def on_choices_moved(self) -> None:
        self.prompt.say(self._hint())

    def _hint(self) -> str:
        match self.choices.value:
            case NewTable(game):
                return registry.game(game).blurb
            case AtTable(table):
                listing = next((listing for listing in self.listings if listing.table == table), None)
                return "" if listing is None else _listing_hint(listing)
        return ""

    def on_choices_taken(self, event: Choices.Taken) -> None:
        match event.value:
            case NewTable(game):
                self.app.push_screen(OpenScreen(registry.game(game)), self._opened)
            case AtTable(table):
                self._go(table)

    def _opened(self, client: Client | None) -> None:
        if client is not None:
            self.run_worker(self.table.seat(client), name="seat")

    def _go(self, table: str, *, watch: bool = False) -> None:
        if self.busy:
            return
        self.busy = True
        listing = next((listing for listing in self.listings if listing.table == table), None)
        sits = listing is not None and (bool(listing.mine) or listing.stage is Stage.WAITING)
        self.prompt.say("One moment ...")
        self.run_worker(self.went(table, watch=watch or not sits), name="go")

    def on_typing_line_done(self, event: TypingLine.Done) -> None:
        if event.purpose == people.USE:
            if event.text:
                self.run_worker(self._become(event.text), name="code")
            return
        match (event.text or "").split():
            case [table, invite]:
                self.run_worker(self.went(table, invite=invite), name="go")
            case []:
                return
            case _:
                self.say("Type two words: the table and the word you were given.")

    async def went(self, table: str, *, invite: str = "", watch: bool = False) -> None:
        host = self.table.host
        try:
            client = await (host.watch(table, invite) if watch else host.sit(table, invite))
        except Refused as refused:
            self.say(str(refused))
        else:
            await self.table.seat(client)
        finally:
            self.busy = False

    async def _menu(self) -> None:
        try:
            match await self.app.push_screen_wait(MenuScreen(lambda: people.offers(self.table.host))):
                case people.NAME:
                    await self.app.push_screen(NameScreen())
                case people.SHOW:
                    await self.table.show_code()
                case people.USE:
                    line = TypingLine(people.USE, "the code, for example: kabo-tine-rudo-mesi", longest=40)
                    self.type_in(line, "use it")
        except Refused as refused:
            self.say(str(refused))

    async def _become(self, code: str) -> None:
        try:
            await self.table.host.use(code)
        except Refused as refused:
            self.say(str(refused))
        else:
            self._title()

    async def pressed(self, key: str) -> None:
        choices = self.choices
        match key:
            case "q":
                self.table.leave()
            case "w":
                match choices.value:
                    case AtTable(table):
                        self._go(table, watch=True)
                    case _:
                        self.say("Go to a table first, then w watches it.")
            case "i":
                self.type_in(TypingLine("invited", "table and word, for example: nofi kabota", longest=40), "sit down")
            case "m":
                self.run_worker(self._menu(), name="menu")
            case "v":
                self.table.turn_light()
            case "question_mark":
                match choices.value:
                    case NewTable(game):
                        self.table.help(self.keys(), registry.game(game))
                    case _:
                        self.table.help(self.keys(), None)
            case _:
                if not choices.press(key):
                    self.say("That key does nothing here; ? shows those that do.")


def _table_line(listing: Listing) -> Line:
    state, ink = _state(listing)
    sitting = ", ".join(_name(person, seat in listing.mine) for seat, person in enumerate(listing.people))
    title = registry.game(listing.game).title
    cells = ((listing.table, 7, "bold"), (title, 13, ""), (state, 22, ink))
    return (*((padded(fit(text, cells - 2), cells), ink) for text, cells, ink in cells), (sitting, "dim"))


def _state(listing: Listing) -> tuple[str, str]:
    if listing.stage is Stage.OVER:
        return "over", "dim"
    if listing.stage is Stage.WAITING:
        free = listing.people.count(None)
        return f"waits for {free} more", "green"
    if mine := set(listing.mine) & listing.to_act:
        return ("your turn" if len(listing.mine) == 1 else _to_play(listing.people[min(mine)])), "accent bold"
    acting = [listing.people[seat] for seat in sorted(listing.to_act)]
    return (_to_play(acting[0]) if len(acting) == 1 else "under way"), ""


def _to_play(person: Person | None) -> str:
    return f"{fit(person.name if person else 'somebody', 12)} to play"


def _name(person: Person | None, mine: bool = False) -> str:
    return "free" if person is None else f"{person.name} (away)" if person.away and not mine else person.name


def _listing_hint(listing: Listing) -> str:
    told = registry.game(listing.game).told(listing.options), "with hints" if listing.hints else ""
    options = "; ".join(filter(None, told))
    if listing.invite:
        options = f"Others come in with i and the words: {listing.table} {listing.invite}   {options}"
    does = "Come back to" if listing.mine else "Sit down at" if listing.stage is Stage.WAITING else "Watch"
    if listing.stage is Stage.OVER:
        does = "See the result of"
    return f"{does} table {listing.table}." + (f"  {options}" if options else "")
