"""Sixteen: be the first to get rid of all tiles, or hold the lowest sum when nobody can go on."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game, Option, Options, Outcome, Position, Seat, Step
from engine.rng import Rng
from engine.sixteen import actions, legal, position, redeal, rules, view, words
from engine.sixteen.actions import Action
from engine.sixteen.cards import Tile
from engine.sixteen.state import State
from engine.sixteen.view import Event, View


class Sixteen(Game[State, View, Action, Event]):
    name = "sixteen"
    title = "Sixteen"
    blurb = "A tile race: rows of five colours climb to 16, and what is left in your hand counts against you."
    seats = range(2, 5)
    co_operative = False
    options = (
        Option(
            "after_special",
            ("tile", "run"),
            "tile",
            "After scissors or bin one tile may follow on that row, or a run as well.",
            label="after a special",
            words=("one tile", "a run too"),
        ),
    )
    view_type = View
    event_types = (view.Placed, view.Removed, view.Stopped, view.Passed)
    card_types = (Tile,)

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

    def redealt(self, view: View, rng: Rng) -> State:
        return redeal.redealt(view, rng)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def why_not(self, view: View, action: Action) -> str:
        return words.why_not(view, action)

    def explain(self, view: View, action: Action) -> str:
        return words.explain(view, action)

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


GAME = Sixteen()
