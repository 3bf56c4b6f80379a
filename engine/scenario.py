"""Position files: puzzles, lessons and rule cases, read and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from engine import registry
from engine.game import AnyGame, Notice, Options, Refused, Seat
from engine.match import Match

ORDERED = {"rows", "piles", "stock", "deck1", "deck2", "deck3"}  # lists of cards that are compared in order
KEYS = (
    ("title", str, False),
    ("game", str, True),
    ("seats", int, True),
    ("options", dict, False),
    ("position", dict, False),
    ("seed", int, False),
    ("step", list, False),
)
SEEDS_TRIED = 5_000  # for `draws`: a hand has at most a few dozen cards, so this finds any that can come
LONGEST = 200_000  # characters of a position file that are looked at; a real one has some thousands
LONGEST_LINE = 1_000  # characters: the reader of TOML takes the square of a long key’s time
STEP_KEYS = {"seat", "do", "refused", "legal", "legal_has", "legal_lacks", "draws", "sees", "then"}
STEP_KINDS: Mapping[str, type] = {"do": str, "refused": bool, "draws": str, "sees": dict, "then": dict}


@dataclass(frozen=True, slots=True)
class Scenario:
    title: str
    game: AnyGame
    seats: int
    options: Options
    position: Mapping[str, Any] | None
    seed: int
    steps: tuple[Mapping[str, Any], ...]

    def match(self) -> Match:
        """A match that stands where the scenario begins, or Refused."""
        state = None
        if self.position is not None:
            try:
                state = self.game.from_position(dict(self.position), self.seats, self.options)
            except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
                raise Refused(f"a value of the position has the wrong form ({error}).") from error
        return Match(self.game, self.seats, self.seed, self.options, state)


def read(text: str) -> tuple[Scenario, ...]:
    """All scenarios of a position file, or Refused."""
    if len(text) > LONGEST:
        raise Refused("This file is too long for a position file.")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise Refused(f"Line {number} of this file is too long for a position file.")
    try:
        file = tomllib.loads(text)
        _check_texts(file)
    except ValueError as error:  # what tomllib says, and what Python says of a number with too many digits
        raise Refused("This is no position file: " + "".join(filter(str.isprintable, f"{error}."))) from error
    except RecursionError as error:
        raise Refused("This is no position file: it is nested too deeply.") from error
    tables = file.get("scenario", [file])
    if not isinstance(tables, list) or not tables:
        raise Refused("A position file holds one scenario, or several under [[scenario]].")
    return tuple(map(from_table, tables))


def _check_texts(value: object) -> None:
    """What a file says is shown to people, so nothing in it may steer their terminal."""
    match value:
        case str():
            if not value.isprintable():
                raise Refused("This is no position file: a text in it holds control characters.")
        case dict():
            for pair in value.items():
                _check_texts(pair)
        case list() | tuple():
            for part in value:
                _check_texts(part)


def from_table(table: object) -> Scenario:
    """The scenario that a table of a position file describes, or Refused."""
    if not isinstance(table, dict):
        raise Refused("A scenario is a table of keys.")
    known = [key for key, _, _ in KEYS]
    if unknown := set(table) - set(known):
        raise Refused(f"A scenario has no key “{min(unknown)}”; it has {', '.join(known)}.")
    for key, kind, needed in KEYS:
        if needed and key not in table:
            raise Refused(f"A scenario needs the key “{key}”.")
        if key in table and (not isinstance(table[key], kind) or isinstance(table[key], bool)):
            raise Refused(f"The value of “{key}” in a scenario has the wrong form.")
    game = registry.game(table["game"])
    game.check_seats(table["seats"])
    return Scenario(
        title=table.get("title", "untitled"),
        game=game,
        seats=table["seats"],
        options=game.settled(_options(table.get("options", {}))),
        position=table.get("position"),
        seed=table.get("seed", 0),
        steps=tuple(_step(step, number, table["seats"]) for number, step in enumerate(table.get("step", ()), 1)),
    )


def _step(step: object, number: int, seats: int) -> Mapping[str, Any]:
    """The step, if its keys are known and of the right kind: a key misspelt would check nothing."""
    if not isinstance(step, dict) or (unknown := set(step) - STEP_KEYS):
        what = f"has no key “{min(unknown)}”" if isinstance(step, dict) else "is a table"
        raise Refused(f"Step {number}: a step {what}; its keys are {', '.join(sorted(STEP_KEYS))}.")
    for key, kind in STEP_KINDS.items():
        if key in step and not isinstance(step[key], kind):
            raise Refused(f"Step {number}: the key “{key}” is of the wrong kind.")
    sees = step.get("sees", {})
    if unknown := set(sees) - {"seat", "has", "lacks"}:
        raise Refused(f"Step {number}: “sees” has no key “{min(unknown)}”.")
    for holder, key in ((step, "legal"), (step, "legal_has"), (step, "legal_lacks"), (sees, "has"), (sees, "lacks")):
        texts = holder.get(key, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise Refused(f"Step {number}: “{key}” is a list of texts.")
    if step.get("seat") not in range(1, seats + 1):
        raise Refused(f"Step {number}: a step needs a seat from 1 to {seats}.")
    if "sees" in step and sees.get("seat") not in range(seats + 1):
        raise Refused(f"Step {number}: “sees” needs a seat from 1 to {seats}, or 0 for a spectator.")
    return step


def _options(given: Mapping[str, object]) -> dict[str, object]:
    return {name: " ".join(map(str, value)) if isinstance(value, list) else value for name, value in given.items()}


def check(scenario: Scenario) -> str | None:
    """Run the steps. None if all holds, else one sentence on the first thing that does not."""
    try:
        match = scenario.match()
    except Refused as refused:
        return f"the position is refused: {refused}"
    for number, step in enumerate(scenario.steps, 1):
        try:
            wrong = _check_step(match, step)
        except Refused as refused:  # a text among the legal ones that is no action
            wrong = str(refused)
        if wrong:
            done = f" ({step['do']})" if "do" in step else ""
            return f"step {number}{done}: {wrong}"
    return None


def _check_step(match: Match, step: Mapping[str, Any]) -> str | None:
    seat: Seat = step["seat"] - 1
    if wrong := _check_legal(match, seat, step):
        return wrong
    notices: tuple[Notice[Any], ...] = ()
    if "do" in step:
        before = match.state
        try:
            notices = _play(match, seat, step)
        except Refused as refused:
            if match.state != before:
                return "a refused action changed something"
            if not step.get("refused"):
                return f"refused: {refused}"
        else:
            if step.get("refused"):
                return "it should be refused, but it was done"
    if "sees" in step and (wrong := _check_sees(match, notices, step["sees"])):
        return wrong
    return _check_then(match, step.get("then", {}))


def _play(match: Match, seat: Seat, step: Mapping[str, Any]) -> tuple[Notice[Any], ...]:
    game = match.game
    action = match.checked(seat, game.parse(step["do"]))
    if "draws" not in step:
        return match.play_checked(seat, action)
    for luck in range(SEEDS_TRIED):
        state = game.reseeded(match.state, luck)
        if any(game.drawn(notice.event) == step["draws"] for notice in game.apply(state, seat, action).notices):
            match.reseed(luck)
            return match.play_checked(seat, action)
    raise Refused(f"no draw gives {step['draws']}")


def _check_legal(match: Match, seat: Seat, step: Mapping[str, Any]) -> str | None:
    if not {"legal", "legal_has", "legal_lacks"} & set(step):
        return None
    game, view = match.game, match.view(seat)
    legal = {str(action) for action in match.legal(seat)}

    def listed(key: str) -> set[str]:
        return {str(game.canonical(view, game.parse(text))) for text in step.get(key, ())}

    if "legal" in step and legal != listed("legal"):
        return _difference("legal", sorted(listed("legal")), sorted(legal))
    if missing := listed("legal_has") - legal:
        return f"not legal: {', '.join(sorted(missing))}"
    if surplus := {_spelled(game, text) for text in step.get("legal_lacks", ())} & legal:
        return f"legal, but should not be: {', '.join(sorted(surplus))}"
    return None


def _spelled(game: AnyGame, text: str) -> str:
    """As written, its order aside: another spelling of a listed action, or no action at all, is not in the list."""
    try:
        return str(game.parse(text))
    except Refused:
        return ""


def _check_sees(match: Match, notices: Sequence[Notice[Any]], sees: Mapping[str, Any]) -> str | None:
    seat = sees["seat"] - 1
    who = f"seat {seat + 1}" if seat >= 0 else "a spectator"
    told = [notice.event for notice in notices if notice.to is None or seat in notice.to]
    found = set(cards_in([match.view(None if seat < 0 else seat), *told], match.game.card_types))
    if missing := set(sees.get("has", ())) - found:
        return f"{who} does not see {', '.join(sorted(missing))}"
    if surplus := set(sees.get("lacks", ())) & found:
        return f"{who} sees {', '.join(sorted(surplus))}"
    return None


def cards_in(value: object, card_types: tuple[type, ...]) -> Iterator[str]:
    """The names of all cards anywhere in a view, an event or a list of them."""
    if isinstance(value, card_types):
        yield str(value)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name), card_types)
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from cards_in(pair, card_types)
    elif isinstance(value, (tuple, list, set, frozenset)) and not isinstance(value, Enum):
        for part in value:
            yield from cards_in(part, card_types)


def _check_then(match: Match, then: Mapping[str, Any]) -> str | None:
    outcome = match.outcome()
    facts = match.game.to_position(match.state) | {
        "to_act": [seat + 1 for seat in sorted(match.to_act())],
        "over": outcome is not None,
        "winners": [seat + 1 for seat in outcome.winners] if outcome else None,
        "scores": list(outcome.scores) if outcome else None,
        "result": outcome.result if outcome else None,
    }
    for key, wanted in then.items():
        if key not in facts:
            return f"{match.game.title} positions have no “{key}”"
        if not _same(wanted, facts[key], ordered=key in ORDERED):
            return _difference(key, wanted, facts[key])
    return None


def _same(wanted: Any, found: Any, ordered: bool) -> bool:
    """Only the keys that are wanted; texts of cards with or without regard to order."""
    match wanted, found:
        case dict(), Mapping():
            return all(key in found and _same(value, found[key], ordered) for key, value in wanted.items())
        case list(), list() | tuple():
            return len(wanted) == len(found) and all(_same(w, f, ordered) for w, f in zip(wanted, found, strict=True))
        case str(), str():
            return _same_cards(wanted, found, ordered)
        case _:
            return bool(wanted == found)


def _same_cards(wanted: str, found: str, ordered: bool) -> bool:
    """Parts are set apart by commas (`12 a2, 40 c4`) or else by spaces."""
    comma = "," if "," in wanted + found else None
    parts = [[part.strip() for part in text.split(comma)] for text in (wanted, found)]
    return parts[0] == parts[1] if ordered else sorted(parts[0]) == sorted(parts[1])


def _difference(key: str, wanted: object, found: object) -> str:
    return f"{key} should be {wanted!r} and is {found!r}"
