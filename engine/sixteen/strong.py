"""A strong player of Sixteen, who tries what it may do in many worlds that could be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from engine.bots import Question
from engine.deadline import Deadline
from engine.game import Seat
from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.belief import Belief
from engine.sixteen.playout import Manner, play_out, worth
from engine.sixteen.race import Race, bases, bit, suits
from engine.sixteen.reasons import reason
from engine.sixteen.view import Event, View

KEPT = 2 / 3  # of the actions, each time the worst are given up
LAST = 3  # as many are tried to the end
POINT = 0.004  # a point ahead, in games won: what makes close counts better than lost ones
FAR = 50  # points; further ahead is no better
SURE = 4.0  # deviations ahead of the next action that end the search early
GLANCES = 8  # races that the first glance at an action weighs as much as
GLANCE = 0.006  # what a step of `at_a_glance` is worth, in games won


@dataclass(slots=True)
class Trial:
    """An action and how the races went that began with it. worth: of all races together, in games won."""

    action: Action
    glance: float
    races: int = 0
    won: float = 0.0
    worth: float = 0.0

    @property
    def mean(self) -> float:
        return (self.worth + GLANCES * GLANCE * self.glance) / (self.races + GLANCES)

    @property
    def chance(self) -> float:
        """The part of the races that was won."""
        return self.won / max(self.races, 1)


def strong(question: Question[View, Action, Event]) -> Action:
    return search(question)[0].action


def hint(question: Question[View, Action, Event]) -> tuple[Action, str]:
    """What to do, and one sentence why, for a person."""
    best, *others = search(question)
    return best.action, reason(question.view, [(trial.action, trial.chance) for trial in (best, *others[:1])])


def search(question: Question[View, Action, Event], races: int | None = None) -> list[Trial]:
    """Every legal action, best first. races: how many to run at most, whatever the clock says."""
    deadline = Deadline(question.seconds)
    trials = [Trial(action, at_a_glance(question.view, action)) for action in question.legal]
    if len(trials) == 1:
        return trials

    def spent(run: int) -> float:
        """The part of the time or the work that is used up."""
        if races is not None:
            return run / races
        return 1.0 - deadline.left() / question.seconds if question.seconds > 0 else 1.0

    return _compared(sorted(trials, key=lambda trial: -trial.glance), question, spent)


def at_a_glance(view: View, action: Action) -> float:
    """What the action looks worth before anything is tried: a good order to begin with when time is short."""
    match action:
        case Place(colour=colour, tiles=tiles):
            height = (bases(view.rows[colour]) or [0])[-1]
            return worth(suits(view.hand)[colour], height, [bit(tile) for tile in tiles], Manner.SEASONED)
        case Stop():
            return -5.0
        case Cut() | Empty():
            return -12.0
        case Pass():
            return -15.0


def _compared(
    trials: list[Trial], question: Question[View, Action, Event], spent: Callable[[int], float]
) -> list[Trial]:
    """All actions in the same worlds; in equal parts of the time the worst are given up. Best first."""
    view, rng = question.view, question.rng
    assert view.seat is not None
    belief = Belief(view, question.memory)
    alive, dropped = trials, list[Trial]()
    parts = _parts(len(trials))
    part = 1
    run = 0
    clear = False
    while spent(run) < 1.0 and not clear:
        world = belief.dealt(rng)
        manners = [Manner(rng.below(2)) for _ in view.counts]
        manners[view.seat] = Manner.SEASONED
        for trial in alive:
            _race(trial, world.copy(), manners, view.seat)
            run += 1
            if spent(run) >= 1.0:
                break
        else:
            if spent(run) >= part / parts and len(alive) > LAST:
                part += 1
                alive.sort(key=_downwards)
                kept = _kept(len(alive))
                alive, dropped = alive[:kept], alive[kept:] + dropped
            clear = alive[0].races % 64 == 0 and _is_clear(alive)
    return sorted(alive, key=_downwards) + dropped


def _downwards(trial: Trial) -> float:
    return -trial.mean


def _kept(actions: int) -> int:
    return max(LAST, ceil(actions * KEPT))


def _parts(actions: int) -> int:
    """How often the worst are given up until the last few are left, and once more."""
    parts = 1
    while actions > LAST:
        actions = _kept(actions)
        parts += 1
    return parts


def _race(trial: Trial, race: Race, manners: Sequence[int], me: Seat) -> None:
    race.play(trial.action)
    play_out(race, manners)
    won = race.share(me)
    trial.races += 1
    trial.won += won
    trial.worth += won + POINT * max(-FAR, min(FAR, race.lead(me)))


def _is_clear(alive: Sequence[Trial]) -> bool:
    """Whether the best is so far ahead that more races would change nothing. A race deviates by a half at most."""
    first, second = sorted((trial.mean for trial in alive), reverse=True)[:2]
    return first - second > SURE * sqrt(0.5 / alive[0].races)
