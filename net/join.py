"""The way into a house elsewhere: an SSH subsystem, with the user's own keys and known hosts."""

from __future__ import annotations

import getpass
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import asyncssh
import platformdirs

from engine.game import Refused
from net.link import Connect, Stream
from net.words import clean

SUBSYSTEM: Final = "hushtable"
KNOWN_HOSTS: Final = Path("~/.ssh/known_hosts")
CONNECT_SECONDS: Final = 15.0
_REASON_CELLS: Final = 200

Trust: TypeAlias = Callable[[str], Awaitable[bool]]
"""Shows the fingerprint of a host that is not known yet, and asks whether it is the right one."""


class _Client(asyncssh.SSHClient):
    """Knows a host by its key. Who has no SSH key gets one for Hushtable: their seats are kept under it."""

    def __init__(self, name: str, known: asyncssh.SSHKnownHosts, own_key: Path) -> None:
        self._name = name
        self._known = known
        self._own_key: Path | None = own_key
        self.stranger: asyncssh.SSHKey | None = None  # the key of a host that is not known
        self.objection = ""
        self.sent_away = ""  # why the host ended the connection, in its words

    def connection_lost(self, exc: Exception | None) -> None:
        if isinstance(exc, asyncssh.DisconnectError) and exc.code == asyncssh.DISC_TOO_MANY_CONNECTIONS:
            self.sent_away = _told(exc)

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        keys, _, revoked, *_ = self._known.match(self._name, "", None)
        if key in revoked:
            self.objection = f"The key of {self._name} was revoked in your known_hosts, so it cannot be trusted."
        elif keys and key not in keys:
            self.objection = (
                f"The key of {self._name} is not the one in your known_hosts: it is {key.get_fingerprint()} now. "
                "Either the host was set up anew, or somebody stands in between. Ask the host before you go on."
            )
        elif not keys:
            self.stranger = key
        return key in keys and key not in revoked

    def public_key_auth_requested(self) -> asyncssh.SSHKey | None:
        """Asked when the keys of the agent and of ~/.ssh were not enough, until there is none left."""
        file, self._own_key = self._own_key, None
        if file is None:
            return None
        if not file.exists():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.touch(mode=0o600)
            file.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        return asyncssh.read_private_key(file)

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str] | None:
        return None if prompts else []


def over_ssh(
    host: str, port: int, trust: Trust, user: str = "", known_hosts: Path = KNOWN_HOSTS, own_key: Path | None = None
) -> Connect:
    """user: what one would like to be called there.

    Keys come from the agent and ~/.ssh, as with ssh itself; own_key is for who has none, and made when it is needed.
    """
    file = known_hosts.expanduser()
    own = own_key or platformdirs.user_data_path("hushtable", appauthor=False) / "own_key"
    name = host if port == 22 else f"[{host}]:{port}"

    async def connect() -> Stream:
        client = _Client(name, _read(file), own)
        try:
            return await _reach(client, host, port, user)
        except asyncssh.HostKeyNotVerifiable as error:
            if client.objection:
                raise Refused(client.objection) from error
            if client.stranger is None:
                raise Refused(f"{name} showed no key of its own.") from error
        if not await trust(client.stranger.get_fingerprint()):
            raise Refused(f"{name} is not known, so nothing was sent to it.")
        _remember(file, name, client.stranger)
        try:
            return await _reach(_Client(name, _read(file), own), host, port, user)
        except asyncssh.HostKeyNotVerifiable as error:
            raise Refused(f"{name} showed another key the second time.") from error

    return connect


def _told(error: asyncssh.Error) -> str:
    """The reason, which may be in the words of a stranger."""
    return clean(error.reason.removesuffix(f" (error {error.code})"), _REASON_CELLS)


async def _reach(client: _Client, host: str, port: int, user: str) -> Stream:
    try:
        connection = await asyncssh.connect(
            host,
            port,
            username=user or getpass.getuser(),
            client_factory=lambda: client,
            known_hosts=([], [], []),  # the client looks itself, so that it can tell unknown from changed
            server_host_key_algs=["ssh-ed25519"],
            preferred_auth="publickey,keyboard-interactive",
            connect_timeout=CONNECT_SECONDS,
            login_timeout=CONNECT_SECONDS,
            keepalive_interval=15,
            keepalive_count_max=2,
            compression_algs=None,
        )
    except asyncssh.HostKeyNotVerifiable:
        raise
    except asyncssh.PermissionDenied as error:
        raise Refused(f"{host} does not let you in: {_told(error)}.") from error
    except asyncssh.Error as error:
        raise ConnectionError(_told(error)) from error
    try:
        writer, reader, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
    except asyncssh.ChannelOpenError as error:
        connection.abort()
        await connection.wait_closed()
        if client.sent_away:
            raise ConnectionError(client.sent_away) from error
        raise Refused(f"{host} answers, but there is no Hushtable behind it.") from error
    except asyncssh.Error as error:
        connection.abort()
        raise ConnectionError(_told(error)) from error
    return Stream(_Reader(reader), _Writer(writer), connection.abort)


class _Reader:
    """Reads from an SSH channel as from any stream."""

    def __init__(self, reader: asyncssh.SSHReader[bytes]) -> None:
        self._reader = reader

    async def read(self, n: int) -> bytes:
        try:
            return await self._reader.read(n)
        except asyncssh.Error as error:
            raise ConnectionResetError(_told(error)) from error

    async def readexactly(self, n: int) -> bytes:
        try:
            return await self._reader.readexactly(n)
        except asyncssh.Error as error:
            raise ConnectionResetError(_told(error)) from error


class _Writer:
    def __init__(self, writer: asyncssh.SSHWriter[bytes]) -> None:
        self._writer = writer

    def write(self, data: bytes) -> None:
        self._writer.write(data)

    async def drain(self) -> None:
        try:
            await self._writer.drain()
        except asyncssh.Error as error:
            raise ConnectionResetError(_told(error)) from error

    def close(self) -> None:
        self._writer.close()

    def is_closing(self) -> bool:
        return self._writer.is_closing()


def _read(file: Path) -> asyncssh.SSHKnownHosts:
    try:
        return asyncssh.read_known_hosts(str(file)) if file.exists() else asyncssh.import_known_hosts("")
    except (OSError, ValueError) as error:
        raise Refused(f"{file} cannot be read: {error}.") from error


def _remember(file: Path, name: str, key: asyncssh.SSHKey) -> None:
    line = f"{name} {key.export_public_key().decode().strip()}\n"
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "rb+") as known:
            if known.seek(0, os.SEEK_END) and known.seek(-1, os.SEEK_END) >= 0 and known.read(1) != b"\n":
                line = "\n" + line  # a last line that was left open
            known.write(line.encode())
    except OSError as error:
        raise Refused(f"{file} cannot be written: {error.strerror}.") from error
