"""A new table: how many seats, who sits on each, and the options of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual.app import ComposeResult

from engine import registry
from engine.bots import ABOUT
from engine.game import AnyGame, Option, Refused, in_words
from net.client import HERE, OPEN, Client, Standing
from net.words import NAME_CELLS, clean_name
from tui.drawing import Line
from tui.keys import Key
from tui.screens.page import HELP, Page
from tui.widgets.choices import Choices, Row
from tui.widgets.talk import TypingLine

ME, OTHER = "you", "a person here"


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """kind: ME, OTHER, OPEN or a bot's level. name: of the other person here."""

    kind: str
    name: str

    @property
    def word(self) -> str:
        match self.kind:
            case "you":
                return HERE
            case "a person here":
                return f"{HERE} {self.name}"
            case kind:
                return kind


class OpenScreen(Page[Client]):
    """Dismissed with the client of the new table, or None."""

    KEYS = (
        Key(("up", "down"), "↑↓", "line", "Go up and down."),
        Key(("left", "right"), "←→", "change", "Change the number of seats, who sits there, an option."),
        Key(("enter",), "Enter", "open", "On the first line: open the table."),
        Key(("enter",), "Enter", "next line", "On a line: leave it as it is and go down."),
        Key(("enter",), "Enter", "name", "On a person at this keyboard: type their name."),
        Key(("o",), "o", "open now", "Open the table from wherever the cursor is."),
        Key(("q", "escape"), "q", "back", "Go back to the lobby."),
        HELP,
    )

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.game = game
        levels = registry.bots(game.name)
        self.kinds = [ME, *levels, OTHER]
        self.number = max(game.seats[0], min(3, game.seats[-1]))
        self.plans = [SeatPlan(ME, f"Guest {seat + 1}") for seat in range(game.seats[-1])]
        self.options = {option.name: option.default for option in game.options}
        self.private = False
        self.hints = False
        self.busy = False
        self.choices = Choices()

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.choices
        yield self.prompt
        yield self.foot

    def on_mount(self) -> None:
        self.bar.show(self.game.title, "a new table")
        others = registry.quick(self.game.name) if self._at_home() else OPEN
        if not self._at_home():
            self.kinds.append(OPEN)
        self.plans[1:] = [replace(plan, kind=others) for plan in self.plans[1:]]
        self._list("open")

    def _list(self, value: str | None = None) -> None:
        rows = [
            Row(()),
            Row((("Open the table", "bold"),), "open"),
            Row(()),
            _line("Seats", str(self.number), "seats"),
            Row(()),
        ]
        for seat in range(self.number):
            plan = self.plans[seat]
            shown = {
                ME: self.table.host.name,
                OTHER: f"{plan.name if self._at_home() else 'somebody'}, at this keyboard",
                OPEN: "open for others",
            }.get(plan.kind, f"{plan.kind} bot")
            rows.append(_line(f"Seat {seat + 1}", shown, f"seat {seat}"))
        rows.append(Row(()))
        for option in self.game.options:
            rows.append(_line(_upper(option.called), option.said(self.options[option.name]), option.name))
        if OPEN in (plan.kind for plan in self.plans[: self.number]):
            rows.append(_line("Listed", "only who has the word" if self.private else "for everybody", "private"))
            if not self.game.silent:  # there are no hints among people who may not talk
                rows.append(_line("Hints", "for who asks" if self.hints else "none", "hints"))
        self.choices.show(rows, value)

    def on_choices_moved(self) -> None:
        self.prompt.say(self._hint())
        self.foot.show([key for key in self.KEYS if key.cap != "Enter" or key.does == self._enter()])

    def _enter(self) -> str:
        """What Enter does on this line."""
        match self.choices.value:
            case "open":
                return "open"
            case str(value) if self._named(value):
                return "name"
        return "next line"

    def _named(self, value: str) -> bool:
        """Whether this is the line of somebody with a name to be typed: in a house elsewhere names are people's own."""
        return value.startswith("seat ") and self.plans[int(value[5:])].kind == OTHER and self._at_home()

    def _at_home(self) -> bool:
        return self.table.host.standing is Standing.HERE

    def _hint(self) -> str:
        match self.choices.value:
            case "open":
                return "Enter opens the table. Go down to change who sits there."
            case "seats":
                return f"{self.game.title} is for {self.game.seats[0]} to {self.game.seats[-1]}."
            case "private":
                return "Whether everybody sees the table in the lobby, or only who gets its word from you."
            case "hints":
                return "Whether h says what the best bot would do; never while silence is kept."
            case str(value) if value.startswith("seat "):
                if self._named(value):
                    return "Enter to type the name; left and right for somebody else."
                if about := ABOUT.get(kind := self.plans[int(value[5:])].kind):
                    return f"The {kind} bot: {about}. Left and right for somebody else."
                who = ("you", "a bot", "a person at this keyboard", *(("others",) if OPEN in self.kinds else ()))
                return f"Left and right: {in_words(who, 'or')}."
            case str(value):
                return self._option(value).help
        return ""

    def _option(self, name: str) -> Option:
        return next(option for option in self.game.options if option.name == name)

    def _change(self, by: int) -> None:
        match self.choices.value:
            case "open":
                return
            case "seats":
                numbers = list(self.game.seats)
                self.number = numbers[(numbers.index(self.number) + by) % len(numbers)]
            case "private":
                self.private = not self.private
            case "hints":
                self.hints = not self.hints
            case str(value) if value.startswith("seat "):
                seat = int(value[5:])
                kind = self._next_kind(seat, by)
                self.plans[seat] = replace(self.plans[seat], kind=kind)
            case str(value):
                option = self._option(value)
                choices = _choices(option)
                self.options[value] = choices[(choices.index(self.options[value]) + by) % len(choices)]
        self._list()
        self.on_choices_moved()

    def _next_kind(self, seat: int, by: int) -> str:
        """The next kind; I sit on one seat at most."""
        taken = any(plan.kind == ME for plan in self.plans[: self.number])
        kinds = [kind for kind in self.kinds if kind != ME or not taken or self.plans[seat].kind == ME]
        return kinds[(kinds.index(self.plans[seat].kind) + by) % len(kinds)]

    def on_choices_taken(self, event: Choices.Taken) -> None:
        match event.value:
            case "open":
                self._open()
            case str(value) if self._named(value):
                self.type_in(TypingLine(value, "the name of this person", longest=NAME_CELLS), "take it")
            case _ if event.clicked:
                self._change(1)
            case _:
                self.choices.press("down")

    def on_typing_line_done(self, event: TypingLine.Done) -> None:
        name = clean_name(event.text or "")
        if name:
            seat = int(event.purpose[5:])
            self.plans[seat] = replace(self.plans[seat], name=name)
            self._list()

    def _open(self) -> None:
        if not self.busy:
            self.busy = True
            self.prompt.say("Opening the table ...")
            self.run_worker(self._opened(), name="open")

    async def _opened(self) -> None:
        plan = [plan.word for plan in self.plans[: self.number]]
        try:
            client = await self.table.host.open(self.game.name, plan, self.options, self.private, self.hints)
        except Refused as refused:
            self.prompt.say(str(refused), refused=True)
        else:
            self.dismiss(client)
        finally:
            self.busy = False

    async def pressed(self, key: str) -> None:
        match key:
            case "q" | "escape":
                self.dismiss(None)
            case "left" | "right":
                self._change(1 if key == "right" else -1)
            case "o":
                self._open()
            case "v":
                self.table.turn_light()
            case "question_mark":
                self.table.help(self.KEYS, self.game)
            case _:
                if not self.choices.press(key):
                    self.prompt.say("That key does nothing here; ? shows those that do.", refused=True)


def _choices(option: Option) -> list[str]:
    """What left and right go through: each choice, or each set of them."""
    if not option.many:
        return list(option.choices)
    sets = [""]
    for choice in option.choices:
        sets += [f"{chosen} {choice}".strip() for chosen in sets]
    return [option.settled(chosen) for chosen in sets]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _line(label: str, value: str, name: str) -> Row:
    line: Line = ((f"{label:<16}", ""), ("‹ ", "faint"), (value, "accent"), (" ›", "faint"))
    return Row(line, name)
