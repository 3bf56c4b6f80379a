"""What has just happened on the table of Splendor: cards that came from a deck, and what each seat did last."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Seat
from engine.splendor.cards import Card
from engine.splendor.view import Bought, Came, Passed, Refilled, Reserved, ReservedTop, Returned, Took
from tui.board import Scene

Turn = Took | Reserved | ReservedTop | Bought | Passed


def arrived(scene: Scene) -> set[Card]:
    """The cards that came since as many turns ago as there are seats."""
    found: set[Card] = set()
    turns = 0
    for event in reversed(scene.events):
        match event:
            case Refilled(card):
                found.add(card)
            case Took() | Reserved() | ReservedTop() | Bought() | Passed():
                turns += 1
                if turns == scene.view.seats:
                    break
    return found


def last_turn(scene: Scene, seat: Seat) -> str:
    """What a seat did in its last turn, in a few words; empty: nothing yet."""
    return ", ".join(reversed(list(_last_turn(scene, seat))))


def _last_turn(scene: Scene, seat: Seat) -> Iterator[str]:
    for event in reversed(scene.events):
        if getattr(event, "seat", None) != seat:
            continue
        match event:
            case Returned(tokens=tokens):
                yield f"returned {' '.join(map(str, tokens))}"
            case Came(noble=noble):
                yield f"noble {noble}"
            case Took(gems=gems):
                yield f"took {' '.join(map(str, gems))}"
                return
            case Reserved(card=card):
                yield f"reserved {card.bonus.word}"
                return
            case ReservedTop():
                yield "reserved unseen"
                return
            case Bought(card=card):
                yield f"bought {card.bonus.word}{f' +{card.points}' if card.points else ''}"
                return
            case Passed():
                yield "passed"
                return
