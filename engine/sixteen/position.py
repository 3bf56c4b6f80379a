"""Positions of Sixteen as tables of a position file."""

from __future__ import annotations

from collections import Counter

from engine.game import Options, Position, Refused
from engine.sixteen.cards import ALL, Colour, Kind, Tile, tidy
from engine.sixteen.legal import base
from engine.sixteen.redeal import less
from engine.sixteen.state import State

KEYS = {"rows", "hands", "aside", "bag", "turn", "passes", "follow"}


def from_position(position: Position, seats: int, options: Options) -> State:
    """The state, or Refused with what is inconsistent. Tiles named nowhere are in the bag."""
    if unknown := set(position) - KEYS:
        raise Refused(f"A position of Sixteen has no “{min(unknown)}”; it has {', '.join(sorted(KEYS))}.")
    given_rows = position.get("rows", {})
    for letter in given_rows:
        Colour.parse(letter)
    rows = tuple(_tiles(given_rows.get(colour.letter, "")) for colour in Colour)
    for colour in Colour:
        _check_row(colour, rows[colour])
    hands = tuple(map(_tiles, position.get("hands", ())))
    if len(hands) != seats:
        raise Refused(f"There are {seats} seats, but the position has {len(hands)} hands.")
    if any(tile.number == 1 for hand in hands for tile in hand):
        raise Refused("A 1 is never in a hand: all of them are laid before the first turn.")
    if hands.count(()) > 1:
        raise Refused("More than one hand is empty; the game ended when the first was.")
    aside = _tiles(position.get("aside", ""))
    turn, passes = int(position.get("turn", 1)), int(position.get("passes", 0))
    if not 1 <= turn <= seats:
        raise Refused(f"Turn {turn} is no seat; the seats are 1 to {seats}.")
    if not 0 <= passes <= seats:
        raise Refused(f"There cannot be {passes} passes in a row with {seats} seats.")
    return State(
        rows=rows,
        hands=tuple(map(tidy, hands)),
        turn=turn - 1,
        bag=_bag(position, (*rows, *hands, aside)),
        aside=aside,
        passes=passes,
        follow=Colour.parse(position["follow"]) if position.get("follow") else None,
        runs_follow=options["after_special"] == "run",
    )


def to_position(state: State) -> Position:
    return {
        "rows": {colour.letter: _text(state.rows[colour]) for colour in Colour},
        "hands": [_text(hand) for hand in state.hands],
        "aside": _text(tidy(state.aside)),
        "bag": _text(state.bag),
        "turn": state.turn + 1,
        "passes": state.passes,
        "follow": "" if state.follow is None else state.follow.letter,
        "counts": {"hands": [len(hand) for hand in state.hands], "bag": len(state.bag)},
    }


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def _text(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles))


def _check_row(colour: Colour, row: tuple[Tile, ...]) -> None:
    for place, tile in enumerate(row):
        if tile.colour != colour:
            raise Refused(f"{tile} does not belong in the {colour.word} row.")
        if tile.number <= base(row[:place]):
            before = row[place - 1]
            raise Refused(
                f"{tile} cannot follow {before}" + (", which closes the row." if before.kind is Kind.END else ".")
            )


def _bag(position: Position, elsewhere: tuple[tuple[Tile, ...], ...]) -> tuple[Tile, ...]:
    known = {str(tile): number for tile, number in Counter(ALL).items()}
    placed = Counter(str(tile) for some in elsewhere for tile in some)
    for name, number in placed.items():
        if number > known[name]:
            raise Refused(f"{name} is in the position {number} times; there is {known[name]} in the game.")
    bag = tidy(less(ALL, *elsewhere))
    if not set(map(str, _tiles(position.get("bag", "")))) <= set(map(str, bag)):
        raise Refused("A tile named in the bag is also named elsewhere.")
    return bag
