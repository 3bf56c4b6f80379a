"""Beside the sea of Tranquility: Start and Finish, everybody's cards, the numbers for the Start, and dead cells."""

from __future__ import annotations

from engine.game import Seat
from engine.tranquility.cards import FINISH, FINISHES
from engine.tranquility.sea import CELLS, filled, gaps
from engine.tranquility.view import Ending, Numbers, Shares, View
from tui.board import Scene
from tui.drawing import Brush, Line, Lines, fit, padded, wrapped

NAME = 10  # columns of a name
ALWAYS, DETAIL, SIGNS, RULE = range(4)  # what a line is; where room is short the last go first

Ranked = tuple[int, Line]


def panel(scene: Scene, brush: Brush, *, tall: bool) -> Lines:
    """The sections, with a blank line between them where there is room.

    tall: there is room for a reminder of the rules here, and below the hand for what one discarded.
    """
    parts = [_finish(scene), _seats(scene, brush), _start(scene, brush), _dead(scene, brush), _signs(scene, brush)]
    if tall:
        parts.append(_rule(brush))
    parts = [part for part in parts if part]
    while (much := sum(map(len, parts)) - brush.height) > 0:
        last = max(rank for part in parts for rank, _ in part)
        part = next(part for part in reversed(parts) if any(rank == last for rank, _ in part))
        if last == ALWAYS or len(part) == much:
            break
        del part[next(at for at in reversed(range(len(part))) if part[at][0] == last)]
        parts = [part for part in parts if part]
    room = brush.height - sum(map(len, parts))
    if not tall and room > 0 and (memory := _memory(scene, brush, room)):
        parts.append(memory)
    air = sum(map(len, parts)) + len(parts) - 1 <= brush.height
    lines: list[Line] = []
    for part in parts:
        lines += [line for _, line in part] + [()] * air
    return tuple(lines[: brush.height])


def _finish(scene: Scene) -> list[Ranked]:
    view: View = scene.view
    name = ("FINISH", "gold-chip") if view.ending is Ending.WON else ("finish", "bold")
    share = f"{filled(view.sea)} of {CELLS} filled"
    if view.seat is None:
        return [(ALWAYS, (name, (f"  {share}", "")))]
    held, gone = view.hand.count(FINISH), view.own_discards.count(FINISH)
    return [
        (ALWAYS, (name, (f" you saw {view.finishes_seen} of {FINISHES}", ""))),
        (DETAIL, ((f"       {held} held, {gone} discarded", "dim"),)),
        (DETAIL, ((f"sea    {share}", "dim"),)),
    ]


def _start(scene: Scene, brush: Brush) -> list[Ranked]:
    view: View = scene.view
    lines: list[Ranked] = []
    if view.start_played:
        by = "is played" if view.start_by is None else f"played by {scene.names[view.start_by]}"
        lines.append((ALWAYS, (("START", "purple-chip"), (fit(f"  {by}", brush.width - 5, ascii=brush.ascii), ""))))
    else:
        lines.append((ALWAYS, (("start", "bold"), ("  not played yet", ""))))
        alone = "4 cards, then 4" if view.house.start_twice else "4 cards"
        cost = alone if view.seats == 1 else "8 cards in all"
        lines.append((DETAIL, ((f"  costs {cost}", "dim"),)))
    if view.house.galateia:
        lines.append((ALWAYS, (("Galateia: 4 are missing", "warn"),)))
    return lines


# --- everybody


def _seats(scene: Scene, brush: Brush) -> list[Ranked]:
    view: View = scene.view
    left = " " * (NAME + 3)
    match view.decision:
        case Numbers(needed, _, _, _):
            head = (f"{left}gives of", "bold")
        case Shares():
            head = (f"{left}for the Start", "bold")
        case _:
            head = (f"{left}hand pile gone", "dim")
    lines: list[Line] = [(head,), *(_seat(scene, seat, brush) for seat in range(view.seats))]
    if isinstance(view.decision, Numbers):
        total, needed = sum(view.decision.numbers), view.decision.needed
        off = needed - total
        more = f"{off} short" if off > 0 else f"{-off} too many"
        lines.append(((f"   sum {total} of {needed}{f': {more}' if off else ''}", "accent bold"),))
    return [(ALWAYS, line) for line in lines]


def waited(view: View) -> frozenset[Seat]:
    """Whom the game waits for: not those who have named their number, though they may change it."""
    return view.to_act - view.decision.heard if isinstance(view.decision, Numbers) else view.to_act


def _seat(scene: Scene, seat: Seat, brush: Brush) -> Line:
    view: View = scene.view
    acts = seat in waited(view)
    sign = brush.glyph("▶") if acts else " "
    ink = "accent bold" if acts else "bold" if seat == view.seat else ""
    name = f"{sign}{seat + 1} {padded(scene.names[seat], NAME - 1, ascii=brush.ascii)} "
    match view.decision:
        case Numbers(named=named, most=most):
            said = "?" if named[seat] is None else str(named[seat])
            rest = f"{said:>3}{most[seat]:>5}"
        case Shares(owed):
            rest = f"chooses {owed[seat]}" if owed[seat] else "done"
        case _:
            rest = f"{view.counts[seat]:>3}{view.piles[seat]:>5}{view.discarded[seat]:>5}"
    return ((name, ink), (rest, ink))


# --- what one should know


def _dead(scene: Scene, brush: Brush) -> list[Ranked]:
    """Cells that everybody can see will stay empty."""
    view: View = scene.view
    cross = brush.glyph("×")
    none, few = bool(view.unfillable), any(0 < gap.numbers < len(gap.cells) for gap in gaps(view.sea))
    if not none and not few:
        return []
    if none and few:
        signs = f"{cross} no number  ! too few left"
    else:
        signs = f"{cross} no number is left" if none else "! too few numbers left"
    return [
        (ALWAYS, ((signs, "warn"),)),
        (ALWAYS, ((f"{view.lacking} or more cells stay empty", "warn"),)),
    ]


def _signs(scene: Scene, brush: Brush) -> list[Ranked]:
    new, possible = brush.glyph("•"), brush.glyph("▴")
    if scene.view.seat is None:
        return [(SIGNS, ((f"{new} new", "dim"),))]
    return [
        (SIGNS, ((f"{new} new    {possible} possible now", "dim"),)),
        (SIGNS, (("(2) a price, but not now", "dim"),)),
    ]


def _rule(brush: Brush) -> list[Ranked]:
    text = (
        "Numbers rise along the line. Beside a card you pay the difference, between two the smaller one, else nothing."
    )
    return [(RULE, ((line, "dim"),)) for line in wrapped(text, brush.width)]


def _memory(scene: Scene, brush: Brush, room: int) -> list[Ranked]:
    """What this seat discarded; if it is more than there are lines for, that is to be seen."""
    text = remembered(scene.view)
    lines = list(wrapped(text, brush.width))[:room] if text else []
    if lines and len(" ".join(lines)) < len(text):
        lines[-1] = fit(f"{lines[-1]} and more", brush.width, ascii=brush.ascii)
    return [(DETAIL, ((line, "dim"),)) for line in lines]


def remembered(view: View) -> str:
    """What this seat discarded."""
    if view.seat is None or not view.own_discards:
        return ""
    return f"You discarded {' '.join(map(str, sorted(view.own_discards)))}"
