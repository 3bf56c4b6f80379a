"""The end of Silencio: the cards that nobody could play, against what that is worth."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Outcome
from engine.silencio.cards import Card, Colour
from engine.silencio.view import View
from engine.silencio.words import cards_counted
from tui.board import Scene
from tui.boards.silencio.picture import side
from tui.boards.silencio.places import name
from tui.drawing import Brush, Line, Lines, fit, padded

NAME = 20  # columns of a name


def count(scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
    view: View = scene.view
    lines: list[Line] = [*_worth(view, outcome, brush), ()]
    for seat in range(view.seats):
        hidden = view.shown[seat] if view.shown else ()
        lines.append(_hand(scene.names[seat], hidden, view.open[seat], brush))
    lines.append(((f"   {'Together':<{NAME}}{cards_counted(view.left)} left in hands", "bold"),))
    lines.append(())
    for colour in Colour:
        lines.append(_row(view, colour, brush))
    lines.append(())
    lit = ", ".join("Great" if rune == "great" else Colour.parse(rune).word for rune in view.stones) or "none"
    lines.append(((f"   Rune stones still lit: {lit}.  Cards left in the stock: {view.stock}.", "dim"),))
    return tuple(lines)


def _worth(view: View, outcome: Outcome, brush: Brush) -> list[Line]:
    """The three results with the cards left that they stand for, the one reached marked."""
    steps = (("perfect", "0"), ("so close", f"1-{view.seats}"), ("don't be discouraged", f"{view.seats + 1} or more"))
    line: list[tuple[str, str]] = [("   ", "")]
    for result, left in steps:
        reached = result == outcome.result
        text = f" {brush.glyph('★', '*') if reached else ' '} {result.capitalize()}: {left} "
        line += [(f"[{text}]" if reached else f" {text} ", "chosen" if reached else "dim"), (" ", "")]
    return [tuple(line)]


def _hand(called: str, hidden: Sequence[Card], laid: Sequence[Card], brush: Brush) -> Line:
    cards: list[tuple[str, str]] = []
    for card in (*hidden, *laid):
        sign = "+" if card in laid else " "
        cards += [(f"{sign}{name(card)} ".ljust(5), f"{card.colour.word}-chip"), (" ", "")]
    total = cards_counted(len(hidden) + len(laid)) if cards else "no card left"
    return ((f"   {padded(fit(called, NAME - 2, ascii=brush.ascii), NAME)}", "bold"), (f"{total:<14}", "dim"), *cards)


def _row(view: View, colour: Colour, brush: Brush) -> Line:
    row = view.rows[colour]
    cards: list[tuple[str, str]] = [(f"   {colour.word.capitalize():<8}", f"{colour.word} bold")]
    for one in row:
        cards += [(f"{one.card.value:>3}{side(one.dark, brush)} ", f"{colour.word}-chip"), (" ", "")]
    if not row:
        cards.append(("nothing was played", "dim"))
    return tuple(cards)
