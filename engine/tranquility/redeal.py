"""States that a view of Tranquility could come from."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import TypeAlias

from engine.game import Seat
from engine.rng import Rng
from engine.tranquility.cards import DECK, FINISH, START, Card, tidy
from engine.tranquility.legal import can_act
from engine.tranquility.rules import pile_at_first, taken_out
from engine.tranquility.state import State
from engine.tranquility.view import Ending, Price, View


class Place(Enum):
    HAND = "hand"
    PILE = "pile"
    DISCARDS = "discards"
    OUTSIDE = "outside"  # out of the game; nobody's


Slot: TypeAlias = tuple[Place, Seat]  # one hidden card lies here
OUT: Slot = (Place.OUTSIDE, 0)


def redealt(view: View, rng: Rng) -> State:
    """Hidden cards dealt anew: each Start where its owner can have it, then the others."""
    unseen = _unseen(view)
    slots = _hidden(view)
    outside = unseen.total() - len(slots)
    whole_deck = outside == taken_out(view.house.galateia)
    lies: list[tuple[Slot, Card]] = []
    for slot in _starts(view, slots if whole_deck else slots + [OUT] * outside, unseen.pop(START, 0), rng):
        lies.append((slot, START))
        if slot == OUT:
            outside -= 1
        else:
            slots.remove(slot)
    cards = rng.shuffled(tuple(unseen.elements()))
    turn_begins = view.decision is None and view.ending is not Ending.WON
    if turn_begins and view.counts[view.turn] == 1 and (slot := (Place.HAND, view.turn)) in slots:
        # The player to move with one card: it can be played, or all have lost.
        card = next((card for card in cards if _playable(view, card) == (view.ending is None)), cards[0])
        lies.append((slot, card))
        slots.remove(slot)
        cards.remove(card)
    if whole_deck:
        cards.sort(key=FINISH.__eq__)  # what Galateia takes is islands
    lies += [(OUT, card) for card in cards[:outside]]
    lies += zip(slots, rng.shuffled(cards[outside:]), strict=True)
    return _state(view, lies)


def _unseen(view: View) -> Counter[Card]:
    seen = Counter((*view.hand, *view.own_discards, *filter(None, view.sea)))
    seen[START] += view.start_played
    seen[FINISH] += view.ending is Ending.WON
    return Counter((*DECK, *[START] * view.seats)) - seen


def _hidden(view: View) -> list[Slot]:
    sizes = {Place.HAND: view.counts, Place.PILE: view.piles, Place.DISCARDS: view.discarded}
    return [
        (place, seat)
        for place, by_seat in sizes.items()
        for seat, size in enumerate(by_seat)
        if place is Place.PILE or seat != view.seat
        for _ in range(size)
    ]


def _starts(view: View, slots: list[Slot], number: int, rng: Rng) -> list[Slot]:
    """Where so many Starts lie. Who played one has none; a position does not say who that was."""
    found: list[Slot] = []
    own = START in view.hand or START in view.own_discards
    owners = [seat for seat in range(view.seats) if seat != view.start_by and not (own and seat == view.seat)]
    possible = {seat: [slot for slot in slots if _can_have_start(view, seat, slot)] for seat in owners}
    for seat in sorted(rng.shuffled(owners), key=lambda seat: not possible[seat])[:number]:
        found.append(rng.choice([slot for slot in possible[seat] or slots if slots.count(slot) > found.count(slot)]))
    return found


def _can_have_start(view: View, owner: Seat, slot: Slot) -> bool:
    place, seat = slot
    to_move = owner == view.turn and view.decision is None
    match place:
        case Place.OUTSIDE:
            return True
        case _ if seat != owner:
            return False
        case Place.PILE:
            return True
        case Place.DISCARDS:
            return view.start_played
        case Place.HAND if view.start_played:
            return not (to_move and view.ending is None and view.counts[owner] == 1)
        case Place.HAND:  # drawn at the end of a turn, and not yet this player's turn again or just begun
            played_on = owner == view.turn and (isinstance(view.decision, Price) or view.ending is not None)
            return view.piles[owner] < pile_at_first(view.seats, owner, view.house.galateia) and not played_on


def _playable(view: View, card: Card) -> bool:
    return can_act(view.sea, view.start_played, (card,))


def _state(view: View, lies: list[tuple[Slot, Card]]) -> State:
    def by_seat(place: Place, own: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        return tuple(
            own
            if seat == view.seat and place is not Place.PILE
            else tuple(card for at, card in lies if at == (place, seat))
            for seat in range(view.seats)
        )

    return State(
        sea=view.sea,
        hands=tuple(map(tidy, by_seat(Place.HAND, view.hand))),
        piles=by_seat(Place.PILE, ()),
        discards=by_seat(Place.DISCARDS, view.own_discards),
        turn=view.turn,
        outside=tidy(card for at, card in lies if at == OUT),
        start_played=view.start_played,
        start_by=view.start_by,
        decision=view.decision,
        ending=view.ending,
        house=view.house,
    )
