"""Silencio in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game import Seat, clockwise, in_words
from engine.silencio.actions import Say, Word
from engine.silencio.cards import HIGHEST, Card, Colour, Hang, Laid, Rune, top
from engine.silencio.decisions import Ask, Decision
from engine.silencio.legal import legal_actions, plays
from engine.silencio.view import (
    Chose,
    Claimed,
    Declined,
    Drew,
    Ended,
    Event,
    Fate,
    Fizzled,
    Gave,
    Handed,
    Hung,
    OnlyWay,
    Opened,
    Passed,
    Played,
    Renewed,
    Said,
    Sent,
    StoneUsed,
    TavernOpened,
    Took,
    Traded,
    TurnBegan,
    View,
)

HANGS = {
    Hang.NO_DARK: "the dark effect of the next card played does not happen",
    Hang.NO_LIGHT: "the light effect of the next card played does not happen",
    Hang.DRAW: "who plays next draws a hidden card at random, and plays it if it fits",
    Hang.GREEN: "the next card played must be green",
}


def hanging(view: View) -> tuple[str, ...]:
    """What hangs over the next card played, a sentence for each effect; empty when nothing does."""
    return tuple(_hanging(hang, view) for hang in view.hangs)


def _hanging(hang: Hang, view: View) -> str:
    if hang is Hang.DRAW and view.failed is not None:
        return f"The card drawn, {card_name(view.failed)}, does not fit: play any that does."
    return f"{HANGS[hang][0].upper()}{HANGS[hang][1:]}."


def card_name(card: Card) -> str:
    """`red 7`."""
    return f"{card.colour.word} {card.value}"


def card_names(cards: Iterable[Card]) -> str:
    return in_words(map(card_name, cards))


def rune_name(rune: Rune) -> str:
    """`the Great rune stone`, `the small red rune stone`."""
    return "the Great rune stone" if rune is Rune.GREAT else f"the small {Colour.parse(rune.value).word} rune stone"


def cards_counted(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def spoken(said: Say, stuck: int | None) -> str:
    """The words said in the tavern. stuck: as the table counts it, None before it is counted."""
    colour = "" if said.colour is None else said.colour.word
    match said.word:
        case Word.STUCK:
            count = "X hand cards" if stuck is None else "1 hand card" if stuck == 1 else f"{stuck} hand cards"
            return f"I have {count} I cannot play"
        case Word.HIGH:
            return f"I have only high {colour} cards"
        case Word.AVOID:
            return f"Please do not play {colour}"


def describe(event: Event, names: Sequence[str]) -> str:
    match event:
        case Claimed(seat):
            return f"{names[seat]} took the start-player card."
        case Gave(seat, to):
            return f"{names[seat]} gave {names[to]} a card."
        case Handed(seat, to, card):
            return f"The card that {names[seat]} gave {names[to]} is {card_name(card)}."
        case TurnBegan(seat):
            return f"It is the turn of {names[seat]}."
        case StoneUsed(seat, rune, colour):
            effect = f", as {colour.word} light" if rune is Rune.GREAT else ""
            return f"{names[seat]} used {rune_name(rune)}{effect}; it is out for good."
        case Played(seat, card, owner, dark, fate):
            whose = "" if owner is None else f", which lay open before {names[owner]}"
            return f"{names[seat]} played {card_name(card)}{whose}: {_side(dark)}{_fate(dark, fate)}."
        case Drew(seat, card, fits):
            return f"{names[seat]} drew {card_name(card)} at random; " + (
                "it must be played." if fits else "it does not fit and goes back, and any card may follow."
            )
        case Passed(seat):
            return f"{names[seat]} passed."
        case Hung(_, hang):
            return f"From now on {HANGS[hang]}."
        case Declined(seat):
            return f"{names[seat]} let the light effect be."
        case Fizzled(seat):
            return f"The effect finds nothing to do for {names[seat]}."
        case OnlyWay(seat):
            return f"{names[seat]} has only one way to do it, so it is done."
        case Took(seat, card):
            return f"{names[seat]} took {card_name(card)} from its row into hand."
        case Opened(seat, card):
            return f"{names[seat]} laid {card_name(card)} open; everybody may play it."
        case Chose(seat, whom):
            return f"{names[seat]} chose {'to exchange' if whom == seat else names[whom] + ' for an exchange'}."
        case Traded(seat, put, took):
            return f"{names[seat]} put {card_name(put)} into the oracle and took {card_name(took)}."
        case Renewed(seat, boxed, revealed):
            return f"{names[seat]} renewed the oracle: out {card_names(boxed)}, in {card_names(revealed)}."
        case Sent(seat, to, card, refill):
            new = "the stock is empty" if refill is None else f"{card_name(refill)} takes its place"
            return f"{names[seat]} gave {names[to]} {card_name(card)} from the oracle; {new}."
        case TavernOpened():
            return "The third dark effect opened the tavern."
        case Said(seat, said, stuck):
            return f"{names[seat]} said in the tavern: “{spoken(said, stuck)}.” The tavern is closed."
        case Ended(left):
            return "No card is left: perfect!" if not left else f"The game is over with {cards_counted(left)} left."


def _side(dark: bool) -> str:
    return "dark" if dark else "light"


def _fate(dark: bool, fate: Fate) -> str:
    match fate:
        case Fate.ACTS:
            return ""
        case Fate.BLOCKED:
            return f", but its {_side(dark)} effect is blocked"
        case Fate.LAPSES:
            return ", but on the last hand card the effect lapses"
        case Fate.HIGHEST:
            return ", but the highest green has no dark effect"


def prompt(view: View, names: Sequence[str]) -> str:
    asked = view.asked
    if asked is None:
        return "The game is over."
    if view.seat not in view.to_act:
        return _waiting(view, asked, names)
    decline = ", or decline" if asked.optional else ""
    match asked.ask:
        case Ask.CLAIM:
            return "Who starts? Claim the start-player card; the first claim takes it."
        case Ask.GIVE:
            return f"Give one card to the left, to {names[clockwise(asked.seat or 0, view.seats)]}."
        case Ask.TURN:
            return _your_turn(view)
        case Ask.END:
            return f"You may still {in_words([*extras(view), 'end your turn'], 'or')}."
        case Ask.USE:
            return "Red light: shall the next card’s dark effect not happen? Use it, or decline."
        case Ask.TAKE:
            return f"Blue light: take the top card of a row into your hand{decline}."
        case Ask.OPEN:
            return f"Yellow light: lay one hidden card open, for everybody to play{decline}."
        case Ask.CHOOSE:
            return f"Green light: choose who exchanges cards, you or somebody else{decline}."
        case Ask.EXCHANGE:
            return "You were chosen: swap with somebody, trade with the oracle, or renew it."
        case Ask.GIVE_BACK:
            got = "" if view.handed is None else f" for {card_name(view.handed)}"
            return f"Give {names[asked.partner or 0]} one of your other cards{got}."
        case Ask.SEND:
            return "Blue dark: choose a card of the oracle, and who must take it."


def _waiting(view: View, asked: Decision, names: Sequence[str]) -> str:
    if asked.seat is None:
        return "Anybody may claim the start-player card."
    who = names[asked.seat]
    match asked.ask:
        case Ask.CLAIM:
            return "Anybody may claim the start-player card."
        case Ask.GIVE:
            return f"{who} is giving a card to the left."
        case Ask.TURN:
            return f"{who} is to play."
        case Ask.END:
            stone = "use a stone" if view.stones and not view.spent else ""
            tavern = "speak in the tavern" if view.tavern is not None and view.tavern.open else ""
            return f"{who} may still {in_words(filter(None, (stone, tavern)), 'or')}."
        case Ask.USE:
            return f"{who} is deciding whether to use red light."
        case Ask.TAKE:
            return f"{who} is choosing a row to take a card from."
        case Ask.OPEN:
            return f"{who} is choosing a card to lay open."
        case Ask.CHOOSE:
            return f"{who} is choosing who shall exchange cards."
        case Ask.EXCHANGE:
            return f"{who} is choosing how to exchange."
        case Ask.GIVE_BACK:
            return f"{who} is choosing a card to give back to {names[asked.partner or 0]}."
        case Ask.SEND:
            return f"{who} is choosing who takes a card of the oracle."


def _your_turn(view: View) -> str:
    own, shared = plays(view)
    if view.failed is not None:
        return f"{card_name(view.failed).capitalize()} does not fit and is back in your hand: now play what you like."
    more = extras(view)
    if Hang.DRAW in view.hangs and view.hand and (own or shared):
        passing = [] if own or view.must_share or view.spent else ["pass"]
        return f"Your turn: {in_words(['draw a hidden card at random', *more, *passing], 'or')}."
    if own:
        return f"Your turn: {in_words(['play a card', *more], 'or')}."
    if shared and (view.must_share or view.spent):
        return f"Your turn: {in_words(['play an open card, as you must', *more], 'or')}."
    if shared:
        return f"Your turn: {in_words(['play an open card', *more, 'pass'], 'or')}; no card of yours fits."
    return f"Nothing fits: {in_words([*more, 'pass'], 'or')}."


def extras(view: View) -> list[str]:
    """What a window offers beside the turn's own action."""
    actions = [str(action).split()[0] for action in legal_actions(view)]
    stone = "use a stone" if "stone" in actions or "great" in actions else ""
    tavern = "speak in the tavern" if "say" in actions else ""
    return [extra for extra in (stone, tavern) if extra]


