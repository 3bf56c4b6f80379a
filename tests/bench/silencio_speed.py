"""How many random plies of Silencio a core plays in a second of its time: `python -m tests.bench.silencio_speed`."""

from __future__ import annotations

from statistics import median
from time import thread_time

from engine.bots import Question
from engine.match import Match
from engine.registry import game
from engine.rng import Rng
from engine.silencio.bot import greedy

GAMES, ROUNDS = 60, 5


def random_plies(seats: int, seed: int) -> int:
    match, rng = Match(game("silencio"), seats, seed, {"tavern": "on"}), Rng(seed, "choices")
    while match.outcome() is None:
        seat = rng.choice(sorted(match.to_act()))
        match.play_checked(seat, rng.choice(match.legal(seat)))
    return match.serial


def greedy_seconds(seats: int, seed: int) -> list[float]:
    """CPU time of each answer of the bot, in a game among bots."""
    match, rng, spent = Match(game("silencio"), seats, seed, {"tavern": "on"}), Rng(seed, "choices"), []
    memory: list[list[object]] = [[] for _ in range(seats)]
    while match.outcome() is None:
        seat = min(match.to_act())
        question = Question(match.view(seat), match.legal(seat), memory[seat], rng)
        began = thread_time()
        action = greedy(question)  # type: ignore[arg-type] # memory holds Silencio's events
        spent.append(thread_time() - began)
        for notice in match.play_checked(seat, action):
            for other in range(seats) if notice.to is None else notice.to:
                memory[other].append(notice.event)
    return spent


def main() -> None:
    for seats in (2, 3, 4):
        rates = []
        for number in range(ROUNDS):
            began = thread_time()
            plies = sum(random_plies(seats, number * GAMES + seed) for seed in range(GAMES))
            rates.append(plies / (thread_time() - began))
        answers = sorted(time for seed in range(10) for time in greedy_seconds(seats, seed))
        print(
            f"{seats} seats: {median(rates):.0f} random plies/s; greedy answers in {median(answers) * 1e3:.2f} ms, "
            f"99 of 100 within {answers[len(answers) * 99 // 100] * 1e3:.2f} ms"
        )


if __name__ == "__main__":
    main()
