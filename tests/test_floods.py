"""Clients that send without end, or never read: what passes the sluice, and who is cut."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import Boolean, String

from net import sluice
from net.session import Session
from net.ssh import Front
from net.stream import ByteWriter
from net.terminal import HungUp, Typed
from tests.terminals import serving, until
from tests.test_strangers import to

WIDE = 2**30  # bytes of a window that never closes


def request(connection: Any, number: int, *, reply: bool) -> None:
    """So many of the smallest requests; asyncssh sends an empty packet before each."""
    for _ in range(number):
        connection.send_packet(asyncssh.constants.MSG_GLOBAL_REQUEST, String(b"x"), Boolean(reply))


def door(front: Front) -> Any:
    (found,) = front._place.proven
    return found


async def test_what_is_sent_above_the_bounds_waits_and_nothing_is_lost(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, _), to(front.port) as connection:
        there = door(front)
        before = last = there.packets
        began = time.monotonic()
        request(connection, 500, reply=False)
        most = 0
        async with asyncio.timeout(20):
            while there.packets < before + 1_000:
                await asyncio.sleep(0)
                most = max(most, there.packets - last)
                last = there.packets
                assert last - before < sluice.BURST + 100 + sluice.RATE * (time.monotonic() - began)
        assert most < 100  # in one turn


async def test_a_large_paste_is_not_held_up(tmp_path: Path) -> None:
    heard = 0

    async def hear(session: Session) -> int:
        nonlocal heard
        while not isinstance(event := await session.terminal.read(), HungUp):
            heard += len(event.text) if isinstance(event, Typed) else 0
        return 0

    async with serving(tmp_path, handler=hear) as (front, _), to(front.port) as connection:
        process = await connection.create_process(term_type="xterm", encoding=None)
        process.stdin.write(b"x" * 1_000_000)
        await until(lambda: heard == 1_000_000)


async def test_a_client_that_does_not_read_is_cut_and_one_that_reads_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def pour(session: Session) -> int:
        await session.terminal.read()
        session.terminal.write("x" * 20_000_000)  # more than the kernel takes
        while not isinstance(await session.terminal.read(), HungUp):
            pass
        return 0

    async with serving(tmp_path, handler=pour) as (front, _):
        for reads in (True, False):
            monkeypatch.setattr(sluice, "STALLED_SECONDS", 2 if reads else 0.3)
            async with to(front.port) as connection:
                process = await connection.create_process(term_type="xterm", encoding=None, window=WIDE)
                process.stdin.write(b"now")
                if reads:
                    assert len(await process.stdout.readexactly(20_000_000)) == 20_000_000
                    assert front._place.proven
                else:
                    connection._transport.pause_reading()
                    await until(lambda: not front._place.proven)
                connection.abort()
            await until(lambda: not front._place.proven)


async def test_a_stream_waits_for_a_network_that_takes_no_more(tmp_path: Path) -> None:
    written = 0

    async def pour(reader: asyncio.StreamReader, writer: ByteWriter, session: Session) -> None:
        nonlocal written
        await reader.read(1)
        with contextlib.suppress(OSError):
            while written < 100_000_000:
                writer.write(b"x" * 50_000)
                written += 50_000
                await writer.drain()

    async with serving(tmp_path, subsystems={"pour": pour}) as (front, _), to(front.port) as connection:
        process = await connection.create_process(subsystem="pour", encoding=None, window=WIDE)
        connection._transport.pause_reading()
        process.stdin.write(b"x")
        await until(lambda: not door(front).sluice.clear.is_set())
        stopped = written
        for _ in range(50):
            await asyncio.sleep(0)
        assert written == stopped < 100_000_000
        assert door(front).connection._transport.get_write_buffer_size() < sluice.UNREAD + 200_000
        connection.abort()


async def test_who_never_ends_a_key_exchange_piles_up_no_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sluice, "HELD", 100)
    async with serving(tmp_path) as (front, _), to(front.port) as connection:
        hostile: Any = connection
        hostile._transport.pause_reading()
        hostile._send_kexinit()
        hostile._kex_complete = True  # so that it sends on
        request(hostile, 200, reply=True)
        await until(lambda: not front._place.proven)
        connection.abort()
