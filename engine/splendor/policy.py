"""Which moves of a race of Splendor are worth a look, told at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul

from engine.splendor.race import (
    BANK,
    BONUS,
    BUY,
    COLOUR,
    COSTS,
    OWNED,
    PASS,
    POINTS,
    RESERVE,
    SEATS,
    TAKES,
    TARGET,
    TOP,
    TURN,
    WIDTH,
    WORTH,
    Move,
    Race,
)
from engine.splendor.sight import Lacks, Sight

TAKE, KEEP, BLIND, PAY = 0, 1, 2, 3  # the kinds of move, each with weights of its own
LENGTHS = (8, 11, 6, 12)  # how many


def kind(move: Move) -> int:
    return TAKE if move < RESERVE else KEEP if move < TOP else BLIND if move < BUY else PAY


class Policy:
    """weights: by kind of move, one a feature; those for what the others threaten come last.

    What a move is worth to the seat alone stays with its sight, which outlives a position.
    """

    __slots__ = ("weights",)

    def __init__(self, weights: Sequence[list[float]]) -> None:
        self.weights = weights

    def chances(self, race: Race, moves: Sequence[Move], sights: Sequence[Sight]) -> list[float]:
        """Of each move to be the one; they sum to 1."""
        if len(moves) == 1:
            return [1.0]
        sight = sights[race[TURN]]
        scores = sight.scores[race[BANK + 5] > 0]
        missing = [move for move in moves if move not in scores]
        if missing:
            for move, row in zip(missing, looks(race, missing, sight), strict=True):
                scores[move] = sum(map(mul, self.weights[kind(move)], row))
        threats = threatened(race, sights)
        found = []
        for move in moves:
            score = scores[move]
            if RESERVE <= move < TOP:
                threat = threats.get(move - RESERVE)
                if threat:
                    by_points, plain = self.weights[KEEP][-2:]
                    score += threat * (plain + by_points * WORTH[move - RESERVE] / 3)
            elif move >= BUY:
                threat = threats.get(move - BUY)
                if threat:
                    score += threat * self.weights[PAY][-1]
            found.append(score)
        most = max(found)
        parts = [exp(score - most) for score in found]
        total = sum(parts)
        return [part / total for part in parts]


def threatened(race: Race, sights: Sequence[Sight]) -> dict[int, float]:
    """The cards that other seats could buy at once (1), or nearly."""
    turn = race[TURN]
    if len(sights) == 2:
        return sights[1 - turn].reach
    found: dict[int, float] = {}
    for seat, sight in enumerate(sights):
        if seat != turn:
            for card, threat in sight.reach.items():
                found[card] = max(found.get(card, 0.0), threat)
    return found


def in_full(race: Race, moves: Sequence[Move], sights: Sequence[Sight]) -> list[list[float]]:
    """All features of each move."""
    threats = threatened(race, sights)
    rows = looks(race, moves, sights[race[TURN]])
    for move, row in zip(moves, rows, strict=True):
        if kind(move) == KEEP:
            threat = threats.get(move - RESERVE, 0.0)
            row += [threat * WORTH[move - RESERVE] / 3, threat]
        elif kind(move) == PAY:
            row.append(threats.get(move - BUY, 0.0))
    return rows


def looks(race: Race, moves: Sequence[Move], sight: Sight) -> list[list[float]]:
    """The features of each move that the other seats have no part in. sight: of the seat that moves."""
    mine = SEATS + WIDTH * race[TURN]
    tokens = race[mine : mine + 6]
    bonuses = race[mine + BONUS : mine + POINTS]
    need = race[TARGET] - race[mine + POINTS]
    wanted, closes, kept = sight.wanted, sight.closes, sight.kept
    pull, pull_more = [0.0] * 5, [0.0] * 5  # of one gem, of a second of the same
    demand = [0.0] * 5  # what a bonus of the gem would save on the cards in sight
    near: list[tuple[float, int, Lacks]] = []
    values: dict[int, tuple[float, int, int, int]] = {}
    for card, value, short, turns, bare, lacks in sight.cards:
        values[card] = value, short, turns, bare
        if short:
            weight = value / (1 + short) ** 1.5
            for gem, due in lacks:
                pull[gem] += weight
                if due > 1:
                    pull_more[gem] += weight
            if short <= 3:
                near.append((value, short, lacks))
        weight = value / (2 + bare)
        for gem, price in COSTS[card]:
            if price > bonuses[gem]:
                demand[gem] += weight
    held = sum(tokens)
    room = 1.0 if race[BANK + 5] else 0.0
    early = max(0.0, 1.0 - race[mine + OWNED] / 10)
    found: list[list[float]] = []
    for move in moves:
        if move < RESERVE:
            gems = TAKES[move]
            number = len(gems)
            excess = held + number - 10
            if move < 5:
                gem = gems[0]
                gain = pull[gem] + pull_more[gem]
            else:
                gain = 0.0
                for gem in gems:
                    gain += pull[gem]
            opened = 0.0
            for value, short, lacks in near:
                if value > opened:
                    left = short
                    for gem, due in lacks:
                        if gem in gems:
                            left -= 2 if move < 5 and due > 1 else 1
                    if left <= 0:
                        opened = value
            useless = 0
            for gem in gems:
                if pull[gem] == 0.0:
                    useless += 1
            found.append(
                [
                    1.0,
                    gain / 2,
                    opened / 3,
                    excess if excess > 0 else 0.0,
                    1.0 if move < 5 else 0.0,
                    number / 3,
                    useless / 3,
                    sum(tokens[gem] for gem in gems) / 4,
                ]
            )
        elif move < TOP:
            card = move - RESERVE
            value, short, turns, bare = values[card]
            found.append(
                [
                    1.0,
                    room,
                    value / (1 + turns) / 2,
                    WORTH[card] / 5,
                    short / 5,
                    len(kept) / 3,
                    1.0 if held >= 10 and room else 0.0,
                    demand[COLOUR[card]] / 4,
                    value / (2 + bare),
                ]
            )
        elif move < BUY:
            level = move - TOP
            found.append(
                [1.0, room, float(level == 1), float(level == 2), len(kept) / 3, 1.0 if held >= 10 and room else 0.0]
            )
        elif move == PASS:
            found.append([0.0] * (LENGTHS[PAY] - 1))
        else:
            card = move - BUY
            value, short, turns, bare = values[card]
            colour = COLOUR[card]
            gain_points = WORTH[card] + 3 * closes[colour]
            by_gold = 0
            for gem, price in COSTS[card]:
                over = price - bonuses[gem] - tokens[gem]
                if over > 0:
                    by_gold += over
            found.append(
                [
                    1.0,
                    WORTH[card] / 5,
                    wanted[colour],
                    closes[colour],
                    demand[colour] / 4,
                    bare / 7,
                    by_gold / 2,
                    1.0 if gain_points >= need else 0.0,
                    1.0 if card in kept else 0.0,
                    bonuses[colour] / 4,
                    early * (WORTH[card] == 0),
                ]
            )
    return found


FIRST_GUESS = (
    [0.0, 1.2, 1.0, -0.7, 0.0, 1.5, -0.8, 0.0],
    [-1.2, 0.3, 0.4, 0.8, -0.4, -1.0, -0.8, 0.1, 0.3, 0.8, 0.2],
    [-3.0, 0.3, 0.0, 0.0, -1.0, -0.8],
    [1.5, 4.0, 0.6, 2.5, 0.6, -0.3, -0.3, 6.0, 0.2, -0.6, 0.3, 0.3],
)
