"""The SSH door with real clients: who one is, what one may ask for, how it ends."""

from __future__ import annotations

import asyncio
import hashlib
import os
import stat
import subprocess
import time
from base64 import b64encode
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from net.guards import idle_closed
from net.session import Session
from net.settings import Doors
from net.ssh import host_key, listen
from net.stream import ByteWriter
from net.terminal import HungUp, Resized, Typed
from tests.terminals import InPty, key_pair, needs_ssh, serving, ssh_command, until

KEY = asyncssh.generate_private_key("ssh-ed25519")
OTHER_KEY = asyncssh.generate_private_key("ssh-ed25519")


def to(port: int, *, key: Any = KEY, **options: Any) -> Any:
    """A connection of an asyncssh client, as bare as it gets."""
    keys = [key] if key else None
    return asyncssh.connect(
        "127.0.0.1", port, known_hosts=None, client_keys=keys, config=None, agent_path=None, **options
    )


async def introduce(session: Session) -> int:
    """Says who is there and what they asked for."""
    terminal = session.terminal
    terminal.say(f"person={session.person} login={session.login} command={session.command} from={session.address}")
    terminal.say(f"size={terminal.size} environ={sorted(terminal.environ.items())} pty={terminal.is_pty}")
    return 7


async def said(port: int, *words: str, key: Path | None = None) -> str:
    """What one gets without a terminal."""
    client = await asyncio.create_subprocess_exec(
        *ssh_command(port, *words, key=key, tty=False),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    out, _ = await asyncio.wait_for(client.communicate(), 10)
    assert client.returncode == 7, out
    return out.decode()


# --- who one is


@needs_ssh
async def test_an_account_is_the_fingerprint_of_a_key(tmp_path: Path) -> None:
    key = key_pair(tmp_path)
    public = key.with_suffix(".pub").read_text().split()[1]
    fingerprint = "SHA256:" + b64encode(hashlib.sha256(__import__("base64").b64decode(public)).digest()).decode()
    async with serving(tmp_path, handler=introduce) as (front, _):
        assert f"person={fingerprint.rstrip('=')} " in await said(front.port, key=key)


@needs_ssh
async def test_a_person_without_a_key_is_a_guest_and_is_asked_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, handler=introduce) as (front, _):
        assert "person=None login=player" in await said(front.port)
        async with InPty.of(ssh_command(front.port)) as client:
            assert await client.ends() == 7
            assert "person=None" in client.text
            assert b"assword" not in client.received


class Impostor(asyncssh.SSHKeyPair):
    """Offers another person's key, which it cannot sign with."""

    def __init__(self, pair: asyncssh.SSHKeyPair, claimed: asyncssh.SSHKeyPair) -> None:
        super().__init__(claimed.algorithm, claimed.algorithm, claimed.sig_algorithms, claimed.host_key_algorithms,
                         claimed.public_data, None)  # fmt: skip
        self._pair = pair

    def sign(self, data: bytes) -> bytes:
        return self._pair.sign(data)


