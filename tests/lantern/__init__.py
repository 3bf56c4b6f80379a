"""Lantern: a toy that shows how little a fifth game is; everybody lays all cards, the highest sum wins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game, Option, Options, Outcome, Position, Refused, Seat, Step, in_words
from engine.game import Notice as Told
from engine.rng import Rng

from .state import State
from .view import DECK, Card, Laid, Lay, View


class Lantern(Game[State, View, Lay, Laid]):
    name = "lantern"
    title = "Lantern"
    blurb = "A toy: everybody lays all cards, and the highest sum wins."
    seats = range(2, 4)
    co_operative = False
    options = (Option("deal", ("2", "3"), "2", "How many cards each seat gets."),)
    view_type = View
    event_types = (Laid,)
    card_types = (Card,)

    def setup(self, seats: int, seed: int, options: Options) -> State:
        cards, size = Rng(seed).shuffled(DECK), int(options["deal"])
        hands = tuple(tuple(sorted(cards[seat * size :][:size])) for seat in range(seats))
        return State(0, hands, ((),) * seats, tuple(sorted(cards[seats * size :])))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn}) if any(state.hands) else frozenset()

    def view(self, state: State, seat: Seat | None) -> View:
        hand = () if seat is None else state.hands[seat]
        return View(seat, state.turn, hand, tuple(map(len, state.hands)), state.laid)

    def legal_actions(self, view: View) -> Sequence[Lay]:
        return [Lay(card) for card in view.hand] if view.seat == view.turn else []

    def apply(self, state: State, seat: Seat, action: Lay) -> Step[State, Laid]:
        return Step(state.laying(seat, action.card), (Told(Laid(seat, action.card)),))

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands):
            return None
        sums = tuple(sum(card.number for card in cards) for cards in state.laid)
        ranks = tuple(1 + sum(other > mine for other in sums) for mine in sums)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return Outcome(winners, sums, ranks, "All cards are laid.")

    def redealt(self, view: View, rng: Rng) -> State:
        seen = {*view.hand, *(card for cards in view.laid for card in cards)}
        unseen = rng.shuffled([card for card in DECK if card not in seen])
        hands = []
        for seat, count in enumerate(view.counts):
            hands.append(view.hand if seat == view.seat else tuple(sorted(unseen[:count])))
            unseen = unseen if seat == view.seat else unseen[count:]
        return State(view.turn, tuple(hands), view.laid, tuple(sorted(unseen)))

    def parse(self, text: str) -> Lay:
        match text.lower().split():
            case ["lay", card]:
                return Lay(Card.parse(card))
        raise Refused("Say lay and a card, such as lay c3.")

    def why_not(self, view: View, action: Lay) -> str:
        return "It is not your turn." if view.seat != view.turn else f"You do not hold {action.card}."

    def explain(self, view: View, action: Lay) -> str:
        return f"Lay {action.card}."

    def describe(self, event: Laid, names: Sequence[str]) -> str:
        return f"{names[event.seat]} laid {event.card}."

    def prompt(self, view: View, names: Sequence[str]) -> str:
        return "Lay a card." if view.seat == view.turn else f"{names[view.turn]} is to lay a card."

    def tell(self, view: View, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"{name} laid {in_words(map(str, cards))}." for name, cards in zip(names, view.laid, strict=False))

    def hand(self, view: View) -> str:
        return f"Your cards: {in_words(map(str, view.hand))}."

    def from_position(self, position: Position, seats: int, options: Options) -> State:
        if unknown := set(position) - {"turn", "hands", "laid"}:
            raise Refused(f"A position of Lantern has no “{min(unknown)}”.")
        hands, laid = (
            tuple(tuple(map(Card.parse, text.split())) for text in position[key]) for key in ("hands", "laid")
        )
        gone = [card for cards in (*hands, *laid) for card in cards]
        return State(position["turn"] - 1, hands, laid, tuple(card for card in DECK if card not in gone))

    def to_position(self, state: State) -> Position:
        hands, laid = ([" ".join(map(str, cards)) for cards in all_] for all_ in (state.hands, state.laid))
        return {"turn": state.turn + 1, "hands": hands, "laid": laid}


GAME = Lantern()
