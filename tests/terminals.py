"""Terminals for tests: one of paper, `ssh` in a pty, `ssh` in tmux; and a front to connect them to."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import termios
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyte
import pytest

from net.guards import rescued
from net.session import Handler, Session
from net.ssh import Front, listen
from net.terminal import Terminal
from tests.toys import ToyApp
from tui.driver import AppFactory, run
from tui.hosted import HostedApp

PATIENCE = 5.0  # seconds until a state that does not come fails its test

needs_ssh = pytest.mark.skipif(not shutil.which("ssh") and "CI" not in os.environ, reason="no ssh here")
needs_tmux = pytest.mark.skipif(not shutil.which("tmux") and "CI" not in os.environ, reason="no tmux here")


async def until(state: Callable[[], object], *, patience: float = PATIENCE) -> None:
    """Wait for a state, looking often, and give up with its name."""
    end = asyncio.get_running_loop().time() + patience
    while not state():
        assert asyncio.get_running_loop().time() < end, f"never came: {state}"
        await asyncio.sleep(0.005)


class Paper(Terminal):
    """A terminal in memory: what was written, and what pyte shows of it."""

    def __init__(self, columns: int = 80, rows: int = 24, environ: Mapping[str, str] | None = None) -> None:
        super().__init__(columns, rows, {"TERM": "xterm-256color"} if environ is None else environ)
        self.written: list[str] = []
        self.screen = pyte.Screen(*self.size)
        self._stream = pyte.Stream(self.screen)
        self.waiting = 0
        self.paused = 0
        self.aborted = False

    def write(self, text: str) -> None:
        self.written.append(text)
        # pyte knows neither title stacks nor the private forms of `m` and `u`
        self._stream.feed(text.replace("\x1b[22;2t", "").replace("\x1b[23;2t", "").replace("\x1b[<u", ""))

    @property
    def backlog(self) -> int:
        return self.waiting

    def pause_reading(self) -> None:
        self.paused += 1

    def resume_reading(self) -> None:
        self.paused -= 1

    def abort(self) -> None:
        self.aborted = True

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    @property
    def output(self) -> str:
        return "".join(self.written)

    def type(self, typed: str | bytes) -> None:
        self.receive(typed.encode() if isinstance(typed, str) else typed)

    async def shows(self, text: str) -> None:
        await until(lambda: text in self.text)


def frames(terminal: Paper) -> list[str]:
    """What was drawn: writes that place text."""
    return [text for text in terminal.written if re.search(r"\x1b\[\d+;\d+H", text)]


def drawn(app: HostedApp) -> list[str]:
    """What Textual believes to be on the screen."""
    with app._context():
        return [strip.text for strip in app.screen._compositor.render_strips()]


def session_on(terminal: Terminal) -> Session:
    return Session("test", terminal, None, "tester", None, "127.0.0.1")


@contextlib.asynccontextmanager
async def running(app_factory: AppFactory, terminal: Terminal) -> AsyncIterator[asyncio.Task[int]]:
    """An app on a terminal, ended afterwards."""
    task = asyncio.create_task(run(app_factory, session_on(terminal)))
    try:
        yield task
    finally:
        terminal.end("")
        await asyncio.wait([task], timeout=PATIENCE)
        assert task.done(), "the app did not end"
        if not task.cancelled() and (error := task.exception()):
            raise error


@contextlib.asynccontextmanager
async def serving(
    folder: Path, app_factory: AppFactory = ToyApp, *, handler: Handler | None = None, **options: Any
) -> AsyncIterator[tuple[Front, list[Session]]]:
    """A front on a free port, and the sessions it has had."""
    sessions: list[Session] = []

    async def handle(session: Session) -> int:
        sessions.append(session)
        return await (handler(session) if handler else run(app_factory, session))

    front = await listen("127.0.0.1", 0, folder / "host_key", rescued(handle), **options)
    try:
        yield front, sessions
    finally:
        await front.stop("The test is over.")


def ssh_command(port: int, *words: str, key: Path | None = None, tty: bool = True) -> list[str]:
    options = {
        "StrictHostKeyChecking": "no",
        "UserKnownHostsFile": "/dev/null",
        "LogLevel": "ERROR",
        "IdentityAgent": "none",
        "IdentitiesOnly": "yes",
        "IdentityFile": str(key) if key else "none",
        "SendEnv": "COLORTERM",
    }
    flags = [part for name, text in options.items() for part in ("-o", f"{name}={text}")]
    return ["ssh", "-F", "none", "-tt" if tty else "-T", "-p", str(port), *flags, "player@127.0.0.1", *words]


def key_pair(folder: Path, name: str = "key") -> Path:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    return folder / name


class InPty:
    """A command in a pty of its own, whose screen pyte draws."""

    def __init__(self, process: asyncio.subprocess.Process, master: int, columns: int, rows: int) -> None:
        self.process = process
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._master = master
        self.received = bytearray()
        asyncio.get_running_loop().add_reader(master, self._arrived)

    @classmethod
    @contextlib.asynccontextmanager
    async def of(
        cls, command: list[str], *, columns: int = 80, rows: int = 24, term: str = "xterm-256color"
    ) -> AsyncIterator[InPty]:
        master, slave = pty.openpty()
        _set_size(slave, columns, rows)
        environ = {name: text for name, text in os.environ.items() if not name.startswith(("SSH_", "LC_"))}
        process = await asyncio.create_subprocess_exec(
            *command, stdin=slave, stdout=slave, stderr=slave, env={**environ, "TERM": term}
        )
        os.close(slave)
        seen = cls(process, master, columns, rows)
        try:
            yield seen
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGCONT)
                    process.kill()
            await process.wait()
            seen.stop_reading()
            os.close(master)

    def _arrived(self) -> None:
        try:
            received = os.read(self._master, 65536)
        except OSError:  # the other side is closed
            received = b""
        if not received:
            self.stop_reading()
            return
        self.received += received
        for skipped in (b"\x1b[22;2t", b"\x1b[23;2t", b"\x1b[<u"):
            received = received.replace(skipped, b"")
        self._stream.feed(received)

    def stop_reading(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)

    def type(self, typed: str | bytes) -> None:
        os.write(self._master, typed.encode() if isinstance(typed, str) else typed)

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        _set_size(self._master, columns, rows)
        self.process.send_signal(signal.SIGWINCH)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def shows(self, text: str, *, patience: float = PATIENCE) -> None:
        try:
            await until(lambda: text in self.text, patience=patience)
        except AssertionError:
            raise AssertionError(f"{text!r} is not in:\n{self.text}") from None

    async def ends(self) -> int:
        return await asyncio.wait_for(self.process.wait(), PATIENCE)


def _set_size(descriptor: int, columns: int, rows: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Tmux:
    """A tmux server of our own with one pane that runs a plain shell."""

    def __init__(self) -> None:
        self._name = f"hushtest-{uuid.uuid4().hex[:8]}"

    @classmethod
    @contextlib.contextmanager
    def started(cls, columns: int = 80, rows: int = 24) -> Iterator[Tmux]:
        tmux = cls()
        tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "env PS1='> ' sh")
        try:
            yield tmux
        finally:
            tmux("kill-server")

    def __call__(self, *words: str) -> str:
        return subprocess.run(["tmux", "-L", self._name, *words], check=True, capture_output=True, text=True).stdout

    def type(self, text: str) -> None:
        self("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        self("send-keys", *keys)

    @property
    def text(self) -> str:
        return self("capture-pane", "-p")

    @property
    def modes(self) -> dict[str, str]:
        """What a full-screen program leaves on when it forgets to turn it off."""
        names = (
            "alternate_on",
            "cursor_flag",
            "mouse_any_flag",
            "mouse_button_flag",
            "mouse_standard_flag",
            "wrap_flag",
        )
        return dict(zip(names, self("display", "-p", " ".join(f"#{{{name}}}" for name in names)).split(), strict=True))

    async def shows(self, text: str) -> None:
        try:
            await until(lambda: text in self.text)
        except AssertionError:
            raise AssertionError(f"{text!r} is not in:\n{self.text}") from None


CLEAN = {
    "alternate_on": "0",
    "cursor_flag": "1",
    "mouse_any_flag": "0",
    "mouse_button_flag": "0",
    "mouse_standard_flag": "0",
    "wrap_flag": "1",
}
