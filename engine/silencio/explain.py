"""What an action of Silencio will do, said before it is done."""

from __future__ import annotations

from engine.game import Seat
from engine.silencio.actions import (
    Action,
    Choose,
    Claim,
    Decline,
    Draw,
    End,
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
    Use,
    Word,
)
from engine.silencio.cards import Card, Colour, Hang, top
from engine.silencio.decisions import Ask
from engine.silencio.legal import fate, fits, is_dark, stuck, takeable
from engine.silencio.view import Fate, View
from engine.silencio.words import card_name, rune_name, spoken

LIGHT = {
    Colour.RED: "the next card’s dark effect does not happen",
    Colour.BLUE: "take the top card of any row but blue into your hand",
    Colour.YELLOW: "lay one hidden card open, for everybody to play",
    Colour.GREEN: "choose somebody, or yourself, to exchange cards",
}
DARK = {
    Colour.RED: "the next card’s light effect does not happen",
    Colour.BLUE: "you give an oracle card to another player",
    Colour.YELLOW: "the next player who plays draws a hidden card at random",
    Colour.GREEN: "the next card must be green",
}
STOPS = "this could stop everybody: the next card must be green"


def explain(view: View, action: Action) -> str:
    match action:
        case Claim():
            return "Take the start-player card: you give the first card and take the first turn."
        case Give(card):
            asked = view.asked
            back = asked is not None and asked.ask is Ask.GIVE_BACK
            return f"Give {card_name(card)} {'back in the swap' if back else 'to the player on your left'}."
        case Stone(colour=colour, great=great, rune=rune):
            as_what = f" as {colour.word} light" if great else ""
            return f"Use {rune_name(rune)}{as_what}: {LIGHT[colour]}. Then it is out for good."
        case Play():
            return _play(view, action)
        case Draw():
            return _draw(view)
        case Pass():
            more = view.seats - view.passes - 1
            return "Pass." if more else "Pass: everybody has passed then, and the game ends."
        case Use():
            return "The dark effect of the next card played will not happen, whoever plays it."
        case Decline():
            return "Do without the light effect."
        case Take(colour):
            return _take(view, colour)
        case Open(card):
            return f"Lay {card_name(card)} open; it stays yours, and everybody may play it."
        case Choose(whom):
            who = "You exchange cards yourself" if whom == view.seat else f"Seat {whom + 1} exchanges cards"
            return f"{who}: a swap with a player, a trade with the oracle, or a new oracle."
        case Swap(card, partner):
            return f"Give {card_name(card)} to seat {partner + 1}, who gives you another card."
        case Trade(card, wanted):
            return f"Put {card_name(card)} into the oracle and take {card_name(wanted)}."
        case Renew():
            new = min(view.seats, view.stock)
            reveal = (
                f" and reveal {new} new card{'' if new == 1 else 's'} from the stock" if new else "; the stock is empty"
            )
            return f"Box the whole oracle{reveal}."
        case Send(card, to):
            refill = "; the oracle is refilled" if view.stock else "; the stock is empty"
            return f"Seat {to + 1} takes {card_name(card)} into hand{refill}."
        case End():
            return "End your turn."
        case Say(word=word):
            count = stuck(view.own, view.rows, view.hangs) if word is Word.STUCK else None
            return f"Say in the tavern: “{spoken(action, count)}.” It closes then."


def _play(view: View, action: Play) -> str:
    """Side, effect, what blocks it, and a warning."""
    card, owner = action.card, action.owner
    dark = is_dark(card, view.rows)
    last = owner is None and len(view.own) == 1
    whose = "" if owner is None else f", open before seat {owner + 1}"
    what = fate(card, dark, last, view.hangs, view.seats)
    side = f"dark, right above {top(view.rows[card.colour])}" if dark else "light"
    return f"Play {card_name(card)}{whose}: {side}; {_outcome(view, card, dark, what)}."


def _outcome(view: View, card: Card, dark: bool, what: Fate) -> str:
    effect = (DARK if dark else LIGHT)[card.colour]
    match what:
        case Fate.BLOCKED:
            return f"its effect ({effect}) is blocked by “no {'dark' if dark else 'light'} effect”"
        case Fate.LAPSES:
            return f"as your last hand card its effect ({effect}) lapses"
        case Fate.HIGHEST:
            return "the highest green has no dark effect"
        case Fate.ACTS:
            doing = _dark(view, card) if dark else _idle(view, card) or f"you may then: {effect}"
            spared = (Hang.NO_LIGHT if dark else Hang.NO_DARK) in view.hangs
            return doing + (f", and “no {'light' if dark else 'dark'} effect” is used up" if spared else "")


def _dark(view: View, card: Card) -> str:
    match card.colour:
        case Colour.GREEN:
            followers = [
                other for other in _in_sight(view) if other.colour is Colour.GREEN and other.value > card.value
            ]
            return f"{DARK[Colour.GREEN]}, and {card_name(followers[0])} can follow" if followers else STOPS
        case Colour.BLUE if not view.oracle:
            return "its effect finds no card in the oracle"
        case _:
            return DARK[card.colour]


def _in_sight(view: View) -> list[Card]:
    """Cards that will be played or can be, as far as the seat can tell: its own and all open ones."""
    return [*view.own, *(card for seat, cards in enumerate(view.open) if seat != view.seat for card in cards)]


def _idle(view: View, card: Card) -> str:
    """Why a light effect would find nothing to do; empty if it finds something."""
    hidden = [one for one in view.hand if one != card]
    match card.colour:
        case Colour.BLUE if not takeable(view.rows):
            return "its effect finds no card to take"
        case Colour.YELLOW if not hidden:
            return "its effect finds no hidden card to lay open"
        case Colour.GREEN if not _somebody_exchanges(view, card):
            return "its effect finds nobody who could exchange cards"
        case _:
            return ""


def _somebody_exchanges(view: View, card: Card) -> bool:
    """Once the card has been played."""
    if view.oracle or view.stock:
        return True
    return sum(view.held(seat) - (card in _cards_of(view, seat)) > 0 for seat in range(view.seats)) > 1


def _cards_of(view: View, seat: Seat) -> tuple[Card, ...]:
    return view.own if seat == view.seat else view.open[seat]


def _draw(view: View) -> str:
    what = (
        f"your only hidden card, {card_name(view.hand[0])}"
        if len(view.hand) == 1
        else f"one of your {len(view.hand)} hidden cards at random"
    )
    warning = next((f" With {card_name(card)} {STOPS}." for card in view.hand if _stops(view, card)), "")
    return f"Draw {what}: it is played if it fits, else shown to all and returned.{warning}"


def _stops(view: View, card: Card) -> bool:
    dark, last = is_dark(card, view.rows), len(view.own) == 1
    acts = fate(card, dark, last, view.hangs, view.seats) is Fate.ACTS
    return dark and acts and fits(card, view.rows, view.hangs) and _dark(view, card) == STOPS


def _take(view: View, colour: Colour) -> str:
    row = view.rows[colour]
    return f"Take {card_name(row[-1].card)} into your hand; the {colour.word} row is then at {top(row[:-1])}."
