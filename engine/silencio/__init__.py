"""Silencio: play as many travel cards as possible together, without a word."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game, Option, Options, Outcome, Position, Seat, Step
from engine.rng import Rng
from engine.silencio import actions, explain, legal, position, redeal, refusals, rules, view, words
from engine.silencio.actions import Action, Play
from engine.silencio.cards import Card
from engine.silencio.state import State
from engine.silencio.view import Drew, Event, View


class Silencio(Game[State, View, Action, Event]):
    name = "silencio"
    title = "Silencio"
    blurb = "Empty all hands together without a word: four rising rows, and every card has a light and a dark side."
    seats = range(2, 5)
    co_operative = True
    silent = True
    options = (
        Option(
            "start",
            ("claim", "random"),
            "claim",
            "The first who claims the start-player card takes it, or the shuffle chooses at once.",
            label="start player",
            words=("who claims it first", "by lot"),
        ),
        Option(
            "shared",
            ("may", "must"),
            "may",
            "With no card of your own to play you may leave other people’s open cards, or must play one.",
            label="open cards",
            words=("you may play them", "you must"),
        ),
        Option(
            "tavern", ("off", "on"), "off", "Easier: three dark effects open the tavern, where one thing may be said."
        ),
        Option(
            "extinguished",
            ("great", "r", "b", "y", "g"),
            "",
            "Harder: the rune stones named here are out from the start.",
            many=True,
            label="stones out",
            words=("great", "red", "blue", "yellow", "green"),
        ),
    )
    view_type = View
    event_types = view.EVENTS
    card_types = (Card,)

    def setup(self, seats: int, seed: int, options: Options) -> State:
        return rules.setup(seats, seed, options)

    def to_act(self, state: State) -> frozenset[Seat]:
        return rules.to_act(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return rules.view(state, seat)

    def legal_actions(self, view: View) -> Sequence[Action]:
        return legal.legal_actions(view)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State, Event]:
        return rules.apply(state, seat, action)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def may_talk(self, state: State) -> bool:
        """Silence lasts from the choice of the start player to the end."""
        return not state.stack

    def people_first(self, state: State) -> bool:
        """Bots never claim the start-player card before people."""
        return rules.is_claiming(state)

    def redealt(self, view: View, rng: Rng) -> State:
        return redeal.redealt(view, rng)

    def reseeded(self, state: State, seed: int) -> State:
        return state.reseeded(seed)

    def drawn(self, event: Event) -> str | None:
        return str(event.card) if isinstance(event, Drew) else None

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def canonical(self, view: View, action: Action) -> Action:
        """`play r5 from 1` said by seat 1 is `play r5`."""
        return Play(action.card) if isinstance(action, Play) and action.owner == view.seat else action

    def why_not(self, view: View, action: Action) -> str:
        return refusals.why_not(view, action)

    def explain(self, view: View, action: Action) -> str:
        return explain.explain(view, action)

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return words.describe(event, names)

    def prompt(self, view: View, names: Sequence[str]) -> str:
        return words.prompt(view, names)

    def tell(self, view: View, names: Sequence[str]) -> tuple[str, ...]:
        return words.tell(view, names)

    def hand(self, view: View) -> str:
        return words.hand(view)

    def from_position(self, table: Position, seats: int, options: Options) -> State:
        return position.from_position(table, seats, options)

    def to_position(self, state: State) -> Position:
        return position.to_position(state)


GAME = Silencio()
