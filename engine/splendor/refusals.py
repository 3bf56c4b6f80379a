"""Why something cannot be done in Splendor."""

from __future__ import annotations

from engine.game import in_words
from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import GEMS, GOLD, Card, Token
from engine.splendor.legal import (
    ENOUGH_FOR_TWO,
    MOST_RESERVED,
    MOST_TOKENS,
    coming,
    due,
    excess,
    is_affordable,
    missing,
    named,
)
from engine.splendor.view import Asks, View


def why_not(view: View, action: Action) -> str:
    """From what the seat may know: of a card it cannot see, only that."""
    if view.seat is None:
        return "You watch; only who sits at the table can play."
    if view.over:
        return "The game is over."
    if view.turn != view.seat:
        return f"It is not your turn but seat {view.turn + 1}’s."
    match view.asks, action:
        case Asks.RETURN, Return(tokens):
            return _why_not_return(view, tokens)
        case Asks.RETURN, _:
            return f"First return {excess(view.mine.tokens)} of your tokens; {MOST_TOKENS} may stay."
        case Asks.NOBLE, _:
            nobles = in_words(map(str, coming(view.mine, view.nobles)), "or")
            return f"First choose which noble comes to you: {nobles}."
        case _, Take(gems):
            return _why_not_take(view, gems)
        case _, Reserve() | ReserveTop():
            return _why_not_reserve(view, action)
        case _, Buy():
            return _why_not_buy(view, action)
        case _, Pass():
            return "You can still take, reserve or buy something; only who can do nothing passes."
        case _, Return():
            return f"You have no more than {MOST_TOKENS} tokens, so nothing goes back."
        case _, Welcome():
            return "Nobles come by themselves at the end of a turn; you choose only when several would come."
    raise AssertionError(action)


def _why_not_return(view: View, tokens: tuple[Token, ...]) -> str:
    over = excess(view.mine.tokens)
    if len(tokens) != over:
        return f"You have {MOST_TOKENS + over} tokens: return exactly {over}."
    short = [token for token in Token if tokens.count(token) > view.mine.tokens[token]]
    return f"You do not have {in_words((token.counted(tokens.count(token)) for token in short), 'or')}."


def _why_not_take(view: View, gems: tuple[Token, ...]) -> str:
    colours = [gem for gem in GEMS if view.bank[gem]]
    if not colours:
        return "There is no gem in the bank."
    if absent := [gem.word for gem in dict.fromkeys(gems) if gem not in colours]:
        return f"There is no {in_words(absent, 'and no')} in the bank."
    if len(gems) == 2 and gems[0] == gems[1]:
        there = gems[0].counted(view.bank[gems[0]])
        return f"Two alike may be taken only where the bank has {ENOUGH_FOR_TWO}; it has {there}."
    if len(set(gems)) < len(gems):
        return "Take gems of different colours, or two of one colour and no other."
    must = min(3, len(colours))
    return f"Take one gem of each of {must} colours." if must > 1 else f"Only {colours[0].word} is left: take one."


def _why_not_reserve(view: View, action: Reserve | ReserveTop) -> str:
    if len(view.mine.reserved) + len(view.hidden) >= MOST_RESERVED:
        return f"You have {MOST_RESERVED} reserved cards already; buy one of them first."
    match action:
        case ReserveTop(level):
            return f"The deck of level {level} is empty."
        case Reserve(card):
            return _why_out_of_reach(view, card) or f"{card} cannot be reserved."


def _why_out_of_reach(view: View, card: Card) -> str:
    """Empty if the card lies face up or is reserved by this seat."""
    if any(card in row for row in view.rows):
        return ""
    for seat, holding in enumerate(view.holdings):
        if card in holding.cards:
            return f"{card} has been bought already."
        if card in holding.reserved and seat != view.seat:
            return f"{card} is reserved by seat {seat + 1}."
    if card in view.hidden or card in view.mine.reserved:
        return ""
    return f"{card} does not lie face up, nor did you reserve it."


def _why_not_buy(view: View, buy: Buy) -> str:
    mine, card = view.mine, buy.card
    if out_of_reach := _why_out_of_reach(view, card):
        return out_of_reach
    price = due(card, mine)
    short = missing(price, mine.tokens)
    if not is_affordable(card, mine):
        lack = in_words(gem.counted(short[gem]) for gem in GEMS if short[gem])
        return f"For {card} you are short of {lack}{_and_gold(view)}."
    for gem in GEMS:
        by_gold = buy.gold.count(gem)
        if by_gold > price[gem]:
            return f"{card} costs you {gem.counted(price[gem])}; gold can stand for no more."
        if by_gold < short[gem]:
            return f"Name every gem that gold stands for: {' '.join(map(str, named(short)))} at least."
    return f"You have {GOLD.counted(mine.tokens[GOLD]) if mine.tokens[GOLD] else 'no gold'}."


def _and_gold(view: View) -> str:
    """What fills in; nothing where the game has none."""
    held = view.mine.tokens[GOLD]
    if not view.bank[GOLD] + sum(holding.tokens[GOLD] for holding in view.holdings):
        return ""
    return f", and you have {GOLD.counted(held) if held else 'no gold'}"
