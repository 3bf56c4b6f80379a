"""What a bot is told, what it answers, and the bot that every game has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias

from engine.game import A, E, V
from engine.rng import Rng

# How to write one. A bot is a function from a Question to one of `question.legal`:
#
#     def careful(question: Question[View, Action, Event]) -> Action:
#         return min(question.legal, key=lambda action: risk(question.view, action))
#
#     BOTS = {"greedy": greedy, "careful": careful}
#
# It goes into `engine/<game>/bot.py`, whose BOTS names a game's bots, weakest first; nothing else has to know it.
# Each name is a level: it can be chosen in the lobby and on the command line, and `hushtable simulate <game> --bots
# careful,greedy` says how good it is.
#
# - It knows `view` (what its seat sees), `memory` (every event its seat was shown) and `legal`, and is never told
#   more. To search, let `GAME.redealt(view, rng)` deal what is hidden, as often as there is time. Never import a
#   Match or anything else that holds a State being played, nor anything of `net`: `tests/test_bots.py` looks.
# - Its luck is `rng` alone, so that the same game can be played again. No clock but `engine.deadline.Deadline`.
# - It answers within `seconds`, at once when that is 0. A level in QUICK always does so within 2 ms, and runs in the
#   process of the tables. All others think in processes of their own (`net/thinking.py`): one that is late by some
#   seconds, or dies, is replaced, and a quick bot answers this once.
# - It keeps nothing between two questions, and writes nothing. Import what takes long to load inside the function.
# - `engine/<game>/strong.py` may have `hint(question) -> (action, why)`, why being one sentence for a person who
#   asks what to do. Without one, the hint is what the last level of BOTS does, as the game explains it.


@dataclass(frozen=True, slots=True)
class Question(Generic[V, A, E]):
    """A decision put to a bot: all it may know, never a State.

    memory: every event this seat was shown, oldest first. seconds: the time it may take.
    """

    view: V
    legal: Sequence[A]
    memory: Sequence[E]
    rng: Rng
    seconds: float = 1.0


Bot: TypeAlias = Callable[[Question[Any, Any, Any]], Any]

QUICK: Final = ("greedy", "random")  # levels that answer within some milliseconds, the better first
ABOUT: Final = {
    "random": "does anything that is allowed",
    "greedy": "a sensible beginner, quick",
    "strong": "thinks ahead, a second or so",
}
"""What the common levels are, in a few words."""


def random(question: Question[Any, Any, Any]) -> Any:
    """Any legal action, each equally likely."""
    return question.rng.choice(question.legal)
