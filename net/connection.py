"""One person's connection to the engine process: what they ask is checked, done and answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, Final, Generic, TypeVar, cast

from engine.game import Refused
from net import messages, wire
from net.client import Client, Gone, Listing, Pause, Update
from net.lobby import LobbyHost
from net.messages import Answer, Asked
from net.seat import TableClient
from net.stream import ByteWriter

log = logging.getLogger("hushtable.engine")

T = TypeVar("T")

SORRY: Final = "Something went wrong at the table; it was written down."
PLACES: Final = 8  # tables that one connection may have open
BURST: Final = 60.0  # what may be asked at once
RATE: Final = 30.0  # what may be asked each second after that; above it answers come late
LISTING_SECONDS: Final = 0.3  # between two listings, which grow with the house
_COST: Final[dict[type, float]] = {
    messages.Open: 20,
    messages.Rematch: 20,
    messages.Replay: 10,
    messages.Sit: 5,
    messages.Watch: 5,
    messages.Say: 5,
    messages.Hint: 10,
    messages.ChooseName: 5,
    messages.ShowCode: 10,
    messages.UseCode: 10,
}


class Bucket:
    """Slows down who asks too much, and nobody else."""

    def __init__(self) -> None:
        self._left = BURST
        self._at = asyncio.get_running_loop().time()

    async def take(self, cost: float) -> None:
        now = asyncio.get_running_loop().time()
        self._left = min(BURST, self._left + (now - self._at) * RATE) - cost
        self._at = now
        if self._left < 0:
            await asyncio.sleep(-self._left / RATE)


class Feed(Generic[T]):
    """News that are asked for one by one, so that a slow reader piles up nothing."""

    def __init__(
        self, begin: Callable[[], AsyncIterator[T]], tell: Callable[[T | None], Answer], seconds: float = 0
    ) -> None:
        """tell: the answer that brings a piece of news, None being the end. seconds: to wait between two."""
        self._begin = begin
        self._tell = tell
        self._seconds = seconds
        self._news: AsyncIterator[T] | None = None
        self._told: Answer | None = None
        self._waiting: asyncio.Task[None] | None = None
        self._coming: Coroutine[Any, Any, Answer] | None = None

    async def ask(self, fresh: bool, answer: Callable[[Awaitable[Answer]], Awaitable[None]]) -> None:
        """Let `answer` have the next news, some time later."""
        if fresh:
            await self.stop()
        if self._waiting is not None and not self._waiting.done():
            raise Refused("That was asked already.")
        self._coming = self._next()
        self._waiting = asyncio.ensure_future(answer(self._coming))

    async def _next(self) -> Answer:
        if self._news is None:
            self._news = self._begin()
        elif self._seconds:
            await asyncio.sleep(self._seconds)
        while (told := self._tell(await anext(self._news, None))) == self._told:
            pass  # nothing that this person can see has changed
        self._told = told
        return told

    async def stop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            await asyncio.gather(self._waiting, return_exceptions=True)
        if self._coming is not None:
            self._coming.close()  # it may never have begun
        if self._news is not None:
            await cast(AsyncGenerator[T, None], self._news).aclose()
        self._waiting = self._coming = self._news = self._told = None


class Place:
    """A table that this connection has open."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.hinting: asyncio.Task[None] | None = None
        self.feed: Feed[Update | Pause | Gone] = Feed(client.updates, self._tell)

    async def stop(self) -> None:
        if self.hinting is not None:
            self.hinting.cancel()
            await asyncio.gather(self.hinting, return_exceptions=True)
        await self.feed.stop()

    def _tell(self, news: Update | Pause | Gone | None) -> Answer:
        match news:
            case Update():
                plain = wire.shapes(self.client.game).plain(news)
                return messages.Shown(plain, self.client.seats)
            case Pause(reason):
                return messages.Paused(reason)
            case Gone(reason):
                return messages.Ended(reason)
            case None:
                return messages.Ended("")


def _tell_listings(news: tuple[Listing, ...] | Pause | None) -> Answer:
    match news:
        case None:
            return messages.Ended("")
        case Pause(reason):
            return messages.Paused(reason)
        case tables:
            return messages.Listed(tables)


