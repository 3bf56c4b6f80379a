"""The end of Tranquility: the sea as it was filled, and what was left."""

from __future__ import annotations

from engine.game import Outcome, Seat
from engine.tranquility.cards import FINISH, FINISHES
from engine.tranquility.sea import CELL_NAMES, CELLS, ROW, filled
from engine.tranquility.view import View
from engine.tranquility.words import cards_in_number
from tui.board import Scene
from tui.boards.tranquility.panel import remembered
from tui.drawing import Brush, Line, Lines, padded, paragraph

NAME = 16  # columns of a name
SIDE = 35  # columns beside the sea


def count(scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
    beside = [*_story(scene, outcome), (), *_seats(scene, brush)]
    sea = [_row(scene.view, row, brush) for row in reversed(range(ROW))]
    sea.append(((" " * 5 + "".join(f"  {name[0]}   " for name in CELL_NAMES[:ROW]), "dim"),))
    sea += [((" " * (5 + 6 * ROW), ""),)] * (len(beside) - len(sea))
    lines: list[Line] = [
        (*left, ("   ", ""), *right) for left, right in zip(sea, [*beside, *[()] * len(sea)], strict=False)
    ]
    view: View = scene.view
    if view.hand:
        lines += [(), *paragraph(f"You still held {' '.join(map(str, view.hand))}.", brush.width - 4, first="   ")]
    if memory := remembered(view):
        lines += paragraph(f"{memory}.", brush.width - 4, "dim", first="   ")
    return tuple(lines)


def _row(view: View, row: int, brush: Brush) -> Line:
    spans: list[tuple[str, str]] = [(f"   {row + 1} ", "dim")]
    for cell in range(row * ROW, (row + 1) * ROW):
        lies = view.sea[cell]
        gone = cell in view.unfillable
        empty = brush.glyph("×") if gone else brush.glyph("·")
        spans += [(f"  {empty}  ", "faint") if lies is None else (f"  {lies:>2} ", "green-chip"), (" ", "")]
    return tuple(spans)


def _story(scene: Scene, outcome: Outcome) -> list[Line]:
    view: View = scene.view
    who = scene.names[view.turn]
    lines: list[Line] = [((f"{filled(view.sea)} of {CELLS} cells filled", "bold"),)]
    if view.start_played:
        by = "was played" if view.start_by is None else f"by {scene.names[view.start_by]}"
        lines.append((("START", "purple-chip"), (f"  {by}", "")))
    else:
        lines.append((("start", "bold"), ("  was not played", "")))
    if outcome.winners:
        lines.append((("FINISH", "gold-chip"), (f" by {who}", "")))
        return lines
    lines.append((("finish", "bold"), (" was not played", "")))
    if view.seat is not None:
        gone = view.own_discards.count(FINISH)
        lines.append(((f"       you saw {view.finishes_seen} of {FINISHES}, {gone} discarded", "dim"),))
    held = cards_in_number(view.counts[view.turn]) if view.counts[view.turn] else "no card"
    return [*lines, *paragraph(f"{who} was to move with {held}", SIDE, "warn")]


def _seats(scene: Scene, brush: Brush) -> list[Line]:
    view: View = scene.view
    lines: list[Line] = [((f"{'':{NAME}}hand pile discarded", "dim"),)]
    return lines + [_seat(scene, seat, brush) for seat in range(view.seats)]


def _seat(scene: Scene, seat: Seat, brush: Brush) -> Line:
    view: View = scene.view
    name = padded(scene.names[seat], NAME - 1, ascii=brush.ascii)
    return ((f"{name} {view.counts[seat]:>4}{view.piles[seat]:>5}{view.discarded[seat]:>10}", ""),)
