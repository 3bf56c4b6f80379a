"""A board for any game: the table in sentences, and a menu of all that can be done."""

from __future__ import annotations

from typing import Any

from tui.board import Board, Scene
from tui.drawing import Brush, Line, Lines, fit, paragraph
from tui.keys import Key

PAGE = 8


class Plain(Board):
    KEYS = (
        Key(("up", "down"), "↑ ↓", "choose", "Choose among all that can be done."),
        Key(("left", "right"), "← →", "", f"The same, {PAGE} at a time."),
        Key(("enter",), "Enter", "do it", "Do what is marked."),
    )

    def begin(self, scene: Scene, cursor: Any) -> Any:
        if not scene.legal:
            return None
        return min(cursor or 0, len(scene.legal) - 1)

    def moved(self, scene: Scene, cursor: Any, key: str) -> Any:
        step = {"up": -1, "down": 1, "left": -PAGE, "right": PAGE}.get(key)
        return None if step is None else max(0, min(cursor + step, len(scene.legal) - 1))

    def under(self, scene: Scene, cursor: Any) -> Any:
        return scene.legal[cursor]

    def draw(self, scene: Scene, cursor: Any, brush: Brush) -> Lines:
        told = [scene.game.hand(scene.view), *scene.game.tell(scene.view, scene.names)]
        above = [line for sentence in told for line in paragraph(sentence, brush.width - 1, first=" ", rest="   ")]
        if not scene.legal:
            return tuple(above[: brush.height])
        room = max(min(5, brush.height), brush.height - len(above) - 1)
        return (*above[: max(0, brush.height - room - 1)], (), *_menu(scene, cursor, brush, room))


def _menu(scene: Scene, cursor: int | None, brush: Brush, room: int) -> Lines:
    """A window of the menu, the cursor in its middle where possible."""
    if not room or cursor is None:
        return ()
    first = max(0, min(cursor - room // 2, len(scene.legal) - room))
    pointer = brush.glyph("▸")
    lines: list[Line] = []
    for number, action in enumerate(scene.legal[first : first + room], first):
        here = number == cursor
        text = fit(f" {pointer if here else ' '} {action}", brush.width - 1, ascii=brush.ascii)
        lines.append(((f"{text} ", "chosen" if here else ""),))
    return tuple(lines)


BOARD = Plain
