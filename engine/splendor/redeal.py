"""States that a view of Splendor could come from."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat
from engine.rng import Rng
from engine.splendor.cards import CARDS, LEVELS, Card
from engine.splendor.legal import is_affordable
from engine.splendor.state import State
from engine.splendor.view import View


def redealt(view: View, rng: Rng) -> State:
    """Decks and the hidden cards of others dealt anew."""
    unseen = rng.shuffled(_unseen(view))
    hidden = _dealt(view, unseen)
    dealt = {card for cards in hidden for card in cards}
    left = [[card for card in unseen if card.level == level and card not in dealt] for level in LEVELS]
    return State(
        turn=view.turn,
        first=view.first,
        bank=view.bank,
        rows=view.rows,
        decks=tuple(tuple(cards[:number]) for cards, number in zip(left, view.decks, strict=True)),
        nobles=view.nobles,
        holdings=view.holdings,
        hidden=hidden,
        target=view.target,
        gold=view.gold,
        asks=view.asks,
        passes=view.passes,
    )


def _unseen(view: View) -> list[Card]:
    seen = {card for row in view.rows for card in row} | set(view.hidden)
    seen |= {card for holding in view.holdings for card in (*holding.cards, *holding.reserved)}
    return [card for card in CARDS if card not in seen]


def _dealt(view: View, unseen: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Hidden cards of each seat. Who has just passed holds none that it could have bought."""
    last = view.turn if view.over else view.turn - 1
    passed = {(last - back) % view.seats for back in range(view.passes)}
    places = [(seat, level) for seat, levels in enumerate(view.unseen) if seat != view.seat for level in levels]
    # Who passed has the least choice: with these places first, stepping back is rare.
    places.sort(key=lambda place: place[0] not in passed)
    chosen = _filled(view, places, unseen, passed) or _filled(view, places, unseen, set())
    hands: list[list[Card]] = [[] for _ in view.unseen]
    for (seat, _), card in zip(places, chosen, strict=True):
        hands[seat].append(card)
    return tuple(view.hidden if seat == view.seat else tuple(cards) for seat, cards in enumerate(hands))


def _filled(
    view: View, places: Sequence[tuple[Seat, int]], unseen: Sequence[Card], passed: set[Seat]
) -> tuple[Card, ...]:
    """A card for each place, nothing if there is no way."""
    if not places:
        return ()
    (seat, level), *rest = places
    for card in unseen:
        if card.level == level and not (seat in passed and is_affordable(card, view.holdings[seat])):
            others = _filled(view, rest, [other for other in unseen if other != card], passed)
            if len(others) == len(rest):
                return (card, *others)
    return ()
