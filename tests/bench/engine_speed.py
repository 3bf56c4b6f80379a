"""How fast the engine plays each game."""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from engine import arena, bots, registry
from engine.match import Match
from engine.rng import Rng

ROUNDS = 7
TARGETS = {"sixteen": 5_000}  # random plies a second that are promised


def baseline() -> float:
    """Millions of rounds a second of a plain loop: what this machine can do right now."""
    rounds, total = 400_000, 0
    begun = process_time()
    for number in range(rounds):
        total += number & 7
    return rounds / (process_time() - begun) / 1e6


def plies_a_second(name: str, seats: int, round_: int, seconds: float) -> float:
    """Whole random games, with a view, a legal list, a choice and a step each ply, for about so many seconds."""
    game = registry.game(name)
    plies, number = 0, 0
    begun = process_time()
    while process_time() - begun < seconds:
        match = Match(game, seats, Rng(round_, name, number).seed())
        plies += sum(1 for _ in arena.moves(match, [bots.random] * seats, number))
        number += 1
    return plies / (process_time() - begun)


def main() -> int:
    """Print the median of seven rounds a game and number of seats; 1 if a promised speed is missed.

    Method: processor time, so that other work on the machine counts for little. The rounds of all games alternate with
    a baseline loop in the same process, so that a slow moment falls on all of them, and the ratio (plies a second for a
    million rounds of the loop) can be compared between machines.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--seconds", type=float, default=0.25, help="for each round (default: 0.25)")
    args = parser.parse_args()
    tables = [(name, seats) for name in args.games or registry.names() for seats in registry.game(name).seats]
    speeds: dict[tuple[str, int], list[float]] = {table: [] for table in tables}
    ratios: dict[tuple[str, int], list[float]] = {table: [] for table in tables}
    loops = []
    for round_ in range(ROUNDS):
        for table in tables:
            loops.append(loop := baseline())
            speeds[table].append(speed := plies_a_second(*table, round_, args.seconds))
            ratios[table].append(speed / loop)
    print(f"baseline loop: {median(loops):.1f} million rounds a second")
    print(f"{'game':<12}{'seats':>6}{'plies/s':>10}{'worst':>10}{'ratio':>8}")
    missed = 0
    for (name, seats), found in speeds.items():
        target = TARGETS.get(name, 0)
        missed |= median(found) < target
        note = f"  target {target:,}" if target else ""
        ratio = median(ratios[name, seats])
        print(f"{name:<12}{seats:>6}{median(found):>10,.0f}{min(found):>10,.0f}{ratio:>8,.0f}{note}")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
