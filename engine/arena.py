"""Bots against bots, one game after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from engine import registry
from engine.bots import Bot, Question
from engine.game import AnyGame, Notice, Options, Outcome, Refused, Seat
from engine.match import Match
from engine.rng import Rng

LIMIT = 5_000  # plies; a game that is longer counts as unfinished
THINK = 0.05  # seconds a searching bot may take for a decision: there are many of them
SURE = 1.96  # deviations that 95 of 100 chances lie within


@dataclass(frozen=True, slots=True)
class Move:
    """One ply as a bot came to it: what it could choose from, what it chose and what that told."""

    seat: Seat
    legal: Sequence[Any]
    action: Any
    notices: tuple[Notice[Any], ...]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a bot took for its moves, in seconds. slowest: the longest of them."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def __add__(self, other: Pace) -> Pace:
        return Pace(self.moves + other.moves, self.seconds + other.seconds, max(self.slowest, other.slowest))

    @property
    def mean(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class Played:
    """One game. levels: who sat on each seat. outcome is None when the limit of plies was reached."""

    number: int
    levels: tuple[str, ...]
    outcome: Outcome | None
    plies: int
    seconds: float
    paces: Mapping[str, Pace] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mean:
    """An average, and how far the true one may be from it: a 95 % confidence interval is value ± margin."""

    value: float
    margin: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        count = len(values)
        if not count:
            return cls(0.0, 0.0)
        value = sum(values) / count
        spread = sum((each - value) ** 2 for each in values) / (count - 1) if count > 1 else 0.0
        return cls(value, SURE * sqrt(spread / count))


def interval(successes: int, trials: int) -> tuple[float, float]:
    """Between which parts of one the true chance is, 95 times of 100: the interval of Wilson, good near 0 and 1 too."""
    if not trials:
        return 0.0, 1.0
    part, weight = successes / trials, SURE**2 / trials
    middle = (part + weight / 2) / (1 + weight)
    margin = SURE / (1 + weight) * sqrt(part * (1 - part) / trials + weight / (4 * trials))
    return max(0.0, middle - margin), min(1.0, middle + margin)


@dataclass(frozen=True, slots=True)
class Tally:
    """What many games come to.

    wins: in how many games a seat of this bot won. mean_scores: by seat, of the games that ended. scores: by bot.
    shared_wins: games with several winners who play against each other.
    """

    games: int
    wins: Mapping[str, int]
    mean_scores: tuple[float, ...]
    scores: Mapping[str, Mean]
    shared_wins: int
    unfinished: int
    plies: int
    seconds: float
    paces: Mapping[str, Pace]

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


@dataclass(frozen=True, slots=True)
class Contest:
    """Which games are played, by whom, and with what luck. Any of them can be played at any time, in any process."""

    game: str
    seats: int
    levels: tuple[str, ...]
    seed: int
    options: Options
    limit: int = LIMIT
    think: float = THINK

    def play(self, number: int, clock: Callable[[], float]) -> Played:
        """Game `number`, the same each time unless a bot searches for as long as it may think."""
        begun = clock()
        sitting = seating(self.levels, self.seats, number)
        paces = dict.fromkeys(self.levels, Pace())

        def timed(level: str) -> Bot:
            bot = registry.bot(self.game, level)

            def answer(question: Question[Any, Any, Any]) -> Any:
                asked = clock()
                action = bot(question)
                seconds = clock() - asked
                paces[level] += Pace(1, seconds, seconds)
                return action

            return answer

        game = registry.game(self.game)
        match = Match(game, self.seats, Rng(self.seed, "game", number).seed(), self.options)
        for _ in moves(match, list(map(timed, sitting)), match.seed, self.limit, self.think):
            pass
        return Played(number, sitting, match.outcome(), match.serial, clock() - begun, paces)

    def warm(self) -> None:
        """Let every bot answer once, without time: what it has to load is no part of its pace."""
        match = Match(registry.game(self.game), self.seats, self.seed, self.options)
        seat = min(match.awaited())
        for level in self.levels:
            question: Question[Any, Any, Any] = Question(
                match.view(seat), match.legal(seat), (), Rng(self.seed, "warm"), 0.0
            )
            registry.bot(self.game, level)(question)


def contest(
    game: AnyGame,
    seats: int,
    levels: Sequence[str],
    seed: int,
    options: Mapping[str, object],
    limit: int = LIMIT,
    think: float = THINK,
) -> Contest:
    """What can be played, or Refused. limit: of plies. think: seconds that a bot may take for a decision."""
    game.check_seats(seats)
    settled = game.settled(options)
    if not 1 <= len(levels) <= seats:
        raise Refused(f"There are {len(levels)} bots for {seats} seats; give at least one, and no more than seats.")
    for level in levels:
        registry.bot(game.name, level)
    return Contest(game.name, seats, tuple(levels), seed, settled, limit, think)


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
    """So many games, or Refused at once. clock: seconds from anywhere, such as `time.perf_counter`."""
    what = contest(game, seats, levels, seed, options, limit, think)
    return (what.play(number, clock) for number in range(games))


def tally(
    game: AnyGame, seats: int, levels: Sequence[str], played: Iterable[Played], seconds: float | None = None
) -> Tally:
    """The games in any order. seconds: how long they took altogether, if several were played at once."""
    results = sorted(played, key=lambda result: result.number)
    outcomes = [(result.levels, result.outcome) for result in results if result.outcome]
    names = tuple(dict.fromkeys(levels))
    return Tally(
        games=len(results),
        wins={
            level: sum(level in {sitting[seat] for seat in outcome.winners} for sitting, outcome in outcomes)
            for level in names
        },
        mean_scores=tuple(
            sum(outcome.scores[seat] for _, outcome in outcomes) / max(len(outcomes), 1) for seat in range(seats)
        ),
        scores={level: Mean.of([_score(level, *ended) for ended in outcomes if level in ended[0]]) for level in names},
        shared_wins=sum(len(outcome.winners) > 1 and not game.co_operative for _, outcome in outcomes),
        unfinished=len(results) - len(outcomes),
        plies=sum(result.plies for result in results),
        seconds=sum(result.seconds for result in results) if seconds is None else seconds,
        paces={level: sum((result.paces.get(level, Pace()) for result in results), Pace()) for level in names},
    )


def _score(level: str, sitting: Sequence[str], outcome: Outcome) -> float:
    """The mean of this bot's seats: those of one game are not independent, so they count as one."""
    scores = [score for score, sits in zip(outcome.scores, sitting, strict=True) if sits == level]
    return sum(scores) / len(scores)
