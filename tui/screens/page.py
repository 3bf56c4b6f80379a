"""What all screens share: keys from a table, room enough or a sentence, the look, help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.screen import Screen
from textual.widgets import Input

from tui.drawing import Brush, Lines
from tui.keys import Key
from tui.widgets.bars import Keys, Prompt, Title
from tui.widgets.drawn import Drawn
from tui.widgets.talk import TypingLine

if TYPE_CHECKING:
    from tui.app import Hushtable

T = TypeVar("T")

COLUMNS, ROWS = 80, 22  # what every screen needs: an ordinary terminal in tmux with a status line has 23 rows
WIDE = 120  # columns from which on there is room for a second column

UP_DOWN = Key(("up", "down"), "↑↓", "choose", "Go up and down.")
TAKE = Key(("enter", "space"), "Enter", "take", "Take what is marked.")
MENU = Key(("m",), "m", "menu", "Colours, symbols, mouse, and what else can be done here.")
LIGHT = Key(("v",), "v", "", "Change between dark and light.")
HELP = Key(("question_mark",), "?", "help", "These keys, and the rules.")


class TooSmall(Drawn):
    def drawing(self, brush: Brush) -> Lines:
        said = (
            "Hushtable needs",
            f"{COLUMNS} columns and {ROWS} rows;",
            "this terminal has",
            f"{self.app.size.width} x {self.app.size.height}.",
            "",
            "Make it larger to go on,",
            "or press q to leave.",
        )
        above = max(0, (brush.height - len(said)) // 2)
        return (*((),) * above, *(((text.center(brush.width), "accent"),) for text in said))


class Page(Screen[T]):
    """A screen of Hushtable. Keys are not bound to widgets: the page hears each and says what it means."""

    AUTO_FOCUS = ""
    ALLOW_SELECT: ClassVar[bool] = False
    KEYS: ClassVar[tuple[Key, ...]] = ()

    def __init__(self) -> None:
        super().__init__()
        # Kept rather than looked up: a person may be gone before the screen is built.
        self.bar = Title()
        self.prompt = Prompt()
        self.foot = Keys()

    @property
    def table(self) -> Hushtable:
        return cast("Hushtable", self.app)

    def keys(self) -> Sequence[Key]:
        """The keys that work now, in the order of footer and help."""
        return self.KEYS

    async def pressed(self, key: str) -> None:
        """One of `keys` was pressed."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """The size of the screen is another: place what the stylesheet does not place."""

    # --- the same for all

    def type_in(self, line: TypingLine, does: str) -> None:
        """Open a line to type in; while it is there the keys below are its own. does: what Enter does with it."""
        self.foot.cover((Key(("enter",), "Enter", does, ""), Key(("escape",), "Esc", "or empty Enter cancels", "")))
        self.mount(line)

    def on_typing_line_done(self, event: TypingLine.Done) -> None:
        self.foot.cover(())

    def is_small(self) -> bool:
        return self.app.size.width < COLUMNS or self.app.size.height < ROWS

    def _fit(self) -> None:
        small = self.is_small()
        if small and not self.query(TooSmall):
            self.mount(TooSmall())
        self.set_class(small, "-small")
        self.set_class(self.app.size.width >= WIDE, "-wide")
        for line in self.query(Input):
            self.set_focus(None if small else line)  # nobody types where nothing is to be seen
        if not small:
            self.lay_out()
        for drawn in self.query(Drawn):
            drawn.redraw()

    def on_resize(self) -> None:
        self._fit()

    def on_screen_resume(self) -> None:
        self._fit()
        self.repaint()

    def repaint(self) -> None:
        for drawn in self.query(Drawn):
            drawn.repaint()

    async def on_key(self, event: events.Key) -> None:
        if isinstance(self.focused, Input):
            return
        event.stop()
        event.prevent_default()
        if not self.is_active:  # it may have come before this screen was covered or left
            return
        key = event.key.lower() if len(event.key) == 1 else event.key
        if not self.is_small():
            await self.pressed(key)
        elif key == "q":
            self.table.leave()
