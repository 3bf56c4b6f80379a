"""What a player of Tranquility can do, and its notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Refused
from engine.tranquility.cards import ISLANDS, Card, tidy
from engine.tranquility.sea import CELL_NAMES, CELLS, parse_cell


@dataclass(frozen=True, slots=True)
class Play:
    """An island on an empty cell: `play 12 a2`."""

    card: Card
    cell: int  # along the line, from 0

    def __str__(self) -> str:
        return f"play {self.card} {CELL_NAMES[self.cell]}"


@dataclass(frozen=True, slots=True)
class Pay:
    """Cards of the hand, face down, for an island's price or for the eight: `pay 5 7`."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"pay {' '.join(map(str, self.cards))}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Two cards of the hand, face down, instead of playing: `discard 5 7`."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"discard {' '.join(map(str, self.cards))}"


@dataclass(frozen=True, slots=True)
class Start:
    def __str__(self) -> str:
        return "start"


@dataclass(frozen=True, slots=True)
class Offer:
    """How many of the eight I will discard: `offer 3`."""

    number: int

    def __str__(self) -> str:
        return f"offer {self.number}"

    @classmethod
    def parse(cls, number: str) -> Offer:
        for offer in OFFERS:
            if str(offer.number) == number:
                return offer
        raise Refused(f"“{number}” is no offer; a hand has 0 to 5 cards.")


@dataclass(frozen=True, slots=True)
class Finish:
    def __str__(self) -> str:
        return "finish"


Action: TypeAlias = Play | Pay | Discard | Start | Offer | Finish

# Every play there is, by card and cell: a wide sea has 180 of them to list at each turn.
PLAYS: tuple[tuple[Play, ...], ...] = ((), *(tuple(Play(card, cell) for cell in range(CELLS)) for card in ISLANDS))
OFFERS: tuple[Offer, ...] = tuple(map(Offer, range(6)))


def parse(text: str) -> Action:
    """Cards of `pay` and `discard` are taken in any order."""
    match text.lower().split():
        case ["play", card, cell]:
            island = Card.parse(card)
            if not island.is_island:
                raise Refused(f"Only an island goes to a cell; to play a {card} say just: {card}.")
            return PLAYS[island][parse_cell(cell)]
        case ["pay", _, *_] as words:
            return Pay(tidy(map(Card.parse, words[1:])))
        case ["discard", _, *_] as words:
            return Discard(tidy(map(Card.parse, words[1:])))
        case ["start"]:
            return Start()
        case ["offer", number]:
            return Offer.parse(number)
        case ["finish"]:
            return Finish()
    raise Refused(
        f"“{' '.join(text.split())}” is nothing one can do here. "
        "Try: play 12 a2, pay 5 7, discard 5 7, start, offer 3 or finish."
    )


def canonical(action: Action) -> Action:
    """Cards in the order of the notation."""
    match action:
        case Pay(cards):
            return Pay(tidy(cards))
        case Discard(cards):
            return Discard(tidy(cards))
        case _:
            return action
