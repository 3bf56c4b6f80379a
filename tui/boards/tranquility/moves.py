"""How the keys move on the table of Tranquility."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Refused
from engine.tranquility.actions import Offer
from engine.tranquility.cards import FINISH, START, Card
from engine.tranquility.sea import CELL_NAMES, CELLS, ROW
from engine.tranquility.view import View
from engine.tranquility.words import cards_in_number
from tui.board import Scene
from tui.boards.tranquility.cursor import Cursor, Giving, OnCard, OnCell, must_choose, plays, under, wanted
from tui.boards.tranquility.places import row_of
from tui.boards.tranquility.sentences import pointed


def moved(scene: Scene, cursor: Cursor, key: str) -> Cursor | str | None:
    match cursor:
        case OnCard():
            return _on_card(scene, cursor, key)
        case OnCell():
            return _on_cell(scene, cursor, key)
        case Giving():
            return _giving(scene, cursor, key)


def _on_card(scene: Scene, cursor: OnCard, key: str) -> Cursor | str | None:
    view: View = scene.view
    match key:
        case "left" | "right":
            step = 1 if key == "right" else -1
            return replace(cursor, place=(cursor.place + step) % len(view.hand), typed="")
        case "q" | "backspace" if cursor.chosen:
            return OnCard(cursor.place)
        case "space":
            return _chosen(scene, cursor)
        case "down":
            return "It is chosen already." if cursor.place in cursor.chosen else _chosen(scene, cursor)
        case "up" if cursor.place in cursor.chosen:
            return _chosen(scene, cursor)
        case "up" | "enter":
            return _picked_up(scene, cursor, key)
        case "f" | "s":
            return _to_special(view, cursor, FINISH if key == "f" else START)
        case key if len(key) == 1 and key in "0123456789":
            return _typed(view, cursor, key)
    return None


def _chosen(scene: Scene, cursor: OnCard) -> OnCard | str:
    """Choose this card to go face down, or put it back."""
    view: View = scene.view
    number = wanted(scene)
    if cursor.place in cursor.chosen:
        chosen = tuple(place for place in cursor.chosen if place != cursor.place)
    elif number == 0:
        return _why_not_choose(scene, view.hand[cursor.place])
    elif len(cursor.chosen) == number:
        return f"{number} of {cards_in_number(number)} {'is' if number == 1 else 'are'} chosen; put one back first."
    else:
        chosen = tuple(sorted((*cursor.chosen, cursor.place)))
    assert view.seat is not None
    return OnCard(cursor.place, chosen, view.discarded[view.seat])


def _why_not_choose(scene: Scene, card: Card) -> str:
    if scene.legal and len(scene.view.hand) < 2:
        return "To discard you need two cards; this one has to be played."
    return scene.why_not(f"discard {card} {card}")


def _picked_up(scene: Scene, cursor: OnCard, key: str) -> Cursor | str | None:
    """Take an island to the sea. Enter on anything else is for what it does."""
    view: View = scene.view
    card = view.hand[cursor.place]
    if under(scene, cursor) is not None:
        return None if key == "enter" else f"Enter does it: {_lower(pointed(scene, cursor))}"
    if cursor.chosen or must_choose(scene) or not card.is_island:
        return pointed(scene, cursor)
    if not (possible := plays(scene, card)):
        return pointed(scene, cursor)
    gap, prices = view.gap_for(card), view.prices(card)
    even = gap.first + (card - gap.low) * (len(gap.cells) + 1) / (gap.high - gap.low) - 1
    return OnCell(cursor.place, card, min(possible, key=lambda cell: (prices[cell], abs(cell - even), cell)))


def _to_special(view: View, cursor: OnCard, card: Card) -> OnCard | str:
    held = [place for place, mine in enumerate(view.hand) if mine == card]
    if not held:
        return f"You hold no {str(card).capitalize()}."
    after = [place for place in held if place > cursor.place]
    return replace(cursor, place=(after or held)[0], typed="")


def _typed(view: View, cursor: OnCard, digit: str) -> OnCard | str:
    """`1`, then `2`: the 12."""
    for typed in (cursor.typed + digit, digit):
        exact = [place for place, card in enumerate(view.hand) if str(card) == typed]
        begun = [place for place, card in enumerate(view.hand) if str(card).startswith(typed)]
        if exact or begun:
            return replace(cursor, place=(exact or begun)[0], typed=typed)
    return f"You hold no card that begins with {digit}."


def _on_cell(scene: Scene, cursor: OnCell, key: str) -> Cursor | str | None:
    possible = sorted(plays(scene, cursor.card))
    here = cursor.cell
    match key:
        case "q" | "backspace":
            return OnCard(cursor.place)
        case "space":
            return replace(cursor, cell=possible[(possible.index(here) + 1) % len(possible)])
        case "left" | "right":
            cell = here + (1 if key == "right" else -1)
            return _to(scene, cursor, [cell], cell)
        case "down" if row_of(here) == 0:
            return OnCard(cursor.place)
        case "up" | "down":
            cell = here + (ROW if key == "up" else -ROW)
            near = [other for other in possible if row_of(other) == row_of(cell)]
            return _to(scene, cursor, sorted(near, key=lambda other: abs(other - cell)), cell)
        case "a" | "b" | "c" | "d" | "e" | "f":
            cell = here - here % ROW + "abcdef".index(key)
            near = [other for other in possible if other % ROW == cell % ROW and other != here]
            return _to(scene, cursor, sorted(near, key=lambda other: (other != cell, other < here, other)), cell)
        case "1" | "2" | "3" | "4" | "5" | "6":
            cell = (int(key) - 1) * ROW + here % ROW
            near = [other for other in possible if row_of(other) == row_of(cell)]
            return _to(scene, cursor, sorted(near, key=lambda other: abs(other - cell)), cell)
    return None


def _to(scene: Scene, cursor: OnCell, near: list[int], cell: int) -> OnCell | str:
    """To the first of these cells if one may play there; else why not to the cell that was meant."""
    possible = plays(scene, cursor.card)
    if near and near[0] in possible:
        return replace(cursor, cell=near[0])
    if cell == cursor.cell:
        return cursor
    if not 0 <= cell < CELLS:
        return "The line ends here."
    return scene.why_not(f"play {cursor.card} {CELL_NAMES[cell]}")


def _giving(scene: Scene, cursor: Giving, key: str) -> Cursor | str | None:
    match key:
        case "left" | "down":
            number = cursor.number - 1
        case "right" | "up" | "space":
            number = cursor.number + 1
        case key if len(key) == 1 and key in "0123456789":
            number = int(key)
        case _:
            return None
    if Offer(number) in scene.legal:
        return Giving(number, own=True)
    if number < 0:
        return "You cannot give less than nothing."
    try:
        return scene.why_not(f"offer {number}")
    except Refused as refused:
        return str(refused)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
