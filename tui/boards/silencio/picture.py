"""The picture of Silencio: four rows with one's own cards under them, stones above, and below what all can see."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain

from engine.silencio.actions import Word
from engine.silencio.cards import HIGHEST, Card, Colour, Hang, Laid, Rune, top
from engine.silencio.explain import STOPS
from engine.silencio.legal import fits, is_dark
from engine.silencio.view import View
from engine.silencio.words import hanging
from tui.board import Scene
from tui.boards.silencio.cursor import Cursor, under
from tui.boards.silencio.places import (
    FACE,
    LABEL,
    OPEN,
    ORACLE,
    STONES,
    TAVERN,
    WIDTH,
    AtSeat,
    InOracle,
    Lit,
    OnWord,
    Own,
    Phrase,
    Place,
    Row,
    Shared,
    Spot,
    column,
    effects_column,
    name,
    open_to,
    spots,
    stops,
    tavern_sign,
)
from tui.drawing import Brush, Canvas, Lines, fit, wrapped

SHORT = {  # the effects of the light and of the dark side, in what room there is beside a row of four players
    Colour.RED: ("no dark", "no light"),
    Colour.BLUE: ("take card", "send card"),
    Colour.YELLOW: ("open card", "blind draw"),
    Colour.GREEN: ("exchange", "green next"),
}
LONG = {
    Colour.RED: ("no dark next", "no light next"),
    Colour.BLUE: ("take a top card", "send oracle card"),
    Colour.YELLOW: ("open a hand card", "next draws blind"),
    Colour.GREEN: ("exchange cards", "next is green"),
}

NUMBERS = 1  # the line with the values of the columns, where no card is drawn on it


@dataclass(frozen=True, slots=True)
class Plan:
    """Which line holds what, for the height there is."""

    height: int
    tile: int  # lines of a card in a row: 1, or 3 where there is room for a frame
    held: int  # lines of a card in my hand
    top: int  # the line of the first row
    oracle: int
    open: int
    box: int | None
    hangs: int

    @classmethod
    def of(cls, height: int, view: View) -> Plan:
        """For the height there is. Where much hangs over the next card, that comes before the numbers."""
        told = len(_told(view))
        if height >= 34:
            return cls(34, tile=3, held=3, top=2, oracle=27, open=28, box=29, hangs=31)
        if height >= 24:
            return cls(24, tile=3, held=1, top=2, oracle=18, open=19, box=None, hangs=21)
        if told > 2:
            return cls(14, tile=1, held=1, top=1, oracle=9, open=10, box=None, hangs=11)
        return cls(14, tile=1, held=1, top=2, oracle=10, open=11, box=None, hangs=12)

    def y(self, line: int) -> int:
        """Where a line of a Spot is drawn."""
        if line in (STONES, ORACLE, OPEN):
            return {STONES: 0, ORACLE: self.oracle, OPEN: self.open}[line]
        colour, own = divmod(line - 1, 2)
        lane = self.lane(colour)
        return lane + self.tile + self.held // 2 if own else lane + self.tile // 2

    def lane(self, colour: int) -> int:
        return self.top + colour * (self.tile + self.held)


@dataclass(frozen=True, slots=True)
class _Table:
    """All that the parts of the picture need."""

    scene: Scene
    canvas: Canvas
    plan: Plan
    cursor: Cursor | None
    spots: dict[Place, Spot]
    possible: frozenset[Place]
    brush: Brush = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "brush", self.canvas.brush)

    @property
    def view(self) -> View:
        view: View = self.scene.view
        return view

    def put(self, place: Place, text: str, ink: str, *, mark: bool = True) -> None:
        """What lies at a place: in brackets under the cursor, between arrows when picked up, marked if possible."""
        spot, cursor = self.spots[place], self.cursor
        y, end = self.plan.y(spot.line), spot.x + spot.cells - 1
        possible = place in self.possible
        self.canvas.put(spot.x, y, " " + text.ljust(spot.cells - 2) + " ", ink)
        if cursor is not None and place == cursor.place:
            if possible:
                self.canvas.tint(spot.x, y, spot.cells, "chosen")
            self.canvas.put(spot.x, y, "[" if possible else "(")
            self.canvas.put(end, y, "]" if possible else ")")
        elif cursor is not None and place in cursor.picked:
            self.canvas.put(spot.x, y, ">", f"{ink} bold")
            self.canvas.put(end, y, "<", f"{ink} bold")
        elif possible and mark:
            self.canvas.put(end, y, self.mark(place))

    def mark(self, place: Place) -> str:
        return "!" if self.may_stop(place) else self.brush.glyph("▴")

    def may_stop(self, place: Place) -> bool:
        """It could leave everybody without a card to play."""
        if self.cursor is None or self.cursor.picked:
            return False
        action = under(self.scene, Cursor((place,)))
        return action is not None and STOPS in self.scene.game.explain(self.view, action)

    def side(self, dark: bool) -> str:
        return side(dark, self.brush)

    def would_lie(self, card: Card) -> str:
        """The side it would show; blank if it does not fit."""
        view = self.view
        return self.side(is_dark(card, view.rows)) if fits(card, view.rows, view.hangs) else " "

    def ink(self, place: Place, card: Card) -> str:
        alive = place in self.possible if self.scene.legal else self.would_lie(card) != " "
        return f"{card.colour.word}-chip" if alive else f"{card.colour.word}-worn"


def side(dark: bool, brush: Brush) -> str:
    return brush.glyph("●") if dark else brush.glyph("○")


def draw(scene: Scene, cursor: Cursor | None, brush: Brush) -> Lines:
    picked = () if cursor is None else cursor.picked
    table = _Table(
        scene,
        Canvas(brush),
        Plan.of(brush.height, scene.view),
        cursor,
        spots(scene, picked),
        frozenset(open_to(scene, picked)),
    )
    if picked == (OnWord(TAVERN),):
        _say(table)
    else:
        _stones(table)
    if table.plan.top > NUMBERS:
        for value in range(2, HIGHEST[scene.view.seats] + 1):
            x = column(Card(Colour.RED, value), scene.view.seats)
            table.canvas.put(x + 1, NUMBERS, f"{value:>2}", "dim")
    for colour in Colour:
        _lane(table, colour)
        _effects(table, colour)
    for place in table.spots:
        if isinstance(place, Own):
            _own(table, place)
    _oracle(table)
    _open(table)
    _hangs(table)
    return table.canvas.lines()


def _label(table: _Table, line: int, text: str, ink: str = "dim") -> None:
    table.canvas.put(1, table.plan.y(line), text, ink)


# --- above: stones and tavern


def _stones(table: _Table) -> None:
    _label(table, STONES, "STONES")
    view = table.view
    for rune in Rune:
        lit = rune in view.stones
        called = "GREAT" if rune is Rune.GREAT else rune.value.upper()
        hue = "white" if rune is Rune.GREAT else Colour.parse(rune.value).word
        table.put(Lit(rune), f"{called} {'lit' if lit else 'out'}", f"{hue}-chip" if lit else "dim")
    if view.tavern is not None:
        table.put(OnWord(TAVERN), tavern_sign(view.tavern), "accent bold" if view.tavern.open else "dim")


def _say(table: _Table) -> None:
    canvas, y = table.canvas, table.plan.y(STONES)
    _label(table, STONES, "SAY", "accent bold")
    first: dict[Word, Spot] = {}
    for place, spot in table.spots.items():
        if isinstance(place, Phrase):
            first.setdefault(place.said.word, spot)
            colour = place.said.colour
            text = "stuck" if colour is None else colour.letter.upper()
            table.put(place, text, "bold" if colour is None else f"{colour.word} bold", mark=False)
    for word, x, text in ((Word.HIGH, LABEL + 10, "only high:"), (Word.AVOID, LABEL + 35, "not play:")):
        if word in first:
            canvas.put(x, y, text, "dim")


# --- the rows and my cards under them


def _lane(table: _Table, colour: Colour) -> None:
    """One row: what lies there, what may still come and on which side, what never will."""
    canvas, plan, view = table.canvas, table.plan, table.view
    row, hue = view.rows[colour], colour.word
    y, limit = plan.y(1 + 2 * colour), top(row)
    for line in range(plan.tile):
        canvas.put(0, plan.lane(colour) + line, " " * WIDTH, "lane")
    above = table.brush.glyph("›")
    table.put(Row(colour), f"{colour.letter.upper()} {above}{limit}", f"lane {hue} bold")
    laid = {one.card for one in row}
    for value in range(2, HIGHEST[view.seats] + 1):
        card = Card(colour, value)
        if card in laid:
            continue
        gone = card in view.box
        sign = table.brush.glyph("×") if gone else table.side(value == limit + 1)
        past = table.brush.glyph("·")
        x = column(card, view.seats) + 3
        canvas.put(x, y, sign if gone or value > limit else past, "lane faint")
    for one in row:
        _laid(table, one, y, f"{hue}-chip" if one is row[-1] else f"{hue}-worn")
    if row and table.cursor is not None and table.cursor.path == (Row(colour),):
        x = column(row[-1].card, view.seats)
        canvas.tint(x, y, FACE, "chosen")
        canvas.put(x, y, "[")
        canvas.put(x + FACE - 1, y, "]")


def _laid(table: _Table, one: Laid, y: int, ink: str) -> None:
    x = column(one.card, table.view.seats)
    table.canvas.put(x, y, f" {one.card.value:>2}{table.side(one.dark)} ", ink)
    if table.plan.tile == 3:
        _frame(table, x, y, ink, dark=one.dark)


def _frame(table: _Table, x: int, y: int, ink: str, *, dark: bool) -> None:
    """Round for light, double for dark."""
    glyph = table.brush.glyph
    corners = glyph("╔╗╚╝") if dark else glyph("╭╮╰╯")
    across = (glyph("═") if dark else glyph("─")) * (FACE - 2)
    upright = glyph("║") if dark else glyph("│")
    table.canvas.put(x, y - 1, f"{corners[0]}{across}{corners[1]}", ink)
    table.canvas.put(x, y, upright, ink)
    table.canvas.put(x + FACE - 1, y, upright, ink)
    table.canvas.put(x, y + 1, f"{corners[2]}{across}{corners[3]}", ink)


def _effects(table: _Table, colour: Colour) -> None:
    """What either side of the next card of this row would do, and what is blocked."""
    canvas, view = table.canvas, table.view
    x = effects_column(view.seats)
    above, below = table.plan.y(1 + 2 * colour), table.plan.y(2 + 2 * colour)
    if Hang.GREEN in view.hangs and colour is not Colour.GREEN:
        canvas.put(x, above, "not now:", "lane warn")
        canvas.put(x, below, "green only", "warn")
        return
    light, dark = (SHORT if view.seats == 4 else LONG)[colour]
    light, light_ink = ("blocked", "lane warn") if Hang.NO_LIGHT in view.hangs else (light, "lane")
    dark, dark_ink = ("blocked", "warn") if Hang.NO_DARK in view.hangs else (dark, "")
    if colour is Colour.GREEN and top(view.rows[colour]) + 1 == HIGHEST[view.seats]:
        dark, dark_ink = "no effect", ""
    canvas.put(x, above, f"{table.side(False)} {light}", light_ink)
    canvas.put(x, below, f"{table.side(True)} {dark}", dark_ink)


def _own(table: _Table, place: Own) -> None:
    card, view, canvas = place.card, table.view, table.canvas
    spot, ink = table.spots[place], table.ink(place, card)
    y = table.plan.y(spot.line)
    canvas.put(1, y, "yours", "dim")
    table.put(place, f"{card.value:>2}{table.would_lie(card)}", ink)
    here = table.cursor is not None and place in table.cursor.path
    framed = table.plan.held == 3 and ink.endswith("chip")
    if framed:
        _frame(table, spot.x, y, ink, dark=is_dark(card, view.rows) and fits(card, view.rows, view.hangs))
        if here:
            table.put(place, f"{card.value:>2}{table.would_lie(card)}", ink)
        if place in table.possible:
            canvas.put(spot.x + FACE // 2, y - 1, table.mark(place))
    if view.seat is not None and card in view.open[view.seat] and not here:
        canvas.put(spot.x + (card.value < 10 and not framed), y, "+")


# --- below: what all can see


def _oracle(table: _Table) -> None:
    canvas, view, plan = table.canvas, table.view, table.plan
    _label(table, ORACLE, "ORACLE")
    x = LABEL
    for place, spot in table.spots.items():
        if isinstance(place, InOracle):
            table.put(place, f"{name(place.card)}{table.would_lie(place.card)}", table.ink(place, place.card))
            x = spot.x + 7
    if not view.oracle:
        x = canvas.put(x + 1, plan.oracle, "empty", "dim") + 1
    parts = [f"stock {view.stock}"]
    if view.passes and not view.over:
        parts.append(f"{view.passes} of {view.seats} passed")
    elif view.box and plan.box is None:
        parts.append(f"box {len(view.box)}")
    canvas.put(x + 1, plan.oracle, "  ".join(parts), "dim")
    for place in table.spots:
        if isinstance(place, OnWord) and place.word != TAVERN:
            table.put(place, place.word, "bold" if place in table.possible else "dim")
    if plan.box is not None:
        canvas.put(1, plan.box, "BOX", "dim")
        out = " ".join(map(name, view.box)) or "nothing is out of the game"
        canvas.put(LABEL + 1, plan.box, fit(out, WIDTH - LABEL - 1, ascii=table.brush.ascii), "dim")


def _open(table: _Table) -> None:
    view, y = table.view, table.plan.open
    _label(table, OPEN, "OPEN")
    for seat, laid in enumerate(view.open):
        spot = table.spots[AtSeat(seat)]
        mine = seat == view.seat
        called = fit(table.scene.names[seat], spot.cells - 4, ascii=table.brush.ascii)
        turn = seat in view.to_act
        table.put(AtSeat(seat), f"{seat + 1} {called}", "accent bold" if turn else "bold" if mine else "")
        x = spot.x + spot.cells
        if not laid:
            table.canvas.put(x + 1, y, table.brush.glyph("–"), "faint")
        for card in laid:
            place: Place = Own(card) if mine else Shared(card, seat)
            text = f"{name(card)}{table.would_lie(card)}"
            if mine:
                table.canvas.put(x, y, f" {text} ", table.ink(place, card))
            else:
                table.put(place, text, table.ink(place, card))
            x += len(text) + 2


def _told(view: View) -> list[str]:
    """What hangs over the next card, in lines."""
    return list(chain.from_iterable(wrapped(sentence, WIDTH - LABEL - 1) for sentence in hanging(view)))


def _hangs(table: _Table) -> None:
    """What hangs over the next card, in words; the signs explained where that leaves room."""
    canvas, view = table.canvas, table.view
    told = _told(view)
    canvas.put(1, table.plan.hangs, "HANGS!" if told else "HANGS", "warn bold" if told else "dim")
    for y, line in enumerate(told or ["Nothing hangs over the next card."], table.plan.hangs):
        canvas.put(LABEL + 1, y, line, "warn bold" if told else "dim")
    if len(told) < table.plan.height - table.plan.hangs:
        glyph = table.brush.glyph
        signs = f"{glyph('▴')} possible  {table.side(False)} light  {table.side(True)} dark"
        signs += f"  {glyph('›')} above  {glyph('×')} boxed  + open  ! may stop everybody"
        canvas.put(1, table.plan.height - 1, signs, "dim")


# --- the mouse


def clicked(scene: Scene, cursor: Cursor, x: int, y: int, brush: Brush) -> Cursor | None:
    """The cursor for a click; on what is picked up by Enter, a second click picks it up."""
    plan = Plan.of(brush.height, scene.view)
    reach = set(stops(scene, cursor.picked))
    for place, spot in spots(scene, cursor.picked).items():
        tall = plan.held // 2 if isinstance(place, Own) else plan.tile // 2 if isinstance(place, Row) else 0
        if place in reach and abs(plan.y(spot.line) - y) <= tall and spot.x <= x < spot.x + spot.cells:
            if place == cursor.place and len(open_to(scene, cursor.path)) > 1:
                return Cursor((*cursor.path, open_to(scene, cursor.path)[0]))
            return cursor if place == cursor.place else cursor.on(place)
    return None
