"""Scripted people who play or watch by each way there is, and keep every byte they got with the ply it came at."""

from __future__ import annotations

import asyncio
import contextlib
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial

import asyncssh
import pyte

from engine import registry
from engine.game import Refused
from engine.rng import Rng
from net.client import Gone, Stage, Update
from net.remote import RemoteHost
from tests.houses import Tapped
from tests.open_house import OpenHouse
from tests.truths import Viewer

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
LIKED = {"splendor": ("buy", "reserve top"), "tranquility": ("play",)}  # else these games take random players very long
KEYS: dict[str, Sequence[str]] = {  # what somebody at a screen presses who knows the keys, but no rules
    "silencio": (" \r", " \r", "\r", "p\r", "s\r", RIGHT, DOWN + "\r", UP, "o\r", "r\r", "y\r"),
    "sixteen": ("r\r", "y\r", "g\r", "b\r", "p\r", "s\r", "r \r", RIGHT, DOWN, "c\r", "d\r"),
    "tranquility": ("\r\r", "\r\r", "  \r", "\r \r", RIGHT, LEFT, " \x1b[C \r", "s\r", "f\r"),
    "splendor": ("wbg\r", "bgr\r", "grk\r", "wrk\r", "a\r", "a\r", "1s\r", RIGHT, UP + "s\r", "\r", "yyy\r", "\x7f"),
}


class Visitor(ABC):
    """Somebody at one table. seat: None to watch."""

    way: str

    def __init__(
        self, house: OpenHouse, name: str, table: str, game: str, seat: Viewer, ply: Callable[[], int]
    ) -> None:
        """ply: how many plies of the table are on disk now."""
        self.house = house
        self.name = name
        self.table = table
        self.game = game
        self.seat = seat
        self.ply = ply
        self.got: list[tuple[int, bytes]] = []  # everything, with the ply at which it came
        self.typed: list[str] = []
        self.over = asyncio.Event()
        self.luck = Rng(len(name), name, table)

    @abstractmethod
    async def sit(self) -> None:
        """Come to the table; returns when the seat is taken."""

    @abstractmethod
    async def stay(self) -> None:
        """Play or watch until the game is over and the last of it was seen."""

    @abstractmethod
    async def go(self) -> None: ...

    def __str__(self) -> str:
        place = "a spectator" if self.seat is None else f"seat {self.seat + 1}"
        return f"{self.name} ({self.way}, {place} of {self.game} {self.table})"

    def sees(self) -> str:
        """For who wants to know why nothing happens any more."""
        last = self.got[-1][0] if self.got else 0
        return f"typed {self.typed[-4:]} and got {len(self.got)} pieces, the last after ply {last}"

    def chosen(self, legal: Sequence[str]) -> str:
        liked = [text for text in legal if text.startswith(LIKED.get(self.game, ("-",)))]
        return self.luck.choice(liked if liked and self.luck.below(4) else legal)


class Native(Visitor):
    """Somebody whose own Hushtable draws: frames of messages through the SSH subsystem."""

    way = "native"

    async def enter(self) -> None:
        self.confirmed: list[str] = []
        self.tap = Tapped(self.house.native(self.name))
        self.tap.frames = _Stamped(self)
        self.host = await RemoteHost.enter(self.tap, patience=30)

    async def sit(self) -> None:
        await self.enter()
        if self.seat is None:
            self.client = await self.host.watch(self.table)
        else:
            self.client = await self.host.sit(self.table)
            assert self.client.seats == (self.seat,)

    async def stay(self) -> None:
        tried: object = None
        async for update in self.client.updates():
            match update:
                case Gone(reason):
                    raise AssertionError(reason)
                case Update(stage=Stage.OVER):
                    self.over.set()
                    return
                case Update() if update.seat in update.to_act and (update.serial, update.view) != tried:
                    tried = (update.serial, update.view)
                    legal = [str(action) for action in self.client.game.legal_actions(update.view)]
                    with contextlib.suppress(Refused):  # somebody else was faster
                        action = self.chosen(legal)
                        await self.client.act(action, update.serial)
                        self.confirmed.append(action)

    async def go(self) -> None:
        if hasattr(self, "host"):
            await self.host.close()


