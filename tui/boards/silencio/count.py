"""The end of Silencio: the cards that nobody could play, against what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from engine.game import Outcome
from engine.silencio.cards import Card, Colour
from engine.silencio.view import View
from engine.silencio.words import cards_counted
from tui.board import Scene
from tui.boards.silencio.picture import side
from tui.boards.silencio.places import name
from tui.drawing import Brush, Line, Lines, Span, fit, line_width, padded

NAME = 20  # columns of a name
CARD = 5  # columns of a card; a blank comes after it


def count(scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
    view: View = scene.view
    lines: list[Line] = [*_worth(view, outcome, brush), ()]
    for seat in range(view.seats):
        hidden = view.shown[seat] if view.shown else ()
        lines += _hand(scene.names[seat], hidden, view.open[seat], brush)
    lines.append(((f"   {'Together':<{NAME}}{cards_counted(view.left)} left in hands", "bold"),))
    lines.append(())
    for colour in Colour:
        lines += _row(view, colour, brush)
    lines.append(())
    lit = ", ".join("Great" if rune == "great" else Colour.parse(rune).word for rune in view.stones) or "none"
    lines.append(((f"   Rune stones still lit: {lit}.", "dim"),))
    lines.append(((f"   Cards left in the stock: {view.stock}.", "dim"),))
    return tuple(lines)


def _worth(view: View, outcome: Outcome, brush: Brush) -> list[Line]:
    """The three results with the cards left that they stand for, the one reached marked."""
    steps = (("perfect", "0"), ("so close", f"1-{view.seats}"), ("don't be discouraged", f"{view.seats + 1} or more"))
    line: list[tuple[str, str]] = [("   ", "")]
    for result, left in steps:
        reached = result == outcome.result
        text = f" {brush.glyph('★') if reached else ' '} {result.capitalize()}: {left} "
        line += [(f"[{text}]" if reached else f" {text} ", "chosen" if reached else "dim"), (" ", "")]
    return [tuple(line)]


def _hand(called: str, hidden: Sequence[Card], laid: Sequence[Card], brush: Brush) -> Lines:
    cards: list[Span] = []
    for card in (*hidden, *laid):
        sign = "+" if card in laid else " "
        cards.append((f"{sign}{name(card)} ".ljust(CARD), f"{card.colour.word}-chip"))
    total = cards_counted(len(cards)) if cards else "no card left"
    shown = padded(fit(called, NAME - 2, ascii=brush.ascii), NAME)
    return _cards(((f"   {shown}", "bold"), (f"{total:<14}", "dim")), cards, brush)


def _row(view: View, colour: Colour, brush: Brush) -> Lines:
    row = view.rows[colour]
    ink = f"{colour.word}-chip"
    head: Line = ((f"   {colour.word.capitalize():<8}", f"{colour.word} bold"),)
    if not row:
        return ((*head, ("nothing was played", "dim")),)
    return _cards(head, [(f"{one.card.value:>3}{side(one.dark, brush)} ".ljust(CARD), ink) for one in row], brush)


def _cards(head: Line, cards: Sequence[Span], brush: Brush) -> Lines:
    """Cards behind a heading, in as many lines as they need."""
    cells = line_width(head)
    most = max(1, (brush.width - cells) // (CARD + 1))
    lines: list[Line] = []
    for start in range(0, max(1, len(cards)), most):
        apart = chain.from_iterable((card, (" ", "")) for card in cards[start : start + most])
        lines.append((*(((" " * cells, ""),) if start else head), *apart))
    return tuple(lines)
