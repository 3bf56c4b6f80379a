"""The picture of Tranquility: the sea as one rising line, the hand with its prices below, the panel beside."""

from __future__ import annotations

from dataclasses import replace

from engine.tranquility.actions import Start
from engine.tranquility.cards import FINISH, START, Card
from engine.tranquility.sea import CELL_NAMES, CELLS, ROW, gaps
from engine.tranquility.view import Numbers, Price, View
from tui.board import Scene
from tui.boards.tranquility.cursor import Cursor, Giving, OnCard, OnCell, can_be_played, must_choose, plays, wanted
from tui.boards.tranquility.moves import moved
from tui.boards.tranquility.news import arrived, last_played
from tui.boards.tranquility.panel import panel, remembered
from tui.boards.tranquility.places import (
    FACE,
    HAND,
    HELD,
    LEFT,
    PANEL,
    TURN,
    Plan,
    cell_at,
    column,
    held_column,
    row_of,
)
from tui.drawing import Brush, Canvas, Lines, wrapped

SIDE = HAND + 5 * 9 + 1  # beside the hand: how many are chosen


def draw(scene: Scene, cursor: Cursor | None, brush: Brush) -> Lines:
    canvas, plan = Canvas(brush), Plan.of(brush.height)
    _line(canvas, plan, scene.view)
    _cells(canvas, plan, scene, cursor)
    first = plan.row(ROW - 1)
    beside = Brush(brush.width - PANEL, plan.letters + 1 - first, brush.ascii)
    for y, line in enumerate(panel(scene, beside, tall=plan.more is not None), first):
        x = PANEL
        for text, ink in line:
            x = canvas.put(x, y, text, ink)
    if scene.view.seat is not None and not scene.view.over:
        _hand(canvas, plan, scene, cursor)
    if plan.more is not None:
        for y, text in enumerate(wrapped(remembered(scene.view), brush.width - 2), plan.more):
            canvas.put(1, y, text, "dim")
    return canvas.lines()


# --- the sea


