"""The command `hushtable simulate`: bots against bots, counted."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from engine import arena, registry
from engine.game import AnyGame, Refused

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser("simulate", help="let bots play many games and count", description=__doc__)
    parser.add_argument("game", metavar="GAME", help="such as sixteen")
    parser.add_argument("--seats", type=int, metavar="N", help="number of seats (default: the fewest above one)")
    parser.add_argument(
        "--bots", metavar="A,B", help="levels; fewer than seats repeat, and all change seats (default: the game's bots)"
    )
    parser.add_argument("--games", type=_number, default=100, metavar="N", help="how many games (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games")
    parser.add_argument("--options", nargs="+", action="extend", default=[], metavar="K=V", help="options of the game")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.set_defaults(run=run)


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def given_options(pairs: Sequence[str]) -> dict[str, str]:
    """The options of `--options k=v ...`, not yet checked; Refused when there is no `=`."""
    for pair in pairs:
        if "=" not in pair:
            raise Refused(f"An option is written name=value, not “{pair}”.")
    return dict(pair.split("=", 1) for pair in pairs)


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or Refused with what is wrong with the arguments."""
    game = registry.game(args.game)
    seats = args.seats or next(seats for seats in game.seats if seats > 1)
    levels = args.bots.replace(",", " ").split() if args.bots else list(registry.bots(game.name))[-seats:]
    played = arena.play(game, seats, levels, args.games, args.seed, given_options(args.options), perf_counter)
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
    from rich.console import Console
    from rich.progress import track

    return track(played, "Playing", total=games, console=Console(stderr=True), transient=True)
