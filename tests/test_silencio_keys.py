"""The board of Silencio under somebody's fingers: keys reach all that is legal, and say why when they do nothing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import Match
from engine.rng import Rng
from engine.silencio import GAME
from engine.silencio.actions import Action
from engine.silencio.cards import Card, Rune
from tests.rooms import Room, room
from tests.silencio_table import HANDS, PUBLIC, Sitting, at, board, exchanging, quiet, rich, scene, scenes
from tui.board import Scene
from tui.boards.silencio.cursor import Cursor
from tui.boards.silencio.places import Lit, OnWord, Own, Shared, open_to, path, spots
from tui.screens.result import ResultScreen

KEYS = [press for key in board.KEYS for press in key.presses]
LONGEST = 12  # keys to any legal action


def ways(of: Scene, start: Cursor | None = None) -> dict[str, tuple[str, ...]]:
    """For each action that Enter does somewhere, the shortest keys to there."""
    table = board()
    begun = table.begin(of, start)
    found: dict[str, tuple[str, ...]] = {}
    known = {begun}
    waiting: list[tuple[Any, tuple[str, ...]]] = [(begun, ())]
    while waiting:
        later: list[tuple[Any, tuple[str, ...]]] = []
        for cursor, keys in waiting:
            if (action := table.under(of, cursor)) is not None:
                found.setdefault(str(action), keys)
            for key in KEYS:
                moved = table.moved(of, cursor, key)
                if moved is not None and not isinstance(moved, str) and moved not in known:
                    known.add(moved)
                    later.append((moved, (*keys, key)))
        waiting = later
    return found


def test_few_keys_lead_to_every_legal_action_and_to_no_other() -> None:
    asked = set()
    for of in scenes(5):
        found = ways(of)
        assert set(found) == set(map(str, of.legal))
        assert max(map(len, found.values())) <= LONGEST
        asked.add(of.view.asked.ask)
    assert len(asked) >= 10, "random games come to every question"


def test_arrows_and_enter_alone_lead_to_every_legal_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.KEYS", ["left", "right", "up", "down", "enter", "q"])
    for of in scenes(23):
        assert set(ways(of)) == set(map(str, of.legal))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_can_be_played_with_keys(seats: int) -> None:
    match = Match(GAME, seats, 7, GAME.settled({"tavern": "on"}))
    rng = Rng(7, "keys")
    cursors: dict[int, Any] = {}
    while match.outcome() is None:
        seat = min(match.to_act())
        of = scene(match, seat)
        found = ways(of, cursors.get(seat))
        action = rng.choice(sorted(found))
        sitting = Sitting(of)
        sitting.cursor = board().begin(of, cursors.get(seat))
        sitting.press(*found[action])
        assert sitting.under == action
        cursors[seat] = sitting.cursor
        match.play(seat, GAME.parse(action))
    assert match.outcome() is not None


def test_the_cursor_begins_on_something_possible() -> None:
    for of in scenes():
        cursor = board().begin(of, None)
        assert cursor is not None
        assert cursor.place in open_to(of, ())


def test_the_cursor_stays_where_it_was_while_that_makes_sense() -> None:
    match = quiet()
    sitting = Sitting(scene(match, 0))
    sitting.press("b", "b")
    assert sitting.table.begin(sitting.of, sitting.cursor) == Cursor(sitting.cursor.path)
    match.play(0, GAME.parse("play r7"))
    after = Sitting(scene(match, 0))
    assert after.table.begin(after.of, Cursor((OnWord("pass"),))).place != OnWord("pass")


def test_whatever_is_pressed_is_answered_with_a_cursor_in_sight_or_a_sentence() -> None:
    rng = Rng(1, "pressing")
    for of in scenes(3):
        sitting = Sitting(of)
        for _ in range(25):
            answer = sitting.press(rng.choice(KEYS))
            assert not answer or answer[-1] in ".!?"
            assert sitting.cursor.place in spots(of, sitting.cursor.picked)
            assert sitting.table.under(of, sitting.cursor) in (None, *of.legal)
            assert sitting.pointed[-1] in ".!?”"


def test_while_others_play_one_can_look_around_and_nothing_happens() -> None:
    for of in (scene(quiet(), 1), scene(exchanging(), 2)):
        sitting = Sitting(of)
        for key in KEYS:
            sitting.press(key)
            assert sitting.under == "None"
            assert sitting.cursor.place in spots(of, ())


def test_a_key_that_does_nothing_says_why() -> None:
    sitting = Sitting(scene(at(HANDS, **PUBLIC, stones=""), 0))
    sitting.press("p")
    assert sitting.under == "None"
    assert sitting.pointed == "You cannot pass while a card of yours fits."
    sitting.press("s")
    assert sitting.pointed == "The Great rune stone is out."
    assert sitting.press("o") == "Nobody else has an open card."
    assert sitting.press("1") == "There is no card with a 1 to go to."
    assert sitting.press("6") == ""
    assert sitting.cursor.place == Own(Card.parse("y6"))


def test_q_lays_down_what_was_picked_up_and_is_the_screens_key_otherwise() -> None:
    sitting = Sitting(scene(exchanging(), 0))
    start = sitting.cursor
    assert sitting.table.moved(sitting.of, start, "q") is None
    sitting.press("enter")
    assert sitting.cursor.picked == start.path
    sitting.press("q")
    assert sitting.cursor == start


def test_with_two_players_what_has_only_one_answer_needs_no_second_choice() -> None:
    match = at(["b2 r7", "r5"], oracle="g3 y4", stones="")
    match.play(0, GAME.parse("play b2"))
    sitting = Sitting(scene(match, 0))
    assert sitting.under == "send g3 to 2"


def test_great_stone_and_tavern_are_picked_up_then_aimed() -> None:
    sitting = Sitting(scene(quiet(), 0))
    sitting.press("s")
    assert sitting.cursor.place == Lit(Rune.GREAT)
    assert "Enter, then choose the colour" in sitting.pointed
    sitting.press("enter", "b")
    assert sitting.under == "great b"
    sitting = Sitting(scene(rich(), 0))
    sitting.press("p", "enter")
    assert sitting.under == "say stuck"
    sitting.press("g", "g")
    assert sitting.under == "say avoid g"


def test_an_open_card_of_somebody_else_is_played_from_there() -> None:
    sitting = Sitting(scene(quiet(), 0))
    sitting.press("o")
    assert isinstance(sitting.cursor.place, Shared)
    assert sitting.under == "play g9 from 2"


def legal_words(of: Scene) -> list[Action]:
    return [action for action in of.legal if isinstance(path(action)[0], OnWord)]


def test_one_can_go_to_an_open_card_that_does_not_fit_and_hear_why() -> None:
    match = at(["r7 r8", "r2 b5", "g9"], rows={"r": "r5"}, open=["", "r3", ""], stones="")
    sitting = Sitting(scene(match, 0))
    sitting.press("o")
    assert sitting.under == "None"
    assert sitting.pointed == "The red row is at 5; red 3 is not higher."


def test_yes_comes_before_no() -> None:
    match = at(["r3 r7 b4", "r5"], stones="")
    match.play(0, GAME.parse("play r3"))
    sitting = Sitting(scene(match, 0))
    assert sitting.under == "use"
    assert {str(action) for action in legal_words(sitting.of)} == {"use", "decline"}


async def enter(here: Room) -> None:
    """Until it shows: something was done, or picked up."""
    before = here.table.now, here.table.board.cursor
    here.paper.type("\r")
    await here.until(lambda: (here.table.now, here.table.board.cursor) != before or not on_table(here))


def on_table(here: Room) -> bool:
    return here.app.screen is here.table


async def test_a_whole_game_is_played_on_a_screen_to_the_count_of_what_is_left() -> None:
    async with room(("here Anna", "greedy"), game="silencio", seed=5) as here:
        for _ in range(200):
            await here.my_turn()
            if not on_table(here):
                break
            await enter(here)
        await here.opens(ResultScreen)
        outcome = here.table.now and here.table.now.outcome
        assert outcome
        await here.shows(outcome.reason, "Together", "left in hands")
