"""Everything there is to know of a game of Lantern under way."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Seat, clockwise

from .view import Card


@dataclass(frozen=True, slots=True)
class State:
    turn: Seat
    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...]

    def laying(self, seat: Seat, card: Card) -> State:
        hands, laid = list(self.hands), list(self.laid)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        laid[seat] = (*laid[seat], card)
        return State(clockwise(seat, len(hands)), tuple(hands), tuple(laid), self.rest)
