"""The rules of Splendor."""

from __future__ import annotations

from engine.game import Notice, Options, Outcome, Seat, Step, clockwise
from engine.rng import Rng
from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import DECKS, GOLD, NOBLES, Card, Token, Tokens
from engine.splendor.holding import Holding
from engine.splendor.legal import MOST_TOKENS, coming, due, missing
from engine.splendor.state import State
from engine.splendor.view import (
    Asks,
    Bought,
    Came,
    Event,
    Looked,
    Passed,
    Reached,
    Refilled,
    Reserved,
    ReservedTop,
    Returned,
    Took,
    View,
)

SHOWN = 4  # face-up cards of each level
OF_EACH_GEM = {2: 4, 3: 5, 4: 7}  # by number of seats
ONE_GOLD: Tokens = (0, 0, 0, 0, 0, 1)


def setup(seats: int, seed: int, options: Options) -> State:
    """Four cards of each level, one noble more than there are players. The seed chooses the first seat."""
    rng = Rng(seed)
    decks = tuple(tuple(rng.shuffled(deck)) for deck in DECKS)
    first = rng.below(seats)
    return State(
        turn=first,
        first=first,
        bank=tokens_in_all(seats, options["gold"]),
        rows=tuple(deck[:SHOWN] for deck in decks),
        decks=tuple(deck[SHOWN:] for deck in decks),
        nobles=tuple(sorted(rng.shuffled(NOBLES)[: seats + 1], key=str)),
        holdings=(Holding(),) * seats,
        hidden=((),) * seats,
        target=int(options["target"]),
        gold=options["gold"],
    )


def tokens_in_all(seats: int, gold: str) -> Tokens:
    """Two and three players have gold only by the published rules."""
    return (*(OF_EACH_GEM[seats],) * 5, 5 if seats == 4 or gold == "published" else 0)


def view(state: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        turn=state.turn,
        first=state.first,
        asks=state.asks,
        bank=state.bank,
        rows=state.rows,
        decks=tuple(map(len, state.decks)),
        nobles=state.nobles,
        holdings=state.holdings,
        unseen=tuple([tuple([card.level for card in cards]) for cards in state.hidden]),
        hidden=() if seat is None else state.hidden[seat],
        passes=state.passes,
        last_round=is_last_round(state),
        target=state.target,
        gold=state.gold,
    )


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """The turn's action, then the clean-up; or what the clean-up asked for, then the rest of it."""
    told: list[Notice[Event]] = []
    state = state.with_passes(state.passes + 1 if action == Pass() else 0)
    match action:
        case Take(gems):
            state = state.given(seat, tokens_of(gems))
            told.append(Notice(Took(seat, gems)))
        case Reserve(card):
            state = state.with_reserved(seat, card)
            state, gold = _with_gold(state, seat)
            told.append(Notice(Reserved(seat, card, gold)))
            state = _refilled(state, card, told)
        case ReserveTop(level):
            state, card = state.drawn(seat, level)
            state, gold = _with_gold(state, seat)
            told.append(Notice(ReservedTop(seat, level, gold)))
            told.append(Notice(Looked(seat, card), frozenset({seat})))
        case Buy(card):
            paid = payment(action, state.holdings[seat])
            from_row = card in state.rows[card.level - 1]
            state = state.given_back(seat, paid).with_card(seat, card)
            told.append(Notice(Bought(seat, card, paid, from_reserve=not from_row)))
            if from_row:
                state = _refilled(state, card, told)
        case Pass():
            told.append(Notice(Passed(seat)))
        case Return(tokens):
            state = state.given_back(seat, tokens_of(tokens))
            told.append(Notice(Returned(seat, tokens)))
        case Welcome(noble):
            state = state.with_noble(seat, noble)
            told.append(Notice(Came(seat, noble, chosen=True)))
            return Step(_turn_done(state, seat, told), tuple(told))
    return Step(_cleaned_up(state, seat, told), tuple(told))


def tokens_of(tokens: tuple[Token, ...]) -> Tokens:
    return tuple([tokens.count(token) for token in Token])


def payment(buy: Buy, holding: Holding) -> Tokens:
    """What goes to the bank: gold for the gems named, or for those missing if none is named; gems for the rest."""
    price = due(buy.card, holding)
    gold = tokens_of(buy.gold)[:GOLD] if buy.gold else missing(price, holding.tokens)
    return (*(most - by_gold for most, by_gold in zip(price, gold, strict=True)), sum(gold))


def _with_gold(state: State, seat: Seat) -> tuple[State, bool]:
    """Reserving brings 1 gold, if there is one."""
    return (state.given(seat, ONE_GOLD), True) if state.bank[GOLD] else (state, False)


def _refilled(state: State, card: Card, told: list[Notice[Event]]) -> State:
    state, new = state.refilled(card)
    if new is not None:
        told.append(Notice(Refilled(new)))
    return state


def _cleaned_up(state: State, seat: Seat, told: list[Notice[Event]]) -> State:
    """First the tokens over ten go back, then a noble comes; a choice waits for the seat."""
    mine = state.holdings[seat]
    if sum(mine.tokens) > MOST_TOKENS:
        return state.asking(Asks.RETURN)
    nobles = coming(mine, state.nobles)
    if nobles:
        state = state.with_passes(0)
    if len(nobles) > 1:
        return state.asking(Asks.NOBLE)
    for noble in nobles:
        state = state.with_noble(seat, noble)
        told.append(Notice(Came(seat, noble, chosen=False)))
    return _turn_done(state, seat, told)


def _turn_done(state: State, seat: Seat, told: list[Notice[Event]]) -> State:
    """The turn goes on clockwise, unless the last round is finished or all have had to pass."""
    others = (holding for other, holding in enumerate(state.holdings) if other != seat)
    if state.holdings[seat].points >= state.target and all(other.points < state.target for other in others):
        told.append(Notice(Reached(seat, state.holdings[seat].points)))
    round_is_done = clockwise(seat, state.seats) == state.first
    if (round_is_done and is_last_round(state)) or state.passes == state.seats:
        return state.asking(Asks.NOTHING)
    return state.next_turn()


def is_last_round(state: State) -> bool:
    return any(holding.points >= state.target for holding in state.holdings)


def to_act(state: State) -> frozenset[Seat]:
    return frozenset() if state.asks is Asks.NOTHING else frozenset({state.turn})


def outcome(state: State) -> Outcome | None:
    """Most points, then fewest bought cards, then the win is shared; the order of seats decides nothing."""
    if state.asks is not Asks.NOTHING:
        return None
    orders = [(-holding.points, len(holding.cards)) for holding in state.holdings]
    ranks = tuple(1 + sum(other < mine for other in orders) for mine in orders)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Outcome(
        winners=winners,
        scores=tuple(holding.points for holding in state.holdings),
        ranks=ranks,
        reason=_reason(state, winners),
    )


def _reason(state: State, winners: tuple[Seat, ...]) -> str:
    most = state.holdings[winners[0]].points
    end = (
        "Nobody could do anything any more"
        if state.passes == state.seats
        else f"The round in which somebody reached {state.target} points is finished"
    )
    if len(winners) > 1:
        return f"{end}; points and bought cards are equal, so the win is shared."
    if sum(holding.points == most for holding in state.holdings) > 1:
        return f"{end}; of those with the most points the one with the fewest bought cards wins."
    return f"{end}."
