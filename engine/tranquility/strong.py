"""A strong player of Tranquility: it weighs every action by what the sea, the cards left and its partners allow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from engine.bots import Question
from engine.tranquility.actions import PLAYS, Action, Discard, Finish, Offer, Pay, Start
from engine.tranquility.cards import Card
from engine.tranquility.evaluation import Evaluation, Idea
from engine.tranquility.sight import sight
from engine.tranquility.view import Event, Numbers, Price, Shares, View
from engine.tranquility.weights import known

# What it costs a partner, on average, to give so many cards of the eight.
PARTNER = (0.0, 0.02, 0.08, 0.25, 0.7, 1.6)


def strong(question: Question[View, Action, Event]) -> Action:
    """Answers in a few milliseconds, whatever time it has."""
    view, legal = question.view, question.legal
    if len(legal) == 1:
        return legal[0]
    if Finish() in legal:
        return Finish()
    evaluation = Evaluation(sight(view), known()[view.seats])
    match view.decision:
        case Numbers() as asking:
            return offer(view, asking, evaluation)
        case Price(number):
            return Pay(payment(evaluation, number))
        case Shares(owed):
            assert view.seat is not None
            return Pay(payment(evaluation, owed[view.seat]))
        case None:
            return action(evaluation, max(evaluation.ideas()))


def action(evaluation: Evaluation, idea: Idea) -> Action:
    if idea.card is None:
        return Discard(cards(evaluation, idea.gone))
    return PLAYS[idea.card][idea.cell]


def cards(evaluation: Evaluation, bits: int) -> tuple[Card, ...]:
    return tuple(Card(card) for place, card in enumerate(evaluation.sight.hand) if bits >> place & 1)


def payment(evaluation: Evaluation, number: int) -> tuple[Card, ...]:
    """The cards the team will miss least."""
    return cards(evaluation, max(evaluation.payments(number))[1])


def offer(view: View, asking: Numbers, evaluation: Evaluation) -> Offer:
    """What hurts me and, as far as one can tell, my partners least. Who spoke before, or speaks last, fills up the rest."""
    assert view.seat is not None
    others = [
        (number, most)
        for seat, (number, most) in enumerate(zip(asking.named, asking.most, strict=True))
        if seat != view.seat
    ]
    open_ = max(0, asking.needed - sum(number for number, _ in others if number is not None))
    silent = [most for number, most in others if number is None]
    most = asking.most[view.seat]
    if not silent or asking.named[view.seat] is not None:
        return Offer(min(open_, most))
    losses = [-max(evaluation.payments(number))[0] for number in range(most + 1)]
    return Offer(min(range(min(most, open_) + 1), key=lambda mine: losses[mine] + shared(open_ - mine, silent)))


def shared(number: int, most: Sequence[int]) -> float:
    """What it costs partners to give so many cards; most: what each can."""
    steps = sorted(
        chain.from_iterable((PARTNER[given + 1] - PARTNER[given] for given in range(limit)) for limit in most)
    )
    missing = max(0, number - len(steps))
    return sum(steps[:number]) + 10.0 * missing