class Guest(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        assert not prompts
        return []


async def test_a_key_that_was_only_shown_makes_nobody(tmp_path: Path) -> None:
    (claimed,), (own,) = asyncssh.load_keypairs([OTHER_KEY]), asyncssh.load_keypairs([KEY])
    async with serving(tmp_path, handler=introduce, words=frozenset({"who"})) as (front, _):
        async with to(front.port, key=Impostor(own, claimed), client_factory=Guest, username="x") as connection:
            assert "person=None" in str((await connection.run("who")).stdout)
        async with to(front.port, key=KEY, username="x") as connection:
            assert KEY.get_fingerprint() in str((await connection.run("who")).stdout)


async def test_nobody_logs_in_with_a_password(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, _):
        with pytest.raises(asyncssh.PermissionDenied):
            async with to(front.port, key=None, password="secret", username="root", preferred_auth="password"):
                pass


@pytest.mark.parametrize("name", ["a" * 900, "e\u202evil", "a\nb", "[red]x[/]"])
async def test_a_login_name_is_cleaned_or_refused(tmp_path: Path, name: str) -> None:
    async with serving(tmp_path, handler=introduce, words=frozenset({"who"})) as (front, sessions):
        try:
            async with to(front.port, username=name) as connection:
                await connection.run("who")
        except (asyncssh.Error, ValueError):
            assert sessions == []
        else:
            assert len(sessions[0].login) <= 32
            assert sessions[0].login.isprintable()


async def test_only_what_says_something_about_a_terminal_is_taken_from_a_client(tmp_path: Path) -> None:
    async with serving(tmp_path, handler=introduce, words=frozenset({"who"})) as (front, sessions):
        async with to(front.port) as connection:
            environ = {"COLORTERM": "truecolor", "LANG": "C\x1b[2J" + "x" * 9000, "PATH": "/evil", "LD_PRELOAD": "x"}
            await connection.run("who", env=environ)
        terminal = sessions[0].terminal
        assert set(terminal.environ) == {"TERM", "COLORTERM", "LANG"}
        assert terminal.environ["COLORTERM"] == "truecolor"
        assert len(terminal.environ["LANG"]) <= 100
        assert "\x1b" not in terminal.environ["LANG"]


# --- sessions


@needs_ssh
async def test_words_and_the_exit_status_pass(tmp_path: Path) -> None:
    async with serving(tmp_path, handler=introduce, words=frozenset({"watch"})) as (front, _):
        assert "command=('watch', 'a b', '--x')" in await said(front.port, "watch", "'a b'", "--x")
        assert "pty=False" in await said(front.port)


async def test_a_connection_holds_one_session_at_a_time(tmp_path: Path) -> None:
    async def stay(session: Session) -> int:
        while not isinstance(await session.terminal.read(), HungUp):
            pass
        return 0

    async with serving(tmp_path, handler=stay) as (front, sessions), to(front.port) as connection:
        first = await connection.create_process(term_type="xterm")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(term_type="xterm")
        assert front.sessions == 1
        first.close()
        await until(lambda: front.sessions == 0)
        await connection.create_process(term_type="xterm")
        await until(lambda: len(sessions) == 2)


async def test_a_connection_without_a_session_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, doors=Doors(login_seconds=0.2)) as (front, _), to(front.port) as connection:
        await asyncio.wait_for(connection.wait_closed(), 3)


async def test_sizes_signals_and_breaks_arrive_as_events(tmp_path: Path) -> None:
    heard: list[object] = []

    async def hear(session: Session) -> int:
        heard.append(session.terminal.size)
        while not isinstance(event := await session.terminal.read(), HungUp):
            heard.append(event)
        return 3

    async with serving(tmp_path, handler=hear) as (front, _), to(front.port) as connection:
        process = await connection.create_process(term_type="xterm", term_size=(0, 0), encoding=None)
        await until(lambda: heard)
        process.change_terminal_size(100, 40)
        await until(lambda: Resized(100, 40) in heard)
        process.channel.send_break(100)
        process.stdin.write(b"\xff\xc3")
        process.stdin.write(b"\xa9")
        await until(lambda: Typed("é") in heard or Typed("\ufffdé") in heard)
        process.send_signal("TERM")
        assert (await asyncio.wait_for(process.wait(), 5)).exit_status == 3
        assert heard[0] == (80, 24)


async def test_a_handler_whose_line_is_dead_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.ssh._GONE_SECONDS", 0.1)
    ended = asyncio.Event()

    async def deaf(session: Session) -> int:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return 0

    async with serving(tmp_path, handler=deaf) as (front, sessions):
        async with to(front.port) as connection:
            await connection.create_process(term_type="xterm")
            await until(lambda: sessions)
            connection.abort()
        await asyncio.wait_for(ended.wait(), 5)


