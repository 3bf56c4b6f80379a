"""The board of Splendor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Outcome
from tui.board import Board, Scene
from tui.boards.splendor import clicks, count, cursor, hints, picture, spots
from tui.boards.splendor.places import Plan
from tui.drawing import Brush, Lines
from tui.keys import Key


class SplendorBoard(Board):
    KEYS = (
        Key(("left", "right", "up", "down"), "←→↑↓", "choose", "Go from card to card, to the decks and to the bank."),
        Key(("left", "right"), "←→", "choose", "When something was asked: go along what there is to choose."),
        Key(("enter",), "Enter", "do it", "Do what the line above the keys says: buy, take, reserve, return."),
        Key(("q", "backspace"), "q", "put back", "Put back what you picked, and think again."),
        Key(("w", "b", "g", "r", "k"), "wbgrk", "gems", "Pick a gem; again: two of it. Also to return, and to pay."),
        Key(("o",), "o", "gold", "When you have too many tokens: return gold."),
        Key(("space",), "Space", "pick", "Pick the token under the cursor. When paying: the next way to pay."),
        Key(("a",), "a", "can buy", "Go to the next card that you can buy."),
        Key(("s",), "s", "reserve", "Reserve this card instead of buying it; Enter says it."),
        Key(("p",), "p", "gold", "Choose what your gold stands for, to keep your gems; then letters or Space."),
        Key(("y",), "y", "yours", "Go to the cards that you reserved."),
        Key(("1", "2", "3"), "1 2 3", "level", "Go along the cards of a level. Between nobles: choose by number."),
    )

    SIGNS = (
        ("w b g r k", "diamond, sapphire, emerald, ruby, onyx"),
        ("W 4  3-04", "a card: bonus diamond, 4 points, and its name; below it the price"),
        ("buy 2★", "you can buy it, and need 2 gold (the star) for that"),
        ("5▴▴", "5 in the bank; one mark: you can take one, two marks: two alike"),
        ("deck 3▴", "you can reserve the unseen top card"),
        ("2+3", "2 tokens, and 3 bonuses from cards"),
        ("R2:3w5b", "reserved: bonus ruby, 2 points, for 3 diamonds and 5 sapphires"),
        ("level 3?", "a card reserved unseen: only its owner knows it"),
        ("•", "came from a deck in the last round"),
        ("[ ]  ( )", "the cursor, on something that can be done, or that cannot"),
    )

    def begin(self, scene: Scene, old: Any) -> Any:
        return cursor.begin(scene, old)

    def moved(self, scene: Scene, at: Any, key: str) -> Any:
        return cursor.moved(scene, at, key)

    def under(self, scene: Scene, at: Any) -> Any:
        return spots.under(scene, at)

    def pointed(self, scene: Scene, at: Any) -> str:
        return hints.pointed(scene, at)

    def draw(self, scene: Scene, at: Any, brush: Brush) -> Lines:
        return picture.draw(scene, at, brush)

    def at(self, scene: Scene, at: Any, x: int, y: int, brush: Brush) -> Any:
        return clicks.clicked(scene, at, x, y, brush)

    def wants(self, scene: Scene, brush: Brush) -> int:
        return Plan.of(brush.height, scene.view.seats).height

    def facts(self, scene: Scene) -> Sequence[str]:
        return [f"{holding.points} pts" for holding in scene.view.holdings]

    def keys(self, scene: Scene, at: Any) -> Sequence[Key]:
        return [key for key in self.KEYS if hints.is_useful(scene, at, key.cap)]

    def final(self, scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
        return count.count(scene, outcome, brush)


BOARD = SplendorBoard
