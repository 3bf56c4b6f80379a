"""Games of the arena, played by several processes at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import perf_counter

from engine.arena import Contest, Played
from engine.bots import QUICK
from engine.game import Refused

ALONE = 0.3  # seconds: what is done by then needs no processes, which take about as long to start


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(contest: Contest, games: int, processes: int) -> Generator[Played, None, None]:
    """Every game as it ends, in no order. Closing the iterator ends the games under way."""
    contest.warm()
    begun = perf_counter()
    number = 0
    quick = set(contest.levels) <= set(QUICK)
    while number < games and (processes == 1 or (quick and perf_counter() - begun < ALONE)):
        yield contest.play(number, perf_counter)
        number += 1
    yield from _side_by_side(contest, range(number, games), processes)


def _side_by_side(contest: Contest, games: range, processes: int) -> Generator[Played, None, None]:
    context = get_context("spawn")  # the same everywhere, and safe beside threads
    numbers = iter(games)
    ours: list[Connection] = []
    working = []
    try:
        for _ in range(min(processes, len(games))):
            mine, its = context.Pipe()
            process = context.Process(target=_work, args=(contest, its), daemon=True)
            with _deaf():
                process.start()
            its.close()
            working.append(process)
            ours.append(mine)
            mine.send(next(numbers))
        left = len(games)
        while left:
            for line in wait(ours):
                assert isinstance(line, Connection)
                try:
                    came = line.recv()
                except (EOFError, OSError):
                    raise Refused("A process that played games has died, so the count is not complete.") from None
                if isinstance(came, Exception):
                    raise came
                left -= 1
                if (number := next(numbers, None)) is not None:
                    line.send(number)
                yield came
    finally:
        for process in working:
            process.terminate()
        for process in working:
            process.join()
        for line in ours:
            line.close()


@contextmanager
def _deaf() -> Iterator[None]:
    """Whoever is started meanwhile never hears Ctrl-C, which is for the process that counts."""
    hearing = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, hearing)


def _work(contest: Contest, line: Connection) -> None:
    """Play the games whose numbers come, until there are no more."""
    with closing(line):
        contest.warm()
        while True:
            try:
                number = line.recv()
            except EOFError:
                return
            try:
                line.send(contest.play(number, perf_counter))
            except Exception as error:
                line.send(RuntimeError(f"game {number}: {type(error).__name__}: {error}"))
