"""The picture of Splendor: nobles, three rows of cards, and under them the bank and everybody's gems in columns."""

from __future__ import annotations

from collections.abc import Iterable

from engine.splendor.actions import Reserve, ReserveTop
from engine.splendor.cards import GEMS, GOLD, Card, Noble
from engine.splendor.legal import due, gold_for, missing
from engine.splendor.view import View
from tui.board import Scene
from tui.boards.splendor.news import arrived
from tui.boards.splendor.places import (
    BOXES,
    DECK,
    HUES,
    KEPT,
    NOBLE_CELLS,
    NOBLE_X,
    ROWS,
    SYMBOLS,
    Plan,
    level,
    piece,
)
from tui.boards.splendor.spots import (
    Cursor,
    OnNoble,
    OnPlace,
    Paying,
    in_gold,
    nobles,
    payments,
    under,
)
from tui.boards.splendor.treasury import treasury
from tui.drawing import Brush, Canvas, Lines


def draw(scene: Scene, cursor: Cursor | None, brush: Brush) -> Lines:
    view: View = scene.view
    canvas = Canvas(brush)
    plan = Plan.of(brush.height, view.seats)
    _nobles(canvas, plan, scene, cursor)
    for row in range(ROWS):
        _deck(canvas, plan, scene, row, cursor)
        for place in range(1, KEPT + 1):
            _place(canvas, plan, scene, row, place, cursor)
    treasury(canvas, plan, scene, cursor)
    return canvas.lines()


# --- nobles


def _nobles(canvas: Canvas, plan: Plan, scene: Scene, cursor: Cursor | None) -> None:
    view: View = scene.view
    middle = plan.noble // 2
    canvas.put(0, middle - (plan.noble == 4), "Nobles", "dim")
    if plan.noble == 4:
        canvas.put(0, middle, "3 pts", "dim")
    would_come = [action.noble for action in nobles(scene)]
    chosen = would_come[cursor.place] if isinstance(cursor, OnNoble) else None
    came = {noble: seat for seat, holding in enumerate(view.holdings) for noble in holding.nobles}
    for place, noble in enumerate(sorted((*view.nobles, *came), key=str)):
        x = NOBLE_X + place * NOBLE_CELLS
        if noble in came:
            canvas.put(x + 1, middle, f"{noble} to {came[noble] + 1}", "dim")
        else:
            _noble(canvas, plan, scene, x, noble, comes=noble in would_come, here=noble == chosen)
    if view.seat is not None and not view.over:
        canvas.put(BOXES[KEPT][0] + 2, plan.rows - 1 if plan.noble == 1 else 3, "you reserved", "dim")


def _noble(canvas: Canvas, plan: Plan, scene: Scene, x: int, noble: Noble, *, comes: bool, here: bool) -> None:
    y = 0 if plan.noble == 1 else 2
    mark = canvas.brush.glyph("▴") if comes else ""
    at = x + 1
    if plan.noble == 4:
        _frame(canvas, x, 0, NOBLE_CELLS, 4, "gold" if comes else "faint")
        lacks = sum(max(need - has, 0) for need, has in zip(noble.needs, scene.view.mine.bonuses, strict=True))
        canvas.put(at, 1, f"{noble}{mark}", "bold")
        if scene.seat is not None and lacks:
            canvas.put(at + 4, 1, f"lack {lacks}", "dim")
    else:
        at = canvas.put(at, 0, f"{noble}{mark}", "bold" if comes else "dim") + (not comes)
    needs = [(gem, number) for gem, number in zip(GEMS, noble.needs, strict=True) if number]
    for gem, number in needs:
        at = canvas.put(at, y, f"{number}{gem}", HUES[gem]) + (len(needs) == 2 or plan.noble == 4)
    if here:
        for line in range(plan.noble):
            canvas.tint(x, line, NOBLE_CELLS, "chosen")
        _brackets(canvas, x, y, NOBLE_CELLS, "[]")


# --- cards


def _deck(canvas: Canvas, plan: Plan, scene: Scene, row: int, cursor: Cursor | None) -> None:
    view: View = scene.view
    (x, cells), y = BOXES[DECK], plan.row(row)
    left = view.decks[level(row) - 1]
    can = any(isinstance(action, ReserveTop) and action.level == level(row) for action in scene.legal)
    top = y + (plan.card > 2)
    if plan.card > 2:
        _frame(canvas, x, y, cells, plan.card, "dim" if left else "faint")
    mark = canvas.brush.glyph("▴") if can else " "
    canvas.put(x + 1, top, f"deck {level(row)}{mark}", "bold" if left else "dim")
    canvas.put(x + 1, top + 1, f"{left} left" if left else "empty", "dim")
    if _is_at(cursor, row, DECK):
        _point(canvas, plan, x, y, cells, can=can)


def _place(canvas: Canvas, plan: Plan, scene: Scene, row: int, place: int, cursor: Cursor | None) -> None:
    view: View = scene.view
    (x, cells), y = BOXES[place], plan.row(row)
    card = piece(view, row, place)
    here = _is_at(cursor, row, place)
    if isinstance(card, Card):
        _card(canvas, plan, scene, x, y, card, cursor if here else None)
        if here:
            assert cursor is not None
            _point(canvas, plan, x, y, cells, can=under(scene, cursor) is not None)
    elif place == KEPT and view.seat is not None and not view.over:
        can = any(isinstance(action, Reserve) for action in scene.legal)
        canvas.put(x + 1, y + (plan.card > 2), "(s reserves)" if can else "   (free)", "dim")
    elif place != KEPT:
        canvas.put(x + 4, y + (plan.card > 2), "(none)", "dim")


