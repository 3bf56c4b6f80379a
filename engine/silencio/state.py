"""Everything there is to know of a game of Silencio under way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from engine.game import Seat, clockwise
from engine.silencio.cards import Card, Hang, Laid, Rune, Tavern, tidy
from engine.silencio.decisions import Ask, Decision

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class State:
    """rows are indexed by colour, hands and open by seat; hands are kept tidy. hands: hidden cards only."""

    seed: int
    rows: tuple[tuple[Laid, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    open: tuple[tuple[Card, ...], ...]
    oracle: tuple[Card, ...]
    stock: tuple[Card, ...]  # top first
    box: tuple[Card, ...]
    stones: tuple[Rune, ...]  # lit
    stack: tuple[Decision, ...]  # the question asked now is last; empty: the game is over
    turn: Seat | None = None
    starter: Seat | None = None
    hangs: tuple[Hang, ...] = ()
    passes: int = 0
    spent: bool = False  # a stone was used this turn
    failed: Card | None = None  # the card drawn at random this turn, which did not fit
    handed: Card | None = None  # in a swap: the card that must not be given back
    tavern: Tavern | None = None  # None: option tavern = off
    must_share: bool = False  # option shared = must
    draws: int = 0  # made by chance so far

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def left(self) -> int:
        """Cards in all hands, open ones included."""
        return sum(map(len, self.hands)) + sum(map(len, self.open))

    def held(self, seat: Seat) -> int:
        return len(self.hands[seat]) + len(self.open[seat])

    # --- what is waited for

    def asking(self, decision: Decision) -> State:
        return replace(self, stack=(*self.stack, decision))

    def answered(self) -> State:
        return replace(self, stack=self.stack[:-1])

    def started_by(self, seat: Seat) -> State:
        return replace(self, starter=seat).giving(seat)

    def giving(self, seat: Seat) -> State:
        return replace(self, turn=seat, stack=(Decision(Ask.GIVE, seat),))

    def turn_of(self, seat: Seat) -> State:
        return replace(self, turn=seat, stack=(Decision(Ask.TURN, seat),), spent=False, failed=None)

    def next_turn(self) -> State:
        assert self.turn is not None
        return self.turn_of(clockwise(self.turn, self.seats))

    def passed(self) -> State:
        return replace(self, passes=self.passes + 1)

    def ended(self) -> State:
        return replace(self, stack=())

    # --- cards

    def with_hidden(self, seat: Seat, card: Card) -> State:
        return replace(self, hands=_put(self.hands, seat, tidy((*self.hands[seat], card))))

    def with_open(self, seat: Seat, card: Card) -> State:
        return replace(self, open=_put(self.open, seat, tidy((*self.open[seat], card))))

    def without(self, seat: Seat, card: Card) -> State:
        """The seat's cards less this one, hidden or open."""
        if card in self.open[seat]:
            return replace(self, open=_put(self.open, seat, _less(self.open[seat], card)))
        assert card in self.hands[seat]
        return replace(self, hands=_put(self.hands, seat, _less(self.hands[seat], card)))

    def with_laid(self, seat: Seat, laid: Laid) -> State:
        """The card lies in its row, and all that hung over it is gone (ruling 6); its player's end window is next."""
        row = (*self.rows[laid.card.colour], laid)
        end = Decision(Ask.END, seat)
        return replace(self, rows=_put(self.rows, laid.card.colour, row), hangs=(), passes=0, failed=None, stack=(end,))

    def without_top(self, colour: int) -> State:
        return replace(self, rows=_put(self.rows, colour, self.rows[colour][:-1]))

    def in_oracle(self, gone: Card, new: Card | None) -> State:
        """A new card in the place of one that leaves the oracle, if there is one."""
        place = self.oracle.index(gone)
        put = () if new is None else (new,)
        return replace(self, oracle=(*self.oracle[:place], *put, *self.oracle[place + 1 :]))

    def without_stock(self, count: int) -> State:
        return replace(self, stock=self.stock[count:])

    def with_new_oracle(self) -> State:
        """The oracle goes to the box; as many cards as there are seats follow from the stock, while it lasts."""
        return replace(
            self,
            box=tidy((*self.box, *self.oracle)),
            oracle=self.stock[: self.seats],
            stock=self.stock[self.seats :],
        )

    def handing(self, card: Card | None) -> State:
        return replace(self, handed=card)

    # --- effects

    def hanging(self, hang: Hang) -> State:
        """The same one twice is one (ruling 4)."""
        return replace(self, hangs=tuple(one for one in Hang if one == hang or one in self.hangs))

    def spending(self, rune: Rune) -> State:
        """The stone is out for good; the count of passes starts anew (ruling 14)."""
        return replace(self, stones=tuple(one for one in self.stones if one != rune), spent=True, passes=0)

    def with_stone_used(self) -> State:
        return replace(self, spent=True)

    def counting_a_draw(self) -> State:
        return replace(self, draws=self.draws + 1)

    def with_failed_draw(self, card: Card) -> State:
        return replace(self, failed=card)

    def with_tavern(self, tavern: Tavern) -> State:
        return replace(self, tavern=tavern)

    def reseeded(self, seed: int) -> State:
        return replace(self, seed=seed)


def _put(parts: tuple[tuple[P, ...], ...], place: int, part: tuple[P, ...]) -> tuple[tuple[P, ...], ...]:
    return (*parts[:place], part, *parts[place + 1 :])


def _less(cards: tuple[Card, ...], gone: Card) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != gone)
