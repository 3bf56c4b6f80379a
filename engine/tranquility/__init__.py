"""Tranquility: fill the sea with islands in rising order, together and in silence."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game, Option, Options, Outcome, Position, Seat, Step
from engine.rng import Rng
from engine.tranquility import actions, legal, position, redeal, rules, view, words
from engine.tranquility.actions import Action
from engine.tranquility.cards import Card
from engine.tranquility.state import State
from engine.tranquility.view import Event, View


class Tranquility(Game[State, View, Action, Event]):
    name = "tranquility"
    title = "Tranquility"
    blurb = "Together, without a word: fill the sea with islands in rising order and bring the ship home."
    talk_opens = "while a Start is paid for, and when it is over"
    seats = range(1, 6)
    co_operative = True
    options = (
        Option(
            "solo_start",
            ("twice", "once"),
            "twice",
            "Played alone, a Start costs four cards and then four more, or only the first four.",
            label="a Start alone",
            words=("costs 4 cards, then 4", "costs 4 cards"),
        ),
        Option(
            "galateia",
            ("off", "on"),
            "off",
            "Harder: four islands are taken out unseen before the deal.",
            label="Galateia",
        ),
        Option(
            "talk",
            ("silent", "open"),
            "silent",
            "You may talk only while a Start is paid for, or all the time.",
            words=("only for a Start", "all the time"),
        ),
    )
    view_type = View
    event_types = (
        view.Played,
        view.Laid,
        view.OwnLaid,
        view.Drew,
        view.OwnDrew,
        view.StartPlayed,
        view.Named,
        view.Agreed,
        view.FinishPlayed,
        view.Stranded,
    )
    card_types = (Card,)

    def setup(self, seats: int, seed: int, options: Options) -> State:
        return rules.setup(seats, seed, options)

    def to_act(self, state: State) -> frozenset[Seat]:
        return rules.to_act(state)

    def awaited(self, state: State) -> frozenset[Seat]:
        return rules.awaited(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return rules.view(state, seat)

    def legal_actions(self, view: View) -> Sequence[Action]:
        return legal.legal_actions(view)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State, Event]:
        return rules.apply(state, seat, action)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def may_talk(self, state: State) -> bool:
        return rules.may_talk(state)

    def redealt(self, view: View, rng: Rng) -> State:
        return redeal.redealt(view, rng)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def canonical(self, view: View, action: Action) -> Action:
        return actions.canonical(action)

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


GAME = Tranquility()
