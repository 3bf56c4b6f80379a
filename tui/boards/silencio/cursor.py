"""Where the cursor stands on the table of Silencio, and how the keys move it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.silencio.actions import Action
from engine.silencio.cards import Colour, Rune
from engine.silencio.decisions import Ask
from engine.silencio.legal import fits
from engine.silencio.view import View
from engine.silencio.words import card_name, rune_name
from tui.board import Scene
from tui.boards.silencio.places import (
    TAVERN,
    AtSeat,
    InOracle,
    Lit,
    OnWord,
    Own,
    Path,
    Phrase,
    Place,
    Row,
    Shared,
    Spot,
    open_to,
    path,
    spots,
    stops,
)

KINDS = (Own, Shared, InOracle, AtSeat, Row, OnWord, Lit)  # where the cursor begins, if something there is possible


@dataclass(frozen=True, slots=True)
class Cursor:
    """path: what was picked up, and last where the cursor is. typed: digits so far."""

    path: Path
    typed: str = ""

    @property
    def place(self) -> Place:
        return self.path[-1]

    @property
    def picked(self) -> Path:
        return self.path[:-1]

    def on(self, place: Place, typed: str = "") -> Cursor:
        return Cursor((*self.picked, place), typed)


def under(scene: Scene, cursor: Cursor) -> Action | None:
    """The legal action that Enter would do: the only one that the path leads to."""
    possible = _ahead(scene, cursor)
    return possible[0] if len(possible) == 1 else None


def _ahead(scene: Scene, cursor: Cursor) -> list[Action]:
    depth = len(cursor.path)
    return [action for action in scene.legal if path(action)[:depth] == cursor.path]


def begin(scene: Scene, old: Cursor | None) -> Cursor | None:
    """Where it was if that is still possible; else on the likeliest thing to do, near where it was."""
    view: View = scene.view
    if view.seat is None or view.over:
        return None
    if old is not None and (_ahead(scene, old) if scene.legal else old.path[0] in stops(scene, ())):
        return old if scene.legal else Cursor(old.path[:1])
    possible = open_to(scene, ()) or stops(scene, ())
    kind = next(kind for kind in KINDS if any(isinstance(place, kind) for place in possible))
    likely = [place for place in possible if isinstance(place, kind)]
    if kind is OnWord:  # `end` before the tavern, `use` before `decline`
        return Cursor((min(likely, key=lambda place: place == OnWord(TAVERN)),))
    return Cursor((_nearest(likely, old),))


def _nearest(likely: Sequence[Place], old: Cursor | None) -> Place:
    """The card closest to the one where the cursor was, so that nobody has to look for it."""
    match old:
        case Cursor(path=(Own(was), *_)):
            return min(
                likely,
                key=lambda place: (
                    (place.card.colour is not was.colour, abs(place.card.value - was.value))
                    if isinstance(place, Own)
                    else (True, 0)
                ),
            )
        case _:
            return likely[0]


# --- keys


def moved(scene: Scene, cursor: Cursor, key: str) -> Cursor | str | None:
    match key:
        case "q" | "backspace" if cursor.picked:
            return Cursor(cursor.picked)
        case "enter" if len(_ahead(scene, cursor)) > 1:
            return _picked_up(scene, cursor)
        case "left" | "right":
            return _along(scene, cursor, 1 if key == "right" else -1)
        case "up" | "down":
            return _across(scene, cursor, 1 if key == "down" else -1)
        case "space":
            return _next_possible(scene, cursor)
        case "r" | "b" | "y" | "g":
            return _to_colour(scene, cursor, Colour.parse(key))
        case "s":
            return _to_kind(scene, cursor, Lit) or "First finish what you picked up, or lay it down with q."
        case "o":
            wanted = InOracle if _has(scene, cursor, InOracle) else Shared
            return _to_kind(scene, cursor, wanted) or "Nobody else has an open card."
        case "p":
            return _to_word(scene, cursor) or "There is no word to say now."
        case key if len(key) == 1 and key in "0123456789":
            return _typed(scene, cursor, key)
        case _:
            return None


def _picked_up(scene: Scene, cursor: Cursor) -> Cursor:
    """One step further, to the first place there."""
    return Cursor((*cursor.path, open_to(scene, cursor.path)[0]))


def _in_sight(scene: Scene, cursor: Cursor) -> dict[Place, Spot]:
    """Where the cursor can go, in reading order."""
    possible = set(stops(scene, cursor.picked))
    return {place: spot for place, spot in spots(scene, cursor.picked).items() if place in possible}


def _along(scene: Scene, cursor: Cursor, step: int) -> Cursor:
    """To the next place on this line, round and round."""
    seen = _in_sight(scene, cursor)
    line = [place for place, spot in seen.items() if spot.line == seen[cursor.place].line]
    return cursor.on(line[(line.index(cursor.place) + step) % len(line)])


def _across(scene: Scene, cursor: Cursor, step: int) -> Cursor:
    """To the nearest place of the next line that has one, round and round."""
    seen = _in_sight(scene, cursor)
    here = seen[cursor.place]
    lines = sorted({spot.line for spot in seen.values()})
    line = lines[(lines.index(here.line) + step) % len(lines)]
    there = [place for place, spot in seen.items() if spot.line == line]
    return cursor.on(min(there, key=lambda place: abs(_middle(seen[place]) - _middle(here))))


def _middle(spot: Spot) -> int:
    return 2 * spot.x + spot.cells


def _next_possible(scene: Scene, cursor: Cursor) -> Cursor | str:
    possible = set(open_to(scene, cursor.picked))
    if not possible:
        return "It is not for you to decide anything now."
    seen = list(_in_sight(scene, cursor))
    here = seen.index(cursor.place)
    return cursor.on(next(place for place in (*seen[here + 1 :], *seen) if place in possible))


def _to_colour(scene: Scene, cursor: Cursor, colour: Colour) -> Cursor | str:
    """To a row where rows are chosen, else to the next card of the colour, first those that are possible."""
    wanted = [place for place in _in_sight(scene, cursor) if _colour(place) is colour]
    if any(isinstance(place, Row | Phrase) for place in stops(scene, cursor.picked)):
        wanted = [place for place in wanted if isinstance(place, Row | Phrase)]
        if not wanted:
            return _why_not_row(scene, cursor, colour)
    return _cycled(scene, cursor, wanted) or f"There is no {colour.word} card to go to."


def _colour(place: Place) -> Colour | None:
    match place:
        case Own(card) | Shared(card) | InOracle(card):
            return card.colour
        case Row(colour):
            return colour
        case Phrase(said):
            return said.colour
        case _:
            return None


def _to_kind(scene: Scene, cursor: Cursor, kind: type[Place]) -> Cursor | None:
    return _cycled(scene, cursor, [place for place in _in_sight(scene, cursor) if isinstance(place, kind)])


def _to_word(scene: Scene, cursor: Cursor) -> Cursor | None:
    """The tavern comes last: it is for once in a while."""
    words = [place for place in _in_sight(scene, cursor) if isinstance(place, OnWord)]
    return _cycled(scene, cursor, sorted(words, key=lambda place: place == OnWord(TAVERN)))


def _has(scene: Scene, cursor: Cursor, kind: type[Place]) -> bool:
    return any(isinstance(place, kind) for place in stops(scene, cursor.picked))


def _cycled(scene: Scene, cursor: Cursor, wanted: Sequence[Place]) -> Cursor | None:
    """The first of these that is possible, or the one after the cursor's."""
    possible = set(open_to(scene, cursor.picked))
    wanted = [place for place in wanted if place in possible] or wanted
    if not wanted:
        return None
    place = wanted[(wanted.index(cursor.place) + 1) % len(wanted)] if cursor.place in wanted else wanted[0]
    return cursor.on(place)


