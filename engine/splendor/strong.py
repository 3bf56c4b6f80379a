"""A strong player of Splendor."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from engine.bots import Question
from engine.deadline import Deadline
from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import CARDS, Card
from engine.splendor.race import (
    BUY,
    GUESTS,
    PASS,
    PLACE,
    RESERVE,
    SEATS,
    TAKES,
    TOP,
    TURN,
    WIDTH,
    Luck,
    Move,
    Race,
    after,
    dealt,
    done,
    give_back,
    has_hidden,
    passed_on,
    race_of,
    welcome,
)
from engine.splendor.tree import Node, Tree
from engine.splendor.view import Event, View
from engine.splendor.weights import known

MOST = 20_000  # lines of play: what they need is kept in memory
PAUSE = 16  # lines between two looks at whether another move can still come first
TIMELY = 0.97  # of the time is for thinking, the rest for clearing the table


def strong(question: Question[View, Action, Event]) -> Action:
    """The action that was looked at most in a search of the time given."""
    if len(question.legal) == 1:
        return question.legal[0]
    return searched(question).best


class Root(Node):
    """The question put to the bot. Its moves are the places of the actions that are looked at."""

    __slots__ = ("actions", "hides")

    def __init__(self, race: Race, hopes: list[float], actions: Sequence[Action], priors: list[float]) -> None:
        super().__init__(race, hopes)
        self.actions = actions
        self.hides = has_hidden(race)
        self.open(list(range(len(actions))), priors)

    def follow(self, at: int, luck: Luck) -> Race:
        return carried_out(dealt(self.race, luck) if self.hides else self.race, self.actions[at], luck)

    def varies(self, at: int) -> bool:
        return self.hides or isinstance(self.actions[at], Buy | Reserve | ReserveTop)

    @property
    def lead(self) -> int:
        """How many more lines the first move was looked at than the second."""
        first, second = sorted(self.visits, reverse=True)[:2]
        return first - second

    @property
    def at(self) -> int:
        return max(range(len(self.actions)), key=lambda at: (self.visits[at], self.totals[at], self.priors[at]))

    @property
    def best(self) -> Action:
        return self.actions[self.at]


def searched(question: Question[View, Action, Event], lines: int | None = None) -> Root:
    """What a search finds in the time, or in so many lines of play whatever the time."""
    seconds = question.seconds * TIMELY
    deadline = Deadline(seconds)
    luck = Luck(question.rng)
    tree = Tree(*known(), luck)
    race = race_of(question.view)
    world = dealt(race, luck)
    actions = [action for action in question.legal if not (isinstance(action, Buy) and action.gold)]
    root = Root(race, tree.network.chances(world, tree.sights(world)), actions, priors(tree, world, actions))
    most = MOST if lines is None else lines
    with uncollected():
        for done in range(most if len(actions) > 1 else 0):
            if lines is None and deadline.passed():
                break
            if done % PAUSE == 0 and done:
                left = deadline.left()
                coming = done * left / (seconds - left) if lines is None else most
                if root.lead > min(coming, most - done):
                    break
            tree.look(root)
    return root


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector, which takes its time in a big tree and finds nothing: a tree has no cycles."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def priors(tree: Tree, race: Race, actions: Sequence[Action]) -> list[float]:
    if isinstance(actions[0], Return | Welcome):
        return [1 / len(actions)] * len(actions)
    return tree.policy.chances(race, list(map(move_of, actions)), tree.sights(race))


def move_of(action: Action) -> Move:
    match action:
        case Take(gems):
            return TAKES.index(tuple(map(int, gems)))
        case Reserve(card):
            return RESERVE + PLACE[card]
        case ReserveTop(level):
            return TOP + level - 1
        case Buy(card):
            return BUY + PLACE[card]
        case Pass():
            return PASS
        case Return() | Welcome():
            raise AssertionError(f"{action} is no turn")


def carried_out(race: Race, action: Action, luck: Luck) -> Race:
    mine = SEATS + WIDTH * race[TURN]
    match action:
        case Return(tokens):
            race = race[:]
            for token in tokens:
                give_back(race, mine, token)
            return done(race)
        case Welcome(noble):
            race = race[:]
            welcome(race, mine, race.index(noble.number - 1, GUESTS))
            return passed_on(race)
        case _:
            return after(race, move_of(action), luck)


def hint(question: Question[View, Action, Event]) -> tuple[Action, str]:
    """What the strong player would do, and one sentence why."""
    from engine.splendor.reasons import reason

    if len(question.legal) == 1:
        return question.legal[0], "There is nothing else that you can do."
    root = searched(question)
    hope = root.totals[root.at] / max(root.visits[root.at], 1)
    why = reason(question.view, root.best, aims(root))
    return root.best, f"{why}; your chance to win is then about {round(100 * hope)} %."


def aims(root: Root) -> list[Card]:
    """What the root's seat would buy in the line of play that was looked at most, its first action aside."""
    found, node = [], next(iter(root.children.get(root.at, ())), None)
    seat = root.race[TURN]
    while node and any(node.visits):
        at = max(range(len(node.visits)), key=node.visits.__getitem__)
        if node.race[TURN] == seat and node.moves[at] >= BUY and node.moves[at] != PASS:
            found.append(CARDS[node.moves[at] - BUY])
        node = max(node.children[at], key=lambda child: sum(child.visits))
    return found
