"""Why an action in Tranquility is a good one, in words for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import in_words
from engine.tranquility.actions import Action, Discard, Finish, Offer, Pay, Play, Start
from engine.tranquility.cards import FINISH, START, Card
from engine.tranquility.sea import Gap
from engine.tranquility.view import View
from engine.tranquility.words import card_names, cards_in_number

DISCARDED = 2  # cards, when one does not play
DEAREST = 4  # that a full hand can pay


def reason(view: View, action: Action) -> str:
    """A clause that begins a sentence."""
    match action:
        case Play(card, cell):
            return _play(view, card, cell)
        case Discard(cards):
            return f"Nothing you hold is worth its price now, and {_missed_least(view, cards)}"
        case Pay(cards):
            missed = _missed_least(view, cards)
            return missed[0].upper() + missed[1:]
        case Offer(number):
            much = "That many" if number else "Nothing"
            return f"{much} from you leaves all of you as even as can be, and who runs out of cards first loses for all"
        case Start():
            return "A Start must be played at once"
        case Finish():
            return "The sea is full, so it wins the game"


def _play(view: View, card: Card, cell: int) -> str:
    gap = view.gap_for(card)
    price = gap.price(card, cell)
    cost = f"costs {cards_in_number(price)}" if price else "costs nothing"
    if price and price < DISCARDED:
        cost += ", less than discarding two"
    parts = [Gap(gap.first, cell, gap.low, card), Gap(cell + 1, gap.end, card, gap.high)]
    left = [
        f"{_cells(part)} {side} it for {_numbers(view, part)}"
        for part, side in zip(parts, ("before", "after"), strict=True)
        if part.cells
    ]
    if left:
        return f"It {cost}, and leaves {in_words(left)} that you hold or that may still come"
    return f"It {cost}, and closes a gap that only {_numbers(view, gap)} could close"


def _missed_least(view: View, cards: Sequence[Card]) -> str:
    kept = list(view.hand)
    for card in cards:
        kept.remove(card)
    finish = ", and you keep a Finish" if FINISH in kept else ""
    return f"{card_names(cards)} will be missed least: {in_words(_why_not_missed(view, cards))}{finish}"


def _why_not_missed(view: View, cards: Sequence[Card]) -> Iterator[str]:
    """A clause for each kind of card that goes."""
    islands = {card: view.prices(card) for card in cards if card.is_island}
    lost = [card for card, prices in islands.items() if not prices]
    dear = [card for card, prices in islands.items() if prices and min(prices.values()) > DEAREST]
    if lost:
        yield f"{card_names(lost)} {'fits' if len(lost) == 1 else 'fit'} nowhere any more"
    if dear:
        yield f"{card_names(dear)} would cost more than a hand can pay"
    for gap in dict.fromkeys(view.gap_for(card) for card in islands if card not in (*lost, *dear)):
        here = [card for card in islands if gap.low < card < gap.high]
        others = f"{'is' if len(here) == 1 else 'are'} among {_numbers(view, gap)}"
        yield f"{card_names(here)} {others} for {_cells(gap)}"
    if START in cards:
        yield "another Start is of no use"
    if FINISH in cards:
        yield "there is hope of another Finish"


def _numbers(view: View, gap: Gap) -> str:
    """Those that can still come from anywhere, as far as the view's seat knows."""
    count = gap.numbers - sum(gap.low < card < gap.high for card in view.own_discards)
    return "1 number" if count == 1 else f"{count} numbers"


def _cells(gap: Gap) -> str:
    return "1 cell" if len(gap.cells) == 1 else f"{len(gap.cells)} cells"
