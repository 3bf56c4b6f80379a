"""Boards as pure drawings: goldens to read, cursors that reach every legal action and nothing else.

`python -m tests.test_tui_boards` writes the goldens anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import registry, scenario
from engine.match import Match
from engine.rng import Rng
from tui.board import Board, Scene
from tui.boards import board
from tui.drawing import Brush, line_width, plain

GOLDEN = Path(__file__).parent / "golden"
SIZES = {"80": Brush(80, 12), "80_ascii": Brush(80, 12, ascii=True), "120": Brush(81, 34)}
NAMES = ("Anna", "Bo", "Cem", "Dee", "Eva")
ARROWS = ("left", "right", "up", "down")

MIDGAME = """
title = "a table half way"
game = "sixteen"
seats = 3
[position]
rows.r = "r1 r3 r4 r9 r16r r2"
rows.y = "y1 y2 y3"
rows.g = "g1 g14 g16e"
rows.b = "b1 b5 b6 b8"
rows.p = "p1"
hands = ["r5 r6 r7 r12 y4 y9 b7 b9 b10 b11 g2 p2 p3 p15 p16e bin scissors", "y5 y6 g3 g4 b12 p4", "r8 y7 b13 p5 p6"]
aside = "scissors y8"
turn = 1
"""


def scene(match: Match, seat: int | None) -> Scene:
    view = match.view(seat)
    return Scene(match.game, view, tuple(match.game.legal_actions(view)), NAMES[: match.seats])


def midgame(seat: int | None = 0) -> Scene:
    return scene(scenario.read(MIDGAME)[0].match(), seat)


def drawn(of: Scene, brush: Brush, keys: tuple[str, ...] = ()) -> str:
    table = board(of.game.name)()
    cursor = table.begin(of, None)
    for key in keys:
        cursor = table.moved(of, cursor, key)
    return plain(table.draw(of, cursor, brush)) + "\n"


def pictures() -> dict[str, str]:
    found = {f"board_sixteen_{name}": drawn(midgame(), brush) for name, brush in SIZES.items()}
    found["board_sixteen_bin"] = drawn(midgame(), SIZES["80"], ("d", "b", "left"))
    found["board_sixteen_run"] = drawn(midgame(), SIZES["80"], ("b", "b", "space", "space"))
    found["board_sixteen_watched"] = drawn(midgame(None), SIZES["80"])
    return found


@pytest.mark.parametrize("name", pictures())
def test_the_picture_is_the_one_that_was_reviewed(name: str) -> None:
    assert pictures()[name] == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@cache
def course(name: str, seats: int, seed: int) -> tuple[Scene, ...]:
    """What the seat to play sees at each move of a game of random bots."""
    match = Match(registry.game(name), seats, seed)
    scenes: list[Scene] = []
    rng = Rng(seed, "course")
    while match.outcome() is None and len(scenes) < 120:
        seat = min(match.awaited())
        scenes.append(scene(match, seat))
        match.play(seat, rng.choice(scenes[-1].legal))
    return tuple(scenes)


def somewhere(name: str) -> st.SearchStrategy[Scene]:
    seats = registry.game(name).seats
    courses = st.tuples(st.sampled_from(seats), st.integers(1, 4))
    return courses.flatmap(lambda chosen: st.sampled_from(course(name, *chosen)))


anywhere = st.sampled_from(registry.names()).flatmap(somewhere)


def all_keys(table: Board) -> list[str]:
    return [press for key in table.KEYS for press in key.presses if press != "enter"]


def reachable(table: Board, of: Scene) -> set[Any]:
    """Every cursor that keys lead to."""
    start = table.begin(of, None)
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for key in (*all_keys(table), "enter"):
            moved = table.moved(of, at, key)
            if moved is not None and not isinstance(moved, str) and moved not in found:
                found.add(moved)
                waiting.append(moved)
    return found


@given(somewhere("sixteen"))
def test_keys_reach_every_legal_action_and_no_other(of: Scene) -> None:
    table = board("sixteen")()
    under = {table.under(of, cursor) for cursor in reachable(table, of)} - {None}
    assert under == set(of.legal)


@given(anywhere, st.data())
def test_a_board_points_at_legal_actions_only_whatever_is_pressed(of: Scene, choices: st.DataObject) -> None:
    table = board(of.game.name)()
    cursor = table.begin(of, None)
    for key in choices.draw(st.lists(st.sampled_from([*all_keys(table), "q", "x"]), max_size=12)):
        if cursor is None:
            return
        moved = table.moved(of, cursor, key)
        if isinstance(moved, str):
            assert moved.endswith(".")
        elif moved is not None:
            cursor = moved
        action = table.under(of, cursor)
        assert action is None or action in of.legal
        assert isinstance(table.pointed(of, cursor), str)


@given(anywhere, st.sampled_from([Brush(80, 12), Brush(80, 14, ascii=True), Brush(81, 34), Brush(160, 60)]))
def test_a_drawing_stays_in_its_frame(of: Scene, brush: Brush) -> None:
    table = board(of.game.name)()
    lines = table.draw(of, table.begin(of, None), brush)
    assert len(lines) <= brush.height
    assert all(line_width(line) <= brush.width for line in lines)


@given(somewhere("sixteen"))
def test_each_tile_that_fits_has_a_mark_and_no_other(of: Scene) -> None:
    legal = [str(action) for action in of.legal]
    firsts = {action.split()[1].split("-")[0] for action in legal if action.startswith("place")}
    specials = {word for word, verb in (("scissors", "cut"), ("bin", "bin")) if any(a.startswith(verb) for a in legal)}
    words = specials | {word for word in ("pass", "stop") if word in legal}
    table = board("sixteen")()
    picture = plain(table.draw(of, None, SIZES["80"]))
    assert picture.count("▴") == len(firsts) + len(words) + bool(legal)  # one more explains the mark


def test_a_key_that_does_nothing_says_why() -> None:
    table, of = board("sixteen")(), midgame()
    told = table.moved(of, table.begin(of, None), "y")
    assert not isinstance(told, str)
    green = table.moved(of, told, "g")
    assert table.under(of, green) is None
    assert table.pointed(of, green) == "The green row is closed by a 16 end; only scissors or the bin open it."
    assert table.moved(of, green, "space") == table.pointed(of, green)


def test_what_would_be_lost_is_said_before_it_is_done() -> None:
    table, of = board("sixteen")(), midgame()
    blue = table.moved(of, table.begin(of, None), "b")
    eleven = table.moved(of, table.moved(of, blue, "1"), "1")
    assert table.pointed(of, eleven) == "Place blue 11; your blue 9 and 10 would no longer fit."


def test_the_cursor_stays_where_it_was_when_that_still_makes_sense() -> None:
    table, of = board("sixteen")(), midgame()
    nine = table.moved(of, table.moved(of, table.begin(of, None), "b"), "9")
    assert table.begin(of, nine).tile == nine.tile


def test_a_click_points_at_what_lies_there() -> None:
    table, of, brush = board("sixteen")(), midgame(), SIZES["80"]
    lines = plain(table.draw(of, table.begin(of, None), brush)).splitlines()
    y = next(number for number, line in enumerate(lines) if "10▴" in line)
    found = table.at(of, table.begin(of, None), lines[y].index("10▴"), y, brush)
    assert str(table.under(of, found)) == "place b10"


@pytest.mark.parametrize("name", registry.names())
def test_the_keys_of_a_board_leave_those_of_the_screen_alone(name: str) -> None:
    table = board(name)
    assert all(key.help.endswith(".") for key in table.KEYS)
    presses = {press for key in table.KEYS for press in key.presses}
    plain_keys = {*ARROWS, "enter", "space", "backspace", "pageup", "pagedown"}
    assert all(len(press) == 1 or press in plain_keys for press in presses), "a key that may not survive tmux"
    assert not presses & {"question_mark", "t", "l", "m", "v"}


if __name__ == "__main__":
    for name, text in pictures().items():
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
