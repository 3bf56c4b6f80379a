"""The curtain between two people at one keyboard: nothing of anybody's hand, until the next one lifts it."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult

from engine.game import AnyGame, Seat, in_words
from tui.drawing import Brush, Line, Lines, fit, width, wrapped
from tui.keys import Key
from tui.screens.page import HELP, Page
from tui.widgets.drawn import Drawn


class Curtain(Drawn):
    def __init__(self, people: Mapping[Seat, str]) -> None:
        super().__init__()
        self.people = people

    def drawing(self, brush: Brush) -> Lines:
        names = {seat: fit(name, brush.width - 20, ascii=brush.ascii) for seat, name in self.people.items()}
        rule = brush.glyph("─", "-") * min(brush.width - 8, 44)
        said: list[tuple[str, str]] = [(rule, "faint"), ("", ""), ("The hands are covered.", "dim"), ("", "")]
        if len(names) == 1:
            ((seat, name),) = names.items()
            said += [(f"It is {name}’s turn.", "accent bold"), ("", "")]
            said += [(f"{name}: when only you see the screen,", ""), (f"press {seat + 1}", "bold")]
        else:
            said += [(f"{in_words(names.values())} are asked at once.", "accent bold"), ("", "")]
            said += [("When only you see the screen:", "")]
            said += [(f"{name}, press {seat + 1}", "bold") for seat, name in names.items()]
        said += [("", ""), (rule, "faint")]
        lines: list[Line] = [()] * max(0, (brush.height - len(said)) // 2)
        for text, ink in said:
            lines += [((_centred(line, brush.width), ink),) for line in list(wrapped(text, brush.width - 4)) or [""]]
        return tuple(lines)


def _centred(text: str, cells: int) -> str:
    return " " * max(0, (cells - width(text)) // 2) + text


class HandoverScreen(Page[Seat]):
    """Dismissed with the seat whose digit was pressed, one of these, and with nobody's by leaving the table."""

    def __init__(self, people: Mapping[Seat, str], game: AnyGame) -> None:
        """people: who may lift it, the next one first."""
        super().__init__()
        self.people = people
        self.game = game

    @property
    def seat(self) -> Seat:
        return next(iter(self.people))

    @property
    def who(self) -> str:
        return self.people[self.seat]

    def compose(self) -> ComposeResult:
        yield self.bar
        yield Curtain(self.people)
        yield self.prompt
        yield self.foot

    def keys(self) -> tuple[Key, ...]:
        numbers = tuple(str(seat + 1) for seat in self.people)
        return (
            Key(numbers, " ".join(numbers), "show my hand", "Lift the curtain."),
            Key(("q",), "q", "lobby", "Back to the lobby. Your seats are kept."),
            HELP,
        )

    def on_mount(self) -> None:
        self.bar.show(self.game.title)
        self.foot.show(self.keys())

    async def pressed(self, key: str) -> None:
        lifted = [seat for seat in self.people if key == str(seat + 1)]
        if lifted:
            self.dismiss(lifted[0])
        elif key == "q":
            self.dismiss(None)
        elif key == "question_mark":
            self.table.help(self.keys(), self.game)
        else:
            digits = in_words(str(seat + 1) for seat in self.people)
            show = f"{digits} shows the hand of {self.who}" if len(self.people) == 1 else f"{digits} show a hand"
            self.prompt.say(f"Only {show}; q goes to the lobby.", refused=True)
