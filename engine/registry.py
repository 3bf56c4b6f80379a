"""The games there are, found by the names of their folders."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import engine
from engine import bots as common
from engine.bots import Bot
from engine.game import AnyGame, Refused


def names() -> tuple[str, ...]:
    """Every game, in alphabetical order, none of them imported."""
    return tuple(sorted(module.name for module in iter_modules(engine.__path__) if module.ispkg))


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
