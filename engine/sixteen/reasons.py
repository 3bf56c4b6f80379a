"""Why something is worth doing in Sixteen, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import in_words
from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.cards import SUITS, Colour, Kind, Tile
from engine.sixteen.legal import CLOSED, base
from engine.sixteen.view import View
from engine.sixteen.words import run_name, tile_name


def reason(view: View, chances: Sequence[tuple[Action, float]]) -> str:
    """One sentence for the first action. chances: the part of the games it won in the head, then the next best's."""
    (action, chance), *others = chances
    sentence = f"{named(action)} {in_words(gains(view, action))}"
    if lost := left_behind(view, action):
        sentence += f", though it leaves your {_named(lost)} behind"
    if others:
        ((other, less),) = others
        sentence += f": it wins about {100 * chance:.0f} games of 100, "
        sentence += f"{_lower(named(other))} about {100 * less:.0f}"
    return f"{sentence}."


def named(action: Action) -> str:
    """The action as what a sentence is about."""
    match action:
        case Place(tiles=tiles):
            return f"Placing {run_name(tiles)}"
        case Cut(colour):
            return f"Cutting the {colour.word} row"
        case Empty(colour, count):
            return f"Binning {_tiles(count)} of the {colour.word} row"
        case Stop():
            return "Stopping here"
        case Pass():
            return "Passing"


def gains(view: View, action: Action) -> Iterator[str]:
    """What the action is good for, as verbs for the sentence; at least one."""
    match action:
        case Place(colour=colour, tiles=tiles, last=last):
            row, total = view.rows[colour], sum(tile.count for tile in tiles)
            yield f"rids you of {_tiles(len(tiles))} worth {total}"
            kept = [tile for tile in view.hand if tile.colour == colour and tile not in tiles]
            if not kept:
                yield f"leaves you nothing {colour.word}"
            match last.kind:
                case Kind.RESTART if freed := [tile for tile in kept if tile.number <= base(row)]:
                    yield f"lets your {_named(freed)} fit again"
                case Kind.END if not kept:
                    yield "closes the row for the others"
                case Kind.NUMBER if next_ := [tile for tile in kept if tile.number == last.number + 1]:
                    yield f"leads up to your {tile_name(next_[0])}"
            if jumped := _in_other_hands(view, row, tiles):
                yield f"jumps over {_tiles(len(jumped))} others may hold"
        case Cut(colour) | Empty(colour, _):
            row = view.rows[colour]
            left = row[: -(action.count if isinstance(action, Empty) else 1)]
            yield "rids you of a special that would count 20"
            if freed := [t for t in view.hand if t.colour == colour and base(left) < t.number <= base(row)]:
                yield f"lets your {_named(freed)} fit"
        case Stop():
            yield "keeps your tiles for a better moment"
        case Pass():
            held = any(tile.is_special for tile in view.hand)
            yield "keeps your special for a better moment" if held else "is all you can do"


def left_behind(view: View, action: Action) -> list[Tile]:
    """Tiles of the hand that fit now, and no longer after the action."""
    if not isinstance(action, Place):
        return []
    limit = {Kind.RESTART: 0, Kind.END: CLOSED}.get(action.last.kind, action.last.number)
    kept = (tile for tile in view.hand if tile.colour == action.colour and tile not in action.tiles)
    return [tile for tile in kept if base(view.rows[action.colour]) < tile.number <= limit]


def _in_other_hands(view: View, row: Sequence[Tile], tiles: Sequence[Tile]) -> list[Tile]:
    colour = tiles[0].colour
    assert colour is not None
    return [
        tile
        for tile in SUITS[Colour(colour)]
        if base(row) < tile.number < tiles[0].number
        and tile not in view.hand
        and tile not in row
        and tile not in view.aside
    ]


def _named(tiles: Sequence[Tile]) -> str:
    """Tiles of one colour, which is named once."""
    first, *rest = tiles
    return in_words([tile_name(first), *(str(tile.number) for tile in rest)])


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
