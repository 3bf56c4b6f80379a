"""A game of Sixteen in numbers, quick to copy and to play on: what the strong bot searches in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game import Seat
from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.cards import BIN, SCISSORS, Kind, Tile

# A suit is a set of bits: bit n for the number n, and these for the 16s.
RESTART, END = 16, 17
SHUT = 17  # the base of a closed row: no bit is higher
BASE_AFTER: tuple[int, ...] = (*range(16), 0, SHUT)  # by bit: what the row counts as once this tile lies on it
COUNTS: tuple[int, ...] = (*range(17), 16)  # by bit: what the tile counts at the end


def bit(tile: Tile) -> int:
    """The place of a coloured tile in its suit."""
    return END if tile.kind is Kind.END else tile.number


def suits(tiles: Iterable[Tile]) -> list[int]:
    """The tiles as five suits, without scissors and bin."""
    masks = [0] * 5
    for tile in tiles:
        if tile.colour is not None:
            masks[tile.colour] |= 1 << bit(tile)
    return masks


def bases(row: Sequence[Tile]) -> list[int]:
    """What the row counted as after each of its tiles."""
    return [BASE_AFTER[bit(tile)] for tile in row]


def _points(suit: int) -> int:
    return sum(COUNTS[place] for place in range(18) if suit >> place & 1)


class Race:
    """A mutable game. hands: five suits a seat. rows: as `bases` gives them. follow: a colour, or -1 when none may.

    left: a seat's tiles. sums: what they count. Both are kept along with the hands.
    """

    __slots__ = ("bins", "follow", "hands", "left", "passes", "rows", "runs_follow", "scissors", "sums", "turn")

    def __init__(
        self,
        rows: list[list[int]],
        hands: list[list[int]],
        scissors: list[int],
        bins: list[int],
        turn: Seat,
        passes: int,
        follow: int,
        runs_follow: bool,
    ) -> None:
        self.rows, self.hands, self.scissors, self.bins = rows, hands, scissors, bins
        self.turn, self.passes, self.follow, self.runs_follow = turn, passes, follow, runs_follow
        specials = [cuts + empties for cuts, empties in zip(scissors, bins, strict=True)]
        self.left = [sum(map(int.bit_count, hand)) + own for hand, own in zip(hands, specials, strict=True)]
        self.sums = [sum(map(_points, hand)) + own * BIN.count for hand, own in zip(hands, specials, strict=True)]

    def copy(self) -> Race:
        new = object.__new__(Race)
        new.rows = [row[:] for row in self.rows]
        new.hands = [hand[:] for hand in self.hands]
        new.scissors, new.bins = self.scissors[:], self.bins[:]
        new.left, new.sums = self.left[:], self.sums[:]
        new.turn, new.passes, new.follow, new.runs_follow = self.turn, self.passes, self.follow, self.runs_follow
        return new

    @property
    def over(self) -> bool:
        return 0 in self.left or self.passes >= len(self.left)

    def play(self, action: Action) -> None:
        """The action of the seat whose turn it is, carried out as engine/sixteen/rules.py does."""
        match action:
            case Place(colour=colour, tiles=tiles):
                self.lay(colour, sum(1 << bit(tile) for tile in tiles), bases(tiles), sum(tile.count for tile in tiles))
                self.turn_done()
            case Cut(colour):
                self.remove(colour, 1, self.scissors)
            case Empty(colour, count):
                self.remove(colour, count, self.bins)
            case Stop():
                self.turn_done()
            case Pass():
                passes = self.passes + 1
                self.turn_done()
                self.passes = passes

    def lay(self, colour: int, bits: int, ends: Sequence[int], total: int) -> None:
        """Tiles that count `total` onto a row, which counts as each of `ends` in turn."""
        seat = self.turn
        self.hands[seat][colour] ^= bits
        self.rows[colour].extend(ends)
        self.left[seat] -= len(ends)
        self.sums[seat] -= total

    def remove(self, colour: int, count: int, specials: list[int]) -> None:
        """The row's last tiles, by one of `specials`: the seats' scissors or bins."""
        seat = self.turn
        specials[seat] -= 1
        del self.rows[colour][-count:]
        self.left[seat] -= 1
        self.sums[seat] -= SCISSORS.count
        if self.left[seat]:
            self.passes, self.follow = 0, int(colour)

    def turn_done(self) -> None:
        if self.left[self.turn]:
            self.turn = (self.turn + 1) % len(self.left)
            self.passes, self.follow = 0, -1

    def share(self, seat: Seat) -> float:
        """How much of the win is the seat's: 1, a part of a shared win, or 0."""
        orders = list(zip(self.sums, self.left, strict=True))
        best = min(orders)
        return (orders[seat] == best) / orders.count(best)

    def lead(self, seat: Seat) -> int:
        """How many points the seat is ahead of the best of the others."""
        return min(total for other, total in enumerate(self.sums) if other != seat) - self.sums[seat]
