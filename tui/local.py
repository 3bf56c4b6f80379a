"""The commands that play in this terminal: alone with bots, or around one keyboard."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import logging
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import platformdirs

from engine import registry, replay, scenario
from engine.game import Refused
from net import tty
from net.client import Client, Host
from net.files import text_of
from net.local import LocalHost
from net.session import Session
from net.words import clean_name
from tui.line import LineMode, plan

LINES_AHEAD = 100  # of standard input, read before they are looked at


def lobby() -> int:
    """The lobby of this terminal."""
    return asyncio.run(_lobby())


async def _lobby() -> int:
    async with _here() as host:
        return await on_screen(host)


def play(
    game: str | None,
    seats: int | None,
    others: Sequence[str],
    options: Mapping[str, str],
    seed: int | None,
    position: str | None,
    *,
    by_line: bool = False,
) -> int:
    """Straight to a table. others: who fills the seats after mine. position: a file to begin from."""
    begun = None
    if position is not None:
        begun = text_of(position)
        scenarios = scenario.read(begun)
        first = scenarios[0]
        if game not in {None, first.game.name}:
            raise Refused(f"{position} is a position of {first.game.name}, not of {game}.")
        if seats not in {None, first.seats}:
            raise Refused(f"{position} is a position for {first.seats} seats.")
        first.match()
        game, seats, options = first.game.name, first.seats, {**first.options, **options}
    if game is None:
        raise Refused(f"Which game? There are {', '.join(registry.names())}.")
    rules = registry.game(game)
    rules.settled(options)
    seating = plan(rules, seats, others, registry.quick(rules.name))
    return asyncio.run(_play(rules.name, seating, options, seed, begun, by_line))


async def _play(
    game: str, seating: Sequence[str], options: Mapping[str, str], seed: int | None, begun: str | None, by_line: bool
) -> int:
    async with _here() as host:

        async def begin() -> Client:
            return await host.begin(game, seating, options, seed, begun)

        if by_line:
            await LineMode(host, _print).run(_typed(), await begin())
            return 0
        return await on_screen(host, begin)


def replay_file(file: str) -> int:
    """Go through a finished game on the screen."""
    record = replay.read(text_of(file))
    replay.verify(record)
    return asyncio.run(_replay(record))


async def _replay(record: replay.Replay) -> int:
    host = LocalHost(_name())

    async def begin() -> replay.Replay:
        return record

    try:
        return await on_screen(host, begin)
    finally:
        await host.close()


async def on_screen(host: Host, begin: Callable[[], Awaitable[Client | replay.Replay]] | None = None) -> int:
    """Run the app on this terminal until the person leaves. begin: what to show at once instead of the lobby."""
    from tui.app import Hushtable
    from tui.driver import run

    with tty.opened() as terminal:
        session = Session("local", terminal, None, host.name, None, "")
        status = await run(lambda _: Hushtable(host, terminal.environ, begin=begin, end=terminal.end), session)
    if terminal.farewell:
        sys.stderr.write(f"{terminal.farewell}\n")
    return status


@contextlib.asynccontextmanager
async def _here(pace: float = 0.7) -> AsyncIterator[LocalHost]:
    """The house of this terminal. What is over is kept at once, and said when the screen is the person's own again."""
    logging.getLogger().addHandler(logging.NullHandler())  # what is logged would be written across the screen
    folder = Path(platformdirs.user_data_dir("hushtable", appauthor=False))
    host = LocalHost.opened(_name(), folder / "here", pace)
    keeper = Keeper(folder / "replays", host)
    keeper.keep()
    host.tidy()

    async def keep() -> None:
        async for _ in host.changes():
            keeper.keep()

    keeping = asyncio.create_task(keep())
    try:
        yield host
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        keeper.keep()
        await host.close()
        with contextlib.suppress(OSError):  # the window may be gone
            keeper.tell()


class Keeper:
    """Writes finished games of this terminal to a folder, each once."""

    def __init__(self, folder: Path, host: LocalHost) -> None:
        self._folder = folder
        self._host = host
        self._seen: set[str] = set()
        self._told: list[str] = []

    def keep(self) -> None:
        for table, text in self._host.finished(self._seen):
            self._seen.add(table)
            try:
                self._write(f"{replay.read(text).game.name}-{table}.hush", text)
            except (OSError, ValueError, Refused) as error:
                why = error.strerror if isinstance(error, OSError) else str(error)
                self._told.append(f"The replay of table {table} could not be kept: {why}.")

    def _write(self, name: str, text: str) -> None:
        file = self._folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{name}"
        self._folder.mkdir(parents=True, exist_ok=True)
        if any(old.read_bytes() == text.encode() for old in self._folder.glob(f"*-{name}")):
            return  # it was over before this program began
        half = file.with_suffix(".part")
        half.write_bytes(text.encode())
        half.replace(file)  # never half a replay, on a full disk either
        self._told.append(f"The game is kept; go through it with: hushtable replay {file}")

    def tell(self) -> None:
        for sentence in self._told:
            sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()


def _name() -> str:
    try:
        return clean_name(getpass.getuser()) or "You"
    except (OSError, KeyError, ImportError):
        return "You"


async def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def _typed() -> AsyncIterator[str]:
    """Lines of standard input, without holding up the table: only a thread can wait for every kind of input."""
    lines: asyncio.Queue[str] = asyncio.Queue(LINES_AHEAD)
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            asyncio.run_coroutine_threadsafe(lines.put(line), loop).result()
        asyncio.run_coroutine_threadsafe(lines.put(""), loop).result()

    threading.Thread(target=read, daemon=True, name="stdin").start()
    while line := await lines.get():
        yield line
