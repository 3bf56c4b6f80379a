"""What a player of Splendor can do, and its notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Refused
from engine.splendor.cards import GOLD, LEVELS, Card, Noble, Token


@dataclass(frozen=True, slots=True)
class Take:
    """Gems from the bank, in the order of the notation: `take w b g`, `take r r`."""

    gems: tuple[Token, ...]

    def __str__(self) -> str:
        return f"take {_spaced(self.gems)}"


@dataclass(frozen=True, slots=True)
class Reserve:
    """A face-up card. `reserve 2-17`."""

    card: Card

    def __str__(self) -> str:
        return f"reserve {self.card}"


@dataclass(frozen=True, slots=True)
class ReserveTop:
    """The unseen top card of a deck. `reserve top 3`."""

    level: int

    def __str__(self) -> str:
        return f"reserve top {self.level}"


@dataclass(frozen=True, slots=True)
class Buy:
    """A face-up or reserved card. `buy 2-17`, `buy 2-17 gold r r`.

    gold: every gem that gold stands for, the missing ones too; empty: gold stands for what is missing and no more.
    """

    card: Card
    gold: tuple[Token, ...] = ()

    def __str__(self) -> str:
        return f"buy {self.card} gold {_spaced(self.gold)}" if self.gold else f"buy {self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Return:
    """What is over ten tokens, in the order of the notation. `return w gold`."""

    tokens: tuple[Token, ...]

    def __str__(self) -> str:
        return f"return {_spaced(self.tokens)}"


@dataclass(frozen=True, slots=True)
class Welcome:
    """The noble chosen of several that would come. `noble n04`."""

    noble: Noble

    def __str__(self) -> str:
        return f"noble {self.noble}"


Action: TypeAlias = Take | Reserve | ReserveTop | Buy | Pass | Return | Welcome


def parse(text: str) -> Action:
    """Colours may come in any order."""
    text = " ".join(text.lower().split())
    match text.split():
        case ["take", *gems] if gems:
            return Take(_gems(gems))
        case ["reserve", "top", level] if level in map(str, LEVELS):
            return ReserveTop(int(level))
        case ["reserve", "top", level]:
            raise Refused(f"“{level}” is no deck; the decks are 1, 2 and 3.")
        case ["reserve", card]:
            return Reserve(Card.parse(card))
        case ["buy", card]:
            return Buy(Card.parse(card))
        case ["buy", card, "gold", *gems] if gems:
            return Buy(Card.parse(card), _gems(gems))
        case ["return", *tokens] if tokens:
            return Return(_sorted(tokens))
        case ["noble", noble]:
            return Welcome(Noble.parse(noble))
        case ["pass"]:
            return Pass()
    raise Refused(
        f"“{text}” is nothing one can do here. Try: take w b g, take r r, reserve 2-17, reserve top 3, buy 2-17, "
        "buy 2-17 gold r, return w k, noble n04 or pass."
    )


def _sorted(letters: Sequence[str]) -> tuple[Token, ...]:
    return tuple(sorted(map(Token.parse, letters)))


def _gems(letters: Sequence[str]) -> tuple[Token, ...]:
    gems = _sorted(letters)
    if GOLD in gems:
        raise Refused("Name gems here, not gold: it comes with a reserved card and stands for gems when you buy.")
    return gems


def _spaced(tokens: Sequence[Token]) -> str:
    return " ".join(map(str, tokens))
