"""The question before one leaves a terminal with which games would end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import in_words
from tui.keys import Key
from tui.screens.notice import NoticeScreen

YES = Key(("y",), "y", "leave", "Leave Hushtable, and end the game.")
NO = Key(("enter", "space", "q", "escape", "n"), "Enter", "stay", "Go on playing.")


class LeaveScreen(NoticeScreen):
    """Dismissed with `y` to leave. It is readable on any terminal, so none is too small for it."""

    def __init__(self, tables: Sequence[str]) -> None:
        one = len(tables) == 1
        what = f"The game{'' if one else 's'} at table{'' if one else 's'} {in_words(tables)} end{'s' if one else ''}"
        super().__init__("leave?", (f"Leave? {what} with this terminal.", "Enter stays, y leaves."), (YES,), NO)

    def is_small(self) -> bool:
        return False