def _typed(scene: Scene, cursor: Cursor, digit: str) -> Cursor | str:
    """The number of a seat where seats are chosen; else a value: `1`, then `2`, is the 12 of this colour."""
    seats = [place for place in open_to(scene, cursor.picked) if isinstance(place, AtSeat)]
    if seats:
        found = next((place for place in seats if str(place.seat + 1) == digit), None)
        return f"Seat {digit} cannot be chosen." if found is None else cursor.on(found)
    cards = [place for place in _in_sight(scene, cursor) if isinstance(place, Own | Shared | InOracle)]
    cards.sort(key=lambda place: _colour(place) is not _colour(cursor.place))
    for typed in (cursor.typed + digit, digit):
        exact = [place for place in cards if str(place.card.value) == typed]
        begun = [place for place in cards if str(place.card.value).startswith(typed)]
        if exact or begun:
            return cursor.on((exact or begun)[0], typed)
    return f"There is no card with a {digit} to go to."


# --- sentences


def pointed(scene: Scene, cursor: Cursor) -> str:
    action = under(scene, cursor)
    if action is not None:
        return scene.explain(action)
    if _ahead(scene, cursor):
        return _then(cursor.place)
    if not scene.legal:
        return _planned(scene, cursor.place)
    return scene.why_not(_notation(scene.view, cursor.place))


