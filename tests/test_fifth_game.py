"""A fifth game touches three sources: engine/<game>/, tui/boards/<game>.py and tests/test_<game>.py.

The toy here has only the first, and is found, played, counted, replayed and held to the contract by its name alone.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import arena, bots, registry, replay, scenario
from engine.game import Refused
from engine.match import Match
from tests import courses, test_games, test_secrets

IN_ANOTHER_PROCESS = {"test_a_game_is_the_same_in_every_process"}  # where the toy's folder is not known


def contract() -> list[Callable[..., None]]:
    """The conformance tests that ask for a game, or for a game and its seats."""
    tests = [
        test
        for module in (test_games, test_secrets)
        for name, test in vars(module).items()
        if name.startswith("test_") and callable(test) and name not in IN_ANOTHER_PROCESS
    ]
    return [test for test in tests if set(signature(test).parameters) <= {"name", "seats"}]


@pytest.fixture
def lantern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The toy in a folder of its own, on the path of the package `engine` while a test runs."""
    shutil.copytree(Path(__file__).parent / "lantern", tmp_path / "lantern")
    monkeypatch.setattr(engine, "__path__", [*engine.__path__, str(tmp_path)])
    yield "lantern"
    courses.course.cache_clear()
    for module in [name for name in sys.modules if name.startswith("engine.lantern")]:
        del sys.modules[module]
    vars(engine).pop("lantern", None)


def test_the_game_is_found_by_its_folder_and_gone_without_it(lantern: str) -> None:
    assert lantern in registry.names()
    assert registry.game(lantern).title == "Lantern"
    assert list(registry.bots(lantern)) == ["random", "highest"]


def test_without_its_folder_there_is_no_such_game() -> None:
    with pytest.raises(Refused, match="There is no game"):
        registry.game("lantern")


@pytest.mark.parametrize("test", contract(), ids=lambda test: test.__name__)
def test_the_game_is_held_to_the_contract_of_all_games(lantern: str, test: Callable[..., None]) -> None:
    if "seats" not in signature(test).parameters:
        test(lantern)
        return
    for seats in registry.game(lantern).seats:
        test(lantern, seats)


def test_the_game_can_be_played_replayed_and_set_up_from_a_file(lantern: str) -> None:
    game = registry.game(lantern)
    match = Match(game, 2, 5, {"deal": "3"})
    for _ in arena.moves(match, [bots.random] * 2, 1):
        pass
    text = replay.write(replay.of(match, ["Ada", "Bo"]))
    assert replay.verify(replay.read(text)).outcome() == match.outcome()
    (read,) = scenario.read(
        """
        game = "lantern"
        seats = 2
        position = { hands = ["c3", "c4"], laid = ["", ""], turn = 1 }
        [[step]]
        seat = 1
        do = "lay c3"
        legal = ["lay c3"]
        sees = { seat = 2, has = ["c3", "c4"], lacks = ["c5"] }
        [[step]]
        seat = 2
        do = "lay c4"
        then = { over = true, winners = [2], scores = [3, 4] }
        """
    )
    assert scenario.check(read) is None


def test_the_game_can_be_simulated(lantern: str) -> None:
    game = registry.game(lantern)
    played = arena.play(game, 2, ["highest", "random"], 10, 1, {}, clock=lambda: 0.0)
    assert arena.tally(game, 2, ["highest", "random"], played).unfinished == 0


def test_the_contract_is_broken_by_a_game_that_shows_what_is_hidden(
    lantern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The conformance tests can fail: a number that follows from the hidden hands is found, and so is a card told."""
    game = registry.game(lantern)
    honest_view, honest_apply = type(game).view, type(game).apply

    def leaking(self: object, state: Any, seat: int | None) -> Any:
        shown = honest_view(game, state, seat)
        return replace(shown, counts=tuple(sum(card.number for card in hand) for hand in state.hands))

    def telling(self: object, state: Any, seat: int, action: Any) -> Any:
        step = honest_apply(game, state, seat, action)
        also = [replace(step.notices[0], event=replace(step.notices[0].event, card=card)) for card in state.rest]
        return replace(step, notices=(*step.notices, *also))

    with monkeypatch.context() as patch:
        patch.setattr(type(game), "view", leaking)
        with pytest.raises(AssertionError):
            test_secrets.test_dealing_anew_what_a_seat_cannot_see_leaves_its_view_equal(lantern, 2)
    courses.course.cache_clear()
    monkeypatch.setattr(type(game), "apply", telling)
    with pytest.raises(AssertionError):
        test_secrets.test_nothing_is_told_that_the_view_does_not_know(lantern, 2)


def test_the_contract_is_broken_by_a_game_whose_redeal_changes_what_is_seen(
    lantern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.game(lantern)
    monkeypatch.setattr(type(game), "redealt", lambda self, view, rng: game.setup(2, 1, {"deal": "2"}))
    with pytest.raises(AssertionError):
        test_secrets.test_dealing_anew_what_a_seat_cannot_see_leaves_its_view_equal(lantern, 2)
