"""The command line: what its help tells, whom it seats, and how it says that a replay holds."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from engine import replay
from tests.test_replay import whole
from tui import cli, local

PARSER = cli.parser()
COMMANDS: dict[str, argparse.ArgumentParser] = next(
    dict(action.choices) for action in PARSER._actions if isinstance(action, argparse._SubParsersAction)
)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_explains_every_argument_and_names_every_default(command: str) -> None:
    for action in COMMANDS[command]._actions:
        assert action.help, action.dest
        if action.default not in (None, False, "", [], argparse.SUPPRESS):
            assert (
                f"(default: {action.default:g})" in action.help
                if isinstance(action.default, float)
                else (f"(default: {action.default})" in action.help)
            ), action.dest


def test_the_help_says_where_the_options_of_a_game_are_named() -> None:
    for command in ("play", "simulate"):
        assert "the last lines of its rules name them" in " ".join(COMMANDS[command].format_help().split())


@pytest.mark.parametrize(
    ("words", "others"), [("", []), ("--bots greedy", ["greedy"]), ("--bots strong,here", ["strong", "here"])]
)
def test_only_bots_that_are_named_ask_for_a_seat(
    words: str, others: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def play(*given: Any, **more: Any) -> int:
        asked.extend(given)
        return 0

    monkeypatch.setattr(local, "play", play)
    assert cli.main(["play", "tranquility", *words.split()]) == 0
    assert asked[1:3] == [None, others]


def test_too_many_bots_are_refused_before_anything_begins(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "sixteen", "--bots", "greedy,greedy,greedy,strong"]) == 1
    assert "Sixteen is for 2 to 4 seats, not 5." in capsys.readouterr().err


@pytest.mark.parametrize("name", ["tranquility", "sixteen"])
def test_a_replay_that_holds_is_said_in_sentences(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = whole(name)
    file = tmp_path / "game.hush"
    file.write_text(replay.write(written), encoding="utf-8")
    assert cli.main(["verify", str(file)]) == 0
    named, held, ended = capsys.readouterr().out.splitlines()
    assert named.startswith(f"{file}: {written.game.title}, Ada, Bo: the second, ")
    assert held.startswith(f"All {len(written.plies)} moves follow the rules")
    assert ("together." in ended) is written.game.co_operative
    assert "plies" not in held
    assert "winners" not in ended


def test_a_replay_that_does_not_hold_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.hush"
    file.write_text(replay.write(whole("sixteen")).replace(" pass", " stop", 1), encoding="utf-8")
    assert cli.main(["verify", str(file)]) == 1
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)
