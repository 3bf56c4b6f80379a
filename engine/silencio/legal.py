"""What may be done in Silencio, seen from a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
from engine.silencio.cards import HIGHEST, SMALL, Card, Colour, Hang, Laid, Rune, top
from engine.silencio.decisions import Ask, Decision
from engine.silencio.view import Fate, View


def legal_actions(view: View) -> list[Action]:
    asked, seat = view.asked, view.seat
    if asked is None or seat is None or asked.seat not in (None, seat):
        return []
    match asked.ask:
        case Ask.CLAIM:
            return [Claim()]
        case Ask.GIVE:
            return [Give(card) for card in view.hand]
        case Ask.TURN:
            return _turn(view)
        case Ask.END:
            return [*_stones(view), *_words(view), End()]
        case Ask.GIVE_BACK:
            return [Give(card) for card in view.own if card != view.handed]
        case _:
            answers = _answers(view, asked, seat)
            if asked.optional and answers:
                answers.append(Decline())
            return answers


def _answers(view: View, asked: Decision, seat: Seat) -> list[Action]:
    """How an effect may be carried out; empty: it cannot."""
    match asked.ask:
        case Ask.USE:
            return [Use()]
        case Ask.TAKE:
            return [Take(colour) for colour in takeable(view.rows)]
        case Ask.OPEN:
            return [Open(card) for card in view.hand]
        case Ask.CHOOSE:
            return [Choose(whom) for whom in range(view.seats) if can_exchange(view, whom)]
        case Ask.EXCHANGE:
            return _exchanges(view, seat)
        case Ask.SEND:
            return [Send(card, to) for card in view.oracle for to in range(view.seats) if to != seat]
        case _:
            raise AssertionError(asked)


def _turn(view: View) -> list[Action]:
    """The start window and the card, in one list."""
    own, shared = plays(view)
    if (
        view.failed is not None
    ):  # no stone and no tavern between a draw and its play, and something can be played (ruling 8)
        return [*own, *shared] or [Pass()]
    can_play = bool(own or shared)
    must_draw = can_play and Hang.DRAW in view.hangs and bool(view.hand)
    actions: list[Action] = [Draw()] if must_draw else [*own, *shared]
    actions.extend(stone for stone in _stones(view) if can_play or _could_help(view, stone.colour))
    actions.extend(_words(view))
    if not own and not (shared and (view.must_share or view.spent)):
        actions.append(Pass())
    return actions


def plays(view: View) -> tuple[list[Play], list[Play]]:
    """What could be played if it were chosen freely: own cards, and other seats' open ones."""
    own = [Play(card) for card in view.own if fits(card, view.rows, view.hangs)]
    shared = [
        Play(card, owner)
        for owner, cards in enumerate(view.open)
        if owner != view.seat
        for card in cards
        if fits(card, view.rows, view.hangs)
    ]
    return own, shared


def fits(card: Card, rows: tuple[tuple[Laid, ...], ...], hangs: tuple[Hang, ...]) -> bool:
    return card.value > top(rows[card.colour]) and (card.colour is Colour.GREEN or Hang.GREEN not in hangs)


def stuck(cards: Iterable[Card], rows: tuple[tuple[Laid, ...], ...], hangs: tuple[Hang, ...]) -> int:
    """How many of these cannot be played, as things stand."""
    return sum(not fits(card, rows, hangs) for card in cards)


def fate(card: Card, dark: bool, last: bool, hangs: tuple[Hang, ...], seats: int) -> Fate:
    """What becomes of a card's effect. last: it is the player's last hand card. hangs: before it is played."""
    if (Hang.NO_DARK if dark else Hang.NO_LIGHT) in hangs:
        return Fate.BLOCKED
    if dark and last:
        return Fate.LAPSES
    if dark and card.colour is Colour.GREEN and card.value == HIGHEST[seats]:
        return Fate.HIGHEST
    return Fate.ACTS


def is_dark(card: Card, rows: tuple[tuple[Laid, ...], ...]) -> bool:
    """The side depends on adjacency alone."""
    return card.value == top(rows[card.colour]) + 1


def takeable(rows: tuple[tuple[Laid, ...], ...]) -> list[Colour]:
    """Rows with a top card for blue light; a blue card once played never leaves (ruling 1)."""
    return [colour for colour in Colour if colour is not Colour.BLUE and rows[colour]]


def can_exchange(view: View, whom: Seat) -> bool:
    """Green light finds something for this person to do (ruling 11): renewing, or a swap."""
    if view.oracle or view.stock:
        return True
    return bool(view.held(whom)) and any(view.held(seat) for seat in range(view.seats) if seat != whom)


def _exchanges(view: View, seat: Seat) -> list[Action]:
    partners = [other for other in range(view.seats) if other != seat and view.held(other)]
    actions: list[Action] = [Swap(card, partner) for card in view.own for partner in partners]
    actions.extend(Trade(card, wanted) for card in view.own for wanted in view.oracle)
    if view.oracle or view.stock:
        actions.append(Renew())
    return actions


def _stones(view: View) -> Iterator[Stone]:
    """Lit stones whose effect can do something, unless one was used this turn."""
    if view.spent or not view.stones:
        return
    for rune in view.stones:
        great = rune is Rune.GREAT
        for colour in Colour if great else (Colour(SMALL.index(rune)),):
            if _does_something(view, colour):
                yield Stone(colour, great)


def _does_something(view: View, colour: Colour) -> bool:
    match colour:
        case Colour.RED:
            return True
        case Colour.BLUE:
            return bool(takeable(view.rows))
        case Colour.YELLOW:
            return bool(view.hand)
        case Colour.GREEN:
            return any(can_exchange(view, whom) for whom in range(view.seats))


def _could_help(view: View, colour: Colour) -> bool:
    """With nothing to play: could this light effect make a card playable (ruling 12)?"""
    match colour:
        case Colour.BLUE:  # the card taken fits at once; while green is demanded, only a green one does
            return Hang.GREEN not in view.hangs or bool(view.rows[Colour.GREEN])
        case Colour.GREEN:
            others = any(view.held(seat) for seat in range(view.seats) if seat != view.seat)
            return bool(view.own) and (others or any(fits(card, view.rows, view.hangs) for card in view.oracle))
        case Colour.RED | Colour.YELLOW:
            return False


def _words(view: View) -> Sequence[Say]:
    """What may be said in the open tavern."""
    if view.tavern is None or not view.tavern.open:
        return ()
    held = {card.colour for card in view.own}
    return [
        Say(Word.STUCK),
        *(Say(Word.HIGH, colour) for colour in Colour if colour in held),
        *(Say(Word.AVOID, colour) for colour in Colour),
    ]
