"""Clients that speak SSH by the letter and against its sense: what they may not cost the others."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel
from asyncssh.packet import Boolean, String

from engine.game import Refused
from net import settings
from net.accounts import DiskAccounts
from net.files import text_of
from net.lobby import Lobby
from net.local import LocalHost
from net.session import Session
from net.settings import Doors
from net.store import DiskStore
from tests.courses import is_sentence
from tests.terminals import serving, until
from tui.line import LineMode

KEY = asyncssh.generate_private_key("ssh-ed25519")


def to(port: int) -> Any:
    return asyncssh.connect(
        "127.0.0.1", port, known_hosts=None, client_keys=[KEY], config=None, agent_path=None, username="stranger"
    )


async def opened(connection: asyncssh.SSHClientConnection, *, environ: Iterable[tuple[bytes, bytes]] = ()) -> Any:
    """A channel on which nothing was begun, only variables were sent."""
    channel: Any = SSHClientChannel(connection, asyncio.get_running_loop(), "strict", None, "strict", 65_536, 32_768)
    await channel._open(b"session")
    channel._session = asyncssh.SSHClientSession()
    for name, text in environ:
        channel.send_packet(asyncssh.constants.MSG_CHANNEL_REQUEST, String(b"env"), Boolean(False), String(name), text)
    return channel


async def test_a_channel_on_which_nothing_is_begun_does_not_hold_the_connection(tmp_path: Path) -> None:
    async with serving(tmp_path, doors=Doors(login_seconds=0.3)) as (front, _), to(front.port) as connection:
        await opened(connection)
        await asyncio.wait_for(connection.wait_closed(), 3)


async def test_channels_on_which_nothing_is_begun_win_no_time(tmp_path: Path) -> None:
    async with serving(tmp_path, doors=Doors(login_seconds=0.4)) as (front, _), to(front.port) as connection:
        began = time.monotonic()
        with contextlib.suppress(asyncssh.Error, OSError):
            while time.monotonic() - began < 3:
                channel = await opened(connection)
                channel.close()
                await channel.wait_closed()
        await asyncio.wait_for(connection.wait_closed(), 1)
        assert time.monotonic() - began < 2


async def test_after_a_session_there_is_time_for_another(tmp_path: Path) -> None:
    async def short(session: Session) -> int:
        await asyncio.sleep(0.3)
        return 0

    async with (
        serving(tmp_path, handler=short, doors=Doors(login_seconds=0.5)) as (front, sessions),
        to(front.port) as connection,
    ):
        for _ in range(3):  # in all longer than the time for beginning one
            await connection.run(term_type="xterm", encoding=None)
        assert len(sessions) == 3
        await asyncio.wait_for(connection.wait_closed(), 3)


async def test_a_session_that_has_begun_is_not_timed(tmp_path: Path) -> None:
    async with serving(tmp_path, doors=Doors(login_seconds=1)) as (front, sessions), to(front.port) as connection:
        await connection.create_process(term_type="xterm", encoding=None)
        await until(lambda: sessions)
        await asyncio.sleep(1.3)  # longer than a connection without a session may stay
        assert sessions[0].terminal.is_open


async def test_only_the_variables_that_are_looked_at_are_kept(tmp_path: Path) -> None:
    flood = [(b"WASTE%d" % number, String(b"x" * 30_000)) for number in range(50)]
    async with serving(tmp_path) as (front, _), to(front.port) as connection:
        await opened(connection, environ=[*flood, (b"LANG", String(b"x" * 30_000)), (b"NO_COLOR", String(b"1"))])
        (door,) = front._place.proven
        await until(lambda: door.channel and b"NO_COLOR" in door.channel._chan.get_environment_bytes())
        assert door.channel is not None
        kept = door.channel._chan.get_environment_bytes()
        assert set(kept) == {b"LANG", b"NO_COLOR"}
        assert sum(map(len, kept.values())) < 2_000


async def test_who_wants_every_byte_in_a_packet_of_its_own_is_not_served(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, sessions), to(front.port) as connection:
        with contextlib.suppress(asyncssh.Error, OSError):
            await connection.create_process(term_type="xterm", encoding=None, max_pktsize=2)
        await asyncio.wait_for(connection.wait_closed(), 3)
        assert sessions == []


async def test_signs_that_only_look_like_digits_are_refused_in_a_sentence() -> None:
    said: list[str] = []

    async def hear(line: str) -> None:
        said.append(line)

    async def typed() -> AsyncIterator[str]:
        for line in ("open sixteen bots=greedy", "stand in ² greedy", "open sixteen seats=²"):
            yield line

    host = LocalHost("Ada")
    try:
        await LineMode(host, hear).run(typed())
    finally:
        await host.close()
    assert [line for line in said if line.startswith("!")] == [
        "! Type stand in, the seat’s number, and a bot’s level.",
        "! “²” is no number of seats.",
    ]
    assert said[-1] == "Goodbye."


@pytest.mark.parametrize("plan", [("greedy", "greedy"), ("open", "open"), ("", "")])
async def test_nobody_opens_a_table_without_sitting_there(tmp_path: Path, plan: tuple[str, ...]) -> None:
    store = DiskStore(tmp_path)
    lobby = Lobby(store, accounts=DiskAccounts(store))
    try:
        with pytest.raises(Refused, match="sits there"):
            await lobby.host("SHA256:a", "Anna").open("sixteen", plan, {})
        assert not lobby.tables
    finally:
        await lobby.close()
        store.close()


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(Refused, match="too large"):
        text_of("/dev/zero")
    with pytest.raises(Refused, match="too large"):
        settings.read(Path("/dev/zero"))


@pytest.mark.parametrize(
    ("text", "why"), [(b"a=" + b"[" * 5_000, "brackets inside each other"), (b"a='\xff'", "no text in UTF-8")]
)
def test_settings_of_an_evil_form_are_refused_in_a_sentence(tmp_path: Path, text: bytes, why: str) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(text)
    with pytest.raises(Refused, match=why) as refused:
        settings.read(file)
    assert is_sentence(str(refused.value))
