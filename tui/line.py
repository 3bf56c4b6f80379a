"""Line mode: the whole house in sentences, one line in, some lines out, for ears, scripts and dumb terminals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import cycle, islice

from engine import registry
from engine.bots import ABOUT
from engine.game import AnyGame, Refused, in_words
from net.client import HERE, OPEN, Client, Gone, Host, Line, Pause, Stage, Standing, Update
from net.words import clean
from tui.markdown import said as spoken_rules
from tui.spoken import GREETINGS, absent, as_they_came, code_sentence, named, names_of, result, sentence, who_sits

COMMAND_CELLS = 500  # longer lines are cut before anything looks at them
RECENT = 12  # events told to somebody who comes late

HELP = """\
tables                       the tables there are
games                        the games there are
open GAME [seats=N] [bots=LEVEL,...] [private] [hints] [OPTION=VALUE]
                             a new table; seats without a bot wait for people, or get one where nobody can come
sit ID [WORD]                take a seat, or come back to yours; WORD is the invite word of a private table
watch ID [WORD]              look on
view                         the whole position
hand                         what you hold
legal                        everything you may do now, one action a line
rules                        the rules of this game
hint                         what the best bot would do, and why: alone, or where hints were agreed on and talk is open
say TEXT                     talk, where the game allows it
leave                        leave the table; your seat is kept once the game has begun
rematch                      the same people play again, once the game is over
stop game                    ask for an early end; it ends when everybody here asks for it
go on                        ask for it no more
stand in SEAT LEVEL          let a bot play for somebody who has been away too long
name NAME                    what you are called here, chosen once, before you first sit down
code                         for guests: a code that brings you back to your seats; type back CODE then
key                          for who has a key: a code that makes another key the same person; type key CODE there
quit                         leave the house
LEVEL is one of these bots: {levels}.
At a table, type an action as `legal` shows it.
Lines that begin with > ask you for something, with ! refuse, with * tell what happened.""".format(
    levels="; ".join(f"{level}, {about}" for level, about in ABOUT.items())
)


def plan(game: AnyGame, seats: int | None, others: Sequence[str], rest: str) -> list[str]:
    """The seats of a table that I open: mine first, then these words in turn, or Refused.

    seats: None for as few as the game and the words allow. rest: who fills the seats where no words are given.
    """
    count = max(game.seats[0], 1 + len(others)) if seats is None else seats
    game.check_seats(count)
    if left := others[count - 1 :]:
        beside = in_words(["you", *others[: count - 1]])
        room = "1 seat" if count == 1 else f"{count} seats"
        raise Refused(f"At {room} there is no room for {in_words(left)}, beside {beside}.")
    return [HERE, *islice(cycle(others or [rest]), count - 1)]


class LineMode:
    """One person who reads and types lines."""

    def __init__(self, host: Host, write: Callable[[str], Awaitable[None]]) -> None:
        """write: sends one line; waits while the person's side is slow."""
        self._host = host
        self._write = write
        self._client: Client | None = None
        self._update: Update | None = None
        self._asked = -1  # the serial of the last question put
        self._over = False
        self._sure = False  # has said quit, and was told what it costs
        self._follower: asyncio.Task[None] | None = None
        self._first = asyncio.Event()

    async def run(self, lines: AsyncIterator[str], client: Client | None = None) -> None:
        """Until the lines end or the person quits. client: a table to begin at."""
        try:
            if client is None:
                await self._write(f"Hello {self._host.name}. Type help for what you can say, quit to leave.")
                if greeting := GREETINGS.get(self._host.standing):
                    await self._write(greeting)
            else:
                await self._write("Type view to hear the table, help for what else you can say, quit to leave.")
                await self._enter(client)
            async for line in lines:
                line = clean(line, COMMAND_CELLS)
                if line in {"quit", "exit"}:
                    if self._sure or not await self._ends_a_game():
                        break
                    self._sure = True
                    await self._write("> A game that you play here ends with Hushtable. Type quit once more to end it.")
                    continue
                self._sure = False
                try:
                    await self._do(line)
                except Refused as refused:
                    await self._write(f"! {refused}")
            await self._write("Goodbye.")
        finally:
            await self._stop_following()

    async def _ends_a_game(self) -> bool:
        """Whether a game of mine runs in this process, which ends when I quit."""
        if not self._host.forgets:
            return False
        async for listings in self._host.listings():
            if not isinstance(listings, Pause):
                return any(listing.mine and listing.stage is Stage.PLAYING for listing in listings)
        return False

    async def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                return
            case "help" | "?":
                await self._lines(HELP)
            case "tables":
                await self._tables()
            case "games":
                for name in registry.names():
                    game = registry.game(name)
                    await self._write(f"{name}: {game.title}, {game.seats[0]} to {game.seats[-1]} seats. {game.blurb}")
            case "open" if not self._is_action(line):  # a game may know actions that begin so
                await self._open(rest.split())
            case "sit":
                await self._enter(await self._host.sit(*_table_and_word(rest)))
                await self._remind()
            case "name":
                await self._host.choose_name(rest)
                await self._write(f"You are {self._host.name} here from now on.")
            case "key" | "code" if not rest:
                await self._write(code_sentence(self._host.standing, await self._host.code()))
            case "key" | "back" if rest:
                await self._host.use(rest)
                await self._write(f"You are {self._host.name} now. Type tables to hear where you sit.")
            case "back":
                raise Refused("Type back and the code that you were shown.")
            case "watch":
                await self._enter(await self._host.watch(*_table_and_word(rest)))
            case "rematch":
                await self._enter(await self._at_table().rematch())
            case "stop" if rest == "game":
                await self._at_table().agree_to_end(True)
            case "go" if rest == "on":
                await self._at_table().agree_to_end(False)
            case "stand" if rest.startswith("in "):
                await self._stand_in(rest.split()[1:])
            case "leave":
                await self._at_table().leave()
                await self._stop_following()
                await self._write("You left the table.")
            case "say" if not self._is_legal(line):  # a game may know actions that begin with `say`
                await self._at_table().say(rest)
            case "rules":
                for line in spoken_rules(self._at_table().game.help()):
                    await self._write(line)
            case "hint":
                hint = await self._at_table().hint()
                await self._write(f"* {named(hint, names_of(self._update)) if self._update else hint}")
            case "view" | "hand" | "legal":
                await self._look(word.lower())
            case _:
                await self._act(line)

    def _at_table(self) -> Client:
        if self._client is None:
            raise Refused("You are at no table. Type tables, open, sit or watch; help tells more.")
        return self._client

    async def _lines(self, text: str) -> None:
        for line in text.splitlines():
            if line.strip():
                await self._write(line)

    async def _tables(self) -> None:
        async for listings in self._host.listings():
            if isinstance(listings, Pause):
                raise Refused(listings.reason)
            for listing in listings:
                await self._write(sentence(listing))
            if not listings:
                await self._write("There is no table yet. Type open GAME to make one.")
            return

    async def _open(self, words: Sequence[str]) -> None:
        if not words:
            raise Refused(f"Which game? There are {', '.join(registry.names())}.")
        game = registry.game(words[0])
        given: dict[str, str] = {}
        private, hints = "private" in words[1:], "hints" in words[1:]
        for word in words[1:]:
            if word in {"private", "hints"}:
                continue
            name, equals, value = word.partition("=")
            if not equals:
                raise Refused(f"“{word}” is no option; options are written name=value.")
            given[name] = value
        seats, bots = given.pop("seats", None), given.pop("bots", "")
        if seats is not None and not seats.isdecimal():
            raise Refused(f"“{seats}” is no number of seats.")
        if hints and game.silent:
            raise Refused(
                f"{game.title} is played in silence from first to last: nobody who plays with others is given hints."
            )
        others = [level for level in bots.split(",") if level]
        rest = registry.quick(game.name) if self._host.standing is Standing.HERE else OPEN
        seating = plan(game, None if seats is None else int(seats), others, rest)
        await self._enter(await self._host.open(game.name, seating, given, private, hints))
        await self._remind()

    async def _remind(self) -> None:
        """A guest who holds a seat is shown the way back to it."""
        if self._host.standing is Standing.GUEST and self._client is not None and self._client.seats:
            await self._write(f"* {code_sentence(Standing.GUEST, await self._host.code())}")

    async def _stand_in(self, words: Sequence[str]) -> None:
        match words:
            case [seat, level] if seat.isdecimal():
                await self._at_table().stand_in(int(seat) - 1, level)
            case _:
                raise Refused("Type stand in, the seat’s number, and a bot’s level.")

    async def _enter(self, client: Client) -> None:
        await self._stop_following()
        self._client, self._update, self._asked, self._over = client, None, -1, False
        self._first.clear()
        seats = client.seats
        place = f"on seat {seats[0] + 1}" if seats else "as a spectator"
        options = client.game.told(client.options)
        more = f"; {options}" if options else ""
        await self._write(f"* You are at table {client.table} {place}: {client.game.title}{more}.")
        self._follower = asyncio.create_task(self._follow(client))
        await self._first.wait()

    async def _stop_following(self) -> None:
        self._client = self._update = None
        if self._follower is not None:
            self._follower.cancel()
            await asyncio.gather(self._follower, return_exceptions=True)
            self._follower = None

    async def _follow(self, client: Client) -> None:
        """Tell what happens at the table, as it happens."""
        try:
            async for update in client.updates():
                if isinstance(update, Pause):
                    await self._write(f"* The table is paused: {update.reason}")
                    continue
                if isinstance(update, Gone):
                    await self._write(f"* {update.reason}")
                    self._client = self._update = None
                    return
                before, self._update = self._update, update
                await self._tell(client, before, update)
                self._first.set()
        finally:
            self._first.set()

    async def _tell(self, client: Client, before: Update | None, now: Update) -> None:
        game, names = client.game, names_of(now)
        if before.people != now.people if before else now.stage is Stage.WAITING:
            await self._write(f"* {who_sits(now)}")
        came = as_they_came(now)
        if before is None and now.fresh and len(came) > RECENT:
            await self._write(f"* {len(came) - RECENT} earlier events are not told; type view to hear the position.")
        for event in came[-RECENT:] if now.fresh else came:
            said = isinstance(event, Line)
            await self._write(f"* {event.name} says: {event.text}" if said else f"* {game.describe(event, names)}")
        for missed in absent(game, before, now) if now.seat is not None else ():
            await self._write(f"* {missed}")
        if now.invite and now.stage is Stage.WAITING and before is None:
            await self._write(f"* This table is private. Others come in with: sit {client.table} {now.invite}")
        if before and now.agreed != before.agreed:
            who = in_words(names[seat] for seat in sorted(now.agreed)) if now.agreed else "nobody"
            await self._write(f"* To end the game early, so far: {who}. Type stop game to agree.")
        if before and now.rematch != before.rematch:
            await self._write(f"* There is a rematch at table {now.rematch}. Type rematch to join.")
        if now.stage is Stage.OVER and not self._over:
            self._over = True
            await self._write(f"* game over: {result(game, now.outcome, names, mine=now.seat is not None)}")
        if now.seat in now.to_act and now.serial != self._asked:
            self._asked = now.serial
            await self._write(f"> {game.prompt(now.view, names)}")

    async def _look(self, what: str) -> None:
        client, update = self._at_table(), self._update
        if update is None or update.view is None:
            raise Refused("The game starts when every seat is taken.")
        names = names_of(update)
        match what:
            case "view":
                for line in client.game.tell(update.view, names):
                    await self._write(line)
                await self._write(client.game.prompt(update.view, names))
            case "hand":
                await self._write(client.game.hand(update.view))
            case _:
                for action in client.game.legal_actions(update.view):
                    await self._write(f"  {action}")
                if update.seat not in update.to_act:
                    await self._write("You have nothing to decide now.")

    def _is_legal(self, line: str) -> bool:
        if self._client is None or self._update is None or self._update.view is None:
            return False
        game = self._client.game
        try:
            return game.canonical(self._update.view, game.parse(line)) in game.legal_actions(self._update.view)
        except Refused:
            return False

    def _is_action(self, line: str) -> bool:
        """Whether the game of this table knows such an action, legal or not."""
        if self._client is None:
            return False
        try:
            self._client.game.parse(line)
        except Refused:
            return False
        return True

    async def _act(self, line: str) -> None:
        if self._client is None:
            raise Refused(f"“{line.split()[0]}” is nothing I know. Type help for what you can say.")
        if self._update is None:
            raise Refused("The table is not there yet; try again.")
        try:
            await self._client.act(line, self._update.serial)
        except Refused as refused:
            raise Refused(named(str(refused), names_of(self._update))) from None


def _table_and_word(text: str) -> tuple[str, str]:
    table, _, invite = text.strip().partition(" ")
    if not table:
        raise Refused("Which table? Type tables to hear which there are.")
    return table, invite.strip()
