"""How the strong bot plays a race on to its end in its head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from engine.sixteen.race import BASE_AFTER, COUNTS, END, RESTART, SHUT, Race


class Manner(IntEnum):
    """Whom a seat is taken for: an index of `WEIGHTS`."""

    BEGINNER = 0  # as engine/sixteen/bot.py plays
    SEASONED = 1


class Weights(NamedTuple):
    """What makes tiles worth laying on a row."""

    tile: float
    point: float
    stuck: float  # for a point that fits before and no longer after
    jumped: float  # for a number that is jumped over and in other hands or gone
    restart: float
    end: float
    base: float  # for each step the row is up already


WEIGHTS = (
    Weights(tile=4.0, point=0.3, stuck=-1.5, jumped=-1.0, restart=-2.0, end=-2.0, base=0.0),
    Weights(tile=4.0, point=0.0, stuck=-0.7, jumped=0.4, restart=-20.0, end=-11.0, base=-1.0),
)


class Lay(NamedTuple):
    """Tiles for one row: their bits, what the row counts as after each, and what they count."""

    worth: float
    bits: int
    bases: tuple[int, ...]
    total: int


def runs(suit: int, base: int, many: bool) -> Iterator[tuple[int, ...]]:
    """The bits of every tile, and if `many` of every run, that goes on a row."""
    if base == SHUT:
        return
    for first in range(base + 1, 18):
        if not suit >> first & 1:
            continue
        run: tuple[int, ...] = (first,)
        yield run
        while many and run[-1] < 15 and suit >> run[-1] + 1 & 1:
            run = (*run, run[-1] + 1)
            yield run
        if many and run[-1] == 15:
            for last in (RESTART, END):
                if suit >> last & 1:
                    yield (*run, last)


def worth(suit: int, base: int, run: Sequence[int], manner: int) -> float:
    """What laying these bits of a suit on a row at `base` is worth to this manner."""
    weights = WEIGHTS[manner]
    first, last = run[0], run[-1]
    jumped = COUNTS[first] - base - 1
    if last == RESTART:
        stuck = -_points(suit, 2, base)  # they fit again
    elif last == END:
        stuck = _points(suit, base + 1, END) - sum(COUNTS[place] for place in run)
    else:
        stuck = _points(suit, base + 1, first - 1)
    if manner == Manner.SEASONED:
        jumped -= (suit >> base + 1 & (1 << jumped) - 1).bit_count()
    return (
        weights.tile * len(run)
        + weights.point * sum(COUNTS[place] for place in run)
        + weights.stuck * stuck
        + weights.jumped * jumped
        + weights.restart * (last == RESTART)
        + weights.end * (last == END)
        + weights.base * base
    )


@lru_cache(maxsize=1 << 16)
def _points(suit: int, low: int, high: int) -> int:
    """What the tiles from one bit to another count."""
    return sum(COUNTS[place] for place in range(low, high + 1) if suit >> place & 1)


@lru_cache(maxsize=1 << 16)
def best_lay(suit: int, base: int, manner: int, many: bool) -> Lay | None:
    """What this manner likes best on a row, None if nothing fits."""
    best: Lay | None = None
    for run in runs(suit, base, many):
        value = worth(suit, base, run, manner)
        if best is None or value > best.worth:
            bits, total = sum(1 << place for place in run), sum(COUNTS[place] for place in run)
            best = Lay(value, bits, tuple(BASE_AFTER[place] for place in run), total)
    return best


def play_out(race: Race, manners: Sequence[int]) -> None:
    """To the end: every seat lays what its manner likes best, and uses a special when nothing fits."""
    if race.follow >= 0:
        _follow(race, manners[race.turn])
    if race.over:
        return
    rows, hands, left, sums = race.rows, race.hands, race.left, race.sums
    scissors, bins = race.scissors, race.bins
    seats, seat, passes = len(left), race.turn, race.passes
    heights = [row[-1] if row else 0 for row in rows]
    while passes < seats and left[seat - 1]:
        manner = manners[seat]
        best = None
        most = -1e9
        colour = 0
        for place, suit in enumerate(hands[seat]):
            base = heights[place]
            if suit >> base > 1:
                lay = best_lay(suit, base, manner, True)
                if lay is not None and lay[0] > most:
                    best, most, colour = lay, lay[0], place
        if best is not None:
            _, bits, ends, total = best
            hands[seat][colour] ^= bits
            rows[colour].extend(ends)
            heights[colour] = ends[-1]
            sums[seat] -= total
            left[seat] -= len(ends)
            passes = 0
        elif (scissors[seat] or bins[seat]) and (found := _special(race, seat)):
            colour, count = found
            race.turn = seat
            race.remove(colour, count, scissors if count == 1 and scissors[seat] else bins)
            if left[seat]:
                _follow(race, manner)
            heights[colour] = rows[colour][-1] if rows[colour] else 0
            passes = 0
        else:
            passes += 1
        seat += 1
        if seat == seats:
            seat = 0


def _follow(race: Race, manner: int) -> None:
    """What may follow a special, and the end of the turn."""
    colour = race.follow
    row = race.rows[colour]
    lay = best_lay(race.hands[race.turn][colour], row[-1] if row else 0, manner, race.runs_follow)
    if lay is not None:
        race.lay(colour, lay.bits, lay.bases, lay.total)
    race.turn_done()


def _special(race: Race, seat: int) -> tuple[int, int] | None:
    """The row, and how many of its tiles to remove, that set most points free; None if there is nothing to remove."""
    best: tuple[int, int] | None = None
    most = -1
    for colour, row in enumerate(race.rows):
        removable = len(row) - (row[:1] == [1])
        suit = race.hands[seat][colour]
        for count in range(1, removable + 1 if race.bins[seat] else min(removable, 1) + 1):
            base = row[-count - 1] if count < len(row) else 0
            freed = _points(suit, base + 1, END)
            if freed > most:
                best, most = (colour, count), freed
    return best
