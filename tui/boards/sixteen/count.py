"""The final count of Sixteen: every hand, tile by tile, with its sum."""

from __future__ import annotations

from engine.game import Outcome, Seat
from engine.sixteen.cards import Tile
from engine.sixteen.view import View
from tui.board import Scene
from tui.drawing import Brush, Line, Lines, padded
from tui.spoken import tie

CELL = 6  # columns that a number takes in the count


def count(scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
    """The hands in the order of the ranking."""
    view: View = scene.view
    lines: list[Line] = []
    for seat in sorted(range(view.seats), key=lambda seat: (outcome.ranks[seat], seat)):
        lines += _hand(scene.names[seat], seat, view, outcome, brush)
        lines.append(())
    return tuple(lines)


def _hand(name: str, seat: Seat, view: View, outcome: Outcome, brush: Brush) -> list[Line]:
    tied = tie(seat, outcome, "tiles")
    decided = f", {tied}" if tied == "shared" else f": the same sum with {tied}" if tied else ""
    hand = view.shown[seat]
    won = seat in outcome.winners
    ink = "accent bold" if won else "bold"
    medal = brush.glyph("★") if won else " "
    tiles = f"{len(hand)} tile{'' if len(hand) == 1 else 's'}" if hand else "no tile left"
    shown = padded(name, 24, ascii=brush.ascii)
    lines: list[Line] = [
        (
            (f" {medal} {outcome.ranks[seat]}. {shown}", ink),
            (f"{outcome.scores[seat]:>4}", ink),
            (f"   {tiles}{decided}", "dim"),
        )
    ]
    a_line = max(1, (brush.width - 18) // CELL)  # scissors are wider than a number
    for start in range(0, len(hand), a_line):
        part = hand[start : start + a_line]
        chips: list[tuple[str, str]] = [("      ", "")]
        sums: list[tuple[str, str]] = [("      ", "")]
        for place, tile in enumerate(part, start):
            chips += [(_face(tile), _ink(tile)), (" ", "")]
            sums.append((f"{'+' if place else ' '}{tile.count:>3}".ljust(len(_face(tile)) + 1), "dim"))
        if start + a_line >= len(hand):
            sums.append((f"= {outcome.scores[seat]}", "bold"))
        lines += [tuple(chips), tuple(sums)]
    return lines


def _face(tile: Tile) -> str:
    if tile.is_special:
        return f" {tile.kind.value} ".center(CELL - 1)
    return f"{tile.letter.upper()}{str(tile)[1:]}".rjust(CELL - 2).ljust(CELL - 1)


def _ink(tile: Tile) -> str:
    return "reverse" if tile.colour is None else f"{tile.colour.word}-chip"
