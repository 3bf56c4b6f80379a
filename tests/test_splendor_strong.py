"""The strong player of Splendor: honest, legal, in time, and never at odds with the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

import pytest

import engine.splendor
from engine import arena, registry
from engine.bots import Question
from engine.match import Match
from engine.rng import Rng
from engine.splendor import race as races
from engine.splendor.actions import Action, Buy, Return, Welcome
from engine.splendor.bot import BOTS
from engine.splendor.cards import NOBLES, Card, Noble, Token
from engine.splendor.holding import Holding
from engine.splendor.race import GUESTS, HIDDEN, KEPT, SEATS, TURN, UNSEEN, WIDTH, Luck, Race
from engine.splendor.state import State
from engine.splendor.strong import carried_out, hint, move_of, searched
from engine.splendor.view import Asks, Event, View
from engine.splendor.weights import known, parsed, written

Asked: TypeAlias = Question[View, Action, Event]

GAME = registry.game("splendor")
TABLES = [(2, "source"), (2, "published"), (3, "source"), (3, "published"), (4, "published")]

each_table = pytest.mark.parametrize(("seats", "gold"), TABLES)


def plain(view: View) -> list[Action]:
    """What is legal, without payments in more gold than must be."""
    return [action for action in GAME.legal_actions(view) if not (isinstance(action, Buy) and action.gold)]


class Foretold(Luck):
    """Draws what the decks of a real state hold."""

    def __init__(self, state: State) -> None:
        super().__init__(Rng(0))
        self.decks = [list(deck) for deck in state.decks]

    def drawn(self, cards: int) -> int:
        for deck, all_ in zip(self.decks, races.DECK, strict=True):
            if cards & all_:
                return races.PLACE[deck.pop(0)] if deck else races.NONE
        return races.NONE


def open_race(state: State) -> Race:
    """The race in which nothing is hidden."""
    race = races.race_of(GAME.view(state, state.turn))
    for seat, cards in enumerate(state.hidden):
        at = SEATS + WIDTH * seat + KEPT
        for card in cards:
            if seat != state.turn:
                race[race.index(HIDDEN - (card.level - 1), at)] = races.PLACE[card]
                race[UNSEEN] &= ~(1 << races.PLACE[card])
    return normal(race)


def normal(race: Race) -> Race:
    """Where an empty place is among the nobles or the reserved cards does not matter."""
    race = race[:]
    race[GUESTS:UNSEEN] = sorted(race[GUESTS:UNSEEN])
    for at in range(SEATS + KEPT, len(race), WIDTH):
        race[at : at + 3] = sorted(race[at : at + 3])
    return race


@each_table
@pytest.mark.parametrize("seed", range(12))
def test_the_quick_rules_and_the_real_ones_agree_ply_for_ply(seats: int, gold: str, seed: int) -> None:
    rng = Rng(seed, "lockstep")
    match = Match(GAME, seats, seed, {"gold": gold})
    while (outcome := match.outcome()) is None:
        state: State = match.state
        view = match.view(state.turn)
        race = open_race(state)
        assert sorted(map(move_of, plain(view))) == sorted(races.moves(race))
        buys = [action for action in plain(view) if isinstance(action, Buy)]
        action = rng.choice(buys if buys and rng.below(9) else plain(view))
        ahead = carried_out(race, action, Foretold(state))
        match.play_checked(state.turn, action)
        follow_clean_up(match, race, ahead)
        assert normal(ahead) == open_race(match.state)
    winners = outcome.winners
    assert races.shares(ahead) == [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def follow_clean_up(match: Match, before: Race, ahead: Race) -> None:
    """Return and choose in the match what the quick rules returned and chose by themselves."""
    seat = before[TURN]
    mine = SEATS + WIDTH * seat
    state: State = match.state
    if state.asks is Asks.RETURN:
        tokens = [token for token in Token for _ in range(state.holdings[seat].tokens[token] - ahead[mine + token])]
        match.play(seat, Return(tuple(tokens)))
        state = match.state
    if state.asks is Asks.NOBLE:
        (gone,) = {noble for noble in before[GUESTS:UNSEEN] if noble >= 0} - set(ahead[GUESTS:UNSEEN])
        match.play(seat, Welcome(NOBLES[gone]))


def test_eight_cards_are_enough_for_a_noble() -> None:
    """Rare in any other test: four and four of the two colours that a noble asks for."""
    state: State = GAME.setup(2, 1, GAME.settled({}))
    seat = state.turn
    names = ["1-01", "1-02", "1-03", "1-04", "1-09", "1-10", "1-11"]
    holding = Holding(tokens=(2, 2, 2, 2, 2, 0))
    for name in names:
        holding = holding.with_card(Card.parse(name))
    card = Card.parse("1-12")
    state = replace(
        state,
        rows=((card, None, None, None), *state.rows[1:]),
        decks=((), *state.decks[1:]),
        nobles=(Noble.parse("n01"),),
        holdings=tuple(holding if other == seat else Holding() for other in range(2)),
    )
    race = races.race_of(GAME.view(state, seat))
    race[UNSEEN] &= ~races.DECK[0]  # what is neither shown nor owned does not exist here
    ahead = carried_out(race, Buy(card), Luck(Rng(1)))
    expected = GAME.apply(state, seat, Buy(card)).state
    assert expected.holdings[seat].nobles
    mine = SEATS + WIDTH * seat
    assert ahead[mine + races.POINTS] == expected.holdings[seat].points
    assert ahead[mine : mine + 6] == list(expected.holdings[seat].tokens)


def questions(seats: int, gold: str, seed: int, lead: int = 1) -> Iterator[tuple[State, Asked]]:
    """Every `lead`th decision of a game between beginners, with more than one thing to choose from."""
    match = Match(GAME, seats, seed, {"gold": gold})
    rng = Rng(seed, "beginners")
    number = 0
    while match.outcome() is None:
        (seat,) = match.awaited()
        legal = match.legal(seat)
        # Now and then somebody reserves unseen, so that there is something to hide.
        tops = [action for action in legal if str(action).startswith("reserve top")]
        if len(legal) > 1 and number % lead == 0:
            yield match.state, Question(match.view(seat), legal, (), Rng(seed, "question", number), 0.05)
        ask: Asked = Question(match.view(seat), legal, (), rng)
        match.play(seat, rng.choice(tops) if tops and rng.below(6) == 0 else BOTS["greedy"](ask))
        number += 1


@each_table
def test_what_it_cannot_see_does_not_change_its_choice(seats: int, gold: str) -> None:
    others = 0
    for state, question in questions(seats, gold, 3, lead=9):
        view = question.view
        other = GAME.redealt(view, Rng(99, "swap"))
        others += other != state
        again: Asked = Question(
            GAME.view(other, view.seat), GAME.legal_actions(GAME.view(other, view.seat)), (), Rng(7), question.seconds
        )
        first = searched(Question(view, question.legal, (), Rng(7), question.seconds), lines=120)
        second = searched(again, lines=120)
        assert (first.best, first.visits) == (second.best, second.visits)
    assert others


@each_table
def test_it_answers_with_something_legal_and_in_time(seats: int, gold: str) -> None:
    waits = []
    asked = set()
    for _, question in questions(seats, gold, 5, lead=4):
        began = perf_counter()
        assert BOTS["strong"](question) in question.legal
        waits.append(perf_counter() - began - question.seconds)
        asked.add(question.view.asks)
    assert asked >= {Asks.ACTION}
    assert sorted(waits)[len(waits) // 2] < 0.05  # the one in the middle: the machine may be busy


def test_it_also_returns_tokens_and_chooses_nobles() -> None:
    found: set[Asks] = set()
    for seed in range(40):
        for _, question in questions(2, "published", seed):
            if question.view.asks is not Asks.ACTION:
                found.add(question.view.asks)
                assert searched(question, lines=30).best in question.legal
    assert Asks.RETURN in found


def test_a_single_action_is_answered_at_once() -> None:
    view = GAME.view(GAME.setup(2, 1, GAME.settled({})), 0)
    one: Asked = Question(
        view, GAME.legal_actions(GAME.view(GAME.setup(2, 1, GAME.settled({})), view.turn))[:1], (), Rng(1), 60
    )
    began = perf_counter()
    assert BOTS["strong"](one) == one.legal[0]
    assert hint(one)[0] == one.legal[0]
    assert perf_counter() - began < 1


def test_it_buys_the_card_that_wins_and_says_so() -> None:
    seen = 0
    for seed in range(60):
        for _, question in questions(2, "published", seed):
            view = question.view
            if view.last_round and view.seat != view.first:
                need = max(h.points for h in view.holdings) + 1 - view.mine.points
                winning = {a.card for a in question.legal if isinstance(a, Buy) and a.card.points >= need}
                if winning:
                    best, why = hint(question)
                    assert isinstance(best, Buy)
                    assert "points" in why
                    assert "about 100 %" in why
                    seen += 1
    assert seen


@each_table
def test_a_hint_is_one_sentence_for_a_legal_action(seats: int, gold: str) -> None:
    for _, question in questions(seats, gold, 8, lead=5):
        action, why = hint(question)
        assert action in question.legal
        assert why[0].isupper()
        assert why.endswith(".")
        assert why.count(". ") == 0
        assert "Token" not in why


def test_weights_are_read_as_they_were_written() -> None:
    text = written(*known())
    assert written(*parsed(text)) == text


def test_it_knows_neither_matches_nor_the_net() -> None:
    folder = Path(engine.splendor.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in ("engine.match", "engine.arena", "engine.registry")
                assert not (node.module or "").startswith("net")
    for name in ("strong", "tree", "race", "sight", "evaluation", "policy", "reasons"):
        assert "splendor.state" not in (folder / f"{name}.py").read_text(encoding="utf-8")


def test_it_beats_the_beginner() -> None:
    """Far from its best: with a handful of lines for each move."""

    def quick(question: Asked) -> Action:
        return searched(question, lines=40).best if len(question.legal) > 1 else question.legal[0]

    won = 0
    for number in range(8):
        match = Match(GAME, 2, 100 + number, {"gold": "published"})
        bots = [quick, BOTS["greedy"]] if number % 2 else [BOTS["greedy"], quick]
        for _ in arena.moves(match, bots, match.seed):
            pass
        outcome = match.outcome()
        assert outcome is not None
        won += 1 - number % 2 in outcome.winners
    assert won >= 5
