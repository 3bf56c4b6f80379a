"""What a seat may know of Lantern, and the cards it is about."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Refused, Seat


@dataclass(frozen=True, slots=True, order=True)
class Card:
    number: int

    def __str__(self) -> str:
        return f"c{self.number}"

    @classmethod
    def parse(cls, text: str) -> Card:
        found = next((card for card in DECK if str(card) == text), None)
        if found is None:
            raise Refused(f"“{text}” is no card.")
        return found


DECK = tuple(map(Card, range(1, 13)))


@dataclass(frozen=True, slots=True)
class Lay:
    card: Card

    def __str__(self) -> str:
        return f"lay {self.card}"


@dataclass(frozen=True, slots=True)
class Laid:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    turn: Seat
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    laid: tuple[tuple[Card, ...], ...]

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset({self.turn}) if any(self.counts) else frozenset()
