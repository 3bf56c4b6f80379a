"""The single lines of a screen: the title on top, the keys at the bottom, the prompt above them."""

from __future__ import annotations

from collections.abc import Sequence

from tui.drawing import Brush, Line, Lines, clipped, fit, spread, wrapped
from tui.keys import Key, footer
from tui.widgets.drawn import Drawn


class Title(Drawn):
    """Where one is, and on the right what is special there."""

    ground = "lane"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.left = ""
        self.more = ""
        self.right = ""
        self.alarm = False

    def show(self, left: str, more: str = "", right: str = "", *, alarm: bool = False) -> None:
        self.left, self.more, self.right, self.alarm = left, more, right, alarm
        self.redraw()

    def drawing(self, brush: Brush) -> Lines:
        left: Line = ((f" {self.left}", "lane accent bold"), (f"  {self.more}", "lane dim"))
        right: Line = ((f"{self.right} ", "lane warn bold" if self.alarm else "lane dim"),)
        cells = tuple((text, ink or "lane") for text, ink in spread(left, right, brush.width))
        return (clipped(cells, brush.width),)


class Keys(Drawn):
    """The keys that work now."""

    ground = "lane"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.keys: Sequence[Key] = ()
        self.above: Sequence[Key] = ()

    def show(self, keys: Sequence[Key]) -> None:
        self.keys = keys
        self.redraw()

    def cover(self, keys: Sequence[Key]) -> None:
        """Show these instead, until there are none."""
        self.above = keys
        self.redraw()

    def drawing(self, brush: Brush) -> Lines:
        keys = self.above or self.keys
        return (footer(keys, brush.width, ascii=brush.ascii),) if keys else ()


class Prompt(Drawn):
    """What has to be decided, and below it what Enter would do or why a key did nothing."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.question = ""
        self.mine = False
        self.answer = ""
        self.refused = False

    def ask(self, question: str, *, mine: bool) -> None:
        self.question, self.mine = question, mine
        self.redraw()

    def say(self, answer: str, *, refused: bool = False) -> None:
        self.answer, self.refused = answer, refused
        self.redraw()

    def drawing(self, brush: Brush) -> Lines:
        lines: list[Line] = []
        answer = list(wrapped(self.answer, brush.width - 4)) if self.answer else []
        question = list(wrapped(self.question, brush.width - 4)) if self.question else []
        if len(question) + len(answer) > brush.height:
            question[1:] = []
        if len(answer) >= brush.height:
            question.clear()
        if len(answer) > brush.height:  # the log has it whole
            answer[brush.height - 1 :] = [fit(" ".join(answer[brush.height - 1 :]), brush.width - 4, ascii=brush.ascii)]
        said = len(question) + len(answer)
        if 0 < said < brush.height:  # room for the sentence before room for a rule
            lines.append(((brush.glyph("─") * brush.width, "faint"),))
        sign = brush.glyph("▶") if self.mine else brush.glyph("…")
        for number, text in enumerate(question):
            if len(question) == 1:
                text = fit(self.question, brush.width - 4, ascii=brush.ascii)
            lines.append(((f" {sign if number == 0 else ' '} {text}", "accent bold" if self.mine else "dim"),))
        if self.refused:
            sign = "!"
        elif question or not self.question:  # else it stands in for the question, and says whose decision it is
            sign = " "
        for number, text in enumerate(answer[: brush.height - len(lines)]):
            lines.append(((f" {sign if number == 0 else ' '} {text}", "warn bold" if self.refused else ""),))
        return tuple(lines)
