"""Sixteen in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import in_words
from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.cards import BIN, SCISSORS, Colour, Kind, Tile
from engine.sixteen.legal import CLOSED, base, removable
from engine.sixteen.view import Event, Passed, Placed, Removed, Stopped, View

NOTHING_TO_TAKE = "No row has a tile that may be taken: the 1 that opens a row always stays."


def tile_name(tile: Tile) -> str:
    """`red 7`, `red 16 restart`, `scissors`."""
    match tile.kind:
        case Kind.NUMBER:
            return f"{_colour(tile).word} {tile.number}"
        case Kind.RESTART | Kind.END:
            return f"{_colour(tile).word} 16 {tile.kind.value}"
        case Kind.SCISSORS | Kind.BIN:
            return tile.kind.value


def run_name(tiles: Sequence[Tile]) -> str:
    """`red 7`, `red 7 to 9`, `red 14 to 16 end`."""
    if len(tiles) == 1:
        return tile_name(tiles[0])
    return f"{tile_name(tiles[0])} to {tile_name(tiles[-1]).split(' ', 1)[1]}"


def _colour(tile: Tile) -> Colour:
    assert tile.colour is not None
    return tile.colour


def describe(event: Event, names: Sequence[str]) -> str:
    match event:
        case Placed(seat, tiles):
            ending = {Kind.RESTART: "; the row starts again", Kind.END: "; the row is closed"}
            return f"{names[seat]} placed {run_name(tiles)}{ending.get(tiles[-1].kind, '')}."
        case Removed(seat, special, _, tiles):
            what = in_words(map(tile_name, tiles))
            return f"{names[seat]} {'cut' if special == SCISSORS else 'binned'} {what}."
        case Stopped(seat):
            return f"{names[seat]} placed nothing more."
        case Passed(seat):
            return f"{names[seat]} passed."


def explain(view: View, action: Action) -> str:
    match action:
        case Place(colour=colour, tiles=tiles, last=last):
            place = f"Place {run_name(tiles)}"
            if last.kind is Kind.END:
                return f"{place} and close the {colour.word} row."
            if last.kind is Kind.RESTART:
                return f"{place} and start the {colour.word} row again from 0."
            limit = base(view.rows[colour])
            lost = [t for t in view.hand if t.colour == colour and t not in tiles and limit < t.number < last.number]
            numbers = in_words(str(t.number) for t in lost)
            return f"{place}." if not lost else f"{place}; your {colour.word} {numbers} would no longer fit."
        case Cut(colour):
            return f"Scissors: remove {tile_name(view.rows[colour][-1])}, {_then(view)}."
        case Empty(colour, count):
            return f"Bin: remove {run_of(view.rows[colour][-count:])}, {_then(view)}."
        case Stop():
            return "Place nothing and end your turn."
        case Pass():
            return "Pass: no number tile of yours fits. You may play again when your turn comes round."


def _follower(view: View) -> str:
    """What may be placed after a special (option after_special)."""
    return "a tile or a run" if view.runs_follow else "one tile"


def _then(view: View) -> str:
    return f"then {_follower(view)} of yours may follow there"


def run_of(tiles: Sequence[Tile]) -> str:
    return in_words(map(tile_name, tiles))


def prompt(view: View, names: Sequence[str]) -> str:
    if view.over:
        return "The game is over."
    if view.turn != view.seat:
        return f"{names[view.turn]} is to play."
    if view.follow is not None:
        return f"You may place {_follower(view)} on the {view.follow.word} row, or stop."
    if any(tile.colour is not None and tile.number > base(view.rows[tile.colour]) for tile in view.hand):
        special = any(tile.is_special for tile in view.hand) and any(map(removable, view.rows))
        return "Your turn: place a tile or a run" + (", or use a special." if special else ".")
    if any(tile.is_special for tile in view.hand) and any(map(removable, view.rows)):
        return "Your turn: no number fits. Use a special, or pass."
    return "Your turn: no tile of yours fits, so pass."


def row_in_words(view: View, colour: Colour) -> str:
    row = view.rows[colour]
    numbers = ", ".join(tile_name(tile).split(" ", 1)[1] for tile in row)
    match base(row):
        case 0:
            state = "any number fits"
        case limit if limit == CLOSED:
            state = "closed"
        case limit:
            state = f"higher than {limit} fits"
    return f"{colour.word.capitalize()} row: {numbers or 'empty'}; {state}."


def tell(view: View, names: Sequence[str]) -> tuple[str, ...]:
    held = [f"{names[seat]} {_tiles(count)}" for seat, count in enumerate(view.counts)]
    lines = [row_in_words(view, colour) for colour in Colour]
    lines.append(f"Tiles left: {in_words(held)}; unseen in the bag {view.bag}.")
    if view.aside:
        lines.append(f"Set aside: {in_words(map(tile_name, view.aside))}.")
    if view.passes and not view.over:
        lines.append(f"Passes in a row: {view.passes} of {view.seats}.")
    for seat, hand in enumerate(view.shown):
        counted = " + ".join(str(tile.count) for tile in hand)
        lines.append(f"{names[seat]}: {_text(hand)}" + (f" = {counted} = {_sum(hand)}." if hand else "."))
    return tuple(lines)


def hand(view: View) -> str:
    return "You watch." if view.seat is None else f"Your tiles: {_text(view.hand)}."


def _text(hand: Sequence[Tile]) -> str:
    suits = [[tile for tile in hand if tile.colour == colour] for colour in Colour]
    parts = [
        f"{colour.word} {', '.join(tile_name(tile).split(' ', 1)[1] for tile in suit)}"
        for colour, suit in zip(Colour, suits, strict=True)
        if suit
    ]
    return "; ".join([*parts, *(tile_name(tile) for tile in hand if tile.is_special)]) or "none"


def _sum(hand: Sequence[Tile]) -> int:
    return sum(tile.count for tile in hand)


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"


def why_not(view: View, action: Action) -> str:
    if view.seat is None:
        return "You watch; only who sits at the table can play."
    if view.turn != view.seat:
        return f"It is not your turn but seat {view.turn + 1}’s."
    match action:
        case Place():
            return _why_not_place(view, action)
        case Cut(colour):
            return _why_not_special(view, SCISSORS) or f"Scissors find nothing to take in the {colour.word} row."
        case Empty(colour, count):
            most = removable(view.rows[colour])
            possible = "1 tile" if most == 1 else f"1 to {most} tiles"
            return _why_not_special(view, BIN) or (
                f"The bin can take {possible} of the {colour.word} row, not {count}."
                if most
                else f"The bin finds nothing to take in the {colour.word} row."
            )
        case Stop():
            return "There is nothing to stop: place a tile, use a special, or pass when no number fits."
        case Pass():
            if view.follow is not None:
                return "Your turn is under way: place on that row, or stop."
            return "You may pass only when none of your number tiles fits."


def _why_not_special(view: View, special: Tile) -> str:
    if view.follow is not None:
        return "One special a turn: now place on that row, or stop."
    if special not in view.hand:
        return f"You do not hold {'the bin' if special == BIN else 'scissors'}."
    return "" if any(map(removable, view.rows)) else NOTHING_TO_TAKE


def _why_not_place(view: View, action: Place) -> str:
    missing = [tile for tile in action.tiles if tile not in view.hand]
    if missing:
        return f"You do not hold {in_words(map(tile_name, missing), 'or')}."
    if view.follow is not None and action.colour != view.follow:
        return f"After a special you may only place on the same row, {view.follow.word}."
    limit = base(view.rows[action.colour])
    if limit == CLOSED:
        return f"The {action.colour.word} row is closed by a 16 end; only scissors or the bin open it."
    if action.first.number <= limit:
        return f"The {action.colour.word} row is at {limit}; {tile_name(action.first)} is not higher."
    return "At this table only one tile may follow a special."
