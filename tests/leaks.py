"""Evenings in a real house, with people and spectators by every way, and the search of all that they got."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from typing import Any

import msgpack

from engine import registry, replay
from engine.scenario import cards_in
from net import wire
from net.client import Client, Stage, Update
from net.messages import Raw
from net.remote import RemoteHost
from tests.courses import TABLES, some_options
from tests.open_house import OpenHouse, played
from tests.sightings import named, shown
from tests.truths import Truth, Viewer, truth
from tests.visitors import ByLine, ByScreen, BySsh, ByWatching, Native, Visitor

WAYS: dict[str, type[Visitor]] = {"line": ByLine, "native": Native, "screen": ByScreen, "watch": ByWatching}
WORDS_OF_THE_RULES = frozenset({"scissors", "bin", "finish", "start"})  # sentences use them of no card in particular


@dataclass(frozen=True)
class Setting:
    """A table. seats: a way in WAYS, or a bot's level, one a seat. eyes: the ways of those who look on."""

    game: str
    seats: tuple[str, ...]
    eyes: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)


@dataclass
class Sitting:
    """A table that was played to its end."""

    setting: Setting
    table: str
    visitors: list[Visitor] = field(default_factory=list)
    replays: list[tuple[bool, str]] = field(default_factory=list)  # as told while it ran, and (True) after its end
    listings: list[str] = field(default_factory=list)


async def sitting(house: OpenHouse, books: sqlite3.Connection, setting: Setting, name: str, seconds: float) -> Sitting:
    """Play one game to its end. name: begins the names of its people, and is nobody else's. seconds: a limit."""
    async with AsyncExitStack() as leaving:
        plan = ["open" if way in WAYS else way for way in setting.seats]
        plan[next(seat for seat, way in enumerate(setting.seats) if way in WAYS)] = "here"
        opener = await RemoteHost.enter(house.native(f"{name}-a"), patience=60)  # comes back by another way
        done = Sitting(setting, (await opener.open(setting.game, plan, setting.options)).table)
        await opener.close()
        eye = await RemoteHost.enter(house.native(f"{name}-eye"), patience=60)
        leaving.push_async_callback(eye.close)
        watching = await eye.watch(done.table)

        async def comes(way: str, seat: Viewer) -> None:
            called = f"{name}-{'abcdefghij'[len(done.visitors)]}"
            visitor = WAYS[way](house, called, done.table, setting.game, seat, lambda: played(books, done.table))
            leaving.push_async_callback(visitor.go)
            done.visitors.append(visitor)
            await visitor.sit()

        async def asks(after: bool) -> None:
            done.replays.append((after, await eye.replay(done.table)))
            done.replays.append((after, await _said(house, f"{name}-x", f"replay {done.table}")))

        for seat, way in enumerate(setting.seats):
            if way in WAYS:
                await comes(way, seat)
        for way in setting.eyes:
            await comes(way, None)
        done.listings.append(await _said(house, f"{name}-x", "tables"))
        try:
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as staying:
                for visitor in done.visitors:
                    staying.create_task(visitor.stay())
                await _over(watching, asks)
                for visitor in done.visitors:
                    if isinstance(visitor, ByScreen):
                        visitor.over.set()
        except TimeoutError as error:
            raise AssertionError("\n\n".join(f"{visitor} has {visitor.sees()}" for visitor in done.visitors)) from error
        await asks(True)
    return done


async def _over(watching: Client, asks: Callable[[bool], Awaitable[None]]) -> None:
    """Until the game is over; meanwhile somebody asks for its replay."""
    asked = False
    async for update in watching.updates():
        if isinstance(update, Update) and update.stage is Stage.OVER:
            return
        if isinstance(update, Update) and update.serial > 5 and not asked:
            asked = True
            await asks(False)


async def _said(house: OpenHouse, person: str, words: str) -> str:
    """What `ssh HOST words` prints. Tried again when refused: an engine may be killed just then."""
    said = ""
    for _ in range(3):
        async with house.connection(person) as connection:
            done = await connection.run(words, encoding="utf-8")
        said = str(done.stdout)
        if done.exit_status == 0:
            break
    return said


