"""What people and their programs may do to each other in one process, and what must hold then."""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest
from textual.widget import Widget
from textual.widgets import Static

from net.session import Session
from net.terminal import HungUp
from tests.terminals import (
    InPty,
    Paper,
    Tmux,
    needs_ssh,
    needs_tmux,
    running,
    serving,
    ssh_command,
    until,
)
from tests.toys import ToyApp, Watched
from tui.hosted import HostedApp


async def test_keys_work_within_a_second_after_a_flood_and_nobody_else_waits() -> None:
    flooding, other = Paper(), Paper()
    ear = Watched()
    async with running(ear, flooding), running(ToyApp, other):
        await flooding.shows("Leave")
        await other.shows("Leave")
        for _ in range(300):
            flooding.type("z" * 4096)
        other.type("\x1b[C")
        pressed = time.perf_counter()
        await other.shows("cell 1")
        assert time.perf_counter() - pressed < 0.5
        await until(lambda: not flooding._typed)
        assert len(ear.apps[0].heard) < 1000
        await asyncio.sleep(0.4)  # the pause after which a flood counts as over
        flooding.type("\x1b[C")
        await flooding.shows("cell 1")


async def test_an_unfinished_paste_holds_keys_for_less_than_a_second() -> None:
    terminal = Paper()
    async with running(ToyApp, terminal):
        await terminal.shows("Leave")
        terminal.type("\x1b[200~never finished")
        started = time.perf_counter()
        await asyncio.sleep(0.9)
        terminal.type("\x1b[C")
        await terminal.shows("cell 1")
        assert time.perf_counter() - started < 1.2


async def test_typed_sizes_cost_nothing_and_move_no_click() -> None:
    terminal = Paper()
    ear = Watched()
    async with running(ear, terminal):
        await terminal.shows("Leave")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        terminal.type("\x1b[48;20000;20000;1;1t\x1b[<0;20;5M\x1b[<0;20;5m")
        await terminal.shows("cell 17")
        assert ear.apps[0].size == (80, 24)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # kB


async def test_input_that_nobody_reads_waits_at_the_other_side() -> None:
    terminal = Paper()
    for _ in range(8):
        terminal.receive(b"x" * 4096)
    assert terminal.paused == 1
    while terminal.paused:
        await terminal.read()
    assert terminal.paused == 0


async def test_a_byte_that_is_no_text_is_shown_as_such() -> None:
    terminal = Paper()
    terminal.receive(b"a\xff\xc3")
    terminal.receive(b"\xa9")
    terminal.hang_up(HungUp())
    first, second = await terminal.read(), await terminal.read()
    assert (getattr(first, "text", ""), getattr(second, "text", "")) == ("a\ufffd", "é")


# --- with real clients


@needs_ssh
async def test_bytes_that_are_no_text_leave_the_connection_up(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, _), InPty.of(ssh_command(front.port)) as client:
        await client.shows("Leave")
        client.type(b"\xff\xfe\x80\xc3")
        client.type("\x1b[C")
        await client.shows("cell 1")


@needs_ssh
async def test_the_window_is_the_only_thing_that_sets_the_size(tmp_path: Path) -> None:
    ear = Watched()
    async with serving(tmp_path, ear) as (front, _), InPty.of(ssh_command(front.port), columns=90) as client:
        await client.shows("Leave")
        client.type("\x1b[48;200;200;1;1t\x1b[C")
        await client.shows("cell 1")
        assert ear.apps[0].size == (90, 24)
        client.resize(100, 30)
        await until(lambda: ear.apps[0].size == (100, 30))
        client.type("\x1b[C")
        await client.shows("cell 2")


@needs_ssh
async def test_a_crash_is_one_persons_and_the_log_has_the_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as (front, _), InPty.of(ssh_command(front.port)) as other:
        await other.shows("Leave")
        async with InPty.of(ssh_command(front.port)) as client:
            await client.shows("Leave")
            client.type("x")
            assert await client.ends() == 1
            # In the bytes, not on the screen: the paper terminal has no second screen to come back to.
            await until(lambda: b"Something went wrong on our side" in client.received)
            assert b"toy crash" not in client.received
        assert any("toy crash" in str(record.exc_info) for record in caplog.records if record.levelno >= logging.ERROR)
        other.type("\x1b[C")
        await other.shows("cell 1")


@needs_ssh
@needs_tmux
async def test_colours_and_cursor_in_tmux_are_what_was_drawn(tmp_path: Path) -> None:
    with Tmux.started() as tmux:
        async with serving(tmp_path) as (front, _):
            tmux.type("TERM=tmux-256color " + " ".join(ssh_command(front.port)))
            tmux.press("Enter")
            await tmux.shows("Leave")
            tmux.press("Down", "Right")
            await tmux.shows("cell 8")
            assert "38;2;" in tmux("capture-pane", "-p", "-e")
            tmux("resize-window", "-x", "100", "-y", "30")
            tmux.press("Right")
            await tmux.shows("cell 9")
            assert "Web" in tmux.text.rstrip("\n").splitlines()[-1]


async def test_a_client_that_reads_nothing_costs_nothing_and_nobody_waits_for_it(tmp_path: Path) -> None:
    class Noisy(HostedApp):
        """Draws other cells everywhere, all the time."""

        CSS = "#all { width: 1fr; height: 1fr; }"

        def compose(self) -> Iterator[Widget]:
            yield Static("", id="all", markup=False)

        def on_mount(self) -> None:
            self.turn = 0
            self.set_interval(0.01, self.shout)

        def shout(self) -> None:
            self.turn += 1
            self.query_one("#all", Static).update(chr(97 + self.turn % 26) * 12_000)

    apps: list[HostedApp] = []

    def factory(session: Session) -> HostedApp:
        apps.append(Noisy() if session.login == "noisy" else ToyApp(session))
        return apps[-1]

    async with serving(tmp_path, factory) as (front, sessions):
        key = asyncssh.generate_private_key("ssh-ed25519")
        options = {"known_hosts": None, "client_keys": [key], "config": None, "agent_path": None}
        async with asyncssh.connect("127.0.0.1", front.port, username="noisy", **options) as connection:
            stalled = await connection.create_process(
                term_type="xterm-kitty", term_size=(200, 60), encoding=None, window=8192
            )
            stalled.channel.pause_reading()
            await until(lambda: sessions and sessions[0].terminal.backlog > 32_768, patience=10)
            await until(lambda: apps[0].unseen, patience=10)
            highest = sessions[0].terminal.backlog
            async with asyncssh.connect("127.0.0.1", front.port, username="calm", **options) as other:
                calm = await other.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
                await asyncio.wait_for(calm.stdout.readuntil(b"Leave"), 5)
                started = time.perf_counter()
                calm.stdin.write(b"\x1b[C")
                await asyncio.wait_for(calm.stdout.read(1), 5)
                assert time.perf_counter() - started < 0.5
                assert sessions[0].terminal.backlog <= highest + 1000
                assert apps[0].unseen
            connection.abort()
