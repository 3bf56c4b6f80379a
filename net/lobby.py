"""All tables of one house, and the people who find their way between them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

from engine import registry, scenario
from engine.bots import Question
from engine.game import Refused, Seat
from engine.match import Match
from engine.rng import Rng
from net.client import HERE, OPEN, Client, Listing, Pause, Stage
from net.records import Chair, Record, Store
from net.table import Table, TableClient, plan_of

Think = Callable[[str, str, Question[Any, Any, Any]], Awaitable[str]]  # game, level, question -> action text
log = logging.getLogger(__name__)

PACE = 0.7  # seconds between the moves of bots, so that people can follow
RETRY = 1.0  # seconds until a bot tries again when the disk did not take its action
SEED_BITS = 192
SYLLABLE = ("bdfgklmnprstvz", "aeiou")  # a table's id is two of them: easy to say and to type


async def think_here(game: str, level: str, question: Question[Any, Any, Any]) -> str:
    """A bot that answers at once needs no process of its own."""
    return str(registry.bot(game, level)(question))


class Lobby:
    """Every table there is. `host` lets one person in."""

    def __init__(self, store: Store, think: Think = think_here, pace: float = PACE) -> None:
        """pace: seconds a bot waits before it moves."""
        self._store = store
        self._think = think
        self._pace = pace
        self.tables: dict[str, Table] = {}
        self.hosts: set[LobbyHost] = set()
        self._drivers: dict[str, asyncio.Task[None]] = {}
        for record in store.load():
            self._add(record, _match(record))

    def host(self, person: str, name: str) -> LobbyHost:
        """person: an id that stays the same when they come back; nobody else's."""
        return LobbyHost(self, person, name)

    async def close(self) -> None:
        for driver in self._drivers.values():
            driver.cancel()
        await asyncio.gather(*self._drivers.values(), return_exceptions=True)

    def open(
        self,
        game: str,
        plan: Sequence[str],
        options: Mapping[str, str],
        person: str,
        name: str,
        *,
        seed: int | None = None,
        position: str | None = None,
    ) -> Table:
        """A new table. seed: a fresh secret if not given. position: the text of a position file to begin from."""
        rules = registry.game(game)
        levels = registry.bots(game)
        plan = plan_of(rules, plan, tuple(levels))
        record = Record(
            table=self._new_id(),
            game=game,
            rules_version=rules.rules_version,
            options=rules.settled(options),
            seed=secrets.randbits(SEED_BITS) if seed is None else seed,
            plan=plan,
            chairs=_chairs(plan, person, name),
            position=position,
        )
        match = _match(record)
        self._store.opened(record)
        table = self._add(record, match)
        self.changed()
        return table

    def find(self, table: str) -> Table:
        if (found := self.tables.get(table)) is None:
            raise Refused(f"There is no table “{table}”.")
        return found

    def changed(self) -> None:
        for host in self.hosts:
            host.dirty.set()

    def _add(self, record: Record, match: Match) -> Table:
        table = Table(record, match, self._store)
        self.tables[table.id] = table
        self._drivers[table.id] = asyncio.get_running_loop().create_task(self._drive(table), name=f"table {table.id}")
        return table

    def _new_id(self) -> str:
        while True:
            word = "".join(secrets.choice(letters) for _ in range(2) for letters in SYLLABLE)
            if word not in self.tables:
                return word

    async def _drive(self, table: Table) -> None:
        """Let the bots of a table move, and tell the lobby what changed there."""
        eye = TableClient(table, "", "")  # for its `dirty` only
        while table.stage is not Stage.OVER and not table.deserted:
            await eye.dirty.wait()
            eye.dirty.clear()
            self.changed()
            while (seat := self._bot_to_move(table)) is not None:
                await asyncio.sleep(self._pace)
                await self._bot_moves(table, seat)
        eye.hang_up()
        if table.deserted:
            self._store.closed(table.id)
            del self.tables[table.id], self._drivers[table.id]
        self.changed()

    def _bot_to_move(self, table: Table) -> Seat | None:
        if table.stage is not Stage.PLAYING:
            return None
        owing = table.match.to_act()
        bots = [seat for seat in sorted(owing) if (chair := table.chairs[seat]) and chair.bot]
        if len(bots) < len(owing) and table.game.people_first(table.match.state):
            return None
        return bots[0] if bots else None

    async def _bot_moves(self, table: Table, seat: Seat) -> None:
        chair, match = table.chairs[seat], table.match
        if chair is None or seat not in match.to_act():
            return
        serial, view = match.serial, match.view(seat)
        luck = Rng(match.seed, "bot", seat, serial)
        question = Question(view, match.game.legal_actions(view), table.heard(seat), luck)
        try:
            action = await self._think(match.game.name, chair.bot, question)
        except Exception:  # a bot's mistake must not stop the table
            log.exception("the %s bot of table %s failed; a random action stands in", chair.bot, table.id)
            action = str(luck.choice(question.legal))
        try:
            if match.serial == serial:
                table.act(seat, action)
        except Refused as refused:
            log.error("table %s could not take a bot's action: %s", table.id, refused)
            await asyncio.sleep(RETRY)
        self.changed()


