"""All tables of one house, and the people who find their way between them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import registry
from engine.game import Refused, Seat
from engine.match import Match
from net import company
from net.client import HERE, Client, Listing, Pause, Stage, Standing, Told
from net.company import Think
from net.leftover import left_alone, longest_alone, unfinished
from net.listed import listed
from net.opening import chairs_again, chairs_of, checked_plan, match_of, nameless
from net.records import Account, Accounts, AtThisKeyboard, Record, Store
from net.seat import TableClient
from net.table import Table, Watcher
from net.thinking import Thinkers
from net.words import new_word

log = logging.getLogger(__name__)

RETRY = 1.0  # seconds until that is tried again which the disk did not take
SWEEP = 60.0  # seconds between two looks for tables that nobody needs any more
SEED_BITS = 192
WRONG_CODES = 5  # that one connection may type
TOLD_AHEAD = 8  # sayings of the house that wait for somebody who reads nothing
ID, INVITE = 2, 4  # syllables: easy to say and to type


@dataclass(frozen=True, slots=True)
class Customs:
    """How a house does things. All times in seconds."""

    think: float = 1.0  # a bot may think so long about a move
    pace: float = 0.7  # a bot waits so long before it moves, so that people can follow
    patience: float = 300.0  # others wait so long for somebody who is away before they may do something about it
    kept: float = 30 * 86_400.0  # a table of people who all left
    kept_guests: float = 86_400.0  # one at which nobody sits who has a key
    kept_over: float = 86_400.0  # a finished one
    kept_waiting: float = 3_600.0  # one that never began
    most_tables: int = 1_000
    most_each: int = 20  # unfinished tables that one person may have opened


class Lobby:
    """Every table there is. `host` lets one person in."""

    def __init__(
        self,
        store: Store,
        think: Think | None = None,
        customs: Customs | None = None,
        accounts: Accounts | None = None,
    ) -> None:
        """think: one process of its own, if not given."""
        self.customs = customs or Customs()
        self.accounts: Accounts = accounts or AtThisKeyboard()
        self._store = store
        self._thinkers = Thinkers()
        self._think = think or self._thinkers
        self.tables: dict[str, Table] = {}
        self.hosts: set[LobbyHost] = set()
        self._drivers: dict[str, asyncio.Task[None]] = {}
        for record in store.load():
            try:
                self._add(record, match_of(record))
            except Exception as error:  # a game this version no longer knows, or damage: kept on disk, not shown
                log.error("table %s cannot go on: %s", record.table, error if str(error) else type(error).__name__)
        self.refusals = 0  # of what connections asked
        self._played = 0  # at tables that are closed
        self.closing = False  # no new tables; those that run go on
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep(), name="sweeper")

    def host(self, key: str, wish: str) -> LobbyHost:
        """key: proved, or of a guest. wish: what they would like to be called, cleaned."""
        taken = {host.name for host in self.hosts if host.person != key}
        return LobbyHost(self, self.accounts.found(key, wish, taken))

    async def close(self) -> None:
        tasks = [self._sweeper, *self._drivers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinkers.close()

    def open(
        self,
        game: str,
        plan: Sequence[str],
        options: Mapping[str, str],
        person: str,
        name: str,
        *,
        private: bool = False,
        hints: bool = False,
        seed: int | None = None,
        position: str | None = None,
    ) -> Table:
        """A new table. seed: a fresh secret if not given. position: the text of a position file to begin from."""
        rules = registry.game(game)
        plan = checked_plan(rules, plan)
        return self._opened(
            Record(
                table=self._new_id(),
                game=game,
                rules_version=rules.rules_version,
                options=rules.settled(options),
                seed=secrets.randbits(SEED_BITS) if seed is None else seed,
                plan=plan,
                chairs=chairs_of(plan, person, name),
                position=position,
                invite=new_word(INVITE) if private else "",
                hints=hints,
            )
        )

    def rematch(self, table: Table) -> Table:
        """The table at which the same people play the same game again, opened by the first who asks."""
        if table.stage is not Stage.OVER:
            raise Refused("This game is not over yet.")
        if table.rematch in self.tables:
            return self.tables[table.rematch]
        again = self._opened(
            Record(
                table=self._new_id(),
                game=table.game.name,
                rules_version=table.game.rules_version,
                options=table.match.options,
                seed=secrets.randbits(SEED_BITS),
                plan=table.plan,
                chairs=chairs_again(table.chairs, table.people()),
                invite=new_word(INVITE) if table.invite else "",
                hints=table.hints,
            )
        )
        table.rematch = again.id
        table.changed()
        return again

    def _opened(self, record: Record) -> Table:
        if self.closing:
            raise Refused("The host is about to close this house, so no new table can be opened.")
        people = {chair.person for chair in record.chairs if chair and chair.person}
        if any(unfinished(self.tables.values(), person) >= self.customs.most_each for person in people):
            raise Refused(f"You have {self.customs.most_each} tables already; finish one of them first.")
        match = match_of(record)  # before another table has to go for it
        if len(self.tables) >= self.customs.most_tables and not self._made_room():
            raise Refused("This house is full; try again when a table is over.")
        self._store.opened(record)
        table = self._add(record, match)
        self.changed()
        return table

    def _made_room(self) -> bool:
        """Close a table that nobody needs, if there is one."""
        table = longest_alone(self.tables.values())
        if table is not None:
            self.close_table(table, "The house was full, so this table was closed.")
        return table is not None

    @property
    def actions(self) -> int:
        """How many were taken since the house was opened, at all tables."""
        return self._played + sum(table.played for table in self.tables.values())

    def announce(self, text: str) -> None:
        """Say something to everybody who is in the house."""
        for host in self.hosts:
            host.tell(Told(f"The host says: {text}"))

    def find(self, table: str, person: str = "", invite: str = "") -> Table:
        """The table, if this person may come in, else Refused."""
        found = self.tables.get(table)
        if found is None or not found.lets_in(person, invite):
            raise Refused(f"There is no table “{table}”, or it is private and needs its invite word.")
        return found

    def changed(self) -> None:
        for host in self.hosts:
            host.dirty.set()

    def close_table(self, table: Table, reason: str) -> None:
        """The table is gone; who is there is told why."""
        self._store.closed(table.id)
        del self.tables[table.id]
        self._played += table.played
        for watcher in list(table.watchers):
            if isinstance(watcher, TableClient):
                watcher.send_away(reason)
        if driver := self._drivers.pop(table.id, None):
            driver.cancel()
        self.changed()

    def _add(self, record: Record, match: Match) -> Table:
        table = Table(record, match, self._store, self.customs.patience)
        self.tables[table.id] = table
        self._drivers[table.id] = asyncio.get_running_loop().create_task(self._drive(table), name=f"table {table.id}")
        return table

    def _new_id(self) -> str:
        while (word := new_word(ID)) in self.tables:
            pass
        return word

    async def _drive(self, table: Table) -> None:
        """Let the bots of a table move, and tell the lobby what changed there."""
        eye = Watcher()
        table.arrive(eye)
        while not table.deserted:
            await eye.dirty.wait()
            eye.dirty.clear()
            self.changed()
            while (seat := company.to_move(table)) is not None:
                await asyncio.sleep(self.customs.pace)
                try:
                    await company.move(table, seat, self._think, self.customs.think)
                except Refused as refused:
                    log.error("table %s could not take a bot's action: %s", table.id, refused)
                    await asyncio.sleep(RETRY)
                self.changed()
        while not self._closed(table, "Everybody left before the game began."):  # noqa: ASYNC110  no event
            await asyncio.sleep(RETRY)

    def _closed(self, table: Table, reason: str) -> bool:
        """Whether the disk took that the table is gone."""
        try:
            self.close_table(table, reason)
        except Refused as refused:
            log.error("table %s could not be closed: %s", table.id, refused)
            return False
        return True

    async def hint(self, table: Table, seat: Seat) -> str:
        return await company.hint(table, seat, self._think, self.customs.think)

    async def _sweep(self) -> None:
        """Close tables that have been left alone for as long as the house keeps them."""
        customs = self.customs
        keep = {Stage.WAITING: customs.kept_waiting, Stage.PLAYING: customs.kept, Stage.OVER: customs.kept_over}
        while True:
            await asyncio.sleep(SWEEP)
            for table in left_alone(self.tables.values(), keep, customs.kept_guests):
                self._closed(table, "This table was left alone for too long.")


class LobbyHost:
    """One person in the house. Implements net.client.Host."""

    forgets = ""

    def __init__(self, lobby: Lobby, account: Account) -> None:
        self._lobby = lobby
        self._account = account
        self._wrong_codes = 0
        self.dirty = asyncio.Event()
        self.dirty.set()
        self.dismissed = asyncio.Event()  # the final word was said
        self._clients: list[TableClient] = []
        self._told: asyncio.Queue[Told] = asyncio.Queue(TOLD_AHEAD)
        lobby.hosts.add(self)

    @property
    def person(self) -> str:
        return self._account.person

    @property
    def key(self) -> str:
        return self._account.key

    @property
    def name(self) -> str:
        return self._account.name

    def at(self) -> tuple[str, ...]:
        """The tables this person looks at now."""
        return tuple(sorted({client.table for client in self._clients if not client.left}))

    @property
    def standing(self) -> Standing:
        return self._account.standing

    async def choose_name(self, name: str) -> None:
        self._become(self._lobby.accounts.chosen(self._account, name))

    async def code(self) -> str:
        self._settle()
        return self._lobby.accounts.code(self._account)

    async def use(self, code: str) -> None:
        if self._wrong_codes >= WRONG_CODES:
            raise Refused("You typed too many wrong codes. Come in again to go on.")
        if unfinished(self._lobby.tables.values(), self.person):
            raise Refused(f"As {self.name} you sit at tables that are not over; finish or leave them first.")
        try:
            account = self._lobby.accounts.used(self._account, code)
        except Refused:
            self._wrong_codes += 1
            raise
        self._become(account)

    def rename(self, name: str) -> None:
        """The host of the house calls this person otherwise; at tables where they sit already all stays as it is."""
        self._account = replace(self._account, name=name)
        self.tell(Told(f"The host calls you {name} from now on."))

    def _settle(self) -> None:
        self._become(self._lobby.accounts.settled(self._account))

    def _become(self, account: Account) -> None:
        """Be this person from now on, in every window that was opened with this key."""
        self._change(account)
        for other in self._lobby.hosts:
            if other.key == account.key and other._account != account:
                other._change(account)
                other.tell(Told(f"You are {account.name} here from now on."))

    def _change(self, account: Account) -> None:
        if account.person != self.person:
            for client in [client for client in self._clients if not client.left]:
                client.send_away(f"You are {account.name} now; come back to this table as {account.name}.")
            self.dirty.set()
        self._account = account

    def refused(self) -> None:
        """Count that something this person asked for was not done."""
        self._lobby.refusals += 1

    def tell(self, told: Told) -> None:
        """Say something to this person; what they have not taken in for long is dropped."""
        if told.final:
            self.dismissed.set()
        if self._told.full():
            self._told.get_nowait()
        self._told.put_nowait(told)

    async def told(self) -> AsyncIterator[Told]:
        while self in self._lobby.hosts:
            yield (told := await self._told.get())
            if told.final:
                return

    async def listings(self) -> AsyncIterator[tuple[Listing, ...] | Pause]:
        while self in self._lobby.hosts:
            self.dirty.clear()
            yield listed(self._lobby.tables.values(), self.person)
            await self.dirty.wait()

    async def open(
        self, game: str, plan: Sequence[str], options: Mapping[str, str], private: bool = False, hints: bool = False
    ) -> Client:
        if self.standing is not Standing.HERE:
            plan = nameless(plan)
            if HERE not in plan:  # tables of nobody would count for nobody: one stranger could fill the house with bots
                raise Refused("Whoever opens a table sits there: one of its seats must be yours.")
        self._settle()
        return self._client(self._lobby.open(game, plan, options, self.person, self.name, private=private, hints=hints))

    async def sit(self, table: str, invite: str = "") -> Client:
        found = self._lobby.find(table, self.person, invite)
        self._settle()
        found.sit(self.person, self.name)
        return self._client(found)

    async def watch(self, table: str, invite: str = "") -> Client:
        """A spectator's look; who has a seat there sees it from that seat."""
        return self._client(self._lobby.find(table, self.person, invite))

    async def replay(self, table: str) -> str:
        return self._lobby.find(table, self.person).replay()

    async def close(self) -> None:
        """The person has gone; their seats are kept."""
        self._lobby.hosts.discard(self)
        self.dirty.set()
        for client in self._clients:
            client.hang_up()
        self._lobby.changed()

    def _play_again(self, table: Table) -> TableClient:
        again = self._lobby.rematch(table)
        if None in again.chairs:
            again.sit(self.person, self.name)
        return self._client(again)

    def _client(self, table: Table) -> TableClient:
        client = TableClient(table, self.person, self.name, self._play_again, self._lobby.hint)
        self._clients = [other for other in self._clients if not other.left]
        self._clients.append(client)
        self._lobby.changed()
        return client
