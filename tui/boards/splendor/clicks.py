"""What a click on the table of Splendor points at."""

from __future__ import annotations

from engine.splendor.cards import GEMS, Token
from engine.splendor.view import View
from tui.board import Scene
from tui.boards.splendor.cursor import moved
from tui.boards.splendor.places import BOXES, GEM_X, LETTERS, NOBLE_CELLS, NOBLE_X, ROWS, Plan, piece
from tui.boards.splendor.spots import Cursor, OnBank, OnNoble, OnPlace, Paying, Returning, nobles
from tui.drawing import Brush


def clicked(scene: Scene, cursor: Cursor, x: int, y: int, brush: Brush) -> Cursor | None:
    """A card, a deck or a noble; a click on a token picks it like its letter."""
    view: View = scene.view
    plan = Plan.of(brush.height, view.seats)
    token = next((token for token in Token if GEM_X[token] < x < GEM_X[token] + 4), None)
    match cursor:
        case Returning():
            on_token = token is not None and y in (plan.foot, plan.holding(view.turn))
            return _pressed(scene, cursor, LETTERS[token]) if token is not None and on_token else None
        case OnNoble():
            return _noble(scene, x, y, plan)
        case _ if y == plan.bank and token in GEMS:
            assert token is not None
            return _pressed(scene, cursor, LETTERS[token]) if scene.legal else OnBank(token)
    for row in range(ROWS):
        if plan.row(row) <= y < plan.row(row) + plan.card:
            place = next((place for place, (left, cells) in enumerate(BOXES) if left <= x < left + cells), None)
            if place is None or piece(view, row, place) is None:
                return None
            if isinstance(cursor, OnPlace | Paying) and (cursor.row, cursor.place) == (row, place):
                return cursor
            return OnPlace(row, place)
    return None


def _pressed(scene: Scene, cursor: Cursor, key: str) -> Cursor | None:
    found = moved(scene, cursor, key)
    return None if isinstance(found, str) else found


def _noble(scene: Scene, x: int, y: int, plan: Plan) -> Cursor | None:
    if y >= plan.noble or x < NOBLE_X:
        return None
    view: View = scene.view
    shown = sorted((*view.nobles, *(noble for holding in view.holdings for noble in holding.nobles)), key=str)
    place = (x - NOBLE_X) // NOBLE_CELLS
    would_come = [action.noble for action in nobles(scene)]
    return OnNoble(would_come.index(shown[place])) if place < len(shown) and shown[place] in would_come else None
