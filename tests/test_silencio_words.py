"""What Silencio says before a card is played, what its position files hold, and how its bot decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import Question
from engine.game import Refused
from engine.match import Match
from engine.rng import Rng
from engine.silencio import words
from engine.silencio.actions import Play, Send
from engine.silencio.bot import greedy
from engine.silencio.cards import Card, Laid, deck
from engine.silencio.position import KEYS
from engine.silencio.view import Drew, Handed, View
from tests.test_silencio import GAME, at, do, pieces

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
    assert "is blocked by “no dark effect”" in explained(match, 1, "play r5")
    assert "“no dark effect” is used up" in explained(match, 1, "play r7")
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
    assert words.hanging(match.view(1)) == ("The card drawn, red 3, does not fit: play any that does.",)


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
