"""The board of Sixteen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.game import Outcome
from tui.board import Board, Scene
from tui.boards.sixteen import count, cursor, picture
from tui.drawing import Brush, Lines
from tui.keys import Key


class SixteenBoard(Board):
    KEYS = (
        Key(
            ("left", "right", "up", "down"),
            "←→↑↓",
            "choose",
            "Go from tile to tile.",
        ),
        Key(("up", "down"), "↑↓", "row", "With scissors or bin: the row."),
        Key(("left", "right"), "←→", "how many", "With the bin: more or fewer tiles; a digit says how many."),
        Key(("space",), "Space", "longer", "Make the run longer, and after the longest short again."),
        Key(("enter",), "Enter", "do it", "Do what the line above the keys says."),
        Key(("c",), "c", "scissors", "Take the scissors (cut), to choose a row; q lays them down."),
        Key(("d",), "d", "bin", "Take the bin (dump), to choose a row and how many tiles go; q lays it down."),
        Key(("q", "c", "d", "backspace"), "q", "lay down", "With scissors or bin: lay them down again."),
        Key(("s",), "s", "pass", "Go to pass (after scissors or bin: stop); Enter says it."),
        Key(("r", "y", "g", "b", "p"), "rygbp", "colour", "Go to the next tile of a colour that fits."),
        Key(tuple("0123456789"), "0-9", "number", "Go to a number of this colour."),
    )

    SIGNS = (
        ("▴", "fits: can be placed or used now"),
        ("[ 7] ( 7)", "the cursor, on something that can be done, or that cannot"),
        ("›7", "what a row asks for: higher than 7; any: any number; shut: closed by a 16 end"),
        ("7'", "lies before a restart and no longer counts"),
        ("·", "unseen: in another hand or in the bag"),
        ("×", "out of the game"),
    )

    def begin(self, scene: Scene, old: Any) -> Any:
        return cursor.begin(scene, old)

    def moved(self, scene: Scene, at: Any, key: str) -> Any:
        return cursor.moved(scene, at, key)

    def under(self, scene: Scene, at: Any) -> Any:
        return cursor.under(scene, at)

    def pointed(self, scene: Scene, at: Any) -> str:
        return cursor.pointed(scene, at)

    def draw(self, scene: Scene, at: Any, brush: Brush) -> Lines:
        return picture.draw(scene, at, brush)

    def at(self, scene: Scene, at: Any, x: int, y: int, brush: Brush) -> Any:
        return picture.clicked(scene, at, x, y, brush)

    def wants(self, scene: Scene, brush: Brush) -> int:
        return picture.Plan.of(brush.height).height

    def facts(self, scene: Scene) -> Sequence[str]:
        return [f"{number} tile{'' if number == 1 else 's'}" for number in scene.view.counts]

    def keys(self, scene: Scene, at: Any) -> Sequence[Key]:
        word = cursor.words(scene.view)[-1]  # pass, or stop after a special
        useful = [key for key in self.KEYS if cursor.is_useful(scene, at, key.cap)]
        return [replace(key, does=word) if key.cap == "s" else key for key in useful]

    def final(self, scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
        return count.count(scene, outcome, brush)


BOARD = SixteenBoard
