"""What really lay on a table, rebuilt from the house's disk, and what each seat could know of it after each ply."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

from engine import registry, replay
from engine.game import AnyGame, Seat
from engine.match import Match
from engine.scenario import cards_in

Viewer = Seat | None  # None: a spectator


@dataclass(frozen=True)
class Truth:
    """states: one a ply, the first before any. told: by viewer, the events after each ply, all from the first on."""

    table: str
    game: AnyGame
    seats: int
    seed: int
    states: tuple[Any, ...]
    told: dict[Viewer, tuple[tuple[Any, ...], ...]]
    known: dict[Viewer, tuple[frozenset[str], ...]]
    everything: frozenset[str]
    is_over: bool

    @property
    def commitment(self) -> str:
        return replay.commitment(self.seed)

    def secrets(self, viewer: Viewer, ply: int) -> frozenset[str]:
        """The cards that this viewer must not know yet."""
        return self.everything - self.known[viewer][min(ply, len(self.states) - 1)]


def truth(books: sqlite3.Connection, table: str) -> Truth:
    key, name, options, seed, plan = books.execute(
        "SELECT key, game, options, seed, plan FROM tables WHERE word = ? ORDER BY key DESC", (table,)
    ).fetchone()
    plies = books.execute("SELECT seat, action FROM plies WHERE table_key = ? ORDER BY number", (key,)).fetchall()
    game = registry.game(name)
    match = Match(game, len(json.loads(plan)), int(seed), json.loads(options))
    viewers: tuple[Viewer, ...] = (None, *range(match.seats))
    states = [match.state]
    told: dict[Viewer, list[tuple[Any, ...]]] = {viewer: [()] for viewer in viewers}
    known = {viewer: [frozenset(cards_in(match.view(viewer), game.card_types))] for viewer in viewers}
    for seat, action in plies:
        notices = match.play(seat, game.parse(action))
        states.append(match.state)
        for viewer in viewers:
            events = tuple(notice.event for notice in notices if notice.to is None or viewer in notice.to)
            told[viewer].append((*told[viewer][-1], *events))
            learned = cards_in([match.view(viewer), *events], game.card_types)
            known[viewer].append(known[viewer][-1].union(learned))
    return Truth(
        table=table,
        game=game,
        seats=match.seats,
        seed=match.seed,
        states=tuple(states),
        told={viewer: tuple(events) for viewer, events in told.items()},
        known={viewer: tuple(cards) for viewer, cards in known.items()},
        everything=frozenset(cards_in(states, game.card_types)),
        is_over=match.outcome() is not None,
    )
