"""Positions of Tranquility as tables of a position file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from engine.game import Options, Position, Refused
from engine.tranquility import rules
from engine.tranquility.actions import Offer
from engine.tranquility.cards import DECK, START, Card, tidy
from engine.tranquility.sea import CELL_NAMES, EMPTY, Sea, parse_cell
from engine.tranquility.state import HAND, State
from engine.tranquility.view import Decision, Ending, House, Numbers, Price, Shares

KEYS = {"sea", "hands", "piles", "discards", "start_played", "start_by", "turn", "owes", "won"}


def from_position(position: Position, seats: int, options: Options) -> State:
    """The state, or Refused with what is inconsistent. Cards named nowhere are out of the game."""
    if unknown := set(position) - KEYS:
        raise Refused(f"A position of Tranquility has no “{min(unknown)}”; it has {', '.join(sorted(KEYS))}.")
    hands, piles, discards = (_by_seat(position, key, seats) for key in ("hands", "piles", "discards"))
    owes = _owes(position)
    start_by = _number(position, "start_by", 0, 0, seats)
    state = State(
        sea=_sea(_text(position, "sea")),
        hands=tuple(map(tidy, hands)),
        piles=piles,
        discards=discards,
        turn=_number(position, "turn", 1, 1, seats) - 1,
        start_played=_flag(position, "start_played", bool(start_by) or bool({"offer", "eight"} & set(owes))),
        start_by=start_by - 1 if start_by else None,
        ending=Ending.WON if _flag(position, "won", False) else None,
        house=House.of(options),
    )
    _check(state)
    return _resumed(state.leaving_out(_left_over(state)), owes)


def to_position(state: State) -> Position:
    return {
        "sea": ", ".join(f"{card} {CELL_NAMES[cell]}" for cell, card in enumerate(state.sea) if card is not None),
        "hands": _texts(state.hands),
        "piles": _texts(state.piles),
        "discards": _texts(state.discards),
        "start_played": state.start_played,
        "start_by": 0 if state.start_by is None else state.start_by + 1,
        "turn": state.turn + 1,
        "owes": _owed(state.decision),
        "won": state.ending is Ending.WON,
        "counts": {
            key: [len(cards) for cards in rows]
            for key, rows in (("hands", state.hands), ("piles", state.piles), ("discards", state.discards))
        },
    }


def _texts(rows: tuple[tuple[Card, ...], ...]) -> list[str]:
    return [" ".join(map(str, cards)) for cards in rows]


def _owed(decision: Decision | None) -> dict[str, Any]:
    """Three keys are our own: `named` so far, `heard` again since all had spoken, `eight` still to come. By seat."""
    match decision:
        case None:
            return {}
        case Price(number):
            return {"pay": number}
        case Numbers(needed=needed, named=named, heard=heard):
            texts = ["" if number is None else str(number) for number in named]
            again = [] if None in named else [seat + 1 for seat in sorted(heard)]
            return {"offer": needed, "named": texts, "heard": again}
        case Shares(owed):
            return {"eight": list(owed)}


# --- reading


def _text(position: Mapping[str, Any], key: str) -> str:
    if not isinstance(text := position.get(key, ""), str):
        raise Refused(f"“{key}” must be a text.")
    return text


def _flag(position: Mapping[str, Any], key: str, default: bool) -> bool:
    if not isinstance(flag := position.get(key, default), bool):
        raise Refused(f"“{key}” must be true or false.")
    return flag


def _number(position: Mapping[str, Any], key: str, default: int, least: int, most: int) -> int:
    number = position.get(key, default)
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise Refused(f"“{key}” must be a number from {least} to {most}.")
    return number


def _list(position: Mapping[str, Any], key: str, kind: type, seats: int) -> list[Any]:
    """One entry a seat."""
    rows = position[key]
    if not isinstance(rows, list) or not all(isinstance(row, kind) for row in rows):
        raise Refused(f"“{key}” must be a list with one entry a seat.")
    if len(rows) != seats:
        raise Refused(f"There are {seats} seats, but “{key}” has {len(rows)} entries.")
    return rows


def _by_seat(position: Position, key: str, seats: int) -> tuple[tuple[Card, ...], ...]:
    if key not in position:
        return ((),) * seats
    return tuple(tuple(map(Card.parse, text.split())) for text in _list(position, key, str, seats))


def _sea(text: str) -> Sea:
    sea = list(EMPTY)
    for part in filter(None, map(str.strip, text.split(","))):
        words = part.split()
        if len(words) != 2:
            raise Refused(f"“{part}” in the sea is not a card and its cell, such as 12 a2.")
        card, cell = Card.parse(words[0]), parse_cell(words[1])
        if not card.is_island:
            raise Refused(f"A {card} does not lie on the sea.")
        if sea[cell] is not None:
            raise Refused(f"Two cards lie on {words[1]}.")
        sea[cell] = card
    line = [card for card in sea if card is not None]
    for before, after in pairwise(line):
        if after < before:
            raise Refused(f"{before} lies before {after}; the sea must rise along the line.")
    return tuple(sea)


def _owes(position: Position) -> Mapping[str, Any]:
    owes = position.get("owes", {})
    if not isinstance(owes, Mapping) or not set(owes) <= {"pay", "offer", "named", "heard", "eight"}:
        raise Refused("“owes” is { pay = 2 }, { offer = 8 } or left out.")
    if len(set(owes) - {"named", "heard"}) > 1:
        raise Refused("Only one thing can be owed at a time.")
    return owes


# --- checking


def _check(state: State) -> None:
    for seat, hand in enumerate(state.hands, 1):
        if len(hand) > HAND:
            raise Refused(f"Seat {seat} has {len(hand)} cards in hand; nobody has more than {HAND}.")
    for seat, rows in enumerate(zip(state.hands, state.piles, state.discards, strict=True)):
        if sum(rows, ()).count(START) + (state.start_by == seat) > 1:
            raise Refused(f"Seat {seat + 1} has two Start cards; each player has one.")
    if not state.start_played and any(START in cards for cards in state.discards):
        raise Refused("A Start lies among the discards, but as long as none is played it must be played.")
    if state.start_by is not None and not state.start_played:
        raise Refused("Nobody has played a Start, so “start_by” must be left out.")
    if state.ending is Ending.WON and not (state.start_played and None not in state.sea):
        raise Refused("The game is won only with a full sea and a Start played.")


def _left_over(state: State) -> tuple[Card, ...]:
    """The cards named nowhere, or Refused if one is named too often."""
    placed = state.placed
    whole = Counter((*DECK, *[START] * state.seats))
    for card, number in sorted(placed.items()):
        if number > whole[card]:
            where = f"there {'is' if whole[card] == 1 else 'are'} {whole[card]} in the game"
            played = ", the played one counted" if card == START and state.start_played else ""
            raise Refused(f"{str(card).capitalize()} is in the position {number} times{played}; {where}.")
    return tidy((whole - placed).elements())


def _resumed(state: State, owes: Mapping[str, Any]) -> State:
    """The state with what is owed; what has no choice is done, and a player to move who can do nothing has lost."""
    hand, counts = state.hands[state.turn], tuple(map(len, state.hands))
    if state.ending is Ending.WON:
        return state
    if "pay" in owes:
        if START in hand and not state.start_played:
            raise Refused(f"Seat {state.turn + 1} holds a Start and must play it, so it cannot owe a price.")
        return rules.charge(state, _number(owes, "pay", 1, 1, min(len(hand), HAND - 1)), [])
    if {"offer", "eight"} & set(owes):
        if not state.start_played:
            raise Refused("The eight are owed only when a Start is played.")
        if "eight" in owes:
            shares = _list(owes, "eight", int, state.seats)
            if any(not 0 <= owed <= count for owed, count in zip(shares, counts, strict=True)):
                raise Refused("A seat cannot owe more of the eight than it has in hand.")
            return rules.collect(state, tuple(shares), [])
        return _asked(state, owes, counts)
    return rules.begin_turn(state, [])


def _asked(state: State, owes: Mapping[str, Any], counts: tuple[int, ...]) -> State:
    if state.seats == 1:
        raise Refused("Who plays alone names no number for the eight.")
    needed = rules.cards_needed(counts)
    if owes["offer"] != needed:
        raise Refused(f"With {sum(counts)} cards in all hands {needed} must go, not {owes['offer']}.")
    state = rules.ask_numbers(state, needed, [])
    if not isinstance(state.decision, Numbers):
        return state
    asking = state.decision
    texts = _list(owes, "named", str, state.seats) if "named" in owes else [""] * state.seats
    for seat in asking.asked(state.turn):
        if texts[seat]:
            number = Offer.parse(texts[seat]).number
            if number > counts[seat]:
                raise Refused(f"Seat {seat + 1} cannot discard {number} cards of {counts[seat]}.")
            asking = asking.saying(seat, number)
    if not isinstance(heard := owes.get("heard", []), list):
        raise Refused("“heard” must be a list of seats.")
    for again in heard:
        seat = _number({"heard": again}, "heard", 1, 1, state.seats) - 1
        asking = asking.saying(seat, asking.named[seat] or 0)
    if asking.agreed:
        raise Refused("The numbers add up, so nobody is asked for one any more.")
    return state.asking(asking)
