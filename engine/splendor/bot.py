"""A sensible beginner at Splendor."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub

from engine.bots import Question
from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import GEMS, GOLD, Card, Gems, Noble, Tokens
from engine.splendor.legal import excess
from engine.splendor.rules import ONE_GOLD, payment, tokens_of
from engine.splendor.view import Event, View

AIMS = 4  # cards that it saves for at a time
THRIFT = 0.6  # what a card to aim for counts against one that is bought
WHIM = 0.15  # points: it is no machine, and two who want the same gems do not wait for each other for ever


def greedy(question: Question[View, Action, Event]) -> Action:
    """Buys what brings most, else gathers for the cards that are near and good; keeps its gold as long as it can."""
    view, rng = question.view, question.rng
    plain = [action for action in question.legal if not (isinstance(action, Buy) and action.gold)]
    values = {card: value(view, card) for card in _within_reach(view)}
    worths = [worth(view, values, action) + WHIM * rng.random() for action in plain]
    return plain[worths.index(max(worths))]


def worth(view: View, values: dict[Card, float], action: Action) -> float:
    """How well the seat would stand after the action, in points."""
    mine = view.mine
    match action:
        case Take(gems):
            return prospects(view, values, tuple(map(add, mine.tokens, tokens_of(gems))), mine.bonuses)
        case Return(tokens):
            return prospects(view, values, tuple(map(sub, mine.tokens, tokens_of(tokens))), mine.bonuses)
        case Buy(card):
            return values[card] + _after_buying(view, values, action)
        case Reserve(card):
            # Worth a place only for the gold, or to keep a good card that is nearly paid for from the others.
            kept = 0.15 * values[card] / (1 + _lack(view, card, mine.tokens, mine.bonuses))
            return prospects(view, values, _with_gold(view), mine.bonuses) + kept - 0.3
        case ReserveTop(level):
            return prospects(view, values, _with_gold(view), mine.bonuses) + 0.05 * level - 0.4
        case Welcome(noble):
            # The others may still come to this seat; the one that somebody else is nearest to will not.
            rivals = [holding for seat, holding in enumerate(view.holdings) if seat != view.seat]
            return -min(_far(noble, rival.bonuses) for rival in rivals)
        case Pass():
            return 0.0


def value(view: View, card: Card) -> float:
    """Points, and what the bonus is good for: a noble, the prices on the table, less the more of it there is."""
    mine = view.mine
    attracted = sum(noble.needs[card.bonus] > mine.bonuses[card.bonus] for noble in view.nobles)
    wanted = 1.0 / (1 + mine.bonuses[card.bonus])
    return card.points + 0.5 + 0.7 * wanted + 0.25 * attracted


def prospects(view: View, values: dict[Card, float], tokens: Tokens, bonuses: Gems) -> float:
    """The best cards to aim for, each worth the less the more is lacking; tokens over ten have to go back."""
    aims = sorted((value / (1.5 + _lack(view, card, tokens, bonuses)) for card, value in values.items()), reverse=True)
    return THRIFT * sum(aims[:AIMS]) - 0.3 * max(excess(tokens), 0)


def _within_reach(view: View) -> list[Card]:
    shown = (card for row in view.rows for card in row)
    return [card for card in (*shown, *view.mine.reserved, *view.hidden) if card is not None]


def _lack(view: View, card: Card, tokens: Tokens, bonuses: Gems) -> int:
    """The gems still to come by; those that the bank does not have count twice."""
    lack, gold = 0, tokens[GOLD]
    for gem, price in card.costs:
        short = price - tokens[gem] - bonuses[gem]
        if short > 0:
            lack += short if view.bank[gem] >= short else 2 * short
    return max(lack - gold, 0)


def _after_buying(view: View, values: dict[Card, float], buy: Buy) -> float:
    mine = view.mine
    bonuses = tuple(held + (gem is buy.card.bonus) for gem, held in zip(GEMS, mine.bonuses, strict=True))
    left = {card: value for card, value in values.items() if card != buy.card}
    nobles = sum(noble.points for noble in view.nobles if not _far(noble, bonuses))
    return prospects(view, left, tuple(map(sub, mine.tokens, payment(buy, mine))), bonuses) + nobles


def _with_gold(view: View) -> Tokens:
    return tuple(map(add, view.mine.tokens, ONE_GOLD)) if view.bank[GOLD] else view.mine.tokens


def _far(noble: Noble, bonuses: Sequence[int]) -> int:
    """How many bonuses are lacking."""
    return sum(max(need - held, 0) for need, held in zip(noble.needs, bonuses, strict=True))


def strong(question: Question[View, Action, Event]) -> Action:
    """Searches; what that takes is imported when it first plays."""
    from engine.splendor.strong import strong as searching

    return searching(question)


BOTS = {"greedy": greedy, "strong": strong}
