"""What one seat has heard so far, as entries of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import AnyGame, Seat
from net.client import Line, Update
from tui.spoken import as_they_came
from tui.widgets.log import Entry

KEPT = 400


class Story:
    """One a seat: around one keyboard each person has heard other things."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.events: list[Any] = []
        self.new = 0  # entries since the seat's own last action

    def hear(self, update: Update, game: AnyGame, names: Sequence[str]) -> None:
        if update.fresh:
            self.entries, self.events, self.new = [], [], 0
        self.events += update.events
        del self.events[:-KEPT]
        for came in as_they_came(update):
            if isinstance(came, Line):
                self.entries.append(Entry(came.text, came.name))
                self.new += 1
            else:
                self.entries.append(Entry(game.describe(came, names)))
                self.new = 0 if _is_own(came, update.seat) else self.new + 1
        del self.entries[:-KEPT]

    def beside_the_board(self) -> tuple[list[Entry], int]:
        """What happened and was said, without what stands below the board already; and how much of it is new."""
        new = self.entries[len(self.entries) - self.new :]
        return [entry for entry in self.entries if not entry.aside], sum(not entry.aside for entry in new)

    def note(self, sentence: str) -> None:
        """Something that this seat alone was told."""
        self.entries.append(Entry(sentence, aside=True))
        self.new += 1


def _is_own(event: object, seat: Seat | None) -> bool:
    """Every event names who did it as its seat."""
    return seat is not None and getattr(event, "seat", None) == seat