def settings(number: int, games: Sequence[str] = ()) -> list[Setting]:
    """One table of every game and number of seats. number: of the round; each has other people, bots and options."""
    ways, eyes = ("line", "native", "screen"), ("watch", "line", "screen", "native")
    found: list[Setting] = []
    for place, (game, count) in enumerate(TABLES, number):
        levels = [level for level in registry.bots(game) if level in ("random", "greedy")]
        seats = [
            ways[(place + seat) % 3] if (place + seat) % 2 or seat == place % count else levels[seat % len(levels)]
            for seat in range(count)
        ]
        found.append(
            Setting(game, tuple(seats), (eyes[place % 4], eyes[(place + 1) % 4]), some_options_of(game, place))
        )
    return [setting for setting in found if setting.game in (games or registry.names())]


def some_options_of(game: str, number: int) -> dict[str, str]:
    return some_options(registry.game(game), 1 + number % 3)


async def evening(house: OpenHouse, tables: Sequence[Setting], at_once: int, seconds: float, name: str = "t") -> Search:
    """Play all these games, so many at a time, and search what came. seconds: that one game may take."""
    search, truths = Search(), []
    gate = asyncio.Semaphore(at_once)
    with closing(house.books()) as books:

        async def one(number: int, setting: Setting) -> None:
            async with gate:
                done = await sitting(house, books, setting, f"{name}{number}", seconds)
            truths.append(search.add(books, done))

        async with asyncio.TaskGroup() as playing:
            for number, setting in enumerate(tables):
                playing.create_task(one(number, setting))
    search.log(house.log.read_text(), truths)
    if len({really.seed for really in truths}) < len(truths):
        search.leaks.append("two tables have the same seed")
    return search


# --- the search


