"""How the keys move on the table of Splendor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.splendor.actions import Pass
from engine.splendor.cards import GEMS, Token
from engine.splendor.view import Asks, View
from tui.board import Scene
from tui.boards.splendor.hints import pointed
from tui.boards.splendor.places import (
    DECK,
    KEPT,
    LETTERS,
    ROWS,
    gem_middle,
    has_gold,
    kept,
    middle,
    nearest_gem,
    nearest_place,
    piece,
    places,
)
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
    in_gold,
    nobles,
    payments,
    room,
    under,
)

BANK = ROWS  # the line below the rows
TOKENS = {letter: token for token, letter in LETTERS.items()}
STEPS = {"left": -1, "right": 1, "up": -1, "down": 1}
Moved: TypeAlias = Cursor | str | None  # as Board.moved answers


def begin(scene: Scene, cursor: Cursor | None) -> Cursor | None:
    """Where one was, with nothing picked up; at first on a card that can be bought, else on the bank."""
    view: View = scene.view
    if view.seat is None or view.over:
        return None
    if scene.legal and view.asks is Asks.RETURN:
        return Returning(next(token for token in Token if view.mine.tokens[token]))
    if scene.legal and view.asks is Asks.NOBLE:
        return OnNoble(0)
    if Pass() in scene.legal:
        return OnPass()
    match cursor:
        case OnPlace(row, place) | Paying(row, place) if piece(view, row, place) is not None:
            return OnPlace(row, place)
        case OnBank(gem):
            return OnBank(gem)
    stops = _stops(scene)
    return stops[0] if stops else OnBank(GEMS[0])


def _stops(scene: Scene) -> list[OnPlace]:
    """Where something can be bought: what I reserved first, then the dear ones."""
    can = buyable(scene)
    found = [OnPlace(row, place) for place in (KEPT, 1, 2, 3, 4) for row in range(ROWS)]
    stops = [stop for stop in found if at_card(scene, stop) in can]
    return sorted(stops, key=lambda stop: (stop.place != KEPT, stop.row, stop.place))


def moved(scene: Scene, cursor: Cursor, key: str) -> Moved:
    match cursor:
        case Returning():
            return _returning(scene, cursor, key)
        case OnNoble(place):
            return _among_nobles(scene, place, key)
        case Paying():
            return _paying(scene, cursor, key)
    match key:
        case "w" | "b" | "g" | "r" | "k":
            at = cursor if isinstance(cursor, OnBank) else OnBank(TOKENS[key])
            return _pick(scene, replace(at, gem=TOKENS[key]))
        case "s":
            return _reserve(scene, cursor)
        case "a":
            return _next(cursor, _stops(scene)) or _no_buy(scene)
        case "p":
            return _pay(scene, cursor)
        case "y":
            mine = [OnPlace(row, KEPT) for row in range(len(kept(scene.view)))]
            return _next(cursor, mine) or "You have reserved no card."
        case "1" | "2" | "3":
            row = ROWS - int(key)
            stops = [OnPlace(row, place) for place in places(scene.view, row) if place not in (DECK, KEPT)]
            return _next(cursor, stops) or f"No card of level {key} is left on the table."
        case "up" | "down":
            return _up_or_down(scene, cursor, STEPS[key])
        case "left" | "right":
            return _left_or_right(scene, cursor, STEPS[key])
    if isinstance(cursor, OnBank):
        return _on_bank(scene, cursor, key)
    if isinstance(cursor, OnPlace) and cursor.reserving and key in ("q", "backspace"):
        return replace(cursor, reserving=False)
    return None


def _next(cursor: Cursor, stops: Sequence[OnPlace]) -> OnPlace | None:
    """The first of the stops; from one of them the one after it."""
    if not stops:
        return None
    here = replace(cursor, reserving=False) if isinstance(cursor, OnPlace) else None
    return stops[(stops.index(here) + 1) % len(stops)] if here in stops else stops[0]


def _no_buy(scene: Scene) -> str:
    return "There is no card that you can buy now." if scene.legal else scene.why_not("pass")


def _reserve(scene: Scene, cursor: Cursor) -> Moved:
    card = at_card(scene, cursor) if isinstance(cursor, OnPlace) else None
    match cursor:
        case OnPlace(place=place) if place == DECK:
            return cursor if under(scene, cursor) else pointed(scene, cursor)
        case OnPlace(place=place) if place == KEPT:
            return "You have reserved this card already."
        case OnPlace():
            can = can_reserve(scene, card)
            return replace(cursor, reserving=not cursor.reserving) if can else scene.why_not(f"reserve {card}")
        case _:
            return "Go to a card or a deck first, then s reserves it."


def _pay(scene: Scene, cursor: Cursor) -> Moved:
    if not has_gold(scene.view):
        return "There is no gold in this game."
    card = at_card(scene, cursor) if isinstance(cursor, OnPlace) else None
    if not isinstance(cursor, OnPlace) or card is None:
        return "Go to a card first, then p says what gold stands for."
    match len(payments(scene, card)):
        case 0:
            return scene.why_not(f"buy {card}")
        case 1:
            return f"There is only one way to pay for {card}."
    return Paying(cursor.row, cursor.place)


def _paying(scene: Scene, cursor: Paying, key: str) -> Moved:
    card = at_card(scene, cursor)
    assert card is not None
    ways = payments(scene, card)
    match key:
        case "q" | "backspace" | "p":
            return OnPlace(cursor.row, cursor.place)
        case "space" | "right" | "down":
            return replace(cursor, way=(cursor.way + 1) % len(ways))
        case "left" | "up":
            return replace(cursor, way=(cursor.way - 1) % len(ways))
        case "w" | "b" | "g" | "r" | "k":
            gem = TOKENS[key]
            now = Counter(in_gold(scene, ways[cursor.way]))
            by_gold = [Counter(in_gold(scene, way)) for way in ways]
            if (more := now + Counter([gem])) in by_gold:
                return replace(cursor, way=by_gold.index(more))
            fewer = [number for number, other in enumerate(by_gold) if _but(other, gem) == _but(now, gem)]
            if len(fewer) > 1:  # as much gold for it as can be: back to the least
                return replace(cursor, way=min(fewer, key=lambda number: by_gold[number][gem]))
            return scene.why_not(f"buy {card} gold {' '.join(map(str, sorted(more.elements())))}")
    return None


def _but(counted: Counter[Token], gem: Token) -> Counter[Token]:
    return Counter({token: number for token, number in counted.items() if token != gem})


def _up_or_down(scene: Scene, cursor: Cursor, step: int) -> Cursor:
    """Four lines, round and round: the rows where something lies, then the bank."""
    match cursor:
        case OnPlace(row, place):
            line, x = row, middle(place)
        case OnBank(gem):
            line, x = BANK, gem_middle(gem)
        case _:
            line, x = BANK, middle(KEPT)
    while True:
        line = (line + step) % (BANK + 1)
        if line == BANK:
            return OnPass() if Pass() in scene.legal else OnBank(nearest_gem(x))
        if places(scene.view, line):
            return OnPlace(line, nearest_place(scene.view, line, x))


def _left_or_right(scene: Scene, cursor: Cursor, step: int) -> Cursor:
    match cursor:
        case OnPlace(row, place):
            known = places(scene.view, row)
            return OnPlace(row, known[(known.index(place) + step) % len(known)])
        case OnBank(gem):
            if Pass() in scene.legal and (gem, step) in ((GEMS[0], -1), (GEMS[-1], 1)):
                return OnPass()
            return replace(cursor, gem=GEMS[(gem + step) % len(GEMS)])
        case OnPass():
            return OnBank(GEMS[0] if step > 0 else GEMS[-1])
    return cursor


def _on_bank(scene: Scene, cursor: OnBank, key: str) -> Moved:
    match key:
        case "enter" if not cursor.picked:
            return _pick(scene, cursor)
        case "space" if cursor.gem in cursor.picked and not room(scene, cursor.picked, cursor.gem):
            return replace(cursor, picked=_without(cursor.picked, cursor.gem))
        case "space":
            return _pick(scene, cursor)
        case "q" if cursor.picked:
            return replace(cursor, picked=())
        case "backspace" if cursor.picked:
            return replace(cursor, picked=cursor.picked[:-1])
    return None


def _pick(scene: Scene, cursor: OnBank) -> Moved:
    """One more of the gem; if that cannot be, none of it."""
    gem, picked = cursor.gem, cursor.picked
    if room(scene, picked, gem) > 0:
        return replace(cursor, picked=tuple(sorted((*picked, gem))))
    if gem in picked and picked != (gem,):
        return replace(cursor, picked=_without(picked, gem))
    return scene.why_not(f"take {' '.join(map(str, sorted((*picked, gem))))}")


def _without(picked: tuple[Token, ...], token: Token) -> tuple[Token, ...]:
    return tuple(other for other in picked if other != token)


def _returning(scene: Scene, cursor: Returning, key: str) -> Moved:
    mine = scene.view.mine
    held = [token for token in Token if mine.tokens[token]]
    match key:
        case "left" | "right":
            return replace(cursor, token=held[(held.index(cursor.token) + STEPS[key]) % len(held)])
        case "space":
            return _give(scene, cursor)
        case "enter" if not cursor.picked:
            return _give(scene, cursor)
        case "q" if cursor.picked:
            return replace(cursor, picked=())
        case "backspace" if cursor.picked:
            return replace(cursor, picked=cursor.picked[:-1])
        case _ if key in TOKENS:
            token = TOKENS[key]
            if token not in held:
                return f"You have no {token.word}."
            return _give(scene, replace(cursor, token=token))
    return None


def _give(scene: Scene, cursor: Returning) -> Moved:
    """One more of the token; if that cannot be, none of it."""
    token, picked = cursor.token, cursor.picked
    if room(scene, picked, token) > 0:
        return replace(cursor, picked=tuple(sorted((*picked, token))))
    if token in picked:
        return replace(cursor, picked=_without(picked, token))
    return scene.why_not(f"return {' '.join(map(str, sorted((*picked, token))))}")


def _among_nobles(scene: Scene, place: int, key: str) -> Moved:
    number = len(nobles(scene))
    match key:
        case "left" | "up":
            return OnNoble((place - 1) % number)
        case "right" | "down" | "space":
            return OnNoble((place + 1) % number)
        case "1" | "2" | "3" | "4" | "5":
            return OnNoble(int(key) - 1) if int(key) <= number else f"Only {number} nobles would come."
    return None
