"""For tests of the board of Tranquility: positions, what random games come to, and somebody who presses keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from engine import registry
from engine.bots import Question
from engine.match import Match
from engine.rng import Rng
from engine.tranquility.actions import Start
from engine.tranquility.sea import CELL_NAMES
from engine.tranquility.view import Price
from tests.tranquility_tables import opened, played, position
from tui.board import Scene
from tui.boards.tranquility import TranquilityBoard
from tui.boards.tranquility.cursor import Cursor
from tui.drawing import Brush, plain

SMALL, ASCII, LARGE = Brush(80, 14), Brush(80, 14, ascii=True), Brush(81, 34)
NAMES = ("Anna", "Bo", "Cem", "Dee", "Eva")
PRESSES = tuple(dict.fromkeys(press for key in TranquilityBoard.KEYS for press in key.presses))

SEA = "4 a1, 7 b1, 8 d1, 12 f1, 20 b2, 21 c2, 24 f2, 33 b3, 41 e3, 60 f4, 66 c5, 70 f5, 77 d6, 78 f6"
FULL = ", ".join(f"{2 * cell + 1} {name}" for cell, name in enumerate(CELL_NAMES))
HANDS = ["14 36 46 79 finish", "2 38 55 63", "9 10 start"]
GONE = ["1 3 finish 80", "5 17", ""]

board = TranquilityBoard()


def midgame(**more: Any) -> Match:
    table: dict[str, Any] = {"sea": SEA, "hands": HANDS, "discards": GONE, "start_played": True, "start_by": 2}
    return position(3, turn=1, **(table | more))


def starting() -> Match:
    return midgame(start_played=False, start_by=0, hands=["14 36 46 79 start", *HANDS[1:]])


def sharing() -> Match:
    return midgame(owes={"eight": [2, 3, 0]})


def naming() -> Match:
    return midgame(owes={"offer": 8, "named": ["", "3", ""]})


def ending(*, sea: str = FULL) -> Match:
    return position(2, sea=sea, hands=["2 30 finish", "4"], turn=1, start_played=True)


def scene(match: Match, seat: int | None, events: Sequence[Any] = ()) -> Scene:
    view = match.view(seat)
    return Scene(match.game, view, tuple(match.game.legal_actions(view)), NAMES[: match.seats], tuple(events))


def pressed(of: Scene, *keys: str) -> Any:
    cursor = board.begin(of, None)
    for key in keys:
        cursor = board.moved(of, cursor, key)
        assert cursor is not None, key
        assert not isinstance(cursor, str), cursor
    return cursor


def under(of: Scene, *keys: str) -> str:
    return str(board.under(of, pressed(of, *keys)))


def drawn(of: Scene, brush: Brush = SMALL, *keys: str) -> str:
    return plain(board.draw(of, pressed(of, *keys), brush)) + "\n"


@cache
def half_way() -> tuple[Match, tuple[Any, ...]]:
    """A game of greedy bots in which somebody has to pay, and what everybody has heard."""
    match, events = opened(4, 5), []
    while not (match.serial > 40 and isinstance(match.view(None).decision, Price)):
        seat = min(match.awaited())
        question: Question[Any, Any, Any] = Question(
            match.view(seat), match.legal(seat), (), Rng(5, "half", match.serial)
        )
        notices = match.play(seat, registry.bot("tranquility", "greedy")(question))
        events += [notice.event for notice in notices if notice.to is None]
    return match, tuple(events)


def lost() -> Match:
    """The player to move holds one card that cannot be paid for."""
    return position(2, sea="40 a1, 45 c1, 46 d1", hands=["43", "50 finish"], turn=1, discards=["1 finish", "2 3"])


def outcome(match: Match) -> Any:
    found = match.outcome()
    assert found is not None
    return found


@cache
def games() -> tuple[Scene, ...]:
    """What each seat that is to act sees, and one that is not, in random games with all options."""
    found: list[Scene] = []
    tables = [(1, 1, "off", "once"), (1, 2, "on", "twice"), (2, 3, "off", "twice"), (3, 1, "off", "twice")]
    for table in [*tables, (4, 2, "on", "twice"), (5, 4, "off", "twice")]:
        before: object = None
        for match, _ in played(table):
            decision = match.view(None).decision
            forced = match.legal(match.view(None).turn)[:1] == [Start()]
            if match.serial % 7 and type(decision) is type(before) and not forced:
                continue
            before = decision
            found += [scene(match, seat) for seat in range(match.seats) if seat in match.to_act() or not seat]
    return tuple(found)


def scenes(stride: int = 1) -> Iterator[Scene]:
    """Those in which the seat is to act."""
    yield from [of for of in games() if of.legal][::stride]


def ways(of: Scene, keys: Sequence[str] = PRESSES, here: Cursor | None = None) -> dict[str, tuple[str, ...]]:
    """For each action that Enter does somewhere, the fewest keys to there from here, or from where one begins."""
    begun = board.begin(of, None) if here is None else here
    found: dict[str, tuple[str, ...]] = {}
    known = {begun}
    waiting: list[tuple[Any, tuple[str, ...]]] = [(begun, ())]
    while waiting:
        later: list[tuple[Any, tuple[str, ...]]] = []
        for cursor, path in waiting:
            if (action := board.under(of, cursor)) is not None and board.moved(of, cursor, "enter") is None:
                found.setdefault(str(action), path)
            for key in keys:
                moved = board.moved(of, cursor, key)
                if moved is not None and not isinstance(moved, str) and moved not in known:
                    known.add(moved)
                    later.append((moved, (*path, key)))
        waiting = later
    return found
