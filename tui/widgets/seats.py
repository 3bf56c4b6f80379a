"""Who sits where: names, a few facts, whose turn it is, who is away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.timer import Timer

from net.client import Person
from tui.drawing import Brush, Line, Lines, fit, padded, width
from tui.widgets.drawn import Drawn

NAME = 4  # columns before a name


@dataclass(frozen=True, slots=True)
class Place:
    """One seat, as the panel shows it."""

    person: Person | None
    facts: str
    to_act: bool
    mine: bool
    seconds: int | None = None  # until the others need not wait any longer for who is away

    @property
    def kind(self) -> str:
        match self.person:
            case Person(bot=bot, away=True) if bot:
                return f"away, {bot} plays"
            case Person(bot=bot, away=False) if bot:
                return bot
            case _:
                return self.absence or ("you" if self.mine else "")

    @property
    def absence(self) -> str:
        """Of the kind, what one must know."""
        match self.person:
            case None:
                return "free"
            case Person(bot=bot, away=True):
                return f"away {self.seconds // 60}:{self.seconds % 60:02}" if self.seconds and not bot else "away"
            case _:
                return ""


class Seats(Drawn):
    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.places: Sequence[Place] = ()
        self.clock: Timer | None = None

    def show(self, places: Sequence[Place]) -> None:
        self.places = places
        if self.clock is not None:
            self.clock.stop()
            self.clock = None
        if any(place.seconds for place in places):
            self.clock = self.set_interval(1, self._count_down)
        self.redraw()

    def _count_down(self) -> None:
        self.places = [replace(place, seconds=place.seconds - 1) if place.seconds else place for place in self.places]
        self.redraw()

    def drawing(self, brush: Brush) -> Lines:
        return below(self.places, brush) if brush.width < 60 else beside(self.places, brush)


def beside(places: Sequence[Place], brush: Brush) -> Lines:
    """Two lines, the seats side by side."""
    if not places:
        return ()
    cells = (brush.width - 1) // len(places)
    names: list[tuple[str, str]] = [(" ", "")]
    facts: list[tuple[str, str]] = [(" ", "")]
    for number, place in enumerate(places, 1):
        names.append((padded(_name(number, place, brush, cells - 1), cells, ascii=brush.ascii), _ink(place)))
        facts.append((padded(_told(place, cells, brush), cells, ascii=brush.ascii), "" if place.to_act else "dim"))
    return tuple(names), tuple(facts)


def below(places: Sequence[Place], brush: Brush) -> Lines:
    """Three lines a seat, in a column."""
    lines: list[Line] = []
    for number, place in enumerate(places, 1):
        lines.append(((_name(number, place, brush, brush.width - 1), _ink(place)),))
        lines.append(((_told(place, brush.width - 1, brush), "" if place.to_act else "dim"),))
        lines.append(())
    return tuple(lines)


def _told(place: Place, cells: int, brush: Brush) -> str:
    """What is known of a seat, under its name, in whole words: as much as there is room for, but first who is away."""
    fact = place.facts.partition(", ")[0]
    for indent, *parts in (
        (NAME, place.facts, place.kind),
        (NAME, place.facts, place.absence),
        (NAME // 2, place.facts, place.absence),
        (NAME, fact, place.absence),
        (NAME // 2, fact, place.absence),
    ):
        text = " " * indent + brush.glyph(" · ", " - ").join(filter(None, parts))
        if width(text) <= cells:
            return text
    return " " * NAME + (place.absence or fact)


def _name(number: int, place: Place, brush: Brush, cells: int) -> str:
    turn = brush.glyph("▶") if place.to_act else " "
    name = place.person.name if place.person else "free seat"
    return fit(f"{turn} {number} {name}", cells, ascii=brush.ascii)


def _ink(place: Place) -> str:
    if place.to_act:
        return "accent bold"
    return "bold" if place.mine else "" if place.person else "dim"
