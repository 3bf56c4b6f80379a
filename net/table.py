"""A match with people: the one authority over what happens at a table."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import Any

from engine import registry, replay
from engine.game import AnyGame, Notice, Refused, Seat
from engine.match import Match, Ply
from net.client import Absence, Line, Listing, Person, Stage
from net.records import GUEST, TALK_KEPT, Chair, Record, Store
from net.words import TALK_CELLS, clean

BOT_NAMES = ("Bot Abe", "Bot Bea", "Bot Cam", "Bot Dot", "Bot Eli")  # nobody else is called so: see words.clean_name


class Watcher:
    """Somebody who looks at a table, and is woken when something changes there. A seat cursor has one; so do bots."""

    def __init__(self, person: str = "") -> None:
        self.person = person
        self.dirty = asyncio.Event()
        self.dirty.set()


class Table:
    """Seats, talk and the match. Every change is synchronous, so nobody ever meets a half-made one."""

    def __init__(self, record: Record, match: Match, store: Store, patience: float) -> None:
        """patience: seconds that others wait for somebody who is away before they may do something about it."""
        self.id = record.table
        self.plan = record.plan
        self.invite = record.invite
        self.hints = record.hints
        self.chairs: list[Chair | None] = list(record.chairs)
        self.match = match
        self.said: list[Line] = list(record.said[-TALK_KEPT:])
        self.said_before = len(record.said) - len(self.said)  # lines no longer kept
        self.notices: list[Notice[Any]] = []
        self.watchers: set[Watcher] = set()
        self.started = record.started
        self.ended_early = record.ended_early
        self.agreed: set[str] = set()  # persons who want to end early
        self.rematch = ""
        self.played = 0  # actions since it was opened or loaded
        self.deserted = False  # everybody left before the game began
        self._left_at: dict[str, float] = {}
        self._opened = now()
        self._patience = patience
        self._store = store
        for ply in record.plies:
            self.notices.extend(match.play(ply.seat, match.game.parse(ply.action)))
        for person in set(self._persons()):
            self._miss(person)

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def stage(self) -> Stage:
        if self.ended_early or (self.started and self.match.outcome() is not None):
            return Stage.OVER
        return Stage.PLAYING if self.started else Stage.WAITING

    # --- who is here

    def lets_in(self, person: str, invite: str) -> bool:
        """A private table: who sits here, and who has its word."""
        return (
            not self.invite
            or bool(self.seats_of(person))
            or secrets.compare_digest(self.invite.encode(), invite.encode())
        )

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair and person and chair.person == person)

    def people(self) -> tuple[Person | None, ...]:
        here = {watcher.person for watcher in self.watchers}
        return tuple(
            Person(chair.name, chair.bot, away=bool(chair.person) and chair.person not in here) if chair else None
            for chair in self.chairs
        )

    def names(self) -> tuple[str, ...]:
        """One a seat, for sentences and replays."""
        return tuple(chair.name if chair else f"seat {seat + 1}" for seat, chair in enumerate(self.chairs))

    def listing(self, person: str) -> Listing | None:
        """The table as this person sees it in the lobby; None: not at all."""
        stage, mine = self.stage, self.seats_of(person)
        if self.invite and not mine:
            return None
        return Listing(
            table=self.id,
            game=self.game.name,
            options=self.match.options,
            people=self.people(),
            stage=stage,
            to_act=self.match.awaited() if stage is Stage.PLAYING else frozenset(),
            mine=mine,
            private=bool(self.invite),
            invite=self.invite,
            hints=self.hints,
        )

    def absences(self) -> tuple[Absence, ...]:
        if self.stage is not Stage.PLAYING:
            return ()
        return tuple(
            Absence(seat, max(0, ceil(self._left_at[chair.person] + self._patience - now())))
            for seat, chair in enumerate(self.chairs)
            if chair and chair.person in self._left_at
        )

    def sit(self, person: str, name: str) -> None:
        """Give this person the first free seat, or Refused. Who has a seat keeps it."""
        if self.seats_of(person):
            return
        if None not in self.chairs:
            raise Refused(f"Every seat of table {self.id} is taken; you can watch it.")
        self._seat(self.chairs.index(None), Chair(person, free_name(name, self.chairs)))

    def stand_up(self, person: str) -> None:
        """Before the game starts the person's seats become free again; later they are kept."""
        if self.stage is Stage.WAITING:
            for seat in self.seats_of(person):
                self._seat(seat, None)
            self.deserted = not any(self._persons())

    def arrive(self, watcher: Watcher) -> None:
        """Somebody looks from now on. A person takes their seats back from a bot that stood in."""
        self.watchers.add(watcher)
        self._left_at.pop(watcher.person, None)
        for seat in self.seats_of(watcher.person):
            chair = self.chairs[seat]
            if chair and chair.bot:
                self._seat(seat, Chair(chair.person, chair.name))
        self._start_if_ready()
        self.changed()

    def depart(self, watcher: Watcher) -> None:
        """Nobody looks there any more. A late word of an old link removes nobody who has come back."""
        self.watchers.discard(watcher)
        if watcher.person in self._persons() and watcher.person not in {other.person for other in self.watchers}:
            self._miss(watcher.person)
        self.changed()

    def _miss(self, person: str) -> None:
        """Somebody is away from now on. When the patience with them is over, everybody hears of it."""
        self._left_at[person] = now()
        asyncio.get_running_loop().call_later(self._patience, self._lose_patience)

    def _lose_patience(self) -> None:
        """Nobody waits any longer for who is away: before the game starts their seats become free."""
        self._end_if_agreed()
        if self.stage is Stage.WAITING:
            for person, left in list(self._left_at.items()):
                if left + self._patience <= now():
                    self.stand_up(person)
        self.changed()

    def stand_in(self, seat: Seat, level: str) -> None:
        """A bot plays for somebody who has been away too long, or Refused.

        Before the game starts it takes for good a seat that is free or whose person is away.
        """
        registry.bot(self.game.name, level)
        chair = self.chairs[seat] if 0 <= seat < len(self.chairs) else None
        if self.stage is Stage.WAITING:
            self._fill(seat, chair, level)
            return
        if chair is None or not any(absence.seat == seat for absence in self.absences()):
            raise Refused("Nobody is away from that seat.")
        for absence in self.absences():
            if absence.seat == seat and absence.seconds:
                raise Refused(f"{chair.name} may still come back; wait {absence.seconds} seconds more.")
        self._seat(seat, Chair(chair.person, chair.name, bot=level))

    def agree_to_end(self, person: str, agree: bool) -> None:
        """The game ends early when everybody agrees who is here or has not been away for too long."""
        if self.stage is not Stage.PLAYING:
            raise Refused("There is no game to end.")
        (self.agreed.add if agree else self.agreed.discard)(person)
        self._end_if_agreed()
        self.changed()

    def _end_if_agreed(self) -> None:
        excused = {absence.seat for absence in self.absences() if not absence.seconds}
        asked = {
            chair.person for seat, chair in enumerate(self.chairs) if chair and chair.person and seat not in excused
        }
        if self.agreed and asked <= self.agreed and self.stage is Stage.PLAYING:
            self._store.ended_early(self.id)
            self.ended_early = True

    def _fill(self, seat: Seat, chair: Chair | None, level: str) -> None:
        people = self.people()
        person = people[seat] if 0 <= seat < len(people) else None
        if chair and not (person and person.away):
            raise Refused(f"{chair.name} has that seat.")
        if not 0 <= seat < len(people):
            raise Refused(f"There is no seat {seat + 1}.")
        self._seat(seat, bot_chair(level, self.chairs))
        self._start_if_ready()
        self.changed()

    def empty_since(self) -> float | None:
        """When the last of its people left, on the clock of `now`; None while somebody is here."""
        if {watcher.person for watcher in self.watchers} & set(self._persons()):
            return None
        return max(self._left_at.values(), default=self._opened)

    def has_accounts(self) -> bool:
        """Whether somebody sits here who is not a guest."""
        return any(not person.startswith(GUEST) for person in self._persons())

    def _persons(self) -> Iterator[str]:
        return (chair.person for chair in self.chairs if chair and chair.person)

    def _seat(self, seat: Seat, chair: Chair | None) -> None:
        self._store.seated(self.id, seat, chair)
        self.chairs[seat] = chair
        self.changed()

    def _start_if_ready(self) -> None:
        """The game starts when every seat is taken and everybody who sits is here."""
        here = {watcher.person for watcher in self.watchers}
        if not self.started and None not in self.chairs and here.issuperset(self._persons()):
            self._store.started(self.id)
            self.started = True

    # --- what happens

    def act(self, seat: Seat, text: str, serial: int | None = None) -> None:
        """Do this for the seat, or Refused. On disk before anybody is shown its effect."""
        if self.stage is Stage.WAITING:
            raise Refused("The game starts when every seat is taken.")
        if self.ended_early:
            raise Refused("The game was ended.")
        action = self.match.checked(seat, self.game.parse(text), serial)
        self._store.ply(self.id, self.match.serial + 1, Ply(seat, str(action)))
        self.notices.extend(self.match.play_checked(seat, action))
        self.played += 1
        self.changed()

    def say(self, name: str, text: str) -> None:
        """Refused where the rules want silence."""
        if not self.may_talk():
            raise Refused(f"{self.game.title} is played in silence now; you can talk {self.game.talk_opens}.")
        if line := clean(text, TALK_CELLS):
            self._store.said(self.id, Line(name, line))
            self.said.append(Line(name, line, after=len(self.notices)))
            if len(self.said) > TALK_KEPT:
                del self.said[0]
                self.said_before += 1
            self.changed()

    def may_talk(self) -> bool:
        return self.stage is not Stage.PLAYING or self.match.may_talk()

    def changed(self) -> None:
        for watcher in self.watchers:
            watcher.dirty.set()

    # --- what may be seen

    def heard(self, seat: Seat | None, since: int = 0, until: int | None = None) -> tuple[Any, ...]:
        """The events this seat was told, from the notice with this number on, up to another."""
        return tuple(
            notice.event
            for notice in self.notices[since:until]
            if notice.to is None or (seat is not None and seat in notice.to)
        )

    def replay(self) -> str:
        """The replay file. While the game runs it has no plies, for some of them name hidden cards (`give g8`)."""
        written = replay.of(self.match, self.names(), ended_early=self.ended_early)
        return replay.write(written if self.stage is Stage.OVER else replace(written, plies=()))


def now() -> float:
    """Seconds on a clock that nobody sets."""
    return asyncio.get_running_loop().time()


def bot_chair(level: str, chairs: list[Chair | None]) -> Chair:
    """A bot for the next seat, under a name that nobody at the table has."""
    taken = {chair.name for chair in chairs if chair}
    name = next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])
    return Chair("", free_name(name, chairs), bot=level)


def free_name(name: str, chairs: list[Chair | None]) -> str:
    """The name, numbered if somebody at the table has it already."""
    taken = {chair.name for chair in chairs if chair}
    numbered = (f"{name} {number}" for number in range(2, len(chairs) + 2))
    return name if name not in taken else next(other for other in numbered if other not in taken)
