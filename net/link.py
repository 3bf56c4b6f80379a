"""One unbroken stream to an engine process: each ask gets its answer."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from engine.game import Refused
from net import messages, wire
from net.client import Told
from net.messages import Answer, Ask
from net.stream import ByteWriter
from net.words import clean

WELCOME_SECONDS: Final = 20.0
SENTENCE_CELLS: Final = 500  # the host's own words, 300, with what stands before them
_NAME_CELLS: Final = 40  # of a person or a table


class LinkBroken(Exception):
    """The stream ended before an answer came."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream on which the next that comes is the engine's welcome. hang_up: lets go of all that is below it."""

    reader: wire.ByteReader
    writer: ByteWriter
    hang_up: Callable[[], None]


Connect: TypeAlias = Callable[[], Awaitable[Stream]]
"""Raises OSError if another try may succeed, Refused if not."""


def at_socket(path: Path, person: str, name: str) -> Connect:
    """For a front, which knows who this is. person: the fingerprint of their key, or records.guest_key()."""

    async def connect() -> Stream:
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(wire.pack(messages.Hello(messages.PROTOCOL, person, name), wire.FROM_CLIENT))
        return Stream(reader, writer, writer.close)

    return connect


class Link:
    """One stream while it holds: each ask gets its answer."""

    def __init__(self, stream: Stream, known: messages.Known) -> None:
        """known: who one is on the other side."""
        self._stream = stream
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self.known = known
        self.holds = True
        self.broken = asyncio.Event()
        self.dismissed = ""  # why the house sent this person away
        self.told: asyncio.Queue[Told] = asyncio.Queue()  # what the house says, unasked
        self._listening: asyncio.Task[None] | None = None

    @classmethod
    async def made(cls, connect: Connect) -> Link:
        """Raises OSError or Refused."""
        stream = await connect()
        try:
            async with asyncio.timeout(WELCOME_SECONDS):
                welcome = await wire.read(stream.reader, messages.Welcome, wire.FROM_ENGINE)
        except wire.WireError as error:
            stream.hang_up()
            raise Refused("The other side does not speak Hushtable.") from error
        except BaseException:
            stream.hang_up()
            raise
        if welcome is None:
            stream.hang_up()
            raise ConnectionResetError("The house closed the door.")
        if welcome.protocol != messages.PROTOCOL:
            stream.hang_up()
            raise Refused("The house runs another version of Hushtable; both sides need the same.")
        if welcome.refusal:
            stream.hang_up()
            raise Refused(clean(welcome.refusal, SENTENCE_CELLS))
        link = cls(stream, messages.Known(clean(welcome.name, _NAME_CELLS), welcome.standing))
        link._listening = asyncio.create_task(link._listen())
        return link

    async def ask(self, ask: Ask) -> Answer:
        """Raises Refused with the engine's sentence, or LinkBroken."""
        number = next(self._numbers)
        try:
            frame = wire.pack(messages.Asked(number, ask), wire.FROM_CLIENT)
        except wire.TooLong as error:
            raise Refused(str(error)) from error
        if not self.holds:
            raise LinkBroken
        self._waiting[number] = future = asyncio.get_running_loop().create_future()
        try:
            self._stream.writer.write(frame)
            await self._stream.writer.drain()
            answer: Answer = await future
        except OSError as error:
            self.cut()
            raise LinkBroken from error
        finally:
            del self._waiting[number]
        if isinstance(answer, messages.Refusal):
            raise Refused(answer.sentence)
        return answer

    async def _listen(self) -> None:
        try:
            while message := await wire.read(self._stream.reader, messages.Answered, wire.FROM_ENGINE):
                answer = _harmless(message.answer)
                if isinstance(answer, messages.Saying):
                    if answer.final:
                        self.dismissed = answer.text
                    self.told.put_nowait(Told(answer.text, answer.final))
                    continue
                future = self._waiting.get(message.id)
                if future is not None and not future.done():
                    future.set_result(answer)
        except wire.WireError:
            pass  # the other side has gone mad: a new stream may be better
        finally:
            self._broken()

    def _broken(self) -> None:
        self.holds = False
        self.broken.set()
        self._stream.hang_up()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(LinkBroken())
                future.exception()  # somebody may have stopped waiting

    def cut(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        self._broken()


def _harmless(answer: Answer) -> Answer:
    """The answer of a house that may be a stranger's, with sentences and names that no terminal obeys."""
    match answer:
        case messages.Refusal(sentence):
            return messages.Refusal(clean(sentence, SENTENCE_CELLS))
        case messages.Saying(text, final):
            return messages.Saying(clean(text, SENTENCE_CELLS), final)
        case messages.Paused(reason):
            return messages.Paused(clean(reason, SENTENCE_CELLS))
        case messages.Ended(reason):
            return messages.Ended(clean(reason, SENTENCE_CELLS))
        case messages.Known(name, standing):
            return messages.Known(clean(name, _NAME_CELLS), standing)
        case messages.Seated(table=table):
            return replace(answer, table=clean(table, _NAME_CELLS))
        case messages.Listed(tables):
            return messages.Listed(tuple(replace(each, table=clean(each.table, _NAME_CELLS)) for each in tables))
        case _:  # texts of many lines, and tables, which are drawn cell by cell
            return answer
