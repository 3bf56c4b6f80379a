"""Every way out leaves a clean terminal, and nothing that runs on."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from net.guards import rescued
from net.session import Session
from net.settings import Doors
from net.terminal import RESTORE
from tests.terminals import (
    CLEAN,
    InPty,
    Paper,
    Tmux,
    needs_ssh,
    needs_tmux,
    serving,
    session_on,
    ssh_command,
    until,
)
from tests.toys import Watched


@needs_ssh
@needs_tmux
@pytest.mark.parametrize(
    ("way", "sentence"),
    [("key", ""), ("crash", "Something went wrong on our side"), ("kick", "You came in from elsewhere.")],
)
async def test_every_way_out_leaves_a_clean_terminal(tmp_path: Path, way: str, sentence: str) -> None:
    with Tmux.started() as tmux:
        async with serving(tmp_path) as (front, sessions):
            tmux.type(" ".join(ssh_command(front.port)) + "; echo B''ACK")
            tmux.press("Enter")
            await tmux.shows("Leave")
            assert tmux.modes != CLEAN
            match way:
                case "key":
                    tmux.press("q")
                case "crash":
                    tmux.press("x")
                case "kick":
                    sessions[0].terminal.end("You came in from elsewhere.")
            await tmux.shows("BACK")
            assert tmux.modes == CLEAN
            assert sentence in tmux.text


@needs_ssh
@needs_tmux
async def test_a_terminal_that_was_left_in_disorder_can_be_repaired(tmp_path: Path) -> None:
    async def reset(session: Session) -> int:
        session.terminal.write(RESTORE)
        return 0

    with Tmux.started() as tmux:
        async with serving(tmp_path, handler=reset, words=frozenset({"reset"})) as (front, _):
            tmux.type("printf '\\033[?1049h\\033[?25l\\033[?1003h\\033[?1006h\\033[?7l'")
            tmux.press("Enter")
            await until(lambda: tmux.modes["alternate_on"] == "1")
            tmux.type(" ".join(ssh_command(front.port, "reset", tty=False)))
            tmux.press("Enter")
            await until(lambda: tmux.modes == CLEAN)


@needs_ssh
@needs_tmux
async def test_a_stop_of_the_server_tells_everybody_and_restores_each_terminal(tmp_path: Path) -> None:
    watched = Watched()
    with Tmux.started() as tmux:
        async with serving(tmp_path, watched) as (front, _), InPty.of(ssh_command(front.port)) as busy:
            tmux.type(" ".join(ssh_command(front.port)))
            tmux.press("Enter")
            await tmux.shows("Leave")
            await busy.shows("Leave")
            busy.type("b")
            await until(lambda: any(app.busy for app in watched.apps))  # this one does not answer any more
            started = time.perf_counter()
            await front.stop("The table is paused: we are back in a minute.", grace=0.5)
            assert time.perf_counter() - started < 4
            await tmux.shows("we are back in a minute")
            assert tmux.modes == CLEAN
            await until(lambda: b"\x1b[?1049l" in busy.received)


@needs_ssh
async def test_after_a_client_was_killed_nothing_runs_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, sessions):
        before = asyncio.all_tasks()
        async with InPty.of(ssh_command(front.port)) as client:
            await client.shows("Leave")
            client.process.kill()
            await until(lambda: front.sessions == 0)
            await until(lambda: asyncio.all_tasks() <= before, patience=3)  # before anything is cut by force
            assert not sessions[0].terminal.is_open
            used = time.process_time()
            await asyncio.sleep(0.3)
            assert time.process_time() - used < 0.1


@needs_ssh
async def test_a_client_that_fell_silent_is_noticed(tmp_path: Path) -> None:
    doors = Doors(keepalive_seconds=0.15, keepalives_missed=2)
    async with serving(tmp_path, doors=doors) as (front, sessions), InPty.of(ssh_command(front.port)) as client:
        await client.shows("Leave")
        client.process.send_signal(signal.SIGSTOP)
        await until(lambda: not sessions[0].terminal.is_open, patience=3)
        await until(lambda: front.sessions == 0)


def test_by_default_a_silent_link_is_noticed_within_90_seconds() -> None:
    assert Doors().keepalive_seconds * (Doors().keepalives_missed + 1) <= 90


async def test_a_handler_that_fails_on_a_changed_terminal_gives_it_back(tmp_path: Path) -> None:
    async def fail(session: Session) -> int:
        session.terminal.write("\x1b[?1049h\x1b[?25l")
        raise RuntimeError("toy crash")

    terminal = Paper()
    assert await rescued(fail)(session_on(terminal)) == 1
    assert RESTORE in terminal.output
    assert "Something went wrong" in terminal.text


# --- this very terminal

LOCAL = """
import asyncio, sys
from net import tty
from net.session import Session
from tests.toys import ToyApp
from tui.driver import run

async def main():
    with tty.opened() as terminal:
        return await run(ToyApp, Session("local", terminal, None, "", None, ""))

sys.exit(asyncio.run(main()))
"""


@needs_tmux
@pytest.mark.parametrize("way", ["key", "crash", "TERM", "HUP", "INT", "QUIT"])
async def test_every_way_out_of_a_local_app_restores_the_terminal(tmp_path: Path, way: str) -> None:
    (tmp_path / "local.py").write_text(LOCAL)
    root = Path(__file__).parent.parent
    with Tmux.started() as tmux:
        tmux.type(f"cd {tmp_path}; stty -g > before; clear")
        tmux.press("Enter")
        tmux.type(f"PYTHONPATH={root} {sys.executable} local.py 2> errors & echo $! > pid; fg > /dev/null; echo B''ACK")
        tmux.press("Enter")
        await tmux.shows("Leave")
        assert tmux.modes != CLEAN
        if way in {"key", "crash"}:
            tmux.press({"key": "q", "crash": "x"}[way])
        else:
            pid = int((tmp_path / "pid").read_text())
            os.kill(pid, getattr(signal, f"SIG{way}"))
        await tmux.shows("BACK")
        assert tmux.modes == CLEAN
        tmux.type("stty -g > after")
        tmux.press("Enter")
        await until((tmp_path / "after").exists)
        await until(lambda: (tmp_path / "after").read_text() == (tmp_path / "before").read_text())
        assert ("toy crash" in (tmp_path / "errors").read_text()) == (way == "crash")
