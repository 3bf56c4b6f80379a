"""Where one can point on the table of Splendor, and how the keys move there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import GEMS, Card, Token
from engine.splendor.legal import due, missing, named
from engine.splendor.rules import tokens_of
from engine.splendor.view import Asks, View
from engine.splendor.words import amounts, card_in_full
from tui.board import Scene
from tui.boards.splendor.places import (
    DECK,
    KEPT,
    LETTERS,
    ROWS,
    gem_middle,
    kept,
    middle,
    nearest_gem,
    nearest_place,
    piece,
    places,
)

BANK = ROWS  # the line below the rows
TOKENS = {letter: token for token, letter in LETTERS.items()}
STEPS = {"left": -1, "right": 1, "up": -1, "down": 1}


@dataclass(frozen=True, slots=True)
class OnPlace:
    """On a card or a deck. reserving: Enter reserves the card instead of buying it."""

    row: int
    place: int
    reserving: bool = False


@dataclass(frozen=True, slots=True)
class Paying:
    """Choosing what gold stands for. way: which of the payments."""

    row: int
    place: int
    way: int = 0


@dataclass(frozen=True, slots=True)
class OnBank:
    """On a gem in the bank, with those picked so far, in the order of the notation."""

    gem: Token
    picked: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class OnPass:
    pass


@dataclass(frozen=True, slots=True)
class Returning:
    """On a token of mine, with those to be returned so far, in the order of the notation."""

    token: Token
    picked: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class OnNoble:
    """On one of those that would come."""

    place: int


Cursor: TypeAlias = OnPlace | Paying | OnBank | OnPass | Returning | OnNoble
Moved: TypeAlias = Cursor | str | None


# --- what is legal there


def buyable(scene: Scene) -> set[Card]:
    return {action.card for action in scene.legal if isinstance(action, Buy)}


def can_reserve(scene: Scene, card: Card | None) -> bool:
    return any(isinstance(action, Reserve) and action.card == card for action in scene.legal)


def payments(scene: Scene, card: Card | None) -> list[Buy]:
    """The plain one first."""
    return [action for action in scene.legal if isinstance(action, Buy) and action.card == card]


def in_gold(scene: Scene, buy: Buy) -> tuple[Token, ...]:
    """What gold stands for in a payment."""
    mine = scene.view.mine
    return buy.gold or named(missing(due(buy.card, mine), mine.tokens))


def choices(scene: Scene) -> list[tuple[Token, ...]]:
    """All the takes, or all the returns."""
    takes = [action.gems for action in scene.legal if isinstance(action, Take)]
    return takes or [action.tokens for action in scene.legal if isinstance(action, Return)]


def room(scene: Scene, picked: Sequence[Token], token: Token) -> int:
    """How many more of a token may be picked."""
    begun = [choice for choice in choices(scene) if not Counter(picked) - Counter(choice)]
    return max((choice.count(token) for choice in begun), default=0) - list(picked).count(token)


def nobles(scene: Scene) -> list[Welcome]:
    return [action for action in scene.legal if isinstance(action, Welcome)]


def at_card(scene: Scene, cursor: OnPlace | Paying) -> Card | None:
    found = piece(scene.view, cursor.row, cursor.place)
    return found if isinstance(found, Card) else None


def under(scene: Scene, cursor: Cursor) -> Action | None:
    """The legal action that Enter would do."""
    match cursor:
        case OnPlace(row, place, reserving):
            found = piece(scene.view, row, place)
            for action in scene.legal:
                match action:
                    case Buy(card, ()) if card == found and not reserving:
                        return action
                    case Reserve(card) if card == found and reserving:
                        return action
                    case ReserveTop(deck) if deck == found:
                        return action
            return None
        case Paying(way=way):
            ways = payments(scene, at_card(scene, cursor))
            return ways[way] if way < len(ways) else None
        case OnBank(picked=picked):
            return next((a for a in scene.legal if isinstance(a, Take) and a.gems == picked), None)
        case Returning(picked=picked):
            return next((a for a in scene.legal if isinstance(a, Return) and a.tokens == picked), None)
        case OnNoble(place):
            found_nobles = nobles(scene)
            return found_nobles[place] if place < len(found_nobles) else None
        case OnPass():
            return next((a for a in scene.legal if isinstance(a, Pass)), None)


# --- keys


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
        case "n":
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
        case "n":
            return not picking and bool(buyable(scene))
        case "p":
            card = at_card(scene, cursor) if isinstance(cursor, OnPlace) else None
            return card is not None and len(payments(scene, card)) > 1
        case _:
            return False


# --- sentences


def pointed(scene: Scene, cursor: Cursor) -> str:
    action = under(scene, cursor)
    if action is not None:
        return scene.game.explain(scene.view, action)
    match cursor:
        case OnPlace(row, place):
            return _about(scene, piece(scene.view, row, place))
        case OnBank(picked=picked) if scene.legal:
            return _how_to_go_on(scene, picked)
        case Returning(picked=picked):
            over = len(choices(scene)[0])
            return (
                f"{amounts(tokens_of(picked))} of {over}: letters or Space choose what goes back."
                if picked
                else (f"Choose {over} to go back, with letters or Space.")
            )
        case _:
            return ""


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
