"""Why something cannot be done in Silencio, from what the seat may know."""

from __future__ import annotations

from engine.game import Seat, in_words
from engine.silencio.actions import (
    Action,
    Choose,
    Claim,
    Decline,
    Draw,
    Give,
    Open,
    Pass,
    Play,
    Renew,
    Say,
    Send,
    Stone,
    Swap,
    Take,
    Trade,
    Word,
)
from engine.silencio.cards import Card, Colour, Hang, top
from engine.silencio.decisions import Ask, Decision
from engine.silencio.legal import can_exchange, plays
from engine.silencio.view import View
from engine.silencio.words import card_name, extras, rune_name

MEANWHILE = {
    Ask.CLAIM: "First somebody claims the start-player card.",
    Ask.GIVE: "First a card goes to the left: give one of your hand cards.",
    Ask.TURN: "It is your turn: play a card, or pass if nothing fits.",
    Ask.USE: "Say first whether you use red light: use or decline.",
    Ask.TAKE: "Blue light comes first: choose the row to take a card from.",
    Ask.OPEN: "Yellow light comes first: choose a hidden card to lay open.",
    Ask.CHOOSE: "Green light comes first: choose who shall exchange cards.",
    Ask.EXCHANGE: "You were chosen to exchange: swap, trade or renew.",
    Ask.GIVE_BACK: "A card is owed first: give one back in the swap.",
    Ask.SEND: "Blue dark comes first: send an oracle card to another player.",
}


def why_not(view: View, action: Action) -> str:
    asked, seat = view.asked, view.seat
    if asked is None:
        return "The game is over."
    if seat is None:
        return "You watch; only who sits at the table can play."
    if isinstance(action, Claim) and asked.ask is not Ask.CLAIM:
        return "The start-player card is taken."
    if asked.seat is not None and asked.seat != seat:
        return f"It is not you who is asked now, but seat {asked.seat + 1}."
    if reason := _wrong(view, seat, asked, action):
        return reason
    if asked.optional:
        return f"{MEANWHILE[asked.ask].removesuffix('.')}, or decline."
    if asked.ask is Ask.END:
        return f"You have played: {in_words([*extras(view), 'end your turn'], 'or')}."
    return MEANWHILE[asked.ask]


def _wrong(view: View, seat: Seat, asked: Decision, action: Action) -> str:
    """What is wrong with this answer to the question asked; empty if it answers another question."""
    match asked.ask, action:
        case Ask.TURN, Play():
            return _play(view, action)
        case Ask.TURN, Draw():
            return _no_draw(view)
        case Ask.TURN, Pass():
            return _no_pass(view)
        case ((Ask.TURN | Ask.END), Stone()):
            return _no_stone(view, action)
        case ((Ask.TURN | Ask.END), Say()):
            return _no_word(view, action)
        case Ask.GIVE, Give(card):
            return _not_held(view, card)
        case Ask.GIVE_BACK, Give(card):
            return (
                "You cannot give back the very card you were given." if card == view.handed else _not_held(view, card)
            )
        case Ask.TAKE, Take(colour):
            return _no_take(view, colour)
        case Ask.OPEN, Open(card):
            lies = card in view.open[seat]
            return f"{card_name(card).capitalize()} lies open already." if lies else _not_held(view, card)
        case Ask.CHOOSE, Choose(whom):
            return _no_seat(view, whom) or (
                "" if can_exchange(view, whom) else f"Seat {whom + 1} could not do any of the exchanges."
            )
        case Ask.EXCHANGE, Swap(card, partner):
            return _not_held(view, card) or _no_partner(view, seat, partner)
        case Ask.EXCHANGE, Trade(card, wanted):
            return _not_held(view, card) or _not_in_oracle(view, wanted)
        case Ask.EXCHANGE, Renew():
            return "Neither the oracle nor the stock has a card."
        case Ask.SEND, Send(card, to):
            self = "You cannot send it to yourself." if to == seat else ""
            return _not_in_oracle(view, card) or _no_seat(view, to) or self
        case _, Decline() if not asked.optional:
            return _no_decline(asked)
        case _:
            return ""


