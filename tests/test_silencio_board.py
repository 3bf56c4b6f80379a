"""The board of Silencio as a pure drawing, and as something that keys reach all of.

`python -m tests.test_silencio_board` writes the goldens anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.match import Match
from engine.rng import Rng
from engine.silencio import GAME
from engine.silencio.actions import Play
from engine.silencio.cards import Rune
from engine.silencio.explain import STOPS
from engine.silencio.view import Played
from engine.silencio.words import hanging
from tests.silencio_table import (
    ASCII,
    BRUSHES,
    LARGE,
    NAMES,
    SMALL,
    Sitting,
    at,
    board,
    exchanging,
    moments,
    quiet,
    rich,
    scene,
    scene_of,
    scenes,
)
from tui.boards.silencio import picture
from tui.boards.silencio.picture import Plan
from tui.boards.silencio.places import Own, open_to, path, spots
from tui.drawing import Brush, line_width, plain, wrapped

GOLDEN = Path(__file__).parent / "golden"
SENTENCE = 76  # columns of the prompt on a screen of 80


def pressed(match: Match, seat: int | None, brush: Brush, *keys: str) -> str:
    sitting = Sitting(scene(match, seat))
    sitting.press(*keys)
    return sitting.drawn(brush)


def pictures() -> dict[str, str]:
    four = ["r3 r12 b7 y13 g2", "b2 y3 g13 r2", "y12", "g3 g9"]
    found = {
        "80": pressed(quiet(), 0, SMALL),
        "80_ascii": pressed(quiet(), 0, ASCII),
        "80_rich": pressed(rich(), 0, SMALL),
        "80_tavern": pressed(rich(), 0, SMALL, "p", "enter", "y"),
        "80_great": pressed(quiet(), 0, SMALL, "s", "enter", "b"),
        "80_exchange": pressed(exchanging(), 0, SMALL, "enter", "3"),
        "80_watched": pressed(quiet(), None, SMALL),
        "80_four": pressed(at(four, rows={"r": "r5"}, open=["", "b9 b10", "", "r6"]), 0, SMALL),
        "120": pressed(quiet(), 0, LARGE, "g"),
        "120_four": pressed(at(four, rows={"r": "r5", "b": "b5"}), 0, LARGE),
        "80x40": pressed(quiet(), 0, Brush(80, 30)),
    }
    return {f"board_silencio_{name}": text for name, text in found.items()}


@pytest.mark.parametrize("name", pictures())
def test_the_picture_is_the_one_that_was_reviewed(name: str) -> None:
    assert pictures()[name] == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


# --- what the picture says


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_what_hangs_is_always_there_in_words() -> None:
    hung = 0
    for of in scenes():
        for brush in BRUSHES:
            text = words_of(plain(board().draw(of, board().begin(of, None), brush)))
            told = hanging(of.view)
            assert all(sentence in text for sentence in told)
            assert ("Nothing hangs" in text) is not bool(told)
        hung += bool(told)
    assert hung > 20
    sitting = Sitting(scene(rich(), 0))
    assert all(sentence in words_of(sitting.drawn()) for sentence in hanging(sitting.of.view))


def test_a_card_shows_the_side_on_which_it_will_lie() -> None:
    seen = set()
    for game, moment in moments():
        if not isinstance(moment.action, Play):
            continue
        of = scene_of(game, game.view(moment.state, moment.seat))
        spot = spots(of, ())[path(moment.action)[0]]
        played = next(notice.event for notice in moment.notices if isinstance(notice.event, Played))
        line = plain(picture.draw(of, None, SMALL)).split("\n")[Plan.of(14, of.view).y(spot.line)]
        shown = line[spot.x : spot.x + spot.cells]
        assert ("●" in shown, "○" in shown) == (played.dark, not played.dark)
        seen.add((played.dark, moment.action.owner is not None))
    assert len(seen) >= 3, "light and dark, own and open cards"


def test_marks_are_on_what_is_possible_and_on_nothing_else() -> None:
    for of in scenes(2):
        lines = plain(picture.draw(of, None, SMALL)).split("\n")
        possible = open_to(of, ())
        for place, spot in spots(of, ()).items():
            line = lines[Plan.of(14, of.view).y(spot.line)].ljust(80)
            assert (line[spot.x + spot.cells - 1] in "▴!") is (place in possible), place


def test_every_rune_stone_is_lit_or_out() -> None:
    for of in scenes(4):
        first = plain(picture.draw(of, None, SMALL)).split("\n")[0]
        called = ["GREAT" if rune is Rune.GREAT else rune.upper() for rune in Rune]
        shown = dict(re.findall(r"(\w+) (lit|out)", first))
        assert shown == {
            name: "lit" if rune in of.view.stones else "out" for name, rune in zip(called, Rune, strict=True)
        }


def test_oracle_stock_open_cards_and_tops_are_shown() -> None:
    for of in scenes(4):
        view, text = of.view, plain(picture.draw(of, None, SMALL))
        plan = Plan.of(14, view)
        oracle, laid = text.split("\n")[plan.oracle], text.split("\n")[plan.open]
        assert re.findall(r"[RBYG]\d+", oracle) == [str(card).upper() for card in view.oracle]
        assert f"stock {view.stock}" in oracle
        assert re.findall(r"[RBYG]\d+", laid) == [str(card).upper() for cards in view.open for card in cards]
        for row, line in zip(view.rows, text.split("\n")[plan.top : plan.oracle : 2], strict=True):
            assert f"›{row[-1].card.value if row else 1}" in line
            assert re.findall(r"\d+[●○]", line) == [f"{one.card.value}{'●' if one.dark else '○'}" for one in row]


def test_each_column_has_its_number_above_unless_much_hangs() -> None:
    for of in scenes(6):
        for brush in BRUSHES:
            lines = plain(picture.draw(of, None, brush)).split("\n")
            plan = Plan.of(brush.height, of.view)
            if plan.top == 1:
                assert len(hanging(of.view)) > 2
                continue
            spot = next(spot for place, spot in spots(of, ()).items() if isinstance(place, Own))
            card = next(place.card for place in spots(of, ()) if isinstance(place, Own))
            assert lines[1][spot.x + 1 : spot.x + 3] == f"{card.value:>2}"


def test_a_card_that_could_stop_everybody_has_a_warning_before_it_is_played() -> None:
    match = at(["r7 g8", "b5 y10", "g10 r9"], rows={"g": "g5 g7"}, oracle="r4", stones="")
    sitting = Sitting(scene(match, 0))
    assert "8●!" in sitting.drawn()
    assert "7○▴" not in sitting.drawn(), "under the cursor there are brackets"
    sitting.press("g")
    assert sitting.under == "play g8"
    assert STOPS in sitting.pointed


def test_what_blocks_an_effect_is_said_beside_the_row_and_below() -> None:
    sitting = Sitting(scene(quiet(), 0))
    assert sitting.drawn().count("● blocked") == 4
    sitting.press("r")
    assert sitting.under == "play r7"
    assert "blocked by “no dark effect”" in sitting.pointed


def test_the_highest_green_is_known_to_have_no_dark_effect() -> None:
    match = at(["g8 r2", "b2"], rows={"g": "g7"}, stones="")
    assert "● no effect" in Sitting(scene(match, 0)).drawn()


def test_a_watcher_sees_what_is_public_and_no_hand() -> None:
    for game, moment in moments()[::9]:
        public = game.view(moment.state, None)
        other = game.redealt(public, Rng(3, "redealt"))
        first, second = (scene_of(game, game.view(state, None)) for state in (moment.state, other))
        assert board().begin(first, None) is None
        assert board().draw(first, None, LARGE) == board().draw(second, None, LARGE)
        assert not any(isinstance(place, Own) for place in spots(first, ()))


def test_a_drawing_fills_its_frame_and_no_more_in_every_set_of_characters() -> None:
    for of in scenes(6):
        for brush in BRUSHES:
            for at_ in (None, board().begin(of, None)):
                lines = board().draw(of, at_, brush)
                text = plain(lines)
                assert [line_width(line) for line in lines] == [brush.width] * brush.height
                assert "\ufe0f" not in text
                assert not brush.ascii or text.isascii()


def test_prompts_and_explanations_fit_the_lines_there_are() -> None:
    for of in scenes():
        assert len(of.game.prompt(of.view, NAMES)) <= SENTENCE
        for action in of.legal:
            assert len(list(wrapped(of.game.explain(of.view, action), SENTENCE))) <= 2


@pytest.mark.parametrize("brush", BRUSHES)
def test_a_click_points_and_picks_up(brush: Brush) -> None:
    for of in scenes(8):
        plan = Plan.of(brush.height, of.view)
        start = board().begin(of, None)
        assert start is not None
        for place in open_to(of, ()):
            spot = spots(of, ())[place]
            found = board().at(of, start, spot.x + 1, plan.y(spot.line), brush)
            assert found.path[0] == place
            assert len(found.path) == 1 or place == start.place
    assert board().at(of, start, 79, plan.height - 1, brush) is None


def test_the_seats_say_how_many_cards_are_hidden_and_who_passed() -> None:
    match = at(["r2", "r3", "b2"], rows={"r": "r5", "b": "b5"}, passes=1, turn=2)
    assert board().facts(scene(match, 1)) == ["1 hidden, passed", "1 hidden", "1 hidden"]


def test_the_end_names_cards_left_and_what_that_is_worth() -> None:
    match = at(["r2 b3", "r3"], rows={"r": "r5", "b": "b5"}, open=["", "b4"], stones="r")
    for seat in (0, 1):
        match.play(seat, GAME.parse("pass"))
    outcome = match.outcome()
    assert outcome is not None
    for brush in (Brush(79, 18), Brush(79, 18, ascii=True)):
        text = plain(board().final(scene(match, None), outcome, brush))
        assert "R2" in text
        assert "+B4" in text
        assert "4 cards left" in text
        assert re.search(r"\[ . Don't be discouraged: 3 or more \]", text)


if __name__ == "__main__":
    for name, text in pictures().items():
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
