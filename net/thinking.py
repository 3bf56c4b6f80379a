"""Bots that think for long do it in processes of their own, so that the tables go on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from dataclasses import replace
from typing import Any, Final

from engine import bots, registry
from engine.bots import Question
from net.company import hint_here, think_here

GRACE_SECONDS: Final = 2.0  # beyond its time, after which a bot has lost its way
START_SECONDS: Final = 10.0  # until a new process has loaded a game
COMMAND: Final = (sys.executable, "-P", "-m", __name__)  # -P: the folder we stand in may hold another `net`
_PREFIX: Final = 4  # bytes of a length. What is pickled comes from, and goes to, our own processes only
_HINT: Final = ""  # asked for instead of a level


class Thinkers:
    """As many processes as given; who asks while all think waits, and then has less time. Implements company.Think."""

    def __init__(
        self,
        processes: int = 1,
        quick: frozenset[str] = frozenset(bots.QUICK),
        command: tuple[str, ...] = COMMAND,
        grace: float = GRACE_SECONDS,
    ) -> None:
        """Processes start when they are needed first. quick: levels that need none. grace: seconds to be late."""
        self._processes = processes
        self._quick = quick
        self._command = command
        self._grace = grace
        self._idle: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(processes):
            self._idle.put_nowait(None)
        self._running: set[asyncio.subprocess.Process] = set()
        self._asking = 0

    async def __call__(self, game: str, level: str, question: Question[Any, Any, Any]) -> str:
        """The bot's action. Raises whatever goes wrong with it, TimeoutError if it does not answer."""
        if level in self._quick:
            return await think_here(game, level, question)
        return await self._answer(game, level, question)

    async def hint(self, game: str, question: Question[Any, Any, Any]) -> str:
        """Advice for a person. Raises like a bot's action."""
        return await self._answer(game, _HINT, question)

    async def _answer(self, game: str, level: str, question: Question[Any, Any, Any]) -> str:
        self._asking += 1
        try:
            async with asyncio.timeout(question.seconds + self._grace):
                process = await self._idle.get()
            # The more there are who ask, the less time each of them has: nobody waits much longer than for one.
            question = replace(question, seconds=question.seconds * min(1.0, self._processes / self._asking))
            try:
                if process is None or process.returncode is not None:
                    process = None
                    process = await self._start(game)
                async with asyncio.timeout(question.seconds + self._grace):
                    answer = await _asked(process, pickle.dumps((game, level, question)))
            except BaseException:  # its answer would be taken for that to the next question
                if process is not None:
                    _end(process)
                process = None
                raise
            finally:
                self._idle.put_nowait(process)
        finally:
            self._asking -= 1
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _start(self, game: str) -> asyncio.subprocess.Process:
        """A process that has loaded this game."""
        process = await asyncio.create_subprocess_exec(
            *self._command, game, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )  # a session of its own: Ctrl-C is for who plays here
        self._running = {other for other in self._running if other.returncode is None} | {process}
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                await process.stdout.readexactly(1)
        except BaseException:
            _end(process)
            raise
        return process

    async def close(self) -> None:
        for process in self._running:
            if process.returncode is None:
                _end(process)
            await process.wait()


def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


async def _asked(process: asyncio.subprocess.Process, question: bytes) -> str | Exception:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(question).to_bytes(_PREFIX, "big") + question)
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(_PREFIX), "big")
    answer: str | Exception = pickle.loads(await process.stdout.readexactly(size))
    return answer


def _think(question: bytes) -> bytes:
    try:
        game, level, asked = pickle.loads(question)
        return pickle.dumps(hint_here(game, asked) if level == _HINT else str(registry.bot(game, level)(asked)))
    except Exception as error:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


def main() -> None:
    """Answer questions until there are no more; the end of the engine, however it comes, is the end of this process."""
    os.nice(10)  # people at their keys come first
    asking, answering = sys.stdin.buffer, sys.stdout.buffer
    registry.load(sys.argv[1])
    answering.write(b"!")
    answering.flush()
    try:
        while size := asking.read(_PREFIX):
            answer = _think(asking.read(int.from_bytes(size, "big")))
            answering.write(len(answer).to_bytes(_PREFIX, "big") + answer)
            answering.flush()
    except BrokenPipeError:  # the engine is gone; Python would try to flush once more and complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), answering.fileno())


if __name__ == "__main__":
    main()