def _play(view: View, action: Play) -> str:
    card, owner = action.card, action.owner
    if owner is None and card not in view.own:
        whose = next((seat for seat, cards in enumerate(view.open) if card in cards), None)
        hint = "" if whose is None else f"; for the open one say “{Play(card, whose)}”"
        return _not_held(view, card).removesuffix(".") + f"{hint}."
    if owner is not None and (owner >= view.seats or card not in view.open[owner]):
        return _no_seat(view, owner) or f"No {card_name(card)} lies open before seat {owner + 1}."
    if card.colour is not Colour.GREEN and Hang.GREEN in view.hangs:
        return "The next card must be green."
    limit = top(view.rows[card.colour])
    if card.value <= limit:
        return f"The {card.colour.word} row is at {limit}; {card_name(card)} is not higher."
    return "The next player to play draws at random, and that is you: say draw."


def _no_draw(view: View) -> str:
    if Hang.DRAW not in view.hangs:
        return "There is nothing to draw for: no random draw hangs over the next card."
    if view.failed is not None:
        return "You have drawn already; play now what you like."
    return (
        "With no hidden card there is nothing to draw." if not view.hand else "You cannot play anything, so you pass."
    )


def _no_pass(view: View) -> str:
    own, _ = plays(view)
    if own:
        return "You cannot pass while a card of yours fits."
    if view.failed is not None:
        return "You have drawn, so you must play the open card that fits."
    if view.spent:
        return "You used a stone, so you must play the open card that fits."
    return "At this table somebody’s open card must be played if it fits."


def _no_stone(view: View, action: Stone) -> str:
    if action.rune not in view.stones:
        return f"{rune_name(action.rune)[0].upper()}{rune_name(action.rune)[1:]} is out."
    if view.spent:
        return "You have used a stone this turn; one a turn is all."
    if view.failed is not None:
        return "Between the draw and the card it leads to there is no stone."
    asked = view.asked
    if asked is not None and asked.ask is Ask.TURN and not any(plays(view)):
        return "You cannot play now, and this stone could not change that."
    return "That stone’s effect would find nothing to do."


def _no_word(view: View, action: Say) -> str:
    if view.tavern is None:
        return "At this table there is no tavern."
    if not view.tavern.open:
        missing = 3 - view.tavern.count
        return f"The tavern is closed; {missing} more dark effect{' opens' if missing == 1 else 's open'} it."
    if view.failed is not None:
        return "Between the draw and the card it leads to the tavern waits."
    if action.word is Word.HIGH and action.colour is not None:
        return f"You have no {action.colour.word} card to speak of."
    return ""


def _no_take(view: View, colour: Colour) -> str:
    if colour is Colour.BLUE:
        return "A blue card once played stays where it is."
    return f"The {colour.word} row is empty."


def _no_decline(asked: Decision) -> str:
    match asked.ask:
        case Ask.TAKE | Ask.OPEN | Ask.CHOOSE:
            return "A stone’s effect cannot be declined once the stone is used."
        case Ask.SEND:
            return "A dark effect must be carried out."
        case _:
            return ""


def _not_held(view: View, card: Card) -> str:
    return "" if card in view.own else f"You do not hold {card_name(card)}."


def _not_in_oracle(view: View, card: Card) -> str:
    return "" if card in view.oracle else f"{card_name(card).capitalize()} is not in the oracle."


def _no_seat(view: View, seat: Seat) -> str:
    return "" if seat < view.seats else f"There is no seat {seat + 1}."


def _no_partner(view: View, seat: Seat, partner: Seat) -> str:
    if partner == seat:
        return "You cannot swap with yourself."
    return _no_seat(view, partner) or f"Seat {partner + 1} has no card to swap."
