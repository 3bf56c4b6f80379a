"""A short list of things to do: the look of the screen, and whatever the screen it came from adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult

from tui.keys import Key
from tui.screens.page import TAKE, UP_DOWN, Page
from tui.widgets.choices import Choices, Row

GRAVE = ("end yes", "end no")  # stand last, so that a hasty Enter ends no game


class MenuScreen(Page[str]):
    """Dismissed with the word of what was chosen, or None. Changes of the look happen at once.

    offers: (word, sentence) of what else can be done now; asked again each second, for some have to be waited for.
    """

    KEYS = (UP_DOWN, TAKE, Key(("q", "escape", "m"), "q", "back", "Go back."))

    def __init__(self, offers: Callable[[], Sequence[tuple[str, str]]]) -> None:
        super().__init__()
        self.offers = offers
        self.choices = Choices()

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.choices
        yield self.prompt
        yield self.foot

    def on_mount(self) -> None:
        self.bar.show("Menu")
        self.foot.show(self.KEYS)
        self._list()
        self.set_interval(1, self._list)

    def _list(self) -> None:
        look, mouse, offers = self.table.look, self.table.mouse, self.offers()
        dark = look.theme.palette.dark
        first = [Row(((sentence, ""),), word) for word, sentence in offers if word not in GRAVE]
        last = [Row(((sentence, ""),), word) for word, sentence in offers if word in GRAVE]
        rows = [
            Row(()),
            *(first and [*first, Row(())]),
            Row((("Colours    ", ""), ("dark" if dark else "light", "accent")), "colours"),
            Row((("Symbols    ", ""), ("letters only (ASCII)" if look.ascii else "all", "accent")), "symbols"),
            Row(
                (
                    ("Mouse      ", ""),
                    ("on" if mouse else "off", "accent"),
                    ("  clicks play" if mouse else "  text can be selected and copied", "dim"),
                ),
                "mouse",
            ),
            Row((("Bell       ", ""), (self.table.when, "accent")), "bell"),
        ]
        rows += last and [Row(()), *last]
        self.choices.show(rows)

    def on_choices_taken(self, event: Choices.Taken) -> None:
        match event.value:
            case "colours":
                self.table.turn_light()
            case "symbols":
                self.table.turn_ascii()
            case "mouse":
                self.table.turn_mouse(not self.table.mouse)
            case "bell":
                self.table.when = self.table.when.next
            case str(word):
                self.dismiss(word)
                return
        self._list()

    async def pressed(self, key: str) -> None:
        if key in ("q", "escape", "m"):
            self.dismiss(None)
        elif key == "v":
            self.table.turn_light()
            self._list()
        elif not self.choices.press(key):
            self.prompt.say("That key does nothing here.", refused=True)

    def on_choices_moved(self) -> None:
        self.prompt.say("")
