"""What a seat may know of Silencio, and what it is told as things happen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, get_args

from engine.game import Seat
from engine.silencio.actions import Say
from engine.silencio.cards import Card, Colour, Hang, Laid, Rune, Tavern
from engine.silencio.decisions import Decision, owing


@dataclass(frozen=True, slots=True)
class View:
    """rows are indexed by colour, counts and open by seat. Built in one place: engine/silencio/rules.py."""

    seat: Seat | None
    turn: Seat | None  # whose turn it is, or was when the game ended; None until the start-player card is taken
    stack: tuple[Decision, ...]  # what is waited for, the question asked now last; empty when the game is over
    rows: tuple[tuple[Laid, ...], ...]
    hand: tuple[Card, ...]  # hidden cards of one's own; a spectator's is empty
    counts: tuple[int, ...]  # hidden cards in each hand
    open: tuple[tuple[Card, ...], ...]  # open cards before each seat
    oracle: tuple[Card, ...]
    stock: int
    box: tuple[Card, ...]  # out of the game, they were face up
    stones: tuple[Rune, ...]  # lit
    hangs: tuple[Hang, ...]  # over the next card played
    starter: Seat | None  # who has the start-player card; None: not taken yet, or not known from a position file
    passes: int  # in a row, so far
    spent: bool  # a stone was used this turn
    failed: Card | None  # the card drawn at random this turn, which did not fit
    handed: Card | None  # in a swap, for those who know it: the card that must not be given back
    tavern: Tavern | None  # None: option tavern = off
    must_share: bool  # option shared = must
    shown: tuple[tuple[Card, ...], ...]  # every hidden hand, once the game is over; until then nothing

    @property
    def seats(self) -> int:
        return len(self.counts)

    @property
    def over(self) -> bool:
        return not self.stack

    @property
    def asked(self) -> Decision | None:
        return self.stack[-1] if self.stack else None

    @property
    def to_act(self) -> frozenset[Seat]:
        return owing(self.stack, self.seats)

    @property
    def left(self) -> int:
        """Cards left in all hands, open ones included: the team's score."""
        return sum(self.counts) + sum(map(len, self.open))

    def held(self, seat: Seat) -> int:
        """How many cards a seat has, hidden and open."""
        return self.counts[seat] + len(self.open[seat])

    @property
    def own(self) -> tuple[Card, ...]:
        """All cards of the view's seat, hidden and open."""
        return self.hand if self.seat is None else self.hand + self.open[self.seat]


class Fate(StrEnum):
    """What becomes of the effect of a card that is played."""

    ACTS = "acts"
    BLOCKED = "blocked"  # by what a red card or stone set
    LAPSES = "lapses"  # dark, on the player's last hand card
    HIGHEST = "highest"  # dark, on the highest green


@dataclass(frozen=True, slots=True)
class Claimed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Gave:
    """A card went from hand to hand; which one is for those two to know (Handed)."""

    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class Handed:
    """The card that was given. Told to the two, or to all if it lay open."""

    seat: Seat
    to: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: Seat


@dataclass(frozen=True, slots=True)
class StoneUsed:
    seat: Seat
    rune: Rune
    colour: Colour  # whose light effect


@dataclass(frozen=True, slots=True)
class Played:
    """owner: whose open card it was; None: the player's own card."""

    seat: Seat
    card: Card
    owner: Seat | None
    dark: bool
    fate: Fate


@dataclass(frozen=True, slots=True)
class Drew:
    """A hidden card, by chance, shown to all. fits: it is played; otherwise it has gone back."""

    seat: Seat
    card: Card
    fits: bool


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Hung:
    seat: Seat
    hang: Hang


@dataclass(frozen=True, slots=True)
class Declined:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Fizzled:
    """An effect found nothing to do."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OnlyWay:
    """The decision had one possible answer and everybody could see so: it is carried out unasked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Took:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Opened:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Chose:
    seat: Seat
    whom: Seat


@dataclass(frozen=True, slots=True)
class Traded:
    """put: the card that went into the oracle. took: the one that came from there."""

    seat: Seat
    put: Card
    took: Card


@dataclass(frozen=True, slots=True)
class Renewed:
    seat: Seat
    boxed: tuple[Card, ...]
    revealed: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """refill: the card revealed in its place, if the stock had one."""

    seat: Seat
    to: Seat
    card: Card
    refill: Card | None


@dataclass(frozen=True, slots=True)
class TavernOpened:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Said:
    """In the tavern. stuck: how many cards the seat cannot play, as the table counts them; 0 for other words."""

    seat: Seat
    said: Say
    stuck: int


@dataclass(frozen=True, slots=True)
class Ended:
    left: int  # cards in all hands


Event: TypeAlias = (
    Claimed
    | Gave
    | Handed
    | TurnBegan
    | StoneUsed
    | Played
    | Drew
    | Passed
    | Hung
    | Declined
    | Fizzled
    | OnlyWay
    | Took
    | Opened
    | Chose
    | Traded
    | Renewed
    | Sent
    | TavernOpened
    | Said
    | Ended
)
EVENTS: tuple[type, ...] = get_args(Event)
