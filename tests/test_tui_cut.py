"""No text is cut off at 80 columns, whatever people are called; a name that is too long ends in an ellipsis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from engine import registry
from engine.game import Outcome
from engine.match import Match
from engine.rng import Rng
from engine.silencio import GAME as SILENCIO
from tests.test_tui_boards import all_keys, course
from tui.board import Scene
from tui.boards import board
from tui.drawing import Brush, Canvas, line_width, plain, width
from tui.screens.result import Count

LONG = (
    "Maximiliane Charlott",
    "Bot Bartholomeus Xav",
    "Konstantinopolitanis",
    "Wilhelmina-Friederik",
    "Theodora Emmanuela D",
)
RESULT = Brush(80, 60)
TABLES = tuple(product((80, 81), (14, 17, 24, 30, 34, 40, 46)))


class Strict(Canvas):
    """Says what falls outside."""

    lost: set[str] = set()  # noqa: RUF012  # one for a test, emptied by it

    def put(self, x: int, y: int, text: str, ink: str | None = None) -> int:
        left, right = len(text) - len(text.lstrip()), width(text.rstrip())
        if text.strip() and not (x + left >= 0 and x + right <= self.brush.width and 0 <= y < self.brush.height):
            self.lost.add(text)
        return super().put(x, y, text, ink)


def with_long_names(of: Scene) -> Scene:
    return replace(of, names=LONG[: len(of.names)])


@pytest.mark.parametrize("name", registry.names())
def test_a_board_draws_nothing_outside_of_its_frame(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"tui.boards.{name}.picture.Canvas", Strict)
    Strict.lost.clear()
    table, rng = board(name)(), Rng(5, "keys")
    for seats in registry.game(name).seats:
        for of in map(with_long_names, course(name, seats, 3)[::5]):
            cursor = table.begin(of, None)
            for size in TABLES:
                moved = table.moved(of, cursor, rng.choice(all_keys(table)))
                cursor = cursor if moved is None or isinstance(moved, str) else moved
                table.draw(of, cursor, Brush(*size))
    assert not Strict.lost


def ends() -> Iterator[tuple[Scene, Outcome]]:
    for name in registry.names():
        for seats in registry.game(name).seats:
            match = Match(registry.game(name), seats, 3)
            rng = Rng(3, "end")
            while match.outcome() is None:
                seat = min(match.awaited())
                match.play(seat, rng.choice(tuple(match.game.legal_actions(match.view(seat)))))
            yield ended(match)
    full = {"hands": ["b13 y12 y13 g2", "g3 g4 g5 g6 g7 g8 g9 g10", "b9 b10", ""], "rows": {"r": ROW, "b": "b8"}}
    for name, value in {
        "open": ["", "", "b11 b12", ""],
        "stones": "great r b y g",
        "stock": "y2 y3",
        "passes": 4,
    }.items():
        full[name] = value  # type: ignore[assignment]  # a position is of many kinds
    match = Match(SILENCIO, 4, 0, SILENCIO.settled({}), SILENCIO.from_position(full, 4, SILENCIO.settled({})))
    while match.outcome() is None:
        match.play(min(match.awaited()), SILENCIO.parse("pass"))
    yield ended(match)


ROW = "r2* r3* r4* r5* r6* r7* r8* r9* r10* r11* r12* r13*"


def ended(match: Match) -> tuple[Scene, Outcome]:
    outcome = match.outcome()
    assert outcome is not None
    return Scene(match.game, match.view(0), (), LONG[: match.seats]), outcome


def test_a_result_cuts_nothing_off() -> None:
    for of, outcome in ends():
        lines = Count(of, outcome, board(of.game.name)(), of.names, mine=True).drawing(RESULT)
        assert not [plain((line,)) for line in lines if line_width(line) > RESULT.width]
        if of.game.name == "silencio" and len(of.view.stones) == 5:
            assert "Great, red, blue, yellow, green." in plain(lines)


def test_a_result_says_the_whole_reason() -> None:
    for of, outcome in ends():
        long = replace(
            outcome,
            reason="The round in which somebody reached 15 points is finished; of those with the "
            "most points the one with the fewest bought cards wins.",
            winners=tuple(range(len(of.names))),
        )
        lines = Count(of, long, board(of.game.name)(), of.names, mine=True).drawing(RESULT)
        text = " ".join(plain(lines).split())
        assert all(line_width(line) <= RESULT.width for line in lines[:8])
        assert long.reason in text
        assert of.game.co_operative or all(name in text for name in of.names)
