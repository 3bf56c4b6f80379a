"""A widget that shows lines of inked text and repaints only those that changed."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.drawing import Brush, Lines, in_ascii
from tui.theme import look


class Drawn(Widget):
    """Everything Hushtable shows is one of these: a pure drawing, put on the screen line by line."""

    class Clicked(Message):
        """Somebody clicked on cell x of line y."""

        def __init__(self, drawn: Drawn, x: int, y: int) -> None:
            super().__init__()
            self.drawn = drawn
            self.x = x
            self.y = y

    ground = ""  # the ink of what no line covers

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.lines: Lines = ()

    @property
    def brush(self) -> Brush:
        return Brush(self.size.width, self.size.height, look(self).ascii)

    def drawing(self, brush: Brush) -> Lines:
        """What to show in this room, a pure function of what the widget was given. Subclasses say."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw anew, and repaint the lines that differ."""
        if not self.is_attached or not self.size:
            return
        old, self.lines = self.lines, self.drawing(self.brush)
        if old != self.lines:
            gone = ((),) * abs(len(old) - len(self.lines))
            pairs = zip((*old, *gone), (*self.lines, *gone), strict=False)
            changed = [y for y, (was, now) in enumerate(pairs) if was != now]
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def repaint(self) -> None:
        """After a change of the look: draw anew, and repaint everything."""
        self.redraw()
        self.refresh()

    def on_resize(self) -> None:
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Clicked(self, event.x, event.y))

    def render_line(self, y: int) -> Strip:
        seen = look(self)
        style = seen.theme.style
        line = self.lines[y] if y < len(self.lines) else ()
        strip = Strip([Segment(in_ascii(text) if seen.ascii else text, style(ink)) for text, ink in line])
        return strip.adjust_cell_length(self.size.width, style(self.ground))
