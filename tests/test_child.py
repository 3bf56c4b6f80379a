"""A process under `hushtable serve` ends when the one that started it is gone, however that happened."""

from __future__ import annotations

import argparse
import asyncio
import socket

from net import child


def test_a_process_ends_whose_parent_died_before_it_heard_that_it_is_ready() -> None:
    ours, theirs = socket.socketpair()
    orphaned = False
    troubles: list[object] = []

    async def work(stopped: asyncio.Event, ready: child.Ready) -> None:
        nonlocal orphaned
        asyncio.get_running_loop().set_exception_handler(lambda _, trouble: troubles.append(trouble))
        ready()
        ours.close()  # with our word unread: the other side gets a reset, not an end
        await asyncio.wait_for(stopped.wait(), 5)
        orphaned = True

    assert child.run(argparse.Namespace(line=theirs.fileno(), log=None), work) == 0
    assert orphaned
    assert not troubles
    theirs.close()


def test_a_process_whose_parent_died_before_it_was_ready_ends_without_a_fuss() -> None:
    ours, theirs = socket.socketpair()
    ours.close()

    async def work(stopped: asyncio.Event, ready: child.Ready) -> None:
        ready()
        await asyncio.wait_for(stopped.wait(), 5)

    assert child.run(argparse.Namespace(line=theirs.fileno(), log=None), work) == 0
    theirs.close()
