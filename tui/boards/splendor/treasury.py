"""The lower half of the picture: bank and seats, one line each, the gems in columns; what a choice would change."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub

from engine.game import Seat
from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Take
from engine.splendor.cards import GEMS, GOLD, NO_TOKENS, Card, Token, Tokens
from engine.splendor.legal import MOST_TOKENS
from engine.splendor.rules import ONE_GOLD, payment, tokens_of
from engine.splendor.view import View
from engine.splendor.words import points as in_points
from tui.board import Scene
from tui.boards.splendor.news import last_turn
from tui.boards.splendor.places import CARDS_X, GEM_X, HUES, POINTS_X, RIGHT_X, SUM_X, SYMBOLS, Plan, has_gold
from tui.boards.splendor.spots import Cursor, OnBank, OnPass, Returning, room, under
from tui.drawing import Canvas, fit, width

NAME_CELLS = 6


def treasury(canvas: Canvas, plan: Plan, scene: Scene, cursor: Cursor | None) -> None:
    view: View = scene.view
    _heading(canvas, plan, view)
    _bank(canvas, plan, scene, cursor)
    for seat in range(view.seats):
        _holding(canvas, plan, scene, seat)
    _foot(canvas, plan, scene, cursor)


def _heading(canvas: Canvas, plan: Plan, view: View) -> None:
    y, glyph = plan.heading, canvas.brush.glyph
    for token in Token:
        letter = "" if token is GOLD else str(token)
        canvas.put(GEM_X[token] + 1, y, f"{letter}{glyph(SYMBOLS[token])}", HUES[token] + " bold")
    canvas.put(SUM_X, y, f"/{MOST_TOKENS}", "dim")
    canvas.put(POINTS_X, y, "pts", "dim")
    canvas.put(CARDS_X, y, "cards", "dim")
    canvas.put(RIGHT_X + 2, y, "reserved", "dim")


def _bank(canvas: Canvas, plan: Plan, scene: Scene, cursor: Cursor | None) -> None:
    view: View = scene.view
    y, mark = plan.bank, canvas.brush.glyph("▴")
    canvas.put(3, y, "bank", "bold")
    picked = cursor.picked if isinstance(cursor, OnBank) else ()
    for token in Token:
        there = view.bank[token]
        can = room(scene, picked, token) if any(isinstance(action, Take) for action in scene.legal) else 0
        text = f"{there}{mark * can}"
        canvas.put(GEM_X[token] + 1, y, text, f"{HUES[token]} bold" if there else "dim")
        if isinstance(cursor, OnBank) and cursor.gem == token:
            _point(canvas, token, y, can=can > 0 or token in picked)
    if Pass() in scene.legal:
        x = SUM_X + 1
        here = isinstance(cursor, OnPass)
        canvas.put(x, y, "[pass]" if here else f" pass{mark}", "chosen" if here else "bold")
    if not has_gold(view):
        canvas.put(RIGHT_X, y, "no gold with 2 or 3 players", "dim")


def _point(canvas: Canvas, token: Token, y: int, *, can: bool) -> None:
    x, cells = GEM_X[token], 4 if token is GOLD else 5
    canvas.tint(x, y, cells, "chosen" if can else "lane bold")
    canvas.put(x, y, "[" if can else "(")
    canvas.put(x + cells - 1, y, "]" if can else ")")


def _holding(canvas: Canvas, plan: Plan, scene: Scene, seat: Seat) -> None:
    view: View = scene.view
    y, holding = plan.holding(seat), view.holdings[seat]
    turn, mine = seat == view.turn and not view.over, seat == view.seat
    ink = "accent bold" if turn else "bold" if mine else ""
    if turn:
        canvas.put(0, y, canvas.brush.glyph("▶"), ink)
    name = "you" if mine else _short(scene.names[seat], ascii=canvas.brush.ascii)
    canvas.put(1, y, f"{seat + 1} {name}", ink)
    for token in Token:
        held, bonus = holding.tokens[token], holding.bonuses[token] if token in GEMS else 0
        text = f"{held}+{bonus}" if bonus else str(held) if held else canvas.brush.glyph("·")
        canvas.put(GEM_X[token] + 1, y, text, HUES[token] if held or bonus else "faint")
    canvas.put(SUM_X, y, f"{sum(holding.tokens):>3}", ink)
    canvas.put(POINTS_X, y, f"{holding.points:>3}", f"{ink} bold")
    canvas.put(CARDS_X, y, f"{len(holding.cards):>2}", ink)
    x = _reserved(canvas, RIGHT_X, y, view, seat)
    did = last_turn(scene, seat)
    right = min(canvas.brush.width, 100)
    if plan.seat == 2:
        came = f"nobles {' '.join(map(str, holding.nobles))}" if holding.nobles else ""
        more = "; ".join(filter(None, (did, came)))
        canvas.put(GEM_X[0] + 1, y + 1, more, "dim")
    elif did and x + width(did) + 1 < right:
        canvas.put(right - 1 - width(did), y, did, "dim")


def _short(name: str, *, ascii: bool) -> str:
    """As much of a name as there is room for, a word rather than a piece of two."""
    if width(name) > NAME_CELLS:
        name = name.removeprefix("Bot ").split()[0]
    return fit(name, NAME_CELLS, ascii=ascii)


def _reserved(canvas: Canvas, x: int, y: int, view: View, seat: Seat) -> int:
    for card in view.holdings[seat].reserved:
        x = _small(canvas, x, y, card) + 1
    for level in view.unseen[seat]:
        x = canvas.put(x, y, f"level {level}?", "dim") + 1
    return x


def _small(canvas: Canvas, x: int, y: int, card: Card) -> int:
    """A card in at most eleven cells: `R2:3w5b`."""
    x = canvas.put(x, y, f"{str(card.bonus).upper()}{card.points or ''}", f"{HUES[card.bonus]}-chip")
    x = canvas.put(x, y, ":", "dim")
    for gem, price in card.costs:
        x = canvas.put(x, y, f"{price}{gem}", HUES[gem])
    return x


# --- the last line


def _foot(canvas: Canvas, plan: Plan, scene: Scene, cursor: Cursor | None) -> None:
    view: View = scene.view
    y = plan.foot
    verb, change, points = change_of(scene, cursor)
    if any(change) or isinstance(cursor, Returning):
        held = sum(view.mine.tokens) + sum(change)
        canvas.put(1, y, verb, "accent bold")
        for token, number in zip(Token, change, strict=True):
            if number:
                canvas.put(GEM_X[token] + 1, y, f"{number:+}", "accent bold")
        over = f": return {held - MOST_TOKENS}" if held > MOST_TOKENS else ""
        more = f"  +{in_points(points)}" if points else ""
        canvas.put(SUM_X + 1, y, f"{held:>2}/{MOST_TOKENS}{over}{more}", "accent bold")
    elif not view.over:
        glyph = canvas.brush.glyph
        new = f"  {glyph('•')} new" if plan.card == 2 else ""
        gold = f"  {glyph(SYMBOLS[GOLD])} gold" if has_gold(view) else ""
        canvas.put(1, y, f"2+1: tokens+bonuses{gold}  {glyph('▴')} possible{new}", "dim")
    if isinstance(cursor, Returning):
        _givable(canvas, y, scene, cursor)
    text, ink = _end(scene, ascii=canvas.brush.ascii)
    canvas.put(min(canvas.brush.width, 79) - width(text), y, text, ink)


def _givable(canvas: Canvas, y: int, scene: Scene, cursor: Returning) -> None:
    mark = canvas.brush.glyph("▴")
    for token in Token:
        number, more = cursor.picked.count(token), room(scene, cursor.picked, token)
        text = f"{-number if number else ''}{mark if more else ''}"
        canvas.put(GEM_X[token] + 1, y, text, HUES[token])
        if token == cursor.token:
            _point(canvas, token, y, can=True)


def _end(scene: Scene, *, ascii: bool) -> tuple[str, str]:
    """What is known of the end."""
    view: View = scene.view
    if view.over:
        return "", ""
    if view.last_round:
        last = scene.names[(view.first - 1) % view.seats]
        return f"LAST ROUND, ends with {fit(last, 8, ascii=ascii)}", "warn bold"
    if view.passes:
        return f"passes in a row: {view.passes} of {view.seats}", "warn"
    return f"{view.target} points: the last round", "dim"


def change_of(scene: Scene, cursor: Cursor | None) -> tuple[str, Tokens, int]:
    """A verb, what the choice so far would change in my tokens, and the points it brings."""
    action: Action | None = None if cursor is None else under(scene, cursor)
    nothing = "", NO_TOKENS, 0
    match action, cursor:
        case _, OnBank(picked=picked) if picked:
            return "take", tokens_of(picked), 0
        case _, Returning(picked=picked):
            return "return", _negative(tokens_of(picked)), 0
        case Buy(card), _:
            return "pay", _negative(payment(action, scene.view.mine)), card.points
        case Reserve() | ReserveTop(), _ if scene.view.bank[GOLD]:
            return "take", ONE_GOLD, 0
    return nothing


def _negative(tokens: Sequence[int]) -> Tokens:
    return tuple(map(sub, NO_TOKENS, tokens))
