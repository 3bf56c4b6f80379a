"""One person's look at a table: where they have read to, and whose eyes they use."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

from engine.game import AnyGame, Options, Refused, Seat
from net.client import Client, Gone, Pause, Stage, Update
from net.company import why_no_hint
from net.table import Table, Watcher

TAKEN_OVER = "You sit at this table in another window now."


class TableClient(Watcher):
    """Implements net.client.Client in the process of the table."""

    def __init__(
        self,
        table: Table,
        person: str,
        name: str,
        again: Callable[[Table], Client],
        advise: Callable[[Table, Seat], Awaitable[str]],
    ) -> None:
        """person: their id; empty for nobody in particular. again: opens or joins the rematch. advise: thinks."""
        super().__init__(person)
        self._table = table
        self._name = name
        self._again = again
        self._advise = advise
        self._facing: Seat | None = None
        self._read: dict[Seat | None, tuple[int, int]] = {}  # by seat: notices and lines of talk already given
        self._gone = ""
        self.left = False
        if self.seats:  # the newest window has the seat
            for other in [other for other in table.watchers if other.person == person]:
                if isinstance(other, TableClient):
                    other.send_away(TAKEN_OVER)
        table.arrive(self)

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

    async def updates(self) -> AsyncIterator[Update | Pause | Gone]:
        while True:
            await self.dirty.wait()
            if self._gone:
                yield Gone(self._gone)
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
            said=tuple(
                replace(line, after=len(table.heard(seat, notices, line.after)))
                for line in table.said[max(0, lines - table.said_before) :]
            ),
            fresh=fresh,
            to_act=table.match.to_act() if stage is Stage.PLAYING else frozenset(),
            people=table.people(),
            outcome=None if waiting else table.match.outcome(),
            may_talk=table.may_talk(),
            may_hint=bool(seats) and stage is Stage.PLAYING and not why_no_hint(table, self.person),
            absences=table.absences(),
            agreed=frozenset(seat for person in table.agreed for seat in table.seats_of(person)),
            rematch=table.rematch,
            invite=table.invite if seats else "",
        )

    def read_again(self) -> None:
        """The next update tells the whole story: for somebody whose link broke."""
        self._read.clear()
        self.dirty.set()

    def answered(self, serial: int) -> str | None:
        """What this seat did first after the update with this serial: for an action whose answer got lost."""
        plies = self._table.match.plies[max(serial, 0) :]
        seat = self._my_seat("play")
        return next((ply.action for ply in plies if ply.seat == seat), None)

    async def face(self, seat: Seat) -> None:
        if seat not in self.seats:
            raise Refused(f"Seat {seat + 1} is not yours.")
        self._facing = seat
        self.dirty.set()

    async def act(self, action: str, serial: int) -> None:
        self._table.act(self._my_seat("play"), action, serial)

    async def say(self, text: str) -> None:
        chair = self._table.chairs[self._my_seat("talk")]
        self._table.say(chair.name if chair else self._name, text)

    async def hint(self) -> str:
        seat = self._my_seat("be given hints")
        if reason := why_no_hint(self._table, self.person):
            raise Refused(reason)
        return await self._advise(self._table, seat)

    async def agree_to_end(self, agree: bool) -> None:
        self._my_seat("end the game")
        self._table.agree_to_end(self.person, agree)

    async def stand_in(self, seat: Seat, level: str) -> None:
        self._my_seat("ask a bot to stand in")
        self._table.stand_in(seat, level)

    async def rematch(self) -> Client:
        self._my_seat("ask for another game")
        return self._again(self._table)

    def _my_seat(self, wish: str) -> Seat:
        seats = self.seats
        if self.left or not seats:
            raise Refused(f"You watch; only who sits at the table can {wish}.")
        return self._facing if self._facing in seats else seats[0]

    async def leave(self) -> None:
        try:
            if not self.left:
                self._table.stand_up(self.person)
        finally:  # whatever the disk takes
            self.hang_up()

    def send_away(self, reason: str) -> None:
        """This window has no more to do with the table, and is told why."""
        self._gone = reason
        self.hang_up()

    def hang_up(self) -> None:
        """The link is gone: the seat is kept, the person away."""
        if not self.left:
            self.left = True
            self.dirty.set()
            self._table.depart(self)
