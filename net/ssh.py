"""The SSH door: people come in with `ssh HOST`, prove a key or stay guests, and meet a handler."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import shlex
import socket
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh

from net.crowd import Queue, Room, household
from net.distant import ENVIRONMENT, DistantTerminal, Environment, Network
from net.session import Handler, Session
from net.settings import Doors
from net.sluice import Sluice
from net.stream import ByteHandler, Stream
from net.terminal import RESTORE, HungUp, Terminal, printable

log = logging.getLogger("hushtable.ssh")

_SMALLEST_PACKET = 1_024  # bytes a client must take at once; real ones take 16,384 and more
_WINDOW = 65_536  # bytes a client may send ahead, and that may wait in the kernel for one that is behind
_GONE_SECONDS = 10.0  # after so long a handler whose line is dead, or a line whose handler is done, is ended


@dataclass(slots=True)
class _Place:
    """What all doors of one front share."""

    handler: Handler
    words: frozenset[str]
    subsystems: Mapping[str, ByteHandler]
    login_seconds: float
    strangers: Queue[_Door]
    room: Room
    proven: set[_Door] = field(default_factory=set)


class Front:
    """A listening SSH server and everybody who is in it."""

    def __init__(self, place: _Place, acceptor: asyncssh.SSHAcceptor) -> None:
        self._place = place
        self._acceptor = acceptor

    @property
    def port(self) -> int:
        return self._acceptor.get_port()

    @property
    def sessions(self) -> int:
        return sum(door.channel is not None for door in self._place.proven)

    async def stop(self, reason: str, *, grace: float = 5.0) -> None:
        """Let nobody in any more, tell everybody why, give each terminal back, and only then cut the lines."""
        self._acceptor.close()
        for door in tuple(self._place.strangers.waiting):
            door.connection.abort()
        channels = [door.channel for door in self._place.proven if door.channel]
        running = [channel.task for channel in channels if channel.task]
        for channel in channels:
            if channel.terminal:
                channel.terminal.end(reason)
        if running:
            _, late = await asyncio.wait(running, timeout=grace)
            for task in late:
                task.cancel()
            await _soon([asyncio.shield(task) for task in late])
        for channel in channels:
            if (
                channel.task and channel.terminal and not channel.task.done()
            ):  # it does not even let itself be cancelled
                channel.terminal.write(RESTORE if channel.terminal.is_pty else "")
                channel.finish(1)
        # A client that hears of the end of the connection forgets what it has not shown yet.
        await _soon([channel.over.wait() for channel in channels])
        doors = tuple(self._place.proven)
        for door in doors:
            door.connection.close()
        await _soon([door.connection.wait_closed() for door in doors])
        for door in doors:
            door.connection.abort()
        await self._acceptor.wait_closed()


async def _soon(ends: list[Awaitable[object]]) -> None:
    """Wait for all of them, but no longer than a second."""
    if ends:
        _, late = await asyncio.wait([asyncio.ensure_future(end) for end in ends], timeout=1.0)
        for task in late:
            task.cancel()


async def listen(
    host: str,
    port: int,
    host_key_path: Path,
    handler: Handler,
    *,
    words: frozenset[str] = frozenset(),
    subsystems: Mapping[str, ByteHandler] | None = None,
    doors: Doors | None = None,
    reuse_port: bool = False,
) -> Front:
    """Open the door. `words` are the first words that `ssh HOST word ...` may have; port 0 picks a free one."""
    doors = doors or Doors()
    strangers = Queue[_Door](doors.unproven, doors.unproven_per_address)
    room = Room(doors.sessions, doors.sessions_per_address)
    place = _Place(handler, words, subsystems or {}, doors.login_seconds, strangers, room)
    acceptor = await asyncssh.listen(
        host,
        port,
        server_factory=lambda: _Door(place),
        server_host_keys=[host_key(host_key_path)],
        server_version="Hushtable",
        reuse_port=reuse_port or None,
        # One byte 0xFF would end a connection that decodes strictly; line editing would eat keys.
        encoding=None,
        line_editor=False,
        compression_algs=None,
        # Without the finite-field exchanges: half a second of our CPU each, for the asking.
        kex_algs="-diffie-hellman-*,rsa*",
        keepalive_interval=doors.keepalive_seconds,
        keepalive_count_max=doors.keepalives_missed,
        login_timeout=doors.login_seconds,
        password_auth=False,
        host_based_auth=False,
        gss_host=None,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        window=_WINDOW,
    )
    return Front(place, acceptor)


def host_key(path: Path) -> asyncssh.SSHKey:
    """The Ed25519 host key kept at this path, made at the first start and readable by its owner only."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        made.touch(mode=0o600)
        made.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        with contextlib.suppress(FileExistsError):  # another front was faster: its key counts
            os.link(made, path)
        made.unlink()
    return asyncssh.read_private_key(path)


