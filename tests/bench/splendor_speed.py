"""How many whole games of Splendor random legal play finishes in a second: `python -m tests.bench.splendor_speed`."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from engine.match import Match
from engine.registry import game
from engine.rng import Rng

GAMES, ROUNDS = 100, 5


def played(seats: int, seed: int, gold: str) -> Match:
    match, rng = Match(game("splendor"), seats, seed, {"gold": gold}), Rng(seed, "choices")
    while match.outcome() is None:
        (seat,) = match.to_act()
        match.play_checked(seat, rng.choice(match.legal(seat)))
    return match


def main() -> None:
    for seats in (2, 3, 4):
        for gold in ("source", "published"):
            rates, plies = [], []
            for number in range(ROUNDS):
                began = perf_counter()
                plies += [played(seats, number * GAMES + seed, gold).serial for seed in range(GAMES)]
                rates.append(GAMES / (perf_counter() - began))
            print(
                f"{seats} seats, gold {gold}: {median(rates):.0f} games/s; {median(plies):.0f} plies, most {max(plies)}"
            )


if __name__ == "__main__":
    main()
