"""What lies open before a seat of Splendor: public, so that State and View share it."""

from __future__ import annotations

from dataclasses import dataclass
from operator import add, ge, sub

from engine.splendor.cards import NO_GEMS, NO_TOKENS, Card, Gems, Noble, Tokens


@dataclass(frozen=True, slots=True)
class Holding:
    """bonuses and points follow from cards and nobles: the verbs keep them so."""

    tokens: Tokens = NO_TOKENS
    cards: tuple[Card, ...] = ()  # bought, in that order
    nobles: tuple[Noble, ...] = ()
    reserved: tuple[Card, ...] = ()  # face up
    bonuses: Gems = NO_GEMS
    points: int = 0

    @property
    def reach(self) -> Gems:
        """Tokens and bonuses of each gem together: what can be put towards a card."""
        return tuple(map(add, self.tokens, self.bonuses))

    def taking(self, tokens: Tokens) -> Holding:
        held = tuple(map(add, self.tokens, tokens))
        return Holding(held, self.cards, self.nobles, self.reserved, self.bonuses, self.points)

    def giving(self, tokens: Tokens) -> Holding:
        held = tuple(map(sub, self.tokens, tokens))
        return Holding(held, self.cards, self.nobles, self.reserved, self.bonuses, self.points)

    def with_reserved(self, card: Card) -> Holding:
        return Holding(self.tokens, self.cards, self.nobles, (*self.reserved, card), self.bonuses, self.points)

    def with_card(self, card: Card) -> Holding:
        """The card bought; if it was reserved face up it is so no longer."""
        bonuses = list(self.bonuses)
        bonuses[card.bonus] += 1
        return Holding(
            self.tokens,
            (*self.cards, card),
            self.nobles,
            tuple(other for other in self.reserved if other != card),
            tuple(bonuses),
            self.points + card.points,
        )

    def with_noble(self, noble: Noble) -> Holding:
        nobles = (*self.nobles, noble)
        return Holding(self.tokens, self.cards, nobles, self.reserved, self.bonuses, self.points + noble.points)

    def attracts(self, noble: Noble) -> bool:
        """Bonuses alone are compared."""
        return all(map(ge, self.bonuses, noble.needs))
