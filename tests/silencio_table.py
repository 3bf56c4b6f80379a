"""For tests of the board of Silencio: positions, somebody who sits at it, and what random games come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from engine.game import AnyGame
from engine.match import Match
from engine.silencio import GAME
from tests.courses import Moment, course
from tui.board import Scene
from tui.boards.silencio import SilencioBoard
from tui.drawing import Brush, plain

NAMES = ("Anna", "Bo", "Cem", "Dee")
SMALL, ASCII, LARGE = Brush(80, 14), Brush(80, 14, ascii=True), Brush(81, 34)
BRUSHES = (SMALL, ASCII, LARGE, Brush(80, 24))

ROWS = {"r": "r3 r5 r6*", "b": "b2* b3*", "y": "y2* y5", "g": "g5 g7"}
HANDS = ["r7 b4 b9 y6 g8", "b5 y10", "g10 r9"]
PUBLIC: dict[str, Any] = {"rows": ROWS, "oracle": "r4 b7 y8", "stock": "g2 g3"}

board = SilencioBoard


def at(hands: Sequence[str], options: dict[str, object] | None = None, **position: Any) -> Match:
    settled = GAME.settled(options or {})
    state = GAME.from_position({"hands": list(hands), **position}, len(hands), settled)
    return Match(GAME, len(hands), 0, settled, state)


def scene(match: Match, seat: int | None) -> Scene:
    return scene_of(GAME, match.view(seat))


def scene_of(game: AnyGame, view: Any) -> Scene:
    return Scene(game, view, tuple(game.legal_actions(view)), NAMES[: view.seats])


class Sitting:
    """Somebody at the board: a scene, a cursor, keys."""

    def __init__(self, of: Scene) -> None:
        self.of = of
        self.table = board()
        self.cursor = self.table.begin(of, None)

    def press(self, *keys: str) -> str:
        """What the last key was answered with, if it was refused; else empty."""
        answer = ""
        for key in keys:
            moved = self.table.moved(self.of, self.cursor, key)
            answer = moved if isinstance(moved, str) else ""
            if moved is not None and not answer:
                self.cursor = moved
        return answer

    @property
    def under(self) -> str:
        return str(self.table.under(self.of, self.cursor))

    @property
    def pointed(self) -> str:
        return self.table.pointed(self.of, self.cursor)

    def drawn(self, brush: Brush = SMALL) -> str:
        return plain(self.table.draw(self.of, self.cursor, brush)) + "\n"


def rich() -> Match:
    """Much at once: open cards, two things that hang, some stones out, an open tavern."""
    return at(
        HANDS,
        {"tavern": "on"},
        **PUBLIC,
        open=["y7", "g9", "r8"],
        stones="great r g",
        hangs="no-dark draw",
        tavern={"open": True},
    )


def quiet() -> Match:
    return at(HANDS, **PUBLIC, open=["", "g9", ""], stones="great r g", hangs="no-dark")


def exchanging() -> Match:
    match = at(HANDS, **PUBLIC, stones="g")
    match.play(0, GAME.parse("stone g"))
    match.play(0, GAME.parse("choose 1"))
    return match


@cache
def moments() -> tuple[tuple[AnyGame, Moment], ...]:
    found: list[tuple[AnyGame, Moment]] = []
    for seats in (2, 3, 4):
        for seed in (1, 2, 3):
            whole = course("silencio", seats, seed)
            found += [(whole.game, moment) for moment in whole.moments]
    return tuple(found)


def scenes(stride: int = 1) -> Iterator[Scene]:
    for game, moment in moments()[::stride]:
        yield scene_of(game, game.view(moment.state, moment.seat))
