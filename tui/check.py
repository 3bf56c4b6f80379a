"""The commands that look at files: position files are run, replays are verified."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from engine import replay, scenario
from engine.game import Refused, in_words
from net.files import text_of
from net.words import clean
from tui.spoken import result

TITLE_CELLS = 200


def check(files: Sequence[str]) -> int:
    """Run every scenario of these position files, one printed line a file. 0: all hold."""
    failed = False
    for file in files:
        try:
            text = text_of(file)
        except Refused as refused:  # it names the file
            failed = True
            print(refused)
            continue
        try:
            scenarios = scenario.read(text)
        except Refused as refused:
            failed = True
            print(f"{file}: {refused}")
            continue
        wrong = [(one.title, what) for one in scenarios if (what := scenario.check(one))]
        failed = failed or bool(wrong)
        print(f"{file}: {len(scenarios) - len(wrong)} of {len(scenarios)} hold")
        for title, what in wrong:
            print(f"  {clean(title, TITLE_CELLS)}: {what}", file=sys.stderr)
    return 1 if failed else 0


def verify(file: str) -> int:
    """Play a replay through and say that all is as it claims, or Refused."""
    found = replay.read(text_of(file))
    match = replay.verify(found)
    names = [clean(name, TITLE_CELLS) for name in found.names]
    print(f"{file}: {found.game.title}, {in_words(names)}.")
    print(f"All {match.serial} moves follow the rules; the shuffle, the result and the end are as they were recorded.")
    print(result(found.game, match.outcome(), names, mine=False))
    return 0
