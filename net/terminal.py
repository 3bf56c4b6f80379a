"""What a screen is: a size, an environment, events that come in and text that goes out."""

from __future__ import annotations

import asyncio
import codecs
import unicodedata
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

COLUMNS, ROWS = 80, 24
SMALLEST = (10, 4)
LARGEST = (400, 150)

# Leaves whatever a full-screen program may have switched on, in an order that also suits old terminals:
# synchronized output, kitty keys (before the screen changes, they are kept for each), mouse, paste, focus, wrap,
# alternate screen, colours, character set, cursor.
RESTORE = (
    "\x1b[?2026l\x1b[<u\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?2004l\x1b[?1004l\x1b[?2048l"
    "\x1b[?7h\x1b[?1049l\x1b[0m\x1b(B\x1b[?25h"
)

_CHUNK = 256  # characters an event: what a reader handles in one turn of the loop
_FULL = 16_384  # waiting characters at which the line is told to wait
_RESUME = 2_048


@dataclass(frozen=True, slots=True)
class Typed:
    """Text the person's terminal sent, as it came: keys, escape sequences, pastes; at most 256 characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The window has a new size; only the newest of several is reported."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class HungUp:
    """Nothing more will come. The reason is a sentence for the person, or empty when the line is dead.

    listens: there is nothing more to type, as at the end of a file, but the person still reads.
    """

    reason: str = ""
    listens: bool = False


Event = Typed | Resized | HungUp


def clamped(columns: int, rows: int) -> tuple[int, int]:
    """A size one can draw on: what is unknown (0) becomes 80x24, the rest fits 10x4 to 400x150."""
    if columns <= 0 or rows <= 0:
        return COLUMNS, ROWS
    return (
        min(max(columns, SMALLEST[0]), LARGEST[0]),
        min(max(rows, SMALLEST[1]), LARGEST[1]),
    )


def printable(text: str) -> str:
    """The text without anything that a terminal could obey: controls, formats, surrogates, line separators."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c for c in text if c == " " or unicodedata.category(c) not in _OBEYED)


_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


class Terminal(ABC):
    """One person's screen and keyboard; a subclass brings the line it hangs on.

    `environ` is what the person's side said about itself (TERM, COLORTERM, LANG, NO_COLOR, ...), never the
    environment of this process.
    """

    def __init__(self, columns: int, rows: int, environ: Mapping[str, str], *, is_pty: bool = True) -> None:
        self.size = clamped(columns, rows)
        self.environ = environ
        self.is_pty = is_pty
        self.farewell = ""
        self.heard_at = asyncio.get_running_loop().time()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._typed: deque[str] = deque()
        self._waiting = 0
        self._resized = False
        self._hung_up: HungUp | None = None
        self._typed_all = False
        self._woken = asyncio.Event()
        self._paused = False

    async def read(self) -> Event:
        """The next thing that happened. After a `HungUp` that does not listen it is `HungUp` for ever."""
        while True:
            if self._hung_up is not None and not self._typed:
                return self._hung_up
            if self._resized:
                self._resized = False
                return Resized(*self.size)
            if self._typed:
                text = self._typed.popleft()
                if len(text) > _CHUNK:
                    self._typed.appendleft(text[_CHUNK:])
                    text = text[:_CHUNK]
                self._waiting -= len(text)
                if self._paused and self._waiting <= _RESUME:
                    self._paused = False
                    self.resume_reading()
                return Typed(text)
            if self._typed_all:
                self._typed_all = False
                return HungUp(listens=True)
            self._woken.clear()
            await self._woken.wait()

    @property
    def is_open(self) -> bool:
        return self._hung_up is None

    def say(self, sentence: str) -> None:
        """Write one line of plain text; safe for text from people."""
        self.write(printable(sentence) + ("\r\n" if self.is_pty else "\n"))

    def end(self, reason: str) -> None:
        """Ask whoever runs on this screen to leave; the reason is shown once the screen is restored."""
        if self._hung_up is None:
            self.farewell = reason
            self._typed.clear()
            self.hang_up(HungUp(reason))

    @abstractmethod
    def write(self, text: str) -> None:
        """Send text as it is; returns at once. See `backlog`."""

    @property
    @abstractmethod
    def backlog(self) -> int:
        """Bytes written that the person's side has not taken yet, as far as this side can know."""

    @abstractmethod
    def pause_reading(self) -> None: ...

    @abstractmethod
    def resume_reading(self) -> None: ...

    @abstractmethod
    def abort(self) -> None:
        """Cut the line now, without restoring anything: for a side that no longer listens."""

    # What the line tells:

    def receive(self, received: bytes) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        if text := self._decoder.decode(received):
            self._typed.append(text)
            self._waiting += len(text)
            if not self._paused and self._waiting >= _FULL:
                self._paused = True
                self.pause_reading()
            self._woken.set()

    def resize(self, columns: int, rows: int) -> None:
        size = clamped(columns, rows)
        if size != self.size:
            self.size = size
            self._resized = True
            self._woken.set()

    def end_input(self) -> None:
        self._typed_all = True
        self._woken.set()

    def hang_up(self, how: HungUp) -> None:
        if self._hung_up is None:
            self._hung_up = how
            self._woken.set()
