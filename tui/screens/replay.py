"""A finished game, move by move, every hand open in turn."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult

from engine import replay
from engine.game import Notice, Seat
from engine.match import Match
from engine.replay import Replay
from net.client import Person
from tui.board import Board, Scene
from tui.boards import board
from tui.keys import Key
from tui.screens import layout
from tui.screens.page import HELP, LIGHT, WIDE, Page
from tui.widgets.seats import Place, Seats


class ReplayScreen(Page[None]):
    KEYS = (
        Key(("right", "space", "enter"), "→", "next", "One move on."),
        Key(("left", "backspace"), "←", "back", "One move back."),
        Key(("up", "down"), "↑↓", "ten moves", "Ten moves back or on."),
        Key(("home", "end", "0", "9"), "0 9", "start/end", "To the start, to the end."),
        Key(("s",), "s", "next hand", "See the table from the next seat; after the last, from whoever is to play."),
        Key(("q", "escape"), "q", "leave", "Leave the replay."),
        LIGHT,
        HELP,
    )

    def __init__(self, record: Replay) -> None:
        """Raises Refused where the record cannot be replayed."""
        super().__init__()
        self.record = record
        self.seats = Seats()
        self.board: Board = board(record.game.name)()
        self.match: Match = replay.begin(record)
        self.seat: Seat | None = None  # None: whoever is to play
        self.said = "The start."
        self.notices: list[Notice[Any]] = []  # so far

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.seats
        yield self.board
        yield self.prompt
        yield self.foot

    def on_mount(self) -> None:
        self.foot.show(self.KEYS)
        self._show()

    def _show(self) -> None:
        match, record = self.match, self.record
        owing = sorted(match.to_act())
        seat = self.seat if self.seat is not None else (owing[0] if owing else 0)
        view = match.view(seat)
        events = tuple(notice.event for notice in self.notices if notice.to is None or seat in notice.to)
        scene = Scene(record.game, view, (), record.names, events)
        self.bar.show(
            record.game.title, f"replay: move {match.serial} of {len(record.plies)}", f"seen by {record.names[seat]}"
        )
        table = self.board
        table.scene, table.cursor = scene, None
        table.redraw()
        self.seats.show(
            [
                Place(Person(name), facts, other in match.to_act(), other == seat)
                for other, (name, facts) in enumerate(zip(record.names, table.facts(scene), strict=True))
            ]
        )
        prompt = self.prompt
        prompt.ask(self.said, mine=False)
        outcome = match.outcome()
        prompt.say(outcome.reason if outcome else record.game.prompt(view, record.names))

    def _go(self, number: int) -> None:
        """Stand after so many moves. Going back plays from the start: a game has some hundred moves."""
        record = self.record
        number = max(0, min(number, len(record.plies)))
        if number < self.match.serial:
            self.match, self.said, self.notices = replay.begin(record), "The start.", []
        while self.match.serial < number:
            ply = record.plies[self.match.serial]
            notices = replay.advance(self.match, ply, self.match.serial + 1)
            self.notices += notices
            said = [record.game.describe(notice.event, record.names) for notice in notices]
            self.said = " ".join(said) or f"{record.names[ply.seat]}: {ply.action}"
        self._show()

    async def pressed(self, key: str) -> None:
        now = self.match.serial
        match key:
            case "right" | "space" | "enter":
                self._go(now + 1)
            case "left" | "backspace":
                self._go(now - 1)
            case "down" | "pagedown":
                self._go(now + 10)
            case "up" | "pageup":
                self._go(now - 10)
            case "home" | "0":
                self._go(0)
            case "end" | "9":
                self._go(len(self.record.plies))
            case "s":
                self.seat = 0 if self.seat is None else self.seat + 1
                if self.seat >= self.record.seats:
                    self.seat = None
                self._show()
            case "v":
                self.table.turn_light()
            case "question_mark":
                self.table.help(self.KEYS, self.record.game, self.board.SIGNS)
            case "q" | "escape":
                self.dismiss()

    def lay_out(self) -> None:
        columns, rows = self.app.size
        seats = self.record.seats
        if columns >= WIDE:
            boxes = layout.beside(columns, rows, seats)
        else:
            boxes = layout.below(columns, rows, lambda lines: lines)
        for box, widget in zip(boxes, (self.board, self.seats), strict=False):
            box.hold(widget)
