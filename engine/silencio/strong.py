"""A strong player of Silencio, who tries what it may do in many worlds that could be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Protocol

from engine.bots import Question
from engine.deadline import Deadline
from engine.silencio.actions import Action, Say
from engine.silencio.belief import Belief
from engine.silencio.bot import worth
from engine.silencio.insight import Insight
from engine.silencio.policy import choice, play_out
from engine.silencio.race import Done, Race, done
from engine.silencio.reasons import reason
from engine.silencio.view import Event, View

KEPT = 0.6  # of the actions, each time the worst are given up
LAST = 3  # as many are tried to the end
PERFECT = 0.5  # no card left is better than one left, in cards, by one and this
FIRST_LOOK = 0.02  # cards, for what a beginner likes best: decides where games say little
ENOUGH = 20  # games that were played out, to speak of what will be left
VOTE = 0.1  # cards, for what the rules of thumb would do: all there is without time
MOST = 4000  # games, in all
SURE = 4.0  # deviations ahead of the next action that end the search early


class Worlds(Protocol):
    def world(self) -> Race: ...


@dataclass(slots=True)
class Trial:
    """An action and how the games went that began with it. left: cards in hands at the ends, of all games together."""

    action: Action
    done: Done
    liked: float
    games: int = 0
    left: int = 0
    perfect: int = 0
    votes: int = 0  # worlds in which the rules of thumb would do it

    @property
    def loss(self) -> float:
        """The cards it leaves, a little less for what one would do at first sight and for perfect games."""
        return (self.left - PERFECT * self.perfect - VOTE * self.votes) / max(self.games, 1) - self.liked


def strong(question: Question[View, Action, Event]) -> Action:
    return question.legal[0] if len(question.legal) == 1 else search(question)[0].action


def hint(question: Question[View, Action, Event]) -> tuple[Action, str]:
    """What to do, and one sentence why, for a person."""
    if len(question.legal) == 1:
        return question.legal[0], "There is nothing else that you can do."
    best = search(question)[0]
    insight = Insight.of(question.view, question.memory)
    left = f"; about {best.left / best.games:.1f} cards are then left at the end" if best.games >= ENOUGH else ""
    return best.action, f"{reason(insight, best.action)}{left}."


def search(
    question: Question[View, Action, Event], games: int | None = None, worlds: Worlds | None = None
) -> list[Trial]:
    """Every action worth a thought, best first. games: about how many to play out, whatever the clock says."""
    deadline = Deadline(question.seconds * 0.95)
    trials = _trials(question)
    if len(trials) == 1:
        return trials

    def spent(run: int) -> float:
        """The part of the time or the work that is used up."""
        if games is not None:
            return run / games
        if question.seconds <= 0:
            return 1.0
        return max(run / MOST, 1.0 - deadline.left() / question.seconds)

    _compare(trials, worlds or Belief(question.view, question.memory, question.rng), spent)
    return sorted(trials, key=lambda trial: (-trial.games, trial.loss))


def _trials(question: Question[View, Action, Event]) -> list[Trial]:
    """What may be done, first what a beginner would do."""
    insight = Insight.of(question.view, question.memory)
    worths = {action: worth(insight, action) for action in question.legal}
    best = max(worths.values())
    trials = [
        Trial(action, done(action), FIRST_LOOK * max(-4.0, worths[action] - best))
        for action in question.legal
        if not isinstance(action, Say) or worths[action] == best
    ]
    return sorted(trials, key=lambda trial: -trial.liked)


def _compare(trials: list[Trial], worlds: Worlds, spent: Callable[[int], float]) -> None:
    """All actions in the same worlds; in equal parts of the time the worst are given up."""
    alive = trials
    parts = _parts(len(trials))
    part = 1
    run = 0
    while True:
        world = worlds.world()
        thumb = choice(world)
        for trial in alive:
            trial.votes += trial.done == thumb
        if spent(run) >= 1.0:
            return
        for trial in alive:
            race = world.copy()
            race.do(trial.done)
            left = play_out(race)
            trial.games += 1
            trial.left += left
            trial.perfect += not left
            run += 1
            if spent(run) >= 1.0:
                return
        if spent(run) >= part / parts and len(alive) > LAST:
            part += 1
            alive = sorted(alive, key=lambda trial: trial.loss)[: max(LAST, ceil(len(alive) * KEPT))]
        elif alive[0].games % 64 == 0 and _is_clear(alive):
            return


def _parts(actions: int) -> int:
    """How often the worst are given up until the last few are left, and once more."""
    parts = 1
    while actions > LAST:
        actions = max(LAST, ceil(actions * KEPT))
        parts += 1
    return parts


def _is_clear(alive: Sequence[Trial]) -> bool:
    """Whether the best is so far ahead that more games would change nothing: a world tells to a card or so."""
    first, second = sorted(trial.loss for trial in alive)[:2]
    return second - first > SURE * sqrt(1.0 / alive[0].games)
