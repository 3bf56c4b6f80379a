"""How the weights of the strong player of Splendor were learned: `python -m engine.splendor.training > weights.txt`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from operator import mul

from engine.rng import Rng
from engine.splendor.evaluation import FEATURES, Network, features, shared
from engine.splendor.policy import FIRST_GUESS, Policy, in_full, kind
from engine.splendor.race import COUNT, OVER, TURN, Luck, Race, after, fresh, moves, shares
from engine.splendor.sight import sights
from engine.splendor.tree import Tree
from engine.splendor.weights import HIDDEN, written

SEED = 1
TABLES = [(2, True)] * 5 + [(2, False)] * 2 + [(3, True), (3, False), (4, True)]  # seats and gold, game by game
GLANCED = 1000  # games played at a glance, to know something before the first search
GENERATIONS = ((400, 60), (400, 80), (400, 100))  # games, and lines looked at for a move
KEPT_GENERATIONS = 3
TRUST = 0.35  # in how the game ended, against what the search hoped for
CURIOUS = 14  # plies in which moves are drawn by their visits
LONGEST = 400  # plies


@dataclass(frozen=True, slots=True)
class Lesson:
    """What came of a position: of each seat what it hoped for and got, and how often each move was looked at."""

    race: Race
    hopes: list[float]
    visits: dict[int, int]


def played(task: tuple[int, int, Network, Policy]) -> list[Lesson]:
    """One game. task: its number, the lines looked at for each move (0: none), and what is known so far."""
    number, lines, network, policy = task
    luck = Luck(Rng(SEED, "game", number, lines))
    seats, gold = TABLES[number % len(TABLES)]
    race = fresh(seats, gold, luck)
    lessons: list[Lesson] = []
    for ply in range(LONGEST):
        if race[OVER]:
            break
        found = moves(race)
        if lines and len(found) > 1:
            tree = Tree(network, policy, luck)
            root = tree.node(race)
            tree.expand(root, len(found))
            share = 0.25 / len(found)
            root.priors = [0.75 * prior + share for prior in root.priors]
            for _ in range(lines):
                tree.look(root)
            hope = sum(root.totals) / lines
            mine = race[TURN]
            rest = sum(root.hopes) - root.hopes[mine]
            hopes = [
                hope if seat == mine else (1 - hope) * each / max(rest, 1e-9) for seat, each in enumerate(root.hopes)
            ]
            lessons.append(Lesson(race, hopes, {m: v for m, v in zip(root.moves, root.visits, strict=True) if v}))
            weights = [float(v) for v in root.visits] if ply < CURIOUS else [float(v) ** 4 for v in root.visits]
            found = root.moves
        else:
            weights = policy.chances(race, found, sights(race))
            lessons.append(Lesson(race, [], {}))
        race = after(race, drawn(found, weights, luck), luck)
    if not race[OVER]:
        return []
    result = shares(race)
    return [
        Lesson(
            lesson.race,
            [TRUST * got + (1 - TRUST) * hope for got, hope in zip(result, lesson.hopes, strict=True)]
            if lesson.hopes
            else result,
            lesson.visits,
        )
        for lesson in lessons
    ]


def drawn(found: Sequence[int], weights: Sequence[float], luck: Luck) -> int:
    ticket = luck.random() * sum(weights)
    for move, weight in zip(found, weights, strict=True):
        ticket -= weight
        if ticket < 0:
            return move
    return found[-1]


def teach_network(network: Network, lesson: Lesson, rate: float) -> float:
    """One step down the slope of the cross-entropy, and how far off it was."""
    rows = features(lesson.race, sights(lesson.race))
    units = [[sum(map(mul, weights, row)) for weights in network.inner] for row in rows]
    strengths = [
        sum(map(mul, network.straight, row))
        + sum(out * unit for out, unit in zip(network.outer, units[seat], strict=True) if unit > 0)
        for seat, row in enumerate(rows)
    ]
    chances = shared(strengths)
    for seat, row in enumerate(rows):
        step = rate * (chances[seat] - lesson.hopes[seat])
        network.straight[:] = [weight - step * x for weight, x in zip(network.straight, row, strict=True)]
        for at, unit in enumerate(units[seat]):
            if unit > 0:
                out = network.outer[at]
                network.outer[at] = out - step * unit
                push = step * out
                network.inner[at] = [weight - push * x for weight, x in zip(network.inner[at], row, strict=True)]
    return sum((chance - hope) ** 2 for chance, hope in zip(chances, lesson.hopes, strict=True))


def teach_policy(policy: Policy, lesson: Lesson, rate: float) -> None:
    found = moves(lesson.race)
    if not lesson.visits or len(found) < 2:
        return
    total = sum(lesson.visits.values())
    seen = sights(lesson.race)
    rows = in_full(lesson.race, found, seen)
    for move, row, chance in zip(found, rows, policy.chances(lesson.race, found, seen), strict=True):
        step = rate * (chance - lesson.visits.get(move, 0) / total)
        weights = policy.weights[kind(move)]
        weights[:] = [weight - step * x for weight, x in zip(weights, row, strict=True)]


def teach(network: Network, policy: Policy, lessons: Sequence[Lesson], rng: Rng, rounds: int, rate: float) -> None:
    """Several rounds through all lessons, with ever smaller steps."""
    total, number = rounds * len(lessons), 0
    for _ in range(rounds):
        off = 0.0
        for lesson in rng.shuffled(lessons):
            pace = rate * (1 - number / total) + 0.0005
            off += teach_network(network, lesson, pace)
            teach_policy(policy, lesson, pace)
            number += 1
        sys.stderr.write(f"  {len(lessons)} lessons, squared error {off / len(lessons):.4f}\n")


def blank(rng: Rng) -> Network:
    def small() -> float:
        return (rng.random() - 0.5) * 0.5

    inner = [[small() for _ in range(FEATURES)] for _ in range(HIDDEN)]
    return Network(inner, [small() for _ in range(HIDDEN)], [0.0] * FEATURES)


def learned(workers: ProcessPoolExecutor) -> Iterator[tuple[Network, Policy]]:
    """What is known after each generation."""
    rng = Rng(SEED, "training")
    network, policy = blank(rng), Policy([list(weights) for weights in FIRST_GUESS])
    glanced = games(workers, 0, GLANCED, 0, network, policy)
    teach(network, policy, glanced, rng, 2, 0.02)
    yield network, policy
    kept: list[list[Lesson]] = []
    begin = 0
    for number, lines in GENERATIONS:
        kept = [*kept, games(workers, begin, number, lines, network, policy)][-KEPT_GENERATIONS:]
        begin += number
        teach(network, policy, [lesson for lessons in kept for lesson in lessons], rng, 2, 0.025)
        yield network, policy


def games(
    workers: ProcessPoolExecutor, begin: int, number: int, lines: int, network: Network, policy: Policy
) -> list[Lesson]:
    network = Network(network.inner, network.outer, network.straight)
    tasks = [(game, lines, network, policy) for game in range(begin, begin + number)]
    results = list(workers.map(played, tasks, chunksize=5))
    lessons = [lesson for result in results for lesson in result]
    turns = sum(len(result) / result[0].race[COUNT] for result in results if result) / number
    sys.stderr.write(f"{number} games of {lines} lines: {turns:.1f} turns a seat\n")
    return lessons


def main() -> None:
    with ProcessPoolExecutor(2) as workers:
        for network, policy in learned(workers):
            text = written(network, policy)
            sys.stderr.write(text if "-v" in sys.argv else "a generation is done\n")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
