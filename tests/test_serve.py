"""A house opens, stays open whatever dies in it, and leaves nothing behind when it closes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncssh
import pytest

from engine.game import Refused
from net import logbook, serve
from net.client import Pause, Update
from net.front import CLOSING
from net.join import over_ssh
from net.remote import RemoteHost
from net.store import FILE
from tests.courses import is_sentence
from tests.house_front import COMMAND
from tests.houses import first, play

SECONDS = 90  # a limit, not a wait


@dataclass
class Open:
    """A house in this process's charge."""

    folder: Path
    process: asyncio.subprocess.Process
    port: int
    fingerprint: str

    def children(self) -> dict[str, int]:
        """Process ids by what they do, fronts and engine."""
        found: dict[str, int] = {}
        for pid in _children(self.process.pid):
            found["engine" if "net.engine_process" in _command(pid) else f"front {pid}"] = pid
        return found


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


async def until(condition: Callable[[], bool]) -> None:
    """For what only the system can tell: looked at again and again, within the limit of the test."""
    while not condition():  # noqa: ASYNC110 - no event tells of the end of another process's children
        await asyncio.sleep(0.02)


@pytest.fixture(autouse=True)
def _nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs these tests: their keys and agent stay out of them."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Open]:
    with folder.with_name("house.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *COMMAND, "house", str(folder), "0", stdout=asyncio.subprocess.PIPE, stderr=log
        )
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), SECONDS)).decode()
        words = line.split()
        assert words[:2] == ["ssh", "-p"], folder.with_name("house.log").read_text()
        assert words[3] == "NAME@127.0.0.1"
        yield Open(folder, process, int(words[2]), words[4])
    finally:
        if process.returncode is None:
            process.terminate()
            await asyncio.wait_for(process.wait(), 30)


