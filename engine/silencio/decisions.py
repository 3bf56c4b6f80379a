"""What a table of Silencio waits for: decisions, stacked, the one asked now on top."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.game import Seat
from engine.silencio.cards import Card


class Ask(StrEnum):
    """The questions. The lowest of a stack is one of the first four: it says how far the turn has come."""

    CLAIM = "claim"  # who takes the start-player card: everybody is asked
    GIVE = "give"  # a card to the left, in the setup
    TURN = "turn"  # a stone, the tavern, a card or a pass
    END = "end"  # a card was played: a stone or the tavern may follow
    USE = "use"  # red light
    TAKE = "take"  # blue light
    OPEN = "open"  # yellow light
    CHOOSE = "choose"  # green light: who
    EXCHANGE = "exchange"  # green light: the chosen seat, how
    GIVE_BACK = "give back"  # a swap's second half
    SEND = "send"  # blue dark


@dataclass(frozen=True, slots=True)
class Decision:
    """Public. card: what was handed over in a swap, if it lay open before, so that everybody saw it."""

    ask: Ask
    seat: Seat | None  # None: everybody
    optional: bool = False  # a light effect may be declined, a stone's may not
    partner: Seat | None = None  # of a swap: who gets the card that is given back
    card: Card | None = None


def owing(stack: tuple[Decision, ...], seats: int) -> frozenset[Seat]:
    """Who is asked now; nobody when the game is over."""
    if not stack:
        return frozenset()
    seat = stack[-1].seat
    return frozenset(range(seats)) if seat is None else frozenset({seat})