def _line(canvas: Canvas, plan: Plan, view: View) -> None:
    """The line through all cells, with START before it and FINISH behind; names of rows and columns."""
    glyph = canvas.brush.glyph
    dash = glyph("─")
    for row in range(ROW):
        y = plan.row(row)
        canvas.put(1, y, str(row + 1), "bold")
        canvas.put(LEFT - 1, y, dash * (TURN - LEFT + 1), "faint")
        if row:
            canvas.put(LEFT - 2, y, glyph("╭▸"), "faint")
            _upright(canvas, LEFT - 2, y + 1, plan.tile // 2, "faint")
            back = y + 1 + plan.tile // 2
            canvas.put(LEFT - 2, back, glyph("╰") + dash * (TURN - LEFT + 1) + glyph("╮"), "faint")
            canvas.put((LEFT + TURN) // 2, back, glyph("◂"), "faint")
            _upright(canvas, TURN, back + 1, plan.tile // 2, "faint")
        if row < ROW - 1:
            canvas.put(TURN, y, glyph("╯"), "faint")
    canvas.put(TURN, plan.row(ROW - 1), glyph("─▸"), "faint")
    y = plan.row(0)
    canvas.put(3, y, "START" if view.start_played else "start", "purple-chip" if view.start_played else "dim")
    canvas.put(LEFT - 1, y, glyph("▸"), "faint")
    for cell in range(ROW):
        canvas.put(column(cell) + 2, plan.letters, CELL_NAMES[cell][0], "bold")


def _upright(canvas: Canvas, x: int, y: int, lines: int, ink: str) -> None:
    for line in range(lines):
        canvas.put(x, y + line, canvas.brush.glyph("│"), ink)


def _cells(canvas: Canvas, plan: Plan, scene: Scene, cursor: Cursor | None) -> None:
    view: View = scene.view
    glyph, fresh = canvas.brush.glyph, arrived(scene)
    unpaid = last_played(scene) if isinstance(view.decision, Price) else None
    dead = {cell for gap in gaps(view.sea) if len(gap.cells) > gap.numbers for cell in gap.cells}
    for cell in range(CELLS):
        x, y, lies = column(cell), plan.row(row_of(cell)), view.sea[cell]
        if lies is not None:
            _island(canvas, plan, cell, f"{lies:>2}", new=cell in fresh, unpaid=cell == unpaid)
        elif cell in view.unfillable:
            canvas.put(x, y, glyph("  ×  "), "warn bold")
        elif cell in dead:
            canvas.put(x, y, "  !  ", "warn bold")
        else:
            canvas.put(x, y, glyph("  ·  "), "dim")
    if isinstance(cursor, OnCard | OnCell) and not must_choose(scene):
        _prices(canvas, plan, scene, cursor)


def _island(canvas: Canvas, plan: Plan, cell: int, number: str, *, new: bool, unpaid: bool) -> None:
    x, y = column(cell), plan.row(row_of(cell))
    ink = "green-chip"
    canvas.put(x, y, f"  {number} ", ink)
    if plan.tile == 3:
        _frame(canvas, x, y, FACE, ink)
    if unpaid:
        canvas.put(x, y, ">", ink)
        canvas.put(x + FACE - 1, y, "<", ink)
    elif new:
        canvas.put(x + 1, y, canvas.brush.glyph("•"), ink)


def _prices(canvas: Canvas, plan: Plan, scene: Scene, cursor: OnCard | OnCell) -> None:
    """What the card under the cursor costs wherever it fits; in brackets of their own where it may not lie now."""
    view: View = scene.view
    card = view.hand[cursor.place]
    if not card.is_island or (isinstance(cursor, OnCard) and cursor.chosen):
        return
    possible = plays(scene, card)
    for cell, price in view.prices(card).items():
        x, y = column(cell), plan.row(row_of(cell))
        here = isinstance(cursor, OnCell) and cell == cursor.cell
        ink = "chosen" if here else "blue-worn bold" if cell in possible else "dim"
        canvas.put(x, y, f"{cost(price, now=cell in possible):^{FACE}}", ink)
        if cell in possible and plan.tile == 3:
            for line in (y - 1, y + 1):
                canvas.put(x, line, " " * FACE, ink)
        if here:
            canvas.put(x - 1, y, "[", "chosen")
            canvas.put(x + FACE, y, "]", "chosen")


def cost(price: int, *, now: bool) -> str:
    if not now:
        return f"({price})"
    return f"pay {price}" if price else "free"


def _frame(canvas: Canvas, x: int, y: int, cells: int, ink: str) -> None:
    glyph = canvas.brush.glyph
    across, side = glyph("─") * (cells - 2), glyph("│")
    canvas.put(x, y - 1, f"{glyph('╭')}{across}{glyph('╮')}", ink)
    canvas.put(x, y, side, ink)
    canvas.put(x + cells - 1, y, side, ink)
    canvas.put(x, y + 1, f"{glyph('╰')}{across}{glyph('╯')}", ink)


# --- the hand


def _hand(canvas: Canvas, plan: Plan, scene: Scene, cursor: Cursor | None) -> None:
    view: View = scene.view
    canvas.put(1, plan.hand, "yours", "dim")
    if not view.hand:
        canvas.put(HAND + 1, plan.hand, "no card left", "dim")
    for place, card in enumerate(view.hand):
        _card(canvas, plan, scene, cursor, place, card)
    if isinstance(cursor, Giving):
        _scale(canvas, plan, scene, cursor)
        return
    chosen = len(cursor.chosen) if isinstance(cursor, OnCard) else 0
    if must_choose(scene) or chosen:
        number = wanted(scene)
        text = f"Enter discards {'it' if number == 1 else 'them'}" if chosen == number else "Space chooses"
        canvas.put(SIDE, plan.hand, f"{chosen} of {number} chosen", "accent bold")
        canvas.put(SIDE, plan.words, text, "" if chosen == number else "dim")


def _card(canvas: Canvas, plan: Plan, scene: Scene, cursor: Cursor | None, place: int, card: Card) -> None:
    x, y = held_column(place), plan.hand
    chosen = isinstance(cursor, OnCard) and place in cursor.chosen
    lifted = isinstance(cursor, OnCell) and place == cursor.place
    here = isinstance(cursor, OnCard) and place == cursor.place
    possible = _marked(scene, cursor, card)
    name = str(card).capitalize()
    ink = _ink(card, worn=chosen or _forced_by_start(scene, card))
    text = f"{name:>3}" if card.is_island else f"{name:<6}"
    canvas.put(x, y, f" {text:^{HELD - 2}} ", ink)
    if plan.held == 3:
        _frame(canvas, x, y, HELD, ink)
    if possible and not chosen and not lifted:
        canvas.put(x + 5 if card.is_island else x + HELD - 1, y, canvas.brush.glyph("▴"), ink)
    able = wanted(scene) > 0 or can_be_played(scene, card)
    if here:
        for line in range(-(plan.held // 2), plan.held // 2 + 1):
            canvas.tint(x, y + line, HELD, "chosen" if able else f"{ink} bold")
    if here or chosen or lifted:
        opening, closing = "><" if not here else "[]" if able else "()"
        canvas.put(x, y, opening)
        canvas.put(x + HELD - 1, y, closing)
    word, word_ink = _word(scene, card, chosen=chosen, lifted=lifted)
    canvas.put(x, plan.words, f"{word:^{HELD}}", word_ink)


def _marked(scene: Scene, cursor: Cursor | None, card: Card) -> bool:
    """It can be played; once cards are being chosen to go face down: it can be one of them."""
    chosen = len(cursor.chosen) if isinstance(cursor, OnCard) else 0
    if chosen or must_choose(scene):
        return chosen < wanted(scene)
    return can_be_played(scene, card)


def _forced_by_start(scene: Scene, card: Card) -> bool:
    """Only a Start may be played now, and this is none."""
    return card != START and any(isinstance(action, Start) for action in scene.legal)


def _ink(card: Card, *, worn: bool) -> str:
    hue = "gold" if card == FINISH else "purple" if card == START else "white"
    return f"{hue}-worn" if worn else f"{hue}-chip"


def _word(scene: Scene, card: Card, *, chosen: bool, lifted: bool) -> tuple[str, str]:
    """What a card is good for now, in a word."""
    view: View = scene.view
    if chosen:
        return "chosen", "accent bold"
    if lifted:
        return "in hand", "accent bold"
    if must_choose(scene) or isinstance(view.decision, Numbers):
        return "", ""
    if card == FINISH:
        return ("wins!", "accent bold") if can_be_played(scene, card) else ("later", "dim")
    if card == START:
        return ("dead", "dim") if view.start_played else ("must", "accent bold")
    prices = view.prices(card)
    if not prices:
        return "no cell", "dim"
    if possible := plays(scene, card):
        return cost(min(prices[cell] for cell in possible), now=True), ""
    return cost(min(prices.values()), now=False), "dim"


def _scale(canvas: Canvas, plan: Plan, scene: Scene, cursor: Giving) -> None:
    """The numbers one may say, under the hand."""
    view: View = scene.view
    canvas.put(1, plan.words, "give", "accent bold")
    for number in range(len(view.hand) + 1):
        here = number == cursor.number
        canvas.put(scale_column(number), plan.words, f"[{number}]" if here else f" {number} ", "chosen" if here else "")


def scale_column(number: int) -> int:
    return HAND + 1 + 5 * number


# --- the mouse


def clicked(scene: Scene, cursor: Cursor, x: int, y: int, brush: Brush) -> Cursor | None:
    """The cursor for a click: on a card, on a cell where the card in question may lie, on a number to give."""
    view: View = scene.view
    plan = Plan.of(brush.height)
    if isinstance(cursor, Giving):
        number = next((n for n in range(len(view.hand) + 1) if 0 <= x - scale_column(n) < 3), None)
        if number is None or y != plan.words:
            return None
        return cursor if number == cursor.number else Giving(number, own=True)
    cell = cell_at(x, y, plan)
    if cell is not None:
        card = view.hand[cursor.place]
        return OnCell(cursor.place, card, cell) if cell in plays(scene, card) else None
    if isinstance(cursor, OnCard) and x >= SIDE and plan.hand <= y <= plan.words:
        return cursor
    place = next((at for at in range(len(view.hand)) if 0 <= x - held_column(at) < HELD), None)
    if place is None or not -(plan.held // 2) <= y - plan.hand <= plan.words - plan.hand:
        return None
    return _clicked_card(scene, cursor, place, under_it=y == plan.words)


def _clicked_card(scene: Scene, cursor: OnCard | OnCell, place: int, *, under_it: bool) -> Cursor | None:
    """Where cards have to go, and on the word under a card, a click chooses; else a second click picks it up."""
    if isinstance(cursor, OnCell):
        return OnCard(place)
    choosing = must_choose(scene) or bool(cursor.chosen) or under_it
    key = "space" if choosing else "up" if place == cursor.place else ""
    at = replace(cursor, place=place, typed="")
    found = moved(scene, at, key) if key else at
    return cursor if isinstance(found, str) and place == cursor.place else at if isinstance(found, str) else found
