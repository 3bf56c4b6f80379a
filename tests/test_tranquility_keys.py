"""The board of Tranquility under somebody's fingers: keys reach all that is legal, and say why when they do nothing."""

from __future__ import annotations

from typing import Any

import pytest

from engine import registry
from engine.bots import Question
from engine.rng import Rng
from engine.tranquility.actions import Discard, Offer, Pay, Play, Start
from engine.tranquility.cards import Card
from engine.tranquility.sea import CELLS
from tests.rooms import RIGHT, UP, Room, room
from tests.tranquility_sitting import (
    HANDS,
    PRESSES,
    board,
    ending,
    games,
    midgame,
    naming,
    outcome,
    pressed,
    scene,
    scenes,
    sharing,
    starting,
    ways,
)
from tests.tranquility_tables import do, opened, position
from tui.boards.tranquility.cursor import Giving, OnCard
from tui.drawing import Brush, line_width, plain, wrapped
from tui.keys import footer
from tui.screens.handover import HandoverScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen

ARROWS = ("left", "right", "up", "down", "enter", "q")
LONGEST = 7  # keys to any legal action
SENTENCE = 76  # columns of the prompt on a screen of 80


def test_few_keys_lead_to_every_legal_action_and_to_no_other() -> None:
    kinds: set[type] = set()
    for of in scenes(3):
        found = ways(of)
        assert set(found) == set(map(str, of.legal))
        assert max(map(len, found.values())) <= LONGEST
    for of in scenes():
        kinds |= {type(action) for action in of.legal}
    assert kinds >= {Play, Pay, Discard, Start, Offer}
    assert "finish" in ways(scene(ending(), 0))


def test_arrows_and_enter_alone_lead_to_every_legal_action() -> None:
    for of in scenes(9):
        assert set(ways(of, ARROWS)) == set(map(str, of.legal))


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_whole_game_can_be_played_with_keys(seats: int) -> None:
    match, rng = opened(seats, 7), Rng(7, "keys")
    cursors: list[Any] = [None] * seats
    while match.outcome() is None:
        seat = rng.choice(sorted(match.awaited()))
        of = scene(match, seat)
        question: Question[Any, Any, Any] = Question(of.view, of.legal, (), rng)
        wanted = rng.choice(of.legal) if rng.below(4) == 0 else registry.bot("tranquility", "greedy")(question)
        cursor = board.begin(of, cursors[seat])
        keys = ways(of, here=board.begin(of, cursors[seat]))[str(wanted)]
        for key in keys:
            cursor = board.moved(of, cursor, key)
        assert board.under(of, cursor) == wanted
        assert board.pointed(of, cursor).startswith(match.game.explain(of.view, wanted))
        match.play(seat, wanted)
        cursors = [board.begin(scene(match, at), cursors[at] if at != seat else cursor) for at in range(seats)]
    assert "filled" in plain(board.final(scene(match, 0), outcome(match), Brush(79, 18)))


def test_whatever_is_pressed_is_answered_with_a_place_or_a_sentence() -> None:
    rng = Rng(1, "pressing")
    for of in games()[::2]:
        cursor = board.begin(of, None)
        if cursor is None:
            continue
        for _ in range(25):
            moved = board.moved(of, cursor, rng.choice(PRESSES))
            if isinstance(moved, str):
                assert moved.endswith(".")
            elif moved is not None:
                cursor = moved
            assert board.under(of, cursor) in (None, *of.legal)
            assert board.pointed(of, cursor).endswith(".")
            assert len(list(wrapped(board.pointed(of, cursor), SENTENCE))) <= 2
            assert all(key.does for key in board.keys(of, cursor))
            assert line_width(footer(board.keys(of, cursor), 80)) <= 80


def test_a_key_that_does_nothing_says_why() -> None:
    of = scene(midgame(), 0)
    lifted = pressed(of, "3", "6", "enter")
    assert board.moved(of, lifted, "a") == "36 cannot lie on a3, before the 33; the line must rise."
    assert board.moved(of, lifted, "6") == "36 cannot lie on c6, behind the 41; the line must rise."
    dear = pressed(of, "4", "enter", "space", "space", "space")
    assert board.moved(of, dear, "right") == "46 on e4 costs 14 cards, and you would have 4 left to pay with."
    assert board.moved(of, pressed(of), "s") == "You hold no Start."
    assert board.moved(of, pressed(of), "9") == "You hold no card that begins with 9."
    two = pressed(of, "space", "right", "space", "right")
    assert board.moved(of, two, "space") == "2 of 2 cards are chosen; put one back first."
    finish = pressed(of, "f")
    assert board.moved(of, finish, "enter") == "A Finish may be played only when every cell is filled."
    assert board.moved(of, pressed(of, "7"), "enter") == "No cell is left for 79 behind the 78."
    assert board.moved(of, pressed(of, "1", "enter"), "right") == "On b2 there is the 20 already."
    must = scene(starting(), 0)
    assert board.moved(must, pressed(must, "1"), "enter") == (
        "You hold a Start and none is played yet, so you must play it."
    )
    assert board.moved(must, pressed(must), "space") == board.moved(must, pressed(must, "1"), "enter")
    waiting = scene(midgame(), 1)
    assert board.moved(waiting, pressed(waiting), "space") == "It is not your turn but Anna’s."
    number = scene(naming(), 2)
    assert board.moved(number, pressed(number, "3"), "right") == "You have 3 cards in hand and cannot discard 4."
    assert board.moved(number, pressed(number, "0"), "left") == "You cannot give less than nothing."
    assert board.moved(number, pressed(number), "9") == "“9” is no offer; a hand has 0 to 5 cards."


