"""How good a position of Tranquility is for the team, as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from math import exp, floor, log, log1p, sqrt
from typing import NamedTuple

from engine.tranquility.cards import FINISH, HIGHEST
from engine.tranquility.rules import EIGHT
from engine.tranquility.sea import CELLS
from engine.tranquility.sight import TOP, Run, Sight
from engine.tranquility.weights import Weights

NEVER = -9.0  # counts for the logarithm of no chance
PER_CENT = 100
FREE = 99  # no neighbour: the price is nothing
AROUND = 2  # cells on each side of where an island would lie if numbers were spread evenly that are worth a look


@lru_cache(maxsize=128)
def chances(per_cent: int) -> tuple[tuple[float, ...], ...]:
    """By numbers that could come, then by cells: the logarithm of the chance that enough of them come."""
    comes = per_cent / PER_CENT
    row = [1.0] + [0.0] * CELLS
    rows = [row]
    for _ in range(HIGHEST):
        row = [1.0, *(comes * fewer + (1 - comes) * same for fewer, same in pairwise(row))]
        rows.append(row)
    return tuple(tuple(max(NEVER, log(chance)) if chance else NEVER for chance in row) for row in rows)


class Idea(NamedTuple):
    """An action of a turn with all that leaves the hand. card: None if two cards are discarded."""

    worth: float
    card: int | None
    cell: int
    gone: int  # bits of the hand that are discarded


class Evaluation:
    """Worths are logarithms of a chance to win; only their differences mean something."""

    def __init__(self, sight: Sight, weights: Weights) -> None:
        self.sight = sight
        self.weights = w = weights
        hand = sight.hand
        self.all = (1 << len(hand)) - 1
        self.empty = sight.empty
        filled = 1 - self.empty / CELLS
        others = max(0, sight.team - len(hand))
        alive = others / (others + w.lost * sight.lost + 1e-9)
        self.comes = w.comes * alive * (1 - w.late * filled)
        self.spare = sight.team - self.empty - 1 - (0 if sight.start_played else EIGHT)
        # Bits of the hand, by number: the cards below it.
        self.below = [0] * (TOP + 1)
        bits = 0
        at = 0
        for place, card in enumerate(hand):
            if card > HIGHEST:
                break
            self.below[at : card + 1] = [bits] * (card + 1 - at)
            at = card + 1
            bits |= 1 << place
        self.below[at:] = [bits] * (TOP + 1 - at)
        self.finish_bits = sum(1 << place for place, card in enumerate(hand) if card == FINISH)
        finish_alive = others / (others + w.finish_lost * sight.lost + 1e-9)
        kept = min(1.0, max(0.0, w.finish * finish_alive + w.finish_late * filled))
        somebody = log(1 - (1 - kept) ** sight.finishes + 1e-4)
        alone_early = sight.seats == 1 and not sight.start_played  # then the whole hand goes when the Start comes
        self.finish = [somebody, *(somebody if alone_early else w.finish_two * held for held in range(1, 6))]
        self._near = (0.0, w.near_1, w.near_2, w.near_3, w.near_4)
        self._held = (0.0, w.held_1, w.held_2, w.held_3, w.held_4)
        self._others = (sight.team - sight.left) / (sight.seats - 1) if sight.seats > 1 else 0.0
        self.prices = sum(self.price(*run) for run in sight.runs)
        to_come = self.empty + 1
        slack = w.steep * (self.spare - self.prices - w.need * to_come) / sqrt(to_come + 1)
        self._card = w.ready * w.budget * w.steep / sqrt(to_come + 1) / (1 + exp(min(99.0, slack)))
        self._known: dict[tuple[int, int, int, int, int], float] = {}
        self.groups = [(run, bits) for run in sight.runs if (bits := self.below[run[3]] & ~self.below[run[2] + 1])]
        self._still = sum(
            self.chance(*run, 0) for run in sight.runs if not self.below[run[3]] & ~self.below[run[2] + 1]
        )
        self._kept: dict[int, float] = {}

    # --- gaps

    def price(self, first: int, end: int, low: int, high: int) -> float:
        """What filling a gap will cost, about."""
        size = end - first
        if size <= 0:
            return 0.0
        between = (first > 0) + (end < CELLS)
        if size == 1:
            paid = 1 if between else 0
        elif between == 2:
            paid = 2 if size == 2 else (size + 2) // 2
        else:
            paid = (size + between) // 2
        apart = (high - low) / (size + 1) - 1
        return paid * (self.weights.cost + self.weights.cost_wide * min(4.0, max(0.0, apart)))

    def chance(self, first: int, end: int, low: int, high: int, kept: int) -> float:
        """The logarithm of the chance that a gap can be filled with what is kept and what may come."""
        size = end - first
        if size <= 0:
            return 0.0
        kept &= self.below[high] & ~self.below[low + 1]
        key = (first, end, low, high, kept)
        known = self._known.get(key)
        if known is None:
            find = self._narrow if size <= 2 else self._wide
            known = self._known[key] = find(first, end, low, high, kept)
        return known

    def _wide(self, first: int, end: int, low: int, high: int, kept: int) -> float:
        w = self.weights
        size = end - first
        unseen = self.sight.unseen
        count: float = unseen[high - 1] - unseen[low]
        useful = w.reach * (size + 1)
        if high - low - 1 > useful:
            count *= useful / (high - low - 1)
        missing = size - kept.bit_count() * w.held
        table = chances(min(PER_CENT, max(0, round(PER_CENT * self.comes * (1 - w.wide / size)))))
        fewer = floor(count)
        part = count - fewer
        fewer_row, more_row = table[fewer], table[min(fewer + 1, HIGHEST)]
        more = max(0, -floor(-missing + 1e-9))
        worst = fewer_row[more] * (1 - part) + more_row[more] * part
        if more - missing < 1e-9:
            return worst
        best = fewer_row[more - 1] * (1 - part) + more_row[more - 1] * part
        return worst + (best - worst) * (more - missing)

    def _narrow(self, first: int, end: int, low: int, high: int, kept: int) -> float:
        """One or two cells: what counts is how near the numbers lie, for they have to be paid."""
        single = end - first == 1
        left, right = first > 0, end < CELLS
        far = 0.0 if single else self.weights.far if left and right else 1.0
        near, comes, unseen = self._near, self.comes, self.sight.unseen
        cheapest = FREE
        none = 1.0  # the chance that not one is there
        odds = 0.0
        for number in range(low + 1, high):
            chance = 0.0
            if unseen[number] != unseen[number - 1]:
                chance = comes
                sure = near
            elif kept and self.below[number + 1] & ~self.below[number] & kept:
                chance = 1.0
                sure = self._held
            else:
                continue
            price = min(number - low if left else FREE, high - number if right else FREE)
            if sure is self._held and price < cheapest:
                cheapest = price
            chance *= sure[price] if price <= 4 else 1.0 if price == FREE else far
            if chance > 0.999:
                chance = 0.999
            none *= 1 - chance
            odds += chance / (1 - chance)
        enough = 1 - none if single else 1 - none - none * odds
        saved = self._card * (self.price(first, end, low, high) - cheapest) if single and cheapest <= 4 else 0.0
        return saved + (log(enough) if enough > 1.3e-4 else NEVER)

    # --- the whole

    def kept(self, kept: int) -> float:
        """What the cards kept promise: that gaps will be filled and a Finish is at hand."""
        known = self._kept.get(kept)
        if known is None:
            known = self._still + self.finish[(kept & self.finish_bits).bit_count()]
            for run, _ in self.groups:
                known += self.chance(*run, kept)
            self._kept[kept] = known
        return known

    def budget(self, spare: int, prices: float, to_come: int) -> float:
        """Whether the team has cards enough. to_come: cards to be laid face up until the end."""
        w = self.weights
        slack = w.steep * (spare - prices - w.need * to_come) / sqrt(to_come + 1)
        return w.budget * (-log1p(exp(-slack)) if slack > 0 else slack - log1p(exp(slack)))

    def bare(self, gone: int) -> float:
        """The harm in having few cards left when my turn comes round again: none, one, or fewer than the others."""
        left = self.sight.left - gone
        harm = self.weights.bare if left == 0 else self.weights.single if left == 1 else 0.0
        if (behind := self._others - left) > 0:
            harm += self.weights.even * behind * behind / (self._others + 2)
        return harm

    def payments(self, number: int) -> Iterator[tuple[float, int]]:
        """Every way to lay so many cards of the hand face down: what it leaves, and the bits that go."""
        for places in combinations(range(len(self.sight.hand)), number):
            gone = sum(1 << place for place in places)
            yield self.kept(self.all & ~gone), gone

    def ideas(self) -> Iterator[Idea]:
        """The actions of a turn: any two cards discarded, and every island wherever it may be laid with sense."""
        after = self.budget(self.spare - 2, self.prices, self.empty + 1) - self.bare(2)
        for left, gone in self.payments(2):
            yield Idea(left + after, None, 0, gone)
        for run, _ in self.groups:
            for place, card in enumerate(self.sight.hand):
                if run[2] < card < run[3]:
                    yield from self._lays(run, place, card)

    def _lays(self, run: Run, place: int, card: int) -> Iterator[Idea]:
        first, end, low, high = run
        hand = self.sight.hand
        rest = self.all & ~(1 << place)
        for cell in sensible(first, end, low, high, card):
            price = min(card - low if cell == first > 0 else FREE, high - card if cell == end - 1 < CELLS - 1 else FREE)
            if price == FREE:
                price = 0
            elif price >= len(hand):
                continue
            lower, upper = (first, cell, low, card), (cell + 1, end, card, high)
            prices = self.prices - self.price(*run) + self.price(*lower) + self.price(*upper)
            after = self.budget(self.spare - price, prices, self.empty) - self.bare(1 + price)
            for places in combinations([other for other in range(len(hand)) if other != place], price):
                gone = sum(1 << other for other in places)
                kept = rest & ~gone
                left = self.kept(kept) - self.chance(*run, kept) + self.chance(*lower, kept) + self.chance(*upper, kept)
                yield Idea(left + after, card, cell, gone)


def sensible(first: int, end: int, low: int, high: int, card: int) -> range | list[int]:
    """Cells of a gap that are worth a look: its ends, and those around where the card would lie if all were even."""
    size = end - first
    if size <= 2 * AROUND + 3:
        return range(first, end)
    even = first - 1 + round((card - low) * (size + 1) / (high - low))
    return [cell for cell in range(first, end) if cell in (first, end - 1) or abs(cell - even) <= AROUND]
