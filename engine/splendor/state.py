"""Everything there is to know of a game of Splendor under way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import add, sub
from typing import TypeVar

from engine.game import Seat, clockwise
from engine.splendor.cards import Card, Noble, Tokens
from engine.splendor.holding import Holding
from engine.splendor.view import Asks, Row

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class State:
    """rows and decks are indexed by level - 1, holdings and hidden by seat."""

    turn: Seat  # whose turn it is, or was when the game ended
    first: Seat
    bank: Tokens
    rows: tuple[Row, ...]
    decks: tuple[tuple[Card, ...], ...]  # top first
    nobles: tuple[Noble, ...]
    holdings: tuple[Holding, ...]
    hidden: tuple[tuple[Card, ...], ...]  # reserved from a deck
    target: int  # option target
    gold: str  # option gold
    asks: Asks = Asks.ACTION
    passes: int = 0  # in a row, so far

    @property
    def seats(self) -> int:
        return len(self.holdings)

    def given(self, seat: Seat, tokens: Tokens) -> State:
        """From the bank to the seat."""
        bank = tuple(map(sub, self.bank, tokens))
        return replace(self, bank=bank, holdings=self._holdings(seat, self.holdings[seat].taking(tokens)))

    def given_back(self, seat: Seat, tokens: Tokens) -> State:
        """From the seat to the bank."""
        bank = tuple(map(add, self.bank, tokens))
        return replace(self, bank=bank, holdings=self._holdings(seat, self.holdings[seat].giving(tokens)))

    def refilled(self, card: Card) -> tuple[State, Card | None]:
        """A face-up card replaced from its deck, and what came; nothing if the deck is empty."""
        at = card.level - 1
        row, deck = self.rows[at], self.decks[at]
        new = deck[0] if deck else None
        rows = _put(self.rows, at, tuple(new if other == card else other for other in row))
        return replace(self, rows=rows, decks=_put(self.decks, at, deck[1:])), new

    def drawn(self, seat: Seat, level: int) -> tuple[State, Card]:
        """The top card of a deck among the hidden cards of the seat."""
        card, *rest = self.decks[level - 1]
        hidden = _put(self.hidden, seat, (*self.hidden[seat], card))
        return replace(self, decks=_put(self.decks, level - 1, tuple(rest)), hidden=hidden), card

    def with_reserved(self, seat: Seat, card: Card) -> State:
        return replace(self, holdings=self._holdings(seat, self.holdings[seat].with_reserved(card)))

    def with_card(self, seat: Seat, card: Card) -> State:
        """The card bought, which is no longer reserved if it was."""
        hidden = _put(self.hidden, seat, tuple(other for other in self.hidden[seat] if other != card))
        return replace(self, hidden=hidden, holdings=self._holdings(seat, self.holdings[seat].with_card(card)))

    def with_noble(self, seat: Seat, noble: Noble) -> State:
        nobles = tuple(other for other in self.nobles if other != noble)
        return replace(self, nobles=nobles, holdings=self._holdings(seat, self.holdings[seat].with_noble(noble)))

    def asking(self, asks: Asks) -> State:
        return replace(self, asks=asks)

    def with_passes(self, passes: int) -> State:
        return self if passes == self.passes else replace(self, passes=passes)

    def next_turn(self) -> State:
        return replace(self, turn=clockwise(self.turn, self.seats), asks=Asks.ACTION)

    def _holdings(self, seat: Seat, holding: Holding) -> tuple[Holding, ...]:
        return _put(self.holdings, seat, holding)


def _put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])
