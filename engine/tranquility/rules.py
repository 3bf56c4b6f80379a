"""The rules of Tranquility."""

from __future__ import annotations

from typing import TypeAlias

from engine.game import Notice, Options, Outcome, Seat, Step
from engine.rng import Rng
from engine.tranquility.actions import Action, Discard, Finish, Offer, Pay, Play, Start
from engine.tranquility.cards import DECK, ISLANDS, START, Card, tidy
from engine.tranquility.legal import can_act
from engine.tranquility.sea import EMPTY, filled, price
from engine.tranquility.state import HAND, State
from engine.tranquility.view import (
    Agreed,
    Drew,
    Ending,
    Event,
    FinishPlayed,
    House,
    Laid,
    Named,
    Numbers,
    OwnDrew,
    OwnLaid,
    Played,
    Price,
    Shares,
    StartPlayed,
    Stranded,
    View,
    Why,
    asked,
)

EIGHT = 8  # cards that go when a Start is played
ALONE = 4  # of them at a time when one plays alone (ruling 5)
TAKEN_BY_GALATEIA = 4

Told: TypeAlias = list[Notice[Event]]


def setup(seats: int, seed: int, options: Options) -> State:
    """Deal the piles, draw five, and only then shuffle a Start into each pile. The seed chooses who begins."""
    rng = Rng(seed)
    house = House.of(options)
    outside = rng.shuffled(ISLANDS)[: taken_out(house.galateia)]
    cards = rng.shuffled([card for card in DECK if card not in outside])
    hands, piles = [], []
    for seat in range(seats):
        share = dealt(seats, seat, house.galateia)
        mine, cards = cards[:share], cards[share:]
        hands.append(tidy(mine[:HAND]))
        pile = mine[HAND:]
        pile.insert(rng.below(len(pile) + 1), START)
        piles.append(tuple(pile))
    return State(
        sea=EMPTY,
        hands=tuple(hands),
        piles=tuple(piles),
        discards=((),) * seats,
        turn=rng.below(seats),
        outside=tidy(outside),
        house=house,
    )


def taken_out(galateia: bool) -> int:
    return TAKEN_BY_GALATEIA if galateia else 0


def dealt(seats: int, seat: Seat, galateia: bool) -> int:
    """Cards a seat is dealt, the Start not counted: as even as can be, the surplus to the last seats."""
    return (len(DECK) - taken_out(galateia) + seat) // seats


def pile_at_first(seats: int, seat: Seat, galateia: bool) -> int:
    """Its size after the opening hand, Start included."""
    return dealt(seats, seat, galateia) - HAND + 1


def view(state: State, seat: Seat | None) -> View:
    """Nothing that lies face down is shown, not even when the game is over (ruling 10)."""
    return View(
        seat=seat,
        turn=state.turn,
        ending=state.ending,
        decision=state.decision,
        sea=state.sea,
        start_played=state.start_played,
        start_by=state.start_by,
        hand=() if seat is None else state.hands[seat],
        own_discards=() if seat is None else state.discards[seat],
        counts=tuple(map(len, state.hands)),
        piles=tuple(map(len, state.piles)),
        discarded=tuple(map(len, state.discards)),
        house=state.house,
    )


def to_act(state: State) -> frozenset[Seat]:
    return asked(state.ending, state.decision, state.turn)


def awaited(state: State) -> frozenset[Seat]:
    """Who has named a number for the eight may change it, but the game waits for the others."""
    match state.decision:
        case Numbers(heard=heard):
            return to_act(state) - heard
        case _:
            return to_act(state)


def may_talk(state: State) -> bool:
    """Only while the eight are shared out (ruling 4), and after the game; all the time if the table wants it so."""
    eight = isinstance(state.decision, (Numbers, Shares))
    return state.house.open_talk or eight or state.ending is not None


def outcome(state: State) -> Outcome | None:
    """All win or all lose. The score counts filled cells."""
    if state.ending is None:
        return None
    won = state.ending is Ending.WON
    everybody = tuple(range(state.seats))
    return Outcome(
        winners=everybody if won else (),
        scores=(filled(state.sea),) * state.seats,
        ranks=(1,) * state.seats,
        reason="The ship has come home to its island." if won else "The player to move could do nothing any more.",
    )


# --- actions


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    told: Told = []
    match action:
        case Play(card, cell):
            state = _play(state, card, cell, told)
        case Pay(cards):
            state = _pay(state, seat, cards, told)
        case Discard(cards):
            state = _turn_done(_lay(state, seat, cards, Why.CHOICE, told), told)
        case Start():
            state = _start(state, told)
        case Offer(number):
            state = _offer(state, seat, number, told)
        case Finish():
            told.append(Notice(FinishPlayed(seat)))
            state = state.with_finish()
    return Step(state, tuple(told))


