"""The command `hushtable simulate`: bots against bots, counted."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from math import inf
from time import perf_counter
from typing import Any

from engine import arena, registry
from engine.game import AnyGame, Refused
from tui import contest
from tui.cli import pairs

STOPPED = 130  # exit status after Ctrl-C


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or Refused with what is wrong with the arguments."""
    game = registry.game(args.game)
    levels = args.bots.replace(",", " ").split()
    fewest = max(2, len(levels))
    seats = next((n for n in game.seats if n >= fewest), game.seats[-1]) if args.seats is None else args.seats
    processes = contest.cores() if args.processes is None else args.processes
    for name, value, least in (("games", args.games, 1), ("processes", processes, 1), ("limit", args.limit, 0)):
        if not least <= value < inf:
            raise Refused(f"--{name} is {least} or more, not {value}.")
    asked = arena.contest(game, seats, levels, args.seed, pairs(args.options), think=args.limit)
    played: list[arena.Played] = []
    begun = perf_counter()
    with contextlib.closing(contest.played(asked, args.games, processes)) as games, _bar(args.games) as advance:
        stopped = not _all(games, played, advance)
    tally = arena.tally(game, seats, levels, played, perf_counter() - begun)
    facts = summary(asked, tally)
    print(json.dumps(facts) if args.json else "\n".join(table(game, facts)))
    if stopped:
        print(f"hushtable: stopped after {tally.games} of {args.games} games", file=sys.stderr)
    return STOPPED if stopped else 0


def _all(games: Iterator[arena.Played], into: list[arena.Played], advance: Callable[[], None]) -> bool:
    """Whether all games were played; Ctrl-C ends them."""
    try:
        for one in games:
            into.append(one)
            advance()
    except KeyboardInterrupt:
        return False
    return True


def summary(asked: arena.Contest, tally: arena.Tally) -> Mapping[str, Any]:
    """What `--json` prints. Of what is new since the first version: by bot name, if it does not say otherwise."""
    chances = {level: arena.interval(wins, tally.games) for level, wins in tally.wins.items()}
    return {
        "game": asked.game,
        "seats": asked.seats,
        "games": tally.games,
        "bots": list(asked.levels),
        "seed": asked.seed,
        "wins": dict(tally.wins),
        "mean_scores": [round(score, 3) for score in tally.mean_scores],
        "shared_wins": tally.shared_wins,
        "mean_plies": round(tally.mean_plies, 2),
        "unfinished": tally.unfinished,
        "seconds": round(tally.seconds, 3),
        "plies_per_second": round(tally.plies_per_second),
        "ms_per_move": {level: round(1000 * pace.mean, 3) for level, pace in tally.paces.items()},
        "slowest_ms": {level: round(1000 * pace.slowest, 3) for level, pace in tally.paces.items()},
        "win_interval": {level: [round(low, 4), round(high, 4)] for level, (low, high) in chances.items()},
        "score_by_bot": {level: round(mean.value, 3) for level, mean in tally.scores.items()},
        "score_margin": {level: round(mean.margin, 3) for level, mean in tally.scores.items()},
        "limit": asked.think,
        "options": dict(asked.options),
    }


def table(game: AnyGame, facts: Mapping[str, Any]) -> Iterator[str]:
    games = facts["games"]
    options = "".join(f", {name} = {value}" for name, value in facts["options"].items())
    yield f"{game.title}, {facts['seats']} seats, {games} games, seed {facts['seed']}{options}"
    yield f"{'bot':<9}{'wins':>6}{'of games':>10}{'95 % between':>17}{'mean score':>17}{'ms a move':>11}{'slowest':>9}"
    for level, wins in facts["wins"].items():
        low, high = facts["win_interval"][level]
        score = f"{facts['score_by_bot'][level]:.2f} ± {facts['score_margin'][level]:.2f}"
        times = f"{facts['ms_per_move'][level]:>11,.2f}{facts['slowest_ms'][level]:>9,.1f}"
        part = wins / games if games else 0.0
        yield f"{level:<9}{wins:>6}{part:>10.1%}{f'{low:.1%} - {high:.1%}':>17}{score:>17}{times}"
    scores = "  ".join(f"seat {seat}: {score:.1f}" for seat, score in enumerate(facts["mean_scores"], 1))
    yield f"mean scores   {scores}"
    yield f"shared wins   {facts['shared_wins']}"
    yield f"unfinished    {facts['unfinished']}"
    yield f"mean plies    {facts['mean_plies']:.1f}"
    yield f"speed         {facts['plies_per_second']:,} plies a second, {facts['seconds']:.1f} s in all"


@contextlib.contextmanager
def _bar(games: int) -> Iterator[Callable[[], None]]:
    """To be called after each game: a bar on stderr, with the time left, if somebody watches."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    # rich takes longer to import than a short simulation takes.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=games)
        yield lambda: progress.advance(task)
