"""What every bot of every game keeps: it is honest, quick if it says so, called a bot, and what it is for is said."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from time import process_time
from typing import Any

import pytest

from engine import arena, bots, registry
from engine.bots import Question
from engine.match import Match
from engine.rng import Rng
from net.records import Chair
from net.table import BOT_NAMES, bot_chair
from net.words import NAME_CELLS, clean_name
from tests.courses import every_table
from tests.test_conventions import ROOT, imports, modules_reached

WORK = 60  # looks at the clock that a search has in these tests
QUICK_SECONDS = 0.002
HOLDERS = {f"engine.{name}" for name in ("match", "arena", "replay", "scenario")}  # of a state that is being played


class Rounds:
    """In place of a deadline: a search may look at it so many times, however long that takes."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.looks = 0

    def passed(self) -> bool:
        self.looks += 1
        return self.looks >= WORK

    def left(self) -> float:
        self.looks += 1
        return self.seconds * max(0.0, 1 - self.looks / WORK)


def asked(name: str, seats: int, seed: int) -> Iterator[tuple[Match, Question[Any, Any, Any]]]:
    """The questions of a game in which everybody is a quick bot, with what their seats have heard."""
    match = Match(registry.game(name), seats, seed)
    bot = registry.bot(name, registry.quick(name))
    memories: list[list[Any]] = [[] for _ in range(seats)]
    while waited := match.awaited():
        seat = min(waited)
        question: Question[Any, Any, Any] = Question(
            match.view(seat), match.legal(seat), tuple(memories[seat]), Rng(seed, match.serial), 1.0
        )
        yield match, question
        notices = match.play_checked(seat, bot(question))
        for other, memory in enumerate(memories):
            memory.extend(arena.told(notices, other))


@every_table
def test_a_bot_does_the_same_however_what_it_does_not_see_is_dealt(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.game(name)
    if registry.bots(name).keys() & {"strong"}:
        monkeypatch.setattr(import_module(f"engine.{name}.strong"), "Deadline", Rounds)
    swapped = 0
    for number, (match, question) in enumerate(asked(name, seats, 7)):
        if number % 9 != 4:
            continue
        seat = question.view.seat
        other = game.redealt(question.view, Rng(number, "swap"))
        swapped += other != match.state
        view = game.view(other, seat)
        for level, bot in registry.bots(name).items():
            here = Question(question.view, question.legal, question.memory, Rng(number, "luck"))
            there = Question(view, game.legal_actions(view), question.memory, Rng(number, "luck"))
            assert bot(here) == bot(there), (level, number)
    assert swapped, "something has to be hidden"


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("module", ["bot", "strong"])
def test_no_import_leads_a_bot_to_a_game_that_is_being_played(name: str, module: str) -> None:
    path = ROOT / f"engine/{name}/{module}.py"
    if not path.exists():
        return
    reached = modules_reached(path)
    assert not reached & HOLDERS
    for known in (path, *(ROOT / (module.replace(".", "/") + ".py") for module in reached)):
        assert not {found for found in imports(known) if found.split(".")[0] in ("net", "tui")}, known


def test_an_import_of_what_holds_a_game_would_be_found() -> None:
    assert "engine.match" in modules_reached(ROOT / "engine/arena.py")
    assert {f"engine.{path.stem}" for path in (ROOT / "engine").glob("*.py")} >= HOLDERS


@every_table
def test_a_quick_bot_answers_within_two_milliseconds(name: str, seats: int) -> None:
    """Of the core's time, the best of three: what else the machine does is not the bot's fault."""
    for level in set(bots.QUICK) & set(registry.bots(name)):
        bot = registry.bot(name, level)
        for number, (_, question) in enumerate(asked(name, seats, 3)):
            if number % 3 == 0:
                assert min(_seconds(bot, question) for _ in range(3)) < QUICK_SECONDS, (level, number)


def _seconds(bot: bots.Bot, question: Question[Any, Any, Any]) -> float:
    begun = process_time()
    bot(question)
    return process_time() - begun


@pytest.mark.parametrize("name", registry.names())
def test_every_level_is_said_in_a_few_words_and_one_of_them_is_quick(name: str) -> None:
    levels = list(registry.bots(name))
    assert levels == ["random", "greedy", "strong"]
    assert all(0 < len(bots.ABOUT[level]) <= 30 for level in levels)
    assert registry.quick(name) == "greedy"


def test_bots_have_short_names_of_their_own_that_say_what_they_are() -> None:
    chairs: list[Chair | None] = [Chair("anna", "Anna")]
    for _ in range(4):
        chairs.append(bot_chair("greedy", chairs))
    names = [chair.name for chair in chairs if chair and chair.bot]
    assert len(set(names)) == 4
    assert set(names) <= set(BOT_NAMES)
    assert all(name.startswith("Bot ") and len(name) + 2 <= NAME_CELLS for name in BOT_NAMES)


@pytest.mark.parametrize("typed", ["Bot Abe", "bot  bea", "BOT * Bot Cam", *BOT_NAMES])
def test_nobody_can_be_called_like_a_bot(typed: str) -> None:
    assert clean_name(typed) in {"Abe", "bea", "Cam", "Bea", "Dot", "Eli"}


def test_a_name_that_only_begins_with_the_same_letters_is_kept() -> None:
    assert clean_name("Botond") == "Botond"
    assert clean_name("Bot") == "Bot"
