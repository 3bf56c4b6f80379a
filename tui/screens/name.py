"""The first visit with a new key: how one wants to be called, or whose other key this is."""

from __future__ import annotations

from textual.app import ComposeResult

from engine.game import Refused
from net.words import typed_code
from tui.keys import Key
from tui.screens.notice import Said
from tui.screens.page import Page
from tui.widgets.talk import TypingLine

WELCOME = (
    "Welcome. This house sees your key for the first time, and the key is your account: there is no password.",
    "How shall the others call you? Type a name, or press Enter to take the one that stands below. It is chosen once.",
    "If you have been here with another key, log in with that one, take “Use another key too” in the menu of the "
    "lobby, and type the code that it shows here.",
)


class NameScreen(Page[None]):
    KEYS = (
        Key(("enter",), "Enter", "take it", "Take the name, or the code, as it stands there."),
        Key(
            ("escape",),
            "Esc",
            "look around",
            "Look around first. When you sit down, the name that was offered is yours.",
        ),
    )

    def __init__(self) -> None:
        super().__init__()
        self.said = Said(WELCOME)

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.said
        yield self.prompt
        yield self.foot

    def on_mount(self) -> None:
        self.bar.show("Hushtable", "a table for games with private hands")
        self.foot.show(self.KEYS)
        self._ask(self.table.host.name)

    def _ask(self, text: str) -> None:
        self.mount(TypingLine("name", "your name here, or a code", value=text, longest=40))

    def on_typing_line_done(self, event: TypingLine.Done) -> None:
        if event.text is None:
            self.dismiss(None)
        else:
            self.run_worker(self._take(event.text), name="name")

    async def _take(self, text: str) -> None:
        host = self.table.host
        try:
            await (host.use(text) if typed_code(text) else host.choose_name(text))
        except Refused as refused:
            self.prompt.say(str(refused), refused=True)
            self._ask(text)
        else:
            self.dismiss(None)

    async def pressed(self, key: str) -> None:
        """Only while there is no line to type in: an answer is on its way."""
