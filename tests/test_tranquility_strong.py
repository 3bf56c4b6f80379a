"""The strong player of Tranquility: honest, legal, in time, and never at odds with the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

import pytest

import engine.tranquility
from engine import arena
from engine.bots import Question
from engine.match import Match
from engine.rng import Rng
from engine.tranquility import GAME, training
from engine.tranquility.actions import Action, Discard, Finish, Pay, Play
from engine.tranquility.bot import BOTS
from engine.tranquility.cards import FINISH
from engine.tranquility.evaluation import Evaluation, Idea, chances
from engine.tranquility.race import Race
from engine.tranquility.sight import sight
from engine.tranquility.strong import LAST_CELLS, hint, searched, strong
from engine.tranquility.view import Event, Numbers, Price, View
from engine.tranquility.weights import known, parsed
from tests.tranquility_tables import opened, position

Asked: TypeAlias = Question[View, Action, Event]

SLACK = 0.05  # seconds that an answer may come late
TABLES = [
    (seats, solo_start) for seats in GAME.seats for solo_start in (("twice", "once") if seats == 1 else ("twice",))
]
NAMES = ("strong", "evaluation", "race", "sight", "weights", "reasons", "training")

each_number = pytest.mark.parametrize("seats", GAME.seats)


def asked(match: Match, seat: int, seconds: float = 0.0) -> Asked:
    view = match.view(seat)
    return Question(view, match.legal(seat), (), Rng(match.serial, "test"), seconds)


def at_a_glance(question: Asked) -> Action:
    """What looks best, without playing anything out."""
    return BOTS["strong"](Question(question.view, question.legal, (), question.rng, 0.0))


def asked_in_a_game(seats: int, seed: int, seconds: float = 0.0, **options: str) -> Iterator[tuple[Match, Asked]]:
    """Every question of a game in which all answer at a glance, and pay as they meant to when they laid an island."""
    match = opened(seats, seed, **options)
    meant: Action | None = None
    while waited := match.awaited():
        seat = min(waited)
        question = asked(match, seat, seconds)
        yield match, question
        action = meant if isinstance(question.view.decision, Price) and meant else at_a_glance(question)
        if isinstance(action, Play):
            idea = best_idea(question)
            meant = Pay(tuple(card for at, card in enumerate(question.view.hand) if idea.gone >> at & 1))
        match.play_checked(seat, action)


def best_idea(question: Asked) -> Idea:
    evaluation = Evaluation(sight(question.view), known()[question.view.seats])
    return max(evaluation.ideas(), key=lambda idea: idea.worth)


def contents(race: Race) -> dict[str, Any]:
    return {name: getattr(race, name) for name in Race.__slots__}


# --- the game in its head


@pytest.mark.parametrize(("seats", "solo_start"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_games_in_the_head_end_card_for_card_as_at_the_table(seats: int, solo_start: str, seed: int) -> None:
    match = opened(seats, seed, solo_start=solo_start)
    starts = [Race.of(match.state)]
    for each, _ in asked_in_a_game(seats, seed, solo_start=solo_start):
        match = each
        if match.state.decision is None:
            starts.append(Race.of(match.state))
    end = contents(Race.of(match.state))
    outcome = match.outcome()
    for race in (starts[0], starts[len(starts) // 2], starts[-1]):
        assert race.play_out(known()[seats]) == bool(outcome and outcome.winners)
        mine = contents(race)
        for name in ("line", "empty", "unknown", "lost", "over", "won", "start_played"):
            assert mine[name] == end[name], name
        if not race.won:  # the table takes the Finish out of the hand
            assert [mine["hands"], mine["piles"]] == [end["hands"], end["piles"]]


@each_number
def test_after_every_turn_the_game_in_the_head_is_where_the_table_is(seats: int) -> None:
    race: Race | None = None
    for match, question in asked_in_a_game(seats, 7):
        if match.state.decision is not None:
            continue
        if race is not None:
            assert contents(race) == contents(Race.of(match.state))
        race = Race.of(match.state)
        if len(question.legal) == 1 or (FINISH in question.view.hand and question.view.full):
            race = None
        else:
            race.carry_out(best_idea(question))


def test_a_copy_of_a_game_is_played_on_without_changing_the_first() -> None:
    race = Race.of(opened(3, 1).state)
    before = contents(race.copy())
    race.copy().play_out(known()[3])
    assert contents(race) == before


@each_number
def test_a_seat_sees_the_same_in_its_head_as_at_the_table(seats: int) -> None:
    for match, question in asked_in_a_game(seats, 3):
        assert question.view.seat is not None
        if match.state.decision is None:
            mine, real = Race.of(match.state).sight(question.view.seat), sight(question.view)
            for name in real.__slots__:
                assert list(always_listed(getattr(mine, name))) == list(always_listed(getattr(real, name))), name


def always_listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


# --- what it does


@each_number
def test_every_answer_is_legal_at_a_glance_and_with_a_search(seats: int) -> None:
    for number, (_, question) in enumerate(asked_in_a_game(seats, 11)):
        assert strong(question) in question.legal
        if number % 5 == 0 and not isinstance(question.view.decision, Numbers) and len(question.legal) > 1:
            assert searched(question, worlds=2).action in question.legal


@each_number
@pytest.mark.parametrize("seconds", [0.0, 0.03])
def test_it_answers_in_time(seats: int, seconds: float) -> None:
    waits = []
    for number, (_, question) in enumerate(asked_in_a_game(seats, 2, seconds)):
        if number % 6 == 0:
            began = perf_counter()
            strong(question)
            waits.append(perf_counter() - began)
    late = [wait for wait in waits if wait > seconds + SLACK]
    assert len(late) <= len(waits) // 8, late  # the machine may have been busy now and then


def test_a_single_legal_action_needs_no_thought() -> None:
    match = position(2, hands=["start 5", "7 8"], turn=1)
    question = asked(match, 0, seconds=60.0)
    assert strong(question) == question.legal[0]
    assert hint(question) == (question.legal[0], "There is nothing else that you can do.")


@each_number
def test_what_lies_hidden_makes_no_difference(seats: int) -> None:
    """Everything that the seat does not see is dealt anew; the same luck leads to the same choice."""
    differ = 0
    for number, (match, question) in enumerate(asked_in_a_game(seats, 5)):
        view = question.view
        if number % 7 or len(question.legal) == 1 or isinstance(view.decision, Numbers):
            continue
        swapped = GAME.redealt(view, Rng(number, "swap"))
        assert view.seat is not None
        again = GAME.view(swapped, view.seat)
        differ += swapped != match.state
        answers = [
            searched(Question(seen, GAME.legal_actions(seen), (), Rng(1), 0.0), worlds=3) for seen in (view, again)
        ]
        assert [(answer.action, answer.won) for answer in answers[:1]] == [(answers[1].action, answers[1].won)]
    assert differ


def test_it_looks_at_the_end_of_the_game_by_playing_it_out() -> None:
    late = [
        searched(question, worlds=2).games
        for _, question in asked_in_a_game(3, 4)
        if question.view.decision is None and question.view.sea.count(None) <= LAST_CELLS and len(question.legal) > 1
    ]
    assert set(late) == {0, 2} or set(late) == {2}


def test_it_never_looks_where_a_bot_must_not() -> None:
    folder = Path(engine.tranquility.__file__).parent
    for name in NAMES:
        tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not {module for module in modules if module and module.split(".")[0] in ("net", "tui")}
        assert "engine.match" not in modules


# --- what it knows about the game


def test_it_plays_the_finish_that_wins() -> None:
    full = ", ".join(f"{2 * cell + 2} {column}{row}" for row in range(1, 7) for cell, column in cells(row))
    match = position(2, sea=full, hands=["finish 79", "1 3"], start_played=True, turn=1)
    assert strong(asked(match, 0)) == Finish()


def cells(row: int) -> list[tuple[int, str]]:
    return [((row - 1) * 6 + at, column) for at, column in enumerate("abcdef")]


def test_it_lays_an_island_with_neither_gap_starved() -> None:
    match = position(2, hands=["40 41 42 43 44", "1 2 3 4 5"], turn=1)
    action = strong(asked(match, 0))
    assert isinstance(action, Play)
    assert 16 <= action.cell <= 21


def test_it_pays_with_what_fits_nowhere_and_keeps_the_only_finish() -> None:
    full = {2 * cell + 2: f"{column}{row}" for row in range(1, 7) for cell, column in cells(row)}
    sea = ", ".join(f"{card} {cell}" for card, cell in full.items() if card != 30)
    match = position(1, sea=sea, hands=["29 1 3 finish"], start_played=True, discards=["finish finish finish finish"])
    first = strong(asked(match, 0))
    assert isinstance(first, Play)
    assert first.card == 29
    match.play_checked(0, first)
    second = strong(asked(match, 0))
    assert isinstance(second, Pay)
    assert FINISH not in second.cards


def test_it_does_not_discard_the_only_card_that_fills_the_last_gap() -> None:
    full = {2 * cell + 2: f"{column}{row}" for row in range(1, 7) for cell, column in cells(row)}
    sea = ", ".join(f"{card} {cell}" for card, cell in full.items() if card not in (30, 60))
    gone = " ".join(map(str, (*range(1, 29, 2), 29, 30, 59, 61)))
    match = position(1, sea=sea, hands=["31 60 finish 63 65"], start_played=True, discards=[gone])
    action = strong(asked(match, 0))
    match action:
        case Discard(cards) | Pay(cards):
            assert not {31, 60, FINISH} & set(cards)
        case _:
            assert isinstance(action, Play)


def test_the_chance_that_enough_numbers_come_is_the_binomial_one() -> None:
    table = chances(50)
    assert table[3][0] == 0.0
    assert 2.718281828 ** table[3][2] == pytest.approx(0.5)
    assert 2.718281828 ** table[2][2] == pytest.approx(0.25)
    assert table[1][2] == -9.0


# --- weights, hints, training


def test_the_weights_are_read_by_number_of_seats() -> None:
    names = list(known()[1].__slots__)
    rows = parsed("# seats 1 2 3 4 5\n" + "\n".join(f"{name} 1 2 3 4 {at}" for at, name in enumerate(names)))
    assert rows[2].comes == 2.0
    assert rows[5].ready == len(names) - 1


@each_number
def test_a_hint_is_one_sentence_for_a_legal_action(seats: int) -> None:
    for number, (_, question) in enumerate(asked_in_a_game(seats, 8)):
        if number % 3 == 0:
            action, why = hint(question)
            assert action in question.legal
            assert not why[0].islower()
            assert why.endswith(".")
            assert "\n" not in why
            assert ". " not in why


def test_training_writes_the_same_file_for_the_same_seed_and_a_column_for_each_number_of_seats() -> None:
    first, second = (training.written(training.learned(generations=1, drawn=6, games=4, judged=1)) for _ in range(2))
    assert first == second
    assert list(parsed(first)) == list(GAME.seats)
    assert set(parsed(first).values()) != {training.FIRST_GUESS}


def test_the_weights_are_as_training_writes_them() -> None:
    file = Path(training.__file__).with_name("weights.txt")
    assert training.written(known()) == file.read_text(encoding="utf-8")


def test_teams_of_strong_players_beat_teams_of_beginners() -> None:
    def wins(level: str) -> int:
        played = arena.play(GAME, 3, [level], 40, 1, {}, perf_counter, think=0.0)
        return arena.tally(GAME, 3, [level], played).wins[level]

    assert wins("strong") > wins("greedy")
