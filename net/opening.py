"""What a new table is made of: its plan, its chairs, and the match it begins with."""

from __future__ import annotations

from collections.abc import Sequence

from engine import registry, scenario
from engine.game import AnyGame, Refused
from engine.match import Match
from net.client import HERE, OPEN, Person
from net.records import Chair, Record
from net.table import bot_chair, free_name
from net.words import clean_name


def match_of(record: Record) -> Match:
    """Where the table begins, or Refused."""
    game = registry.game(record.game)
    if record.rules_version != game.rules_version:
        raise Refused(f"it was begun under version {record.rules_version} of the rules")
    state = None
    if record.position is not None:
        state = scenario.read(record.position)[0].match().state
    return Match(game, len(record.plan), record.seed, record.options, state)


def checked_plan(game: AnyGame, plan: Sequence[str]) -> tuple[str, ...]:
    """The plan of a new table, one clean word a seat, or Refused."""
    game.check_seats(len(plan))
    levels = registry.bots(game.name)
    checked: list[str] = []
    for word in plan:
        kind, _, name = word.partition(" ")
        if kind == HERE:
            checked.append(f"{HERE} {clean_name(name)}".strip())
        elif word == OPEN or word in levels:
            checked.append(word)
        else:
            raise Refused(f"“{word}” is no way to fill a seat; there are open, here, {', '.join(levels)}.")
    return tuple(checked)


def nameless(plan: Sequence[str]) -> tuple[str, ...]:
    """The plan without names for people: who comes from elsewhere has only their own, on every seat they take."""
    return tuple(HERE if word.split()[:1] == [HERE] else word for word in plan)


def chairs_of(plan: Sequence[str], person: str, name: str) -> tuple[Chair | None, ...]:
    """Who sits there at first: the person who opens it, and bots."""
    chairs: list[Chair | None] = []
    for word in plan:
        kind, _, given = word.partition(" ")
        if word == OPEN:
            chairs.append(None)
        elif kind == HERE:
            chairs.append(Chair(person, free_name(given or name, chairs)))
        else:
            chairs.append(bot_chair(kind, chairs))
    return tuple(chairs)


def chairs_again(chairs: Sequence[Chair | None], people: Sequence[Person | None]) -> tuple[Chair | None, ...]:
    """Who plays again: bots and who is here; the seats of people who have left are free."""
    return tuple(
        None if chair is None or person is None or person.away else chair
        for chair, person in zip(chairs, people, strict=True)
    )
