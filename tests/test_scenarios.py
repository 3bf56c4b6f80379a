"""Every position file in tests/scenarios holds, scenario by scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import registry, scenario
from engine.game import Refused
from engine.scenario import Scenario

FILES = sorted((Path(__file__).parent / "scenarios").glob("**/*.toml"))


def read(file: Path) -> tuple[Scenario, ...]:
    try:
        return scenario.read(file.read_text(encoding="utf-8"))
    except Refused:
        return ()  # reported by the test on the file


CASES = [(file, one) for file in FILES for one in read(file)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_position_file_can_be_read(file: Path) -> None:
    assert scenario.read(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("one", [one for _, one in CASES], ids=[f"{file.stem}: {one.title}" for file, one in CASES])
def test_a_scenario_holds(one: Scenario) -> None:
    assert scenario.check(one) is None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_titles_tell_scenarios_apart(file: Path) -> None:
    titles = [one.title for one in read(file)]
    assert len(set(titles)) == len(titles)


def test_every_game_has_scenarios() -> None:
    assert {one.game.name for _, one in CASES} == set(registry.names())
