"""Splendor in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat, in_words
from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import GEMS, GOLD, LEVELS, Card, Gems, Noble, Token, Tokens
from engine.splendor.legal import MOST_TOKENS, coming, excess
from engine.splendor.refusals import why_not
from engine.splendor.rules import payment, tokens_of
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

__all__ = ["amounts", "describe", "explain", "hand", "prompt", "tell", "why_not"]


def amounts(tokens: Tokens | Gems) -> str:
    """`2 rubies and 1 gold`; `nothing`."""
    return in_words(token.counted(number) for token, number in zip(Token, tokens, strict=False) if number)


def points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def card_name(card: Card) -> str:
    """`2-17 (emerald, 2 points)`."""
    return f"{card} ({card.bonus.word}{f', {points(card.points)}' if card.points else ''})"


def card_in_full(card: Card) -> str:
    return f"{card_name(card)} for {amounts(card.price)}"


def card_priced(card: Card) -> str:
    """Where `for` would sound as if one paid just now."""
    return f"{card_name(card)[:-1]}; its price is {amounts(card.price)})"


# --- what happened


def describe(event: Event, names: Sequence[str]) -> str:
    match event:
        case Took(seat, gems):
            return f"{names[seat]} took {amounts(tokens_of(gems))}."
        case Reserved(seat, card, gold):
            return f"{names[seat]} reserved {card_name(card)}{_and_gold(gold)}."
        case ReservedTop(seat, level, gold):
            return f"{names[seat]} reserved an unseen card of level {level}{_and_gold(gold)}."
        case Looked(seat, card):
            return f"Only {names[seat]} may know: it is {card_priced(card)}."
        case Bought(seat, card, paid, from_reserve):
            reserve = "reserved " if from_reserve else ""
            return f"{names[seat]} bought {reserve}{card_name(card)} {_for(paid)}."
        case Passed(seat):
            return f"{names[seat]} could do nothing and passed."
        case Refilled(card):
            return f"{card_priced(card)} came from the deck."
        case Returned(seat, tokens):
            return f"{names[seat]} returned {amounts(tokens_of(tokens))}."
        case Came(seat, noble, chosen):
            return f"Noble {noble} came to {names[seat]}{' by choice' if chosen else ''}: {points(noble.points)}."
        case Reached(seat, reached):
            return f"{names[seat]} reached {points(reached)}: this is the last round."


def _and_gold(gold: bool) -> str:
    return " and took 1 gold" if gold else ""


def _for(paid: Tokens) -> str:
    return f"for {amounts(paid)}" if any(paid) else "for free"


# --- what can be done


def explain(view: View, action: Action) -> str:
    match action:
        case Take(gems):
            return f"Take {amounts(tokens_of(gems))}{_then_return(view, len(gems))}."
        case Reserve(card):
            return f"Reserve {card_priced(card)}{_with_gold(view)}."
        case ReserveTop(level):
            return f"Reserve the unseen top card of level {level}{_with_gold(view)}."
        case Buy(card):
            return f"Buy {card_name(card)} {_for(payment(action, view.mine))}."
        case Pass():
            return "Pass: there is nothing else that you can do."
        case Return(tokens):
            return f"Return {amounts(tokens_of(tokens))}."
        case Welcome(noble):
            return f"Receive noble {noble}: {points(noble.points)}."


def _with_gold(view: View) -> str:
    return f" and take 1 gold{_then_return(view, 1)}" if view.bank[GOLD] else ""


def _then_return(view: View, more: int) -> str:
    over = excess(view.mine.tokens) + more
    return f", then return {over} of your tokens" if over > 0 else ""


def prompt(view: View, names: Sequence[str]) -> str:
    if view.turn != view.seat and not view.over:
        return f"{names[view.turn]} {_doing(view)}."
    match view.asks:
        case Asks.NOTHING:
            return "The game is over."
        case Asks.RETURN:
            over = excess(view.mine.tokens)
            return f"You have {MOST_TOKENS + over} tokens; return {over} of them."
        case Asks.NOBLE:
            nobles = in_words(map(str, coming(view.mine, view.nobles)), "or")
            return f"More than one noble would come to you; choose {nobles}."
        case Asks.ACTION:
            last = " This is the last round." if view.last_round else ""
            return f"Your turn: take gems, reserve a card or buy one.{last}"


def _doing(view: View) -> str:
    match view.asks:
        case Asks.RETURN:
            return "has tokens to return"
        case Asks.NOBLE:
            return "chooses a noble"
        case _:
            return "is to play"


# --- how the table stands


def tell(view: View, names: Sequence[str]) -> tuple[str, ...]:
    lines = [f"In the bank: {amounts(view.bank)}."]
    for level, row, deck in zip(LEVELS, view.rows, view.decks, strict=True):
        cards = "; ".join(card_in_full(card) for card in row if card is not None) or "no card"
        lines.append(f"Level {level}, {_cards(deck)} in the deck: {cards}.")
    lines.append(f"Nobles: {'; '.join(map(_noble_in_full, view.nobles)) or 'none left'}.")
    lines.extend(_holding(view, seat, names) for seat in range(view.seats))
    if view.passes and not view.over:
        lines.append(f"Passes in a row: {view.passes} of {view.seats}.")
    end = f"The first turn was that of {names[view.first]}; {points(view.target)} bring the last round"
    lines.append(f"{end}, and this is it." if view.last_round else f"{end}.")
    return tuple(lines)


def _noble_in_full(noble: Noble) -> str:
    needs = in_words(f"{number} {gem.word}" for gem, number in zip(GEMS, noble.needs, strict=True) if number)
    return f"{noble} ({points(noble.points)}) for bonuses {needs}"


def _holding(view: View, seat: Seat, names: Sequence[str]) -> str:
    theirs = view.holdings[seat]
    parts = [points(theirs.points), f"tokens {amounts(theirs.tokens)}", f"{_cards(len(theirs.cards))} bought"]
    if theirs.cards:
        counts = [f"{number} {gem.word}" for gem, number in zip(GEMS, theirs.bonuses, strict=True) if number]
        parts[-1] += f", bonuses {in_words(counts)}"
    if theirs.nobles:
        parts.append(f"nobles {in_words(map(str, theirs.nobles))}")
    reserved = [card_in_full(card) for card in theirs.reserved]
    reserved += [f"an unseen card of level {level}" for level in view.unseen[seat]]
    if reserved:
        parts.append(f"reserved {in_words(reserved)}")
    return f"{names[seat]}: {'; '.join(parts)}."


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def hand(view: View) -> str:
    if view.seat is None:
        return "You watch."
    if not view.hidden:
        return "You have reserved no card unseen by the others."
    return f"Only you see your reserved {in_words(map(card_in_full, view.hidden))}."
