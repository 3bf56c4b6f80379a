"""What a bot is told, and the bot that every game has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from engine.game import A, E, V
from engine.rng import Rng


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


def random(question: Question[Any, Any, Any]) -> Any:
    """Any legal action, each equally likely."""
    return question.rng.choice(question.legal)
