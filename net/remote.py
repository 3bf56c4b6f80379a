"""Tables in another process: Host and Client over links that may break and are mended."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Final

from engine import registry
from engine.game import AnyGame, Options, Refused, Seat
from net import messages, wire
from net.client import Client, Gone, Listing, Pause, Standing, Told, Update
from net.link import Connect, Link, LinkBroken
from net.messages import Answer, Ask, Seated

PATIENCE: Final = 120.0  # seconds that a broken link is mended for
FIRST_WAIT: Final = 0.1  # seconds until the second try; each wait is twice the one before
LONGEST_WAIT: Final = 5.0
PAUSED: Final = "The table cannot be reached just now. It is kept; this goes on by itself."
GIVEN_UP: Final = "The house could not be reached for two minutes. Your seat is kept: come back later."


class RemoteHost:
    """One person in a house that is elsewhere. Implements net.client.Host."""

    def __init__(self, connect: Connect, link: Link, patience: float) -> None:
        """Made by `enter`."""
        self._connect = connect
        self._link = link
        self._patience = patience
        self._mending: asyncio.Task[Link] | None = None
        self._closed = False

    @classmethod
    async def enter(cls, connect: Connect, patience: float = PATIENCE) -> RemoteHost:
        """patience: seconds that a broken link is mended for. Refused when the house cannot be reached."""
        try:
            link = await Link.made(connect)
        except OSError as error:
            raise Refused(f"The house cannot be reached: {_reason(error)}.") from error
        return cls(connect, link, patience)

    @property
    def name(self) -> str:
        return self._link.known.name

    @property
    def standing(self) -> Standing:
        return self._link.known.standing

    @property
    def forgets(self) -> str:
        return ""

    @property
    def is_linked(self) -> bool:
        return self._link.holds

    @property
    def is_sent_away(self) -> bool:
        return bool(self._link.dismissed)

    async def linked(self) -> Link:
        """The link, mended if it is broken; Refused when that takes too long."""
        if self._closed:
            raise Refused("You have left this house.")
        if self._link.dismissed:
            raise Refused(self._link.dismissed)
        if self._link.holds:
            return self._link
        if self._mending is None or self._mending.done():
            self._mending = asyncio.create_task(self._mended())
        self._link = await asyncio.shield(self._mending)
        return self._link

    async def _mended(self) -> Link:
        wait = FIRST_WAIT
        try:
            async with asyncio.timeout(self._patience):
                while True:
                    with contextlib.suppress(OSError):
                        return await Link.made(self._connect)
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
        except TimeoutError as error:
            raise Refused(GIVEN_UP) from error

    async def told(self) -> AsyncIterator[Told]:
        while not self._closed:
            told = await self._next_told()
            if told is not None:
                yield told
                if told.final:
                    return

    async def _next_told(self) -> Told | None:
        """None: the link broke."""
        try:
            link = await self.linked()
        except Refused as refused:
            return Told(str(refused), final=True)
        hearing, breaking = asyncio.create_task(link.told.get()), asyncio.create_task(link.broken.wait())
        try:
            await asyncio.wait((hearing, breaking), return_when=asyncio.FIRST_COMPLETED)
            return hearing.result() if hearing.done() else None
        finally:
            hearing.cancel()
            breaking.cancel()

    async def listings(self) -> AsyncIterator[tuple[Listing, ...] | Pause]:
        fresh = True
        while not self._closed:
            try:
                if not self.is_linked and not self.is_sent_away:
                    yield Pause(PAUSED)
                answer = await (await self.linked()).ask(messages.Tables(fresh))
            except LinkBroken:
                fresh = True
                continue
            except Refused as refused:  # sent away, or given up: `told` has the last word
                yield Pause(str(refused))
                return
            match answer:
                case messages.Listed(tables):
                    fresh = False
                    yield tables
                case messages.Paused(reason):
                    yield Pause(reason)
                case _:
                    return

    async def open(
        self, game: str, plan: Sequence[str], options: Mapping[str, str], private: bool = False, hints: bool = False
    ) -> Client:
        link = await self.linked()
        try:
            return self._client(link, await link.ask(messages.Open(game, tuple(plan), dict(options), private, hints)))
        except LinkBroken as broken:
            raise Refused("The link broke just then. Look in the lobby whether your table is there.") from broken

    async def sit(self, table: str, invite: str = "") -> Client:
        return await self._opened(messages.Sit(table, invite))

    async def watch(self, table: str, invite: str = "") -> Client:
        return await self._opened(messages.Watch(table, invite))

    async def replay(self, table: str) -> str:
        _, answer = await self._asked(messages.Replay(table))
        assert isinstance(answer, messages.Text)
        return answer.text

    async def choose_name(self, name: str) -> None:
        link, answer = await self._asked(messages.ChooseName(name))
        assert isinstance(answer, messages.Known)
        link.known = answer

    async def code(self) -> str:
        _, answer = await self._asked(messages.ShowCode())
        assert isinstance(answer, messages.Text)
        return answer.text

    async def use(self, code: str) -> None:
        link = await self.linked()
        try:
            answer = await link.ask(messages.UseCode(code))
        except LinkBroken as broken:
            raise Refused("The link broke just then. Try again, unless you are who you wanted to be.") from broken
        assert isinstance(answer, messages.Known)
        link.known = answer

    async def close(self) -> None:
        self._closed = True
        if self._mending is not None:
            self._mending.cancel()
        self._link.cut()

    async def _opened(self, ask: messages.Sit | messages.Watch) -> Client:
        link, answer = await self._asked(ask)
        return self._client(link, answer, ask.invite)

    async def _asked(self, ask: Ask) -> tuple[Link, Answer]:
        """The answer to what may be asked twice without harm."""
        while True:
            link = await self.linked()
            with contextlib.suppress(LinkBroken):
                return link, await link.ask(ask)

    def _client(self, link: Link, answer: Answer, invite: str = "") -> RemoteClient:
        assert isinstance(answer, Seated)
        return RemoteClient(self, link, answer, invite)


def _reason(error: OSError) -> str:
    match error:
        case TimeoutError():
            return "no answer came"
        case ConnectionRefusedError() | FileNotFoundError():
            return "nobody listens there"
        case socket.gaierror():
            return "no machine has this name"
        case _:
            return (error.strerror or str(error) or "the line is dead").rstrip(".")


class RemoteClient:
    """One person at a table that is elsewhere. Implements net.client.Client."""

    def __init__(self, host: RemoteHost, link: Link, seated: Seated, invite: str) -> None:
        self._game = registry.game(seated.game)
        if seated.rules != self._game.rules_version:
            raise Refused(f"The house plays another version of {self._game.title}; both sides need the same.")
        self._host = host
        self._link = link
        self._seated = seated
        self._invite = invite
        self._seats = seated.seats
        self._facing: Seat | None = None
        self._returning = asyncio.Lock()
        self._left = False

    @property
    def table(self) -> str:
        return self._seated.table

    @property
    def game(self) -> AnyGame:
        return self._game

    @property
    def options(self) -> Options:
        return self._seated.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._seats

    async def _place(self) -> tuple[Link, int]:
        """Where this table is open; after a break it is opened again, from the same seat."""
        async with self._returning:
            link = await self._host.linked()
            if link is not self._link:
                again = messages.Sit if self._seats else messages.Watch
                answer = await link.ask(again(self.table, self._invite))
                assert isinstance(answer, Seated)
                if self._facing is not None:
                    await link.ask(messages.Face(answer.place, self._facing))
                self._link, self._seated, self._seats = link, answer, answer.seats
            return self._link, self._seated.place

    async def updates(self) -> AsyncIterator[Update | Pause | Gone]:
        shapes = wire.shapes(self._game)
        fresh = True
        while not self._left:
            if not self._host.is_linked and not self._host.is_sent_away:
                yield Pause(PAUSED)
            try:
                link, place = await self._place()
                answer = await link.ask(messages.Next(place, fresh))
            except LinkBroken:
                fresh = True
                continue
            except Refused as refused:
                if self._host.is_sent_away:  # what the house has said is enough
                    return
                if not self._left:
                    yield Gone(str(refused))
                return
            match answer:
                case messages.Shown(plain, seats):
                    fresh = False
                    self._seats = seats
                    yield shapes.update(plain)
                case messages.Paused(reason):
                    yield Pause(reason)
                case messages.Ended(reason):
                    if reason:
                        yield Gone(reason)
                    return
                case _:
                    raise AssertionError(answer)

    async def face(self, seat: Seat) -> None:
        await self._repeated(lambda place: messages.Face(place, seat))
        self._facing = seat

    async def act(self, action: str, serial: int) -> None:
        again = False
        while True:
            link, place = await self._steady()
            try:
                await link.ask(messages.Act(place, action, serial, again))
                return
            except LinkBroken:
                again = True

    async def say(self, text: str) -> None:
        link, place = await self._steady()
        try:
            await link.ask(messages.Say(place, text))
        except LinkBroken as broken:
            raise Refused("The link broke just then; the others may not have heard you.") from broken

    async def hint(self) -> str:
        _, answer = await self._repeated(messages.Hint)
        assert isinstance(answer, messages.Text)
        return answer.text

    async def agree_to_end(self, agree: bool) -> None:
        await self._repeated(lambda place: messages.AgreeToEnd(place, agree))

    async def stand_in(self, seat: Seat, level: str) -> None:
        await self._repeated(lambda place: messages.StandIn(place, seat, level))

    async def rematch(self) -> Client:
        link, answer = await self._repeated(messages.Rematch)  # who asks again joins the same one
        return self._host._client(link, answer)

    async def leave(self) -> None:
        self._left = True
        if self._link.holds:
            with contextlib.suppress(LinkBroken, Refused):
                await self._link.ask(messages.Leave(self._seated.place))

    async def _steady(self) -> tuple[Link, int]:
        while True:
            with contextlib.suppress(LinkBroken):
                return await self._place()

    async def _repeated(self, ask: Callable[[int], Ask]) -> tuple[Link, Answer]:
        while True:
            link, place = await self._steady()
            with contextlib.suppress(LinkBroken):
                return link, await link.ask(ask(place))
