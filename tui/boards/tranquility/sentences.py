"""What the line above the keys says on the table of Tranquility: what Enter would do, or why nothing happens."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import in_words
from engine.tranquility.actions import Start
from engine.tranquility.cards import FINISH, HIGHEST, START, Card
from engine.tranquility.sea import CELL_NAMES
from engine.tranquility.view import Numbers, View
from engine.tranquility.words import card_names, cards_in_number
from tui.board import Scene
from tui.boards.tranquility.cursor import Cursor, Giving, OnCard, cards, must_choose, plays, under, wanted


def pointed(scene: Scene, cursor: Cursor) -> str:
    view: View = scene.view
    action = under(scene, cursor)
    match cursor:
        case Giving(number) if action is not None and isinstance(view.decision, Numbers):
            return f"{scene.explain(action)} {_together(scene, view.decision, number)}"
        case _ if action is not None:
            return scene.explain(action)
        case OnCard(place, chosen) if chosen or must_choose(scene):
            return _so_far(scene, cursor)
        case OnCard(place):
            return _on_card(scene, view.hand[place])
        case _:
            return ""


def _together(scene: Scene, asking: Numbers, number: int) -> str:
    """What the numbers would add up to."""
    view: View = scene.view
    assert view.seat is not None
    total = sum(asking.saying(view.seat, number).numbers)
    silent = [seat for seat, said in enumerate(asking.named) if said is None and seat != view.seat]
    if silent:
        who = f"{in_words(scene.names[seat] for seat in silent)} {'have' if len(silent) > 1 else 'has'}"
        return f"That makes {total} of {cards_in_number(asking.needed)}; {who} not spoken."
    if total == asking.needed:
        return f"That makes {cards_in_number(total)}, as many as must go."
    return f"That makes {cards_in_number(total)}, but {asking.needed} must go."


def _so_far(scene: Scene, cursor: OnCard) -> str:
    """Some are chosen to go face down, but not enough."""
    view: View = scene.view
    card, chosen = view.hand[cursor.place], cards(view, cursor.chosen)
    this = str(card) if card.is_island else f"this {str(card).capitalize()}"
    names = f": {card_names(chosen)}" if chosen else ""
    then = f"Space puts {this} back." if cursor.place in cursor.chosen else f"Space chooses {this}."
    return f"{len(chosen)} of {cards_in_number(wanted(scene))} chosen{names}. {then}"


def _on_card(scene: Scene, card: Card) -> str:
    view: View = scene.view
    if not scene.legal:
        return _planned(view, card)
    if card == FINISH:
        return scene.why_not("finish")
    if card == START:
        return scene.why_not("start")
    if any(isinstance(action, Start) for action in scene.legal):
        return scene.why_not(f"play {card} a1")
    if possible := plays(scene, card):
        return f"{card} {_fits([view.prices(card)[cell] for cell in possible], *possible)}: Enter picks it up."
    return _no_cell(scene, card)


def _fits(prices: Sequence[int], first: int, *more: int) -> str:
    free = prices.count(0)
    if not more:
        return f"fits on {CELL_NAMES[first]} alone, {'free' if free else f'for {cards_in_number(prices[0])}'}"
    cost = f"{free} of them free" if 0 < free < len(prices) else _cost(prices, all="all ")
    return f"fits on {len(prices)} cells, {cost}"


def _cost(prices: Sequence[int], *, all: str = "") -> str:
    """What the cheapest costs, and whether others cost more."""
    least, same = min(prices), len(set(prices)) == 1
    if least == 0:
        return f"{all}free" if same else "free on some of them"
    return f"for {cards_in_number(least)}{'' if same else ' or more'}"


def _no_cell(scene: Scene, card: Card) -> str:
    """Why an island cannot be played anywhere."""
    view: View = scene.view
    if prices := view.prices(card):
        return scene.why_not(f"play {card} {CELL_NAMES[min(prices, key=lambda cell: prices[cell])]}")
    return f"No cell is left for {card}{_between(view, card)}."


def _between(view: View, card: Card) -> str:
    gap = view.gap_for(card)
    if gap.low == 0:
        return f" before the {gap.high}"
    if gap.high > HIGHEST:
        return f" behind the {gap.low}"
    return f" between the {gap.low} and the {gap.high}"


def _planned(view: View, card: Card) -> str:
    """For looking ahead while others play."""
    if card == FINISH:
        return "A Finish is for the end, when all 36 cells are filled."
    if card == START:
        return "This Start is a dead card." if view.start_played else "You will have to play this Start on your turn."
    prices = view.prices(card)
    if not prices:
        return f"No cell is left for {card}{_between(view, card)}."
    first, last = CELL_NAMES[min(prices)], CELL_NAMES[max(prices)]
    where = f"from {first} to {last}" if first != last else f"on {first}"
    return f"{card} would fit {where}, {_cost(tuple(prices.values()))}."
