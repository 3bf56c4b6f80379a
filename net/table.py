"""A match with people: the one authority over what happens at a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

from engine import replay
from engine.game import AnyGame, Notice, Options, Refused, Seat
from engine.match import Match, Ply
from net.client import HERE, OPEN, Line, Listing, Pause, Person, Stage, Update
from net.records import Chair, Record, Store
from net.words import TALK_CELLS, clean

TALK_KEPT = 200  # lines of talk that somebody who comes later still sees


class Table:
    """Seats, talk and the match. Every change is synchronous, so nobody ever meets a half-made one."""

    def __init__(self, record: Record, match: Match, store: Store) -> None:
        self.id = record.table
        self.plan = record.plan
        self.chairs: list[Chair | None] = list(record.chairs)
        self.match = match
        self.said: list[Line] = list(record.said[-TALK_KEPT:])
        self.said_before = len(record.said) - len(self.said)  # lines no longer kept
        self.notices: list[Notice[Any]] = []
        self.watchers: set[TableClient] = set()
        self.deserted = False  # everybody left before the game began
        self._store = store
        for ply in record.plies:
            self.notices.extend(match.play(ply.seat, match.game.parse(ply.action)))

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def stage(self) -> Stage:
        if None in self.chairs:
            return Stage.WAITING
        return Stage.PLAYING if self.match.outcome() is None else Stage.OVER

    # --- who is here

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair and person and chair.person == person)

    def people(self) -> tuple[Person | None, ...]:
        present = {client.person for client in self.watchers}
        return tuple(
            Person(chair.name, chair.bot, away=not chair.bot and chair.person not in present) if chair else None
            for chair in self.chairs
        )

    def names(self) -> tuple[str, ...]:
        """One a seat, for sentences and replays."""
        return tuple(chair.name if chair else f"seat {seat + 1}" for seat, chair in enumerate(self.chairs))

    def listing(self, person: str) -> Listing:
        stage = self.stage
        return Listing(
            table=self.id,
            game=self.game.name,
            options=self.match.options,
            people=self.people(),
            stage=stage,
            to_act=self.match.to_act() if stage is Stage.PLAYING else frozenset(),
            mine=self.seats_of(person),
        )

    def sit(self, person: str, name: str) -> None:
        """Give this person the first free seat, or Refused. Who has a seat keeps it."""
        if self.seats_of(person):
            return
        if None not in self.chairs:
            raise Refused(f"Every seat of table {self.id} is taken; you can watch it.")
        seat = self.chairs.index(None)
        self._seat(seat, Chair(person, self._free_name(name)))

    def stand_up(self, person: str) -> None:
        """Before the game starts the person's seats become free again; later they are kept."""
        if self.stage is Stage.WAITING:
            for seat in self.seats_of(person):
                self._seat(seat, None)
            self.deserted = not any(chair and chair.person for chair in self.chairs)

    def _seat(self, seat: Seat, chair: Chair | None) -> None:
        self._store.seated(self.id, seat, chair)
        self.chairs[seat] = chair
        self.changed()

    def _free_name(self, name: str) -> str:
        taken = {chair.name for chair in self.chairs if chair}
        numbered = (f"{name} {number}" for number in range(2, len(self.chairs) + 2))
        return name if name not in taken else next(other for other in numbered if other not in taken)

    # --- what happens

    def act(self, seat: Seat, text: str, serial: int | None = None) -> None:
        """Do this for the seat, or Refused. On disk before anybody is shown its effect."""
        if self.stage is Stage.WAITING:
            raise Refused("The game starts when every seat is taken.")
        action = self.match.checked(seat, self.game.parse(text), serial)
        self._store.ply(self.id, self.match.serial + 1, Ply(seat, str(action)))
        self.notices.extend(self.match.play_checked(seat, action))
        self.changed()

    def say(self, name: str, text: str) -> None:
        """Refused where the rules want silence."""
        if not self.may_talk():
            raise Refused(f"{self.game.title} is played in silence; you can talk when it is over.")
        if line := clean(text, TALK_CELLS):
            self._store.said(self.id, Line(name, line))
            self.said.append(Line(name, line))
            if len(self.said) > TALK_KEPT:
                del self.said[0]
                self.said_before += 1
            self.changed()

    def may_talk(self) -> bool:
        return self.stage is not Stage.PLAYING or self.match.may_talk()

    def changed(self) -> None:
        for client in self.watchers:
            client.dirty.set()

    # --- what may be seen

    def heard(self, seat: Seat | None, since: int = 0) -> tuple[Any, ...]:
        """The events this seat was told, from the notice with this number on."""
        return tuple(
            notice.event
            for notice in self.notices[since:]
            if notice.to is None or (seat is not None and seat in notice.to)
        )

    def replay(self) -> str:
        return replay.write(replay.of(self.match, self.names()))


