"""What a seat may believe about the tiles it cannot see."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat
from engine.rng import Rng
from engine.sixteen.cards import ALL, BIN, SCISSORS, Tile
from engine.sixteen.legal import base
from engine.sixteen.race import Race, bases, bit, suits
from engine.sixteen.redeal import less
from engine.sixteen.view import Event, Passed, Placed, Removed, View

JUMPED = 0.35  # how much less likely than others somebody holds a number that they jumped over
BROKEN_OFF = 0.05  # and the number that would have made their run longer
TRIES = 20

Odds = list[list[list[float]]]  # by seat, colour and bit; 0: the seat cannot hold the tile


def odds(view: View, memory: Sequence[Event]) -> Odds:
    """How likely each seat is to hold a tile, against the others, by what it did.

    What lay on the rows earlier comes from what lies there now, the events taken back one after another.
    """
    likely = [[[1.0] * 18 for _ in view.rows] for _ in range(view.seats)]
    rows = [list(row) for row in view.rows]
    for back in range(view.passes):  # a position file knows the passes but no events
        _rule_out(likely[(view.turn - 1 - back) % view.seats], rows)
    for event in reversed(memory):
        match event:
            case Passed(seat):
                _rule_out(likely[seat], rows)
            case Removed(colour=colour, tiles=tiles):
                rows[colour].extend(tiles)
            case Placed(seat, tiles):
                assert tiles[0].colour is not None
                row, suit = rows[tiles[0].colour], likely[seat][tiles[0].colour]
                del row[-len(tiles) :]
                for place in range(base(row) + 1, tiles[0].number):
                    suit[place] *= JUMPED
                if tiles[-1].number < 15:
                    suit[tiles[-1].number + 1] *= BROKEN_OFF
    return likely


def _rule_out(likely: list[list[float]], rows: Sequence[Sequence[Tile]]) -> None:
    """Who passes holds nothing that fits."""
    for suit, row in zip(likely, rows, strict=True):
        for place in range(base(row) + 1, len(suit)):
            suit[place] = 0.0


class Belief:
    """Deals worlds that agree with the view and, in proportion, with what the seats did."""

    def __init__(self, view: View, memory: Sequence[Event]) -> None:
        assert view.seat is not None
        self._view = view
        self._me: Seat = view.seat
        self._rows = [bases(row) for row in view.rows]
        self._hand = suits(view.hand)
        unseen = [tile for tile in less(ALL, *view.rows, view.aside, view.hand) if tile.number != 1]
        room = [0 if seat == self._me else count for seat, count in enumerate(view.counts)]
        self._room = [*room, len(unseen) - sum(room)]  # the bag comes after the seats
        likely = odds(view, memory)
        # What few can hold is dealt first, so that it finds room.
        self._unseen = sorted(
            ((tile, self._weights(tile, likely)) for tile in unseen), key=lambda known: sum(map(bool, known[1]))
        )

    def _weights(self, tile: Tile, likely: Odds) -> tuple[float, ...]:
        """Of each seat and the bag. Of a special nothing is known."""
        if tile.colour is None:
            weights = [1.0] * len(likely)
        else:
            weights = [suits_of[tile.colour][bit(tile)] for suits_of in likely]
        weights[self._me] = 0.0
        return (*weights, 1.0)

    def dealt(self, rng: Rng) -> Race:
        """A world. Only a position made by hand can leave it to the counts alone."""
        for _ in range(TRIES):
            if (owners := self._owners(rng)) is not None:
                break
        else:
            owners = rng.shuffled([owner for owner, free in enumerate(self._room) for _ in range(free)])
        return self._race(owners)

    def _owners(self, rng: Rng) -> list[int] | None:
        """Who holds each unseen tile; None if a tile found no room."""
        room = self._room[:]
        owners = []
        for _, weights in self._unseen:
            chances = [weight * free for weight, free in zip(weights, room, strict=True)]
            ticket = rng.random() * sum(chances)
            owner = -1
            for seat, chance in enumerate(chances):
                if chance:
                    owner = seat
                    if ticket < chance:
                        break
                ticket -= chance
            if owner < 0:
                return None
            room[owner] -= 1
            owners.append(owner)
        return owners

    def _race(self, owners: Sequence[int]) -> Race:
        view, seats = self._view, self._view.seats
        hands = [[0] * 5 for _ in range(seats + 1)]
        scissors, bins = [0] * (seats + 1), [0] * (seats + 1)
        for owner, (tile, _) in zip(owners, self._unseen, strict=True):
            if tile.colour is not None:
                hands[owner][tile.colour] |= 1 << bit(tile)
            elif tile == BIN:
                bins[owner] += 1
            else:
                scissors[owner] += 1
        hands[self._me] = self._hand[:]
        scissors[self._me] = view.hand.count(SCISSORS)
        bins[self._me] = view.hand.count(BIN)
        return Race(
            rows=[row[:] for row in self._rows],
            hands=hands[:seats],
            scissors=scissors[:seats],
            bins=bins[:seats],
            turn=view.turn,
            passes=view.passes,
            follow=-1 if view.follow is None else int(view.follow),
            runs_follow=view.runs_follow,
        )
