"""What is said of the place where the cursor stands, and which keys are worth a word there."""

from __future__ import annotations

from collections import Counter

from engine.splendor.cards import Card, Token
from engine.splendor.rules import tokens_of
from engine.splendor.words import amounts, card_in_full
from tui.board import Scene
from tui.boards.splendor.places import piece
from tui.boards.splendor.spots import (
    Cursor,
    OnBank,
    OnNoble,
    OnPass,
    OnPlace,
    Paying,
    Returning,
    at_card,
    buyable,
    can_reserve,
    choices,
    payments,
    room,
    under,
)


def is_useful(scene: Scene, cursor: Cursor, cap: str) -> bool:
    """Whether the key with this cap is worth its place in the footer."""
    picking = isinstance(cursor, Returning | Paying)
    match cap:
        case "←→":
            return isinstance(cursor, Returning | Paying | OnNoble)
        case "←→↑↓":
            return isinstance(cursor, OnPlace | OnBank | OnPass)
        case "Enter":
            return under(scene, cursor) is not None
        case "Space":
            return isinstance(cursor, Returning | OnBank) and bool(scene.legal)
        case "q":
            picked = isinstance(cursor, OnBank | Returning) and bool(cursor.picked)
            return picked or isinstance(cursor, Paying) or (isinstance(cursor, OnPlace) and cursor.reserving)
        case "wbgrk":
            return isinstance(cursor, Paying) or bool(choices(scene))
        case "o":
            return isinstance(cursor, Returning) and bool(scene.view.mine.tokens[Token.GOLD])
        case "s":
            return isinstance(cursor, OnPlace) and can_reserve(scene, at_card(scene, cursor))
        case "a":
            return not picking and bool(buyable(scene))
        case "p":
            card = at_card(scene, cursor) if isinstance(cursor, OnPlace) else None
            return card is not None and len(payments(scene, card)) > 1
        case _:
            return False


def pointed(scene: Scene, cursor: Cursor) -> str:
    action = under(scene, cursor)
    if action is not None:
        return scene.explain(action)
    match cursor:
        case OnPlace(row, place):
            return _about(scene, piece(scene.view, row, place))
        case OnBank(picked=picked) if scene.legal:
            return _how_to_go_on(scene, picked)
        case Returning(picked=picked):
            more = len(choices(scene)[0]) - len(picked)
            if not picked:
                return f"Choose {_tokens(more)} to give back, by letter or Space."
            return f"{amounts(tokens_of(picked))}, and {_tokens(more, 'more ')} to give back; q puts back."
        case _:
            return ""


def _tokens(number: int, more: str = "") -> str:
    return f"{number} {more}token{'' if number == 1 else 's'}"


def _about(scene: Scene, found: Card | int | None) -> str:
    """Why the card cannot be bought; while others play, what it is."""
    match found:
        case Card() if scene.legal:
            hint = " Press s to reserve it." if can_reserve(scene, found) else ""
            return scene.why_not(f"buy {found}") + hint
        case Card():
            return f"{card_in_full(found)}."
        case int() if scene.legal:
            return scene.why_not(f"reserve top {found}")
        case int():
            return f"The deck of level {found}."
        case None:
            return ""


def _how_to_go_on(scene: Scene, picked: tuple[Token, ...]) -> str:
    takes = choices(scene)
    if not takes:
        return scene.why_not("take w")
    if not picked:
        return "Pick gems by letter or Space: three colours, or two alike at a double mark."
    more = max(len(take) for take in takes if not Counter(picked) - Counter(take)) - len(picked)
    twice = f", or {picked[0]} again for two alike" if len(picked) == 1 and room(scene, picked, picked[0]) else ""
    colours = "one more colour" if more == 1 else f"{more} more colours"
    return f"{amounts(tokens_of(picked))}: choose {colours}{twice}; q puts back."
