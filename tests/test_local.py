"""Playing in this terminal: what is kept of it, when it ends well and when it does not."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

import net.local
from engine import replay
from net.client import Client, Update
from tests.terminals import Tmux, needs_tmux, until
from tui import local

ROOT = Path(__file__).parent.parent
PROGRAM = "from tui.cli import main; raise SystemExit(main())"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "hushtable"


def kept(data: Path) -> list[Path]:
    return list(data.glob("replays/*.hush"))


def in_the_way(data: Path) -> None:
    data.write_text("a file stands in the place of the folder")


async def played(client: Client, most: int = 10_000) -> int:
    """Play first legal actions until the game is over, or so many; how many."""
    done = 0
    async for update in client.updates():
        assert isinstance(update, Update)
        if update.outcome or done == most:
            break
        if update.seat in update.to_act:
            await client.act(str(client.game.legal_actions(update.view)[0]), update.serial)
            done += 1
    return done


async def test_a_finished_game_is_kept_at_once_and_once(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with local._here(pace=0) as host:
        client = await host.begin("sixteen", ["here", "greedy"], {}, 5, None)
        await played(client)
        await until(lambda: kept(data))  # the window may be closed at any moment
        ((table, text),) = host.finished()
        assert table == client.table
        assert not list(host.finished({table}))
    async with local._here(pace=0) as host:
        assert not list(host.finished()), "it is not listed for ever"
    (file,) = kept(data)
    assert file.read_text() == text
    assert replay.verify(replay.read(file.read_text())).outcome()
    assert capsys.readouterr().out.count(str(file)) == 1


async def test_a_game_goes_on_where_it_was_when_the_program_ended(data: Path) -> None:
    async with local._here(pace=600) as host:
        client = await host.begin("silencio", ["here Ann", "greedy"], {}, 5, None)
        assert await played(client, 1) == 1  # then a bot thinks
        before = host._lobby.tables[client.table].match.state
        assert host.forgets == ""
    async with local._here(pace=600) as host:
        again = await host.sit(client.table)
        assert again.seats == (0,)
        assert host._lobby.tables[client.table].match.state == before
        assert [chair and chair.name for chair in host._lobby.tables[client.table].chairs] == ["Ann", "Bot Abe"]
    assert kept(data) == []


async def test_games_that_nobody_had_begun_and_the_oldest_do_not_pile_up(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net.local, "WAITING", 2)
    begun = []
    async with local._here(pace=0) as host:
        await host.begin("sixteen", ["here", "greedy"], {}, 5, None)
        for _ in range(3):
            client = await host.begin("sixteen", ["here", "greedy"], {}, 5, None)
            await played(client, 1)
            begun.append(client.table)
    async with local._here(pace=0) as host:
        assert list(host._lobby.tables) == begun[1:]


async def test_a_second_window_says_that_it_keeps_no_games(data: Path) -> None:
    async with local._here() as first, local._here() as second:
        assert first.forgets == ""
        assert second.forgets.startswith("Games end with this window: another window of Hushtable")
        await second.begin("sixteen", ["here", "greedy"], {}, 5, None)


async def test_where_nothing_can_be_written_one_plays_all_the_same(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    in_the_way(data)
    async with local._here(pace=0) as host:
        assert host.forgets.startswith("Games end with this window. ")
        await played(await host.begin("sixteen", ["here", "greedy"], {}, 5, None))
    assert "could not be kept" in capsys.readouterr().out


@needs_tmux
async def test_kill_9_of_a_game_in_a_terminal_loses_nothing(data: Path) -> None:
    program = f"XDG_DATA_HOME={data.parent} LANG=C.UTF-8 {sys.executable} -c '{PROGRAM}'"
    pid = data.parent / "pid"
    with Tmux.started() as tmux:
        tmux.type(f"cd {ROOT}; {program} play sixteen --bots greedy --seed 52 & echo $! > {pid}; fg")
        tmux.press("Enter")
        await tmux.shows("Your turn")
        tmux.press("Enter")
        await tmux.shows("29 tiles · you")
        kill(pid)
        tmux.type(f"reset; {program}")
        tmux.press("C-j")  # kill -9 leaves the terminal raw
        await tmux.shows("Your tables")
        tmux.press("Enter")
        await tmux.shows("29 tiles · you")
        tmux.press("q")
        await tmux.shows("Your tables")
        tmux.press("q")
        await until(lambda: "Your tables" not in tmux.text)


def kill(pid: Path) -> None:
    os.kill(int(pid.read_text()), signal.SIGKILL)
