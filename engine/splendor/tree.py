"""The search of a strong player of Splendor: a tree of moves, weighed by what each seat may hope for."""

from __future__ import annotations

from math import sqrt

from engine.splendor.evaluation import Network
from engine.splendor.policy import Policy
from engine.splendor.race import (
    OVER,
    ROWS,
    SEATS,
    TURN,
    UNSEEN,
    WIDTH,
    Luck,
    Move,
    Race,
    after,
    brings_chance,
    moves,
    shares,
)
from engine.splendor.sight import Sight

BOLDNESS = 0.4  # how much likely moves are preferred to proven ones
CAUTION = 0.05  # what an untried move is thought to be worse than the position
BREADTH = 14  # moves looked at below the root
SAMPLES = 0.45  # how many draws of a card are imagined: the power of the visits
ROOM = 2_000  # sights that are remembered: few enough to be forgotten in no time


class Node:
    """A position, the moves that were found there, and what came of each."""

    __slots__ = ("children", "hopes", "moves", "priors", "race", "totals", "visits")

    def __init__(self, race: Race, hopes: list[float]) -> None:
        self.race = race
        self.hopes = hopes  # what each seat may hope for, before any search
        self.moves: list[Move] = []  # empty until somebody looks further
        self.priors: list[float] = []
        self.visits: list[int] = []
        self.totals: list[float] = []  # of the hopes of the seat that moves
        self.children: dict[int, list[Node]] = {}  # by place of the move, several where a card comes by chance

    def open(self, moves: list[Move], priors: list[float]) -> None:
        self.moves, self.priors = moves, priors
        self.visits = [0] * len(moves)
        self.totals = [0.0] * len(moves)

    def follow(self, at: int, luck: Luck) -> Race:
        return after(self.race, self.moves[at], luck)

    def varies(self, at: int) -> bool:
        return brings_chance(self.moves[at])

    def chosen(self) -> int:
        """The move to look at next."""
        tried = sum(self.visits)
        explore = BOLDNESS * sqrt(tried + 1)
        untried = self.hopes[self.race[TURN]] - CAUTION
        best, at = -1e9, 0
        for place, (number, total, prior) in enumerate(zip(self.visits, self.totals, self.priors, strict=True)):
            score = (total / number if number else untried) + explore * prior / (1 + number)
            if score > best:
                best, at = score, place
        return at


class Tree:
    def __init__(self, network: Network, policy: Policy, luck: Luck) -> None:
        self.network, self.policy, self.luck = network, policy, luck

        self._seen: dict[tuple[int, ...], Sight] = {}

    def node(self, race: Race) -> Node:
        return Node(race, shares(race) if race[OVER] else self.network.chances(race, self.sights(race)))

    def sights(self, race: Race) -> list[Sight]:
        return [self.sight(race, mine) for mine in range(SEATS, len(race), WIDTH)]

    def sight(self, race: Race, mine: int) -> Sight:
        """Found again for a seat to which nothing has happened."""
        key = (*race[ROWS:UNSEEN], *race[mine : mine + WIDTH])
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) > ROOM:
                self._seen.clear()
            found = self._seen[key] = Sight(race, mine)
        return found

    def expand(self, node: Node, breadth: int = BREADTH) -> None:
        found = moves(node.race)
        priors = self.policy.chances(node.race, found, self.sights(node.race))
        if len(found) > breadth:
            ranked = sorted(zip(priors, found, strict=True), reverse=True)[:breadth]
            total = sum(prior for prior, _ in ranked)
            found = [move for _, move in ranked]
            priors = [prior / total for prior, _ in ranked]
        node.open(found, priors)

    def look(self, node: Node) -> list[float]:
        """One more line of play from here to something new, and what each seat may hope for there."""
        if node.race[OVER]:
            return node.hopes
        if not node.moves:
            self.expand(node)
        at = node.chosen()
        children = node.children.get(at)
        if children is None:
            child = self.node(node.follow(at, self.luck))
            node.children[at] = [child]
            hopes = child.hopes
        elif node.varies(at) and len(children) < (node.visits[at] + 1) ** SAMPLES:
            child = self.node(node.follow(at, self.luck))
            children.append(child)
            hopes = child.hopes
        else:
            child = children[0] if len(children) == 1 else children[self.luck.below(len(children))]
            hopes = self.look(child)
        node.visits[at] += 1
        node.totals[at] += hopes[node.race[TURN]]
        return hopes
