"""The games there are, found by the names of their folders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import engine
from engine import bots as common
from engine.bots import Bot, Question
from engine.game import AnyGame, Refused


def names() -> tuple[str, ...]:
    """Every game, in alphabetical order, none of them imported."""
    return _names(tuple(engine.__path__))


@cache
def _names(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(path) if module.ispkg))


def game(name: str) -> AnyGame:
    """The game of this name, or Refused. Its package names it GAME."""
    if name not in names():
        raise Refused(f"There is no game “{name}”; there are {', '.join(names())}.")
    found: AnyGame = import_module(f"engine.{name}").GAME
    return found


def bots(name: str) -> Mapping[str, Bot]:
    """The bots that can play a game, weakest first. A game's module `bot` names its own in BOTS."""
    game(name)
    own = import_module(f"engine.{name}.bot").BOTS if find_spec(f"engine.{name}.bot") else {}
    return {"random": common.random, **own}


def bot(name: str, level: str) -> Bot:
    known = bots(name)
    if level not in known:
        raise Refused(f"There is no bot “{level}” for {game(name).title}; there are {', '.join(known)}.")
    return known[level]


def quick(name: str) -> str:
    """The best level of a game that answers within some milliseconds."""
    return next(level for level in common.QUICK if level in bots(name))


def load(name: str) -> None:
    """Import what the game's bots need, so that the first question is answered as fast as the next."""
    bots(name)
    _strong(name)


def hint(name: str, question: Question[Any, Any, Any]) -> tuple[Any, str]:
    """What the best bot of a game would do, and one sentence why."""
    if own := getattr(_strong(name), "hint", None):
        advised: tuple[Any, str] = own(question)
        return advised
    action = list(bots(name).values())[-1](question)
    return action, game(name).explain(question.view, action)


def _strong(name: str) -> ModuleType | None:
    game(name)
    return import_module(f"engine.{name}.strong") if find_spec(f"engine.{name}.strong") else None
