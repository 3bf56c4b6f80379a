"""Bots against bots, one game after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import registry
from engine.bots import Bot, Question
from engine.game import AnyGame, Notice, Outcome, Refused, Seat
from engine.match import Match
from engine.rng import Rng

LIMIT = 5_000  # plies; a game that is longer counts as unfinished
THINK = 0.05  # seconds a searching bot may take for a decision: there are many of them


@dataclass(frozen=True, slots=True)
class Move:
    """One ply as a bot came to it: what it could choose from, what it chose and what that told."""

    seat: Seat
    legal: Sequence[Any]
    action: Any
    notices: tuple[Notice[Any], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One game. levels: who sat on each seat. outcome is None when the limit of plies was reached."""

    levels: tuple[str, ...]
    outcome: Outcome | None
    plies: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Tally:
    """What many games come to.

    wins: in how many games a seat of this bot won. mean_scores: by seat, of the games that ended.
    shared_wins: games with several winners who play against each other.
    """

    games: int
    wins: Mapping[str, int]
    mean_scores: tuple[float, ...]
    shared_wins: int
    unfinished: int
    plies: int
    seconds: float

    @property
    def mean_plies(self) -> float:
        return self.plies / self.games if self.games else 0.0

    @property
    def plies_per_second(self) -> float:
        return self.plies / self.seconds if self.seconds else 0.0


def told(notices: Iterable[Notice[Any]], seat: Seat | None) -> Iterator[Any]:
    """The events that a seat is shown, or a spectator."""
    return (notice.event for notice in notices if notice.to is None or seat in notice.to)


def moves(match: Match, bots: Sequence[Bot], seed: int, limit: int = LIMIT, think: float = THINK) -> Iterator[Move]:
    """The match played on by one bot a seat, each with its own luck and its own memory, to its end or the limit."""
    luck = [Rng(seed, "bot", seat) for seat in range(match.seats)]
    memories: list[list[Any]] = [[] for _ in bots]
    while (waited := match.awaited()) and match.serial < limit:
        seat = min(waited)
        view = match.view(seat)
        legal = match.game.legal_actions(view)
        action = bots[seat](Question(view, legal, memories[seat], luck[seat], think))
        assert action in legal, f"a bot answered {action}"
        notices = match.play_checked(seat, action)
        for other, memory in enumerate(memories):
            memory.extend(told(notices, other))
        yield Move(seat, legal, action, notices)


def seating(levels: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Who sits where in game `number`: fewer levels than seats repeat, and all move on by one seat each game."""
    return tuple(levels[(seat + number) % seats % len(levels)] for seat in range(seats))


def play(
    game: AnyGame,
    seats: int,
    levels: Sequence[str],
    games: int,
    seed: int,
    options: Mapping[str, object],
    clock: Callable[[], float],
    limit: int = LIMIT,
    think: float = THINK,
) -> Iterator[Played]:
    """So many games, or Refused at once. clock: seconds from anywhere, such as `time.perf_counter`.

    The same seed gives the same games, unless a bot searches for as long as it may think.
    """
    game.check_seats(seats)
    settled = game.settled(options)
    if not 1 <= len(levels) <= seats:
        raise Refused(f"There are {len(levels)} bots for {seats} seats; give at least one, and no more than seats.")
    known = {level: registry.bot(game.name, level) for level in levels}

    def one(number: int) -> Played:
        begun = clock()
        sitting = seating(levels, seats, number)
        match = Match(game, seats, Rng(seed, "game", number).seed(), settled)
        for _ in moves(match, [known[level] for level in sitting], match.seed, limit, think):
            pass
        return Played(sitting, match.outcome(), match.serial, clock() - begun)

    return map(one, range(games))


def tally(game: AnyGame, seats: int, levels: Sequence[str], played: Iterable[Played]) -> Tally:
    results = list(played)
    outcomes = [(result.levels, result.outcome) for result in results if result.outcome]
    return Tally(
        games=len(results),
        wins={
            level: sum(level in {sitting[seat] for seat in outcome.winners} for sitting, outcome in outcomes)
            for level in dict.fromkeys(levels)
        },
        mean_scores=tuple(
            sum(outcome.scores[seat] for _, outcome in outcomes) / max(len(outcomes), 1) for seat in range(seats)
        ),
        shared_wins=sum(len(outcome.winners) > 1 and not game.co_operative for _, outcome in outcomes),
        unfinished=len(results) - len(outcomes),
        plies=sum(result.plies for result in results),
        seconds=sum(result.seconds for result in results),
    )