def row_in_words(row: tuple[Laid, ...], colour: Colour, highest: int) -> str:
    laid = ", ".join(f"{one.card.value} {_side(one.dark)}" for one in row)
    nothing = "empty, it begins above the printed 1"
    following = f"{top(row) + 1} would be dark" if top(row) < highest else "no higher card is in use"
    return f"{colour.word.capitalize()} row: {laid or nothing}; {following}."


def tell(view: View, names: Sequence[str]) -> tuple[str, ...]:
    lines = [row_in_words(view.rows[colour], colour, HIGHEST[view.seats]) for colour in Colour]
    lines += [f"Hanging: {line}" for line in hanging(view)] or ["Nothing hangs over the next card."]
    lines.append(f"Cards: {in_words(_held(view, seat, names[seat]) for seat in range(view.seats))}.")
    lines.append(f"Oracle: {card_names(view.oracle)}; {cards_counted(view.stock)} in the stock.")
    if view.box:
        lines.append(f"In the box: {card_names(view.box)}.")
    lines.append(f"Lit: {in_words(map(rune_name, view.stones))}.")
    if view.tavern is not None:
        count = f"closed, dark effects so far {view.tavern.count} of 3"
        lines.append(f"Tavern: {'open' if view.tavern.open else count}.")
    if view.starter is not None:
        lines.append(f"{names[view.starter]} has the start-player card.")
    if view.passes and not view.over:
        lines.append(f"Passes in a row: {view.passes} of {view.seats}.")
    for seat, hand in enumerate(view.shown):
        if hand:
            lines.append(f"{names[seat]} could not play {card_names(hand)}.")
    return tuple(lines)


def _held(view: View, seat: Seat, name: str) -> str:
    laid = f" and, open, {card_names(view.open[seat])}" if view.open[seat] else ""
    return f"{name} {view.counts[seat]} hidden{laid}"


def hand(view: View) -> str:
    if view.seat is None:
        return "You watch."
    laid = view.open[view.seat]
    return f"Your cards: {in_suits(view.hand)}" + (f"; lying open: {in_suits(laid)}." if laid else ".")


def in_suits(cards: Sequence[Card]) -> str:
    """`red 5, 7; green 3`."""
    suits = [[card for card in cards if card.colour is colour] for colour in Colour]
    parts = [f"{suit[0].colour.word} {', '.join(str(card.value) for card in suit)}" for suit in suits if suit]
    return "; ".join(parts) or "none"
