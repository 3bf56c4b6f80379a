"""What the light and the dark sides of Silencio's cards, and its stones, do."""

from __future__ import annotations

from engine.game import Notice, Seat
from engine.silencio.cards import Card, Colour, Hang, Tavern
from engine.silencio.decisions import Ask, Decision
from engine.silencio.state import State
from engine.silencio.view import (
    Chose,
    Event,
    Gave,
    Handed,
    Hung,
    Opened,
    Renewed,
    Sent,
    TavernOpened,
    Took,
    Traded,
)

OPENS_THE_TAVERN = 3  # dark effects


def light(state: State, seat: Seat, colour: Colour, log: list[Notice[Event]], *, optional: bool) -> State:
    """A light effect. optional: a card's may be declined, so red asks as well; a stone's may not."""
    match colour:
        case Colour.RED:
            if not optional:
                return hang(state, seat, Hang.NO_DARK, log)
            ask = Ask.USE
        case Colour.BLUE:
            ask = Ask.TAKE
        case Colour.YELLOW:
            ask = Ask.OPEN
        case Colour.GREEN:
            ask = Ask.CHOOSE
    return state.asking(Decision(ask, seat, optional))


def dark(state: State, seat: Seat, colour: Colour, log: list[Notice[Event]]) -> State:
    """A dark effect, which counts for the tavern as soon as it is activated."""
    state = _counted(state, seat, log)
    match colour:
        case Colour.RED:
            return hang(state, seat, Hang.NO_LIGHT, log)
        case Colour.BLUE:
            return state.asking(Decision(Ask.SEND, seat))
        case Colour.YELLOW:
            return hang(state, seat, Hang.DRAW, log)
        case Colour.GREEN:
            return hang(state, seat, Hang.GREEN, log)


def _counted(state: State, seat: Seat, log: list[Notice[Event]]) -> State:
    """Three dark effects open the tavern; while it is open they are not banked (ruling 15)."""
    if state.tavern is None or state.tavern.open:
        return state
    if state.tavern.count + 1 < OPENS_THE_TAVERN:
        return state.with_tavern(Tavern(count=state.tavern.count + 1))
    log.append(Notice(TavernOpened(seat)))
    return state.with_tavern(Tavern(open=True))


def hang(state: State, seat: Seat, what: Hang, log: list[Notice[Event]]) -> State:
    log.append(Notice(Hung(seat, what)))
    return state.hanging(what)


def take(state: State, seat: Seat, colour: Colour, log: list[Notice[Event]]) -> State:
    card = state.rows[colour][-1].card
    log.append(Notice(Took(seat, card)))
    return state.without_top(colour).with_hidden(seat, card)


def lay_open(state: State, seat: Seat, card: Card, log: list[Notice[Event]]) -> State:
    log.append(Notice(Opened(seat, card)))
    return state.without(seat, card).with_open(seat, card)


def choose(state: State, seat: Seat, whom: Seat, log: list[Notice[Event]]) -> State:
    log.append(Notice(Chose(seat, whom)))
    return state.asking(Decision(Ask.EXCHANGE, whom))


def swap(state: State, seat: Seat, card: Card, partner: Seat, log: list[Notice[Event]]) -> State:
    """The card passes at once; the partner sees it and gives another one back."""
    seen = card if card in state.open[seat] else None
    state = hand_over(state, seat, partner, card, log).handing(card)
    return state.asking(Decision(Ask.GIVE_BACK, partner, partner=seat, card=seen))


def hand_over(state: State, seat: Seat, to: Seat, card: Card, log: list[Notice[Event]]) -> State:
    """A card from hand to hand, to be hidden there. Only the two see which, unless it lay open (ruling 7)."""
    lay_open = card in state.open[seat]
    log.append(Notice(Gave(seat, to)))
    log.append(Notice(Handed(seat, to, card), None if lay_open else frozenset({seat, to})))
    return state.without(seat, card).with_hidden(to, card)


def trade(state: State, seat: Seat, card: Card, wanted: Card, log: list[Notice[Event]]) -> State:
    log.append(Notice(Traded(seat, card, wanted)))
    return state.without(seat, card).in_oracle(wanted, card).with_hidden(seat, wanted)


def renew(state: State, seat: Seat, log: list[Notice[Event]]) -> State:
    new = state.with_new_oracle()
    log.append(Notice(Renewed(seat, state.oracle, new.oracle)))
    return new


def send(state: State, seat: Seat, card: Card, to: Seat, log: list[Notice[Event]]) -> State:
    """The oracle is refilled by one card while the stock lasts."""
    refill = state.stock[0] if state.stock else None
    log.append(Notice(Sent(seat, to, card, refill)))
    return state.in_oracle(card, refill).without_stock(1).with_hidden(to, card)