class Connection:
    """From the welcome to the end of the stream. Everything that is read here may be hostile."""

    def __init__(self, host: LobbyHost, reader: wire.ByteReader, writer: ByteWriter) -> None:
        self._host = host
        self._reader = reader
        self._writer = writer
        self._bucket = Bucket()
        self._places: dict[int, Place] = {}
        self._opened = 0
        self._listings = Feed(host.listings, _tell_listings, LISTING_SECONDS)

    async def run(self) -> None:
        """Returns when the other side is gone, or when the house has sent it away."""
        hearing = asyncio.create_task(self._hear_all())
        telling = asyncio.create_task(self._tell())
        try:
            await asyncio.wait((hearing, telling), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (hearing, telling):
                task.cancel()
            await asyncio.gather(hearing, telling, return_exceptions=True)
            await self._listings.stop()
            for place in self._places.values():
                await place.stop()
            await self._host.close()

    async def _hear_all(self) -> None:
        with contextlib.suppress(OSError):
            while await self._hear():
                pass

    async def _tell(self) -> None:
        """Pass on what the house says, until it says that this person has to leave."""
        with contextlib.suppress(OSError):
            async for told in self._host.told():
                await self._send(0, messages.Saying(told.text, told.final))
                if told.final:
                    return

    async def _hear(self) -> bool:
        """Take in one message; False when no other can follow."""
        try:
            asked = await wire.read(self._reader, Asked, wire.FROM_CLIENT)
        except wire.WireError as error:
            await self._send(0, messages.Refusal(str(error)))
            await self._bucket.take(1)
            return not isinstance(error, wire.TooLong)
        if asked is None:
            return False
        await self._bucket.take(_COST.get(type(asked.ask), 1))
        await self._answer(asked.id, self._done(asked))
        return True

    async def _answer(self, number: int, doing: Awaitable[Answer | None]) -> None:
        """Send what comes of it. None: the answer comes later."""
        try:
            answer = await doing
        except Refused as refused:
            self._host.refused()
            answer = messages.Refusal(str(refused))
        except Exception:
            log.exception("what a client asked failed")
            answer = messages.Refusal(SORRY)
        if answer is not None:
            await self._send(number, answer)

    async def _send(self, number: int, answer: Answer) -> None:
        try:
            frame = wire.pack(messages.Answered(number, answer), wire.FROM_ENGINE)
        except wire.WireError as error:
            frame = wire.pack(messages.Answered(number, messages.Refusal(str(error))), wire.FROM_ENGINE)
        self._writer.write(frame)
        await self._writer.drain()

    async def _done(self, asked: Asked) -> Answer | None:
        match asked.ask:
            case messages.Tables(fresh):
                await self._follow(asked.id, self._listings, fresh)
                return None
            case messages.Next(number, fresh):
                place = self._place(number)
                if fresh and isinstance(place.client, TableClient):
                    place.client.read_again()
                await self._follow(asked.id, place.feed, fresh)
                return None
            case messages.Open() | messages.Sit() | messages.Watch() | messages.Rematch() as opening:
                return await self._open(opening)
            case messages.Replay(table):
                return messages.Text(await self._host.replay(table))
            case messages.ChooseName() | messages.ShowCode() | messages.UseCode() as ask:
                return await self._introduce(ask)
            case messages.Face(number, seat):
                await self._place(number).client.face(seat)
            case messages.Act(number, action, serial, again):
                await self._act(self._place(number).client, action, serial, again)
            case messages.Say(number, text):
                await self._place(number).client.say(text)
            case messages.Hint(number):
                self._hint(asked.id, self._place(number))
                return None
            case messages.AgreeToEnd(number, agree):
                await self._place(number).client.agree_to_end(agree)
            case messages.StandIn(number, seat, level):
                await self._place(number).client.stand_in(seat, level)
            case messages.Leave(number):
                place = self._place(number)
                del self._places[number]
                await place.client.leave()
                await place.stop()
        return messages.Done()

    async def _follow(self, number: int, feed: Feed[T], fresh: bool) -> None:
        await feed.ask(fresh, lambda news: self._answer_later(number, news))

    async def _answer_later(self, number: int, doing: Awaitable[Answer]) -> None:
        with contextlib.suppress(OSError):  # the main loop notices too
            await self._answer(number, doing)

    def _hint(self, number: int, place: Place) -> None:
        """Go on listening while a bot thinks."""

        async def advice() -> Answer:
            return messages.Text(await place.client.hint())

        async def advise() -> None:
            await self._answer_later(number, advice())

        if place.hinting is not None and not place.hinting.done():
            raise Refused("That was asked already.")
        place.hinting = asyncio.create_task(advise())

    async def _introduce(self, ask: messages.ChooseName | messages.ShowCode | messages.UseCode) -> Answer:
        host = self._host
        match ask:
            case messages.ShowCode():
                return messages.Text(await host.code())
            case messages.ChooseName(name):
                await host.choose_name(name)
            case messages.UseCode(code):
                await host.use(code)
        return messages.Known(host.name, host.standing)

    async def _open(self, opening: messages.Opening) -> Answer:
        if len(self._places) >= PLACES:
            raise Refused("You have too many tables open; leave one first.")
        match opening:
            case messages.Open(game, plan, options, private, hints):
                client = await self._host.open(game, plan, options, private, hints)
            case messages.Sit(table, invite):
                client = await self._host.sit(table, invite)
            case messages.Watch(table, invite):
                client = await self._host.watch(table, invite)
            case messages.Rematch(number):
                client = await self._place(number).client.rematch()
        self._opened += 1
        self._places[self._opened] = Place(client)
        rules = client.game
        return messages.Seated(
            self._opened, client.table, rules.name, rules.rules_version, client.options, client.seats
        )

    async def _act(self, client: Client, action: str, serial: int, again: bool) -> None:
        if again and isinstance(client, TableClient) and (done := client.answered(serial)) is not None:
            if client.game.parse(action) != client.game.parse(done):
                raise Refused(f"While the link was down your seat did “{done}”.")
            return
        await client.act(action, serial)

    def _place(self, number: int) -> Place:
        if (place := self._places.get(number)) is None:
            raise Refused("That table is not open here.")
        return place
