"""Whole games as text that can be read and reviewed, one a number of seats, kept in tests/golden.

`python -m tests.test_playthroughs --write` makes them anew, of the games named after it or of all. The game told is the
shortest of some that bots played. The test plays what the file says: no bot is asked again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

from engine import arena, registry
from engine.game import AnyGame, Notice
from engine.match import Match
from engine.replay import result_text
from tests.courses import TABLES, every_table

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eva")
SEEDS_TRIED = 15
WIDTH = 118
LISTED = 30  # legal actions that are named; how many more there are is said


def file_of(name: str, seats: int) -> Path:
    return GOLDEN / f"{name}_{seats}.txt"


def playthrough(name: str, seats: int, seed: int, actions: Iterable[str]) -> str:
    """The text: of each position the sentences that are new. seed: of the shuffle; it stands in the first line."""
    game = registry.game(name)
    match = Match(game, seats, seed)
    lines = [f"{name}, {seats} seats, seed {seed}", ""]
    lines += [f"{NAMES[seat]}, seat {seat + 1}: {game.hand(match.view(seat))}" for seat in range(seats)]
    lines += folded("  ", *(known := position(match)))
    for number, action in enumerate(actions, 1):
        seat = min(match.awaited())
        legal = [str(listed) for listed in match.legal(seat)]
        notices = match.play(seat, game.parse(action))
        lines += ["", f"{number}. {NAMES[seat]}: {action}"]
        rest = [f"and {len(legal) - LISTED} more"] if len(legal) > LISTED else []
        lines += folded("of", " · ".join([*legal[:LISTED], *rest]))
        lines += folded(">", *told(game, notices))
        before, known = known, position(match)
        lines += folded("  ", *(line for line in known if line not in before))
    outcome = match.outcome()
    assert outcome is not None
    lines += ["", f"{outcome.reason} {result_text(outcome)}"]
    return "\n".join(lines) + "\n"


def again(text: str, name: str, seats: int) -> str:
    """What the game that the text tells is told like now."""
    seed = re.search(r"seed (\d+)$", text.split("\n", 1)[0])
    assert seed, "the first line names no seed"
    return playthrough(name, seats, int(seed[1]), re.findall(r"^\d+\. \w+: (.+)$", text, re.MULTILINE))


def told(game: AnyGame, notices: Iterable[Notice[Any]]) -> Iterator[str]:
    """What was said of it, and to whom if not to all."""
    for notice in notices:
        to = "" if notice.to is None else f" (to {' '.join(NAMES[seat] for seat in sorted(notice.to)) or 'nobody'})"
        yield game.describe(notice.event, NAMES) + to


def position(match: Match) -> list[str]:
    """As everybody sees it, then what each seat of those to move has besides."""
    game, owing = match.game, sorted(match.to_act())
    views = [(NAMES[seat], match.view(seat)) for seat in owing]
    asked = [f"{name}: {game.prompt(view, NAMES)} {game.hand(view)}" for name, view in views]
    return [*game.tell(match.view(None), NAMES), *asked]


def folded(mark: str, *texts: str) -> Iterator[str]:
    later = " " * (len(mark) + 6)
    for text in texts:
        yield from wrap(text, WIDTH, initial_indent=f"   {mark} ", subsequent_indent=later, break_on_hyphens=False)


@every_table
def test_a_game_goes_as_it_went_when_it_was_written(name: str, seats: int) -> None:
    file = file_of(name, seats)
    assert file.exists(), f"write it: python -m tests.test_playthroughs --write {name}"
    written = file.read_text(encoding="utf-8")
    now = again(written, name, seats)
    difference = list(unified_diff(written.splitlines(), now.splitlines(), file.name, "now", lineterm="", n=2))
    if difference:
        pytest.fail("\n".join(difference[:60]), pytrace=False)


def test_a_changed_line_is_noticed() -> None:
    """Else the test above would say nothing."""
    written = file_of("sixteen", 2).read_text(encoding="utf-8")
    assert again(written, "sixteen", 2) == written
    for changed in (written.replace("is closed", "is shut"), written.replace("Ada placed", "Bo placed", 1)):
        assert changed != written
        assert again(changed, "sixteen", 2) != changed


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    kept = {file.name for file in GOLDEN.glob("*.txt") if not file.name.startswith("board_")}
    assert kept <= {file_of(name, seats).name for name, seats in TABLES}


def actions(name: str, seats: int, seed: int, level: str) -> list[str]:
    match = Match(registry.game(name), seats, seed)
    return [str(move.action) for move in arena.moves(match, [registry.bot(name, level)] * seats, seed)]


def write(names: Sequence[str]) -> None:
    for name, seats in TABLES:
        if name in (names or registry.names()):
            levels = [level for level in registry.bots(name) if level in ("random", "greedy")]
            games = [
                (seed, actions(name, seats, seed, level)) for level in levels for seed in range(1, SEEDS_TRIED + 1)
            ]
            text = playthrough(name, seats, *min(games, key=lambda game: len(game[1])))
            file_of(name, seats).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] != ["--write"]:
        sys.exit("usage: python -m tests.test_playthroughs --write [GAME ...]")
    write(sys.argv[2:])
