"""What one can point at on the table of Splendor, and what is legal there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import Card, Token
from engine.splendor.legal import due, missing, named
from tui.board import Scene
from tui.boards.splendor.places import piece


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
