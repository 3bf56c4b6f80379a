"""The leak test at length: rounds of every game and number of seats, until each game was played so often.

    python -m tests.bench.leaks [--games 100] [--only GAME ...] [--at-once 6] [--minutes 0]

Method. One house as `hushtable serve` starts it, with bots that do not wait. A round is one table of every game and
number of seats, with people and spectators who come by line mode, by their own Hushtable, by a screen (80x24) and by
`ssh HOST watch`, bots on the other seats, and options that change from round to round. Every byte that anybody got is
kept with the ply at which it came, and searched once the game is over: in messages, views and events must be exactly
those that the rules give this seat; texts and what a terminal would show are read as people read them, and may name no
card that the seat's own views and events had not shown by then. Seeds must be in no byte before the end, the
commitment in the replay before, the seed after. What was searched is printed, and every leak. Exit status 1 if any.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from engine import registry
from tests.leaks import Search, evening, settings
from tests.open_house import open_house


async def main(options: argparse.Namespace) -> int:
    began = time.monotonic()
    games: Counter[str] = Counter()
    got: Counter[str] = Counter()
    looked: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    leaks: list[str] = []
    plies = number = 0
    wanted = options.only or registry.names()

    def done() -> bool:
        late = options.minutes and time.monotonic() - began > 60 * options.minutes
        return bool(late) or all(games[game] >= options.games for game in wanted)

    while not done():
        with tempfile.TemporaryDirectory() as folder:
            os.environ["HOME"] = folder
            async with open_house(Path(folder) / "house", "--pace", "0") as house:
                tables = settings(number, wanted)
                search: Search = await evening(house, tables, options.at_once, seconds=300)
        for game, count in search.games.items():
            games[game.split()[0]] += count
        got += search.got
        looked += search.looked
        cards += search.cards
        plies += search.plies
        leaks += search.leaks
        for leak in search.leaks:
            print(f"LEAK {leak}", flush=True)
        number += 1
        print(f"round {number}: {games.total()} games in {time.monotonic() - began:.0f} s", flush=True)
    for what, counted in (("games", games), ("bytes", got), ("looked at", looked), ("cards read", cards)):
        print(f"{what:<12} {counted.total():>10}   " + ", ".join(f"{name} {n}" for name, n in sorted(counted.items())))
    print(f"{'plies':<12} {plies:>10}")
    print(f"{'leaks':<12} {len(leaks):>10}")
    return 1 if leaks else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100, help="of each game")
    parser.add_argument("--only", nargs="+", metavar="GAME")
    parser.add_argument("--at-once", type=int, default=6)
    parser.add_argument("--minutes", type=float, default=0, help="begin no other round after so long")
    sys.exit(asyncio.run(main(parser.parse_args())))
