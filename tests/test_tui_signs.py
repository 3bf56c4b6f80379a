"""The signs of boards: each means one thing, on a terminal that knows only ASCII too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine import registry
from engine.match import Match
from engine.rng import Rng
from tests.test_tui_boards import NAMES, course, reachable
from tui.board import Scene
from tui.boards import board
from tui.drawing import Brush, Lines, in_ascii, plain

SIZES = ((80, 12), (80, 14), (80, 30), (81, 34), (81, 46))
LINES = set("─│╭╮╰╯═║╔╗╚╝▸◂")  # frames, and the line through the sea
PROSE = set(".,:;…–’“”[]()<>")  # sentences, and brackets: they come in pairs


def drawings(name: str) -> Iterator[tuple[Lines, Lines]]:
    """Pictures of many moments, each as a terminal of today and as one that knows only ASCII shows it."""
    table = board(name)()
    for seats in registry.game(name).seats:
        for of in (*course(name, seats, 2)[::7], *course(name, seats, 2)[-1:]):
            cursor = table.begin(of, None)
            for width, height in SIZES:
                today, ascii = (table.draw(of, cursor, Brush(width, height, ascii)) for ascii in (False, True))
                yield today, ascii
        yield ended(name, seats)


def ended(name: str, seats: int) -> tuple[Lines, Lines]:
    match = Match(registry.game(name), seats, 3)
    rng = Rng(3, "end")
    while (outcome := match.outcome()) is None:
        seat = min(match.awaited())
        match.play(seat, rng.choice(tuple(match.game.legal_actions(match.view(seat)))))
    of = Scene(match.game, match.view(0), (), NAMES[:seats])
    final = board(name)().final
    return final(of, outcome, Brush(79, 18)), final(of, outcome, Brush(79, 18, ascii=True))


def signs(name: str) -> set[str]:
    """What is on the board, or explained in the help, and is no word, number, line or bracket."""
    drawn = "".join(plain(today) for today, _ in drawings(name))
    told = "".join(sign for sign, _ in board(name).SIGNS)
    return {character for character in drawn + told if not character.isalnum() and not character.isspace()} - LINES


@pytest.mark.parametrize("name", registry.names())
def test_no_two_signs_of_a_board_share_a_character_of_ascii(name: str) -> None:
    found = sorted(signs(name) - PROSE)
    assert len(found) > 3
    shown = [in_ascii(sign) for sign in found]
    assert all(sign.isascii() and sign != "?" for sign in shown if sign not in found)
    clashes = {sign: [found[at] for at, other in enumerate(shown) if other == sign] for sign in shown}
    assert not {sign: by for sign, by in clashes.items() if len(by) > 1}


@pytest.mark.parametrize("name", registry.names())
def test_help_shows_the_signs_that_the_board_has_in_ascii(name: str) -> None:
    for today, ascii in drawings(name):
        assert plain(ascii) == in_ascii(plain(today))


def moments(name: str) -> Iterator[tuple[Scene, Any, Brush]]:
    """Scenes as who is to play and who waits sees them, with the cursor at many places."""
    table, rng = board(name)(), Rng(7, "cursors")
    for seats in registry.game(name).seats:
        for of in (*course(name, seats, 2)[::16], *course(name, seats, 3)[::16]):
            for asked in (of, replace(of, legal=())):
                start = table.begin(asked, None)
                places = [] if start is None else rng.shuffled(sorted(reachable(table, asked), key=repr))[:8]
                for cursor in (None, start, *places):
                    for size in ((80, 14), (81, 34)):
                        yield asked, cursor, Brush(*size)


@pytest.mark.parametrize("name", registry.names())
def test_no_picture_differs_from_another_by_colour_alone(name: str) -> None:
    table, seen = board(name)(), dict[tuple[int, str], Lines]()
    for of, cursor, brush in moments(name):
        lines = table.draw(of, cursor, brush)
        assert seen.setdefault((len(of.names), plain(lines)), lines) == lines
    assert len(seen) > 100