def _is_at(cursor: Cursor | None, row: int, place: int) -> bool:
    return isinstance(cursor, OnPlace | Paying) and (cursor.row, cursor.place) == (row, place)


def _card(canvas: Canvas, plan: Plan, scene: Scene, x: int, y: int, card: Card, cursor: Cursor | None) -> None:
    """cursor: if it stands on this card."""
    glyph, hue, cells = canvas.brush.glyph, HUES[card.bonus], BOXES[1][1]
    letter = f"{str(card.bonus).upper()}{glyph(SYMBOLS[card.bonus])}"
    new = card in arrived(scene)
    tag, ink = _tag(scene, plan, card, cursor, canvas.brush)
    if plan.card == 2:
        canvas.put(x + 1, y, f"{letter} {card.points or ' '}", f"{hue}-chip")
        canvas.put(x + 5, y, glyph("•") if new else " ", "bold")
        canvas.put(min(x + 7, x + 13 - len(tag)), y, tag, ink)
        _price(canvas, x + 1, y + 1, card)
        return
    _frame(canvas, x, y, cells, plan.card, hue)
    if new:
        canvas.put(x + cells - 6, y, " new ", "bold")
    if card in scene.view.hidden:
        canvas.put(x + 2, y, " secret ", "dim")
    canvas.put(x + 1, y + 1, f"{letter} {card.points or ' '}", f"{hue}-chip")
    if plan.card == 4:
        canvas.put(min(x + 7, x + 13 - len(tag)), y + 1, tag, ink)
        _price(canvas, x + 1, y + 2, card)
        return
    canvas.put(x + cells - 7, y + plan.card - 1, f" {card} ", "dim")
    points = f" {card.points} point{'s' if card.points > 1 else ' '}" if card.points else ""
    canvas.put(x + 1, y + 1, f"{letter} {points}".ljust(12), f"{hue}-chip")
    canvas.put(x + 1, y + 2, tag, ink)
    for number, (gem, price) in enumerate(card.costs):
        symbol = glyph(SYMBOLS[gem])
        canvas.put(x + 2 + 6 * (number % 2), y + 3 + number // 2, f"{price}{gem}{symbol}", HUES[gem])


def _price(canvas: Canvas, x: int, y: int, card: Card) -> None:
    for gem, price in card.costs:
        x = canvas.put(x, y, f"{price}{gem}", HUES[gem]) + 1


def _tag(scene: Scene, plan: Plan, card: Card, cursor: Cursor | None, brush: Brush) -> tuple[str, str]:
    """What can be done with the card, and its ink."""
    view: View = scene.view
    gold = brush.glyph(SYMBOLS[GOLD])
    ways = payments(scene, card)
    if isinstance(cursor, OnPlace) and cursor.reserving:
        return "reserve", "bold"
    if isinstance(cursor, Paying):
        by_gold = len(in_gold(scene, ways[cursor.way]))
        return f"pay {by_gold}{gold}", "bold"
    if ways:
        by_gold = gold_for(card, view.mine.reach)
        return f"buy {by_gold}{gold}" if by_gold else "buy", "accent bold"
    if plan.card == 6 and view.seat is not None and not view.over:
        return _lack(missing(due(card, view.mine), view.mine.tokens)), "dim"
    if card in view.hidden and plan.card == 2:
        return "secret", "dim"
    return ("", "") if plan.card == 6 else (str(card), "dim")


def _lack(short: Iterable[int]) -> str:
    numbers = [(number, gem) for number, gem in zip(short, GEMS, strict=True) if number]
    text = "lack " + (" ".join(f"{number}{gem}" for number, gem in numbers) or "nothing")
    return text if len(text) <= 12 else f"lack {sum(number for number, _ in numbers)} gems"


# --- frames


def _frame(canvas: Canvas, x: int, y: int, cells: int, lines: int, ink: str) -> None:
    glyph = canvas.brush.glyph
    across, side = glyph("─") * (cells - 2), glyph("│")
    canvas.put(x, y, f"{glyph('╭')}{across}{glyph('╮')}", ink)
    for line in range(y + 1, y + lines - 1):
        canvas.put(x, line, side, ink)
        canvas.put(x + cells - 1, line, side, ink)
    canvas.put(x, y + lines - 1, f"{glyph('╰')}{across}{glyph('╯')}", ink)


def _point(canvas: Canvas, plan: Plan, x: int, y: int, cells: int, *, can: bool) -> None:
    """The cursor: square brackets where Enter does something, round ones where it does not."""
    for line in range(plan.card):
        canvas.tint(x, y + line, cells, "chosen" if can else "lane bold")
    inside = range(y + 1, y + plan.card - 1) if plan.card > 2 else range(y, y + 2)
    for line in inside:
        _brackets(canvas, x, line, cells, "[]" if can else "()")


def _brackets(canvas: Canvas, x: int, y: int, cells: int, brackets: str) -> None:
    canvas.put(x, y, brackets[0])
    canvas.put(x + cells - 1, y, brackets[1])
