"""How many cards a team of strong players leaves: `python -m tests.bench.silencio_strong --games 400 --seconds 0.1`.

All seats are of one bot; nobody sees another hand. `--seconds` is what it may take for each decision. `--work` is how
many games it plays out in its head for each instead: the same figures however busy the machine is.
`--open` shows the search all hands as they are (the order of the stock stays unknown): what could be reached at most
by this search. Waits are of the clock.
"""

from __future__ import annotations

import argparse
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
from engine.silencio import GAME
from engine.silencio.race import Race
from engine.silencio.state import State
from engine.silencio.strong import search
from tui.cli import pairs


class Revealed:
    """Worlds with the hands of the real one."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.state, self.rng = state, rng

    def world(self) -> Race:
        race = Race.of_state(self.state)
        race.luck = self.rng.seed()
        self.rng.shuffle(race.stock)
        return race


def one(
    number: int, seats: int, level: str, seconds: float, work: int, revealed: bool, seed: int, options: dict[str, str]
) -> tuple[int, int, float, float]:
    """Game `number`: cards left, plies, the longest wait, and seconds of the processor's time."""
    match = Match(GAME, seats, Rng(seed, "game", number).seed(), GAME.settled(options))
    bot = registry.bot(GAME.name, level)
    longest = 0.0
    began = process_time()

    def ask(question: Question[Any, Any, Any]) -> Any:
        nonlocal longest
        asked = perf_counter()
        if not (work or revealed) or len(question.legal) == 1:
            action = bot(question)
        else:
            worlds = Revealed(match.state, question.rng) if revealed else None
            action = search(question, work or None, worlds)[0].action
        longest = max(longest, perf_counter() - asked)
        return action

    bots: list[Bot] = [ask] * seats
    for _ in arena.moves(match, bots, match.seed, think=seconds):
        pass
    outcome = match.outcome()
    assert outcome is not None
    return outcome.scores[0], match.serial, longest, process_time() - began


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--work", type=int, default=0)
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--seats", type=int, nargs="+", default=list(GAME.seats))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args(arguments)
    options = {name: str(value) for name, value in pairs(args.option).items()}
    how = f"{args.work} games in the head" if args.work else f"{args.seconds} s"
    with ProcessPoolExecutor(args.processes) as workers:
        for seats in args.seats:
            task = partial(
                one,
                seats=seats,
                level=args.bot,
                seconds=args.seconds,
                work=args.work,
                revealed=args.open,
                seed=args.seed,
                options=options,
            )
            results = list(workers.map(task, range(args.games), chunksize=4))
            left = [cards for cards, *_ in results]
            mean = sum(left) / args.games
            spread = 1.96 * sqrt(sum((cards - mean) ** 2 for cards in left)) / args.games
            print(
                f"{seats} seats, {args.bot}{', all hands open' if args.open else ''}, {how} a move: "
                f"{mean:.2f} ± {spread:.2f} left, {left.count(0) / args.games:.1%} of {args.games} games perfect; "
                f"{sum(plies for _, plies, _, _ in results) / args.games:.1f} plies "
                f"and {sum(used for *_, used in results) / args.games:.2f} s of a processor a game, "
                f"longest wait {max(wait for _, _, wait, _ in results):.3f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
