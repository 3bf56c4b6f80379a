"""A line to type in: talk at the table, and names."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Input


class TypingLine(Input):
    """Enter takes what was typed; Enter on nothing, or Escape, takes nothing. Gone afterwards."""

    class Done(Message):
        """text: None when nothing was typed. purpose: what the line was opened for."""

        def __init__(self, purpose: str, text: str | None) -> None:
            super().__init__()
            self.purpose = purpose
            self.text = text

    def __init__(self, purpose: str, placeholder: str, *, value: str = "", longest: int = 400) -> None:
        super().__init__(value, placeholder, max_length=longest, compact=True, select_on_focus=True)
        self.cursor_blink = False  # a blinking cursor sends bytes all evening
        self.purpose = purpose

    def on_mount(self) -> None:
        self.focus()

    def on_key(self, event: events.Key) -> None:
        """Here and not by a binding: letters that come in the same packet would overtake it."""
        match event.key:
            case "escape":
                self._end(None)
            case "enter":
                self._end(self.value.strip() or None)
            case "backspace":
                self.action_delete_left()
            case "delete":
                self.action_delete_right()
            case "left":
                self.action_cursor_left()
            case "right":
                self.action_cursor_right()
            case "home" | "ctrl+a":
                self.action_home()
            case "end" | "ctrl+e":
                self.action_end()
            case "ctrl+u":
                self.action_delete_left_all()
            case "ctrl+w":
                self.action_delete_left_word()
            case _:
                return
        event.stop()
        event.prevent_default()

    def _end(self, text: str | None) -> None:
        self.post_message(self.Done(self.purpose, text))
        self.remove()
