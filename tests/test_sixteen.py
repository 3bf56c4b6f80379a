"""The rules of Sixteen, ruling by ruling."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.game import Outcome, Refused
from engine.match import Match
from engine.rng import Rng
from engine.sixteen import GAME
from engine.sixteen.cards import ALL, BIN, SCISSORS, SUITS, Colour, Tile
from engine.sixteen.rules import HAND, setup
from engine.sixteen.state import State

DEFAULTS = GAME.settled({})
ROWS = {"r": "r1", "y": "y1", "g": "g1", "b": "b1", "p": "p1"}
NAMES = ("Ada", "Bo", "Cleo", "Dan")


def at(*hands: str, after_special: str = "tile", **position: Any) -> Match:
    """A match in which these hands are held; seat 1 is to move. Rows not given hold their 1."""
    rows = ROWS | position.pop("rows", {})
    options = GAME.settled({"after_special": after_special})
    state = GAME.from_position({"rows": rows, "hands": list(hands), **position}, len(hands), options)
    return Match(GAME, len(hands), 0, options, state)


def play(match: Match, *actions: str) -> None:
    """Whoever is to move says these, one after another."""
    for action in actions:
        match.play(match.state.turn, GAME.parse(action))


def legal(match: Match) -> set[str]:
    return set(map(str, match.legal(match.state.turn)))


def row(match: Match, letter: str) -> str:
    return " ".join(map(str, match.state.rows[Colour.parse(letter)]))


def ended(match: Match) -> Outcome:
    outcome = match.outcome()
    assert outcome is not None
    return outcome


# --- pieces and setup


def test_there_are_88_tiles_five_suits_of_17_two_scissors_and_a_bin() -> None:
    assert len(ALL) == 88
    assert all(len(suit) == 17 for suit in SUITS)
    assert Counter(ALL)[SCISSORS] == 2
    assert Counter(ALL)[BIN] == 1
    assert all(Tile.parse(str(tile)) == tile for tile in ALL)


@pytest.mark.parametrize(("seats", "dealt", "bag"), [(2, 30, 23), (3, 29, 1), (4, 22, 0)])
def test_everybody_is_dealt_as_many_tiles_and_the_rest_is_in_the_bag(seats: int, dealt: int, bag: int) -> None:
    for seed in range(20):
        state = setup(seats, seed, DEFAULTS)
        ones = sum(tile.number == 1 for row in state.rows for tile in row)
        laid = 0 if seats == 2 else ones
        assert sum(map(len, state.hands)) + laid == dealt * seats == HAND[seats] * seats
        assert len(state.bag) == bag
        assert not any(tile.number == 1 for hand in state.hands for tile in hand)


def test_who_laid_the_red_1_starts() -> None:
    for seed in range(40):
        tiles = Rng(seed).shuffled(ALL)
        laid_by = tiles.index(SUITS[Colour.RED][0]) // HAND[4]
        assert setup(4, seed, DEFAULTS).turn == laid_by


def test_with_two_players_the_seed_chooses_who_starts() -> None:
    starters = Counter(setup(2, seed, DEFAULTS).turn for seed in range(200))
    assert min(starters[0], starters[1]) > 60


def test_with_three_players_the_unseen_tile_may_be_a_1_and_its_row_starts_empty() -> None:
    found = [state for seed in range(400) if (state := setup(3, seed, DEFAULTS)).bag[0].number == 1]
    assert len(found) > 5, "five in 88"
    for state in found:
        colour = state.bag[0].colour
        assert colour is not None
        assert state.rows[colour] == ()
    without_red_1 = [state.turn for state in found if state.bag[0].colour is Colour.RED]
    assert len(set(without_red_1)) > 1, "the seed chooses"


# --- rulings


def test_ruling_1_a_row_counts_from_its_last_number_from_0_after_a_restart_and_is_closed_by_an_end() -> None:
    rows = {"r": "r1 r9", "y": "y1 y9 y16r", "g": "g1 g9 g16e"}
    assert legal(at("r8 r10 y2 g10 scissors", "b2", rows=rows)) >= {"place r10", "place y2"}
    assert not legal(at("r8 r10 y2 g10 scissors", "b2", rows=rows)) & {"place r8", "place g10"}


def test_ruling_2_both_16s_fit_on_15_or_lower_and_on_a_restarted_row_and_end_no_run_together() -> None:
    match = at("r15 r16r r16e y16e y16r", "b2", rows={"r": "r1 r14", "y": "y1"})
    assert legal(match) == {
        *("place r15", "place r16r", "place r16e", "place r15-16r", "place r15-16e", "place y16r", "place y16e")
    }
    match = at("r16e", "b2", rows={"r": "r1 r16r"})
    assert legal(match) == {"place r16e"}
    with pytest.raises(Refused, match="16 can only be its end"):
        GAME.parse("place r16r-16e")


def test_ruling_3_a_restart_ends_the_turn_of_who_lays_it() -> None:
    match = at("r15 r16r r2 r3", "b2 b3")
    play(match, "place r15-16r")
    assert match.state.turn == 1
    play(match, "place b2")
    assert legal(match) == {"place r2", "place r3", "place r2-3"}


def test_ruling_4_scissors_take_any_last_tile_but_never_the_1_that_opened_the_row() -> None:
    match = at("scissors y2", "b2", rows={"r": "r1 r9 r16e", "g": "g1 g9 g16r"})
    assert legal(match) == {"place y2", "cut r", "cut g"}
    play(match, "cut r")
    assert row(match, "r") == "r1 r9"
    assert "place y2" not in legal(match)


def test_ruling_4_a_row_that_lacks_its_1_may_be_cut_empty() -> None:
    match = at("scissors y2 b9", "y3", "p4", rows={"b": "b6"})
    assert "cut b" in legal(match)
    play(match, "cut b")
    assert row(match, "b") == ""
    assert legal(match) == {"place b9", "stop"}


def test_ruling_5_the_bin_takes_a_block_from_the_end_over_a_restart_too_and_leaves_the_1() -> None:
    match = at("bin y2", "b2", rows={"r": "r1 r9 r16r r3"})
    assert legal(match) == {"place y2", "bin r 1", "bin r 2", "bin r 3"}
    play(match, "bin r 3")
    assert row(match, "r") == "r1"
    assert Counter(map(str, match.state.aside)) == Counter(["bin", "r9", "r16r", "r3"])


def test_ruling_6_after_a_special_one_tile_may_follow_on_that_row_or_nothing() -> None:
    match = at("scissors bin r5 r6 y2", "b2", rows={"r": "r1 r4 r9"})
    play(match, "cut r")
    assert legal(match) == {"place r5", "place r6", "stop"}
    play(match, "place r6")
    assert (row(match, "r"), match.state.turn) == ("r1 r4 r6", 1)


def test_ruling_6_with_the_option_a_run_may_follow() -> None:
    match = at("scissors r5 r6 y2", "b2", rows={"r": "r1 r4 r9"}, after_special="run")
    play(match, "cut r")
    assert legal(match) == {"place r5", "place r6", "place r5-6", "stop"}


def test_ruling_6_stop_is_said_even_if_nothing_else_is_left() -> None:
    match = at("scissors r2 y9", "b2", rows={"r": "r1 r4 r9"})
    play(match, "cut r")
    assert legal(match) == {"stop"}
    assert match.state.turn == 0


def test_ruling_7_a_special_needs_something_to_remove() -> None:
    assert legal(at("scissors bin", "b2")) == {"pass"}


def test_ruling_7_one_special_a_turn() -> None:
    match = at("scissors scissors bin y2", "b2", rows={"r": "r1 r4 r9"})
    play(match, "cut r")
    for action in ("cut r", "bin r 1", "place y2", "pass"):
        with pytest.raises(Refused):
            play(match, action)


@pytest.mark.parametrize(("hand", "action"), [("r2", "place r2"), ("scissors", "cut y"), ("bin", "bin y 2")])
def test_ruling_8_going_out_by_any_means_wins_at_once(hand: str, action: str) -> None:
    match = at(hand, "b2", "p16e scissors", rows={"y": "y1 y5 y9"})
    play(match, action)
    outcome = ended(match)
    assert (outcome.winners, outcome.scores, outcome.ranks) == ((0,), (0, 2, 36), (1, 2, 3))
    assert outcome.reason == "The last tile was laid."
    assert not match.to_act()


def test_ruling_10_as_many_passes_in_a_row_as_players_end_the_game() -> None:
    match = at("r3", "r4", "r5", rows={"r": "r1 r9"})
    play(match, "pass", "pass")
    assert match.outcome() is None
    play(match, "pass")
    outcome = ended(match)
    assert outcome.winners == (0,)
    assert outcome.reason == "Nobody could go on, so the tiles were counted."


def test_a_tile_or_a_special_in_between_starts_the_count_of_passes_again() -> None:
    match = at("r3 scissors", "r4", "r5", rows={"r": "r1 r9", "y": "y1 y3"}, turn=2)
    play(match, "pass", "pass")
    assert match.state.passes == 2
    play(match, "cut y")
    assert match.state.passes == 0
    play(match, "stop", "pass", "pass")
    assert match.outcome() is None
    play(match, "pass")
    assert match.outcome() is not None


def test_passing_is_for_those_who_cannot_place_and_specials_are_never_forced() -> None:
    assert "pass" not in legal(at("r2 scissors", "b2", rows={"y": "y1 y3"}))
    assert legal(at("r2 scissors", "b2", rows={"r": "r1 r3"})) == {"cut r", "pass"}


def test_equal_sums_are_told_apart_by_the_number_of_tiles_and_else_shared() -> None:
    match = at("r9 r11", "g13 g7", "y2 y8 y10", "scissors bin", rows={"r": "r1 r15", "y": "y1 y15", "g": "g1 g16e"})
    play(match, "pass", "pass", "pass")
    with pytest.raises(Refused):
        play(match, "place r9")
    play(match, "pass")
    outcome = ended(match)
    assert outcome.scores == (20, 20, 20, 40)
    assert outcome.ranks == (1, 1, 3, 4)
    assert outcome.winners == (0, 1)


def test_16s_count_16_and_specials_20() -> None:
    assert [Tile.parse(text).count for text in ("r1", "r15", "r16r", "r16e", "scissors", "bin")] == [
        1,
        15,
        16,
        16,
        20,
        20,
    ]


def test_hands_are_shown_when_the_game_is_over_and_the_bag_never() -> None:
    match = at("r3", "r4", rows={"r": "r1 r9"})
    assert match.view(None).shown == ()
    play(match, "pass", "pass")
    assert match.view(None).shown == match.state.hands
    assert match.view(None).bag == len(match.state.bag)


def test_who_passed_before_a_special_may_hold_what_fits_after_it() -> None:
    """A deal that knows of the pass must not look at the row as it is now: seat 2 held 12 tiles that fit again."""
    rows = {letter: " ".join(map(str, SUITS[Colour.parse(letter)][:15])) + f" {letter}16e" for letter in "ygbp"}
    hand = " ".join(f"r{number}" for number in range(3, 15))
    match = at(
        "scissors r2", hand, rows=rows | {"r": "r1 r15"}, aside="y16r g16r b16r p16r scissors bin r16r r16e", passes=1
    )
    play(match, "cut r")
    for viewer in (None, 0, 1):
        view = match.view(viewer)
        assert GAME.view(GAME.redealt(view, Rng(1)), viewer) == view


def test_a_deal_anew_gives_nobody_who_just_passed_a_tile_that_fits() -> None:
    match = at("r3 y5 g7", "r4", "b3 p3", rows={"r": "r1 r9", "y": "y1 y6", "g": "g1 g8"})
    play(match, "pass")
    for seed in range(50):
        dealt = GAME.redealt(match.view(1), Rng(seed)).hands[0]
        assert all(tile.is_special or tile.number <= last(match.state, tile) for tile in dealt)


def last(state: State, tile: Tile) -> int:
    assert tile.colour is not None
    return state.rows[tile.colour][-1].number


# --- words


def test_a_refusal_says_why() -> None:
    match = at("r8 y3 scissors", "b2", rows={"r": "r1 r9", "g": "g1 g16e"})
    for action, why in {
        "place r8": "The red row is at 9; red 8 is not higher.",
        "place y4": "You do not hold yellow 4.",
        "cut b": "Scissors find nothing to take in the blue row.",
        "bin r 1": "You do not hold the bin.",
        "stop": "There is nothing to stop: place a tile, use a special, or pass when no number fits.",
        "pass": "You may pass only when none of your number tiles fits.",
    }.items():
        with pytest.raises(Refused) as refused:
            match.play(0, GAME.parse(action))
        assert str(refused.value) == why
    with pytest.raises(Refused, match="It is not your turn but seat 1’s"):
        match.play(1, GAME.parse("place b2"))


def test_the_log_tells_what_happened() -> None:
    match = at("r14 r15 r16e scissors bin y2", "b2", rows={"g": "g1 g4", "p": "p1 p4 p9"})
    told = []
    for action in ("place r14-16e", "place b2"):
        told += [GAME.describe(notice.event, NAMES) for notice in match.play(match.state.turn, GAME.parse(action))]
    assert told == ["Ada placed red 14 to 16 end; the row is closed.", "Bo placed blue 2."]
