"""How the weights of the strong player of Tranquility are tuned: `python -m engine.tranquility.training 3`.

The cross-entropy method: in each generation weights are drawn around the present ones, all play the same deals without
searching, and the present ones move towards those that won most. It begins with the weights of the file, prints those
for one number of seats (a name and a number a line), and says on fresh deals whether they are better.
"""

from __future__ import annotations

import sys
from dataclasses import astuple, fields

from engine.rng import Rng
from engine.tranquility import GAME
from engine.tranquility.race import Race
from engine.tranquility.weights import Weights, known

SEED = 1
GENERATIONS = 6
DRAWN = 10  # weights tried in a generation, besides the present ones
BEST = 4  # of them are followed
GAMES = 80  # that each plays in a generation
JUDGED = 1000  # fresh games at the end
SPREAD = 0.12  # of a weight, as a part of it
LEAST = 0.02  # and at least
PACE = 0.5


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


def near(weights: Weights, rng: Rng) -> Weights:
    values: tuple[float, ...] = astuple(weights)
    return Weights(*(value + max(LEAST, SPREAD * abs(value)) * bell(rng) for value in values))


def tuned(weights: Weights, seats: int) -> Weights:
    rng = Rng(SEED, "training", seats)
    for generation in range(GENERATIONS):
        tried = [weights, *(near(weights, rng) for _ in range(DRAWN))]
        first = generation * GAMES
        results = [won(each, seats, first, GAMES) for each in tried]
        order = sorted(range(len(tried)), key=lambda at: -results[at])[:BEST]
        followed = [astuple(tried[at]) for at in order]
        goal = [sum(column) / BEST for column in zip(*followed, strict=True)]
        weights = Weights(*(old + PACE * (new - old) for old, new in zip(astuple(weights), goal, strict=True)))
        sys.stderr.write(f"{generation}: {results[0]} of {GAMES} won, the best {max(results)}\n")
    return weights


def main() -> None:
    seats = int(sys.argv[1])
    before = known()[seats]
    after = tuned(before, seats)
    first = GENERATIONS * GAMES
    old, new = (won(each, seats, first, JUDGED) for each in (before, after))
    sys.stderr.write(f"{seats} seats, {JUDGED} fresh deals: the file wins {old}, these {new}\n")
    for field, value in zip(fields(Weights), astuple(after), strict=True):
        sys.stdout.write(f"{field.name:<12} {value:.3f}\n")


if __name__ == "__main__":
    main()
