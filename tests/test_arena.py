"""Bots against bots: fair seating, counted results, and the command that shows them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import count
from typing import Any

import pytest

from engine import arena, registry
from engine.arena import Played
from engine.bots import Question
from engine.game import Outcome, Refused
from engine.match import Match
from tui import cli

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


def test_the_time_of_a_game_is_read_from_the_clock_that_was_passed() -> None:
    ticks = count()
    played = list(arena.play(SIXTEEN, 2, ["random"], 3, 1, {}, lambda: float(next(ticks))))
    assert [one.seconds for one in played] == [1.0, 1.0, 1.0]


def test_results_are_counted_by_bot_and_scores_by_seat() -> None:
    def ended(levels: tuple[str, ...], winners: tuple[int, ...], scores: tuple[int, ...]) -> Played:
        return Played(levels, Outcome(winners, scores, (1, 1), "Over."), 10, 0.5)

    tally = arena.tally(
        SIXTEEN,
        2,
        ["a", "b"],
        [
            ended(("a", "b"), (0,), (0, 10)),
            ended(("b", "a"), (1,), (30, 0)),
            ended(("a", "b"), (0, 1), (6, 5)),
            Played(("b", "a"), None, 50, 2.5),
        ],
    )
    assert tally.wins == {"a": 3, "b": 1}
    assert tally.mean_scores == (12.0, 5.0)
    assert (tally.shared_wins, tally.unfinished, tally.games) == (1, 1, 4)
    assert (tally.mean_plies, tally.plies_per_second) == (20.0, 20.0)


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
        *("mean_plies", "unfinished", "seconds", "plies_per_second"),
    ]
    assert printed["bots"] == ["greedy", "random"]
    assert (printed["games"], printed["seats"], printed["seed"]) == (6, 3, 2)
    assert sum(printed["wins"].values()) >= 6
    assert len(printed["mean_scores"]) == 3


def test_the_command_prints_a_table_and_draws_no_bar_into_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "sixteen", "--games", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == "Sixteen, 2 seats, 2 games, seed 1"
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


def test_a_bar_is_drawn_on_a_terminal_and_the_output_stays_clean() -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-c", "from tui.cli import main; raise SystemExit(main())"]
    words = ["simulate", "sixteen", "--games", "3", "--json"]
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen([*command, *words], stdout=subprocess.PIPE, stderr=theirs, env=environ) as process:
        os.close(theirs)
        drawn = b""
        while chunk := _read(ours):
            drawn += chunk
        out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    assert b"Playing" in drawn
    assert json.loads(out)["games"] == 3


def _read(terminal: int) -> bytes:
    """What comes next; nothing when the other side is closed."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
