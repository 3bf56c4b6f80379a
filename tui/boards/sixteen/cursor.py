"""Where one can point on the table of Sixteen, and how the keys move there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.sixteen.actions import Action, Cut, Empty, Pass, Place, Stop
from engine.sixteen.cards import BIN, SCISSORS, SUITS, Colour, Kind, Tile
from engine.sixteen.view import View
from engine.sixteen.words import tile_name
from tui.board import Scene

LEFT = 10  # columns before the tiles


@dataclass(frozen=True, slots=True)
class OnTile:
    """On a tile of mine. longer: how often the run that begins here was lengthened. typed: digits so far."""

    tile: Tile
    longer: int = 0
    typed: str = ""


@dataclass(frozen=True, slots=True)
class OnWord:
    """On a word of the bottom line: `scissors`, `bin`, `pass` or `stop`."""

    word: str


@dataclass(frozen=True, slots=True)
class Aiming:
    """With scissors or the bin over the end of a row."""

    special: Tile
    colour: Colour
    count: int = 1


Cursor: TypeAlias = OnTile | OnWord | Aiming


def suit(view: View, colour: Colour) -> list[Tile]:
    return [tile for tile in view.hand if tile.colour == colour]


def words(view: View) -> list[str]:
    """The words of the bottom line that one can go to."""
    held = [special.kind.value for special in (SCISSORS, BIN) if special in view.hand]
    return [*held, "pass" if view.follow is None else "stop"]


def runs(scene: Scene, tile: Tile) -> list[Place]:
    """What may be placed that begins with this tile, the shortest first."""
    return [action for action in scene.legal if isinstance(action, Place) and action.first == tile]


def removals(scene: Scene, special: Tile) -> list[Aiming]:
    """Everything that may be aimed at."""
    found: list[Aiming] = []
    for action in scene.legal:
        match action:
            case Cut(colour) if special == SCISSORS:
                found.append(Aiming(special, colour))
            case Empty(colour, count) if special == BIN:
                found.append(Aiming(special, colour, count))
    return found


def under(scene: Scene, cursor: Cursor) -> Action | None:
    """The legal action that Enter would do."""
    match cursor:
        case OnTile(tile, longer):
            possible = runs(scene, tile)
            return possible[longer % len(possible)] if possible else None
        case OnWord(word):
            return next((a for a in scene.legal if isinstance(a, Pass | Stop) and str(a) == word), None)
        case Aiming(special, colour, count):
            for action in scene.legal:
                match action:
                    case Cut(row) if special == SCISSORS and row == colour:
                        return action
                    case Empty(row, tiles) if special == BIN and (row, tiles) == (colour, count):
                        return action
            return None


# --- keys


def begin(scene: Scene, cursor: Cursor | None) -> Cursor | None:
    """Where one wants to be: on the tile from before if it can go, on one that can, else on the words."""
    view: View = scene.view
    if view.seat is None or view.over:
        return None
    match cursor:
        case OnTile(tile) if tile in view.hand and (runs(scene, tile) or not scene.legal):
            return OnTile(tile)
    if first := next((action for action in scene.legal if isinstance(action, Place)), None):
        return OnTile(_nearest(scene, first.first, cursor))
    if scene.legal or not view.hand or view.hand[0].is_special:
        return OnWord(words(view)[-1])
    return OnTile(view.hand[0])


def _nearest(scene: Scene, first: Tile, cursor: Cursor | None) -> Tile:
    """The tile to lay that is closest to where the cursor was, so that nobody has to look for it."""
    if not isinstance(cursor, OnTile) or cursor.tile.colour is None:
        return first
    was = cursor.tile
    fitting = {action.first: None for action in scene.legal if isinstance(action, Place)}
    return min(fitting, key=lambda tile: (tile.colour != was.colour, abs(tile.number - was.number)), default=first)


def moved(scene: Scene, cursor: Cursor, key: str) -> Cursor | str | None:
    view: View = scene.view
    match cursor, key:
        case Aiming(), "q" | "backspace" | "c" | "d":
            return OnWord(cursor.special.kind.value)
        case Aiming(), _:
            return _aimed(scene, cursor, key)
        case _, "r" | "y" | "g" | "b" | "p":
            return _to_colour(scene, cursor, Colour.parse(key))
        case _, "c":
            return _pick_up(scene, cursor, SCISSORS)
        case _, "d":
            return _pick_up(scene, cursor, BIN)
        case _, "s":
            return OnWord(words(view)[-1])
        case OnWord("scissors"), "enter" | "space":
            return _pick_up(scene, cursor, SCISSORS)
        case OnWord("bin"), "enter" | "space":
            return _pick_up(scene, cursor, BIN)
        case OnWord(word), "left" | "right":
            known = words(view)
            return OnWord(known[(known.index(word) + (1 if key == "right" else -1)) % len(known)])
        case OnTile(tile), "left" | "right":
            held = suit(view, _colour(tile))
            return OnTile(held[(held.index(tile) + (1 if key == "right" else -1)) % len(held)])
        case _, "up" | "down":
            return _up_or_down(scene, cursor, 1 if key == "down" else -1)
        case OnTile(tile, longer), "space":
            possible = runs(scene, tile)
            if len(possible) > 1:
                return OnTile(tile, (longer + 1) % len(possible))
            name = tile_name(tile).capitalize()
            return f"{name} begins no longer run than this." if possible else _why_not_place(scene, tile)
        case OnTile(), key if len(key) == 1 and key in "0123456789":
            return _typed(view, cursor, key)
    return None


def _colour(tile: Tile) -> Colour:
    assert tile.colour is not None
    return tile.colour


def _to_colour(scene: Scene, cursor: Cursor, colour: Colour) -> Cursor | str:
    """The first tile of a colour that can go; pressed again, the next one."""
    held = suit(scene.view, colour)
    if not held:
        return f"You hold no {colour.word} tile."
    stops = [tile for tile in held if runs(scene, tile)] or held
    if isinstance(cursor, OnTile) and cursor.tile in stops:
        return OnTile(stops[(stops.index(cursor.tile) + 1) % len(stops)])
    return OnTile(stops[0])


def _up_or_down(scene: Scene, cursor: Cursor, step: int) -> Cursor:
    """Six lines, round and round: the colours that I hold, then the words."""
    view: View = scene.view
    here = _colour(cursor.tile) if isinstance(cursor, OnTile) else 5
    line = here
    while True:
        line = (line + step) % 6
        if line == 5:
            return OnWord(words(view)[-1])
        if held := suit(view, Colour(line)):
            at = column(cursor.tile) if isinstance(cursor, OnTile) else LEFT
            return OnTile(min(held, key=lambda tile: abs(column(tile) - at)))


def _typed(view: View, cursor: OnTile, digit: str) -> Cursor | str:
    """`1`, then `2`: the 12 of this colour."""
    colour = _colour(cursor.tile)
    held = suit(view, colour)
    for typed in (cursor.typed + digit, digit):
        exact = [tile for tile in held if str(tile.number) == typed]
        begun = [tile for tile in held if str(tile.number).startswith(typed)]
        if exact or begun:
            return OnTile((exact or begun)[0], typed=typed)
    return f"You hold no {colour.word} {digit}."


def _pick_up(scene: Scene, cursor: Cursor, special: Tile) -> Cursor | str:
    possible = removals(scene, special)
    if not possible:
        return _why_not_special(scene, special)
    here = cursor.tile.colour if isinstance(cursor, OnTile) else None
    return next((aim for aim in possible if aim.colour == here), possible[0])


def _aimed(scene: Scene, cursor: Aiming, key: str) -> Cursor | str | None:
    possible = removals(scene, cursor.special)
    rows = list(dict.fromkeys(aim.colour for aim in possible))
    wanted = cursor
    match key:
        case "up" | "down":
            step = 1 if key == "down" else -1
            wanted = replace(cursor, colour=rows[(rows.index(cursor.colour) + step) % len(rows)], count=1)
        case "r" | "y" | "g" | "b" | "p":
            wanted = replace(cursor, colour=Colour.parse(key), count=1)
        case "left":
            wanted = replace(cursor, count=cursor.count + 1)
        case "right" | "space":
            most = max(aim.count for aim in possible if aim.colour == cursor.colour)
            count = cursor.count - 1 if key == "right" else cursor.count % most + 1
            wanted = replace(cursor, count=count)
        case key if len(key) == 1 and key in "123456789":
            wanted = replace(cursor, count=int(key))
        case _:
            return None
    if wanted in possible:
        return wanted
    if cursor.special == SCISSORS:
        cut = wanted.colour == cursor.colour
        return "Scissors take one tile, the last." if cut else scene.why_not(f"cut {wanted.colour.letter}")
    return scene.why_not(f"bin {wanted.colour.letter} {max(wanted.count, 0)}")


def is_useful(scene: Scene, cursor: Cursor, cap: str) -> bool:
    """Whether the key with this cap is worth its place in the footer, which is not to change with each step."""
    if isinstance(cursor, Aiming):
        return cap in ("↑↓", "Enter", "q") or (cap == "←→" and cursor.special == BIN)
    match cap:
        case "↑↓" | "←→" | "q":
            return False
        case "Space":
            return any(isinstance(action, Place) and action.first != action.last for action in scene.legal)
        case "Enter":
            return bool(scene.legal)
        case "c":
            return bool(removals(scene, SCISSORS))
        case "d":
            return bool(removals(scene, BIN))
        case "s":
            return any(isinstance(action, Pass | Stop) for action in scene.legal)
        case _:
            return True


# --- sentences


def pointed(scene: Scene, cursor: Cursor) -> str:
    action = under(scene, cursor)
    if action is not None:
        return scene.explain(action)
    if not scene.legal:
        return ""
    match cursor:
        case OnTile(tile):
            return _why_not_place(scene, tile)
        case OnWord("scissors" | "bin" as word):
            special = SCISSORS if word == "scissors" else BIN
            pick = f"{word.capitalize()}: Enter, then choose the row."
            return pick if removals(scene, special) else _why_not_special(scene, special)
        case OnWord(word):
            return scene.why_not(word)
        case Aiming():
            return ""


def _why_not_place(scene: Scene, tile: Tile) -> str:
    return scene.why_not(f"place {tile}")


def _why_not_special(scene: Scene, special: Tile) -> str:
    """The reason that holds for every row, or the red row's as good as any."""
    return scene.why_not("cut r" if special == SCISSORS else "bin r 1")


# --- columns


def column(tile: Tile) -> int:
    """The first of the tile's cells."""
    place = SUITS[_colour(tile)].index(tile)
    return LEFT + 4 * place + max(0, place - 15)


def face(tile: Tile) -> str:
    """A tile's number in its cells, room for brackets on both sides."""
    text = str(tile)[1:]
    return f" {text:>2} " if tile.kind is Kind.NUMBER else f" {text} "
