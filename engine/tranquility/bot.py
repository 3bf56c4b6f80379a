"""A sensible beginner at Tranquility."""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import log

from engine.bots import Question
from engine.game import clockwise
from engine.tranquility.actions import Action, Discard, Finish, Offer, Pay, Play, Start
from engine.tranquility.cards import FINISH, FINISHES, HIGHEST, Card
from engine.tranquility.rules import EIGHT
from engine.tranquility.sea import CELLS, Gap, gaps
from engine.tranquility.view import Event, Numbers, View

# Found by playing a few hundred games with each.
KEPT = 0.65  # the chance that a number this seat has not seen will be at hand when it is wanted
FINISH_KEPT = 0.4  # the same for a Finish
CARD = 0.4  # what a card is worth while the team has just enough of them
NEVER = -9.0  # counts for the logarithm of no chance


def _chances() -> tuple[tuple[float, ...], ...]:
    """By numbers unseen, then by cells: the logarithm of the chance that enough of the numbers come."""
    row = [1.0] + [0.0] * CELLS
    rows = [row]
    for _ in range(HIGHEST):
        row = [1.0, *(KEPT * fewer + (1 - KEPT) * same for fewer, same in pairwise(row))]
        rows.append(row)
    return tuple(tuple(max(NEVER, log(chance)) if chance else NEVER for chance in row) for row in rows)


CHANCES = _chances()


def greedy(question: Question[View, Action, Event]) -> Action:
    """Does what leaves the best chance that every gap can still be filled, and is careful with cards."""
    view = question.view
    if isinstance(view.decision, Numbers):
        return fair_offer(view, view.decision)
    outlook = Outlook(view)
    worths = [outlook.worth(action) for action in question.legal]
    best = max(worths)
    return question.rng.choice([a for a, w in zip(question.legal, worths, strict=True) if w == best])


def fair_offer(view: View, asking: Numbers) -> Offer:
    """My part of what is still open if those who have not spoken share it, who has more cards giving more.

    All who think so name numbers that add up; when a number was changed, the first to be asked fills the difference.
    """
    assert view.seat is not None
    silent = [seat for seat, number in enumerate(asking.named) if number is None or seat == view.seat]
    said = sum(number for seat, number in enumerate(asking.named) if number is not None and seat != view.seat)
    left = {seat: view.counts[seat] + view.piles[seat] for seat in silent}
    shares = dict.fromkeys(silent, 0)
    for _ in range(asking.needed - said):
        able = [seat for seat in silent if shares[seat] < view.counts[seat]]
        if able:
            richest = max(able, key=lambda seat: left[seat])
            shares[richest] += 1
            left[richest] -= 1
    return Offer(shares[view.seat])


class Outlook:
    """How likely the sea is to be filled, as one seat sees it; in logarithms of chances."""

    def __init__(self, view: View) -> None:
        self.view = view
        known = {*view.own_discards, *view.hand}
        # How many numbers below each are in hand, and how many this seat has not seen.
        self.held = [0, *accumulate(number in view.hand for number in range(1, HIGHEST + 1))]
        self.unseen = [0, *accumulate(number not in known for number in range(1, HIGHEST + 1))]
        self.gaps = gaps(view.sea)
        to_come = view.sea.count(None) + 1
        spare = sum(view.counts) + sum(view.piles) - to_come - (0 if view.start_played else EIGHT)
        self.card = CARD * to_come / max(4, spare)

    def worth(self, action: Action) -> float:
        match action:
            case Play(card, cell):
                gap = self.view.gap_for(card)
                price = gap.price(card, cell)
                worth = self._split(gap, card, cell) - self.card * price - self._bare(1 + price)
                return worth - self._strands_next(cell)
            case Discard(cards):
                return self._without(cards) - self.card * 2 - self._bare(2)
            case Pay(cards):
                return self._without(cards)
            case Finish() | Start() | Offer():
                return -NEVER  # it wins, or there is no choice

    def _chance(self, cells: int, low: int, high: int, gone: int = 0) -> float:
        """That a gap will be filled. gone: how many of its numbers leave this hand."""
        held = self.held[high - 1] - self.held[low] - gone
        return CHANCES[self.unseen[high - 1] - self.unseen[low]][max(0, cells - held)]

    def _split(self, gap: Gap, card: Card, cell: int) -> float:
        """What an island changes: one gap becomes two."""
        below = self._chance(cell - gap.first, gap.low, card)
        above = self._chance(gap.end - 1 - cell, card, gap.high)
        return below + above - self._chance(len(gap.cells), gap.low, gap.high)

    def _without(self, cards: tuple[Card, ...]) -> float:
        """What laying these cards face down changes."""
        held = self.view.hand.count(FINISH)
        change = self._finish(held - cards.count(FINISH)) - self._finish(held)
        for gap in self.gaps:
            if gone := sum(gap.low < card < gap.high for card in cards):
                size = len(gap.cells)
                change += self._chance(size, gap.low, gap.high, gone) - self._chance(size, gap.low, gap.high)
        return change

    def _finish(self, held: int) -> float:
        """That a Finish will be at hand at the end; a second one in this hand is worth next to nothing."""
        if held:
            return 0.01 * held
        unseen = FINISHES - self.view.finishes_seen
        return log(1 - (1 - FINISH_KEPT) ** unseen) if unseen else NEVER

    def _bare(self, number: int) -> float:
        """The harm in having no card left, or a single one, when my turn comes round again."""
        assert self.view.seat is not None
        left = self.view.counts[self.view.seat] + self.view.piles[self.view.seat] - number
        return {0: 4.0, 1: 2.0}.get(left, 0.0)

    def _strands_next(self, cell: int) -> float:
        """The harm in taking the last free cell from a partner whose only card cannot pay."""
        partner = clockwise(self.view.turn, self.view.seats)
        if self.view.counts[partner] + self.view.piles[partner] != 1 or self.view.sea.count(None) == 1:
            return 0.0
        filled = [card is not None or at == cell for at, card in enumerate(self.view.sea)]
        return 0.0 if any(not any(filled[max(0, at - 1) : at + 2]) for at in range(CELLS)) else 4.0


def strong(question: Question[View, Action, Event]) -> Action:
    from engine.tranquility import strong as player  # only who asks for it waits for it

    return player.strong(question)


BOTS = {"greedy": greedy, "strong": strong}
