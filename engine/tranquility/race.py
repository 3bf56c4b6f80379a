"""A game of Tranquility in the strong player's head: quick to play on, in place of `State`."""

from __future__ import annotations

from itertools import accumulate
from operator import itemgetter

from engine.tranquility.cards import FINISH, FINISHES, HIGHEST, START
from engine.tranquility.evaluation import Evaluation, Idea
from engine.tranquility.rules import ALONE, EIGHT
from engine.tranquility.sea import CELLS
from engine.tranquility.sight import TOP, Sight, runs
from engine.tranquility.state import HAND, State
from engine.tranquility.view import Ending
from engine.tranquility.weights import Weights

WORTH = itemgetter(0)  # of an idea or a payment


class Race:
    """Everything that lies anywhere, in lists that change.

    line: the sea by cell, 0 where it is empty. piles: the top is last. unknown: by seat, 1 for each number that it has
    never seen. finishes: by seat, how many it has never seen. lost: by seat, how many cards it has discarded.
    """

    __slots__ = (
        "empty",
        "finishes",
        "hands",
        "line",
        "lost",
        "over",
        "piles",
        "start_played",
        "start_twice",
        "turn",
        "unknown",
        "won",
    )

    line: list[int]
    empty: int
    hands: list[list[int]]
    piles: list[list[int]]
    unknown: list[list[int]]
    finishes: list[int]
    lost: list[int]
    turn: int
    start_played: bool
    start_twice: bool
    over: bool
    won: bool

    @classmethod
    def of(cls, world: State) -> Race:
        race = cls()
        race.line = [int(card or 0) for card in world.sea]
        race.empty = race.line.count(0)
        race.hands = [list(map(int, hand)) for hand in world.hands]
        race.piles = [list(map(int, reversed(pile))) for pile in world.piles]
        race.unknown = []
        race.finishes = []
        for hand, gone in zip(world.hands, world.discards, strict=True):
            flags = [1] * (START + 1)
            for card in (0, *race.line, *hand, *gone):
                flags[card] = 0
            race.unknown.append(flags[:TOP])
            race.finishes.append(FINISHES - hand.count(FINISH) - gone.count(FINISH))
        race.lost = [len(gone) for gone in world.discards]
        race.turn = world.turn
        race.start_played = world.start_played
        race.start_twice = world.house.start_twice
        race.over = world.ending is not None
        race.won = world.ending is Ending.WON
        return race

    def copy(self) -> Race:
        race = Race()
        race.line = self.line[:]
        race.empty = self.empty
        race.hands = [hand[:] for hand in self.hands]
        race.piles = [pile[:] for pile in self.piles]
        race.unknown = [flags[:] for flags in self.unknown]
        race.finishes = self.finishes[:]
        race.lost = self.lost[:]
        race.turn = self.turn
        race.start_played = self.start_played
        race.start_twice = self.start_twice
        race.over = self.over
        race.won = self.won
        return race

    # --- what happens

    def lay(self, seat: int, bits: int) -> None:
        """Cards of a hand go face down; their owner knows them already."""
        hand = self.hands[seat]
        self.hands[seat] = [card for place, card in enumerate(hand) if not bits >> place & 1]
        self.lost[seat] += len(hand) - len(self.hands[seat])

    def refill(self, seat: int) -> None:
        hand, pile = self.hands[seat], self.piles[seat]
        if len(hand) < HAND and pile:
            flags = self.unknown[seat]
            while len(hand) < HAND and pile:
                card = pile.pop()
                hand.append(card)
                if card <= HIGHEST:
                    flags[card] = 0
                elif card == FINISH:
                    self.finishes[seat] -= 1
            hand.sort()

    def carry_out(self, idea: Idea) -> None:
        """The action of a turn, with its payment."""
        seat = self.turn
        self.lay(seat, idea.gone)
        if idea.card is not None:
            self.hands[seat].remove(idea.card)
            self.line[idea.cell] = idea.card
            self.empty -= 1
            for flags in self.unknown:
                flags[idea.card] = 0
        self.refill(seat)
        self.pass_on()

    def pass_on(self) -> None:
        """Lost when the player to move has no legal action."""
        self.turn = (self.turn + 1) % len(self.hands)
        hand = self.hands[self.turn]
        if len(hand) < 2 and not (hand and self._usable(hand[0])):
            self.over = True

    def _usable(self, card: int) -> bool:
        """Whether the only card of a hand can be played."""
        if card == START:
            return not self.start_played
        if card == FINISH:
            return self.start_played and not self.empty
        for first, end, low, high in runs(self.line):
            if low < card < high:
                return end - first > (first > 0) + (end < CELLS) or (end - first == 1 and first == 0 and end == CELLS)
        return False

    # --- how everybody plays on

    def sight(self, seat: int) -> Sight:
        team = sum(map(len, self.hands)) + sum(map(len, self.piles))
        return Sight(
            len(self.hands),
            self.start_played,
            runs(self.line),
            tuple(self.hands[seat]),
            list(accumulate(self.unknown[seat])),
            self.finishes[seat],
            len(self.hands[seat]) + len(self.piles[seat]),
            team,
            sum(self.lost) - self.lost[seat],
        )

    def play_out(self, weights: Weights) -> bool:
        """To the end, everybody doing what looks best from their seat; whether the team has won."""
        while not self.over:
            hand = self.hands[self.turn]
            if not self.start_played and START in hand:
                self.start(weights)
            elif self.start_played and not self.empty and FINISH in hand:
                self.over = self.won = True
            else:
                self.carry_out(max(Evaluation(self.sight(self.turn), weights).ideas(), key=WORTH))
        return self.won

    def start(self, weights: Weights) -> None:
        """The seat to move plays its Start, and the eight are given by who has most."""
        self.start_played = True
        self.hands[self.turn].remove(START)
        seats = len(self.hands)
        if seats == 1:
            for number in (ALONE, ALONE) if self.start_twice else (ALONE,):
                self._give(0, number, weights)
                self.refill(0)
        else:
            shares = fair(list(map(len, self.hands)), list(map(len, self.piles)))
            for seat, number in enumerate(shares):
                self._give(seat, number, weights)
            for seat in range(seats):
                self.refill(seat)
        self.pass_on()

    def _give(self, seat: int, number: int, weights: Weights) -> None:
        number = min(number, len(self.hands[seat]))
        if number:
            self.lay(seat, max(Evaluation(self.sight(seat), weights).payments(number), key=WORTH)[1])


def fair(hands: list[int], piles: list[int]) -> list[int]:
    """How many of the eight each gives, card by card whoever has most left. By seat; hands and piles: their sizes."""
    shares = [0] * len(hands)
    left = [hand + pile for hand, pile in zip(hands, piles, strict=True)]
    for _ in range(min(EIGHT, sum(hands))):
        richest = max((seat for seat in range(len(hands)) if shares[seat] < hands[seat]), key=left.__getitem__)
        shares[richest] += 1
        left[richest] -= 1
    return shares
