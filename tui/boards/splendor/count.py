"""The final ranking of Splendor: where everybody's points come from, and what broke a tie."""

from __future__ import annotations

from engine.game import Outcome, Seat, in_words
from engine.splendor.cards import GEMS
from engine.splendor.view import View
from tui.board import Scene
from tui.boards.splendor.places import HUES, SYMBOLS
from tui.drawing import Brush, Line, Lines, padded, paragraph
from tui.spoken import tie


def count(scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
    view: View = scene.view
    lines: list[Line] = [((f"      {'':<20}points   cards bought   nobles", "dim"),)]
    for seat in sorted(range(view.seats), key=lambda seat: (outcome.ranks[seat], seat)):
        lines += _seat(scene, seat, outcome, brush)
    lines.append(())
    tied = len(set(outcome.scores)) < len(outcome.scores)
    rule = "The most points win; with equal points the fewest bought cards; then the place is shared."
    return (*lines, *paragraph(rule, brush.width - 1, "" if tied else "dim", first=" "))


def _seat(scene: Scene, seat: Seat, outcome: Outcome, brush: Brush) -> list[Line]:
    view: View = scene.view
    holding = view.holdings[seat]
    won = seat in outcome.winners
    ink = "accent bold" if won else "bold"
    medal = brush.glyph("★") if won else " "
    rank = f" {medal} {outcome.ranks[seat]}. {padded(scene.names[seat], 20, ascii=brush.ascii)}"
    numbers = f"{outcome.scores[seat]:>5}   {len(holding.cards):>12}   {len(holding.nobles):>6}"
    line: Line = ((rank, ink), (numbers, ink), (f"   {tie(seat, outcome, 'cards')}", "dim"))
    bonuses: list[tuple[str, str]] = [("      ", "")]
    for gem in GEMS:
        text = f"{holding.bonuses[gem]}{gem}{brush.glyph(SYMBOLS[gem])}"
        bonuses += [(text, HUES[gem] if holding.bonuses[gem] else "dim"), (" ", "")]
    from_cards = sum(card.points for card in holding.cards)
    from_nobles = sum(noble.points for noble in holding.nobles)
    nobles = f", {from_nobles} from {in_words(map(str, holding.nobles))}" if holding.nobles else ""
    bonuses.append((f"   {from_cards} from cards{nobles}", "dim"))
    return [line, tuple(bonuses)]
