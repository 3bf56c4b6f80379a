"""What may be done in Tranquility, seen from a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.tranquility.actions import OFFERS, PLAYS, Action, Discard, Finish, Pay, Play, Start
from engine.tranquility.cards import FINISH, START, Card
from engine.tranquility.sea import Sea, gap_for
from engine.tranquility.view import Numbers, Price, Shares, View


def legal_actions(view: View) -> list[Action]:
    if view.seat is None or view.seat not in view.to_act:
        return []
    match view.decision:
        case None:
            return of_a_turn(view.sea, view.start_played, view.hand)
        case Price(number):
            return [Pay(cards) for cards in choices(view.hand, number)]
        case Numbers():
            return list(OFFERS[: len(view.hand) + 1])
        case Shares(owed):
            return [Pay(cards) for cards in choices(view.hand, owed[view.seat])]


def of_a_turn(sea: Sea, start_played: bool, hand: tuple[Card, ...]) -> list[Action]:
    """The action of a turn: everything this hand allows."""
    if START in hand and not start_played:
        return [Start()]
    actions: list[Action] = []
    if FINISH in hand and start_played and None not in sea:
        actions.append(Finish())
    actions.extend(plays(sea, hand))
    actions.extend(Discard(cards) for cards in choices(hand, 2))
    return actions


def can_act(sea: Sea, start_played: bool, hand: tuple[Card, ...]) -> bool:
    """If not, the game is lost (ruling 8). With two cards one can always discard."""
    return len(hand) > 1 or bool(of_a_turn(sea, start_played, hand))


def plays(sea: Sea, hand: Sequence[Card]) -> Iterator[Play]:
    """Every island of the hand on every cell where it fits and the rest of the hand can pay."""
    for card in hand:
        if card.is_island:
            gap = gap_for(sea, card)
            for cell in gap.cells:
                if gap.price(card, cell) < len(hand):
                    yield PLAYS[card][cell]


def choices(hand: Sequence[Card], number: int) -> list[tuple[Card, ...]]:
    """Every different set of so many cards. hand: tidy, and so is each set; two Finish cards are the same."""
    return list(dict.fromkeys(combinations(hand, number)))
