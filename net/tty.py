"""The terminal this process was started in, as a screen."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import termios
import tty
from collections.abc import Iterator
from typing import Any

from engine.game import Refused
from net.terminal import RESTORE, HungUp, Terminal

_ENDINGS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


class LocalTerminal(Terminal):
    """Opened afresh as /dev/tty, so that nobody who shares our standard streams is made non-blocking."""

    def __init__(self, descriptor: int) -> None:
        columns, rows = os.get_terminal_size(descriptor)
        super().__init__(columns, rows, dict(os.environ))
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._unsent = bytearray()
        self._writing = False
        self.resume_reading()

    def write(self, text: str) -> None:
        self._unsent += text.encode("utf-8", "replace")
        self._send()

    @property
    def backlog(self) -> int:
        return len(self._unsent)

    def _send(self) -> None:
        with contextlib.suppress(BlockingIOError):
            try:
                del self._unsent[: os.write(self._descriptor, self._unsent)]
            except BlockingIOError:
                raise
            except OSError:  # the window was closed
                self._unsent.clear()
                self.hang_up(HungUp())
        if bool(self._unsent) != self._writing:
            self._writing = bool(self._unsent)
            if self._writing:
                self._loop.add_writer(self._descriptor, self._send)
            else:
                self._loop.remove_writer(self._descriptor)

    def _arrived(self) -> None:
        try:
            received = os.read(self._descriptor, 4096)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        if received:
            self.receive(received)
        else:
            self.pause_reading()
            self.hang_up(HungUp())

    def pause_reading(self) -> None:
        self._loop.remove_reader(self._descriptor)

    def resume_reading(self) -> None:
        self._loop.add_reader(self._descriptor, self._arrived)

    def abort(self) -> None:
        self.hang_up(HungUp())

    def resized(self) -> None:
        with contextlib.suppress(OSError):
            self.resize(*os.get_terminal_size(self._descriptor))

    def flush(self) -> None:
        """Wait for the terminal to take what is left: before the process ends, as long as it takes any."""
        with contextlib.suppress(OSError):
            os.set_blocking(self._descriptor, True)
            while self._unsent:
                del self._unsent[: os.write(self._descriptor, self._unsent)]

    def close(self) -> None:
        self.pause_reading()
        self._loop.remove_writer(self._descriptor)


@contextlib.contextmanager
def opened() -> Iterator[LocalTerminal]:
    """The terminal in raw mode, given back as it was on every way out but kill -9. Refused when there is none.

    Only inside a running loop; SIGTERM, SIGHUP, SIGINT and SIGQUIT hang up instead of killing.
    """
    try:
        descriptor = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        before = termios.tcgetattr(descriptor)
    except OSError as error:
        raise Refused("This needs a terminal. For plain text try `hushtable play GAME --line`.") from error
    loop = asyncio.get_running_loop()
    terminal = LocalTerminal(descriptor)
    signals: list[tuple[int, Any]] = [(signal.SIGWINCH, terminal.resized)]
    signals += [(ending, lambda: terminal.hang_up(HungUp())) for ending in _ENDINGS]
    try:
        tty.setraw(descriptor)
        for number, act in signals:
            loop.add_signal_handler(number, act)
        yield terminal
    finally:
        for number, _ in signals:
            loop.remove_signal_handler(number)
        terminal.close()
        if terminal.is_open:
            terminal.flush()
        with contextlib.suppress(OSError):
            os.set_blocking(descriptor, True)
            os.write(descriptor, RESTORE.encode())
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)
        os.close(descriptor)
