"""Random games, whole and remembered, of every game there is: what the conformance tests look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from engine import arena, bots, registry
from engine.game import AnyGame, Notice, Outcome, Seat
from engine.match import Match
from engine.rng import Rng
from engine.scenario import cards_in

NAMES = ("[red]Ada[/]", "Bo", "Cleo", "Dan", "Eva")  # text from people: it may look like markup and must pass as it is
SEEDS = (1, 2, 3)
THEN_ONLY = ("counts", "points")  # what a position says besides what it is read from


@dataclass(frozen=True)
class Moment:
    """A position of a random game, what was done in it and what that led to."""

    state: Any
    seat: Seat
    legal: tuple[Any, ...]
    action: Any
    notices: tuple[Notice[Any], ...]
    after: Any


@dataclass(frozen=True)
class Course:
    """A whole random game."""

    game: AnyGame
    seats: int
    options: dict[str, str]
    moments: tuple[Moment, ...]
    end: Any
    outcome: Outcome | None

    def viewers(self) -> tuple[Seat | None, ...]:
        return (None, *range(self.seats))

    def every(self, stride: int) -> tuple[Moment, ...]:
        return self.moments[::stride]


def some_options(game: AnyGame, seed: int) -> dict[str, str]:
    """The defaults at seed 1, any choices at another."""
    if seed == 1:
        return dict(game.settled({}))
    rng = Rng(seed, "options")
    return dict(
        game.settled(
            {
                option.name: " ".join(choice for choice in option.choices if rng.below(2))
                if option.many
                else rng.choice(option.choices)
                for option in game.options
            }
        )
    )


@cache
def course(name: str, seats: int, seed: int) -> Course:
    game = registry.game(name)
    options = some_options(game, seed)
    match = Match(game, seats, seed, options)
    moments: list[Moment] = []
    before = match.state
    for move in arena.moves(match, [bots.random] * seats, seed):
        moments.append(Moment(before, move.seat, tuple(move.legal), move.action, move.notices, match.state))
        before = match.state
    return Course(game, seats, options, tuple(moments), match.state, match.outcome())


def _numbers_of_seats(name: str) -> tuple[int, ...]:
    try:
        return tuple(registry.game(name).seats)
    except Exception:  # a game that cannot be imported fails its own tests, not the collection of all
        return (0,)


TABLES = [(name, seats) for name in registry.names() for seats in _numbers_of_seats(name)]
every_game = pytest.mark.parametrize("name", registry.names())
every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])


def courses(name: str, seats: int) -> Iterator[Course]:
    return (course(name, seats, seed) for seed in SEEDS)


def is_sentence(text: str) -> bool:
    """One line for a person: no control characters, nothing left of the program that made it."""
    odd = ("None", "object at", "<", "dataclass", "\ufe0f", "frozenset", "()")
    return bool(text.strip()) and text.isprintable() and not any(word in text for word in odd) and text[-1] in ".!?”:"


def census(game: AnyGame, state: Any) -> Counter[str]:
    """How often each card is in the position, wherever."""
    cards = set(cards_in(state, game.card_types))
    position = {key: value for key, value in game.to_position(state).items() if key not in (*THEN_ONLY, "owes")}
    return Counter(word for word in _words(position) if word in cards)


def _words(position: Any) -> Iterator[str]:
    match position:
        case str():
            yield from position.replace(",", " ").replace("*", " ").split()
        case dict():
            yield from _words(list(position.values()))
        case list() | tuple():
            for part in position:
                yield from _words(part)
