"""What one seat of Tranquility knows, in the form in which it is quick to judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from engine.tranquility.cards import FINISH, FINISHES, HIGHEST
from engine.tranquility.sea import CELLS
from engine.tranquility.view import View

TOP = HIGHEST + 1  # stands for the card above the last cell, as 0 does for the one below the first
Run: TypeAlias = tuple[
    int, int, int, int
]  # empty cells from the first up to, not including, the end; cards around them


def runs(line: Sequence[int | None]) -> list[Run]:
    """All runs of empty cells. line: the sea by cell, with 0 or None where it is empty."""
    found = []
    first, low = 0, 0
    for cell, card in enumerate(line):
        if card:
            if cell > first:
                found.append((first, cell, low, card))
            first, low = cell + 1, card
    if first < CELLS:
        found.append((first, CELLS, low, TOP))
    return found


@dataclass(frozen=True, slots=True)
class Sight:
    """hand: rising. unseen: by number, how many islands up to it this seat has never seen. left: cards this seat has
    still to play with, hand and pile; team: the same for all. lost: cards the others have discarded."""

    seats: int
    start_played: bool
    runs: Sequence[Run]
    hand: tuple[int, ...]
    unseen: Sequence[int]
    finishes: int  # not seen
    left: int
    team: int
    lost: int

    @property
    def empty(self) -> int:
        return sum(end - first for first, end, _, _ in self.runs)


def sight(view: View) -> Sight:
    me = view.seat
    assert me is not None
    new = [1] * TOP
    new[0] = 0
    for card in (*view.hand, *view.own_discards, *filter(None, view.sea)):
        if card.is_island:
            new[card] = 0
    return Sight(
        seats=view.seats,
        start_played=view.start_played,
        runs=runs(view.sea),
        hand=tuple(map(int, view.hand)),
        unseen=tuple(accumulate(new)),
        finishes=FINISHES - view.hand.count(FINISH) - view.own_discards.count(FINISH),
        left=view.counts[me] + view.piles[me],
        team=sum(view.counts) + sum(view.piles),
        lost=sum(view.discarded) - view.discarded[me],
    )
