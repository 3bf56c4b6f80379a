"""The command `hushtable simulate`: bots against bots, counted."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any

from engine import arena, registry
from engine.game import AnyGame, Refused
from tui.cli import pairs


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or Refused with what is wrong with the arguments."""
    game = registry.game(args.game)
    seats = next(seats for seats in game.seats if seats > 1) if args.seats is None else args.seats
    if args.games < 1:
        raise Refused(f"At least one game must be played, not {args.games}.")
    levels = args.bots.replace(",", " ").split()
    options = pairs(args.options)
    played = arena.play(game, seats, levels, args.games, args.seed, options, perf_counter, think=args.think)
    tally = arena.tally(game, seats, levels, _shown(played, args.games))
    facts = summary(game, seats, levels, args.seed, tally)
    print(json.dumps(facts) if args.json else "\n".join(table(game, facts)))
    return 0


def summary(game: AnyGame, seats: int, levels: Sequence[str], seed: int, tally: arena.Tally) -> Mapping[str, Any]:
    """What `--json` prints."""
    return {
        "game": game.name,
        "seats": seats,
        "games": tally.games,
        "bots": list(levels),
        "seed": seed,
        "wins": dict(tally.wins),
        "mean_scores": [round(score, 3) for score in tally.mean_scores],
        "shared_wins": tally.shared_wins,
        "mean_plies": round(tally.mean_plies, 2),
        "unfinished": tally.unfinished,
        "seconds": round(tally.seconds, 3),
        "plies_per_second": round(tally.plies_per_second),
    }


def table(game: AnyGame, facts: Mapping[str, Any]) -> Iterator[str]:
    games = facts["games"]
    yield f"{game.title}, {facts['seats']} seats, {games} games, seed {facts['seed']}"
    yield f"{'bot':<12}{'wins':>8}{'of games':>10}"
    for level, wins in facts["wins"].items():
        yield f"{level:<12}{wins:>8}{wins / games:>10.1%}"
    scores = "  ".join(f"seat {seat}: {score:.1f}" for seat, score in enumerate(facts["mean_scores"], 1))
    yield f"mean scores   {scores}"
    yield f"shared wins   {facts['shared_wins']}"
    yield f"unfinished    {facts['unfinished']}"
    yield f"mean plies    {facts['mean_plies']:.1f}"
    yield f"speed         {facts['plies_per_second']:,} plies a second, {facts['seconds']:.1f} s in all"


def _shown(played: Iterator[arena.Played], games: int) -> Iterable[arena.Played]:
    """The same games, with a bar on stderr while they are played if somebody watches."""
    if not sys.stderr.isatty():
        return played
    # rich takes longer to import than a short simulation takes.
    from rich.console import Console
    from rich.progress import track

    return track(played, "Playing", total=games, console=Console(stderr=True), transient=True)
