"""How Tranquility's strong player learned its weights: `python -m engine.tranquility.training > weights.txt`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import astuple, fields

from engine.rng import Rng
from engine.tranquility import GAME
from engine.tranquility.race import Race
from engine.tranquility.weights import Weights

HEADER = """\
# Weights of the strong player, by number of seats; what they mean: weights.py. Made by:
# python -m engine.tranquility.training > engine/tranquility/weights.txt
# In PyPy 7.3.11 it took 20 minutes on a busy machine, 14 of processor time; CPython 3.11 would take about 30. Both
# gave the same bytes on a short run. CPython 3.12 and later sum floats differently.
"""
SEED = 1
# Round numbers near what earlier, longer runs found: one of this size does not get there from far off.
FIRST_GUESS = Weights(
    comes=0.5,
    lost=0.7,
    near_1=1.0,
    near_2=0.9,
    near_3=0.8,
    near_4=0.5,
    held_1=0.9,
    held_2=0.8,
    held_3=0.7,
    held_4=0.7,
    held=0.7,
    far=0.2,
    reach=10.0,
    wide=-0.1,
    late=0.4,
    cost=0.6,
    cost_wide=0.2,
    need=1.5,
    steep=1.5,
    budget=2.0,
    finish=0.5,
    finish_lost=0.7,
    finish_late=0.0,
    finish_two=0.01,
    bare=1.0,
    single=5.0,
    even=0.05,
    ready=0.0,
)
BEST = 0.3  # of the weights tried in a generation are followed
PACE = 0.6  # how far the present ones move towards them
SPREAD = (0.2, 0.08)  # of a weight, as a part of it: in the first generation and in the last
LEAST = 0.2  # that part is taken of this number at least, so that a weight of nothing may grow
DIGITS = 3
TEAMS = (2, 3, 4, 5)


def deals(path: str, tables: Sequence[int], first: int, games: int) -> list[Race]:
    """path: training or choice, so that no choice is made by deals that were trained on. tables: seats, in turn."""
    options = GAME.settled({})
    return [
        Race.of(GAME.setup(tables[number % len(tables)], Rng(SEED, path, number).seed(), options))
        for number in range(first, first + games)
    ]


def won(weights: Weights, begun: Sequence[Race]) -> int:
    """How many of these games the team wins when all seats play by these weights, without a search."""
    return sum(race.copy().play_out(weights) for race in begun)


def bell(rng: Rng) -> float:
    """About normal: mean 0, deviation 1."""
    return sum(rng.random() for _ in range(12)) - 6


def near(weights: Weights, spread: float, rng: Rng) -> Weights:
    values: tuple[float, ...] = astuple(weights)
    return Weights(*(value + spread * max(LEAST, abs(value)) * bell(rng) for value in values))


def mean(several: Sequence[Weights]) -> Weights:
    return Weights(*(sum(column) / len(several) for column in zip(*map(astuple, several), strict=True)))


def rounded(weights: Weights) -> Weights:
    """As they are written."""
    return Weights(*(round(value, DIGITS) for value in astuple(weights)))


def tuned(weights: Weights, tables: Sequence[int], generations: int, drawn: int, games: int) -> Weights:
    """Better weights by the cross-entropy method, for all these numbers of seats.

    In each generation weights are drawn around the present ones, all play the same fresh deals, and the present ones
    move towards those that won most. The mean of the later generations is better than the last: luck cancels out.
    """
    rng = Rng(SEED, "training", *tables)
    wide, narrow = SPREAD
    passed = []
    for generation in range(generations):
        spread = wide + (narrow - wide) * generation / max(1, generations - 1)
        tried = [weights, *(near(weights, spread, rng) for _ in range(drawn))]
        begun = deals("training", tables, generation * games, games)
        results = [won(each, begun) for each in tried]
        order = sorted(range(len(tried)), key=lambda at: -results[at])[: max(1, round(BEST * drawn))]
        goal = mean([tried[at] for at in order])
        weights = Weights(*(old + PACE * (new - old) for old, new in zip(astuple(weights), astuple(goal), strict=True)))
        passed.append(weights)
        sys.stderr.write(f"{tables} seats, {generation}: {results[0]} of {games} won, the best {max(results)}\n")
    return rounded(mean(passed[generations // 2 :]))


def learned(generations: int, drawn: int, games: int, judged: int) -> dict[int, Weights]:
    """By number of seats: of the weights found for one, for teams and between them, those that win most."""
    teams = tuned(FIRST_GUESS, TEAMS, generations, drawn, games)
    alone = tuned(FIRST_GUESS, (1,), generations, drawn, games // 2)
    candidates = [alone, rounded(mean([alone, teams])), teams]
    chosen = {}
    for seats in GAME.seats:
        begun = deals("choice", [seats], 0, judged)
        results = [won(weights, begun) for weights in candidates]
        chosen[seats] = candidates[results.index(max(results))]
        sys.stderr.write(f"{seats} seats: of {judged}, those of one seat, of the mean and of teams win {results}\n")
    return chosen


def written(columns: Mapping[int, Weights]) -> str:
    """The text of the file. columns: by number of seats."""
    rows = [("# seats", list(map(str, columns)))]
    for field in fields(Weights):
        rows.append((field.name, [f"{getattr(weights, field.name):.{DIGITS}f}" for weights in columns.values()]))
    lines = (f"{name:<12}" + " ".join(f"{value:>7}" for value in values) for name, values in rows)
    return HEADER + "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=24)
    parser.add_argument("--drawn", type=int, default=39, help="weights tried in a generation, besides the present ones")
    parser.add_argument("--games", type=int, default=140, help="that each of them plays, half as many alone")
    parser.add_argument("--judged", type=int, default=600, help="games by which weights are chosen in the end")
    args = parser.parse_args(arguments)
    sys.stdout.write(written(learned(args.generations, args.drawn, args.games, args.judged)))


if __name__ == "__main__":
    main()
