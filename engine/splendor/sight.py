"""What one seat of a race of Splendor can make of the cards it sees, whatever the other seats hold."""

from __future__ import annotations

from typing import TypeAlias

from engine.splendor.race import (
    BONUS,
    COLOUR,
    COSTS,
    GUESTS,
    KEPT,
    NEEDS,
    OWNED,
    POINTS,
    ROWS,
    TARGET,
    UNSEEN,
    WIDTH,
    WORTH,
    Race,
)

ALONE = 29  # features of a seat by itself
NEED, BEST_NOW, BEST_SOON = 1, 11, 12  # where others look among them

# At least so many turns of taking, by the gems still short and the most short of one colour.
TURNS = [[max((short + 2) // 3, (most + 1) // 2) for most in range(9)] for short in range(20)]

Lacks: TypeAlias = tuple[tuple[int, int], ...]  # gem and number


class Sight:
    """cards: those face up and those reserved, each with its value, the tokens short, the turns that takes at least,
    what it costs beyond the bonuses, and the gems lacking. wanted: by gem, what one more bonus does for nobles.
    closes: by gem, whether it brings one. reach: the face-up
    cards that it can buy at once (1), or nearly."""

    __slots__ = ("cards", "closes", "features", "kept", "reach", "scores", "units", "wanted")

    def __init__(self, race: Race, mine: int) -> None:
        tokens = race[mine : mine + 6]
        bonuses = race[mine + BONUS : mine + POINTS]
        gold = tokens[5]
        self.wanted = wanted = [0.0] * 5
        self.closes = closes = [0.0] * 5
        lacking = []
        for noble in race[GUESTS:UNSEEN]:
            if noble >= 0:
                needs = NEEDS[noble]
                lack = 0
                for gem, need in needs:
                    if need > bonuses[gem]:
                        lack += need - bonuses[gem]
                lacking.append(lack)
                gain = 1.5 / (1 + lack)
                for gem, need in needs:
                    if need > bonuses[gem]:
                        wanted[gem] += gain
                        if lack == 1:
                            closes[gem] = 1.0
        lacking.sort()
        lacking += (9, 9, 9)
        within = [0, 0, 0, 0]  # the most points on one card, by turns
        now = soon = bare_total = 0
        cheap: list[float] = []
        engine: list[float] = []
        kept_best = 0.0
        self.kept = kept = [card for card in race[mine + KEPT : mine + WIDTH] if card >= 0]
        self.cards: list[tuple[int, float, int, int, int, Lacks]] = []
        shown = [card for card in race[ROWS:GUESTS] if card >= 0]
        for card in shown + kept:
            bare = short = most = 0
            lacks: Lacks = ()
            for gem, price in COSTS[card]:
                due = price - bonuses[gem]
                if due > 0:
                    bare += due
                    due -= tokens[gem]
                    if due > 0:
                        lacks += ((gem, due),)
                        short += due
                        if due > most:
                            most = due
            points = WORTH[card]
            short -= gold
            if short <= 0:
                turns = short = 0
                now += 1
                soon += 1
            else:
                turns = TURNS[short][most if most < short else short]
                if turns == 1:
                    soon += 1
            if turns < 4 and points > within[turns]:
                within[turns] = points
            value = points + 0.6 + wanted[COLOUR[card]]
            cheap.append(value / (1 + turns))
            if points:
                engine.append(points / (2 + bare))
            bare_total += bare
            self.cards.append((card, value, short, turns, bare, lacks))
        if kept:
            kept_best = max(cheap[len(shown) :])
        cheap += (0.0, 0.0, 0.0)
        cheap.sort(reverse=True)
        engine += (0.0, 0.0)
        engine.sort(reverse=True)
        w0, w1, w2, w3 = within
        w1 = max(w0, w1)
        w2 = max(w1, w2)
        ordered = sorted(bonuses)
        self.features = [
            1.0,
            max(race[TARGET] - race[mine + POINTS], 0) / 15,
            race[mine + OWNED] / 10,
            ordered[0] / 3,
            ordered[1] / 3,
            ordered[2] / 3,
            ordered[3] / 3,
            ordered[4] / 3,
            sum(tokens) / 10,
            gold / 3,
            (5 - tokens[:5].count(0)) / 5,
            w0 / 5,
            w1 / 5,
            w2 / 5,
            max(w2, w3) / 5,
            now / 4 if now < 6 else 1.5,
            soon / 8,
            cheap[0] / 4,
            cheap[1] / 3,
            cheap[2] / 3,
            engine[0],
            engine[1],
            len(kept) / 3,
            sum([WORTH[card] for card in kept]) / 10,
            kept_best / 3,
            1.0 / (1 + lacking[0]),
            1.0 / (1 + lacking[1]),
            1.0 / (1 + lacking[2]),
            bare_total / 80,
        ]
        self.reach = {card: 0.4 if short else 1.0 for card, _, short, *_ in self.cards[: len(shown)] if short <= 2}
        self.units: list[float] = []  # a network's first sums over these features
        self.scores: tuple[dict[int, float], dict[int, float]] = {}, {}  # a policy's, without and with gold to be had


def sights(race: Race) -> list[Sight]:
    """By seat."""
    return [Sight(race, mine) for mine in range(UNSEEN + 1, len(race), WIDTH)]