def test_an_island_that_fits_nowhere_says_between_which_cards() -> None:
    of = scene(midgame(hands=["5 1 30 finish", *HANDS[1:]], discards=["", "", ""]), 0)
    assert board.pointed(of, pressed(of, "5")) == "No cell is left for 5 between the 4 and the 7."
    assert board.pointed(of, pressed(of, "1")) == "No cell is left for 1 before the 4."


def test_q_puts_back_and_otherwise_belongs_to_the_screen() -> None:
    of = scene(midgame(), 0)
    assert pressed(of, "enter", "q") == pressed(of)
    assert pressed(of, "space", "q") == pressed(of)
    assert board.moved(of, pressed(of), "q") is None
    number = scene(naming(), 0)
    assert board.moved(number, pressed(number), "q") is None


def test_the_cursor_stays_where_it_was_while_others_speak_and_choose() -> None:
    match = naming()
    chosen = pressed(scene(match, 0), "4")
    do(match, 3, "offer 1")
    assert board.begin(scene(match, 0), chosen) == chosen
    untouched = pressed(scene(naming(), 0))
    assert untouched == Giving(3)
    assert board.begin(scene(match, 0), untouched) == Giving(4), "what is open when the others have spoken"
    match = sharing()
    two = pressed(scene(match, 0), "right", "space", "right", "space")
    do(match, 2, "pay 2 38 55")
    assert board.begin(scene(match, 0), two) == two
    assert str(board.under(scene(match, 0), two)) == "pay 36 46"


def test_a_choice_is_forgotten_when_the_cards_are_gone() -> None:
    match = position(1, sea="40 c3", hands=["3 finish finish"], piles=["finish finish 9"], turn=1, start_played=True)
    of = scene(match, 0)
    cursor = pressed(of, "f", "space", "f", "space")
    assert str(board.under(of, cursor)) == "discard finish finish"
    do(match, 1, "discard finish finish")
    assert match.view(0).hand.count(Card.parse("finish")) == 2
    begun = board.begin(scene(match, 0), cursor)
    assert isinstance(begun, OnCard)
    assert not begun.chosen


# --- on a screen


async def act(here: Room, keys: str) -> None:
    before, screen = here.table.now, here.table
    here.paper.type(keys)
    await here.until(lambda: screen.now is not before or here.app.screen is not screen)


async def test_an_island_is_played_and_paid_for_through_a_terminal() -> None:
    async with room(("here Anna", "greedy"), game="tranquility", seed=3) as here:
        await here.my_turn()
        await here.shows("Your turn", "free", "start", "finish")
        here.paper.type("\r")
        await here.shows("in hand")
        here.paper.type(f"{UP}{RIGHT}")
        await here.shows("free of charge")
        await act(here, "\r")
        assert here.table.now
        assert here.table.now.view.sea.count(None) < CELLS


async def test_a_whole_game_is_played_on_a_screen_to_its_end() -> None:
    async with room(("here Anna", "greedy", "greedy"), game="tranquility", seed=5) as here:
        for _ in range(200):
            await here.my_turn()
            if here.app.screen is not here.table:
                break
            table = here.table
            of = table.board.scene
            assert of is not None
            wanted = registry.bot("tranquility", "greedy")(Question(of.view, of.legal, (), Rng(1, "screen")))
            for key in ways(of, here=table.board.cursor)[str(wanted)]:
                assert table.board.press(key)
            await act(here, "\r")
        await here.opens(ResultScreen)
        await here.shows("together", "cells filled")


TOGETHER = """
title = "a Start at one keyboard"
game = "tranquility"
seats = 3
[position]
hands = ["14 36 46 79 start", "2 38 55 63 finish", "9 10 11"]
piles = ["20 21", "30 31 start", "50 51 start"]
turn = 1
"""


async def lifted(here: Room) -> str:
    await here.opens(HandoverScreen)
    screen = here.app.screen
    assert isinstance(screen, HandoverScreen)
    await here.shows(f"press {screen.seat + 1}")
    here.paper.type(str(screen.seat + 1))
    await here.opens(TableScreen)
    await here.until(lambda: here.table.board.cursor is not None and not here.table.busy)
    return screen.who


async def test_around_one_keyboard_everybody_is_asked_for_a_number_and_for_cards() -> None:
    plan = ("here Anna", "here Bo", "here Cem")
    async with room(plan, game="tranquility", position=TOGETHER) as here:
        assert await lifted(here) == "Anna"
        await act(here, "\r")
        asked = []
        await here.my_turn()
        for number in "243":  # nine: one too many
            await act(here, f"{number}\r")
            asked.append(await lifted(here))
        assert asked == ["Bo", "Cem", "Anna"]
        await here.shows("sum 9 of 8: 1 too many", "The numbers make 9, not 8")
        await act(here, "1\r")
        for who in ("Bo", "Anna"):
            assert await lifted(here) == who
            scene = here.table.board.scene
            assert scene
            for key in ways(scene)[str(scene.legal[0])]:
                here.table.board.press(key)
            await act(here, "\r")
        assert await lifted(here) == "Bo", "Cem gave all and had no choice; the Start was Anna’s turn"
