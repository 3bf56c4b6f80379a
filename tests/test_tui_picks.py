"""What one has picked up stays in hand while others talk, and a refused key never hides what Enter does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import registry
from engine.match import Match
from tests.rooms import room
from tests.test_splendor import opened
from tests.test_tui_boards import all_keys, anywhere, midgame, scene
from tests.tranquility_sitting import midgame as sea
from tests.tranquility_sitting import sharing
from tui.board import Board, Scene
from tui.boards import board
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen


class Sitting:
    """A board of a class, its messages kept."""

    def __init__(self, of: Scene) -> None:
        self.board: Board = board(of.game.name)()
        self.sent: list[Any] = []
        self.board.post_message = self._sent  # type: ignore[method-assign]  # it belongs to no app
        self.board.show(of)

    def _sent(self, message: Any) -> bool:
        self.sent.append(message)
        return True

    def press(self, *keys: str) -> Any:
        """The last message that the keys led to."""
        for key in keys:
            self.board.press(key)
        return self.sent[-1]


def again(of: Scene) -> Scene:
    """The same table after somebody said something: equal, but another update."""
    return replace(of, view=replace(of.view))


# --- updates


@given(anywhere, st.data())
def test_an_update_without_a_new_view_leaves_the_cursor_and_what_was_picked_up(
    of: Scene, chosen: st.DataObject
) -> None:
    sitting = Sitting(of)
    sitting.press(*chosen.draw(st.lists(st.sampled_from([*all_keys(sitting.board), "enter"]), max_size=8)))
    before = sitting.board.cursor
    told = len(sitting.sent)
    sitting.board.show(again(of))
    assert sitting.board.cursor == before
    assert len(sitting.sent) == told, "a refusal or a preview was replaced"


PICKED = [
    pytest.param(midgame(), ("b", "9", "space"), id="sixteen-run"),
    pytest.param(midgame(), ("d", "b", "left"), id="sixteen-bin"),
    pytest.param(scene(opened(3, 5), 1), ("w", "b"), id="splendor"),
    pytest.param(scene(sea(), 0), ("space",), id="tranquility-discard"),
    pytest.param(scene(sharing(), 0), ("space",), id="tranquility-share"),
]


@pytest.mark.parametrize(("of", "keys"), PICKED)
def test_picks_stay_in_hand_when_somebody_talks(of: Scene, keys: tuple[str, ...]) -> None:
    sitting = Sitting(of)
    begun = sitting.board.cursor
    sitting.press(*keys)
    picked = sitting.board.cursor
    assert picked != begun
    sitting.board.show(again(of))
    assert sitting.board.cursor == picked


def test_cards_chosen_to_be_discarded_stay_so_while_others_choose_theirs() -> None:
    match: Match = sharing()
    sitting = Sitting(scene(match, 0))
    sitting.press("right", "space")
    picked = sitting.board.cursor
    match.play(1, match.legal(1)[0])
    sitting.board.show(scene(match, 0))
    assert sitting.board.cursor == picked


@given(anywhere)
def test_after_ones_own_move_the_cursor_begins_anew(of: Scene) -> None:
    sitting = Sitting(of)
    if isinstance(sitting.press("enter"), Board.Chosen):
        other = replace(of, view=Other(of.view))
        sitting.board.begin = lambda scene, cursor: "begun"  # type: ignore[method-assign]  # to see it called
        sitting.board.pointed = lambda scene, cursor: ""  # type: ignore[method-assign]
        sitting.board.show(other)
        assert sitting.board.cursor == "begun"


class Other:
    """A view that is equal to no other."""

    def __init__(self, view: Any) -> None:
        self.seat = view.seat


async def test_a_line_of_talk_at_the_table_does_not_undo_a_pick() -> None:
    async with room(("here Anna", "greedy", "greedy"), game="splendor") as here:
        await here.my_turn()
        here.paper.type("wb")
        await here.shows("choose one more colour")
        here.paper.type("t")
        await here.shows("say to the table")
        here.paper.type("wait a bit\r")
        await here.shows("wait a bit")
        await here.shows("choose one more colour")
        here.paper.type("g")
        await here.shows("Take 1 diamond, 1 sapphire and 1 emerald.")


# --- refusals


@given(anywhere, st.data())
def test_enter_after_a_refused_key_only_brings_back_what_enter_would_do(of: Scene, chosen: st.DataObject) -> None:
    sitting = Sitting(of)
    keys = st.sampled_from([*all_keys(sitting.board), "enter"])
    for _ in range(12):
        said = sitting.press(chosen.draw(keys))
        if isinstance(said, Board.Chosen):
            return
        if said.refused:
            at = sitting.board.cursor
            said = sitting.press("enter")
            assert isinstance(said, Board.Pointed)
            assert not said.refused
            assert said.sentence == sitting.board.pointed(of, at)
            assert sitting.board.cursor == at
            return


def test_enter_after_that_does_what_is_said() -> None:
    sitting = Sitting(midgame())
    assert sitting.press("0").refused
    preview = sitting.press("enter")
    assert preview.sentence == "Place red 5."
    assert str(sitting.press("enter").action) == "place r5"


async def test_a_key_of_no_use_hides_the_preview_for_one_enter_only() -> None:
    async with room(("here Anna", "greedy", "greedy")) as here:
        await here.my_turn()
        await here.shows("Place ")
        here.paper.type("x\r")
        await here.until(lambda: "That key does nothing" not in here.paper.text and "Place " in here.paper.text)
        now = here.table.now
        assert now is not None
        assert now.serial == 0
        here.paper.type("\r")
        await here.until(lambda: here.table.now is not now)


@pytest.mark.parametrize("name", registry.names())
def test_enter_while_others_decide_says_so_in_a_sentence(name: str) -> None:
    seats = registry.game(name).seats[-1]
    match = Match(registry.game(name), seats, 4)
    while len(match.to_act()) == seats:
        seat = min(match.to_act())
        match.play(seat, match.legal(seat)[0])
    waiting = next(seat for seat in range(seats) if seat not in match.to_act())
    sitting = Sitting(scene(match, waiting))
    said = sitting.press("enter")
    assert said.refused
    assert said.sentence.startswith("There is nothing for you to decide now. ")
    assert said.sentence.endswith(" is to play.") or name != "sixteen"


@given(anywhere)
def test_enter_is_never_answered_with_nothing(of: Scene) -> None:
    sitting = Sitting(replace(of, legal=()))
    if sitting.board.cursor is not None:
        assert sitting.press("enter").sentence.endswith(".")


# --- laying down, and leaving


async def test_escape_puts_back_what_q_puts_back_and_else_says_what_leaves() -> None:
    async with room(("here Anna", "greedy", "greedy"), game="splendor") as here:
        await here.my_turn()
        here.paper.type("w")
        await here.shows("choose 2 more colours")
        here.paper.type("\x1b")
        await here.until(lambda: "choose 2 more colours" not in here.paper.text)
        here.paper.type("\x1b")
        await here.shows("q goes to the lobby.")
        assert isinstance(here.app.screen, TableScreen)


async def test_one_q_too_many_after_putting_something_back_does_not_leave() -> None:
    async with room(("here Anna", "greedy", "greedy"), game="splendor") as here:
        await here.my_turn()
        here.paper.type("wqq")
        await here.shows("q once more goes to the lobby")
        assert isinstance(here.app.screen, TableScreen)
        here.paper.type("q")
        await here.opens(LobbyScreen)
