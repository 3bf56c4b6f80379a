"""What people and their programs may do to the door, the screen and each other, and what must hold then."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from net.guards import limited
from net.session import Session
from net.ssh import Limits
from net.terminal import RESTORE, HungUp
from tests.terminals import (
    CLEAN,
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
from tests.toys import ToyApp
from tui.hosted import HostedApp
from tui.keyboard import PASTE_LIMIT, Keyboard


def understood(*pieces: str) -> list[Message]:
    keyboard = Keyboard()
    return [message for piece in pieces for message in keyboard.feed(piece)]


def keys(*pieces: str) -> list[str]:
    return [message.key for message in understood(*pieces) if isinstance(message, events.Key)]


ANSWERS = [
    "\x1b[?64;1;2;6;9;15;18;21;22c",  # what are you
    "\x1b[>1;4600;0c",
    "\x1bP>|tmux 3.3a\x1b\\",  # which version
    "\x1bP1+r524742=38\x1b\\",
    "\x1b]11;rgb:1e1e/1e1e/2e2e\x07",  # which background
    "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
    "\x1b]4;1;rgb:0000/0000/0000\x1b\\",
    "\x1b[24;80R",  # where is the cursor
    "\x1b[?2026;2$y",  # which modes
    "\x1b[?2048;1$y",
    "\x1b[?31u",  # which keys
    "\x1b[8;24;80t",  # how large
    "\x1b[4;600;800t",
    "\x1b[48;20000;20000;1;1t",  # the size changed, in band
    "\x1b[48;0;0;0;0t",
    "\x1b_Gi=1;OK\x1b\\",  # pictures
    "\x1b[I",  # the focus
    "\x1b[O",
    "\x1b[0n",
    "\x1b[M !!",  # a mouse of old
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_of_a_terminal_is_never_a_key(answer: str) -> None:
    assert understood(answer) == []
    assert keys(answer, answer, "a") == ["a"]
    assert keys("a" + answer + "b") == ["a", "b"]


@pytest.mark.parametrize("answer", [answer for answer in ANSWERS if answer != "\x1b[M !!"])
def test_an_answer_in_pieces_is_never_a_key(answer: str) -> None:
    assert keys(*answer, "a") == ["a"]
    for cut in range(1, len(answer)):
        assert keys(answer[:cut], answer[cut:], "a") == ["a"]


def test_a_size_that_is_typed_is_no_size() -> None:
    assert understood("\x1b[48;20000;20000;1;1t", "\x1b[48;24:1;80:2;1;1t") == []


def test_every_key_of_a_game_is_understood_whole_and_in_pieces() -> None:
    wanted = {
        "\x1b[A": "up",
        "\x1bOA": "up",
        "\x1b[B": "down",
        "\x1b[C": "right",
        "\x1b[D": "left",
        "\x1b[H": "home",
        "\x1b[5~": "pageup",
        "\x1b[3~": "delete",
        "\x1bOP": "f1",
        "\x1b[[A": "f1",
        "\x1b[Z": "shift+tab",
        "\x1b[1;5C": "ctrl+right",
        "\r": "enter",
        "\t": "tab",
        " ": "space",
        "\x7f": "backspace",
        "?": "question_mark",
        "7": "7",
        "Q": "Q",
        "\x03": "ctrl+c",
        "\x1ba": "alt+a",
        "é": "é",
    }
    for typed, key in wanted.items():
        assert keys(typed) == [key], typed
        assert keys(*typed) == [key], typed


def test_escape_is_a_key_when_nothing_follows() -> None:
    keyboard = Keyboard()
    assert list(keyboard.feed("\x1b")) == []
    patience = keyboard.patience
    assert patience is not None
    assert patience <= 0.2
    assert [message.key for message in keyboard.give_up() if isinstance(message, events.Key)] == ["escape"]
    assert keyboard.patience is None
    assert keys("\x1b\x1b[A") == ["escape", "up"]


def test_what_is_never_finished_is_forgotten() -> None:
    for unfinished in ("\x1b[200~abc", "\x1b]52;c;", "\x1b[1;", "\x1bP", "\x1b[?6", "\x1b["):
        keyboard = Keyboard()
        assert list(keyboard.feed(unfinished)) == []
        assert keyboard.patience is not None
        assert keyboard.patience < 1
        assert list(keyboard.give_up()) == []
        assert [type(message) for message in keyboard.feed("a")] == [events.Key]


def test_a_long_paste_is_one_event_of_limited_length() -> None:
    keyboard = Keyboard()
    assert list(keyboard.feed("\x1b[200~")) == []
    started = time.perf_counter()
    for _ in range(5000):
        assert list(keyboard.feed("x" * 1000)) == []
    assert time.perf_counter() - started < 1
    (paste, key) = keyboard.feed("\x1b[201~k")
    assert isinstance(paste, events.Paste)
    assert len(paste.text) == PASTE_LIMIT
    assert isinstance(key, events.Key)


def test_the_end_of_a_paste_is_found_in_pieces() -> None:
    assert [str(m.text) for m in understood(*"\x1b[200~a\x1b[Ab\x1b[201~") if isinstance(m, events.Paste)] == ["a[Ab"]


@given(st.lists(st.text(alphabet=st.sampled_from("\x1b[]OPM<>?0;~tRucAz\x07\\\x00\x9b é\r"), max_size=12), max_size=6))
def test_no_input_breaks_the_keyboard_or_makes_it_hold_on(pieces: list[str]) -> None:
    keyboard = Keyboard()
    for piece in pieces:
        list(keyboard.feed(piece))
    list(keyboard.give_up())
    assert keyboard.patience is None
    assert [m.key for m in keyboard.feed("k") if isinstance(m, events.Key)] == ["k"]


class Ear:
    """A factory of apps whose keys can be read."""

    def __init__(self) -> None:
        self.apps: list[ToyApp] = []

    def __call__(self, session: Session) -> HostedApp:
        self.apps.append(ToyApp(session))
        return self.apps[-1]


async def test_keys_work_within_a_second_after_a_flood_and_nobody_else_waits() -> None:
    flooding, other = Paper(), Paper()
    ear = Ear()
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
    ear = Ear()
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
    ear = Ear()
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
            await client.shows("Something went wrong on our side")
            assert b"toy crash" not in client.received
        assert any("toy crash" in str(record.exc_info) for record in caplog.records if record.levelno >= logging.ERROR)
        other.type("\x1b[C")
        await other.shows("cell 1")


@needs_ssh
@needs_tmux
@pytest.mark.parametrize(
    ("way", "sentence"),
    [("key", ""), ("crash", "Something went wrong on our side"), ("kick", "You came in from elsewhere.")],
)
async def test_every_way_out_leaves_a_clean_terminal(tmp_path: Path, way: str, sentence: str) -> None:
    with Tmux.started() as tmux:
        async with serving(tmp_path) as (front, sessions):
            tmux.type(" ".join(ssh_command(front.port)) + "; echo BACK")
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
            await tmux.shows("\nBACK")
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
    with Tmux.started() as tmux:
        async with serving(tmp_path) as (front, _), InPty.of(ssh_command(front.port)) as busy:
            tmux.type(" ".join(ssh_command(front.port)))
            tmux.press("Enter")
            await tmux.shows("Leave")
            await busy.shows("Leave")
            busy.type("b")  # this one does not answer any more
            started = time.perf_counter()
            await front.stop("The table is paused: we are back in a minute.", grace=0.5)
            assert time.perf_counter() - started < 4
            await tmux.shows("we are back in a minute")
            assert tmux.modes == CLEAN
            await until(lambda: b"\x1b[?1049l" in busy.received)


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


@needs_ssh
async def test_after_a_client_was_killed_nothing_runs_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, sessions):
        before = asyncio.all_tasks()
        async with InPty.of(ssh_command(front.port)) as client:
            await client.shows("Leave")
            client.process.kill()
            await until(lambda: front.sessions == 0)
            await until(lambda: asyncio.all_tasks() <= before)
            assert not sessions[0].terminal.is_open
            used = time.process_time()
            await asyncio.sleep(0.3)
            assert time.process_time() - used < 0.1


@needs_ssh
async def test_a_client_that_fell_silent_is_noticed(tmp_path: Path) -> None:
    limits = Limits(keepalive_seconds=0.15, keepalives_missed=2)
    async with serving(tmp_path, limits=limits) as (front, sessions), InPty.of(ssh_command(front.port)) as client:
        await client.shows("Leave")
        client.process.send_signal(signal.SIGSTOP)
        await until(lambda: not sessions[0].terminal.is_open, patience=3)
        await until(lambda: front.sessions == 0)


def test_by_default_a_silent_link_is_noticed_within_90_seconds() -> None:
    assert Limits().keepalive_seconds * (Limits().keepalives_missed + 1) <= 90


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


# --- doors


async def test_honest_people_get_in_while_strangers_hold_connections(tmp_path: Path) -> None:
    async with serving(tmp_path) as (front, _):
        strangers = []
        try:
            for _ in range(300):
                stranger = socket.socket()
                stranger.setblocking(False)
                await asyncio.get_running_loop().sock_connect(stranger, ("127.0.0.1", front.port))
                strangers.append(stranger)
            started = time.perf_counter()
            key = asyncssh.generate_private_key("ssh-ed25519")
            async with asyncssh.connect(
                "127.0.0.1", front.port, known_hosts=None, client_keys=[key], config=None, agent_path=None
            ):
                assert time.perf_counter() - started < 2
        finally:
            for stranger in strangers:
                stranger.close()


async def test_a_connection_that_does_not_log_in_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(login_seconds=0.3)) as (front, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", front.port)
        await asyncio.wait_for(reader.read(), 3)
        writer.close()


async def test_sessions_are_limited_in_all_and_per_address_and_the_reason_is_said() -> None:
    async def wait(session: Session) -> int:
        await session.terminal.read()
        return 0

    guarded = limited(wait, total=3, per_address=2)

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
        assert done.exit_status == 1
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
