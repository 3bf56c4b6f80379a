"""What a seat must not know is in nothing that it is given, whichever the game."""

from __future__ import annotations

from dataclasses import is_dataclass
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_type_hints

from engine import arena, bots, registry
from engine.match import Match
from engine.replay import position_hash
from engine.rng import Rng
from engine.scenario import cards_in
from tests.courses import census, course, courses, every_game, every_table


@every_table
def test_dealing_anew_what_a_seat_cannot_see_leaves_its_view_equal(name: str, seats: int) -> None:
    for played in courses(name, seats):
        game = played.game
        for number, moment in enumerate((*played.every(3), played.moments[-1])):
            for viewer in played.viewers():
                view = game.view(moment.after, viewer)
                other = game.redealt(view, Rng(number, "redealt"))
                assert game.view(other, viewer) == view
                assert game.legal_actions(game.view(other, viewer)) == game.legal_actions(view)
                assert game.to_act(other) == game.to_act(moment.after)


@every_table
def test_dealing_anew_deals_something_else(name: str, seats: int) -> None:
    """Else the test above would say nothing."""
    played = course(name, seats, 1)
    game, state = played.game, played.moments[0].state
    for viewer in (None, *range(seats)) if seats > 1 else (None,):
        view = game.view(state, viewer)
        dealt = {position_hash(game, game.redealt(view, Rng(seed))) for seed in range(5)}
        assert len(dealt) > 1, viewer


@every_table
def test_a_game_dealt_anew_is_consistent_and_can_be_played_to_its_end(name: str, seats: int) -> None:
    for played in courses(name, seats):
        game = played.game
        moment = played.moments[len(played.moments) // 2]
        for viewer in played.viewers():
            state = game.redealt(game.view(moment.state, viewer), Rng(5, "redealt"))
            assert census(game, state).total() == census(game, moment.state).total()
            match = Match(game, seats, 0, played.options, state)
            for _ in arena.moves(match, [bots.random] * seats, 9):
                pass
            assert match.outcome() is not None


@every_table
def test_nothing_is_told_that_the_view_does_not_know(name: str, seats: int) -> None:
    """A card in an event is in the view of whoever is told of it, before or after: else it was secret."""
    for played in courses(name, seats):
        game = played.game
        for moment in played.moments:
            for viewer in played.viewers():
                views = [game.view(moment.state, viewer), game.view(moment.after, viewer)]
                known = set(cards_in(views, game.card_types))
                told = set(cards_in(list(arena.told(moment.notices, viewer)), game.card_types))
                assert told <= known, (viewer, str(moment.action))


@every_game
def test_no_state_can_be_reached_from_a_view_or_an_event(name: str) -> None:
    game = registry.game(name)
    secret = type(course(name, min(game.seats), 1).end)
    assert secret.__module__ == f"engine.{name}.state"
    for shown in (game.view_type, *game.event_types):
        for kind in reached(shown):
            assert kind is not secret
            assert kind.__module__ != f"engine.{name}.state", kind
            plain = issubclass(kind, (int, str, NoneType, Enum))
            assert plain or (is_dataclass(kind) and kind.__dataclass_params__.frozen), kind  # type: ignore[attr-defined] # set by dataclass


def reached(kind: Any) -> set[type]:
    """Every class that annotations lead to, containers aside."""
    found: set[type] = set()
    waiting = [kind]
    while waiting:
        here = waiting.pop()
        if arguments := get_args(here):
            waiting.extend(part for part in arguments if part is not Ellipsis)
        elif isinstance(here, type) and here not in found:
            found.add(here)
            if is_dataclass(here):
                waiting.extend(get_type_hints(here).values())
    return found


@every_table
def test_views_and_events_are_of_the_types_the_game_names(name: str, seats: int) -> None:
    for played in courses(name, seats):
        for moment in played.every(5):
            for viewer in played.viewers():
                view = played.game.view(moment.state, viewer)
                assert type(view) is played.game.view_type
                assert view.seat == viewer  # type: ignore[attr-defined] # narrowed to `type` by the line above
        for moment in played.moments:
            assert all(type(notice.event) in played.game.event_types for notice in moment.notices)
