"""A process that bots think in, where the strong bot of Sixteen misbehaves: `python tests/bad_bots.py HOW GAME`."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

from engine.bots import Question
from engine.sixteen import bot, strong
from net import thinking


def sleeping(question: Question[Any, Any, Any]) -> str:
    time.sleep(3_600)
    return ""


def dying(question: Question[Any, Any, Any]) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def cheating(question: Question[Any, Any, Any]) -> str:
    return "place r1-16"


def babbling(question: Question[Any, Any, Any]) -> str:
    return "I resign"


def telling(question: Question[Any, Any, Any]) -> str:
    """How much time it has."""
    return str(question.seconds)


def main() -> None:
    bad = {each.__name__: each for each in (sleeping, dying, cheating, babbling, telling)}[sys.argv.pop(1)]
    bots: Any = bot.BOTS
    bots["strong"] = bad
    hints: Any = strong
    hints.hint = lambda question: (bad(question), "It cannot be helped.")
    thinking.main()


if __name__ == "__main__":
    main()
