"""Why an action in Silencio is a good one, in words for a person."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import in_words
from engine.silencio.actions import (
    Action,
    Choose,
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
)
from engine.silencio.cards import Card, Colour, top
from engine.silencio.explain import DARK, LIGHT
from engine.silencio.insight import Insight
from engine.silencio.legal import fate, is_dark
from engine.silencio.view import Fate
from engine.silencio.words import card_name, card_names, cards_counted, rune_name


def reason(insight: Insight, action: Action) -> str:
    """A clause that begins a sentence."""
    view = insight.view
    match action:
        case Play(card, owner):
            return f"{card_name(card).capitalize()} {in_words(_play(insight, card, owner is None))}"
        case Give(card):
            return f"{card_name(card).capitalize()} {_far(insight, card)}, and your neighbour will know who has it"
        case Stone(colour=colour, rune=rune):
            return f"This is the moment for {rune_name(rune)}: {_rescued(insight, colour)}"
        case Take(colour):
            return _taken(insight, colour)
        case Open(card):
            return (
                f"{card_name(card).capitalize()} {_far(insight, card)}, and open it can be played by whoever is ready"
            )
        case Choose(whom):
            whose = _dead(insight)
            if whom == view.seat:
                return f"You can get rid of {card_names(whose)}, which fits nowhere" if whose else "You need it most"
            return f"Seat {whom + 1} holds {cards_counted(view.held(whom))} and can put one that does not fit to use"
        case Trade(card, wanted):
            return (
                f"{card_name(card).capitalize()} {_far(insight, card)}, but {card_name(wanted)} {_far(insight, wanted)}"
            )
        case Renew():
            return "The cards of the oracle help nobody now; new ones may"
        case Swap(card, partner):
            return f"Seat {partner + 1} has more use for {card_name(card)} than you"
        case Send(card, to):
            return f"{card_name(card).capitalize()} {_far(insight, card)}, and seat {to + 1} can take it"
        case Use():
            return "The next dark effect is more likely to harm than to help"
        case Decline():
            return "The effect would cost more cards than it saves"
        case Draw():
            return "The random draw hangs over you, and no stone is worth its price now"
        case Pass():
            return "Nothing of yours fits, and no stone is worth its price now"
        case Say():
            return "Your partners can use these words, and they cost nothing"
        case End():
            return "Stones are better kept for when they free more cards"
        case _:
            return "The first who claims it saves time for all"


def _play(insight: Insight, card: Card, own: bool) -> Iterator[str]:
    view = insight.view
    skipped = [other for other in insight.above_top(card) if insight.weight(other) > 0.0]
    if not insight.above_top(card):
        yield "is the next of its row and skips nothing"
    elif not skipped:
        yield "skips only cards that are out of the game"
    elif held := [other for other in skipped if other in insight.known or other in view.own]:
        yield f"skips {card_names(held)}, but all else would be worse"
    else:
        yield f"skips {card_names(skipped)}, which may well be in no hand"
    dark = is_dark(card, view.rows)
    what = fate(card, dark, own and len(view.own) == 1, view.hangs, view.seats)
    if what is Fate.ACTS and not dark:
        yield f"lets you use its light side, {LIGHT[card.colour]}"
    elif what is Fate.ACTS and card.colour is Colour.GREEN:
        higher = [other for other in view.own if other.colour is Colour.GREEN and other.value > card.value]
        yield (
            f"leaves you {card_names(higher)} for the demand of green"
            if higher
            else "somebody is likely to follow in green"
        )
    elif what is Fate.BLOCKED and dark:
        yield f"its dark effect is blocked, so you are spared that {DARK[card.colour]}"


def _far(insight: Insight, card: Card) -> str:
    """How near a card is to being played."""
    if not insight.lives(card):
        return "does not fit any more"
    between = sum(insight.weight(other) > 0.0 for other in insight.above_top(card))
    return f"has {cards_counted(between)} before it in its row" if between else "fits next in its row"


def _dead(insight: Insight) -> list[Card]:
    return [card for card in insight.view.own if not insight.lives(card)]


def _rescued(insight: Insight, colour: Colour) -> str:
    match colour:
        case Colour.RED:
            return "the dark effect that comes next would cost you all cards"
        case Colour.BLUE:
            return "under the top of a row there is room for cards that do not fit now"
        case Colour.YELLOW:
            return "an open card can be played by whoever is ready"
        case Colour.GREEN:
            dead = _dead(insight)
            return f"it can free you of {card_names(dead)}" if dead else "a better card can come for one that is stuck"


def _taken(insight: Insight, colour: Colour) -> str:
    view = insight.view
    freed = insight.under_top(colour)
    mine = [card for card in freed if card in view.own]
    card = Card(colour, top(view.rows[colour]))
    if mine:
        return f"Without {card_name(card)} on top, {card_names(mine)} of yours can be played again, and then it too"
    if freed:
        return f"Without {card_name(card)} on top there is room again for {card_names(freed)}, which others may hold"
    return f"{card_name(card).capitalize()} fits again at once, so you have something to play"