@dataclass
class Search:
    """What was looked through, and what should not have been there."""

    games: Counter[str] = field(default_factory=Counter)
    got: Counter[str] = field(default_factory=Counter)  # bytes by way
    looked: Counter[str] = field(default_factory=Counter)  # messages, lines and screens
    cards: Counter[str] = field(default_factory=Counter)  # cards read in them
    plies: int = 0
    leaks: list[str] = field(default_factory=list)

    def add(self, books: sqlite3.Connection, done: Sitting) -> Truth:
        really = truth(books, done.table)
        assert really.is_over
        self.games[f"{done.setting.game} {len(done.setting.seats)}"] += 1
        self.plies += len(really.states) - 1
        for visitor in done.visitors:
            self.visitor(really, visitor, visitor.seat)
        for after, text in done.replays:
            self.replay(really, text, after)
        for listed in done.listings:
            self._names(really, None, 0, named(done.setting.game, _people_aside(listed)), "the list of tables", listed)
        return really

    def visitor(self, really: Truth, visitor: Visitor, viewer: Viewer) -> None:
        """Everything a visitor got, searched as what this viewer may know of it."""
        self.got[visitor.way] += sum(len(data) for _, data in visitor.got)
        for ply, data in visitor.got:
            if ply < len(really.states) - 1:
                self.seed(really, data, str(visitor))
        match visitor:
            case Native():
                self._native(really, visitor, viewer)
            case ByScreen():
                self._screens(really, visitor, viewer)
            case BySsh():
                self._lines(really, visitor, viewer)

    def seed(self, really: Truth, data: bytes, where: str) -> None:
        """In no form in which a number is commonly written."""
        raw = really.seed.to_bytes(24, "big")
        for form in (str(really.seed).encode()[:20], raw, raw[::-1], raw.hex().encode(), raw.hex().upper().encode()):
            if form in data:
                self.leaks.append(f"{where}: the seed")

    def replay(self, really: Truth, text: str, after: bool) -> None:
        told = replay.read(text)
        self.looked["replays"] += 1
        if told.commitment != really.commitment:
            self.leaks.append(f"the replay of {really.table} commits to something else")
        if after and replay.verify(told).seed != really.seed:
            self.leaks.append(f"the replay of {really.table} shows another seed")
        if not after and (told.seed is not None or told.plies or told.end or str(really.seed) in text):
            self.leaks.append(f"the replay of {really.table} tells secrets while it runs")

    def _names(self, really: Truth, viewer: Viewer, ply: int, cards: set[str], where: str, context: str) -> None:
        self.cards[where.split(" (")[-1].split(",")[0]] += len(cards)
        if secret := sorted((cards & really.secrets(viewer, ply)) - WORDS_OF_THE_RULES):
            digits = re.compile("|".join(rf"\b{re.sub('[a-z]', '', card)}\b" for card in secret))
            lines = [line for line in context.splitlines() if digits.search(line)]
            told = "\n".join(lines or [context])
            self.leaks.append(f"{where} was shown {', '.join(secret)} after ply {ply} of {really.table}: {told}")

    def _lines(self, really: Truth, visitor: BySsh, viewer: Viewer) -> None:
        guessed = named(really.game.name, " ; ".join(visitor.typed))
        for ply, line in _lines(visitor):
            self.looked["lines"] += 1
            own = guessed if line.startswith("! ") else set()  # a refusal repeats what was asked for
            cards = named(really.game.name, _people_aside(line)) - own
            self._names(really, viewer, ply, cards, str(visitor), line)

    def _screens(self, really: Truth, visitor: ByScreen, viewer: Viewer) -> None:
        if others := visitor.titles - {b"Hushtable"}:
            self.leaks.append(f"{visitor} had the titles {others}")
        for ply, lines in visitor.screens:
            self.looked["screens"] += 1
            if f"table {really.table}" in lines[0]:
                self._names(really, viewer, ply, shown(really.game.name, lines), str(visitor), "\n".join(lines))

    def _native(self, really: Truth, visitor: Native, viewer: Viewer) -> None:
        shapes = wire.shapes(really.game)
        heard = 0
        for ply, frame in visitor.got:
            self.looked["messages"] += 1
            message = msgpack.unpackb(frame)
            kind, answer = message.get("answer", ("", {}))
            if kind != "Shown":
                self._names(really, viewer, ply, _strings(message, really), str(visitor), str(message))
                continue
            update = shapes.update(Raw(msgpack.unpackb(frame, use_list=False)["answer"][1]["update"]))
            heard = (0 if update.fresh else heard) + len(update.events)
            told = really.told[viewer][update.serial]
            if update.view is not None and update.view != really.game.view(really.states[update.serial], viewer):
                self.leaks.append(f"{visitor} was shown another view after ply {update.serial}")
            if update.events != told[heard - len(update.events) : heard] or heard != len(told) * bool(update.view):
                self.leaks.append(f"{visitor} was told other events after ply {update.serial}: {update.events}")
            cards = set(cards_in([update.view, update.events], really.game.card_types))
            self._names(really, viewer, update.serial, cards, str(visitor), "its view")
            rest = {name: value for name, value in answer["update"].items() if name not in ("view", "events")}
            self._names(really, viewer, update.serial, _strings(rest, really), str(visitor), str(rest))

    def log(self, text: str, truths: Sequence[Truth]) -> None:
        """Only lines that are known to hold no secret, and of course no seed."""
        for line in text.splitlines():
            self.looked["log lines"] += 1
            if not _LOG.search(line):
                self.leaks.append(f"the log says: {line}")
        for really in truths:
            self.seed(really, text.encode(), "the log")


_LOG = re.compile(
    r" hushtable\.(?:serve INFO the (?:engine|front \d) runs as process \d+"
    r"|ssh INFO session [0-9a-f]+ (?:ended|began: (?:guest|SHA256:\S+))"
    r"|ssh INFO too many connections that log in; dropped the oldest)$"
)


def _lines(visitor: BySsh) -> Iterator[tuple[int, str]]:
    rest = b""
    for ply, data in visitor.got:
        *whole, rest = (rest + data).split(b"\n")
        yield from ((ply, line.decode()) for line in whole)
    yield (visitor.got[-1][0] if visitor.got else 0), rest.decode()


def _people_aside(line: str) -> str:
    """Without the names of our people and what is said of the house: `t3-a` is no card, nor is a number of seats."""
    line = re.sub(r"\bt\d+-\w+", "somebody", line)
    return re.sub(r"^\w+: .*(?:; (?:waiting|playing|over)\b.*)$|^[a-z]+: .*\d to \d seats.*$", "", line, flags=re.M)


def _strings(value: Any, really: Truth) -> set[str]:
    """The cards named in any text of a message, whole or within a sentence."""
    found: set[str] = set()
    for text in _texts(value):
        found |= named(really.game.name, _people_aside(text)) | ({text} & really.everything)
    return found


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for pair in value.items():
                yield from _texts(pair)
        case list() | tuple():
            for part in value:
                yield from _texts(part)
