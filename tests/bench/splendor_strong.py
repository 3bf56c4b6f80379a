"""How often the strong player of Splendor wins: `python -m tests.bench.splendor_strong --games 400 --seconds 0.1`.

Seats are rotated. Both play under the arena; `--seconds` is what the bot may take for each action.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import sqrt
from time import perf_counter
from typing import Any

from engine import arena, registry
from engine.bots import Bot, Question
from engine.game import Seat
from engine.match import Match
from engine.rng import Rng


def timed(bot: Bot, seconds: float, waits: list[float]) -> Bot:
    """The bot with so many seconds for each question. waits: how long it took, for each."""

    def ask(question: Question[Any, Any, Any]) -> Any:
        began = perf_counter()
        action = bot(replace(question, seconds=seconds))
        waits.append(perf_counter() - began)
        return action

    return ask


def one(task: tuple[int, int, str, str, float, int]) -> tuple[tuple[Seat, ...], int, Seat, float]:
    """Game `number`: the winners, the plies, where the strong player sat, and its longest wait."""
    number, seats, gold, rival, seconds, seed = task
    waits: list[float] = []
    mine = number % seats
    bots = [registry.bot("splendor", rival)] * seats
    bots[mine] = timed(registry.bot("splendor", "strong"), seconds, waits)
    match = Match(registry.game("splendor"), seats, Rng(seed, "game", number).seed(), {"gold": gold})
    for _ in arena.moves(match, bots, match.seed):
        pass
    outcome = match.outcome()
    return outcome.winners if outcome else (), match.serial, mine, max(waits)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--gold", default="published")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args(arguments)
    tasks = [(n, args.seats, args.gold, args.against, args.seconds, args.seed) for n in range(args.games)]
    began = perf_counter()
    with ProcessPoolExecutor(args.processes) as workers:
        results = list(workers.map(one, tasks))
    counts = Counter(
        "unfinished" if not winners else "shared" if mine in winners and len(winners) > 1 else mine in winners
        for winners, _, mine, _ in results
    )
    rate = counts[True] / args.games
    print(
        f"{args.seats} seats, gold {args.gold}, {args.seconds} s a move: strong won {counts[True]} of {args.games} "
        f"games ({rate:.1%} ± {1.96 * sqrt(rate * (1 - rate) / args.games):.1%}) against {args.against}; "
        f"{counts['shared']} shared, {counts['unfinished']} unfinished; "
        f"{sum(plies for _, plies, _, _ in results) / args.games:.1f} plies a game, "
        f"longest wait {max(wait for *_, wait in results):.3f} s, {perf_counter() - began:.0f} s in all"
    )


if __name__ == "__main__":
    main()