class _Stamped(list[bytes]):
    """Takes the frames of a tap and keeps them with the ply at which they came."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__()
        self._visitor = visitor

    def append(self, frame: bytes) -> None:
        self._visitor.got.append((self._visitor.ply(), frame))


class BySsh(Visitor):
    """Somebody with a plain SSH client."""

    words: tuple[str, ...] = ()
    dropped = False  # the session ended before its person left
    terminal: tuple[str, tuple[int, int]] | None = None

    async def sit(self) -> None:
        self.stack = contextlib.AsyncExitStack()
        connection = await self.stack.enter_async_context(self.house.connection(self.name))
        term, size = self.terminal or (None, None)
        self.process = await connection.create_process(
            " ".join(self.words) or None,
            term_type=term,
            term_size=size or (),
            env={"LANG": "C.UTF-8"},
            encoding=None,
            stderr=asyncssh.STDOUT,
        )
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with contextlib.suppress(OSError, asyncssh.Error):
            while data := await self.process.stdout.read(65_536):
                self.got.append((self.ply(), bytes(data)))
                self.hear(bytes(data))
        self.over.set()

    @abstractmethod
    def hear(self, data: bytes) -> None: ...

    def type(self, text: str) -> None:
        self.typed.append(text)
        with contextlib.suppress(OSError):
            self.process.stdin.write(text.encode())

    async def go(self) -> None:
        if hasattr(self, "listening"):
            self.dropped = self.listening.done()
            self.process.close()
            self.listening.cancel()
            await asyncio.gather(self.listening, return_exceptions=True)
        await self.stack.aclose()


class ByWatching(BySsh):
    """`ssh HOST watch ID`."""

    way = "ssh HOST watch"

    async def sit(self) -> None:
        self.words = ("watch", self.table)
        await super().sit()

    def hear(self, data: bytes) -> None: ...

    async def stay(self) -> None:
        await self.over.wait()


class ByLine(BySsh):
    """`ssh -T HOST`: sentences, line by line."""

    way = "line"

    async def sit(self) -> None:
        self.lines: list[tuple[int, str]] = []  # with the ply at which each was whole
        self._rest = b""
        self._came = asyncio.Event()
        self._asked = False
        await super().sit()
        self.type(f"{'watch' if self.seat is None else 'sit'} {self.table}\n")
        place = "as a spectator" if self.seat is None else f"on seat {self.seat + 1}"
        await self._until(lambda: any(f"at table {self.table} {place}" in line for _, line in self.lines))

    def hear(self, data: bytes) -> None:
        *whole, self._rest = (self._rest + data).split(b"\n")
        for raw in whole:
            line = raw.decode()
            self.lines.append((self.ply(), line))
            self._asked = self._asked or line.startswith("> ")
            if line.startswith("* game over"):
                self.over.set()
        self._came.set()

    def sees(self) -> str:
        return "\n".join([super().sees(), *(line for _, line in self.lines[-12:])])

    async def _until(self, state: Callable[[], object]) -> None:
        while not state() and not self.over.is_set():
            self._came.clear()
            await self._came.wait()

    async def answer(self, *asked: str) -> list[str]:
        """What comes after these lines were typed, up to the answer to a last one that is always refused."""
        before = len(self.lines)
        self.type("".join(f"{line}\n" for line in (*asked, "sit")))
        await self._until(lambda: any(line.startswith("! Which table?") for _, line in self.lines[before:]))
        return [line for _, line in self.lines[before:]]

    def _told_since(self, before: int) -> bool:
        return any(line[:2] in ("* ", "! ", "> ") for _, line in self.lines[before:])

    async def stay(self) -> None:
        if self.seat is None:
            await self.answer("view", "hand", "legal", "tables")
        cards = sorted({str(card) for card in _all_cards(self.game)})
        while not self.over.is_set():
            await self._until(lambda: self._asked)
            self._asked = False
            answer = await self.answer("legal")
            legal = [line.strip() for line in answer if line.startswith("  ")]
            if self.over.is_set() or not legal:
                continue
            if not self.luck.below(6):  # look around, and try what cannot be done
                guess = f"{self.luck.choice(legal).split()[0]} {self.luck.choice(cards)}"
                await self.answer("view", "hand", guess, "tables", "say good luck")
            before = len(self.lines)
            self.type(f"{self.chosen(legal)}\n")
            await self._until(partial(self._told_since, before))
            self._asked = self._asked or any(line.startswith("! ") for _, line in self.lines[before:])


def _all_cards(game: str) -> set[str]:
    kinds = registry.game(game).card_types
    letters = [f"{letter}{number}" for letter in "rybgp" for number in range(2, 17)]
    texts = [*letters, *map(str, range(1, 81)), *(f"{level}-{number:02}" for level in "123" for number in range(1, 41))]
    found: set[str] = set()
    for kind in kinds:
        for text in texts:
            with contextlib.suppress(Refused):
                found.add(str(kind.parse(text)))  # type: ignore[attr-defined]  # every card type has it
    return found


class ByScreen(BySsh):
    """A terminal of a known size: keys go in, and pyte shows what such a terminal would."""

    way = "screen"

    def __init__(self, *args: object, wide: bool = False) -> None:
        super().__init__(*args)  # type: ignore[arg-type]  # those of Visitor
        self.terminal = ("xterm-256color", (120, 40) if wide else (80, 24))
        self.screens: list[tuple[int, tuple[str, ...]]] = []
        self.titles: set[bytes] = set()
        self._screen = pyte.Screen(*self.terminal[1])
        self._stream = pyte.ByteStream(self._screen)
        self._came = asyncio.Event()
        self._rest = b""

    def hear(self, data: bytes) -> None:
        self.titles |= set(re.findall(rb"\x1b\][012];([^\x07\x1b]*)", data))
        *frames, self._rest = re.split(rb"(?<=\x1b\[\?2026l)", self._rest + data)
        if b"\x1b[?2026h" not in self._rest:  # no frame is under way
            frames, self._rest = [*frames, self._rest], b""
        for frame in frames:
            self._show(frame)

    def _show(self, frame: bytes) -> None:
        for skipped in (b"\x1b[22;2t", b"\x1b[23;2t", b"\x1b[<u"):
            frame = frame.replace(skipped, b"")
        self._stream.feed(frame)
        lines = tuple(line.rstrip() for line in self._screen.display)
        if not self.screens or self.screens[-1][1] != lines:
            self.screens.append((self.ply(), lines))
            self._came.set()

    @property
    def lines(self) -> tuple[str, ...]:
        return self.screens[-1][1] if self.screens else ()

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def colours(self) -> list[str]:
        """Of each cell, line by line."""
        columns, rows = self._screen.columns, self._screen.lines
        cells = [[self._screen.buffer[y][x] for x in range(columns)] for y in range(rows)]
        return [" ".join(f"{cell.fg}/{cell.bg}/{cell.bold:d}{cell.reverse:d}" for cell in line) for line in cells]

    def sees(self) -> str:
        return f"{super().sees()}\n{self.text}"

    @contextlib.asynccontextmanager
    async def _patience(self, seconds: float) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError as error:
            raise AssertionError(f"{self} {self.sees()}") from error

    async def shows(self, state: Callable[[], object], seconds: float = 30) -> None:
        async with asyncio.timeout(seconds):
            while not state():
                self._came.clear()
                await self._came.wait()

    async def _change(self, seconds: float) -> None:
        """Until the next frame, if there comes one."""
        self._came.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._came.wait(), seconds)

    async def sit(self) -> None:
        if self.seat is not None:  # take the seat in another window: the lobby of this one begins with it
            host = await RemoteHost.enter(self.house.native(self.name), patience=30)
            client = await host.sit(self.table)
            assert client.seats == (self.seat,)
            await host.close()
        await self.arrive()

    async def arrive(self) -> None:
        """Log in, and go from the lobby to the table."""
        await super().sit()
        await self._enter()

    async def _enter(self) -> None:
        """From the lobby to the table."""
        async with self._patience(60):
            while not self._has_arrived():
                if "How shall the others call you?" in self.text:
                    self.type("\r")
                    await self._change(1)
                elif (
                    self.lines and self.lines[0].strip() and not self.lines[0].startswith(" Hushtable ")
                ):  # the list moved under the key
                    self.type("q")
                    with contextlib.suppress(TimeoutError):
                        await self.shows(partial(self._head_is_not, self.lines[0]), 3)
                elif re.match(rf" [▸>] +{self.table} ", marked := self._marked()):
                    self.type("w" if self.seat is None else "\r")
                    with contextlib.suppress(TimeoutError):
                        await self.shows(lambda: not self.lines[0].startswith(" Hushtable "), 5)
                elif marked:
                    self.type(DOWN)
                    with contextlib.suppress(TimeoutError):  # a second press would be one too many
                        await self.shows(partial(self._mark_is_not, marked), 10)
                else:
                    await self._change(1)

    def _has_arrived(self) -> bool:
        return bool(self.lines) and (f"table {self.table}" in self.lines[0] or "The hands are covered" in self.text)

    def _head_is_not(self, line: str) -> bool:
        return self.lines[0] != line

    def _mark_is_not(self, line: str) -> bool:
        return self._marked() != line

    def _marked(self) -> str:
        """The line of the lobby with the cursor."""
        return next((line for line in self.lines if re.match(r" [▸>] ", line)), "")

    async def stay(self) -> None:
        """Keys at random whenever somebody here is asked; until the runner says that it is over."""
        while not self.over.is_set():
            if self.lines[0].startswith(" Hushtable "):
                await self._enter()
            if self.seat is not None and any(line.startswith(" ▶ ") for line in self.lines[-4:]):
                self.type(self.luck.choice(KEYS[self.game]))
            await self._change(0.2)
            await asyncio.sleep(0.05)  # who types on and on, however often the screen changes, is a flood
        await self._change(0.5)

    async def go(self) -> None:
        if self._rest:
            self._show(self._rest)
        await super().go()
