"""The board of Tranquility."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.game import Outcome
from engine.tranquility.actions import Play
from engine.tranquility.view import View
from tui.board import Board, Scene
from tui.boards.tranquility import count, cursor, moves, picture, sentences
from tui.boards.tranquility.cursor import Giving, OnCard, OnCell
from tui.boards.tranquility.places import Plan
from tui.drawing import Brush, Lines
from tui.keys import Key

CARDS = Key(("left", "right"), "←→", "card", "Go along your cards.")
PICK = Key(("enter", "up"), "Enter", "pick up", "Pick up an island, to choose its cell.")
DISCARD = Key(("space", "down"), "Space", "discard", "Choose a card to be discarded, or put it back.")
CHOOSE = Key(("space", "down"), "Space", "choose", "When cards have to go: choose one, or put it back.")
BACK = Key(("q", "backspace"), "q", "put back", "Put back what you picked up or chose.")
NUMBER = Key(tuple("0123456789"), "0-9", "number", "Go to a card by its number.")
SPECIAL = Key(("f", "s"), "f s", "", "Go to your next Finish, to your Start.")
CELLS = Key(("left", "right", "up", "down"), "←→↑↓", "cell", "With an island: go along the line, or to another row.")
NEXT = Key(("space",), "Space", "next cell", "With an island: to the next cell where it may lie.")
NAMED = Key(tuple("abcdef123456"), "a-f 1-6", "by name", "With an island: go to a column or to a row.")
GIVE = Key(("left", "right", "up", "down"), "←→", "how many", "When a Start was played: give fewer or more cards.")
GIVEN = Key(tuple("012345"), "0-5", "number", "The same, by number.")
DO = Key(("enter",), "Enter", "do it", "Do what the line above the keys says.")


class TranquilityBoard(Board):
    KEYS = (CARDS, PICK, DISCARD, CHOOSE, NUMBER, SPECIAL, CELLS, NEXT, NAMED, GIVE, GIVEN, DO, BACK)
    SIGNS = (
        ("free", "your card may lie here, or under a card: somewhere, for nothing"),
        ("pay 2", "the same, and then you discard two cards; the least it costs"),
        ("(2)", "a price that cannot be paid, or not now"),
        ("no cell", "an island that fits nowhere any more"),
        ("[ 7] ( 7)", "the cursor, on a card that can be used now, or not now"),
        ("> 7<", "picked up, chosen to be discarded, or still to be paid for"),
        ("▴", "possible now: can be played, or chosen"),
        ("•", "an island of the last round"),
        ("×", "no number is left for this cell, as everybody can see"),
        ("!", "fewer numbers are left for this gap than it has cells"),
        ("START start", "a Start was played, or not yet; the same with FINISH"),
        ("5+12", "cards in hand and in the pile"),
    )

    def begin(self, scene: Scene, old: Any) -> Any:
        return cursor.begin(scene, old)

    def moved(self, scene: Scene, at: Any, key: str) -> Any:
        return moves.moved(scene, at, key)

    def under(self, scene: Scene, at: Any) -> Any:
        return cursor.under(scene, at)

    def pointed(self, scene: Scene, at: Any) -> str:
        return sentences.pointed(scene, at)

    def draw(self, scene: Scene, at: Any, brush: Brush) -> Lines:
        return picture.draw(scene, at, brush)

    def at(self, scene: Scene, at: Any, x: int, y: int, brush: Brush) -> Any:
        return picture.clicked(scene, at, x, y, brush)

    def wants(self, scene: Scene, brush: Brush) -> int:
        return Plan.of(brush.height).height

    def facts(self, scene: Scene) -> Sequence[str]:
        """Cards in hand and in the pile; two numbers where the seats have little room."""
        view: View = scene.view
        sizes = zip(view.counts, view.piles, strict=True)
        if view.seats > 3:
            return [f"{hand}+{pile}" for hand, pile in sizes]
        return [f"hand {hand} pile {pile}" for hand, pile in sizes]

    def keys(self, scene: Scene, at: Any) -> Sequence[Key]:
        if isinstance(at, Giving):
            return (GIVE, GIVEN, DO)
        if isinstance(at, OnCell):
            return (CELLS, DO, BACK, NEXT, NAMED)
        return tuple(_on_card(scene, at))

    def final(self, scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
        return count.count(scene, outcome, brush)


def _on_card(scene: Scene, at: OnCard) -> Iterator[Key]:
    """The same wherever the cursor goes, or the footer would flicker."""
    yield CARDS
    if cursor.must_choose(scene):
        yield from (CHOOSE, DO)
    elif at.chosen:
        yield from (DISCARD, DO)
    elif scene.legal:
        yield PICK if any(isinstance(action, Play) for action in scene.legal) else DO
        if cursor.wanted(scene):
            yield DISCARD
    if at.chosen:
        yield BACK
    yield NUMBER


BOARD = TranquilityBoard
