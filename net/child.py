"""What every process under `hushtable serve` does alike: tell that it is ready, and stop when told or orphaned."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import resource
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeAlias

from engine.game import Refused
from net import logbook

READY: Final = b"ready "
REFUSED: Final = b"refused "  # followed by a sentence: there is no use in trying again
FILES: Final = 65_536  # that may be open, where the system allows it: every session is one

Ready: TypeAlias = Callable[[], None]
Work: TypeAlias = Callable[[asyncio.Event, Ready], Awaitable[None]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--line", type=int, metavar="FD", help="a socket to the process that started this one")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="what the host has set (see net/settings.py)")
    parser.add_argument("--log", type=Path, metavar="FILE", help="instead of stderr")


def run(args: argparse.Namespace, work: Work) -> int:
    """Run `work` until SIGTERM, SIGINT or the death of the parent sets its event; exit status 1 if it was refused."""
    line: int | None = args.line

    def tell(word: bytes) -> None:
        if line is not None:
            with contextlib.suppress(OSError):  # the parent has died: `orphaned` hears of it too
                os.write(line, word + b"\n")

    async def main() -> None:
        loop = asyncio.get_running_loop()
        stopped = asyncio.Event()

        def orphaned(line: int) -> None:
            try:
                gone = not os.read(line, 100)
            except OSError:  # reset: the parent died with our word unread
                gone = True
            if gone:
                loop.remove_reader(line)
                stopped.set()

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, stopped.set)
        if line is not None:
            loop.add_reader(line, orphaned, line)
        await work(stopped, lambda: tell(READY))

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, FILES), most) if most > 0 else (FILES, most))
    try:
        logbook.log_to(args.log)
        asyncio.run(main())
    except Refused as refused:
        if line is None:
            logging.getLogger("hushtable").error("%s", refused)
        tell(REFUSED + str(refused).encode())
        return 1
    return 0
