"""Bots against bots: fair seating, counted results, and the command that shows them."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from engine import arena, registry
from engine.arena import Mean, Pace, Played
from engine.bots import Question
from engine.game import Outcome, Refused
from engine.match import Match
from tui import cli, contest

SIXTEEN = registry.game("sixteen")


def no_time() -> float:
    return 0.0


@pytest.mark.parametrize(("levels", "seats"), [(("a",), 4), (("a", "b"), 3), (("a", "b"), 4), (("a", "b", "c"), 3)])
def test_each_level_plays_each_seat_as_often(levels: tuple[str, ...], seats: int) -> None:
    tables = [arena.seating(levels, seats, number) for number in range(seats)]
    for level in levels:
        at = [sum(table[seat] == level for table in tables) for seat in range(seats)]
        assert len(set(at)) == 1, (level, at)
    assert all(Counter(table) == Counter(tables[0]) for table in tables)


def test_the_same_seed_gives_the_same_games() -> None:
    def results(seed: int) -> list[Played]:
        return list(arena.play(SIXTEEN, 3, ["greedy", "random"], 5, seed, {}, no_time))

    assert results(4) == results(4)
    assert results(4) != results(5)


def test_a_bot_remembers_every_event_it_was_shown_and_gets_its_own_view() -> None:
    seen: dict[int, list[int]] = {0: [], 1: []}

    def watching(question: Question[Any, Any, Any]) -> object:
        seat = question.view.seat
        seen[seat].append(len(question.memory))
        return question.legal[0]

    match = Match(SIXTEEN, 2, 3)
    for number, move in enumerate(arena.moves(match, [watching, watching], 1)):
        assert seen[move.seat][-1] == number, "each ply of Sixteen tells one event"
    assert match.outcome() is not None


def test_a_bot_that_answers_what_is_not_legal_is_our_own_mistake() -> None:
    match = Match(SIXTEEN, 2, 3)
    with pytest.raises(AssertionError, match="a bot answered"):
        next(arena.moves(match, [lambda question: SIXTEEN.parse("place r1")] * 2, 1))


def test_a_game_beyond_the_limit_is_unfinished() -> None:
    (played,) = arena.play(SIXTEEN, 3, ["random"], 1, 1, {}, no_time, limit=4)
    assert (played.outcome, played.plies) == (None, 4)
    assert arena.tally(SIXTEEN, 3, ["random"], [played]).unfinished == 1


def test_the_times_of_games_and_moves_are_read_from_the_clock_that_was_passed() -> None:
    ticks = count()
    played = list(arena.play(SIXTEEN, 2, ["greedy", "random"], 3, 1, {}, lambda: float(next(ticks))))
    for one in played:
        assert one.seconds == 2 * one.plies + 1, "the clock is read twice a game and twice a move"
        assert sum(pace.moves for pace in one.paces.values()) == one.plies
        assert {(pace.mean, pace.slowest) for pace in one.paces.values()} == {(1.0, 1.0)}
    both = played[0].paces["greedy"] + Pace(1, 5.0, 5.0)
    assert both.slowest == 5.0
    assert both.moves == played[0].paces["greedy"].moves + 1


def test_results_are_counted_by_bot_and_scores_by_seat() -> None:
    def ended(number: int, levels: tuple[str, ...], winners: tuple[int, ...], scores: tuple[int, ...]) -> Played:
        pace = Pace(5, number / 10, 0.1)
        return Played(number, levels, Outcome(winners, scores, (1, 1), "Over."), 10, 0.5, {"a": pace})

    tally = arena.tally(
        SIXTEEN,
        2,
        ["a", "b"],
        [
            ended(0, ("a", "b"), (0,), (0, 10)),
            ended(1, ("b", "a"), (1,), (30, 0)),
            ended(2, ("a", "b"), (0, 1), (6, 5)),
            Played(3, ("b", "a"), None, 50, 2.5),
        ],
    )
    assert tally.wins == {"a": 3, "b": 1}
    assert tally.mean_scores == (12.0, 5.0)
    assert (tally.shared_wins, tally.unfinished, tally.games) == (1, 1, 4)
    assert (tally.mean_plies, tally.plies_per_second) == (20.0, 20.0)
    assert (tally.scores["a"].value, tally.scores["b"].value) == (2.0, 15.0)
    assert tally.paces["a"].moves == 15
    assert tally.paces["a"].mean == pytest.approx(0.02)
    assert tally.paces["b"] == Pace()


def test_a_mean_knows_how_far_it_may_be_off() -> None:
    assert Mean.of([]) == Mean(0.0, 0.0)
    assert Mean.of([4]) == Mean(4.0, 0.0)
    sure = Mean.of([1, 2, 3, 4, 5])
    assert sure.value == 3.0
    assert sure.margin == pytest.approx(1.96 * (2.5 / 5) ** 0.5)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (400, 400, 0.9905, 1.0), (0, 0, 0.0, 1.0)],
)
def test_the_interval_of_a_chance_is_that_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert arena.interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_games_played_side_by_side_are_those_played_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = arena.contest(SIXTEEN, 3, ["greedy", "random"], 9, {})
    alone = [replace(one, seconds=0.0, paces={}) for one in contest.played(asked, 7, 1)]
    monkeypatch.setattr(contest, "ALONE", 0.0)
    beside = [replace(one, seconds=0.0, paces={}) for one in contest.played(asked, 7, 3)]
    assert sorted(beside, key=lambda one: one.number) == alone
    assert [one.number for one in alone] == list(range(7))


def test_a_bot_that_kills_its_process_ends_the_count_instead_of_holding_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(contest, "ALONE", 0.0)
    asked = arena.contest(SIXTEEN, 2, ["random"], 1, {})
    playing = contest.played(asked, 100_000, 2)
    next(playing)
    for child in multiprocessing.active_children():
        child.kill()
    with pytest.raises(Refused, match="has died"):
        for _ in playing:
            pass
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("levels", [[], ["random"] * 3, ["genius"]])
def test_a_table_that_cannot_be_is_refused_before_anything_is_played(levels: list[str]) -> None:
    with pytest.raises(Refused):
        arena.play(SIXTEEN, 2, levels, 1, 1, {}, no_time)


def test_the_command_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    command = "simulate sixteen --seats 3 --bots greedy,random --games 6 --seed 2 --options after_special=run --json"
    assert cli.main(command.split()) == 0
    printed = json.loads(capsys.readouterr().out)
    assert list(printed) == [
        *("game", "seats", "games", "bots", "seed", "wins", "mean_scores", "shared_wins"),
        *("mean_plies", "unfinished", "seconds", "plies_per_second", "ms_per_move", "slowest_ms"),
        *("win_interval", "score_by_bot", "score_margin", "limit", "options"),
    ]
    assert set(printed["ms_per_move"]) == {"greedy", "random"}
    assert all(0 < printed["ms_per_move"][level] <= printed["slowest_ms"][level] for level in ("greedy", "random"))
    assert printed["limit"] == 1.0
    assert printed["bots"] == ["greedy", "random"]
    assert (printed["games"], printed["seats"], printed["seed"]) == (6, 3, 2)
    assert sum(printed["wins"].values()) >= 6
    assert len(printed["mean_scores"]) == 3


def test_the_command_prints_a_table_and_draws_no_bar_into_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "sixteen", "--games", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == "Sixteen, 2 seats, 2 games, seed 1, after_special = tile"
    assert "random" in printed.out
    assert printed.err == ""


@pytest.mark.parametrize(
    "command",
    [
        "simulate chess",
        "simulate sixteen --bots genius",
        "simulate sixteen --seats 9",
        "simulate sixteen --seats 0",
        "simulate sixteen --games 0",
        "simulate sixteen --processes 0",
        "simulate sixteen --limit -1",
        "simulate sixteen --limit nan",
        "simulate sixteen --bots ,",
        "simulate sixteen --options after_special",
        "simulate sixteen --options after_special=sparrow",
    ],
)
def test_a_wrong_argument_is_one_line_on_stderr(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(command.split()) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1


def test_a_table_has_a_seat_for_every_bot_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "sixteen", "--bots", "random,greedy,greedy", "--games", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == 3


def test_a_bar_is_drawn_on_a_terminal_and_the_output_stays_clean() -> None:
    with simulating("--games", "3") as (process, terminal):
        drawn = b""
        while chunk := _read(terminal):
            drawn += chunk
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"Playing" in drawn
    assert b"left" in drawn
    assert json.loads(out)["games"] == 3


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_prints_what_was_played_so_far(processes: str) -> None:
    with simulating("--games", "1000000", "--processes", processes) as (process, terminal):
        drawn = b""
        wanted = rb"[1-9]\d{3,}/1000000"  # by then the other processes are at work
        while not re.search(wanted, drawn) and (chunk := _read(terminal)):
            drawn += chunk
        os.kill(process.pid, signal.SIGINT)
        while _read(terminal):
            pass
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    printed = json.loads(out)
    assert 1_000 <= printed["games"] < 1_000_000
    assert printed["wins"]["random"] == printed["games"]


@contextmanager
def simulating(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command with a terminal for stderr, and that terminal."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-c", "from tui.cli import main; raise SystemExit(main())"]
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    try:
        with subprocess.Popen(
            [*command, "simulate", "sixteen", "--json", *words], stdout=subprocess.PIPE, stderr=theirs, env=environ
        ) as process:
            os.close(theirs)
            yield process, ours
    finally:
        os.close(ours)


def _read(terminal: int) -> bytes:
    """What comes next; nothing when the other side is closed."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
