"""Bots that think for long do it in processes of their own, so that the tables go on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from typing import Any, Final

from engine import registry
from engine.bots import Question
from net.lobby import think_here

QUICK: Final = frozenset({"random", "greedy"})  # levels that answer within some milliseconds
GRACE_SECONDS: Final = 20.0  # beyond its time, after which a bot has lost its way
_PREFIX: Final = 4  # bytes of a length. What is pickled comes from, and goes to, our own processes only


class Thinkers:
    """As many processes as given; who asks while all think waits. Implements net.lobby.Think."""

    def __init__(self, processes: int = 1, quick: frozenset[str] = QUICK) -> None:
        """Processes start when they are needed first."""
        self._quick = quick
        self._idle: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(processes):
            self._idle.put_nowait(None)
        self._running: set[asyncio.subprocess.Process] = set()

    async def __call__(self, game: str, level: str, question: Question[Any, Any, Any]) -> str:
        """The bot's action. Raises whatever goes wrong with it."""
        if level in self._quick:
            return await think_here(game, level, question)
        process = await self._idle.get()
        try:
            async with asyncio.timeout(question.seconds + GRACE_SECONDS):
                if process is None or process.returncode is not None:
                    process = await self._start()
                action = await _asked(process, pickle.dumps((game, level, question)))
        except BaseException:  # its answer would be taken for that to the next question
            if process is not None:
                _end(process)
            process = None
            raise
        finally:
            self._idle.put_nowait(process)
        if isinstance(action, Exception):
            raise action
        return action

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        self._running = {other for other in self._running if other.returncode is None} | {process}
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
    action: str | Exception = pickle.loads(await process.stdout.readexactly(size))
    return action


def _think(question: bytes) -> bytes:
    try:
        game, level, asked = pickle.loads(question)
        return pickle.dumps(str(registry.bot(game, level)(asked)))
    except Exception as error:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


def main() -> None:
    """Answer questions until there are no more; the end of the engine, however it comes, is the end of them."""
    os.nice(10)  # people at their keys come first
    asking, answering = sys.stdin.buffer, sys.stdout.buffer
    while size := asking.read(_PREFIX):
        answer = _think(asking.read(int.from_bytes(size, "big")))
        answering.write(len(answer).to_bytes(_PREFIX, "big") + answer)
        answering.flush()


if __name__ == "__main__":
    main()
