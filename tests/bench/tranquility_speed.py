"""How fast Tranquility is played at random on one core: `python -m tests.bench.tranquility_speed`."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from engine import registry
from engine.match import Match
from engine.rng import Rng

GAMES = 40
ROUNDS = 5


def plies_a_second(seats: int, first_seed: int) -> float:
    rng = Rng(first_seed, "bench")
    plies = 0
    began = perf_counter()
    for seed in range(first_seed, first_seed + GAMES):
        match = Match(registry.game("tranquility"), seats, seed)
        while seats_to_act := match.to_act():
            seat = rng.choice(sorted(seats_to_act))
            match.play_checked(seat, rng.choice(match.legal(seat)))
        plies += match.serial
    return plies / (perf_counter() - began)


if __name__ == "__main__":
    for seats in registry.game("tranquility").seats:
        rates = [plies_a_second(seats, 1000 * turn) for turn in range(ROUNDS)]
        print(f"{seats} seats: {median(rates):8,.0f} random plies a second (median of {ROUNDS} times {GAMES} games)")
