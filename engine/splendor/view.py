"""What a seat may know of Splendor, and what it is told as things happen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.game import Seat
from engine.splendor.cards import Card, Noble, Token, Tokens
from engine.splendor.holding import Holding

Row: TypeAlias = tuple[Card | None, ...]  # four places; an empty one is None


class Asks(StrEnum):
    """What the seat whose turn it is has to decide."""

    ACTION = "action"  # the turn's one action
    RETURN = "return"  # which tokens to give back
    NOBLE = "noble"  # which of several nobles comes
    NOTHING = "nothing"  # the game is over


@dataclass(frozen=True, slots=True)
class View:
    """Built in one place: engine/splendor/rules.py."""

    seat: Seat | None
    turn: Seat  # whose turn it is, or was when the game ended
    first: Seat  # who had the first turn: a round ends before that seat's turn
    asks: Asks
    bank: Tokens
    rows: tuple[Row, ...]  # the face-up cards of levels 1 to 3
    decks: tuple[int, ...]  # cards left in the decks of levels 1 to 3
    nobles: tuple[Noble, ...]  # who have come to nobody yet
    holdings: tuple[Holding, ...]  # what lies open before each seat
    unseen: tuple[tuple[int, ...], ...]  # the levels of the cards that each seat reserved from a deck
    hidden: tuple[Card, ...]  # those cards of this seat; a spectator's is empty
    passes: int  # in a row, so far
    last_round: bool  # somebody has the target
    target: int  # points; option target
    gold: str  # option gold

    @property
    def seats(self) -> int:
        return len(self.holdings)

    @property
    def over(self) -> bool:
        return self.asks is Asks.NOTHING

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.over else frozenset({self.turn})

    @property
    def mine(self) -> Holding:
        """What lies open before the view's seat; a spectator has nothing."""
        return Holding() if self.seat is None else self.holdings[self.seat]


@dataclass(frozen=True, slots=True)
class Took:
    seat: Seat
    gems: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Reserved:
    """A face-up card."""

    seat: Seat
    card: Card
    gold: bool  # whether it brought one


@dataclass(frozen=True, slots=True)
class ReservedTop:
    """The public half of reserving from a deck; the seat itself learns of its card by `Looked`."""

    seat: Seat
    level: int
    gold: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """The card that a seat has just reserved unseen by the others."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Bought:
    seat: Seat
    card: Card
    paid: Tokens
    from_reserve: bool


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Refilled:
    """A card from the deck came to an empty place."""

    card: Card


@dataclass(frozen=True, slots=True)
class Returned:
    seat: Seat
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Came:
    """A noble came to a seat: by itself, as the only one that could, or chosen."""

    seat: Seat
    noble: Noble
    chosen: bool


@dataclass(frozen=True, slots=True)
class Reached:
    """A seat is the first to have the target: the last round."""

    seat: Seat
    points: int


Event: TypeAlias = Took | Reserved | ReservedTop | Looked | Bought | Passed | Refilled | Returned | Came | Reached
