"""What a bot at Silencio makes of what it has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.game import Seat
from engine.silencio.actions import Play, Word
from engine.silencio.cards import HIGHEST, Card, Colour, Hang, deck, top
from engine.silencio.decisions import Ask
from engine.silencio.legal import plays
from engine.silencio.view import Drew, Event, Gave, Handed, Played, Said, Sent, Took, Traded, View


@dataclass(frozen=True, slots=True)
class Insight:
    """known: where other seats' cards are, as far as this seat has seen. avoided: colours it was asked not to play."""

    view: View
    known: Mapping[Card, Seat]
    avoided: frozenset[Colour]
    chance: float  # that an unseen card is in somebody's hand, not in the stock
    faced: frozenset[Card]  # in a row or in the box: out of play

    @classmethod
    def of(cls, view: View, memory: Sequence[Event]) -> Insight:
        known = dict(_remembered(view, memory))
        faced = {laid.card for row in view.rows for laid in row} | set(view.box)
        unseen = set(deck(view.seats)) - faced - set(view.own) - set(view.oracle) - set(known)
        hidden = sum(view.counts) - len(view.hand) - sum(card not in view.open[seat] for card, seat in known.items())
        return cls(view, known, _avoided(view, memory), min(1.0, hidden / (len(unseen) or 1)), frozenset(faced))

    @property
    def plays(self) -> tuple[Play, ...]:
        """The cards the turn may end in, if it is for this seat to choose among them."""
        asked = self.view.asked
        if asked is None or asked.ask is not Ask.TURN or self.draws:
            return ()
        own, shared = plays(self.view)
        return (*own, *shared)

    @property
    def draws(self) -> bool:
        """Chance chooses this turn's card."""
        view = self.view
        return Hang.DRAW in view.hangs and bool(view.hand) and view.failed is None

    def lives(self, card: Card) -> bool:
        """It is still higher than its row."""
        return card.value > top(self.view.rows[card.colour])

    def weight(self, card: Card) -> float:
        """How sorry one would be if this card could not be played any more."""
        if card in self.faced or (not self.lives(card) and card not in self.view.own and card not in self.known):
            return 0.3 * self.chance if card not in self.faced else 0.0
        if card in self.view.own or card in self.known:
            return 1.0
        return 0.25 if card in self.view.oracle else self.chance

    def hope(self, card: Card) -> float:
        """0: it can never be played; 1: it can be played without skipping another."""
        return 1 / (1 + 0.3 * len(self.above_top(card))) if self.lives(card) else 0.0

    def above_top(self, card: Card) -> list[Card]:
        """The cards that are skipped if this one is played now."""
        start = top(self.view.rows[card.colour]) + 1
        return [Card(card.colour, value) for value in range(start, card.value)]

    def under_top(self, colour: Colour) -> list[Card]:
        """The cards that fit again if a row's top card is taken."""
        row = self.view.rows[colour]
        return [Card(colour, value) for value in range(top(row[:-1]) + 1, top(row))]

    def green_follows(self, card: Card) -> float:
        """How bad it is that a green card must follow this one."""
        higher = [Card(Colour.GREEN, value) for value in range(card.value + 1, HIGHEST[self.view.seats] + 1)]
        if any(other in self.view.own or other in self.known for other in higher):
            return -0.5
        unseen = [other for other in higher if other not in self.faced and other not in self.view.oracle]
        return -4.0 if unseen else -25.0


def _remembered(view: View, memory: Sequence[Event]) -> Mapping[Card, Seat]:
    """Other seats' cards that this seat saw arrive there; open ones lie there for all to see."""
    known: dict[Card, Seat] = {}
    for event in memory:
        match event:
            case Gave(seat, to) if view.seat not in (seat, to):
                known = {card: owner for card, owner in known.items() if owner != seat}
            case Handed(_, to, card) | Sent(_, to, card):
                known[card] = to
            case Took(seat, card) | Drew(seat, card):
                known[card] = seat
            case Traded(seat, put, took):
                known.pop(put, None)
                known[took] = seat
            case Played(card=card):
                known.pop(card, None)
            case _:
                pass
    known |= {card: seat for seat, cards in enumerate(view.open) for card in cards}
    return {card: seat for card, seat in known.items() if seat != view.seat}


def _avoided(view: View, memory: Sequence[Event]) -> frozenset[Colour]:
    """Colours that others asked not to play, until somebody plays one."""
    avoided: set[Colour] = set()
    for event in memory:
        match event:
            case Said(seat, said) if said.word is Word.AVOID and said.colour is not None and seat != view.seat:
                avoided.add(said.colour)
            case Played(seat, card):
                avoided.discard(card.colour)
            case _:
                pass
    return frozenset(avoided)
