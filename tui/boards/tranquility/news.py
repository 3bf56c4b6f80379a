"""What has just happened on the sea of Tranquility."""

from __future__ import annotations

from engine.tranquility.view import FinishPlayed, Laid, Played, StartPlayed, Why
from tui.board import Scene


def arrived(scene: Scene) -> set[int]:
    """The cells filled since as many turns ago as there are seats."""
    found: set[int] = set()
    turns = 0
    for event in reversed(scene.events):
        match event:
            case Played(cell=cell):
                found.add(cell)
                turns += 1
            case Laid(why=Why.CHOICE) | StartPlayed() | FinishPlayed():
                turns += 1
        if turns == scene.view.seats:
            break
    return found


def last_played(scene: Scene) -> int | None:
    """The cell of the island that was played last."""
    return next((event.cell for event in reversed(scene.events) if isinstance(event, Played)), None)