async def test_an_idle_session_is_closed_with_a_reason(tmp_path: Path) -> None:
    async def stay(session: Session) -> int:
        while not isinstance(await session.terminal.read(), HungUp):
            pass
        return 0

    async with serving(tmp_path, handler=idle_closed(stay, seconds=0.3)) as (front, _), to(front.port) as connection:
        process = await connection.create_process(term_type="xterm")
        started = time.perf_counter()
        for _ in range(4):
            await asyncio.sleep(0.1)
            process.stdin.write("x")
        done = await asyncio.wait_for(process.wait(), 5)
        assert "away for a long time" in str(done.stdout)
        assert time.perf_counter() - started > 0.6


# --- byte streams


async def test_a_subsystem_carries_bytes_both_ways_and_waits_for_slow_readers(tmp_path: Path) -> None:
    sent = os.urandom(1_000_000)
    most = 0

    async def echo(reader: asyncio.StreamReader, writer: ByteWriter, session: Session) -> None:
        nonlocal most
        assert session.person == KEY.get_fingerprint()
        received = 0
        while received < len(sent):
            piece = await reader.read(16_384)
            received += len(piece)
            writer.write(piece)
            await writer.drain()
            most = max(most, session.terminal.backlog)
        session.terminal.say("done")

    async with serving(tmp_path, subsystems={"hushtable": echo}) as (front, _), to(front.port) as connection:
        process = await connection.create_process(subsystem="hushtable", encoding=None, window=65_536)
        process.stdin.write(sent)
        returned = await asyncio.wait_for(process.stdout.readexactly(len(sent)), 10)
        assert returned == sent
        assert most < 400_000
        done = await asyncio.wait_for(process.wait(), 5)
        assert b"done" in done.stderr
        assert done.exit_status == 0


async def test_a_stream_ends_when_its_client_or_the_server_does(tmp_path: Path) -> None:
    ended: list[bytes] = []

    async def listen_only(reader: asyncio.StreamReader, writer: ByteWriter, session: Session) -> None:
        ended.append(await reader.read())

    async with serving(tmp_path, subsystems={"hushtable": listen_only}) as (front, _):
        async with to(front.port) as connection:
            process = await connection.create_process(subsystem="hushtable", encoding=None)
            process.stdin.write(b"bye")
            process.stdin.write_eof()
            await until(lambda: ended == [b"bye"])
        async with to(front.port) as connection:
            process = await connection.create_process(subsystem="hushtable", encoding=None)
            await until(lambda: front.sessions == 1)
            await front.stop("The server stops.")
            assert ended == [b"bye", b""]
            assert b"The server stops." in await process.stderr.read()


# --- the front


def test_a_host_key_is_made_once_and_is_its_owners_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "host_key"
    first = host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert first.get_algorithm() == "ssh-ed25519"
    assert host_key(path).get_fingerprint() == first.get_fingerprint()
    assert [entry.name for entry in path.parent.iterdir()] == ["host_key"]


async def test_fronts_share_a_port(tmp_path: Path) -> None:
    first = await listen("127.0.0.1", 0, tmp_path / "key", introduce, reuse_port=True)
    second = await listen("127.0.0.1", first.port, tmp_path / "key", introduce, reuse_port=True)
    try:
        assert second.port == first.port
        async with to(first.port) as connection:
            assert (await connection.run()).exit_status == 7
    finally:
        await first.stop("")
        await second.stop("")


async def test_a_stop_waits_no_longer_than_its_grace(tmp_path: Path) -> None:
    async def deaf(session: Session) -> int:
        await asyncio.Event().wait()
        return 0

    async with serving(tmp_path, handler=deaf) as (front, sessions), to(front.port) as connection:
        process = await connection.create_process(term_type="xterm")
        await until(lambda: sessions)
        started = time.perf_counter()
        await front.stop("The table is paused.", grace=0.2)
        assert time.perf_counter() - started < 2
        assert "The table is paused." in await process.stdout.read()
