"""Everything there is to know of a game of Tranquility under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from engine.game import Seat, clockwise
from engine.tranquility.cards import FINISH, START, Card, tidy
from engine.tranquility.sea import Sea
from engine.tranquility.view import Decision, Ending, House

HAND = 5


@dataclass(frozen=True, slots=True)
class State:
    """hands, piles and discards are indexed by seat; a hand is kept tidy, a pile's top is first, discards are in the
    order they were made."""

    sea: Sea
    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Card, ...], ...]
    discards: tuple[tuple[Card, ...], ...]
    turn: Seat
    house: House
    outside: tuple[Card, ...] = ()  # out of the game: what Galateia took, or what a position leaves out
    start_played: bool = False
    start_by: Seat | None = None  # unknown in a position
    decision: Decision | None = None
    ending: Ending | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def placed(self) -> Counter[Card]:
        """Every card that is in the game, wherever it lies; a Start played and a Finish played lie in the frame."""
        frame = [START] * self.start_played + [FINISH] * (self.ending is Ending.WON)
        return Counter(chain(filter(None, self.sea), *self.hands, *self.piles, *self.discards, frame))

    def with_island(self, card: Card, cell: int) -> State:
        """The card goes from the hand of the seat to move onto the sea."""
        return replace(
            self,
            hands=_changed(self.hands, self.turn, _less(self.hands[self.turn], [card])),
            sea=(*self.sea[:cell], card, *self.sea[cell + 1 :]),
        )

    def with_start(self) -> State:
        """The seat to move plays its Start."""
        hands = _changed(self.hands, self.turn, _less(self.hands[self.turn], [START]))
        return replace(self, hands=hands, start_played=True, start_by=self.turn)

    def with_finish(self) -> State:
        """The seat to move plays a Finish, which wins."""
        hands = _changed(self.hands, self.turn, _less(self.hands[self.turn], [FINISH]))
        return replace(self, hands=hands, ending=Ending.WON)

    def discarding(self, seat: Seat, cards: tuple[Card, ...]) -> State:
        return replace(
            self,
            hands=_changed(self.hands, seat, _less(self.hands[seat], cards)),
            discards=_changed(self.discards, seat, self.discards[seat] + cards),
        )

    def missing(self, seat: Seat) -> int:
        """Cards the seat draws when it fills its hand."""
        return min(HAND - len(self.hands[seat]), len(self.piles[seat]))

    def refilled(self, seat: Seat) -> State:
        number = self.missing(seat)
        pile = self.piles[seat]
        return replace(
            self,
            hands=_changed(self.hands, seat, tidy(self.hands[seat] + pile[:number])),
            piles=_changed(self.piles, seat, pile[number:]),
        )

    def leaving_out(self, cards: tuple[Card, ...]) -> State:
        return replace(self, outside=cards)

    def asking(self, decision: Decision | None) -> State:
        return replace(self, decision=decision)

    def next_turn(self) -> State:
        return replace(self, decision=None, turn=clockwise(self.turn, self.seats))

    def lost(self) -> State:
        return replace(self, ending=Ending.LOST)


def _changed(rows: tuple[tuple[Card, ...], ...], seat: Seat, row: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])


def _less(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
