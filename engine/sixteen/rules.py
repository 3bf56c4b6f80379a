"""The rules of Sixteen."""

from __future__ import annotations

from engine.game import Notice, Options, Outcome, Seat, Step
from engine.rng import Rng
from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.cards import ALL, BIN, SCISSORS, SUITS, Colour, Tile, tidy
from engine.sixteen.legal import removable
from engine.sixteen.state import State
from engine.sixteen.view import Event, Passed, Placed, Removed, Stopped, View

RED_ONE = SUITS[Colour.RED][0]
HAND = {2: 30, 3: 29, 4: 22}  # tiles dealt to each, by number of seats


def setup(seats: int, seed: int, options: Options) -> State:
    """Deal, lay the 1s. Who laid the red 1 starts; when nobody did, the seed chooses."""
    rng = Rng(seed)
    tiles = rng.shuffled([tile for tile in ALL if tile.number != 1] if seats == 2 else ALL)
    dealt = [tiles[seat * HAND[seats] : (seat + 1) * HAND[seats]] for seat in range(seats)]
    bag = tiles[seats * HAND[seats] :]
    laid = [tile for tile in ALL if tile.number == 1 and tile not in bag]
    starter = next((seat for seat in range(seats) if RED_ONE in dealt[seat]), None)
    return State(
        rows=tuple(tuple(one for one in laid if one.colour == colour) for colour in Colour),
        hands=tuple(tidy(tile for tile in hand if tile.number != 1) for hand in dealt),
        turn=rng.below(seats) if starter is None else starter,
        bag=tidy(bag),
        runs_follow=options["after_special"] == "run",
    )


def view(state: State, seat: Seat | None) -> View:
    over = is_over(state)
    return View(
        seat=seat,
        turn=state.turn,
        over=over,
        rows=state.rows,
        hand=() if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        aside=state.aside,
        bag=len(state.bag),
        passes=state.passes,
        follow=state.follow,
        runs_follow=state.runs_follow,
        shown=state.hands if over else (),
    )


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    match action:
        case Place(colour=colour, tiles=tiles):
            state = state.without(seat, tiles).with_row(colour, state.rows[colour] + tiles)
            return _told(_turn_done(state), Placed(seat, tiles))
        case Cut(colour=colour):
            return _remove(state, seat, SCISSORS, colour, 1)
        case Empty(colour=colour, count=count):
            return _remove(state, seat, BIN, colour, count)
        case Stop():
            return _told(_turn_done(state), Stopped(seat))
        case Pass():
            return _told(state.next_turn(passed=True), Passed(seat))


def _remove(state: State, seat: Seat, special: Tile, colour: Colour, count: int) -> Step[State, Event]:
    """Special and tiles go aside; a tile may follow on that row. Going out by a special wins at once (ruling 7)."""
    row = state.rows[colour]
    assert 1 <= count <= removable(row)
    kept, taken = row[:-count], row[-count:]
    state = state.without(seat, [special]).with_row(colour, kept).with_aside(special, *taken)
    if state.hands[seat]:
        state = state.waiting_for_a_tile_on(colour)
    return _told(state, Removed(seat, special, colour, taken))


def _turn_done(state: State) -> State:
    """The turn goes on to the left, unless the game has just been won."""
    return state if is_over(state) else state.next_turn()


def _told(state: State, event: Event) -> Step[State, Event]:
    """Everything that happens in Sixteen happens in the open."""
    return Step(state, (Notice(event),))


def is_over(state: State) -> bool:
    """Somebody has no tile left, or every player has passed in a row (ruling 9)."""
    return () in state.hands or state.passes >= state.seats


def to_act(state: State) -> frozenset[Seat]:
    return frozenset() if is_over(state) else frozenset({state.turn})


def outcome(state: State) -> Outcome | None:
    """Lowest sum wins, then fewest tiles, then the win is shared. Who has no tile left has the sum 0."""
    if not is_over(state):
        return None
    sums = tuple(sum(tile.count for tile in hand) for hand in state.hands)
    orders = [(total, len(hand)) for total, hand in zip(sums, state.hands, strict=True)]
    ranks = tuple(1 + sum(other < mine for other in orders) for mine in orders)
    return Outcome(
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
        scores=sums,
        ranks=ranks,
        reason="The last tile was laid." if () in state.hands else "Nobody could go on, so the tiles were counted.",
    )
