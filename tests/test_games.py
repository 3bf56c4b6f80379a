"""What every game must keep, whichever it is: found by name, none listed here."""

from __future__ import annotations

import os
import subprocess
import sys
from copy import deepcopy

import pytest

from engine import arena, registry
from engine.game import Refused
from engine.match import Match
from engine.replay import position_hash
from tests.courses import NAMES, THEN_ONLY, census, course, courses, every_game, every_table, is_sentence

# --- turns


@every_table
def test_exactly_the_seats_that_owe_a_decision_have_legal_actions(name: str, seats: int) -> None:
    for played in courses(name, seats):
        game = played.game
        for moment in played.moments:
            having = {seat for seat in range(seats) if game.legal_actions(game.view(moment.state, seat))}
            assert having == game.to_act(moment.state)
            assert not game.legal_actions(game.view(moment.state, None))
            assert game.awaited(moment.state) <= game.to_act(moment.state)
            assert game.awaited(moment.state), "a game that is not over waits for somebody"


@every_table
def test_every_game_ends_and_then_nobody_owes_anything(name: str, seats: int) -> None:
    for played in courses(name, seats):
        game = played.game
        assert played.outcome is not None, f"not over after {len(played.moments)} plies"
        assert not game.to_act(played.end)
        assert not any(game.legal_actions(game.view(played.end, viewer)) for viewer in played.viewers())
        assert all(game.outcome(moment.state) is None for moment in played.moments)


@every_table
def test_an_outcome_ranks_every_seat_and_gives_a_reason_that_names_none(name: str, seats: int) -> None:
    for played in courses(name, seats):
        outcome = played.outcome
        assert outcome is not None
        assert len(outcome.scores) == len(outcome.ranks) == seats
        if played.game.co_operative:
            assert outcome.winners in ((), tuple(range(seats)))
            assert len(set(outcome.scores)) == 1
        else:
            assert outcome.winners == tuple(seat for seat in range(seats) if outcome.ranks[seat] == 1)
            assert all(rank == 1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks)
        assert is_sentence(outcome.reason)
        assert "seat" not in outcome.reason.lower()


# --- actions


@every_table
def test_legal_actions_have_no_doubles_and_their_text_is_canonical(name: str, seats: int) -> None:
    for played in courses(name, seats):
        for moment in played.moments:
            texts = [str(action) for action in moment.legal]
            assert len(set(texts)) == len(set(moment.legal)) == len(texts)
            for action, text in zip(moment.legal, texts, strict=True):
                assert played.game.parse(text) == action
                assert text == " ".join(text.lower().split())
                assert text.isascii()
                assert text.isprintable()


@every_table
def test_a_listed_action_is_its_own_canonical_spelling_and_may_be_typed_carelessly(name: str, seats: int) -> None:
    for played in courses(name, seats):
        for moment in played.every(5):
            view = played.game.view(moment.state, moment.seat)
            for action in moment.legal:
                assert played.game.canonical(view, action) == action
                assert played.game.parse(f"  {str(action).upper()}  ".replace(" ", "  ")) == action


