"""The board of Silencio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Outcome
from engine.silencio.decisions import Ask
from engine.silencio.view import View
from tui.board import Board, Scene
from tui.boards.silencio import count, cursor, picture
from tui.drawing import Brush, Lines
from tui.keys import Key


class SilencioBoard(Board):
    KEYS = (
        Key(("left", "right", "up", "down"), "←→↑↓", "choose", "Go to cards, stones and words."),
        Key(
            ("enter",), "Enter", "do it", "Do what the line above the keys says, or pick up what needs a second choice."
        ),
        Key(("q",), "q", "lay down", "Lay down what was picked up."),
        Key(("space",), "Space", "next", "Go to the next thing that is possible now."),
        Key(("p",), "p", "word", "Go to the words: pass, end, draw, decline; again: to the next one."),
        Key(("s",), "s", "stone", "Go to the next rune stone that can be used."),
        Key(("o",), "o", "open", "Go to the next open card of others; where one is chosen, to the oracle."),
        Key(("r", "b", "y", "g"), "rbyg", "colour", "Go to the next card of a colour, or to its row."),
        Key(tuple("0123456789"), "0-9", "number", "Go to a number of this colour, or to a seat."),
    )

    SIGNS = (
        ("○  ●", "light, dark: how the card lies, or would lie if it were played now"),
        ("R ›6", "the red row is at 6, so higher than 6 may come"),
        ("·", "jumped over: it can no longer be played"),
        ("×", "boxed: out of the game"),
        ("▴", "possible now"),
        ("!", "possible, but it could leave nobody a card to play"),
        ("+", "an open card of yours, which everybody may play"),
        ("[ 7○]( 7 )", "the cursor, on something that can be done, or that cannot"),
        ("> 7○<", "picked up"),
        ("GREAT lit", "a rune stone that is left; out: it was used"),
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
        return picture.Plan.of(brush.height, scene.view).height

    def facts(self, scene: Scene) -> Sequence[str]:
        """How many hidden cards, and who passed in the present round of passes or starts."""
        view: View = scene.view
        facts = [f"{number} hidden" for number in view.counts]
        if view.turn is not None:
            for before in range(1, view.passes + 1):
                facts[(view.turn - before) % view.seats] += ", passed"
        if view.starter is not None and view.asked is not None and view.asked.ask is Ask.GIVE:
            facts[view.starter] += ", starts"
        return facts

    def keys(self, scene: Scene, at: Any) -> Sequence[Key]:
        return [key for key in self.KEYS if cursor.is_useful(scene, at, key.cap)]

    def final(self, scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
        return count.count(scene, outcome, brush)


BOARD = SilencioBoard