class _Door(asyncssh.SSHServer):
    """One connection: who it is, and the one session it may hold at a time."""

    def __init__(self, place: _Place) -> None:
        self._place = place
        self._key: str | None = None
        self.connection: asyncssh.SSHServerConnection
        self.address = ""  # of their household
        self.sluice: Sluice
        self.channel: _Channel | None = None
        self._idle: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn
        peer = conn.get_extra_info("peername")
        self.address = household(str(peer[0])) if peer else ""
        if sock := conn.get_extra_info("socket"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _WINDOW)
        assert conn._transport is not None
        self.sluice = Sluice(conn._transport, conn, self)
        if oldest := self._place.strangers.join(self):
            log.info("too many connections that log in; dropped the oldest")
            oldest.connection.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._place.strangers.leave(self)
        if self in self._place.proven:
            self._place.proven.remove(self)
            self._place.room.leave(self.address)
        self._watch(None)

    @property
    def packets(self) -> int:
        return self.connection._recv_seq

    @property
    def held(self) -> int:
        return len(self.connection._deferred_packets)

    # Any key is an account; nobody without one is asked anything. A key counts only when it is the last thing
    # offered before login succeeds: a client may ask about keys that are not its own.

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._key = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        self._key = None
        return True

    def auth_completed(self) -> None:
        self._place.strangers.leave(self)
        # A connection counts like the session it may hold, whether that begins or not.
        if refusal := self._place.room.enter(self.address):
            log.info("a connection was refused: %s", refusal)
            self.connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, refusal)
            return
        self._place.proven.add(self)
        self._watch(self._place.login_seconds)

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        if self.channel is not None:
            return False
        self.channel = _Channel(self._place, self)
        return self.channel

    def session_begun(self) -> None:
        self._watch(None)

    def session_over(self) -> None:
        """The channel may be the last of many on which nothing was begun: they share the time of the first."""
        if self.channel is not None and self.channel.task is not None:
            self._watch(self._place.login_seconds)
        self.channel = None

    def _watch(self, seconds: float | None) -> None:
        """Close a connection on which no session has begun for so long."""
        if self._idle is not None:
            self._idle.cancel()
        if seconds is not None and self in self._place.proven:
            self._idle = asyncio.get_running_loop().call_later(seconds, self.connection.close)

    def describe(self, terminal: Terminal, command: tuple[str, ...] | None) -> Session:
        login = printable(str(self.connection.get_extra_info("username") or ""))[:32].strip()
        return Session(secrets.token_hex(4), terminal, self._key, login, command, self.address)


