"""What a seat may know of Tranquility, and what it is told as things happen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from engine.game import Options, Seat
from engine.tranquility.cards import FINISH, Card
from engine.tranquility.sea import Gap, Sea, gap_for, gaps, price

# --- decisions: what is asked besides the action of a turn; public


@dataclass(frozen=True, slots=True)
class Price:
    """The seat whose turn it is pays for the island it has just laid."""

    number: int

    def asked(self, turn: Seat) -> frozenset[Seat]:
        return frozenset({turn})


@dataclass(frozen=True, slots=True)
class Numbers:
    """All say how many of the eight they will discard, until it adds up. By seat.

    named: None for who has not spoken yet. most: what each has in hand. heard: who spoke since the question was last
    put to all; the question is put again when everybody has spoken and it does not add up.
    """

    needed: int
    named: tuple[int | None, ...]
    most: tuple[int, ...]
    heard: frozenset[Seat] = frozenset()

    def asked(self, turn: Seat) -> frozenset[Seat]:
        """Who has cards may change the number at any time; who has none has said 0."""
        return frozenset(seat for seat, most in enumerate(self.most) if most)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(number or 0 for number in self.named)

    @property
    def agreed(self) -> bool:
        return None not in self.named and sum(self.numbers) == self.needed

    def saying(self, seat: Seat, number: int) -> Numbers:
        named = (*self.named[:seat], number, *self.named[seat + 1 :])
        heard = self.heard | {seat}
        return replace(self, named=named, heard=frozenset() if heard == self.asked(seat) else heard)


@dataclass(frozen=True, slots=True)
class Shares:
    """The numbers stand: each picks that many cards in secret. By seat, what is still to come."""

    owed: tuple[int, ...]

    def asked(self, turn: Seat) -> frozenset[Seat]:
        return frozenset(seat for seat, owed in enumerate(self.owed) if owed)


Decision: TypeAlias = Price | Numbers | Shares


class Ending(StrEnum):
    WON = "won"
    LOST = "lost"


# --- the view


@dataclass(frozen=True, slots=True)
class House:
    """What the table plays by: its options."""

    galateia: bool = False  # four islands were taken out unseen
    start_twice: bool = True  # played alone, a Start costs four cards and then four more
    open_talk: bool = False

    @classmethod
    def of(cls, options: Options) -> House:
        return cls(options["galateia"] == "on", options["solo_start"] == "twice", options["talk"] == "open")


@dataclass(frozen=True, slots=True)
class View:
    """counts, piles and discarded are numbers of cards by seat. Built in one place: engine/tranquility/rules.py."""

    seat: Seat | None
    turn: Seat  # whose turn it is, or was when the game ended
    ending: Ending | None
    decision: Decision | None
    sea: Sea
    start_played: bool
    start_by: Seat | None  # who played the Start, if the table remembers (a position file does not say)
    hand: tuple[Card, ...]  # a spectator's is empty
    own_discards: tuple[Card, ...]  # as they were made
    counts: tuple[int, ...]
    piles: tuple[int, ...]
    discarded: tuple[int, ...]
    house: House

    @property
    def seats(self) -> int:
        return len(self.counts)

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def to_act(self) -> frozenset[Seat]:
        return asked(self.ending, self.decision, self.turn)

    @property
    def finishes_seen(self) -> int:
        """How many of the five Finish cards this seat has had in its hand, or seen played."""
        return self.hand.count(FINISH) + self.own_discards.count(FINISH) + (self.ending is Ending.WON)

    @property
    def full(self) -> bool:
        return None not in self.sea

    def price(self, card: int, cell: int) -> int | None:
        """Cards to pay for laying an island on a cell; None if it does not fit there."""
        return price(self.sea, card, cell)

    def prices(self, card: int) -> dict[int, int]:
        """By cell: what an island costs wherever it fits, affordable or not."""
        gap = self.gap_for(card)
        return {cell: gap.price(card, cell) for cell in gap.cells}

    def gap_for(self, card: int) -> Gap:
        """The empty cells on which an island would be in order."""
        return gap_for(self.sea, card)

    @property
    def unfillable(self) -> tuple[int, ...]:
        """Empty cells for which no number is left, as the sea alone shows everybody (ruling 9)."""
        return tuple(cell for gap in gaps(self.sea) if not gap.numbers for cell in gap.cells)

    @property
    def lacking(self) -> int:
        """How many cells must stay empty at least, because gaps have fewer numbers than cells."""
        return sum(max(0, len(gap.cells) - gap.numbers) for gap in gaps(self.sea))


def asked(ending: Ending | None, decision: Decision | None, turn: Seat) -> frozenset[Seat]:
    """Every seat that may act."""
    if ending is not None:
        return frozenset()
    return frozenset({turn}) if decision is None else decision.asked(turn)


# --- events. What is laid or drawn face down is two of them: the number for all, the cards for their owner.


class Why(StrEnum):
    PRICE = "price"
    EIGHT = "eight"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Played:
    seat: Seat
    card: Card
    cell: int
    price: int


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards of the hand laid face down. settled: there was nothing to choose, so the table did it."""

    seat: Seat
    number: int
    why: Why
    settled: bool


@dataclass(frozen=True, slots=True)
class OwnLaid:
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class OwnDrew:
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StartPlayed:
    """needed: cards that must go now, all hands together."""

    seat: Seat
    needed: int


@dataclass(frozen=True, slots=True)
class Named:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """What each seat discards. settled: there was nothing to agree on."""

    numbers: tuple[int, ...]
    settled: bool


@dataclass(frozen=True, slots=True)
class FinishPlayed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Stranded:
    """This seat is to move and has no legal action: all have lost."""

    seat: Seat


Event: TypeAlias = Played | Laid | OwnLaid | Drew | OwnDrew | StartPlayed | Named | Agreed | FinishPlayed | Stranded
