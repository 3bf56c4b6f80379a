"""Splendor: gather gems, buy cards that make the next ones cheaper, be the first renowned merchant."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game, Option, Options, Outcome, Position, Seat, Step
from engine.rng import Rng
from engine.splendor import actions, legal, position, redeal, rules, view, words
from engine.splendor.actions import Action
from engine.splendor.cards import Card, Noble
from engine.splendor.state import State
from engine.splendor.view import Event, View


class Splendor(Game[State, View, Action, Event]):
    name = "splendor"
    title = "Splendor"
    blurb = "A race of gem merchants: every card you buy makes the next one cheaper, and 15 points end it."
    seats = range(2, 5)
    co_operative = False
    options = (
        Option(
            "gold",
            ("source", "published"),
            "source",
            "Two and three players play without gold, or with 5 gold as published; four always have 5.",
            words=("none with 2 or 3 players (published: 5)", "5, as published"),
        ),
        Option(
            "target",
            tuple(map(str, range(10, 22))),
            "15",
            "The points that bring the last round.",
            label="last round at",
            words=tuple(f"{points} points" for points in range(10, 22)),
        ),
    )
    view_type = View
    event_types = (
        view.Took,
        view.Reserved,
        view.ReservedTop,
        view.Looked,
        view.Bought,
        view.Passed,
        view.Refilled,
        view.Returned,
        view.Came,
        view.Reached,
    )
    card_types = (Card, Noble)

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

    def canonical(self, view: View, action: Action) -> Action:
        return legal.canonical(view, action)

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


GAME = Splendor()
