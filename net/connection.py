"""One person's connection to the engine process: what they ask is checked, done and answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Final, Generic, TypeVar, cast

from engine.game import Refused
from net import messages, wire
from net.client import Client, Gone, Listing, Pause, Update
from net.lobby import LobbyHost
from net.messages import Answer, Asked
from net.seat import TableClient
from net.stream import ByteWriter
from net.words import TALK_CELLS

log = logging.getLogger("hushtable.engine")

T = TypeVar("T")

SORRY: Final = "Something went wrong at the table; it was written down."
PLACES: Final = 8  # tables that one connection may have open
BURST: Final = 60.0  # what may be asked at once
RATE: Final = 30.0  # what may be asked each second after that; above it answers come late
TALK_BURST: Final = 4_000.0  # characters that may be said at once
TALK_RATE: Final = 20.0  # characters each second after that: faster than anybody types for long
LINE: Final = 20  # characters that a line costs beside its own
FAREWELL_SECONDS: Final = 5.0  # for reading why one is sent away
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
    """What may be asked: so much at once, so much each second after that."""

    def __init__(self, burst: float = BURST, rate: float = RATE) -> None:
        self._burst = burst
        self._rate = rate
        self._left = burst
        self._at = asyncio.get_running_loop().time()

    async def take(self, cost: float) -> None:
        """Slows down who asks too much, and nobody else."""
        self._fill()
        self._left -= cost
        if self._left < 0:
            await asyncio.sleep(-self._left / self._rate)

    def allows(self, cost: float) -> bool:
        """Takes it, if there is enough."""
        self._fill()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def _fill(self) -> None:
        now = asyncio.get_running_loop().time()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Later:
    """An ask whose answer comes some time later; one at a time."""

    def __init__(self) -> None:
        self._number: int | None = None  # of the ask that has no answer yet
        self._task: asyncio.Task[None] | None = None

    def begin(
        self,
        number: int,
        come: Callable[[], Awaitable[Answer]],
        answer: Callable[[int, Awaitable[Answer]], Awaitable[None]],
    ) -> None:
        """Let `answer` send what comes under this number."""
        if self._task is not None and not self._task.done():
            raise Refused("That was asked already.")

        async def coming() -> Answer:
            try:
                return await come()
            finally:
                self._number = None  # it is sent before anybody else can look

        async def answered() -> None:
            await answer(number, coming())

        self._number = number
        self._task = asyncio.create_task(answered())

    async def stop(self) -> int | None:
        """The number of the ask that gets no answer now, if there is one."""
        number, self._number = self._number, None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._task = None
        return number


class Feed(Later, Generic[T]):
    """News that are asked for one by one, so that a slow reader piles up nothing."""

    def __init__(
        self,
        begin: Callable[[], AsyncIterator[T]],
        tell: Callable[[T | None], Answer],
        seconds: float = 0,
        *,
        differing: bool = False,
    ) -> None:
        """tell: the answer that brings a piece of news, None being the end. seconds: to wait between two.

        differing: an answer like the one before is no news. Not for what adds to the one before.
        """
        super().__init__()
        self._begin = begin
        self._tell = tell
        self._seconds = seconds
        self._differing = differing
        self._news: AsyncIterator[T] | None = None
        self._told: Answer | None = None

    async def next(self) -> Answer:
        if self._news is None:
            self._news = self._begin()
        elif self._seconds:
            await asyncio.sleep(self._seconds)
        async for news in self._news:
            told, before = self._tell(news), self._told
            if self._differing and told == before:
                continue  # nothing has changed that this person can see
            self._told = told
            return told
        return self._tell(None)

    async def stop(self) -> int | None:
        number = await super().stop()
        if self._news is not None:
            await cast(AsyncGenerator[T, None], self._news).aclose()
        self._news = self._told = None
        return number


class Place:
    """A table that this connection has open."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.hint = Later()
        self.feed: Feed[Update | Pause | Gone] = Feed(client.updates, self._tell)

    async def stop(self) -> tuple[tuple[int | None, Answer], ...]:
        """What is still to be answered, and how."""
        return (
            (await self.feed.stop(), messages.Ended("")),
            (await self.hint.stop(), messages.Refusal("You have left that table.")),
        )

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


async def _advice(client: Client) -> Answer:
    """A bot thinks; meanwhile others are listened to."""
    return messages.Text(await client.hint())


class Connection:
    """From the welcome to the end of the stream. Everything that is read here may be hostile."""

    def __init__(self, host: LobbyHost, reader: wire.ByteReader, writer: ByteWriter) -> None:
        self._host = host
        self._reader = reader
        self._writer = writer
        self._bucket = Bucket()
        self._talk = Bucket(TALK_BURST, TALK_RATE)
        self._places: dict[int, Place] = {}
        self._opened = 0
        self._listings = Feed(host.listings, _tell_listings, LISTING_SECONDS, differing=True)

    async def run(self) -> None:
        """Returns when the other side is gone, or when the house has sent it away."""
        hearing = asyncio.create_task(self._hear_all())
        telling = asyncio.create_task(self._tell())
        ending = asyncio.create_task(self._dismissed())
        tasks = (hearing, telling, ending)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
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

    async def _dismissed(self) -> None:
        """Until who is sent away has had time to read it: they may read nothing."""
        await self._host.dismissed.wait()
        await asyncio.sleep(FAREWELL_SECONDS)

    async def _hear(self) -> bool:
        """Take in one message; False when no other can follow."""
        await self._writer.drain()  # who does not read is not listened to
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
                await self._say(self._place(number).client, text)
            case messages.Hint(number):
                place = self._place(number)
                place.hint.begin(asked.id, partial(_advice, place.client), self._answer_later)
                return None
            case messages.AgreeToEnd(number, agree):
                await self._place(number).client.agree_to_end(agree)
            case messages.StandIn(number, seat, level):
                await self._place(number).client.stand_in(seat, level)
            case messages.Leave(number):
                place = self._place(number)
                del self._places[number]
                try:
                    await place.client.leave()
                finally:
                    for waiting, answer in await place.stop():
                        await self._end(waiting, answer)
        return messages.Done()

    async def _follow(self, number: int, feed: Feed[T], fresh: bool) -> None:
        if fresh:
            await self._end(await feed.stop(), messages.Refusal("That was asked anew."))
        feed.begin(number, feed.next, self._answer_later)

    async def _answer_later(self, number: int, doing: Awaitable[Answer]) -> None:
        with contextlib.suppress(OSError):  # the main loop notices too
            await self._answer(number, doing)

    async def _end(self, number: int | None, answer: Answer) -> None:
        """Answer an ask that waits no longer."""
        if number is not None:
            await self._send(number, answer)

    async def _say(self, client: Client, text: str) -> None:
        if not self._talk.allows(LINE + min(len(text), TALK_CELLS)):
            raise Refused("You have said a lot just now; wait a moment and say it again.")
        await client.say(text)

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
