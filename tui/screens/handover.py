"""The curtain between two people at one keyboard: nothing of anybody's hand, until the next one lifts it."""

from __future__ import annotations

from textual.app import ComposeResult

from engine.game import AnyGame, Seat
from tui.drawing import Brush, Line, Lines, fit, width
from tui.keys import Key
from tui.screens.page import HELP, Page
from tui.widgets.drawn import Drawn


class Curtain(Drawn):
    def __init__(self, seat: Seat, name: str) -> None:
        super().__init__()
        self.seat = seat
        self.who = name

    def drawing(self, brush: Brush) -> Lines:
        name = fit(self.who, brush.width - 20, ascii=brush.ascii)
        rule = brush.glyph("─", "-") * min(brush.width - 8, 44)
        said: list[tuple[str, str]] = [
            (rule, "faint"),
            ("", ""),
            ("The hands are covered.", "dim"),
            ("", ""),
            (f"It is {name}’s turn.", "accent bold"),
            ("", ""),
            (f"{name}: when only you see the screen,", ""),
            (f"press {self.seat + 1}", "bold"),
            ("", ""),
            (rule, "faint"),
        ]
        lines: list[Line] = [()] * max(0, (brush.height - len(said)) // 2)
        for text, ink in said:
            lines.append(((_centred(text, brush.width), ink),))
        return tuple(lines)


def _centred(text: str, cells: int) -> str:
    return " " * max(0, (cells - width(text)) // 2) + text


class HandoverScreen(Page[bool]):
    """Dismissed with True by the digit of the seat and by nothing else; with False by leaving the table."""

    def __init__(self, seat: Seat, name: str, game: AnyGame) -> None:
        super().__init__()
        self.seat = seat
        self.who = name
        self.game = game

    def compose(self) -> ComposeResult:
        yield self.bar
        yield Curtain(self.seat, self.who)
        yield self.prompt
        yield self.foot

    def keys(self) -> tuple[Key, ...]:
        number = str(self.seat + 1)
        return (
            Key((number,), number, "show my hand", "Lift the curtain."),
            Key(("q",), "q", "lobby", "Back to the lobby. Your seats are kept."),
            HELP,
        )

    def on_mount(self) -> None:
        self.bar.show(self.game.title)
        self.foot.show(self.keys())

    async def pressed(self, key: str) -> None:
        if key == str(self.seat + 1):
            self.dismiss(True)
        elif key == "q":
            self.dismiss(False)
        elif key == "question_mark":
            self.table.help(self.keys(), self.game)
        else:
            said = f"Only {self.seat + 1} shows the hand of {self.who}; q goes to the lobby."
            self.prompt.say(said, refused=True)
