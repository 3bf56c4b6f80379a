"""How often a team of strong players wins: `python -m tests.bench.tranquility_strong --games 400 --seconds 0.1`.

All seats are of one bot; nobody knows what others hold or have discarded. `--seconds` is what it may take for each
action; 0 is without playing the end out, which is the same however busy the machine is. Waits are of the clock.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from time import perf_counter, process_time
from typing import Any

from engine import arena, registry
from engine.bots import Bot, Question
from engine.match import Match
from engine.rng import Rng
from engine.tranquility.sea import CELLS


def timed(bot: Bot, waits: list[float]) -> Bot:
    """The same bot. waits: how long each answer took."""

    def ask(question: Question[Any, Any, Any]) -> Any:
        began = perf_counter()
        action = bot(question)
        waits.append(perf_counter() - began)
        return action

    return ask


def one(number: int, seats: int, level: str, seconds: float, seed: int) -> tuple[str, int, float, float]:
    """Game `number`: how it ended, the plies, the longest wait, and seconds of the processor's time."""
    waits: list[float] = []
    began = process_time()
    match = Match(registry.game("tranquility"), seats, Rng(seed, "game", number).seed())
    for _ in arena.moves(match, [timed(registry.bot("tranquility", level), waits)] * seats, match.seed, think=seconds):
        pass
    outcome = match.outcome()
    assert outcome is not None
    ending = "won" if outcome.winners else "no Finish" if outcome.scores[0] == CELLS else "a gap"
    return ending, match.serial, max(waits), process_time() - began


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seats", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args(arguments)
    with ProcessPoolExecutor(args.processes) as workers:
        for seats in args.seats:
            task = partial(one, seats=seats, level=args.bot, seconds=args.seconds, seed=args.seed)
            results = list(workers.map(task, range(args.games), chunksize=4))
            ends = Counter(ending for ending, *_ in results)
            rate = ends["won"] / args.games
            print(
                f"{seats} seats, {args.bot}, {args.seconds} s a move: won {ends['won']} of {args.games} games "
                f"({rate:.1%} ± {1.96 * sqrt(rate * (1 - rate) / args.games):.1%}); lost by a gap {ends['a gap']}, "
                f"without a Finish {ends['no Finish']}; "
                f"{sum(plies for _, plies, _, _ in results) / args.games:.1f} plies "
                f"and {sum(used for *_, used in results) / args.games:.2f} s of a processor a game, "
                f"longest wait {max(wait for _, _, wait, _ in results):.3f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