def _play(state: State, card: Card, cell: int, told: Told) -> State:
    """An island goes to its cell. If the price is all that is left in hand, everybody sees what has to be paid."""
    number = price(state.sea, card, cell)
    assert number is not None
    told.append(Notice(Played(state.turn, card, cell, number)))
    return charge(state.with_island(card, cell), number, told)


def charge(state: State, number: int, told: Told) -> State:
    """Asks for the price of an island, unless there is nothing to ask."""
    hand = state.hands[state.turn]
    if number == len(hand) > 0:
        state = _lay(state, state.turn, hand, Why.PRICE, told, settled=True)
    elif number:
        return state.asking(Price(number))
    return _turn_done(state, told)


def _pay(state: State, seat: Seat, cards: tuple[Card, ...], told: Told) -> State:
    match state.decision:
        case Shares(owed):
            state = _lay(state, seat, cards, Why.EIGHT, told)
            return collect(state, (*owed[:seat], 0, *owed[seat + 1 :]), told)
        case _:
            return _turn_done(_lay(state, seat, cards, Why.PRICE, told), told)


def _lay(state: State, seat: Seat, cards: tuple[Card, ...], why: Why, told: Told, *, settled: bool = False) -> State:
    """Face down: the others learn how many."""
    told.append(Notice(Laid(seat, len(cards), why, settled)))
    told.append(Notice(OwnLaid(seat, cards), frozenset({seat})))
    return state.discarding(seat, cards)


def _refill(state: State, seat: Seat, told: Told) -> State:
    """Back to five, while the pile lasts."""
    if number := state.missing(seat):
        told.append(Notice(Drew(seat, number)))
        told.append(Notice(OwnDrew(seat, tidy(state.piles[seat][:number])), frozenset({seat})))
        state = state.refilled(seat)
    return state


def _turn_done(state: State, told: Told) -> State:
    return begin_turn(_refill(state, state.turn, told).next_turn(), told)


def begin_turn(state: State, told: Told) -> State:
    """Lost when the player to move has no legal action; this is the only moment that is tested (ruling 8)."""
    if can_act(state.sea, state.start_played, state.hands[state.turn]):
        return state
    told.append(Notice(Stranded(state.turn)))
    return state.lost()


# --- the Start and its eight cards


def _start(state: State, told: Told) -> State:
    state = state.with_start()
    needed = cards_needed(tuple(map(len, state.hands)))
    told.append(Notice(StartPlayed(state.turn, needed)))
    if state.seats == 1:
        return _start_alone(state, needed, told)
    return ask_numbers(state, needed, told)


def cards_needed(counts: tuple[int, ...]) -> int:
    """Of the eight, no more than there are; one who plays alone pays four at a time (rulings 4 and 5)."""
    return min(ALONE if len(counts) == 1 else EIGHT, sum(counts))


def _start_alone(state: State, needed: int, told: Told) -> State:
    """The four cards in hand go; then, unless the option says once, four of the next five."""
    if needed:
        state = _lay(state, 0, state.hands[0], Why.EIGHT, told, settled=True)
    if state.house.start_twice:
        state = _refill(state, 0, told)
        again = (cards_needed((len(state.hands[0]),)),)
        told.append(Notice(Agreed(again, settled=True)))
        return collect(state, again, told)
    return _eight_done(state, told)


def ask_numbers(state: State, needed: int, told: Told) -> State:
    """Who has no card can only say 0; if all cards must go there is nothing to say."""
    counts = tuple(map(len, state.hands))
    if needed == sum(counts):
        told.append(Notice(Agreed(counts, settled=True)))
        return collect(state, counts, told)
    return state.asking(Numbers(needed, named=tuple(None if count else 0 for count in counts), most=counts))


def _offer(state: State, seat: Seat, number: int, told: Told) -> State:
    asking = state.decision
    assert isinstance(asking, Numbers)
    told.append(Notice(Named(seat, number)))
    asking = asking.saying(seat, number)
    if not asking.agreed:
        return state.asking(asking)
    told.append(Notice(Agreed(asking.numbers, settled=False)))
    return collect(state, asking.numbers, told)


def collect(state: State, owed: tuple[int, ...], told: Told) -> State:
    """Each picks in secret; whose whole hand must go has nothing to pick."""
    for seat, number in enumerate(owed):
        if number == len(state.hands[seat]) > 0:
            state = _lay(state, seat, state.hands[seat], Why.EIGHT, told, settled=True)
            owed = (*owed[:seat], 0, *owed[seat + 1 :])
    return state.asking(Shares(owed)) if any(owed) else _eight_done(state, told)


def _eight_done(state: State, told: Told) -> State:
    """Everybody draws back to five."""
    for seat in range(state.seats):
        state = _refill(state, seat, told)
    return begin_turn(state.next_turn(), told)
