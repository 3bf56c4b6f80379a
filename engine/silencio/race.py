"""A game of Silencio in a form that is quick to play on in one's head: engine/silencio/rules.py in bits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TypeAlias

from engine.game import Seat
from engine.silencio import actions as told
from engine.silencio.cards import HIGHEST, PRINTED, SMALL, Card, Colour, Hang, Rune
from engine.silencio.decisions import Ask
from engine.silencio.state import State
from engine.silencio.view import View

FIELD = tuple(0xFFFF << 16 * colour for colour in range(4))  # card n is bit n: 16 * colour + value
RED, BLUE, YELLOW, GREEN = range(4)
NO_DARK, NO_LIGHT, DRAW, ONLY_GREEN = 1, 2, 4, 8  # what hangs
GREAT = 1  # the small stone of a colour is bit 2 << colour
HANGS = {Hang.NO_DARK: NO_DARK, Hang.NO_LIGHT: NO_LIGHT, Hang.DRAW: DRAW, Hang.GREEN: ONLY_GREEN}
STONES = {Rune.GREAT: GREAT, **{rune: 2 << colour for colour, rune in enumerate(SMALL)}}


class Move(IntEnum):
    """What can be done; the two numbers that go with each."""

    GIVE = 0  # card
    STONE = 1  # colour, whether great
    PLAY = 2  # card, owner or -1
    DRAW = 3  # card, or 0: by chance
    PASS = 4
    USE = 5
    DECLINE = 6
    TAKE = 7  # colour
    OPEN = 8  # card
    CHOOSE = 9  # whom
    SWAP = 10  # card, partner
    TRADE = 11  # card, wanted
    RENEW = 12
    SEND = 13  # card, to
    END = 14
    SAY = 15


Done: TypeAlias = tuple[int, int, int]
Asked: TypeAlias = tuple[Ask, int, bool, int]  # what, whom, whether it may be declined, a swap's partner
OF_COLOUR = (Ask.USE, Ask.TAKE, Ask.OPEN, Ask.CHOOSE)  # what the light side asks


def number(card: Card) -> int:
    return 16 * card.colour + card.value


def card_of(number: int) -> Card:
    return Card(Colour(number >> 4), number & 15)


def bits(cards: Sequence[Card]) -> int:
    return sum(1 << number(card) for card in cards)


class Race:
    """hands: hidden cards, as bits. stock: the top is last. live: cards higher than their rows. faced: cards in rows
    and in the box. luck: decides the random draws."""

    __slots__ = (
        "base",
        "faced",
        "failed",
        "handed",
        "hands",
        "hangs",
        "highest",
        "live",
        "luck",
        "must_share",
        "open",
        "oracle",
        "over",
        "passes",
        "pending",
        "rows",
        "seats",
        "spent",
        "starter",
        "stock",
        "stones",
        "turn",
    )
    hands: list[int]
    open: list[int]
    rows: list[list[int]]
    oracle: list[int]
    stock: list[int]
    pending: list[Asked]
    base: Ask
    faced: int
    failed: int
    handed: int
    hangs: int
    highest: int
    live: int
    luck: int
    must_share: bool
    over: bool
    passes: int
    seats: int
    spent: bool
    starter: int
    stones: int
    turn: Seat

    @classmethod
    def of(cls, table: View | State, hands: Sequence[int], stock: Sequence[int], handed: int = -1) -> Race:
        """The table as all see it, with these hidden cards."""
        race = cls()
        race.seats = table.seats
        race.highest = HIGHEST[table.seats]
        race.hands = list(hands)
        race.open = [bits(cards) for cards in table.open]
        race.rows = [[laid.card.value for laid in row] for row in table.rows]
        race.oracle = [number(card) for card in table.oracle]
        race.stock = list(stock)
        race.faced = bits(table.box) | sum(1 << number(laid.card) for row in table.rows for laid in row)
        race.live = 0
        for colour in range(4):
            race.raised(colour)
        race.hangs = sum(HANGS[hang] for hang in table.hangs)
        race.stones = sum(STONES[rune] for rune in table.stones)
        race.turn = table.turn or 0
        race.starter = -1 if table.starter is None else table.starter
        race.passes = table.passes
        race.spent = table.spent
        race.failed = -1 if table.failed is None else number(table.failed)
        race.handed = handed
        race.must_share = table.must_share
        race.over = not table.stack
        race.luck = 0
        race.base = table.stack[0].ask if table.stack else Ask.END
        race.pending = [
            (one.ask, one.seat or 0, one.optional, -1 if one.partner is None else one.partner)
            for one in table.stack[1:]
        ]
        return race

    @classmethod
    def of_state(cls, state: State) -> Race:
        stock = [number(card) for card in reversed(state.stock)]
        return cls.of(state, [bits(hand) for hand in state.hands], stock, number(state.handed) if state.handed else -1)

    def copy(self) -> Race:
        new = Race()
        new.seats, new.highest, new.must_share, new.starter = self.seats, self.highest, self.must_share, self.starter
        new.hands, new.open, new.oracle, new.stock = self.hands[:], self.open[:], self.oracle[:], self.stock[:]
        new.rows = [row[:] for row in self.rows]
        new.pending = self.pending[:]
        new.faced, new.live, new.hangs, new.stones = self.faced, self.live, self.hangs, self.stones
        new.turn, new.passes, new.spent, new.failed = self.turn, self.passes, self.spent, self.failed
        new.handed, new.over, new.luck, new.base = self.handed, self.over, self.luck, self.base
        return new

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        return self.pending[-1][1] if self.pending else self.turn

    @property
    def left(self) -> int:
        return sum(map(int.bit_count, self.hands)) + sum(map(int.bit_count, self.open))

    def height(self, colour: int) -> int:
        row = self.rows[colour]
        return row[-1] if row else PRINTED

    def raised(self, colour: int) -> None:
        """The row's top is another one."""
        row = self.rows[colour]
        above = (2 << self.highest) - (2 << (row[-1] if row else PRINTED))
        self.live = self.live & ~FIELD[colour] | above << 16 * colour

    def playable(self, seat: Seat) -> int:
        """Own cards that fit."""
        cards = (self.hands[seat] | self.open[seat]) & self.live
        return cards & FIELD[GREEN] if self.hangs & ONLY_GREEN else cards

    def shared(self, seat: Seat) -> int:
        """Open cards of others that fit."""
        cards = 0
        for owner, laid in enumerate(self.open):
            if owner != seat:
                cards |= laid
        cards &= self.live
        return cards & FIELD[GREEN] if self.hangs & ONLY_GREEN else cards

    # --- doing

    def do(self, done: Done) -> None:
        """Carries out what the seat asked does, and goes on to the next question that has an answer."""
        kind, first, second = done
        pending = self.pending
        if pending:
            self._answer(done)
        elif kind == Move.PLAY:
            self._play(first, second)
        elif kind == Move.END:
            self._next_turn()
        elif kind == Move.PASS:
            self.passes += 1
            self._next_turn()
        elif kind == Move.STONE:
            self.stones &= ~(GREAT if second else 2 << first)
            self.spent = True
            self.passes = 0
            if first == RED:
                self.hangs |= NO_DARK
            else:
                pending.append((OF_COLOUR[first], self.turn, False, -1))
        elif kind == Move.DRAW:
            self._drew(1 << first if first else self._drawn())
        elif kind == Move.GIVE:
            seat = self.turn
            left = seat + 1 if seat + 1 < self.seats else 0
            self._hand_over(seat, left, first)
            self.turn = left
            if left == self.starter:
                self.base = Ask.TURN
        self._settle()

    def _answer(self, done: Done) -> None:
        """To what an effect asks."""
        kind, first, second = done
        _, seat, _, partner = self.pending.pop()
        if kind == Move.USE:
            self.hangs |= NO_DARK
        elif kind == Move.TAKE:
            card = 16 * first + self.rows[first].pop()
            self.hands[seat] |= 1 << card
            self.faced &= ~(1 << card)
            self.raised(first)
        elif kind == Move.OPEN:
            self.hands[seat] &= ~(1 << first)
            self.open[seat] |= 1 << first
        elif kind == Move.CHOOSE:
            self.pending.append((Ask.EXCHANGE, first, False, -1))
        elif kind == Move.SWAP:
            self._hand_over(seat, second, first)
            self.handed = first
            self.pending.append((Ask.GIVE_BACK, second, False, seat))
        elif kind == Move.GIVE:
            self._hand_over(seat, partner, first)
            self.handed = -1
        elif kind == Move.TRADE:
            self._remove(seat, first)
            self.oracle[self.oracle.index(second)] = first
            self.hands[seat] |= 1 << second
        elif kind == Move.RENEW:
            for card in self.oracle:
                self.faced |= 1 << card
            self.oracle = [self.stock.pop() for _ in range(min(self.seats, len(self.stock)))]
        elif kind == Move.SEND:
            place = self.oracle.index(first)
            self.oracle[place : place + 1] = [self.stock.pop()] if self.stock else []
            self.hands[second] |= 1 << first

    def _remove(self, seat: Seat, card: int) -> None:
        self.hands[seat] &= ~(1 << card)
        self.open[seat] &= ~(1 << card)

    def _hand_over(self, seat: Seat, to: Seat, card: int) -> None:
        self._remove(seat, card)
        self.hands[to] |= 1 << card

    def _play(self, card: int, owner: int) -> None:
        seat = self.turn
        hangs = self.hangs
        colour, value = card >> 4, card & 15
        row = self.rows[colour]
        dark = value == (row[-1] if row else PRINTED) + 1
        self._remove(seat if owner < 0 else owner, card)
        row.append(value)
        self.faced |= 1 << card
        self.raised(colour)
        self.hangs = 0
        self.passes = 0
        self.failed = -1
        self.base = Ask.END
        if not dark:
            if not hangs & NO_LIGHT:
                self.pending.append((OF_COLOUR[colour], seat, True, -1))
            return
        last = owner < 0 and not self.hands[seat] | self.open[seat]
        if hangs & NO_DARK or last:
            return
        if colour == RED:
            self.hangs = NO_LIGHT
        elif colour == BLUE:
            self.pending.append((Ask.SEND, seat, False, -1))
        elif colour == YELLOW:
            self.hangs = DRAW
        elif value != self.highest:
            self.hangs = ONLY_GREEN

    def _drawn(self) -> int:
        """The bit of a hidden card, by chance."""
        hand = self.hands[self.turn]
        self.luck = (self.luck * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        for _ in range((self.luck >> 33) % hand.bit_count()):
            hand &= hand - 1
        return hand & -hand

    def _drew(self, bit: int) -> None:
        card = bit.bit_length() - 1
        if bit & self.live and (card >> 4 == GREEN or not self.hangs & ONLY_GREEN):
            self._play(card, -1)
        else:
            self.failed = card

    def _next_turn(self) -> None:
        if self.passes >= self.seats:
            self.over = True
            return
        self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0
        self.base = Ask.TURN
        self.spent = False
        self.failed = -1

    def _settle(self) -> None:
        """Drops questions that have no answer, and ends the game once no card is left."""
        while self.pending:
            ask, seat, _, _ = self.pending[-1]
            if (
                (ask == Ask.TAKE and not (self.rows[RED] or self.rows[YELLOW] or self.rows[GREEN]))
                or (ask == Ask.OPEN and not self.hands[seat])
                or (ask == Ask.CHOOSE and not any(self.can_exchange(whom) for whom in range(self.seats)))
                or (ask == Ask.SEND and not self.oracle)
            ):
                self.pending.pop()
            else:
                return
        if self.base == Ask.END and not any(self.hands) and not any(self.open):
            self.over = True

    def can_exchange(self, whom: Seat) -> bool:
        if self.oracle or self.stock:
            return True
        held = [self.hands[seat] | self.open[seat] for seat in range(self.seats)]
        return bool(held[whom]) and sum(map(bool, held)) > 1


def done(action: told.Action) -> Done:
    """The action in numbers."""
    match action:
        case told.Give(card):
            return (Move.GIVE, number(card), 0)
        case told.Stone(colour, great):
            return (Move.STONE, colour, great)
        case told.Play(card, owner):
            return (Move.PLAY, number(card), -1 if owner is None else owner)
        case told.Take(colour):
            return (Move.TAKE, colour, 0)
        case told.Open(card):
            return (Move.OPEN, number(card), 0)
        case told.Choose(whom):
            return (Move.CHOOSE, whom, 0)
        case told.Swap(card, partner):
            return (Move.SWAP, number(card), partner)
        case told.Trade(card, wanted):
            return (Move.TRADE, number(card), number(wanted))
        case told.Send(card, to):
            return (Move.SEND, number(card), to)
        case told.Say():
            return (Move.SAY, 0, 0)
        case _:
            return (PLAIN[type(action)], 0, 0)


PLAIN: dict[type, int] = {
    told.Draw: Move.DRAW,
    told.Pass: Move.PASS,
    told.Use: Move.USE,
    told.Decline: Move.DECLINE,
    told.Renew: Move.RENEW,
    told.End: Move.END,
}
