"""The rules of Silencio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry, scenario
from engine.bots import Question
from engine.game import Refused
from engine.match import Match
from engine.rng import Rng
from engine.scenario import cards_in
from engine.silencio import actions, words
from engine.silencio.actions import Play, Send
from engine.silencio.bot import greedy
from engine.silencio.cards import Card, Hang, Laid, deck, top
from engine.silencio.position import KEYS
from engine.silencio.state import State
from engine.silencio.view import Drew, Fizzled, Gave, Handed, OnlyWay, Said, View

GAME = registry.game("silencio")
NAMES = ("Ada", "Bo", "Cleo", "Dan")
SCENARIOS = [
    each
    for name in ("silencio", "silencio_more")
    for each in scenario.read(Path(__file__).with_name("scenarios").joinpath(f"{name}.toml").read_text("utf-8"))
]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.title)
def test_scenario(case: scenario.Scenario) -> None:
    assert scenario.check(case) is None


# --- properties of whole games

tables = st.tuples(
    st.integers(2, 4),
    st.integers(0, 2**32),
    st.fixed_dictionaries(
        {
            "start": st.sampled_from(["claim", "random"]),
            "shared": st.sampled_from(["may", "must"]),
            "tavern": st.sampled_from(["off", "on"]),
            "extinguished": st.sampled_from(["", "great", "r b", "great r b y g"]),
        }
    ),
)


def played(table: tuple[int, int, dict[str, str]]) -> Any:
    """Random legal play: (match, seat, action, notices) after each ply."""
    seats, seed, options = table
    match, rng = Match(GAME, seats, seed, options), Rng(seed, "choices")
    while match.outcome() is None:
        seat = rng.choice(sorted(match.to_act()))
        action = rng.choice(match.legal(seat))
        yield match, seat, action, match.play_checked(seat, action)
        assert match.serial < 1000, "the game does not end"


def pieces(state: State) -> Counter[Card]:
    rows = [laid.card for row in state.rows for laid in row]
    return Counter([*rows, *sum(state.hands + state.open, ()), *state.oracle, *state.stock, *state.box])


@settings(max_examples=25, deadline=None)
@given(tables)
def test_every_card_is_in_one_place_after_every_ply(table: tuple[int, int, dict[str, str]]) -> None:
    for match, *_ in played(table):
        assert pieces(match.state) == Counter(deck(match.seats))


@settings(max_examples=25, deadline=None)
@given(tables)
def test_rows_rise_and_the_side_depends_on_adjacency_alone(table: tuple[int, int, dict[str, str]]) -> None:
    for match, *_ in played(table):
        for row in match.state.rows:
            for place, laid in enumerate(row):
                under = top(row[:place])
                assert laid.card.value > under
                assert laid.dark == (laid.card.value == under + 1)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_who_owes_a_decision_has_legal_actions_and_nobody_else(table: tuple[int, int, dict[str, str]]) -> None:
    for match, *_ in played(table):
        owing = {seat for seat in range(match.seats) if match.legal(seat)}
        assert owing == match.to_act() == match.view(None).to_act
        for seat in owing:
            for action in match.legal(seat):
                assert actions.parse(str(action)) == action
                match.checked(seat, action)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_nobody_who_holds_a_card_that_fits_may_pass(table: tuple[int, int, dict[str, str]]) -> None:
    for match, *_ in played(table):
        view = match.view(match.state.turn)
        if view.asked is None or view.asked.ask != "turn":
            continue
        fitting = [card for card in view.own if card.value > top(view.rows[card.colour])]
        if Hang.GREEN in view.hangs:
            fitting = [card for card in fitting if str(card)[0] == "g"]
        assert bool(fitting) <= ("pass" not in map(str, match.legal(view.seat)))


@settings(max_examples=25, deadline=None)
@given(tables)
def test_views_dealt_anew_are_equal(table: tuple[int, int, dict[str, str]]) -> None:
    for match, seat, *_ in played(table):
        for viewer in (None, *range(match.seats)):
            view = match.view(viewer)
            other = GAME.redealt(view, Rng(seat, "redealt"))
            assert GAME.view(other, viewer) == view
            assert pieces(other) == Counter(deck(match.seats))


@settings(max_examples=40, deadline=None)
@given(tables)
def test_a_seat_is_shown_its_hand_and_what_lies_face_up_and_no_other_card(
    table: tuple[int, int, dict[str, str]],
) -> None:
    before: State = Match(GAME, *table).state
    for match, _, _, notices in played(table):
        state = match.state
        drawn = {str(notice.event.card) for notice in notices if isinstance(notice.event, Drew)}
        for viewer in () if match.outcome() else (None, *range(match.seats)):
            may = face_up(state) | held(state, viewer)
            if state.failed is not None:
                may |= drawn
            if state.handed is not None and (
                viewer in (state.stack[-1].seat, state.stack[-1].partner) or notices[-1].to is None
            ):
                may.add(str(state.handed))
            assert set(cards_in(match.view(viewer), GAME.card_types)) == may
            told = [notice.event for notice in notices if notice.to is None or viewer in notice.to]
            was = face_up(before) | held(before, viewer) | drawn
            assert set(cards_in(told, GAME.card_types)) <= may | was
        before = state


def face_up(state: State) -> set[str]:
    rows = {str(laid.card) for row in state.rows for laid in row}
    return rows | {str(card) for cards in (*state.open, state.oracle, state.box) for card in cards}


def held(state: State, viewer: int | None) -> set[str]:
    return set() if viewer is None else set(map(str, state.hands[viewer]))


@settings(max_examples=25, deadline=None)
@given(tables)
def test_greedy_plays_whole_games_legally(table: tuple[int, int, dict[str, str]]) -> None:
    seats, seed, options = table
    match, rng = Match(GAME, seats, seed, options), Rng(seed, "choices")
    memory: list[list[Any]] = [[] for _ in range(seats)]
    while match.outcome() is None:
        seat = rng.choice(sorted(match.to_act()))
        action = greedy(Question(match.view(seat), match.legal(seat), memory[seat], rng))
        for notice in match.play(seat, action):
            for other in range(seats) if notice.to is None else notice.to:
                memory[other].append(notice.event)
        assert match.serial < 1000


# --- who learns what


def at(seats: int, options: dict[str, str] | None = None, **position: Any) -> Match:
    state = GAME.from_position({"stones": "", **position}, seats, GAME.settled(options or {}))
    return Match(GAME, seats, 0, options, state)


def do(match: Match, seat: int, text: str) -> list[Any]:
    return [notice.event for notice in match.play(seat - 1, GAME.parse(text))]


def test_only_the_two_who_swap_learn_which_cards_change_hands() -> None:
    match = at(3, rows={"g": "g4"}, hands=["g7 b2", "b6 r5", "y7 b8"])
    do(match, 1, "play g7")
    do(match, 1, "choose 2")
    (gave, handed) = match.play(1, GAME.parse("swap r5 with 3"))
    assert (gave.event, gave.to) == (Gave(1, 2), None)
    assert (handed.event, handed.to) == (Handed(1, 2, Card.parse("r5")), frozenset({1, 2}))
    assert [match.view(viewer).handed for viewer in (None, 0, 1, 2)] == [None, None, *[Card.parse("r5")] * 2]


def test_an_open_card_that_is_swapped_is_seen_by_all_and_must_not_come_back() -> None:
    match = at(3, rows={"g": "g4"}, hands=["g7 b2", "b6", "y7 b8"], open=["", "r5", ""])
    do(match, 1, "play g7")
    do(match, 1, "choose 2")
    (_, handed) = match.play(1, GAME.parse("swap r5 with 3"))
    assert handed.to is None
    assert match.view(None).handed == Card.parse("r5")
    with pytest.raises(Refused, match="the very card"):
        do(match, 3, "give r5")


def test_a_card_that_a_seat_saw_go_to_a_hand_stays_there_when_the_rest_is_dealt_anew() -> None:
    match = at(3, rows={"g": "g4"}, hands=["g7 b2", "b6 r5", "y7 b8"], stock="b10 y10 r10 r9 r8 r7 r6")
    do(match, 1, "play g7")
    do(match, 1, "choose 2")
    do(match, 2, "swap r5 with 3")
    view = match.view(1)
    assert all(Card.parse("r5") in GAME.redealt(view, Rng(seed)).hands[2] for seed in range(20))
    for luck in range(50):
        match = at(2, rows={"r": "r4"}, hands=["r3 y5", "r6"], stock="b5 b6 b7 b8", hangs="draw")
        match.reseed(luck)
        if not do(match, 1, "draw")[0].fits:
            break
    view = match.view(1)
    assert all(Card.parse("r3") in GAME.redealt(view, Rng(seed)).hands[0] for seed in range(20))


def test_hands_are_shown_when_the_game_is_over_and_not_before() -> None:
    match = at(2, rows={"r": "r7"}, hands=["r2", "r3"], passes=1)
    assert match.view(None).shown == ()
    assert not match.may_talk()
    do(match, 1, "pass")
    assert match.view(None).shown == ((Card.parse("r2"),), (Card.parse("r3"),))
    assert match.may_talk()


def test_an_answer_that_everybody_can_see_to_be_the_only_one_is_carried_out_and_said() -> None:
    match = at(2, rows={"b": "b2*"}, hands=["b3 y3", "g6"], oracle="r5")
    assert OnlyWay(0) in do(match, 1, "play b3")


def test_a_light_effect_that_finds_nothing_is_said_to_and_not_declined() -> None:
    match = at(2, rows={"b": "b2*"}, hands=["b4 y3", "g6"])
    assert Fizzled(0) in do(match, 1, "play b4")


def test_each_draw_is_a_chance_of_its_own() -> None:
    drawn = set()
    for luck in range(60):
        match = at(2, rows={"y": "y4", "b": "b7"}, hands=["y5 b2", "g3 g6"], hangs="draw")
        match.reseed(luck)
        first, *_ = do(match, 1, "draw")
        if not first.fits:
            do(match, 1, "play y5")
        second, *_ = do(match, 2, "draw")
        drawn.add((str(first.card), str(second.card)))
    assert len(drawn) == 4


def test_the_table_counts_what_cannot_be_played_as_things_stand() -> None:
    match = at(
        2,
        {"tavern": "on"},
        rows={"r": "r4", "g": "g3"},
        hands=["r3 r7 g5", "b2"],
        open=["y2", ""],
        tavern={"open": True},
        hangs="green",
    )
    (said,) = do(match, 1, "say stuck")
    assert isinstance(said, Said)
    assert said.stuck == 3
    assert "“I have 3 hand cards I cannot play.”" in GAME.describe(said, NAMES)


def test_bots_leave_the_claim_to_people_and_nothing_else() -> None:
    match = Match(GAME, 3, 5)
    assert GAME.people_first(match.state)
    match.play(1, GAME.parse("claim"))
    assert not GAME.people_first(match.state)


# --- said before it is played


def explained(match: Match, seat: int, text: str) -> str:
    return GAME.explain(match.view(seat - 1), GAME.parse(text))


def test_every_card_says_its_side_and_its_effect_before_it_is_played() -> None:
    match = at(2, rows={"r": "r4"}, hands=["r5 r7 y2", "b6"])
    assert explained(match, 1, "play r5") == (
        "Play red 5: dark, right above 4; the next card’s light effect does not happen."
    )
    assert (
        explained(match, 1, "play r7")
        == "Play red 7: light; you may then: the next card’s dark effect does not happen."
    )
    assert "dark, right above 1" in explained(match, 1, "play y2")


def test_what_blocks_an_effect_is_said_before_the_card_is_played() -> None:
    match = at(2, rows={"r": "r4"}, hands=["r5 r7", "b6"], hangs="no-dark")
    assert "is blocked by the “no dark effect” that hangs" in explained(match, 1, "play r5")
    assert "“no dark effect” that hangs is used up" in explained(match, 1, "play r7")
    match = at(2, rows={"r": "r4"}, hands=["r5", "b6"])
    assert "as your last hand card" in explained(match, 1, "play r5")
    match = at(2, rows={"g": "g7"}, hands=["g8 r5", "b6"])
    assert "the highest green has no dark effect" in explained(match, 1, "play g8")


STOPS = "this could stop everybody: the next card must be green"


@pytest.mark.parametrize(
    ("position", "warned"),
    [
        ({"hands": ["g5 b2", "r3"]}, True),
        ({"hands": ["g5 b2", "r3"], "hangs": "no-dark"}, False),
        ({"hands": ["g5", "r3"]}, False),  # the last hand card
        ({"hands": ["g5 g3", "r3"]}, True),  # a lower green is no way out
        ({"hands": ["g5 g7", "r3"]}, False),  # one's own way out
        ({"hands": ["g5 b2", "r3"], "open": ["", "g6"]}, False),  # a way out for everybody to see
        ({"hands": ["g6 b2", "r3"]}, False),  # light
    ],
)
def test_the_table_warns_before_a_card_that_could_stop_everybody(position: dict[str, Any], warned: bool) -> None:
    match = at(2, rows={"g": "g4"}, **position)
    card = "g6" if "g6 b2" in position["hands"] else "g5"
    assert (STOPS in explained(match, 1, f"play {card}")) is warned


def test_the_warning_is_given_before_a_draw_too() -> None:
    match = at(2, rows={"g": "g4"}, hands=["g5 b2", "r3"], hangs="draw")
    assert STOPS in explained(match, 1, "draw")
    match = at(2, rows={"g": "g4"}, hands=["g6 b2", "r3"], hangs="draw")
    assert STOPS not in explained(match, 1, "draw")


def test_what_hangs_is_told_in_words() -> None:
    assert words.hanging(at(2, hands=["r3", "r4"]).view(0)) == ()
    view = at(2, hands=["r3", "r4"], hangs="no-dark green").view(0)
    assert words.hanging(view) == (
        "The dark effect of the next card played does not happen.",
        "The next card played must be green.",
    )
    for luck in range(50):
        match = at(2, rows={"r": "r4"}, hands=["r3 y5", "r6"], hangs="draw")
        match.reseed(luck)
        if do(match, 1, "draw") == [Drew(0, Card.parse("r3"), False)]:
            break
    assert words.hanging(match.view(1)) == (
        "The card drawn at random, red 3, did not fit: now any card that fits may be played.",
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play r3", "The red row is at 4; red 3 is not higher."),
        ("play b6", "You do not hold blue 6; for the open one say “play b6 from 2”."),
        ("play y8 from 2", "No yellow 8 lies open before seat 2."),
        ("pass", "You cannot pass while a card of yours fits."),
        ("draw", "There is nothing to draw for: no random draw hangs over the next card."),
        ("stone r", "The small red rune stone is out."),
        ("stone b", "You have used a stone this turn; one a turn is all."),
        ("say stuck", "At this table there is no tavern."),
        ("claim", "The start-player card is taken."),
        ("end", "It is your turn: play a card, or pass if nothing fits."),
    ],
)
def test_a_refusal_says_why(text: str, why: str) -> None:
    match = at(2, rows={"r": "r4"}, hands=["r3 r5", "y8"], open=["", "b6"], stones="b", phase="play")
    with pytest.raises(Refused) as refused:
        do(match, 1, text)
    assert str(refused.value) == why


# --- positions


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({"hands": ["r3", "r3"]}, "r3 is in the position twice"),
        ({"hands": ["r3", "r9"]}, "r9 is not in use with 2 seats"),
        ({"hands": ["r3", "x9"]}, "no card"),
        ({"hands": ["r3"]}, "list of 2 texts"),
        ({"hands": ["r3", "r4"], "rows": {"r": "r7 r5"}}, "cannot lie on 7"),
        ({"hands": ["r3", "r4"], "rows": {"r": "b7"}}, "does not belong in the red row"),
        ({"hands": ["r3", "r4"], "rows": {"r": "r5*"}}, "r5 lies light"),
        ({"hands": ["r3", "r4"], "rows": {"r": "r2"}}, "r2 lies dark"),
        ({"hands": ["r3", "r4"], "rows": {"p": "r2"}}, "no colour"),
        ({"hands": ["r3", "r4"], "oracle": "b2 b3 b4"}, "at most 2 cards"),
        ({"hands": ["r3", "r4"], "turn": 3}, "from 1 to 2"),
        ({"hands": ["r3", "r4"], "passes": 3}, "from 0 to 2"),
        ({"hands": ["r3", "r4"], "passes": 1, "phase": "play"}, "phase can only be start"),
        ({"hands": ["r3", "r4"], "phase": "noon"}, "is no phase"),
        ({"hands": ["r3", "r4"], "phase": "end"}, "all rows are empty"),
        ({"hands": ["r3", "r4"], "phase": "give", "rows": {"r": "r2*"}}, "no card has been played"),
        ({"hands": ["r3", ""], "phase": "claim"}, "everybody has cards"),
        ({"hands": ["r3", "r4"], "hangs": "draw green"}, "only one can hang"),
        ({"hands": ["r3", "r4"], "hangs": "rain"}, "has no “rain”"),
        ({"hands": ["r3", "r4"], "stones": "x"}, "has no “x”"),
        ({"hands": ["r3", "r4"], "tavern": {"open": True}}, "no tavern"),
        ({"hands": ["r3", "r4"], "owes": {"ask": "dance"}}, "is no question"),
        ({"hands": ["r3", "r4"], "owes": {"drawn": "r4"}}, "cannot have been drawn"),
    ],
)
def test_an_inconsistent_position_is_refused_with_what_is_wrong(position: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        at(2, **position)


things = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.floats() | st.sampled_from(["", "r3", "r3 b4", "g5*", "draw"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["r", "open", "count", "ask"]), inner),
    max_leaves=4,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), things), st.booleans())
def test_whatever_a_position_file_holds_it_is_read_or_refused(position: dict[str, Any], dealt: bool) -> None:
    if dealt:
        position["hands"] = ["r7 b3", "y4"]
    with suppress(Refused):
        assert pieces(at(2, **position).state) == Counter(deck(2))


def test_a_stone_that_the_option_extinguishes_cannot_be_lit() -> None:
    with pytest.raises(Refused, match="extinguished"):
        at(2, {"extinguished": "r"}, hands=["r3", "r4"], stones="r b")
    assert at(2, {"extinguished": "r"}, hands=["r3", "r4"], stones="b").view(0).stones == ("b",)
    state = GAME.from_position({"hands": ["r3", "r4"]}, 2, GAME.settled({"extinguished": "r great"}))
    assert GAME.to_position(state)["stones"] == "b y g"


def test_an_open_tavern_counts_nothing() -> None:
    with pytest.raises(Refused, match="count is 0"):
        at(2, {"tavern": "on"}, hands=["r3", "r4"], tavern={"open": True, "count": 1})


def test_a_position_inside_a_swap_is_read_as_it_was_written() -> None:
    match = at(3, rows={"g": "g4"}, hands=["g7 b2", "b6 r5", "y7 b8"], stones="b")
    do(match, 1, "play g7")
    do(match, 1, "choose 2")
    do(match, 2, "swap r5 with 3")
    written = GAME.to_position(match.state)
    again = GAME.from_position({k: v for k, v in written.items() if k != "counts"}, 3, GAME.settled({}))
    assert again == match.state


# --- the bot


def asked(match: Match, seat: int, memory: Sequence[Any] = ()) -> Any:
    return greedy(Question(match.view(seat - 1), match.legal(seat - 1), memory, Rng(1)))


def test_greedy_skips_no_card_that_it_knows_a_partner_to_hold() -> None:
    match = at(2, rows={"r": "r3", "y": "y2*"}, hands=["r6 y7", "b2 r5"])
    knowing = [Handed(0, 1, Card.parse("r5"))]
    assert asked(match, 1, knowing) == Play(Card.parse("y7"))
    match = at(2, rows={"r": "r3", "y": "y2*"}, hands=["r5 y7", "b2 y4"])
    assert asked(match, 1, [Handed(0, 1, Card.parse("y4"))]) == Play(Card.parse("r5"))


def test_greedy_does_not_demand_green_when_no_green_can_follow() -> None:
    match = at(2, rows={"g": "g2* g6", "r": "r3"}, hands=["g7 r6", "b2 r4"], oracle="g8 r2")
    assert asked(match, 1) == Play(Card.parse("r6"))


def test_greedy_sends_a_card_that_can_still_be_played() -> None:
    match = at(2, rows={"b": "b2*", "r": "r6"}, hands=["b3 y3", "g6"], oracle="r5 y4")
    do(match, 1, "play b3")
    assert asked(match, 1) == Send(Card.parse("y4"), 1)


def test_greedy_leaves_the_last_blue_effect_when_the_game_is_won_without() -> None:
    match = at(2, rows={"r": "r3 r8"}, hands=["b4", ""])
    do(match, 1, "play b4")
    assert str(asked(match, 1)) == "decline"


def test_a_view_tells_what_the_board_needs() -> None:
    view: View = at(2, rows={"r": "r2* r5"}, hands=["r7 b3", "y4"], open=["g3", ""]).view(0)
    assert view.rows[0] == (Laid(Card.parse("r2"), True), Laid(Card.parse("r5"), False))
    assert view.counts == (2, 1)
    assert view.left == 4
    assert view.to_act == {0}
