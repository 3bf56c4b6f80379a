"""Tranquility in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.game import in_words
from engine.tranquility.actions import Action, Discard, Finish, Offer, Pay, Play, Start
from engine.tranquility.cards import FINISH, FINISHES, START, Card
from engine.tranquility.sea import CELL_NAMES, CELLS, ROW, filled
from engine.tranquility.view import (
    Agreed,
    Drew,
    Ending,
    Event,
    FinishPlayed,
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
)


def card_name(card: Card) -> str:
    return str(card) if card.is_island else f"a {str(card).capitalize()}"


def card_names(cards: Iterable[Card], last: str = "and") -> str:
    return in_words(map(card_name, cards), last)


def cards_in_number(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def describe(event: Event, names: Sequence[str]) -> str:
    match event:
        case Played(seat, card, cell, price):
            cost = f"the price is {cards_in_number(price)}" if price else "free of charge"
            return f"{names[seat]} played {card} on {CELL_NAMES[cell]}, {cost}."
        case Laid(seat, number, why, settled):
            what = {Why.PRICE: "for the price", Why.EIGHT: "for the Start", Why.CHOICE: "instead of playing"}[why]
            forced = ", the whole hand" if settled else ""
            return f"{names[seat]} discarded {cards_in_number(number)} face down {what}{forced}."
        case OwnLaid(seat, cards):
            return f"{names[seat]} discarded, unseen by the others: {card_names(cards)}."
        case Drew(seat, number):
            return f"{names[seat]} drew {cards_in_number(number)}."
        case OwnDrew(seat, cards):
            return f"{names[seat]} drew, unseen by the others: {card_names(cards)}."
        case StartPlayed(seat, needed):
            return f"{names[seat]} played a Start: {cards_in_number(needed)} must go."
        case Named(seat, number):
            return f"{names[seat]} offered to discard {cards_in_number(number) if number else 'nothing'}."
        case Agreed(numbers, settled):
            shares = in_words(f"{names[seat]} {number}" for seat, number in enumerate(numbers))
            return f"{'Nothing to agree on' if settled else 'The numbers add up'}; to be discarded: {shares}."
        case FinishPlayed(seat):
            return f"{names[seat]} played a Finish: the ship has found its island."
        case Stranded(seat):
            return f"{names[seat]} had no legal action: the ship is lost."


def explain(view: View, action: Action) -> str:
    match action:
        case Play(card, cell):
            price = view.price(card, cell)
            cost = f"then discard {cards_in_number(price)}" if price else "free of charge"
            return f"Play {card} on {CELL_NAMES[cell]}, {cost}."
        case Pay(cards):
            return f"Discard {card_names(cards)} face down."
        case Discard(cards):
            return f"Discard {card_names(cards)} face down instead of playing."
        case Start() if view.seats == 1:
            then = ", and then four more go" if view.house.start_twice else ""
            return f"Play your Start: your other cards go, you draw five{then}."
        case Start():
            return "Play your Start: all together discard eight cards, then fill your hands."
        case Offer(number):
            return f"Offer to discard {cards_in_number(number)}." if number else "Offer to discard nothing."
        case Finish():
            return "Play your Finish: the sea is full, and all of you win."


def prompt(view: View, names: Sequence[str]) -> str:
    if view.ending is not None:
        return "The game is over."
    mine = view.seat in view.to_act
    match view.decision:
        case None | Price() if not mine:
            return f"{names[view.turn]} is to {'pay' if view.decision else 'play'}."
        case None:
            return _prompt_turn(view)
        case Price(number):
            return f"Discard {cards_in_number(number)} to pay for the island you laid."
        case Numbers() as asking:
            return _prompt_numbers(view, asking, names)
        case Shares(owed):
            if mine:
                return f"Choose {cards_in_number(owed[view.seat or 0])} to discard for the Start."
            still = in_words(names[seat] for seat in sorted(view.to_act))
            return f"{still} still {'has' if len(view.to_act) == 1 else 'have'} to discard for the Start."


def _prompt_numbers(view: View, asking: Numbers, names: Sequence[str]) -> str:
    """The question first: where there is little room the end is cut off."""
    said = [f"{names[seat]} {number}" for seat, number in enumerate(asking.named) if number is not None]
    so_far = f" So far: {in_words(said)}." if said else ""
    hush = "" if view.house.open_talk else " Talk only of how many each gives."
    rest = f"{cards_in_number(asking.needed)} must go from all hands.{so_far}{hush}"
    mine = view.seat is not None and view.seat in view.to_act
    if mine and view.seat not in asking.heard:
        if None in asking.named:
            return f"How many will you discard? {rest}"
        return f"The numbers make {sum(asking.numbers)}, not {asking.needed}: will you change yours? {rest}"
    waiting = in_words(names[seat] for seat in sorted(view.to_act - asking.heard))
    change = "; you may change yours" if mine else ""
    return f"Waiting for the number of {waiting}{change}. {rest}"


def _prompt_turn(view: View) -> str:
    if START in view.hand and not view.start_played:
        return "Your turn: you hold a Start, so you must play it."
    if view.full:
        win = FINISH in view.hand and view.start_played
        return "Your turn: play your Finish and win!" if win else "Your turn: the sea is full; discard two cards."
    if len(view.hand) < 2:
        return "Your turn: play your last card."
    return "Your turn: play an island, or discard two cards."


def tell(view: View, names: Sequence[str]) -> tuple[str, ...]:
    lines = [_row(view, row) for row in range(ROW)]
    if view.unfillable:
        lines.append(f"No number is left for {in_words(CELL_NAMES[cell] for cell in view.unfillable)}.")
    if view.lacking:
        cells = "1 cell" if view.lacking == 1 else f"{view.lacking} cells"
        lines.append(f"At least {cells} can never be filled, for the numbers between the islands do not suffice.")
    started = "A Start is played" if view.start_played else "No Start is played yet"
    lines.append(f"{filled(view.sea)} of {CELLS} cells are filled. {started}.")
    for seat, name in enumerate(names[: view.seats]):
        sizes = f"{cards_in_number(view.counts[seat])} in hand, {view.piles[seat]} in the pile"
        lines.append(f"{name}: {sizes}, {view.discarded[seat]} discarded.")
    if view.seat is not None:
        gone = f"{view.own_discards.count(FINISH)} of them discarded"
        lines.append(f"You have seen {view.finishes_seen} of the {FINISHES} Finish cards, {gone}.")
        lines.append(f"Your own discards: {card_names(view.own_discards)}.")
    if view.ending is not None:
        lines.append("All have won." if view.ending is Ending.WON else "All have lost.")
    return tuple(lines)


def _row(view: View, row: int) -> str:
    cells = range(row * ROW, (row + 1) * ROW)
    islands = [f"{view.sea[cell]} on {CELL_NAMES[cell]}" for cell in cells if view.sea[cell] is not None]
    return f"Row {row + 1}: {', '.join(islands) or 'empty'}."


def hand(view: View) -> str:
    return "You watch." if view.seat is None else f"Your cards: {', '.join(map(str, view.hand)) or 'none'}."


# --- why not


def why_not(view: View, action: Action) -> str:
    if view.seat is None:
        return "You watch; only who sits at the table can play."
    if view.seat not in view.to_act:
        return _why_not_now(view)
    match view.decision, action:
        case Numbers(), Offer(number):
            return f"You have {cards_in_number(len(view.hand))} in hand and cannot discard {number}."
        case Numbers(), _:
            return "First all of you name how many cards you will discard: offer 0 to offer 5."
        case Price(number), Pay(cards):
            return _why_not_cards(view, cards, number)
        case Price(number), _:
            return f"You still have to pay {cards_in_number(number)} for the island you laid."
        case Shares(owed), Pay(cards):
            return _why_not_cards(view, cards, owed[view.seat])
        case Shares(owed), _:
            return f"The numbers stand; choose {cards_in_number(owed[view.seat])} to discard."
        case None, _:
            return _why_not_turn(view, action)


def _why_not_now(view: View) -> str:
    match view.decision:
        case None | Price():
            return f"It is not your turn but seat {view.turn + 1}’s."
        case Numbers():
            return "You have no card in hand, so you have nothing to offer."
        case Shares():
            return "You have discarded your share; the others are still choosing."


def _why_not_cards(view: View, cards: tuple[Card, ...], number: int) -> str:
    missing = Counter(cards) - Counter(view.hand)
    if missing:
        too_often = " as often" if set(missing) <= set(view.hand) else ""
        return f"You do not hold {card_names(sorted(missing), 'or')}{too_often}."
    return f"It must be exactly {cards_in_number(number)}, not {len(cards)}."


def _why_not_turn(view: View, action: Action) -> str:
    if START in view.hand and not view.start_played:
        return "You hold a Start and none is played yet, so you must play it."
    match action:
        case Play(card, cell):
            return _why_not_play(view, card, cell)
        case Discard(cards):
            return _why_not_cards(view, cards, 2)
        case Pay():
            return "There is nothing to pay."
        case Offer():
            return "Numbers are named only when a Start has just been played."
        case Start():
            return "A Start is played already; yours is a dead card." if START in view.hand else "You hold no Start."
        case Finish():
            if FINISH not in view.hand:
                return "You hold no Finish."
            return "A Finish may be played only when every cell is filled" + (
                "." if view.start_played else " and a Start is played."
            )


def _why_not_play(view: View, card: Card, cell: int) -> str:
    if card not in view.hand:
        return f"You do not hold {card_name(card)}."
    if (lies := view.sea[cell]) is not None:
        return f"On {CELL_NAMES[cell]} there is the {lies} already."
    price = view.price(card, cell)
    if price is None:
        higher = [other for other in view.sea[:cell] if other is not None and other > card]
        lower = [other for other in view.sea[cell:] if other is not None and other < card]
        if higher:
            return f"{card} cannot lie on {CELL_NAMES[cell]}, behind the {higher[0]}; the line must rise."
        return f"{card} cannot lie on {CELL_NAMES[cell]}, before the {lower[-1]}; the line must rise."
    left = len(view.hand) - 1
    return f"{card} on {CELL_NAMES[cell]} costs {cards_in_number(price)}, and you would have {left} left to pay with."
