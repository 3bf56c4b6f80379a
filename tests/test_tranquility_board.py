"""The board of Tranquility as a picture: goldens to read, marks and prices that are the engine's.

`python -m tests.test_tranquility_board` writes the goldens anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.rng import Rng
from engine.tranquility.actions import Pay, Play
from engine.tranquility.cards import Card
from engine.tranquility.sea import CELLS
from engine.tranquility.view import Numbers, Price, Shares
from tests.tranquility_sitting import (
    ASCII,
    FULL,
    LARGE,
    NAMES,
    SEA,
    SMALL,
    board,
    drawn,
    ending,
    games,
    half_way,
    lost,
    midgame,
    naming,
    outcome,
    pressed,
    scene,
    scenes,
    sharing,
    starting,
    under,
)
from tests.tranquility_tables import do, opened, played, position
from tui.board import Scene
from tui.boards.tranquility.cursor import Giving, OnCard, OnCell
from tui.boards.tranquility.places import Plan, column, held_column, row_of
from tui.drawing import Brush, line_width, plain

GOLDEN = Path(__file__).parent / "golden"
BRUSHES = (SMALL, ASCII, LARGE, Brush(80, 20), Brush(80, 30), Brush(100, 60))


def pictures() -> dict[str, str]:
    paying, events = half_way()
    solo = position(1, {"galateia": "on"}, sea="40 c3", hands=["3 39 44 80 start"], turn=1)
    found = {
        "80": drawn(scene(midgame(), 0)),
        "80_ascii": drawn(scene(midgame(), 0), ASCII),
        "80x40": drawn(scene(midgame(), 0), Brush(80, 30)),
        "120": drawn(scene(midgame(), 0), LARGE),
        "120_ascii": drawn(scene(midgame(), 0), Brush(81, 34, ascii=True), "4", "enter"),
        "cell": drawn(scene(midgame(), 0), SMALL, "4", "enter", "right"),
        "discard": drawn(scene(midgame(), 0), SMALL, "space", "right"),
        "waiting": drawn(scene(midgame(), 1)),
        "watched": drawn(scene(midgame(), None)),
        "pay": drawn(scene(paying, paying.view(None).turn, events), SMALL, "space"),
        "start": drawn(scene(starting(), 0)),
        "numbers": drawn(scene(naming(), 0)),
        "numbers_120": drawn(scene(naming(), 1), LARGE),
        "shares": drawn(scene(sharing(), 0), SMALL, "space", "right", "space"),
        "finish": drawn(scene(ending(), 0)),
        "solo": drawn(scene(solo, 0)),
        "lost": plain(board.final(scene(lost(), 0), outcome(lost()), Brush(79, 18))) + "\n",
    }
    return {f"board_tranquility_{name}": text for name, text in found.items()}


@pytest.mark.parametrize("name", pictures())
def test_the_picture_is_the_one_that_was_reviewed(name: str) -> None:
    assert pictures()[name] == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


# --- what the picture says


def cell_text(lines: Sequence[str], cell: int, brush: Brush) -> str:
    x, y = column(cell), Plan.of(brush.height).row(row_of(cell))
    return lines[y].ljust(80)[x : x + 5].strip("│|[] ")


def test_the_sea_is_one_line_from_bottom_left() -> None:
    of = scene(position(2, sea=FULL, hands=["2 4", "6"], turn=1), None)
    for brush in BRUSHES:
        lines = plain(board.draw(of, None, brush)).split("\n")
        shown = [cell_text(lines, cell, brush) for cell in range(CELLS)]
        assert shown == [str(2 * cell + 1) for cell in range(CELLS)]
        heads = [number for line in lines for number in re.findall(r"^ ([1-6]) ", line)]
        assert heads == ["6", "5", "4", "3", "2", "1"]
        assert re.search(r"\n +a +b +c +d +e +f\b", "\n".join(lines))
        back = re.compile(r"^ {7}[+╰][-─]+[<◂][-─]+[+╮]")
        turns = [line for line in lines if back.match(line)]
        assert len(turns) == 5, "each row but the last leads to the one above it"


def test_prices_are_the_engines_for_the_card_under_the_cursor() -> None:
    seen = set()
    for of in games()[::2]:
        view = of.view
        for place, card in enumerate(view.hand):
            if not card.is_island or isinstance(view.decision, Numbers | Shares | Price):
                continue
            legal = {action.cell for action in of.legal if isinstance(action, Play) and action.card == card}
            lines = plain(board.draw(of, OnCard(place), SMALL)).split("\n")
            for cell in range(CELLS):
                shown, price = cell_text(lines, cell, SMALL), view.price(card, cell)
                if view.sea[cell] is not None or price is None:
                    assert not re.search(r"pay|free|\(", shown)
                elif cell in legal:
                    assert shown == (f"pay {price}" if price else "free")
                else:
                    assert shown == f"({price})"
                seen.add((cell in legal, price is None, bool(price)))
    assert len(seen) == 5


def test_cards_are_marked_that_can_be_played_or_chosen() -> None:
    for of in scenes():
        if isinstance(of.view.decision, Numbers):
            continue
        lines = plain(board.draw(of, None, SMALL)).split("\n")
        if isinstance(of.legal[0], Pay):
            possible = list(of.view.hand)
        else:
            possible = [card for card in of.view.hand if playable(of, card)]
        assert lines[Plan.of(14).hand].count("▴") == len(possible)


def playable(of: Scene, card: Card) -> bool:
    if card.is_island:
        return any(isinstance(action, Play) and action.card == card for action in of.legal)
    return str(card) in map(str, of.legal)


def test_dead_cells_are_marked_as_far_as_everybody_can_see_it() -> None:
    of = scene(midgame(), None)
    for brush, cross in ((SMALL, "×"), (ASCII, "x"), (LARGE, "×")):
        text = plain(board.draw(of, None, brush))
        lines = text.split("\n")
        for cell in range(CELLS):
            shown = cell_text(lines, cell, brush)
            assert (shown == cross) is (cell in of.view.unfillable)
        assert f"{of.view.lacking} or more cells stay empty" in text
    tight = scene(position(2, sea="4 a1, 6 e1", hands=["30 31", "40"], turn=1), None)
    text = plain(board.draw(tight, None, SMALL))
    assert [cell_text(text.split("\n"), cell, SMALL) for cell in range(5)] == ["4", "!", "!", "!", "6"]
    assert "! too few numbers left" in text
    assert "2 or more cells stay empty" in text


def test_finish_cards_seen_are_counted_for_each_seat() -> None:
    match = midgame()
    assert "you saw 2 of 5" in drawn(scene(match, 0))
    assert "1 held, 1 discarded" in drawn(scene(match, 0))
    assert "you saw 0 of 5" in drawn(scene(match, 1))
    assert "you saw" not in plain(board.draw(scene(match, None), None, SMALL))


def test_the_sum_of_the_numbers_is_shown_against_what_is_needed() -> None:
    match = naming()
    assert "sum 3 of 8: 5 short" in drawn(scene(match, 0))
    of = scene(match, 0)
    assert (
        board.pointed(of, pressed(of, "4")) == "Offer to discard 4 cards. That makes 7 of 8 cards; Cem has not spoken."
    )
    do(match, 1, "offer 5")
    do(match, 3, "offer 3")
    of = scene(match, 0)
    assert "sum 11 of 8: 3 too many" in drawn(of)
    assert board.pointed(of, pressed(of, "2")) == "Offer to discard 2 cards. That makes 8 cards, as many as must go."
    assert board.pointed(of, pressed(of, "3")) == "Offer to discard 3 cards. That makes 9 cards, but 8 must go."
    assert under(of) == "offer 5", "what was said before"


def test_only_those_are_marked_whom_the_game_waits_for() -> None:
    match = naming()
    text = plain(board.draw(scene(match, None), None, ASCII))
    assert re.findall(r">(\d) ", text) == ["1", "3"]
    do(match, 1, "offer 1")
    assert re.findall(r">(\d) ", plain(board.draw(scene(match, None), None, ASCII))) == ["3"]
    assert re.findall(r">(\d) ", plain(board.draw(scene(sharing(), None), None, ASCII))) == ["1", "2"]


def test_how_many_are_chosen_of_how_many_is_said() -> None:
    of = scene(sharing(), 0)
    assert "0 of 2 chosen" in drawn(of)
    assert "1 of 2 chosen" in drawn(of, SMALL, "space")
    assert "Enter discards them" in drawn(of, SMALL, "space", "right", "space")
    assert board.pointed(of, pressed(of, "space")) == "1 of 2 cards chosen: 14. Space puts 14 back."


def test_the_island_that_is_paid_for_and_the_new_ones_are_marked() -> None:
    match, events = half_way()
    text = plain(board.draw(scene(match, None, events), None, SMALL))
    last = next(event for event in reversed(events) if type(event).__name__ == "Played")
    assert f"> {last.card}<" in text or f">{last.card:>3}<" in text
    assert 0 < text.count("•") - 1 < 4


def test_a_watcher_sees_what_is_public_and_no_hand() -> None:
    for match, _ in played((3, 5, "on", "twice")):
        if match.serial % 11:
            continue
        public = match.view(None)
        other = match.game.redealt(public, Rng(3, "redealt"))
        first, second = scene(match, None), Scene(match.game, match.game.view(other, None), (), NAMES[:3])
        assert board.begin(first, None) is None
        assert board.draw(first, None, LARGE) == board.draw(second, None, LARGE)


def test_a_drawing_fills_its_frame_and_no_more_in_every_set_of_characters() -> None:
    for of in games()[::3]:
        for brush in BRUSHES:
            for cursor in {None, board.begin(of, None)}:
                lines = board.draw(of, cursor, brush)
                assert [line_width(line) for line in lines] == [brush.width] * brush.height
                text = plain(lines)
                assert "\ufe0f" not in text
                assert not brush.ascii or text.isascii()
                assert board.wants(of, brush) <= brush.height


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_sum_start_and_dead_cells_have_room_at_every_number_of_seats(seats: int) -> None:
    hands = ["14 36 46 79 finish", "2 38 55 63", "9 10 start", "61 62", "71 72"][:seats]
    owes: dict[str, Any] = {"offer": 8} if seats > 1 else {}
    hands = hands if seats > 2 else [*hands[: seats - 1], "9 10 38 55 63"]
    sea = f"{SEA}, 43 f3" if seats == 3 else SEA
    match = position(seats, {"galateia": "on"}, sea=sea, hands=hands, turn=1, start_played=True, owes=owes)
    for seat in range(seats):
        text = drawn(scene(match, seat))
        assert "stay empty" in text
        assert "START" in text
        assert "you saw" in text
        assert "Galateia: 4 are missing" in text
        assert not owes or "sum 0 of 8: 8 short" in text


@pytest.mark.parametrize("brush", BRUSHES)
def test_a_click_points_picks_up_plays_and_chooses(brush: Brush) -> None:
    plan, of = Plan.of(brush.height), scene(midgame(), 0)
    start = pressed(of, "3", "6")

    def click(cursor: Any, x: int, y: int) -> Any:
        return board.at(of, cursor, x, y, brush)

    assert click(start, held_column(2) + 2, plan.hand).place == 2
    assert isinstance(click(start, held_column(1) + 2, plan.hand), OnCell)
    cell = click(start, column(14) + 2, plan.row(2))
    assert str(board.under(of, cell)) == "play 36 c3"
    assert click(cell, column(14) + 2, plan.row(2)) == cell
    assert click(start, column(0), plan.row(0)) is None
    one = click(start, held_column(1), plan.words)
    two = click(one, held_column(4), plan.hand)
    assert str(board.under(of, two)) == "discard 36 finish"
    assert click(two, 60, plan.hand) == two
    numbers = scene(naming(), 0)
    y = plan.words
    x = plain(board.draw(numbers, Giving(0), brush)).split("\n")[y].index(" 3 ")
    assert board.at(numbers, Giving(0), x + 1, y, brush) == Giving(3, own=True)


def test_the_seats_say_what_is_in_hand_and_pile() -> None:
    assert board.facts(scene(opened(2, 1), None)) == ["hand 5 pile 38", "hand 5 pile 39"]
    assert board.facts(scene(opened(5, 1), None)) == ["5+13"] * 5


# --- the end


def test_the_end_tells_what_was_missing() -> None:
    text = plain(board.final(scene(lost(), 0), outcome(lost()), Brush(79, 18)))
    assert "3 of 36 cells filled" in text
    assert "you saw 1 of 5" in text
    assert "Anna was to move with 1 card" in text
    assert "You still held 43." in text
    match = ending()
    do(match, 1, "finish")
    for brush in (Brush(79, 18), Brush(79, 18, ascii=True)):
        lines = board.final(scene(match, None), outcome(match), brush)
        assert "FINISH by Anna" in plain(lines)
        assert "You " not in plain(lines)
        assert all(line_width(line) <= 79 for line in lines)


if __name__ == "__main__":
    for name, text in pictures().items():
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
