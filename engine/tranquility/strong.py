"""A strong player of Tranquility: it weighs gaps, cards and partners, and plays the end out in its head."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.bots import Question
from engine.deadline import Deadline
from engine.tranquility.actions import PLAYS, Action, Discard, Finish, Pay
from engine.tranquility.bot import fair_offer
from engine.tranquility.cards import Card
from engine.tranquility.evaluation import Evaluation, Idea
from engine.tranquility.race import Race
from engine.tranquility.reasons import reason
from engine.tranquility.redeal import redealt
from engine.tranquility.sight import sight
from engine.tranquility.view import Event, Numbers, Price, Shares, View
from engine.tranquility.weights import Weights, known

LAST_CELLS = 10  # how many are empty when games can be played out in the head: before, they are too long
TRIED = 4  # actions at most that are played out ...
DOUBT = 0.5  # ... and how much worse they may look than the first
TRUST = 4.0  # won games that count as much as looking better by one
WORLDS = 200  # at most
ENOUGH = 20  # games that were played out, to speak of chances


@dataclass(slots=True)
class Choice:
    """An action, how good it looks, and how often it won when it was played out."""

    action: Action
    idea: Idea
    games: int = 0
    won: int = 0


def strong(question: Question[View, Action, Event]) -> Action:
    """The best action, in a few milliseconds while most of the sea is empty; then it takes the time it has."""
    return obvious(question) or searched(question).action


def hint(question: Question[View, Action, Event]) -> tuple[Action, str]:
    """What to do, and one sentence why, for a person."""
    if len(question.legal) == 1:
        return question.legal[0], "There is nothing else that you can do."
    if action := obvious(question):
        return action, f"{reason(question.view, action)}."
    choice = searched(question)
    chance = f"; the team then wins about {round(100 * choice.won / choice.games)} %" if choice.games >= ENOUGH else ""
    return choice.action, f"{reason(question.view, choice.action)}{chance}."


def obvious(question: Question[View, Action, Event]) -> Action | None:
    """What to do if there is nothing to think about."""
    view, legal = question.view, question.legal
    if len(legal) == 1:
        return legal[0]
    if isinstance(view.decision, Numbers):
        return fair_offer(view, view.decision)
    return next((action for action in legal if isinstance(action, Finish)), None)


def searched(question: Question[View, Action, Event], worlds: int | None = None) -> Choice:
    """worlds: how many to play out, instead of as many as there is time for."""
    deadline = Deadline(question.seconds * 0.9)
    view = question.view
    weights = known()[view.seats]
    evaluation = Evaluation(sight(view), weights)
    choices = shortlist(view, evaluation)
    if len(choices) == 1 or evaluation.empty > LAST_CELLS or isinstance(view.decision, Shares):
        return choices[0]
    for _ in range(WORLDS if worlds is None else worlds):
        world = Race.of(redealt(view, question.rng))
        won = []
        for choice in choices:
            if worlds is None and deadline.passed():
                return favourite(choices)
            won.append(played_out(world.copy(), choice, weights))
        for choice, lucky in zip(choices, won, strict=True):
            choice.games += 1
            choice.won += lucky
    return favourite(choices)


def shortlist(view: View, evaluation: Evaluation) -> list[Choice]:
    """The actions that look best, best first."""
    best: dict[Action, Idea] = {}
    for action, idea in considered(view, evaluation):
        if action not in best or idea.worth > best[action].worth:
            best[action] = idea
    choices = sorted(
        (Choice(action, idea) for action, idea in best.items()), key=lambda choice: choice.idea.worth, reverse=True
    )
    return [choice for choice in choices[:TRIED] if choice.idea.worth > choices[0].idea.worth - DOUBT]


def considered(view: View, evaluation: Evaluation) -> Iterator[tuple[Action, Idea]]:
    match view.decision:
        case Price(number):
            return paying(evaluation, number)
        case Shares(owed):
            assert view.seat is not None
            return paying(evaluation, owed[view.seat])
        case _:
            return acting(evaluation)


def acting(evaluation: Evaluation) -> Iterator[tuple[Action, Idea]]:
    for idea in evaluation.ideas():
        if idea.card is None:
            yield Discard(cards(evaluation, idea.gone)), idea
        else:
            yield PLAYS[idea.card][idea.cell], idea


def paying(evaluation: Evaluation, number: int) -> Iterator[tuple[Action, Idea]]:
    for worth, gone in evaluation.payments(number):
        yield Pay(cards(evaluation, gone)), Idea(worth, None, 0, gone)


def cards(evaluation: Evaluation, bits: int) -> tuple[Card, ...]:
    return tuple(Card(card) for place, card in enumerate(evaluation.sight.hand) if bits >> place & 1)


def played_out(race: Race, choice: Choice, weights: Weights) -> bool:
    race.carry_out(choice.idea)
    return race.play_out(weights)


def favourite(choices: list[Choice]) -> Choice:
    first = choices[0].idea.worth
    return max(choices, key=lambda choice: choice.won + TRUST * (choice.idea.worth - first))