def _then(place: Place) -> str:
    """What follows when this is picked up."""
    match place:
        case Lit():
            return "The Great rune stone: Enter, then choose the colour whose light effect it shall have."
        case OnWord():
            return "The tavern is open: Enter, then choose what to say."
        case InOracle(card):
            return f"{card_name(card).capitalize()}: Enter, then choose who takes it."
        case Own(card):
            return (
                f"{card_name(card).capitalize()}: Enter, then choose whom to swap with, or an oracle card to trade for."
            )
        case _:
            return ""


def _planned(scene: Scene, place: Place) -> str:
    """What it would do if one were asked now; for looking ahead while others play."""
    view: View = scene.view
    match place:
        case Own(card) | Shared(card) if not fits(card, view.rows, view.hangs):
            return f"{card_name(card).capitalize()} does not fit as things stand."
        case Lit(rune) if rune not in view.stones:
            return f"{_upper(rune_name(rune))} is out."
        case Lit(Rune.GREAT):
            return "The Great rune stone has any light effect, once."
        case Own() | Shared() | Lit():
            return f"Not yet. {scene.explain(scene.game.parse(_notation(view, place)))}"
        case _:
            return ""


def _notation(view: View, place: Place) -> str:
    """What one would say to have done what this place is for."""
    match place:
        case Own(card):
            verb = {Ask.GIVE: "give", Ask.GIVE_BACK: "give", Ask.OPEN: "open"}
            return f"{verb.get(view.asked.ask, 'play') if view.asked and view.seat in view.to_act else 'play'} {card}"
        case Shared(card, owner):
            return f"play {card} from {owner + 1}"
        case Lit(Rune.GREAT):
            return "great r"
        case Lit(rune):
            return f"stone {rune}"
        case OnWord("tavern"):
            return "say stuck"
        case OnWord(word):
            return word
        case InOracle() | AtSeat() | Row() | Phrase():  # only where they are possible
            return "end"


def _why_not_row(scene: Scene, cursor: Cursor, colour: Colour) -> str:
    if cursor.picked:
        said = cursor.picked == (OnWord(TAVERN),)
        return scene.why_not(f"say high {colour.letter}" if said else f"great {colour.letter}")
    return scene.why_not(f"take {colour.letter}")


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def is_useful(scene: Scene, cursor: Cursor, cap: str) -> bool:
    """Whether the key with this cap is worth its place in the footer."""
    match cap:
        case "q":
            return bool(cursor.picked)
        case "Enter":
            return bool(_ahead(scene, cursor))
        case "Space":
            return len(open_to(scene, cursor.picked)) > 1
        case "s":
            return any(isinstance(place, Lit) for place in open_to(scene, cursor.picked))
        case "o":
            return _has(scene, cursor, Shared) or _has(scene, cursor, InOracle)
        case "p":
            return any(isinstance(place, OnWord) for place in open_to(scene, cursor.picked))
        case _:
            return True
