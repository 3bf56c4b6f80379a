"""A sensible beginner at Silencio."""

from __future__ import annotations

from engine.bots import Question
from engine.silencio.actions import (
    Action,
    Choose,
    Draw,
    Give,
    Open,
    Play,
    Renew,
    Say,
    Send,
    Stone,
    Swap,
    Take,
    Trade,
    Use,
    Word,
)
from engine.silencio.cards import Colour, Hang
from engine.silencio.insight import Insight
from engine.silencio.legal import fate, is_dark, takeable
from engine.silencio.view import Event, Fate, View

STRANDED = 30.0  # what it costs to make a card unplayable that one knows to be in a partner's hand
SKIPPED = 3.0  # what it costs to make a card unplayable, times how likely it is in a hand
PLAYED = 10.0  # what it is worth to get rid of a card
DRAWN = 8.0  # less, as chance chooses the card
DARK = {Colour.RED: -0.3, Colour.BLUE: -1.5, Colour.YELLOW: -0.8}
LIGHT = {Colour.RED: 0.5, Colour.BLUE: 0.3, Colour.YELLOW: 0.2, Colour.GREEN: 0.4}


def greedy(question: Question[View, Action, Event]) -> Action:
    """Takes small steps, skips no card that it knows a partner to hold, and spends a stone where one is worth it."""
    insight = Insight.of(question.view, question.memory)
    worths = [worth(insight, action) for action in question.legal]
    best = max(worths)
    return question.rng.choice([a for a, w in zip(question.legal, worths, strict=True) if w == best])


def worth(insight: Insight, action: Action) -> float:
    """How good the action looks; passing, declining and ending the turn are worth nothing."""
    view = insight.view
    match action:
        case Play():
            return _play(insight, action, view.hangs)
        case Draw():
            return DRAWN
        case Stone(colour):
            return _otherwise(insight) + _stone(insight, colour) - _stone_price(view)
        case Say():
            return _otherwise(insight) + _say(insight, action)
        case Give(card):
            return card.value + 0.5 * sum(other.colour is card.colour for other in view.own)
        case Use():
            return 1.0
        case Take(colour):
            return _take(insight, colour)
        case Open(card):
            return 0.2 + insight.hope(card) if insight.lives(card) else -0.1
        case Choose(whom):
            return _own_exchange(insight) if whom == view.seat else 0.3 + 0.01 * view.counts[whom]
        case Trade(card, wanted):
            return insight.hope(wanted) - insight.hope(card)
        case Renew():
            return 0.4 - sum(map(insight.hope, view.oracle)) / (len(view.oracle) or 1)
        case Swap(card, partner):
            return -0.5 * insight.hope(card) + 0.01 * view.held(partner)
        case Send(card, to):
            return 2 * insight.hope(card) - 0.1 * view.held(to)
        case _:
            return 0.0


def _play(insight: Insight, action: Play, hangs: tuple[Hang, ...]) -> float:
    view, card = insight.view, action.card
    skipped = insight.above_top(card)
    stranded = sum(other in insight.known for other in skipped)
    total = PLAYED - STRANDED * stranded - SKIPPED * sum(map(insight.weight, skipped))
    total -= 2.0 * (card.colour in insight.avoided) + 0.1 * (action.owner is not None)
    dark = is_dark(card, view.rows)
    last = action.owner is None and len(view.own) == 1
    if fate(card, dark, last, hangs, view.seats) is not Fate.ACTS:
        return total
    if not dark:
        return total + LIGHT[card.colour]
    if card.colour is Colour.BLUE and not view.oracle:
        return total
    return total + (insight.green_follows(card) if card.colour is Colour.GREEN else DARK[card.colour])


def _otherwise(insight: Insight) -> float:
    """What the turn's own action is worth, before which, or instead of which, a stone or a word may come."""
    worths = [_play(insight, play, insight.view.hangs) for play in insight.plays]
    return max([DRAWN if insight.draws else 0.0, *worths])


def _stone_price(view: View) -> float:
    """Stones are for bad moments; the fewer cards are left, the fewer of those will come."""
    return 0.1 + 0.05 * view.left


def _stone(insight: Insight, colour: Colour) -> float:
    """What a light effect would add."""
    match colour:
        case Colour.RED if insight.plays:
            shielded = (*insight.view.hangs, Hang.NO_DARK)
            return max(_play(insight, play, shielded) for play in insight.plays) - _otherwise(insight)
        case Colour.RED:
            return 0.5
        case Colour.BLUE:
            return max(_take(insight, row) for row in takeable(insight.view.rows))
        case Colour.YELLOW:
            return 0.1
        case Colour.GREEN:
            return _own_exchange(insight)


def _take(insight: Insight, colour: Colour) -> float:
    """The cards that fit again under the one taken, less one more card to get rid of."""
    return sum(map(insight.weight, insight.under_top(colour))) - 0.6


def _own_exchange(insight: Insight) -> float:
    """What a trade with the oracle would better in one's own hand."""
    view = insight.view
    if not view.own or not view.oracle:
        return 0.0
    return max(map(insight.hope, view.oracle)) - min(map(insight.hope, view.own))


def _say(insight: Insight, said: Say) -> float:
    view = insight.view
    mine = [card for card in view.own if said.colour is None or card.colour is said.colour]
    living = [card for card in mine if insight.lives(card)]
    match said.word:
        case Word.STUCK:
            return 0.1 * (len(mine) - len(living)) - 0.1
        case Word.HIGH:
            return 0.5 if living == mine and all(len(insight.above_top(card)) > 3 for card in mine) else -0.1
        case Word.AVOID:
            return 0.2 * len(living) - 0.3


def strong(question: Question[View, Action, Event]) -> Action:
    """Plays what it may do to the end, in many deals that could be."""
    from engine.silencio import strong as player  # only who asks for it waits for it

    return player.strong(question)


BOTS = {"greedy": greedy, "strong": strong}