@every_game
@pytest.mark.parametrize(
    "text", ["", " ", "xyzzy", "play", "place", "pass pass", "[red]", "\x1b[2J", "9" * 5000, "٣", "é"]
)
def test_what_is_no_action_is_refused_with_a_sentence(name: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        registry.game(name).parse(text)
    assert str(refused.value).strip()


@every_table
def test_applying_an_action_changes_no_state_and_gives_the_same_again(name: str, seats: int) -> None:
    for played in courses(name, seats):
        for moment in played.every(3):
            kept = deepcopy(moment.state)
            first = played.game.apply(moment.state, moment.seat, moment.action)
            again = played.game.apply(moment.state, moment.seat, moment.action)
            assert moment.state == kept
            assert first == again
            assert first.state == moment.after
            assert hash(first.state) == hash(again.state)


@every_table
def test_a_refused_action_changes_nothing_and_is_told_why(name: str, seats: int) -> None:
    for played in courses(name, seats):
        game = played.game
        known = {action for moment in played.moments for action in moment.legal}
        some = sorted(known, key=str)[:: max(1, len(known) // 60)]
        for moment in played.every(7):
            match = Match(game, seats, 0, played.options, moment.state)
            for seat in range(seats):
                view = match.view(seat)
                for action in some:
                    if game.canonical(view, action) in game.legal_actions(view):
                        continue
                    with pytest.raises(Refused) as refused:
                        match.play(seat, action)
                    assert is_sentence(str(refused.value)), (str(action), str(refused.value))
                    assert match.serial == 0
                    assert match.state == moment.state
            assert is_sentence(game.why_not(game.view(moment.state, None), moment.action))


@every_table
def test_the_game_can_be_replayed_to_the_same_positions(name: str, seats: int) -> None:
    for played in courses(name, seats):
        again = Match(played.game, seats, 0, played.options, played.moments[0].state)
        for moment in played.moments:
            assert position_hash(played.game, again.state) == position_hash(played.game, moment.state)
            again.play(moment.seat, played.game.parse(str(moment.action)))
        assert again.outcome() == played.outcome


HASHES = """
import sys
from tests.courses import course
from engine.replay import position_hash
played = course(sys.argv[1], int(sys.argv[2]), 2)
print(*[position_hash(played.game, moment.state) for moment in played.moments], sep=" ")
for moment in played.moments:
    print(*moment.legal, sep=";")
"""


@every_game
def test_a_game_is_the_same_in_every_process(name: str) -> None:
    """Order that comes from a set differs from process to process."""
    seats = max(registry.game(name).seats)

    def told(hash_seed: str) -> str:
        environ = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", HASHES, name, str(seats)]
        return subprocess.run(command, env=environ, capture_output=True, text=True, check=True, timeout=60).stdout

    assert told("1") == told("2") != ""


# --- positions


@every_table
def test_no_card_is_lost_or_doubled(name: str, seats: int) -> None:
    """A card leaves the game only by an action that names it, such as Tranquility's `start`."""
    for played in courses(name, seats):
        whole = census(played.game, played.moments[0].state)
        assert whole
        for moment in played.moments:
            now = census(played.game, moment.after)
            assert now <= whole, str(moment.action)
            assert set(whole - now) <= set(str(moment.action).split()), str(moment.action)
            whole = now


@every_table
def test_a_position_is_read_as_it_was_written(name: str, seats: int) -> None:
    for played in courses(name, seats):
        game = played.game
        for moment in played.every(4):
            written = game.to_position(moment.state)
            given = {key: value for key, value in written.items() if key not in THEN_ONLY}
            again = game.from_position(given, seats, played.options)
            assert game.to_position(again) == written
            assert game.to_act(again) == game.to_act(moment.state)
            for viewer in played.viewers():
                legal = game.legal_actions(game.view(moment.state, viewer))
                assert game.legal_actions(game.view(again, viewer)) == legal, str(moment.action)


@every_game
def test_a_position_with_an_unknown_key_is_refused(name: str) -> None:
    game = registry.game(name)
    seats = min(game.seats)
    with pytest.raises(Refused):
        game.from_position({"sparrows": "r1"}, seats, game.settled({}))


@every_table
def test_other_luck_to_come_changes_nothing_that_is(name: str, seats: int) -> None:
    played = course(name, seats, 1)
    for moment in played.every(5):
        other = played.game.reseeded(moment.state, 77)
        for viewer in played.viewers():
            assert played.game.view(other, viewer) == played.game.view(moment.state, viewer)


# --- texts


@every_table
def test_everything_met_in_a_game_is_told_in_sentences(name: str, seats: int) -> None:
    for played in courses(name, seats):
        game = played.game
        for moment in played.moments:
            for notice in moment.notices:
                assert is_sentence(told := game.describe(notice.event, NAMES)), told
        for moment in played.every(2):
            for viewer in played.viewers():
                view = game.view(moment.after, viewer)
                for told in (game.prompt(view, NAMES), game.hand(view), *game.tell(view, NAMES)):
                    assert is_sentence(told), told
                for action in game.legal_actions(view):
                    assert is_sentence(told := game.explain(view, action)), told


@every_table
def test_names_of_people_pass_through_as_they_are(name: str, seats: int) -> None:
    played = course(name, seats, 1)
    text = " ".join(
        told for moment in played.moments for told in played.game.tell(played.game.view(moment.after, 0), NAMES)
    )
    spoken = " ".join(
        played.game.describe(notice.event, NAMES) for moment in played.moments for notice in moment.notices
    )
    assert NAMES[0] in text + spoken
    assert all(person not in text + spoken for person in NAMES[seats:])


@every_game
def test_the_help_has_a_title_sections_and_the_rulings(name: str) -> None:
    game = registry.game(name)
    lines = game.help().splitlines()
    assert lines[0] == f"# {game.title}"
    sections = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    assert len(sections) >= 3
    assert "Rulings" in sections
    assert all(f"`{option.name}" in game.help() for option in game.options)
    assert is_sentence(game.blurb)


@every_game
def test_options_settle_to_their_defaults_and_refuse_what_they_do_not_know(name: str) -> None:
    game = registry.game(name)
    settled = game.settled({})
    assert game.settled(settled) == settled == {option.name: option.settled(option.default) for option in game.options}
    for option in game.options:
        assert is_sentence(option.help)
        for choice in option.choices:
            assert option.settled(choice) == choice
        with pytest.raises(Refused):
            game.settled({option.name: "sparrow"})
        if option.many:
            assert option.settled(",".join(reversed(option.choices))) == " ".join(option.choices)
    with pytest.raises(Refused):
        game.settled({"sparrow": "yes"})
    for seats in (min(game.seats) - 1, max(game.seats) + 1):
        with pytest.raises(Refused):
            game.check_seats(seats)


# --- bots


@every_table
def test_every_bot_plays_whole_games(name: str, seats: int) -> None:
    game = registry.game(name)
    for level in registry.bots(name):
        (played,) = arena.play(game, seats, [level], 1, 4, {}, clock=lambda: 0.0, think=0.002)
        assert played.outcome is not None, level