def _match(record: Record) -> Match:
    game = registry.game(record.game)
    state = None
    if record.position is not None:
        state = scenario.read(record.position)[0].match().state
    return Match(game, len(record.plan), record.seed, record.options, state)


def _chairs(plan: Sequence[str], person: str, name: str) -> tuple[Chair | None, ...]:
    chairs: list[Chair | None] = []
    taken: set[str] = set()
    for word in plan:
        if word == OPEN:
            chairs.append(None)
            continue
        kind, _, given = word.partition(" ")
        wanted = (given or name) if kind == HERE else f"{kind} bot"
        numbered = (f"{wanted} {number}" for number in range(2, len(plan) + 2))
        label = wanted if wanted not in taken else next(other for other in numbered if other not in taken)
        taken.add(label)
        chairs.append(Chair(person, label) if kind == HERE else Chair("", label, bot=kind))
    return tuple(chairs)


class LobbyHost:
    """One person in the house. Implements net.client.Host."""

    def __init__(self, lobby: Lobby, person: str, name: str) -> None:
        self._lobby = lobby
        self.person = person
        self._name = name
        self.dirty = asyncio.Event()
        self.dirty.set()
        self._clients: list[TableClient] = []
        lobby.hosts.add(self)

    @property
    def name(self) -> str:
        return self._name

    async def listings(self) -> AsyncIterator[tuple[Listing, ...] | Pause]:
        while self in self._lobby.hosts:
            self.dirty.clear()
            listings = [table.listing(self.person) for table in self._lobby.tables.values()]
            yield tuple(sorted(listings, key=_mine_first))
            await self.dirty.wait()

    async def open(self, game: str, plan: Sequence[str], options: Mapping[str, str]) -> Client:
        return self._client(self._lobby.open(game, plan, options, self.person, self._name))

    async def sit(self, table: str) -> Client:
        found = self._lobby.find(table)
        found.sit(self.person, self._name)
        return self._client(found)

    async def watch(self, table: str) -> Client:
        """A spectator's look; who has a seat there sees it from that seat."""
        return self._client(self._lobby.find(table))

    async def replay(self, table: str) -> str:
        return self._lobby.find(table).replay()

    async def close(self) -> None:
        """The person has gone; their seats are kept."""
        self._lobby.hosts.discard(self)
        self.dirty.set()
        for client in self._clients:
            client.hang_up()
        self._lobby.changed()

    def _client(self, table: Table) -> TableClient:
        client = TableClient(table, self.person, self._name)
        self._clients = [other for other in self._clients if not other.left]
        self._clients.append(client)
        self._lobby.changed()
        return client


def _mine_first(listing: Listing) -> tuple[bool, bool, bool, str]:
    my_turn = bool(listing.to_act & set(listing.mine))
    return not my_turn, not listing.mine, listing.stage is Stage.OVER, listing.table
