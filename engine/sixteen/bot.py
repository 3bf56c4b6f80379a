"""A sensible beginner at Sixteen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.bots import Question
from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.cards import BIN, SCISSORS, Colour, Kind, Tile
from engine.sixteen.legal import CLOSED, base
from engine.sixteen.strong import strong
from engine.sixteen.view import Event, View


def greedy(question: Question[View, Action, Event]) -> Action:
    """Lays what costs the fewest points: small steps, long runs first, 16s and specials late."""
    worths = [worth(question.view, action) for action in question.legal]
    best = max(worths)
    return question.rng.choice([a for a, w in zip(question.legal, worths, strict=True) if w == best])


def worth(view: View, action: Action) -> float:
    """How good the action looks, in points of the final count."""
    match action:
        case Place(colour=colour, tiles=tiles, last=last):
            row = view.rows[colour]
            held = [tile for tile in view.hand if tile.colour == colour and tile not in tiles]
            stuck = _stuck(held, _base_after(last)) - _stuck(held, base(row))
            skipped = tiles[0].number - base(row) - 1
            return 4.0 * len(tiles) + 0.3 * _sum(tiles) - 1.5 * stuck - skipped - 2.0 * (last.number == 16)
        case Cut(colour):
            return _special(view, colour, 1, SCISSORS)
        case Empty(colour, count):
            return _special(view, colour, count, BIN)
        case Stop():
            return 0.0
        case Pass():
            return -10.0


def _special(view: View, colour: Colour, count: int, special: Tile) -> float:
    """Worth what it sets free, less the wish to keep it for a better moment, which fades as the hand shrinks."""
    row = view.rows[colour]
    held = [tile for tile in view.hand if tile.colour == colour]
    freed = _stuck(held, base(row)) - _stuck(held, base(row[:-count]))
    hurry = sum(other < 8 for other in view.counts)
    return 0.8 * freed - 18.0 + special.count * 0.35 * hurry


def _base_after(last: Tile) -> int:
    match last.kind:
        case Kind.RESTART:
            return 0
        case Kind.END:
            return CLOSED
        case _:
            return last.number


def _stuck(held: Sequence[Tile], limit: int) -> int:
    return _sum(tile for tile in held if tile.number <= limit)


def _sum(tiles: Iterable[Tile]) -> int:
    return sum(tile.count for tile in tiles)


BOTS = {"greedy": greedy, "strong": strong}
