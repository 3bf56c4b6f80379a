"""What may be done in Sixteen, seen from a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.cards import BIN, SCISSORS, Colour, Kind, Tile
from engine.sixteen.view import View

CLOSED = 99  # higher than any tile


def base(row: Sequence[Tile]) -> int:
    """What a tile must be higher than (ruling 1)."""
    if not row or row[-1].kind is Kind.RESTART:
        return 0
    return CLOSED if row[-1].kind is Kind.END else row[-1].number


def removable(row: Sequence[Tile]) -> int:
    """How many tiles scissors or bin could take: never the 1 that opened the row (rulings 3 and 4)."""
    return len(row) - 1 if row and row[0].number == 1 else len(row)


def placements(tiles: Sequence[Tile], base: int, runs: bool) -> Iterator[Place]:
    """Every tile, and every run if `runs`, that goes on a row. tiles: of one colour, rising."""
    fitting = [tile for tile in tiles if tile.number > base]
    for start, first in enumerate(fitting):
        yield Place(first, first)
        if not runs or first.number == 16:
            continue
        reached = first.number
        for tile in fitting[start + 1 :]:
            if tile.number == reached + 1 or tile.number == reached == 16:
                reached = tile.number
                yield Place(first, tile)
            else:
                break


def legal_actions(view: View) -> list[Action]:
    if view.over or view.seat != view.turn:
        return []
    suits: list[list[Tile]] = [[], [], [], [], []]
    for tile in view.hand:
        if tile.colour is not None:
            suits[tile.colour].append(tile)
    actions: list[Action] = []
    if view.follow is not None:
        actions.extend(placements(suits[view.follow], base(view.rows[view.follow]), view.runs_follow))
        actions.append(Stop())
        return actions
    for suit, row in zip(suits, view.rows, strict=True):
        actions.extend(placements(suit, base(row), runs=True))
    cannot_place = not actions
    if SCISSORS in view.hand:
        actions.extend(Cut(colour) for colour in Colour if removable(view.rows[colour]))
    if BIN in view.hand:
        for colour in Colour:
            actions.extend(Empty(colour, count + 1) for count in range(removable(view.rows[colour])))
    if cannot_place:
        actions.append(Pass())
    return actions
