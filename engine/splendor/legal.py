"""What may be done in Splendor, seen from a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from operator import add

from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import GEMS, GOLD, LEVELS, Card, Gems, Noble, Token, Tokens
from engine.splendor.holding import Holding
from engine.splendor.view import Asks, View

MOST_TOKENS = 10  # at the end of a turn
MOST_RESERVED = 3
ENOUGH_FOR_TWO = 4  # in the bank before two alike are taken


def legal_actions(view: View) -> Sequence[Action]:
    if view.seat is None or view.seat != view.turn:
        return ()
    mine = view.holdings[view.seat]
    match view.asks:
        case Asks.ACTION:
            return (*takes(view.bank), *buys(view), *reserves(view)) or (Pass(),)
        case Asks.RETURN:
            return returns(mine.tokens)
        case Asks.NOBLE:
            return tuple(Welcome(noble) for noble in coming(mine, view.nobles))
        case Asks.NOTHING:
            return ()


def takes(bank: Tokens) -> Iterator[Take]:
    """One gem of each of three colours, or of all that are left if they are fewer; or two of one colour."""
    yield from _DIFFERENT[tuple(gem for gem in GEMS if bank[gem])]
    for gem in GEMS:
        if bank[gem] >= ENOUGH_FOR_TWO:
            yield _ALIKE[gem]


def reserves(view: View) -> Iterator[Reserve | ReserveTop]:
    if len(view.mine.reserved) + len(view.hidden) >= MOST_RESERVED:
        return
    for row in view.rows:
        for card in row:
            if card is not None:
                yield Reserve(card)
    for level, left in zip(LEVELS, view.decks, strict=True):
        if left:
            yield ReserveTop(level)


def buys(view: View) -> Iterator[Buy]:
    mine = view.mine
    reach, gold = mine.reach, mine.tokens[GOLD]
    for card in (*view.rows[0], *view.rows[1], *view.rows[2], *mine.reserved, *view.hidden):
        if card is not None and (needed := gold_for(card, reach)) <= gold:
            yield Buy(card)
            if needed < gold:
                yield from payments_in_gold(card, mine)


def gold_for(card: Card, reach: Gems) -> int:
    """How much gold a card takes at the least, given the tokens and bonuses of each gem."""
    needed = 0
    for gem, price in card.costs:
        if price > reach[gem]:
            needed += price - reach[gem]
    return needed


def due(card: Card, holding: Holding) -> Gems:
    """The price of a card less the bonuses of the seat."""
    return tuple([max(price - bonus, 0) for price, bonus in zip(card.price, holding.bonuses, strict=True)])


def missing(due: Gems, tokens: Tokens) -> Gems:
    """The gems for which gold must stand."""
    return tuple([max(price - held, 0) for price, held in zip(due, tokens[:GOLD], strict=True)])


def payments_in_gold(card: Card, holding: Holding) -> Iterator[Buy]:
    """Every exact payment in which gold also stands for gems that are held. The seat can afford the card."""
    price = due(card, holding)
    least = missing(price, holding.tokens)
    spare = holding.tokens[GOLD] - sum(least)
    ranges = [range(min(spare, most - needed) + 1) for most, needed in zip(price, least, strict=True)]
    for more in product(*ranges):
        if 0 < sum(more) <= spare:
            yield Buy(card, named(tuple(map(add, least, more))))


def is_affordable(card: Card, holding: Holding) -> bool:
    return gold_for(card, holding.reach) <= holding.tokens[GOLD]


def canonical(view: View, action: Action) -> Action:
    """A payment that names just the gems that are missing is the plain one."""
    if isinstance(action, Buy) and action.gold and view.seat is not None:
        mine = view.holdings[view.seat]
        if action.gold == named(missing(due(action.card, mine), mine.tokens)):
            return Buy(action.card)
    return action


def named(numbers: Sequence[int]) -> tuple[Token, ...]:
    """The tokens one by one, in order."""
    return tuple(token for token, number in zip(Token, numbers, strict=False) for _ in range(number))


def returns(tokens: Tokens) -> tuple[Return, ...]:
    """Every way to come down to ten tokens."""
    held = [token for token in Token if tokens[token]]
    return tuple(
        Return(chosen)
        for chosen in combinations_with_replacement(held, excess(tokens))
        if all(chosen.count(token) <= tokens[token] for token in chosen)
    )


def excess(tokens: Tokens) -> int:
    """How many must go back; below 0 if there is room for more."""
    return sum(tokens) - MOST_TOKENS


def coming(holding: Holding, nobles: Sequence[Noble]) -> tuple[Noble, ...]:
    return tuple([noble for noble in nobles if holding.attracts(noble)])


_DIFFERENT: dict[tuple[Token, ...], tuple[Take, ...]] = {
    colours: tuple(map(Take, combinations(colours, min(3, number)))) if colours else ()
    for number in range(len(GEMS) + 1)
    for colours in combinations(GEMS, number)
}
_ALIKE = tuple(Take((gem, gem)) for gem in GEMS)
