"""What strangers may do at the door, and what is not offered to anybody."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from pathlib import Path

import asyncssh
import pytest

from engine.game import Refused
from net.crowd import CROWDED, FULL, Room, household
from net.guards import limited
from net.join import over_ssh
from net.remote import RemoteHost
from net.session import Session
from net.settings import Doors
from tests.terminals import (
    Paper,
    needs_ssh,
    serving,
    ssh_command,
    until,
)


async def test_strangers_hold_few_connections_and_honest_people_get_in(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    async with serving(tmp_path, doors=Doors(unproven_per_address=20)) as (front, _):
        strangers = [socket.socket() for _ in range(300)]
        dropped: set[socket.socket] = set()

        def hear(stranger: socket.socket) -> None:
            try:
                if stranger.recv(4096):
                    return
            except OSError:
                pass
            loop.remove_reader(stranger)
            dropped.add(stranger)

        try:
            for stranger in strangers:
                stranger.setblocking(False)
                await loop.sock_connect(stranger, ("127.0.0.1", front.port))
                loop.add_reader(stranger, hear, stranger)
            await until(lambda: len(dropped) >= 280)
            started = time.perf_counter()
            key = asyncssh.generate_private_key("ssh-ed25519")
            async with asyncssh.connect(
                "127.0.0.1", front.port, known_hosts=None, client_keys=[key], config=None, agent_path=None
            ):
                assert time.perf_counter() - started < 2
        finally:
            for stranger in strangers:
                loop.remove_reader(stranger)
                stranger.close()


async def test_a_connection_that_does_not_log_in_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, doors=Doors(login_seconds=0.3)) as (front, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", front.port)
        await asyncio.wait_for(reader.read(), 3)
        writer.close()


@pytest.mark.parametrize(
    ("doors", "reason"), [(Doors(sessions_per_address=2), CROWDED), (Doors(sessions=2), FULL)], ids=["address", "all"]
)
async def test_who_logs_in_counts_like_the_session_they_may_have(tmp_path: Path, doors: Doors, reason: str) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    ends: list[Exception | None] = []

    class Told(asyncssh.SSHClient):
        def connection_lost(self, exc: Exception | None) -> None:
            ends.append(exc)

    async def come() -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            "127.0.0.1",
            front.port,
            known_hosts=None,
            client_keys=[key],
            config=None,
            agent_path=None,
            client_factory=Told,
        )

    async with serving(tmp_path, doors=doors) as (front, _):
        first, second, third = [await come() for _ in range(3)]
        await asyncio.wait_for(third.wait_closed(), 3)
        assert len(ends) == 1
        assert reason in str(ends[0])
        assert len(front._place.proven) == 2
        first.abort()
        await until(lambda: len(front._place.proven) == 1)
        fourth = await come()
        await fourth.create_process(term_type="xterm", encoding=None)
        for connection in (second, fourth):
            connection.abort()


async def test_who_joins_a_crowded_house_hears_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)

    async def trusted(fingerprint: str) -> bool:
        return True

    async with serving(tmp_path, doors=Doors(sessions=0)) as (front, _):
        connect = over_ssh("127.0.0.1", front.port, trusted, "ada", tmp_path / "known", tmp_path / "key")
        with pytest.raises(Refused) as refused:
            await RemoteHost.enter(connect)
    assert str(refused.value) == f"The house cannot be reached: {FULL}"


@pytest.mark.parametrize("code", [asyncssh.DISC_BY_APPLICATION, asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE])
async def test_the_last_words_of_a_strange_door_are_one_line_that_no_terminal_obeys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)

    class Strange(asyncssh.SSHServer):
        def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
            self.conn = conn

        def begin_auth(self, username: str) -> bool:
            self.conn.disconnect(code, "Go!\x1b[2J\n" + "x" * 10_000)
            return True

    async def trusted(fingerprint: str) -> bool:
        return True

    host_key = asyncssh.generate_private_key("ssh-ed25519")
    strange = await asyncssh.listen("127.0.0.1", 0, server_factory=Strange, server_host_keys=[host_key])
    try:
        connect = over_ssh("127.0.0.1", strange.get_port(), trusted, "ada", tmp_path / "known", tmp_path / "key")
        with pytest.raises(Refused, match="Go!") as refused:
            await RemoteHost.enter(connect)
    finally:
        strange.close()
        await strange.wait_closed()
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
    ],
)
def test_addresses_of_one_ipv6_network_count_as_one(address: str, whose: str) -> None:
    assert household(address) == whose


async def test_sessions_are_limited_in_all_and_per_address_and_the_reason_is_said() -> None:
    async def wait(session: Session) -> int:
        await session.terminal.read()
        return 0

    guarded = limited(wait, Room(total=3, per_address=2))

    def at(address: str) -> tuple[Paper, asyncio.Task[int]]:
        terminal = Paper()
        session = Session("x", terminal, None, "", None, address)
        return terminal, asyncio.ensure_future(guarded(session))

    first, second, third = at("1"), at("1"), at("1")
    await until(third[1].done)
    assert "from your address" in third[0].output
    fourth, fifth = at("2"), at("3")
    await until(fifth[1].done)
    assert "places are taken" in fifth[0].output
    first[0].end("")
    await until(first[1].done)
    sixth = at("3")
    await asyncio.sleep(0)
    assert not sixth[1].done()
    for terminal, task in (second, fourth, sixth):
        terminal.end("")
        await task


@needs_ssh
async def test_nothing_but_sessions_is_offered(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, sessions):
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with asyncssh.connect(
            "127.0.0.1", front.port, known_hosts=None, client_keys=[key], config=None, agent_path=None
        ) as connection:
            with pytest.raises(asyncssh.Error):
                await connection.start_sftp_client()
            with pytest.raises(asyncssh.Error):
                await connection.open_connection("127.0.0.1", front.port)
            with pytest.raises(asyncssh.Error):
                await connection.open_unix_connection("/tmp/x")
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
            with pytest.raises(asyncssh.Error):
                await connection.create_session(asyncssh.SSHClientSession, subsystem="netconf")
        assert sessions == []


@needs_ssh
@pytest.mark.parametrize(
    "command", ["sh", "scp -t /tmp", "../help", "/etc/passwd", "", "help; id", "'", "he\u202elp", "x" * 5000]
)
async def test_only_known_words_are_run(tmp_path: Path, command: str) -> None:
    async with serving(tmp_path, words=frozenset({"help", "tables"})) as (front, sessions):
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with asyncssh.connect(
            "127.0.0.1", front.port, known_hosts=None, client_keys=[key], config=None, agent_path=None
        ) as connection:
            done = await connection.run(command or "''")
        assert done.exit_status == 2
        assert "Known are: help, tables" in str(done.stdout)
        assert sessions == []


@needs_ssh
async def test_files_are_not_copied(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, _):
        command = ssh_command(front.port)
        words = ["-F", "none", "-P", str(front.port), *command[command.index("-o") : -1]]
        for old in ("-O", "-s"):
            copying = await asyncio.create_subprocess_exec(
                "scp", old, *words, "player@127.0.0.1:/etc/passwd", tmp_path, stderr=subprocess.DEVNULL
            )
            assert await asyncio.wait_for(copying.wait(), 5) != 0
        assert not (tmp_path / "passwd").exists()
