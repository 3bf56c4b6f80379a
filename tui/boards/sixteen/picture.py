"""The picture of Sixteen: five lanes of tiles, and under each lane your own tiles of that colour, column by column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.sixteen.actions import Place
from engine.sixteen.cards import BIN, SCISSORS, SUITS, Colour, Kind, Tile
from engine.sixteen.view import View
from tui.board import Scene
from tui.boards.sixteen.cursor import (
    LEFT,
    Aiming,
    Cursor,
    OnTile,
    OnWord,
    column,
    face,
    removals,
    runs,
    suit,
    under,
    words,
)
from tui.drawing import Brush, Canvas, Lines

WIDTH = LEFT + 70
SYMBOLS = dict(zip(Colour, "●▲■◆★", strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """Which line holds what, for the height there is."""

    tile: int  # lines of a tile: 1, or 3 where there is room for a frame
    band: int  # lines from one lane to the next
    held: int = 1  # lines of a tile in my hand
    top: int = 1  # the line of the first lane

    @classmethod
    def of(cls, height: int) -> Plan:
        if height >= 33:
            return cls(tile=3, band=6, held=3)
        if height >= 27:
            return cls(tile=3, band=5)
        return cls(tile=1, band=3) if height >= 17 else cls(tile=1, band=2)

    def lane(self, colour: Colour) -> int:
        return self.top + colour * self.band

    def middle(self, colour: Colour) -> int:
        """The line with the numbers of a row."""
        return self.lane(colour) + self.tile // 2

    def hand(self, colour: Colour) -> int:
        """The line with the numbers of my tiles."""
        return self.lane(colour) + self.tile + self.held // 2

    @property
    def words(self) -> int:
        return self.top + 5 * self.band

    @property
    def height(self) -> int:
        return self.words + 1


def draw(scene: Scene, cursor: Cursor | None, brush: Brush) -> Lines:
    view: View = scene.view
    canvas = Canvas(brush)
    plan = Plan.of(brush.height)
    if scene.legal:
        canvas.put(1, 0, f"{brush.glyph('▴')} fits", "dim")
    for tile in SUITS[Colour.RED]:
        canvas.put(column(tile), 0, face(tile), "dim")
    for colour in Colour:
        _lane(canvas, plan, view, colour, cursor)
        if view.seat is not None and not view.over:
            _rack(canvas, plan, scene, colour, cursor)
    _bottom(canvas, plan, scene, cursor)
    if brush.height > plan.words + 1 and plan.tile == 3:
        legend = "· unseen    × out of the game    7' lies before a restart, no longer counts"
        canvas.put(1, plan.words + 1, brush.glyph(legend), "dim")
    return canvas.lines()


def _lane(canvas: Canvas, plan: Plan, view: View, colour: Colour, cursor: Cursor | None) -> None:
    glyph, hue = canvas.brush.glyph, colour.word
    row, y = view.rows[colour], plan.middle(colour)
    for line in range(plan.tile):
        canvas.put(0, plan.lane(colour) + line, " " * WIDTH, "lane")
    open_row = view.follow in (None, colour)
    canvas.put(1, y, f"{colour.letter.upper()} {glyph(SYMBOLS[colour])}", f"lane {hue} bold")
    canvas.put(5, y, _state(row, glyph), "lane" if open_row else "lane dim")
    for tile in SUITS[colour]:
        x = column(tile)
        if tile in view.aside:
            canvas.put(x + 2, y, glyph("×"), "lane faint")
        elif tile not in row and tile not in view.hand:
            canvas.put(x + 2, y, glyph("·"), "lane faint")
    worn = _worn(row)
    going = cursor.count if isinstance(cursor, Aiming) and cursor.colour == colour else 0
    for place, tile in enumerate(row):
        ink = f"{hue}-worn" if place < worn else f"{hue}-chip"
        _laid(canvas, plan, column(tile), y, tile, ink, worn=place < worn)
    for tile in row[len(row) - going :] if going else ():
        for line in range(plan.tile):
            canvas.tint(column(tile), plan.lane(colour) + line, len(face(tile)), "chosen")
        canvas.put(column(tile), y, face(tile), "chosen strike")
    if going:
        canvas.put(column(row[-going]), y, "[", "chosen")
        canvas.put(column(row[-1]) + len(face(row[-1])) - 1, y, "]", "chosen")


def _state(row: Sequence[Tile], glyph: Callable[[str], str]) -> str:
    """What fits on a row, as short as can be."""
    match row[-1].kind if row else Kind.RESTART:
        case Kind.RESTART:
            return "any"
        case Kind.END:
            return "shut"
        case _:
            return f"{glyph('›')}{row[-1].number}"


def _worn(row: Sequence[Tile]) -> int:
    """How many tiles lie before a restart: they no longer count."""
    return next((place for place, tile in enumerate(row) if tile.kind is Kind.RESTART), 0)


def _laid(canvas: Canvas, plan: Plan, x: int, y: int, tile: Tile, ink: str, *, worn: bool) -> None:
    text = face(tile)
    canvas.put(x, y, text, ink)
    if worn:  # a restart lies behind it: it no longer counts, and says so without colour too
        canvas.put(x + len(text) - 1, y, "'")
    elif plan.tile == 3:
        _frame(canvas, x, y, len(text), ink)


def _frame(canvas: Canvas, x: int, y: int, cells: int, ink: str) -> None:
    glyph = canvas.brush.glyph
    across, side = glyph("─") * (cells - 2), glyph("│")
    canvas.put(x, y - 1, f"{glyph('╭')}{across}{glyph('╮')}", ink)
    canvas.put(x, y, side, ink)
    canvas.put(x + cells - 1, y, side, ink)
    canvas.put(x, y + 1, f"{glyph('╰')}{across}{glyph('╯')}", ink)


def _rack(canvas: Canvas, plan: Plan, scene: Scene, colour: Colour, cursor: Cursor | None) -> None:
    view: View = scene.view
    y, hue, mark = plan.hand(colour), colour.word, canvas.brush.glyph("▴")
    held = suit(view, colour)
    canvas.put(3, y, "yours" if held else "none", "dim")
    chosen: tuple[Tile, ...] = ()
    if isinstance(cursor, OnTile) and cursor.tile.colour == colour:
        action = under(scene, cursor)
        chosen = action.tiles if isinstance(action, Place) else (cursor.tile,)
    for tile in held:
        fits = bool(runs(scene, tile))
        x, text = column(tile), face(tile)
        canvas.put(x, y, text, f"{hue} bold" if fits or not scene.legal else "dim")
        if fits and plan.held == 3:
            _frame(canvas, x, y, len(text), hue)
            canvas.put(x + len(text) // 2 - 1, y - 1, mark)
        elif fits:
            canvas.put(x + len(text) - 1, y, mark, hue)
        if tile in chosen:
            ink = "chosen" if fits or len(chosen) > 1 else "bold"
            for line in range(-(plan.held // 2), plan.held // 2 + 1):
                canvas.tint(x, y + line, len(text), ink)
            canvas.put(x, y, text)
    if chosen:
        fits = bool(runs(scene, chosen[0]))
        opening, closing = "[]" if fits else "()"
        canvas.put(column(chosen[0]), y, opening)
        canvas.put(column(chosen[-1]) + len(face(chosen[-1])) - 1, y, closing)


def _bottom(canvas: Canvas, plan: Plan, scene: Scene, cursor: Cursor | None) -> None:
    view: View = scene.view
    y = plan.words
    x = 1
    if view.seat is not None and not view.over:
        for word, text, fits in _words_shown(scene, canvas.brush):
            here = cursor == OnWord(word) or (isinstance(cursor, Aiming) and cursor.special.kind.value == word)
            if word in ("pass", "stop"):
                x = max(x + 1, 26)
            opening, closing = ("[]" if fits else "()") if here else "  "
            mark = canvas.brush.glyph("▴") if fits and not here else " "
            ink = ("chosen" if fits else "bold") if here else ("bold" if fits else "dim")
            x = canvas.put(x, y, f"{opening}{text}{mark if not here else ''}{closing}", ink) + 1
    gone = [_times(special, view.aside.count(special), canvas.brush) for special in (SCISSORS, BIN)]
    out = ", ".join(filter(None, gone))
    bag = f"bag: {view.bag} unseen" if view.bag else ""
    right = "   ".join(filter(None, (out and f"out: {out}", bag)))
    canvas.put(WIDTH - len(right), y, right, "dim")


def _times(special: Tile, number: int, brush: Brush) -> str:
    """`scissors`, `scissors ×2`, or nothing."""
    return "" if not number else special.kind.value + (f" {brush.glyph('×')}{number}" if number > 1 else "")


def _words_shown(scene: Scene, brush: Brush) -> list[tuple[str, str, bool]]:
    """(word, how it is written, whether it can be used now)."""
    view: View = scene.view
    shown: list[tuple[str, str, bool]] = []
    for word in words(view):
        match word:
            case "scissors" | "bin":
                special = SCISSORS if word == "scissors" else BIN
                written = _times(special, view.hand.count(special), brush)
                shown.append((word, written, bool(removals(scene, special))))
            case _:
                shown.append((word, word, any(str(action) == word for action in scene.legal)))
    return shown


def clicked(scene: Scene, cursor: Cursor, x: int, y: int, brush: Brush) -> Cursor | None:
    """The cursor for a click: on a tile of mine, or with a special in hand on a tile that it could take."""
    view: View = scene.view
    plan = Plan.of(brush.height)
    for colour in Colour:
        if isinstance(cursor, Aiming) and y == plan.middle(colour):
            row = view.rows[colour]
            hit = next((len(row) - place for place, tile in enumerate(row) if _covers(tile, x)), None)
            return next((a for a in removals(scene, cursor.special) if (a.colour, a.count) == (colour, hit)), None)
        if y == plan.hand(colour):
            tile = next((tile for tile in suit(view, colour) if _covers(tile, x)), None)
            if isinstance(cursor, OnTile) and tile == cursor.tile:
                return cursor
            return None if tile is None else OnTile(tile)
    return None


def _covers(tile: Tile, x: int) -> bool:
    return column(tile) <= x < column(tile) + len(face(tile))
