"""How long bots take for an answer, by the clock, on a quiet machine: `python -m tests.bench.bot_times --limit 1`.

Every question is one of a game in which `greedy` plays; of each game so many are asked, spread evenly. What a bot has
to load was loaded before. Exit status 1: `greedy` took more than 2 ms, or another more than its limit and 50 ms.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean
from time import perf_counter
from typing import Any

from engine import bots, registry
from engine.bots import Bot, Question
from tests.test_bots import QUICK_SECONDS, asked

SLACK = 0.05  # seconds that an answer may come late


def seconds(bot: Bot, question: Question[Any, Any, Any], best_of: int) -> float:
    """The best of some tries, where the answer takes so little that anything disturbs it."""
    found = []
    for _ in range(best_of):
        begun = perf_counter()
        bot(question)
        found.append(perf_counter() - begun)
    return min(found)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=registry.names(), metavar="GAME")
    parser.add_argument("--limit", type=float, nargs="+", default=[0.1, 1.0], help="seconds that a bot is given")
    parser.add_argument("--questions", type=int, default=10, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    late = False
    for name in args.games:
        registry.load(name)
        for seats in registry.game(name).seats:
            questions = [question for _, question in asked(name, seats, args.seed)]
            some = questions[:: max(1, len(questions) // args.questions)]
            for level, bot in registry.bots(name).items():
                bot(replace(questions[0], seconds=0.0))
                quick = level in bots.QUICK
                for limit in (0.0,) if quick else (0.0, *args.limit):
                    took = [seconds(bot, replace(each, seconds=limit), 3 if quick else 1) for each in some]
                    most = QUICK_SECONDS if quick else limit + SLACK
                    late |= max(took) > most
                    print(
                        f"{name:<12}{seats} seats  {level:<7} given {limit:4.2f} s: mean {1000 * mean(took):8.2f} ms, "
                        f"slowest {1000 * max(took):8.2f} ms of {1000 * most:.0f} allowed"
                        + ("  LATE" if max(took) > most else ""),
                        flush=True,
                    )
    return int(late)


if __name__ == "__main__":
    raise SystemExit(main())