class TableClient:
    """One person's look at a table: where they have read to, and whose eyes they use. Implements net.client.Client."""

    def __init__(self, table: Table, person: str, name: str) -> None:
        """person: their id; empty for a pure spectator."""
        self._table = table
        self.person = person
        self.name = name
        self.dirty = asyncio.Event()
        self.dirty.set()
        self._facing: Seat | None = None
        self._read: dict[Seat | None, tuple[int, int]] = {}  # by seat: notices and lines of talk already given
        self.left = False
        table.watchers.add(self)
        table.changed()

    @property
    def table(self) -> str:
        return self._table.id

    @property
    def game(self) -> AnyGame:
        return self._table.game

    @property
    def options(self) -> Options:
        return self._table.match.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._table.seats_of(self.person)

    async def updates(self) -> AsyncIterator[Update | Pause]:
        while True:
            await self.dirty.wait()
            if self.left:
                return
            self.dirty.clear()
            yield self._update()

    def _update(self) -> Update:
        table = self._table
        seats = self.seats
        if self._facing not in seats:
            self._facing = seats[0] if seats else None
        seat, stage = self._facing, table.stage
        fresh = seat not in self._read
        notices, lines = self._read.get(seat, (0, table.said_before))
        self._read[seat] = len(table.notices), table.said_before + len(table.said)
        waiting = stage is Stage.WAITING
        return Update(
            serial=table.match.serial,
            seat=seat,
            stage=stage,
            view=None if waiting else table.match.view(seat),
            events=table.heard(seat, notices),
            said=tuple(table.said[max(0, lines - table.said_before) :]),
            fresh=fresh,
            to_act=frozenset() if waiting else table.match.to_act(),
            people=table.people(),
            outcome=None if waiting else table.match.outcome(),
            may_talk=table.may_talk(),
        )

    async def face(self, seat: Seat) -> None:
        if seat not in self.seats:
            raise Refused(f"Seat {seat + 1} is not yours.")
        self._facing = seat
        self.dirty.set()

    async def act(self, action: str, serial: int) -> None:
        if not self.seats:
            raise Refused("You watch; only who sits at the table can play.")
        self._table.act(self._facing if self._facing is not None else self.seats[0], action, serial)

    async def say(self, text: str) -> None:
        if not self.person:
            raise Refused("Only who sits at the table can talk.")
        self._table.say(self._name(), text)

    def _name(self) -> str:
        chair = self._table.chairs[self._facing] if self._facing is not None else None
        return chair.name if chair else self.name

    async def leave(self) -> None:
        self._table.stand_up(self.person)
        self.hang_up()

    def hang_up(self) -> None:
        """The link is gone: the seat is kept, the person away."""
        if not self.left:
            self.left = True
            self.dirty.set()
            self._table.watchers.discard(self)
            self._table.changed()


def plan_of(game: AnyGame, plan: Sequence[str], levels: Sequence[str]) -> tuple[str, ...]:
    """The plan of a new table, checked: one word a seat."""
    game.check_seats(len(plan))
    for word in plan:
        if word != OPEN and word.split(" ", 1)[0] != HERE and word not in levels:
            raise Refused(f"“{word}” is no way to fill a seat; there are open, here, {', '.join(levels)}.")
    return tuple(plan)
