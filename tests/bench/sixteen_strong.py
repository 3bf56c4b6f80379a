"""How often the strong bot of Sixteen wins among greedy ones: `python -m tests.bench.sixteen_strong --seats 2`.

One `strong` sits among `greedy` bots and moves on by one seat each game; a shared win counts its part. With `--races`
the work is fixed instead of the time: the same figures on every machine, however busy it is.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from math import sqrt
from time import perf_counter
from typing import Any

from engine import arena, registry
from engine.bots import Bot, Question
from engine.match import Match
from engine.rng import Rng
from engine.sixteen.strong import search


def limited(seconds: float, races: int | None) -> Bot:
    """The strong bot, with so much time or work for each decision."""

    def answer(question: Question[Any, Any, Any]) -> Any:
        return search(replace(question, seconds=seconds), races)[0].action

    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.1, help="that strong may take for a decision")
    parser.add_argument("--races", type=int, help="that strong runs for a decision, instead of a time")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    strong, greedy = limited(args.seconds, args.races), registry.bot("sixteen", "greedy")
    won = own = others = 0.0
    began = perf_counter()
    for number in range(args.games):
        match = Match(registry.game("sixteen"), args.seats, Rng(args.seed, "game", number).seed())
        me = number % args.seats
        for _ in arena.moves(match, [strong if seat == me else greedy for seat in range(args.seats)], match.seed):
            pass
        outcome = match.outcome()
        assert outcome is not None
        won += (me in outcome.winners) / len(outcome.winners)
        own += outcome.scores[me]
        others += (sum(outcome.scores) - outcome.scores[me]) / (args.seats - 1)
    rate = won / args.games
    limit = f"{args.races} races" if args.races else f"{args.seconds} s"
    print(
        f"{args.seats} seats, {args.games} games, {limit} a decision: strong wins {rate:.1%} "
        f"± {1.96 * sqrt(rate * (1 - rate) / args.games):.1%}; it is left with {own / args.games:.1f} points, "
        f"greedy with {others / args.games:.1f}; {perf_counter() - began:.0f} s in all"
    )


if __name__ == "__main__":
    main()
