"""Where one can point on the table of Tranquility, what is legal there, and where the cursor begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.tranquility.actions import Action, Discard, Finish, Offer, Pay, Play, Start
from engine.tranquility.cards import FINISH, START, Card
from engine.tranquility.view import Numbers, View
from tui.board import Scene


@dataclass(frozen=True, slots=True)
class OnCard:
    """On a card of the hand. chosen: the places of those that shall go face down. typed: digits so far.

    since: how many cards this seat had discarded when it chose; later they are not the same cards.
    """

    place: int
    chosen: tuple[int, ...] = ()
    since: int = 0
    typed: str = ""


@dataclass(frozen=True, slots=True)
class OnCell:
    """With an island in hand over a cell where it may be played."""

    place: int
    card: Card
    cell: int


@dataclass(frozen=True, slots=True)
class Giving:
    """On a number of cards to give when a Start was played. own: the person went there, so it stays."""

    number: int
    own: bool = False


Cursor: TypeAlias = OnCard | OnCell | Giving


# --- what is legal, seen from a card


def plays(scene: Scene, card: Card) -> dict[int, Play]:
    """By cell: where this island may be played now."""
    return {action.cell: action for action in scene.legal if isinstance(action, Play) and action.card == card}


def wanted(scene: Scene) -> int:
    """How many cards go face down at once, if any may."""
    return next((len(action.cards) for action in scene.legal if isinstance(action, Pay | Discard)), 0)


def must_choose(scene: Scene) -> bool:
    """Cards have to go face down: there is nothing else to do."""
    return bool(scene.legal) and isinstance(scene.legal[0], Pay)


def cards(view: View, places: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(view.hand[place] for place in sorted(places))


def under(scene: Scene, cursor: Cursor) -> Action | None:
    """The legal action that Enter would do."""
    for action in scene.legal:
        match cursor, action:
            case OnCell(_, card, cell), Play(played, on) if (card, cell) == (played, on):
                return action
            case Giving(number), Offer(offered) if number == offered:
                return action
            case OnCard(_, chosen), Pay(gone) | Discard(gone) if cards(scene.view, chosen) == gone:
                return action
            case OnCard(place, ()), Start() if scene.view.hand[place] == START:
                return action
            case OnCard(place, ()), Finish() if scene.view.hand[place] == FINISH:
                return action
    return None


# --- where the cursor begins


def begin(scene: Scene, old: Cursor | None) -> Cursor | None:
    """Where it was if that still makes sense, else where something can be done, near where it was."""
    view: View = scene.view
    if view.seat is None or view.over or not view.hand:
        return None
    if isinstance(view.decision, Numbers) and scene.legal:
        return old if isinstance(old, Giving) and old.own else Giving(_my_part(view, view.decision))
    match old:
        case OnCell() if under(scene, old) is not None and view.hand[old.place] == old.card:
            return old
        case OnCard(place, chosen, since) if wanted(scene) and chosen and since == view.discarded[view.seat]:
            return OnCard(place, chosen, since)
    place = min(0 if old is None or isinstance(old, Giving) else old.place, len(view.hand) - 1)
    if not scene.legal or must_choose(scene):
        return OnCard(place)
    likely = [at for at, card in enumerate(view.hand) if can_be_played(scene, card)]
    return OnCard(min(likely, key=lambda at: abs(at - place), default=place))


def can_be_played(scene: Scene, card: Card) -> bool:
    match card:
        case _ if card.is_island:
            return bool(plays(scene, card))
        case _:
            return any(isinstance(action, Start if card == START else Finish) for action in scene.legal)


def _my_part(view: View, asking: Numbers) -> int:
    """What I said; else an equal part of what is still open."""
    assert view.seat is not None
    said = asking.named[view.seat]
    if said is not None:
        return said
    silent = asking.named.count(None)
    open_ = max(0, asking.needed - sum(asking.numbers))
    return min(asking.most[view.seat], -(-open_ // silent))
