"""How the weights of the strong player of Tranquility are tuned: `python -m engine.tranquility.training 3`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import astuple, fields

from engine.rng import Rng
from engine.tranquility import GAME
from engine.tranquility.race import Race
from engine.tranquility.weights import Weights, known

SEED = 1
FIRST_GUESS = Weights(
    comes=0.7,
    lost=0.7,
    near_1=1.0,
    near_2=0.9,
    near_3=0.7,
    near_4=0.5,
    held_1=1.0,
    held_2=0.98,
    held_3=0.9,
    held_4=0.7,
    held=1.0,
    far=0.3,
    reach=6.0,
    wide=0.0,
    late=0.0,
    cost=0.8,
    cost_wide=0.3,
    need=0.2,
    steep=1.0,
    budget=1.0,
    finish=0.5,
    finish_lost=0.7,
    finish_late=0.0,
    finish_two=0.01,
    bare=4.0,
    single=2.0,
    even=0.0,
    ready=0.0,
)
BEST = 0.3  # of the weights tried in a generation are followed
PACE = 0.7  # how far the present ones move towards them
SPREAD = (0.3, 0.05)  # of a weight, as a part of it: in the first generation and in the last
LEAST = 0.2  # that part is taken of this number at least, so that a weight of nothing may grow
JUDGED = 1000  # fresh games at the end


def won(weights: Weights, seats: int, first: int, games: int) -> int:
    """How many of these deals the team wins when all seats play by these weights."""
    options = GAME.settled({})
    return sum(
        Race.of(GAME.setup(seats, Rng(SEED, "game", number).seed(), options)).play_out(weights)
        for number in range(first, first + games)
    )


def bell(rng: Rng) -> float:
    """About normal: mean 0, deviation 1."""
    return sum(rng.random() for _ in range(12)) - 6


def near(weights: Weights, spread: float, rng: Rng) -> Weights:
    values: tuple[float, ...] = astuple(weights)
    return Weights(*(value + spread * max(LEAST, abs(value)) * bell(rng) for value in values))


def tuned(weights: Weights, seats: int, generations: int, drawn: int, games: int) -> Weights:
    """Better weights by the cross-entropy method.

    In each generation weights are drawn around the present ones, all play the same deals without a search, and the
    present ones move towards those that won most.
    """
    rng = Rng(SEED, "training", seats)
    wide, narrow = SPREAD
    for generation in range(generations):
        spread = wide + (narrow - wide) * generation / max(1, generations - 1)
        tried = [weights, *(near(weights, spread, rng) for _ in range(drawn))]
        results = [won(each, seats, generation * games, games) for each in tried]
        order = sorted(range(len(tried)), key=lambda at: -results[at])[: max(1, round(BEST * drawn))]
        goal = [sum(column) / len(order) for column in zip(*(astuple(tried[at]) for at in order), strict=True)]
        weights = Weights(*(old + PACE * (new - old) for old, new in zip(astuple(weights), goal, strict=True)))
        sys.stderr.write(f"{generation}: {results[0]} of {games} won, the best {max(results)}\n")
    return weights


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a name and a number a line, and says on fresh deals whether they are better than those of the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seats", type=int)
    parser.add_argument("--afresh", action="store_true", help="begin with a first guess and not with the file")
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--drawn", type=int, default=23, help="weights tried in a generation, besides the present ones")
    parser.add_argument("--games", type=int, default=400, help="that each of them plays")
    args = parser.parse_args(arguments)
    before = known()[args.seats]
    begin = FIRST_GUESS if args.afresh else before
    after = tuned(begin, args.seats, args.generations, args.drawn, args.games)
    old, new = (won(each, args.seats, args.generations * args.games, JUDGED) for each in (before, after))
    sys.stderr.write(f"{args.seats} seats, {JUDGED} fresh deals: the file wins {old}, these {new}\n")
    for field, value in zip(fields(Weights), astuple(after), strict=True):
        sys.stdout.write(f"{field.name:<12} {value:.3f}\n")


if __name__ == "__main__":
    main()
