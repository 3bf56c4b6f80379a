"""Who sits where: names, a few facts, whose turn it is, who is away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from net.client import Person
from tui.drawing import Brush, Line, Lines, fit, padded
from tui.widgets.drawn import Drawn


@dataclass(frozen=True, slots=True)
class Place:
    """One seat, as the panel shows it."""

    person: Person | None
    facts: str
    to_act: bool
    mine: bool

    @property
    def kind(self) -> str:
        match self.person:
            case None:
                return "free"
            case Person(bot=bot, away=True):
                return f"away, {bot} plays" if bot else "away"
            case Person(bot=bot) if bot:
                return "bot"
            case _:
                return "you" if self.mine else ""


class Seats(Drawn):
    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.places: Sequence[Place] = ()

    def show(self, places: Sequence[Place]) -> None:
        self.places = places
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
        text = brush.glyph(" · ", " - ").join(filter(None, (place.facts, place.kind)))
        facts.append((padded(f"    {text}", cells, ascii=brush.ascii), "" if place.to_act else "dim"))
    return tuple(names), tuple(facts)


def below(places: Sequence[Place], brush: Brush) -> Lines:
    """Three lines a seat, in a column."""
    lines: list[Line] = []
    for number, place in enumerate(places, 1):
        text = brush.glyph(" · ", " - ").join(filter(None, (place.facts, place.kind)))
        lines.append(((_name(number, place, brush, brush.width - 1), _ink(place)),))
        lines.append(((fit(f"    {text}", brush.width - 1, ascii=brush.ascii), "" if place.to_act else "dim"),))
        lines.append(())
    return tuple(lines)


def _name(number: int, place: Place, brush: Brush, cells: int) -> str:
    turn = brush.glyph("▶", ">") if place.to_act else " "
    name = place.person.name if place.person else "free seat"
    return fit(f"{turn} {number} {name}", cells, ascii=brush.ascii)


def _ink(place: Place) -> str:
    if place.to_act:
        return "accent bold"
    return "bold" if place.mine else "" if place.person else "dim"
