"""The strong player of Silencio: honest, legal, in time, and never at odds with the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeAlias

import pytest

import engine.silencio
from engine import arena
from engine.bots import Question
from engine.match import Match
from engine.rng import Rng
from engine.silencio import GAME
from engine.silencio.actions import Action, Play
from engine.silencio.belief import Belief, History
from engine.silencio.bot import BOTS
from engine.silencio.cards import Card, deck
from engine.silencio.decisions import Ask
from engine.silencio.policy import choice, play_out
from engine.silencio.race import Move, Race, bits, done, number
from engine.silencio.strong import hint, search
from engine.silencio.view import Drew, Event, Fate, Handed, Passed, Played, View
from tests.silencio_table import at

Asked: TypeAlias = Question[View, Action, Event]

SLACK = 0.05  # seconds that an answer may come late
WAYS: Sequence[dict[str, object]] = ({}, {"shared": "must"}, {"tavern": "on", "extinguished": "great b"})
NAMES = ("strong", "belief", "policy", "race", "reasons")

each_number = pytest.mark.parametrize("seats", GAME.seats)


def opened(seats: int, seed: int, options: dict[str, object] | None = None) -> Match:
    return Match(GAME, seats, seed, GAME.settled({"start": "random", **(options or {})}))


def asked_in_a_game(
    seats: int, seed: int, level: str = "greedy", options: dict[str, object] | None = None
) -> Iterator[tuple[Match, Asked]]:
    """Every question of a game among bots, with all that the seat asked was shown."""
    match = opened(seats, seed, options)
    memories: list[list[Any]] = [[] for _ in range(seats)]
    rng = Rng(seed, "test")
    while waited := match.awaited():
        seat = min(waited)
        question: Asked = Question(match.view(seat), match.legal(seat), tuple(memories[seat]), rng, 0.0)
        yield match, question
        notices = match.play_checked(seat, BOTS[level](question))
        for other, memory in enumerate(memories):
            memory.extend(arena.told(notices, other))


def fresh(question: Asked, seconds: float = 0.0, view: View | None = None) -> Asked:
    """The same question with luck of its own."""
    return Question(view or question.view, question.legal, question.memory, Rng(1, "fresh"), seconds)


def contents(race: Race) -> dict[str, Any]:
    return {name: getattr(race, name) for name in Race.__slots__ if name != "luck"}


# --- the game in its head


def mirrored(race: Race, match: Match, seat: int, action: Action) -> None:
    """The action at the table and in the head, with what the table then does unasked because there is only one way."""
    notices = match.play_checked(seat, action)
    drawn = [notice.event.card for notice in notices if isinstance(notice.event, Drew)]
    race.do((Move.DRAW, number(drawn[0]), 0) if drawn else done(action))
    table = Race.of_state(match.state)
    while not race.over and (race.base, race.turn, race.pending) != (table.base, table.turn, table.pending):
        race.do(choice(race))


@each_number
@pytest.mark.parametrize("options", WAYS)
def test_after_every_action_the_game_in_the_head_is_where_the_table_is(seats: int, options: dict[str, object]) -> None:
    for seed in range(6):
        match, rng = opened(seats, seed, options), Rng(seed, "any")
        race = Race.of_state(match.state)
        while waited := match.awaited():
            seat = min(waited)
            mirrored(race, match, seat, rng.choice(match.legal(seat)))
            table = contents(Race.of_state(match.state))
            names = ("hands", "open") if race.over else contents(race)
            assert {name: contents(race)[name] for name in names} == {name: table[name] for name in names}
        assert race.over
        assert race.left == match.state.left


@each_number
@pytest.mark.parametrize("options", WAYS)
def test_whatever_a_seat_does_in_the_head_is_legal_at_the_table(seats: int, options: dict[str, object]) -> None:
    for seed in range(8):
        match, rng = opened(seats, seed, options), Rng(seed, "any")
        while waited := match.awaited():
            seat = min(waited)
            legal = match.legal(seat)
            chosen = choice(Race.of_state(match.state))
            named = [action for action in legal if done(action) == chosen]
            assert len(named) == 1, (chosen, legal)
            # sometimes anything, to come to positions that sense would not lead to
            match.play_checked(seat, rng.choice(legal) if rng.below(3) == 0 else named[0])


def test_a_copy_of_a_game_is_played_on_without_changing_the_first() -> None:
    race = Race.of_state(opened(3, 1).state)
    before = contents(race.copy())
    play_out(race.copy())
    assert contents(race) == before


# --- what it believes


@each_number
def test_every_world_is_one_that_the_seat_could_be_in(seats: int) -> None:
    for number_, (_, question) in enumerate(asked_in_a_game(seats, 3)):
        view = question.view
        if number_ % 4 or is_claim(view):
            continue
        belief = Belief(view, question.memory, Rng(number_))
        for _ in range(3):
            race = belief.world()
            assert view.seat is not None
            assert race.hands[view.seat] == bits(view.hand)
            assert tuple(map(int.bit_count, race.hands)) == view.counts
            assert len(race.stock) == view.stock
            places = [*race.hands, *race.open, sum(1 << card for card in (*race.stock, *race.oracle)), race.faced]
            assert sum(map(int.bit_count, places)) == len(deck(seats))
            assert sum(places) == bits(deck(seats))


def is_claim(view: View) -> bool:
    return view.asked is None or view.asked.ask is Ask.CLAIM


def test_a_card_given_away_is_believed_where_it_went() -> None:
    """The last to give is sure of it: its neighbour has given already."""
    for _, question in asked_in_a_game(3, 2):
        view = question.view
        gone = [event.card for event in question.memory if isinstance(event, Handed) and event.seat == view.seat]
        if gone and view.seat is not None and (view.seat + 1) % 3 == view.starter:
            race = Belief(view, question.memory, Rng(1)).world()
            assert (race.hands[view.starter] | race.faced) >> number(gone[0]) & 1
            return
    raise AssertionError("nobody gave")


def test_who_plays_a_far_card_is_believed_not_to_hold_a_nearer_one() -> None:
    likely = [[1.0] * 64 for _ in range(3)]
    history = History(2)
    history.weigh(Played(1, Card.parse("r5"), None, False, Fate.ACTS), likely)
    r3, b2, b7 = (likely[1][number(Card.parse(name))] for name in ("r3", "b2", "b7"))
    assert r3 < b2 < b7 == 1.0
    history.weigh(Passed(0), likely)
    assert likely[0][number(Card.parse("r6"))] < 1e-3
    assert likely[0][number(Card.parse("r4"))] == 1.0


# --- what it does


@each_number
@pytest.mark.parametrize("options", WAYS)
def test_every_answer_is_legal(seats: int, options: dict[str, object]) -> None:
    for place, (_, question) in enumerate(asked_in_a_game(seats, 11, options=options)):
        if place % 3 == 0 and len(question.legal) > 1:
            assert search(question, games=12)[0].action in question.legal


@each_number
@pytest.mark.parametrize("seconds", [0.0, 0.03])
def test_it_answers_in_time(seats: int, seconds: float) -> None:
    for place, (_, question) in enumerate(asked_in_a_game(seats, 2)):
        if place % 5 == 0:
            waits = []
            for _ in range(3):  # of the core's time, the best of three: what else runs is not the bot's fault
                began = process_time()
                BOTS["strong"](fresh(question, seconds))
                waits.append(process_time() - began)
            assert min(waits) < seconds + SLACK


def test_a_single_legal_action_needs_no_thought() -> None:
    match = at(["r2", "y8"], rows={"r": "r5"}, stones="", oracle="g4", turn=1)
    question: Asked = Question(match.view(0), match.legal(0), (), Rng(1), 60.0)
    assert BOTS["strong"](question) == question.legal[0]
    assert hint(question) == (question.legal[0], "There is nothing else that you can do.")


@each_number
def test_what_lies_hidden_makes_no_difference(seats: int) -> None:
    """Everything that the seat does not see is dealt anew; the same luck leads to the same choice."""
    differ = 0
    for place, (match, question) in enumerate(asked_in_a_game(seats, 5)):
        view = question.view
        if place % 5 or len(question.legal) == 1:
            continue
        swapped = GAME.redealt(view, Rng(place, "swap"))
        again = GAME.view(swapped, view.seat)
        differ += swapped.hands != match.state.hands
        first, second = (search(fresh(question, view=seen), games=24) for seen in (view, again))
        assert [(one.action, one.left) for one in first] == [(one.action, one.left) for one in second]
    assert differ


def test_it_never_looks_where_a_bot_must_not() -> None:
    folder = Path(engine.silencio.__file__).parent
    for name in NAMES:
        tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not {module for module in modules if module and module.split(".")[0] in ("net", "tui")}
        assert "engine.match" not in modules


# --- what it knows about the game


def chosen(match: Match, games: int = 150) -> Action:
    question: Asked = Question(match.view(0), match.legal(0), (), Rng(1), 1.0)
    return search(question, games=games)[0].action


def test_it_does_not_demand_green_when_no_green_can_follow() -> None:
    match = at(
        ["g5 r6 r8", "b8 y7"], rows={"g": "g2* g4", "r": "r5", "b": "b7", "y": "y6"}, stones="", box="g6 g7 g8", turn=1
    )
    action = chosen(match)
    assert isinstance(action, Play)
    assert action.card != Card.parse("g5")


def test_it_plays_the_nearest_card_of_a_row() -> None:
    match = at(["r3 r4 r8", "b8 y7"], rows={"b": "b7", "y": "y6"}, stones="", turn=1)
    action = chosen(match)
    assert action == Play(Card.parse("r3"))


@each_number
def test_a_hint_is_one_sentence_for_a_legal_action(seats: int) -> None:
    for place, (_, question) in enumerate(asked_in_a_game(seats, 8)):
        action, why = hint(fresh(question, 0.02 if place % 10 == 0 else 0.0))
        assert action in question.legal
        assert not why[0].islower()
        assert why.endswith(".")
        assert "\n" not in why
        assert ". " not in why


def test_teams_of_strong_players_leave_fewer_cards_than_teams_of_beginners() -> None:
    """Without any time, so that it does not depend on how busy the machine is."""

    def left(level: str) -> float:
        played = arena.play(GAME, 3, [level], 40, 1, {}, perf_counter, think=0.0)
        return arena.tally(GAME, 3, [level], played).mean_scores[0]

    assert left("strong") < left("greedy")
