"""How likely each seat is to win a race of Splendor, told from what lies before it."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul

from engine.splendor.race import BANK, COUNT, FIRST, SEATS, TURN, WIDTH, Race
from engine.splendor.sight import ALONE, BEST_NOW, BEST_SOON, NEED, Sight

AMONG = 11  # features of a seat among the others
FEATURES = ALONE + AMONG


class Network:
    """One layer of rectified units beside a straight line; the same for every seat.

    The sums over what a seat has by itself stay with its sight, which outlives a position.
    """

    __slots__ = ("_alone", "_among", "_outer", "inner", "outer", "straight")

    def __init__(self, inner: list[list[float]], outer: list[float], straight: list[float]) -> None:
        self.inner, self.outer, self.straight = inner, outer, straight
        rows = [*inner, straight]
        self._alone = [row[:ALONE] for row in rows]
        self._among = [row[ALONE:] for row in rows]
        self._outer = outer

    def chances(self, race: Race, sights: Sequence[Sight]) -> list[float]:
        """Of each seat to win; they sum to 1."""
        strengths = []
        for sight, row in zip(sights, among(race, sights), strict=True):
            alone = sight.units
            if not alone:
                features = sight.features
                alone = sight.units = [sum(map(mul, weights, features)) for weights in self._alone]
            units = [unit + sum(map(mul, weights, row)) for unit, weights in zip(alone, self._among, strict=True)]
            total = units.pop()
            for unit, weight in zip(units, self._outer, strict=True):
                if unit > 0.0:
                    total += unit * weight
            strengths.append(total)
        return shared(strengths)


def shared(strengths: Sequence[float]) -> list[float]:
    """Chances in proportion to the exponentials."""
    if len(strengths) == 2:
        gap = strengths[0] - strengths[1]
        first = 1.0 / (1.0 + exp(-gap)) if gap > -30.0 else 0.0
        return [first, 1.0 - first]
    most = max(strengths)
    parts = [exp(strength - most) for strength in strengths]
    total = sum(parts)
    return [part / total for part in parts]


def among(race: Race, sights: Sequence[Sight]) -> list[list[float]]:
    """By seat, the features that compare it with the others."""
    count, turn, first = race[COUNT], race[TURN], race[FIRST]
    has_gold = 1.0 if race[BANK + 5] or any(race[SEATS + 5 :: WIDTH]) else 0.0
    rows = []
    for seat, sight in enumerate(sights):
        mine = sight.features
        if count == 2:
            other = sights[1 - seat].features
            need, now, soon = other[NEED], other[BEST_NOW], other[BEST_SOON]
        else:
            others = [theirs.features for other, theirs in enumerate(sights) if other != seat]
            need = min([other[NEED] for other in others])
            now = max([other[BEST_NOW] for other in others])
            soon = max([other[BEST_SOON] for other in others])
        rows.append(
            [
                1.0 if seat == turn else 0.0,
                ((seat - first) % count) / 2,
                ((seat - turn) % count) / 2,
                0.5 * count - 1.0,
                has_gold,
                need,
                now,
                soon,
                1.0 if mine[BEST_NOW] >= 3 * mine[NEED] else 0.0,
                1.0 if now >= 3 * need else 0.0,
                0.4 - mine[NEED] if mine[NEED] < 0.4 else 0.0,
            ]
        )
    return rows


def features(race: Race, sights: Sequence[Sight]) -> list[list[float]]:
    """By seat, all that the network looks at: numbers of about the size of 1."""
    return [sight.features + row for sight, row in zip(sights, among(race, sights), strict=True)]
