"""Why a move in Splendor is a good one, in words for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add, sub

from engine.game import Seat, in_words
from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import GOLD, Card, Noble, Tokens
from engine.splendor.holding import Holding
from engine.splendor.legal import gold_for
from engine.splendor.rules import payment, tokens_of
from engine.splendor.view import View
from engine.splendor.words import card_name, points

FAR = 3  # tokens


def reason(view: View, action: Action, aims: Sequence[Card]) -> str:
    """A clause that begins a sentence. aims: what the seat would probably buy next, the first one first."""
    aim = next((card for card in aims if not (isinstance(action, Buy | Reserve) and card == action.card)), None)
    match action:
        case Buy(card):
            return f"It brings {in_words(_gains(view, action))}{_kept_from(view, card)}"
        case Take(gems):
            held = tuple(map(add, view.mine.tokens, tokens_of(gems)))
            they = "They bring" if len(gems) > 1 else "It brings"
            return f"{they} you {_nearer(view, aim, held)}"
        case Reserve(card):
            gold = " and brings 1 gold" if view.bank[GOLD] else ""
            if rivals := list(_who_could_buy(view, card)):
                return f"{_seats(rivals)} could buy {card_name(card)} next turn; reserved, it stays yours{gold}"
            return f"It keeps {card_name(card)} for you{gold}{_on_the_way(aim)}"
        case ReserveTop(level):
            gold = "1 gold and " if view.bank[GOLD] else ""
            return f"It brings {gold}a card of level {level} that nobody else knows{_on_the_way(aim)}"
        case Return(tokens):
            held = tuple(map(sub, view.mine.tokens, tokens_of(tokens)))
            return f"You need these least, and what you keep brings you {_nearer(view, aim, held)}"
        case Welcome(noble):
            return _noble_first(view, noble)
        case Pass():
            return "There is nothing else that you can do"


def _gains(view: View, buy: Buy) -> Iterator[str]:
    card, mine = buy.card, view.mine
    after = mine.giving(payment(buy, mine)).with_card(card)
    nobles = [noble for noble in view.nobles if after.attracts(noble)]
    won = card.points + (nobles[0].points if nobles else 0)
    if card.points:
        yield points(card.points)
    if nobles:
        yield f"noble {in_words(map(str, nobles), 'or')} with {points(nobles[0].points)}"
    if mine.points < view.target <= mine.points + won:
        yield f"you to {points(mine.points + won)} and the last round"
        return
    cheaper = [
        other for other in _in_sight(view) if other != card and other.price[card.bonus] > mine.bonuses[card.bonus]
    ]
    if cheaper:
        number = "one card" if len(cheaper) == 1 else f"{len(cheaper)} cards"
        yield f"a bonus ({card.bonus.word}) that makes {number} in sight cheaper"
    closer = [
        noble for noble in view.nobles if noble not in nobles and noble.needs[card.bonus] > mine.bonuses[card.bonus]
    ]
    if closer:
        yield f"you nearer to noble{'s' if len(closer) > 1 else ''} {in_words(map(str, closer))}"
    if not card.points and not nobles and not cheaper and not closer:
        yield f"a bonus ({card.bonus.word})"


def _nearer(view: View, aim: Card | None, held: Tokens) -> str:
    """What follows `brings you`. A card far away is no reason: then one that these tokens serve."""
    if aim is None or _short(aim, Holding(held, bonuses=view.mine.bonuses)) > FAR:
        aim = _served(view, held)
    if aim is None:
        return "nearer to several cards at once"
    lack = _short(aim, Holding(held, bonuses=view.mine.bonuses))
    if not lack:
        return f"what {card_name(aim)} costs"
    return f"within {'one token' if lack == 1 else f'{lack} tokens'} of {card_name(aim)}"


def _served(view: View, held: Tokens) -> Card | None:
    """The best card in sight for which these tokens are better than those of now."""
    now, then = view.mine, Holding(held, bonuses=view.mine.bonuses)
    served = [card for card in _in_sight(view) if _short(card, then) < _short(card, now)]
    return max(served, key=lambda card: (card.points + 1) / (1 + _short(card, then)), default=None)


def _short(card: Card, holding: Holding) -> int:
    return max(gold_for(card, holding.reach) - holding.tokens[GOLD], 0)


def _kept_from(view: View, card: Card) -> str:
    rivals = list(_who_could_buy(view, card))
    return f", and {_seats(rivals).lower()} can no longer buy it" if rivals else ""


def _who_could_buy(view: View, card: Card) -> Iterator[Seat]:
    """The other seats for whom a face-up card is affordable as things stand."""
    if any(card in row for row in view.rows):
        for seat, holding in enumerate(view.holdings):
            if seat != view.seat and not _short(card, holding):
                yield seat


def _seats(seats: Sequence[Seat]) -> str:
    return f"Seat{'s' if len(seats) > 1 else ''} {in_words(str(seat + 1) for seat in seats)}"


def _on_the_way(aim: Card | None) -> str:
    return "" if aim is None else f", on the way to {card_name(aim)}"


def _noble_first(view: View, noble: Noble) -> str:
    lacks = {
        seat: sum(max(need - have, 0) for need, have in zip(noble.needs, holding.bonuses, strict=True))
        for seat, holding in enumerate(view.holdings)
        if seat != view.seat
    }
    rival = min(lacks, key=lambda seat: lacks[seat])
    return (
        f"It brings {points(noble.points)}, and seat {rival + 1} is {lacks[rival]} bonuses from it; the others can wait"
    )


def _in_sight(view: View) -> list[Card]:
    shown = (card for row in view.rows for card in row)
    return [card for card in (*shown, *view.mine.reserved, *view.hidden) if card is not None]