class _Keyless(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        return []


@asynccontextmanager
async def visiting(house: Open, name: str = "ada") -> AsyncIterator[asyncssh.SSHClientProcess[str]]:
    """An SSH session with a terminal, by a guest without a key."""
    async with asyncssh.connect(
        "127.0.0.1", house.port, username=name, known_hosts=None, client_factory=_Keyless, config=None
    ) as connection:
        yield await connection.create_process(term_type="xterm")


async def trusted(fingerprint: str) -> bool:
    return True


async def joined(house: Open, home: Path, person: str) -> RemoteHost:
    """A distant Hushtable of somebody with a key of their own."""
    connect = over_ssh("127.0.0.1", house.port, trusted, person, home / "known_hosts", home / f"key of {person}")
    return await RemoteHost.enter(connect, patience=20)


async def test_people_come_in_by_ssh_and_meet_at_the_tables_of_one_engine(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house:
        assert house.fingerprint.startswith("SHA256:")
        fronts: set[str] = set()
        async with contextlib.AsyncExitStack() as visits:
            processes = [await visits.enter_async_context(visiting(house, f"ada{n}")) for n in range(12)]
            for process in processes:
                hello = (await process.stdout.readline()).split()
                assert hello[0] == "hello"
                fronts.add(hello[-1])
            host = await joined(house, tmp_path / "home", "bo")
            await host.open("sixteen", ["here", "open"], {})
            processes[0].stdin.write("x")
            assert await processes[0].stdout.readline() == "1 tables\r\n"
            await host.close()
        assert len(fronts) == 2  # both share the port


async def test_distant_hushtables_play_a_whole_game_through_the_fronts(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house:
        ada, bo = [await joined(house, tmp_path / "home", name) for name in ("ada", "bo")]
        mine = await ada.open("sixteen", ["here", "open"], {})
        theirs = await bo.sit(mine.table)
        ends = await asyncio.gather(play(mine, 1), play(theirs, 2))
        assert ends[0].outcome == ends[1].outcome
        for host in (ada, bo):
            await host.close()


async def test_an_engine_that_is_killed_is_back_within_two_seconds_and_no_terminal_is_dropped(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house, visiting(house) as terminal:
        await terminal.stdout.readline()
        host = await joined(house, tmp_path / "home", "ada")
        client = await host.open("sixteen", ["here", "here Ben"], {})
        updates = client.updates()
        before = await anext(updates)
        waiting = asyncio.ensure_future(anext(updates))
        engine = house.children()["engine"]
        loop = asyncio.get_running_loop()
        os.kill(engine, signal.SIGKILL)
        began = loop.time()
        assert isinstance(await waiting, Pause)
        after = await anext(updates)
        assert loop.time() - began < 2
        assert isinstance(before, Update)
        assert isinstance(after, Update)
        assert after.view == before.view
        assert house.children()["engine"] != engine
        terminal.stdin.write("x")
        line = await terminal.stdout.readline()
        assert line in ("paused\r\n", "1 tables\r\n")
        await host.close()


async def test_a_front_that_dies_is_back_within_two_seconds_and_the_others_notice_nothing(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house, contextlib.AsyncExitStack() as visits:
        terminals: dict[str, asyncssh.SSHClientProcess[str]] = {}
        while len(terminals) < 2:
            terminal = await visits.enter_async_context(visiting(house))
            terminals[(await terminal.stdout.readline()).split()[-1]] = terminal
        before = house.children()
        dying, staying = terminals
        loop = asyncio.get_running_loop()
        os.kill(int(dying), signal.SIGKILL)
        began = loop.time()
        await until(lambda: f"front {dying}" not in house.children() and len(house.children()) == 3)
        while True:  # until the new one, too, lets people in
            terminal = await visits.enter_async_context(visiting(house))
            if (await terminal.stdout.readline()).split()[-1] not in (dying, staying):
                break
        assert loop.time() - began < 3  # two, and what the logins take
        assert house.children()["engine"] == before["engine"]
        terminals[staying].stdin.write("x")
        assert await terminals[staying].stdout.readline() == "0 tables\r\n"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda how: how.name)
async def test_a_house_that_closes_tells_everybody_and_leaves_nothing_running(
    tmp_path: Path, how: signal.Signals
) -> None:
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house, visiting(house) as terminal:
        await terminal.stdout.readline()
        children = house.children()
        assert len(children) == 3
        house.process.send_signal(how)
        assert CLOSING in await terminal.stdout.read()
        assert await house.process.wait() == 0
        assert [_command(pid) for pid in children.values() if _command(pid)] == []
        assert {path.name for path in house.folder.iterdir()} == {"host_key", "lock", FILE}
    assert "Traceback" not in (tmp_path / "house.log").read_text()


async def test_when_the_house_itself_is_killed_its_processes_end_too(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house:
        children = house.children()
        house.process.kill()
        await house.process.wait()
        await until(lambda: not any(_command(pid) for pid in children.values()))


# --- what cannot be opened


async def refused(house: serve.House) -> str:
    with pytest.raises(serve.ServeError) as error:
        async with asyncio.timeout(SECONDS):
            await serve.serve(house, lambda address: None, asyncio.Event())
    assert is_sentence(str(error.value))
    return str(error.value)


async def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as other:
        port = other.getsockname()[1]
        sentence = await refused(serve.House(tmp_path / "house", COMMAND, "127.0.0.1", port))
    assert sentence == f"Port {port} is in use already; choose another with --port."


@pytest.mark.parametrize("port", [-1, 65_536, 10**12])
async def test_a_port_that_cannot_be_is_refused(tmp_path: Path, port: int) -> None:
    sentence = await refused(serve.House(tmp_path / "house", COMMAND, "127.0.0.1", port))
    assert sentence == f"There is no port {port}; ports go from 1 to 65535."


@pytest.mark.parametrize("fronts", [-3, 0, 65])
async def test_a_number_of_fronts_that_cannot_be_is_refused(tmp_path: Path, fronts: int) -> None:
    sentence = await refused(serve.House(tmp_path / "house", COMMAND, "127.0.0.1", 0, fronts))
    assert sentence == f"A house has between 1 and 64 fronts, not {fronts}."
    assert not (tmp_path / "house").exists()


@pytest.mark.parametrize("port", [-1, 99_999_999])
async def test_a_port_for_counters_that_cannot_be_is_refused(tmp_path: Path, port: int) -> None:
    arguments = ("--metrics", str(port))
    sentence = await refused(serve.House(tmp_path, COMMAND, "127.0.0.1", 0, engine_arguments=arguments))
    assert sentence.startswith(f"There is no port {port} ")


async def test_a_log_that_is_full_is_put_aside_when_a_house_opens(tmp_path: Path) -> None:
    file = tmp_path / "house.log"
    with file.open("wb") as full:
        full.truncate(logbook.LARGEST + 1)
    house = serve.House(tmp_path / "house", COMMAND, "127.0.0.1", 0, log=file)
    stopped = asyncio.Event()
    async with asyncio.timeout(SECONDS):
        serving = asyncio.create_task(serve.serve(house, lambda address: None, stopped))
        try:
            await until((tmp_path / "house.log.1").exists)
            stopped.set()
            await serving
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
    assert (tmp_path / "house.log.1").stat().st_size > logbook.LARGEST
    assert file.stat().st_size < 10_000


async def test_a_host_key_that_cannot_be_read_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "host_key").write_text("no key")
    sentence = await refused(serve.House(tmp_path, COMMAND, "127.0.0.1", 0))
    assert sentence.startswith(f"{tmp_path / 'host_key'} is no key that can be read.")
    assert (tmp_path / "host_key").read_text() == "no key"


async def test_an_address_that_is_not_ours_is_named(tmp_path: Path) -> None:
    assert "203.0.113.7" in await refused(serve.House(tmp_path / "house", COMMAND, "203.0.113.7", 0))


async def test_a_damaged_database_is_named_and_nothing_is_started_again(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"x" * 5_000)
    assert "is damaged" in await refused(serve.House(tmp_path, COMMAND, "127.0.0.1", 0))


async def test_a_front_that_does_not_start_ends_the_house(tmp_path: Path) -> None:
    sentence = await refused(serve.House(tmp_path, (sys.executable, "-c", "pass"), "127.0.0.1", 0))
    assert sentence == "The front 1 does not start; the log says why."


async def test_what_dies_again_and_again_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "WAITS", (0.0, 0.0, 0.01))
    program = "import os, sys; os.write(int(sys.argv[sys.argv.index('--line') + 1]), b'ready \\n')"
    sentence = await refused(serve.House(tmp_path, (sys.executable, "-c", program), "127.0.0.1", 0))
    assert sentence == "The front 1 ends again and again; the log says why."


# --- who joins from elsewhere


async def test_an_unknown_host_is_asked_about_once_and_then_known(tmp_path: Path) -> None:
    asked: list[str] = []

    async def ask(fingerprint: str) -> bool:
        asked.append(fingerprint)
        return True

    known = tmp_path / "known_hosts"
    known.write_text("[other]:2222 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGarbage")  # a last line left open
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house:
        for _ in range(2):
            host = await RemoteHost.enter(over_ssh("127.0.0.1", house.port, ask, "ada", known))
            assert host.name == "ada"
            await host.close()
        assert asked == [house.fingerprint]
        assert len(known.read_text().splitlines()) == 2


async def test_a_host_that_is_not_trusted_or_has_another_key_is_refused(tmp_path: Path) -> None:
    async def no(fingerprint: str) -> bool:
        return False

    async def never(fingerprint: str) -> bool:
        raise AssertionError

    known = tmp_path / "known_hosts"
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house:
        with pytest.raises(Refused, match="is not known, so nothing was sent"):
            await RemoteHost.enter(over_ssh("127.0.0.1", house.port, no, "ada", known))
        assert not known.exists()
        other = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode()
        known.write_text(f"[127.0.0.1]:{house.port} {other}")
        with pytest.raises(Refused, match="is not the one in your known_hosts") as changed:
            await RemoteHost.enter(over_ssh("127.0.0.1", house.port, never, "ada", known))
        assert house.fingerprint in str(changed.value)


async def test_a_host_that_does_not_answer_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(Refused, match="The house cannot be reached: ") as unreachable:
            await RemoteHost.enter(over_ssh("127.0.0.1", port, trusted, "ada", tmp_path / "known_hosts"))
    assert is_sentence(str(unreachable.value))
    assert "Errno" not in str(unreachable.value)


async def test_a_link_that_is_cut_is_made_again_through_another_front(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), opened(tmp_path / "house") as house:
        host = await joined(house, tmp_path / "home", "ada")
        client = await host.open("sixteen", ["here", "here Ben"], {})
        before = await first(client)
        for name, pid in house.children().items():
            if name != "engine":
                os.kill(pid, signal.SIGKILL)
        after = await first(client)
        assert after.serial == before.serial
        await host.close()
