"""Where the hidden cards of Silencio may lie, from all that a seat was shown: gifts, plays and passes."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.game import Seat
from engine.rng import Rng
from engine.silencio.actions import Word
from engine.silencio.cards import HIGHEST, PRINTED, Hang, deck
from engine.silencio.decisions import Ask
from engine.silencio.insight import Insight
from engine.silencio.policy import members
from engine.silencio.race import FIELD, GREEN, Race, bits, number
from engine.silencio.view import Drew, Event, Fate, Gave, Handed, Hung, Passed, Played, Renewed, Said, Took, View

JUMPED = 0.04  # how likely it is that somebody holds a card they jumped over, against any other
SKIP = 0.8  # one card less to skip, in the same measure as the effects below
MILD = 0.1  # a card that somebody could have played better is never less likely than this
KEPT, PASSED_ON = 20.0, 8.0  # how likely a card is where it was given to, and where it may have gone from there
LIGHT = (0.5, 0.3, 0.2, 0.4)
DARK = (-0.3, -1.0, -0.8, -1.5)
LOW_FIRST = 0.4  # for each step up
SWAPS = 2  # exchanges tried for each hidden card between one world and the next
FIRST = 8  # times as many before the first


class Belief:
    """Worlds that could be, each from the one before by exchanging hidden cards: a Markov chain whose long run gives
    every deal as often as it is likely, when the likelihoods of who holds which card are multiplied."""

    def __init__(self, view: View, memory: Sequence[Event], rng: Rng) -> None:
        assert view.seat is not None
        self.view = view
        self.rng = rng
        me = view.seat
        insight = Insight.of(view, memory)
        self.fixed = [0] * view.seats  # hidden cards whose place is known
        self.fixed[me] = bits(view.hand)
        for card, seat in insight.known.items():
            if card not in view.open[seat]:
                self.fixed[seat] |= 1 << number(card)
        asked = view.asked
        for owner, seen in ((asked.seat if asked else None, view.handed), (view.turn, view.failed)):
            if owner is not None and owner != me and seen is not None and seen not in view.open[owner]:
                self.fixed[owner] |= 1 << number(seen)
        known = bits(view.oracle) | sum(self.fixed)
        for cards in view.open:
            known |= bits(cards)
        faced = bits(tuple(insight.faced))
        self.unseen = members(bits(deck(view.seats)) & ~(known | faced))
        self.likely = likelihoods(view, memory)
        self.places: list[Seat] = []  # of the unseen cards in turn; the stock is the place after the last seat
        for seat, count in enumerate(view.counts):
            self.places += [seat] * (count - self.fixed[seat].bit_count())
        self.places += [view.seats] * (len(self.unseen) - len(self.places))
        self.cards = rng.shuffled(self.unseen)
        self.luck = rng.seed()
        self._mix(FIRST * SWAPS * len(self.cards))

    def world(self) -> Race:
        """Another one."""
        view = self.view
        self._mix(SWAPS * len(self.cards))
        hands = self.fixed[:]
        stock = []
        for card, place in zip(self.cards, self.places, strict=True):
            if place == view.seats:
                stock.append(card)
            else:
                hands[place] |= 1 << card
        handed = view.handed
        asked = view.asked
        if handed is None and asked is not None and asked.ask is Ask.GIVE_BACK and asked.seat is not None:
            given = self.rng.choice(members(hands[asked.seat]))
        else:
            given = -1 if handed is None else number(handed)
        race = Race.of(view, hands, stock, given)
        race.luck = self.luck
        return race

    def _mix(self, times: int) -> None:
        cards, places, likely, luck = self.cards, self.places, self.likely, self.luck
        count = len(cards)
        if not places or places[0] == places[-1]:
            return
        for _ in range(times):
            luck = (luck * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            one = (luck >> 40) % count
            other = (luck >> 20 & 0xFFFFF) % count
            here, there = places[one], places[other]
            if here == there:
                continue
            a, b = cards[one], cards[other]
            before = likely[here][a] * likely[there][b]
            after = likely[here][b] * likely[there][a]
            if after >= before or (luck & 0xFFFFF) * before < after * 0x100000:
                cards[one], cards[other] = b, a
        self.luck = luck


def likelihoods(view: View, memory: Sequence[Event]) -> list[list[float]]:
    """By place and card: how much likelier what the seat did is if it holds the card."""
    likely = [[1.0] * 64 for _ in range(view.seats + 1)]
    history = History(view.seats)
    for event in memory:
        history.weigh(event, likely)
    if history.rows != [[laid.card.value for laid in row] for row in view.rows]:  # a game from a position file
        likely = [[1.0] * 64 for _ in range(view.seats + 1)]
        history.rows = [[laid.card.value for laid in row] for row in view.rows]
        history.hangs = set(view.hangs)
        for back in range(1, view.passes + 1):
            history.passed(((view.turn or 0) - back) % view.seats, likely)
    return likely


class History:
    """The table as it was at each event, as far as it bears on what a seat could have done instead."""

    def __init__(self, seats: int) -> None:
        self.rows: list[list[int]] = [[], [], [], []]
        self.highest = HIGHEST[seats]
        self.hangs: set[Hang] = set()
        self.gone = 0  # cards that can be in no hand: in rows, in the box
        self.drawn = False
        self.playing = False

    def weigh(self, event: Event, likely: list[list[float]]) -> None:
        """What the event tells of hands, and the table after it."""
        match event:
            case Played(seat, card, owner, _, fate):
                self.playing = True
                if owner is None and not self.drawn:
                    self._chosen(seat, number(card), fate, likely)
                self.rows[card.colour].append(card.value)
                self.gone |= 1 << number(card)
                self.hangs.clear()
                self.drawn = False
            case Drew(_, _, fits):
                self.drawn = fits
            case Passed(seat):
                self.passed(seat, likely)
            case Hung(_, hang):
                self.hangs.add(hang)
            case Took(_, card):
                self.rows[card.colour].pop()
                self.gone &= ~(1 << number(card))
            case Renewed(_, boxed):
                self.gone |= bits(boxed)
            case Handed(_, to, card) if not self.playing:  # who gets a card before giving may give that very one on
                likely[to][number(card)] *= KEPT
                likely[(to + 1) % (len(likely) - 1)][number(card)] *= PASSED_ON
            case Gave(seat, to) if self.playing:  # what went over is not what the seat chose from before
                for place in (seat, to):
                    likely[place] = [max(one, 0.3) for one in likely[place]]
            case Said(seat, said, stuck) if said.word is Word.STUCK and not stuck:
                for held in range(64):
                    if not self._fits(held):
                        likely[seat][held] *= 0.01
            case Said(seat, said) if said.word is Word.AVOID and said.colour is not None:
                for value in range(self._top(said.colour) + 1, self.highest + 1):
                    likely[seat][16 * said.colour + value] *= 2.0
            case _:
                pass

    def passed(self, seat: Seat, likely: list[list[float]]) -> None:
        """They hold nothing that fits."""
        for card in range(64):
            if self._fits(card):
                likely[seat][card] *= 1e-6

    def _chosen(self, seat: Seat, played: int, fate: Fate, likely: list[list[float]]) -> None:
        """They would have played what looks better, if they held it."""
        worth = self._worth(played, fate is not Fate.ACTS)
        for colour in range(4):
            if Hang.GREEN in self.hangs and colour != GREEN:
                continue
            for value in range(self._top(colour) + 1, self.highest + 1):
                card = 16 * colour + value
                if colour == played >> 4:
                    if card < played:
                        likely[seat][card] *= JUMPED
                elif (better := self._worth(card, False) - worth) > 0.0:
                    likely[seat][card] *= max(MILD, exp(-better))

    def _worth(self, card: int, blocked: bool) -> float:
        colour = card >> 4
        under = self._top(colour)
        skipped = FIELD[colour] & ((1 << card) - (2 << 16 * colour + under)) & ~self.gone
        dark = card & 15 == under + 1
        blocked |= (Hang.NO_DARK if dark else Hang.NO_LIGHT) in self.hangs
        effect = 0.0 if blocked else DARK[colour] if dark else LIGHT[colour]
        return effect - SKIP * skipped.bit_count() - LOW_FIRST * (card & 15)

    def _top(self, colour: int) -> int:
        row = self.rows[colour]
        return row[-1] if row else PRINTED

    def _fits(self, card: int) -> bool:
        return card & 15 > self._top(card >> 4) and (card >> 4 == GREEN or Hang.GREEN not in self.hangs)