class _Channel(asyncssh.SSHServerSession[bytes]):
    """One session: collects what the client asks for, then runs the handler on it."""

    def __init__(self, place: _Place, door: _Door) -> None:
        self._place = place
        self._door = door
        self._chan: asyncssh.SSHServerChannel[bytes]
        self._pty = False
        self._command: tuple[str, ...] | None = None
        self._subsystem: ByteHandler | None = None
        self._stream: Stream | None = None
        self.terminal: DistantTerminal | None = None
        self.task: asyncio.Task[None] | None = None
        self.over = asyncio.Event()

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        chan._env = Environment()  # asyncssh keeps all it is sent, and asks nobody
        if chan._send_pktsize < _SMALLEST_PACKET:  # each of our bytes would be encrypted alone: seconds for one frame
            reason = f"Your client takes less than {_SMALLEST_PACKET} bytes a packet; that cannot be drawn."
            self._door.connection.disconnect(asyncssh.DISC_BY_APPLICATION, reason)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._pty = True
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        try:
            self._command = tuple(shlex.split(command[:1000]))
        except ValueError:  # an open quote
            self._command = ("",)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self._subsystem = self._place.subsystems.get(subsystem)
        return self._subsystem is not None

    def session_started(self) -> None:
        self._door.session_begun()
        sent = self._chan.get_environment()
        environ = {name: printable(text)[:100] for name, text in sent.items() if name in ENVIRONMENT}
        environ["TERM"] = printable(self._chan.get_terminal_type() or "")[:100]
        columns, rows, *_ = self._chan.get_terminal_size() if self._pty else (0, 0)
        network = Network(self._backlog, self._door.connection.abort)
        self.terminal = DistantTerminal(
            self._chan, network, columns, rows, environ, is_pty=self._pty, beside=self._subsystem is not None
        )
        if self._subsystem is not None:
            self._stream = Stream(self._chan, self._door.sluice.clear)
        self.task = asyncio.get_running_loop().create_task(self._run(self.terminal, self._stream))
        self.task.add_done_callback(self._reap)

    async def _run(self, terminal: DistantTerminal, stream: Stream | None) -> None:
        session = self._door.describe(terminal, self._command)
        log.info("session %s began: %s", session.id, session.person or "guest")
        status = 1
        try:
            if self._subsystem is not None and stream is not None:
                await stream.spoken(self._subsystem, session)
                status = 0
            elif self._command is not None and (not self._command or self._command[0] not in self._place.words):
                terminal.say(f"This command is not known here. Known are: {', '.join(sorted(self._place.words))}.")
                status = 2
            else:
                status = await self._place.handler(session)
        finally:
            log.info("session %s ended", session.id)
            self.finish(status)

    def finish(self, status: int) -> None:
        """Say goodbye and hang up, on a screen that is in order by now."""
        terminal = self.terminal
        if terminal is None or self._chan.is_closing():
            return
        if terminal.farewell:
            terminal.say(terminal.farewell)
        terminal.flush()
        with contextlib.suppress(OSError):
            self._chan.exit(status)
        asyncio.get_running_loop().call_later(_GONE_SECONDS, self._cut)

    def _backlog(self) -> int:
        # asyncssh reports what waits for the client's window, but not what waits for the network.
        transport = self._door.connection._transport
        return self._chan.get_write_buffer_size() + (transport.get_write_buffer_size() if transport else 0)

    def _cut(self) -> None:
        """A client that does not take the end of its session loses the connection."""
        if self._door.channel is self:
            self._door.connection.abort()

    def _reap(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            log.error("a session crashed", exc_info=error)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self._stream is not None:
            self._stream.reader.feed_data(data)
        elif self.terminal is not None:
            self.terminal.receive(data)

    def eof_received(self) -> bool:
        if self._stream is not None:
            self._stream.reader.feed_eof()
        elif self.terminal is not None and self._pty:
            self.terminal.hang_up(HungUp())
        elif self.terminal is not None:
            self.terminal.end_input()
        return True  # we may still write

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self.terminal is not None:
            self.terminal.resize(width, height)

    def signal_received(self, signal: str) -> None:
        if self.terminal is not None and signal in {"HUP", "TERM", "INT"}:
            self.terminal.hang_up(HungUp())

    def pause_writing(self) -> None:
        if self._stream is not None:
            self._stream.writable.clear()

    def resume_writing(self) -> None:
        if self._stream is not None:
            self._stream.writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.resume_writing()
        if self.terminal is not None:
            self.terminal.hang_up(HungUp())
        if self.task is not None and not self.task.done():
            cancelling = asyncio.get_running_loop().call_later(_GONE_SECONDS, self.task.cancel)
            self.task.add_done_callback(lambda _: cancelling.cancel())
        self.over.set()
        self._door.session_over()
