"""What one seat has heard so far, as entries of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import AnyGame, Seat
from net.client import Update
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
        talk = [Entry(line.text, line.name) for line in update.said]
        if update.fresh:  # nobody knows what was said when: the moves come last, where they are seen
            self.entries += talk
            self.new += len(talk)
            talk = []
        for event in update.events:
            self.entries.append(Entry(game.describe(event, names)))
            self.new = 0 if _is_own(event, update.seat) else self.new + 1
        self.entries += talk
        self.new += len(talk)
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
