"""What is drawn reaches the terminal: once, whole, in its colours, and as nothing but cells."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pyte
import pytest
import textual.strip
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from net.session import Session
from tests.terminals import Paper, drawn, frames, running, until
from tests.toys import ToyApp, Watched
from tui.colour import Depth
from tui.hosted import HostedApp, prepare
from tui.painting import Picture, cells


@pytest.fixture(autouse=True)
def as_served() -> Iterator[None]:
    """What `prepare` changes, changed back afterwards."""
    refresh, cache = Screen._compositor_refresh, vars(textual.strip)["FIFOCache"]
    prepare()
    yield
    Screen._compositor_refresh = refresh  # type: ignore[method-assign]  # as it was
    vars(textual.strip)["FIFOCache"] = cache


async def test_the_first_frame_is_drawn_once_and_whole() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        await until(lambda: watched.apps[0].message_queue_size == 0)
        assert len(frames(terminal)) == 1
        assert terminal.screen.display == drawn(watched.apps[0])
        assert len(terminal.output) < 15_000


async def test_nothing_is_drawn_that_nobody_will_see(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings: list[object] = []
    stock = Compositor.render_update

    def render_update(*given: Any, **named: Any) -> Any:
        drawings.append(given)
        return stock(*given, **named)

    monkeypatch.setattr(Compositor, "render_update", render_update)
    terminal = Paper()
    async with running(ToyApp, terminal):
        await terminal.shows("Leave")
        assert len(drawings) <= 2


NARROW, WIDE = "ab♠─·", "日本"
PENS = [None, Style.parse("red"), Style.parse("bold on blue")]
texts = st.text(alphabet=NARROW + WIDE + "\u0301\x1b\t", max_size=14)
lines = st.lists(st.builds(Segment, texts, st.sampled_from(PENS)), max_size=4)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 19), st.integers(0, 20), lines), max_size=8))
def test_any_sequence_of_changes_leaves_the_terminal_as_the_picture_has_it(
    changes: list[tuple[int, int, int, list[Segment]]],
) -> None:
    picture = Picture(20, 4, Depth.SIXTEEN)
    screen = pyte.Screen(20, 4)
    screen.reset_mode(pyte.modes.DECAWM)
    stream = pyte.Stream(screen)
    for y, x, end, segments in changes:
        strip = Strip(segments)
        update = ChopsUpdate([{} if row != y else {x: strip} for row in range(4)], [(y, x, max(x, end))], [[20]] * 4)
        stream.feed(picture.repainted(update))
        for row in range(4):
            shown = [screen.buffer[row][column] for column in range(20)]
            assert "".join(cell.data or "\0" for cell in shown) == picture._glyphs[row]
            for cell, pen in zip(shown, picture._pens[row], strict=True):
                if cell.data:
                    assert (cell.fg, cell.bold) == ("red" if pen[0] == "31" else "default", pen[2] == "1")


async def test_a_key_sends_only_the_cells_that_changed() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        before = len(terminal.output)
        terminal.type("\x1b[C")
        await terminal.shows("cell 1")
        assert len(terminal.output) - before < 400
        assert terminal.screen.display == drawn(watched.apps[0])


async def test_what_is_shown_is_what_was_drawn_whatever_the_keys() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        for keys, cell in (("\x1b[B\x1b[C\x1b[C", 9), ("\x1b[D\x1b[A", 1), ("\x1b[A", 36)):
            terminal.type(keys)
            await terminal.shows(f"cell {cell}")
            assert terminal.screen.display == drawn(watched.apps[0])
            row, column = divmod(cell, 7)
            chosen = terminal.screen.buffer[row * 2][column * 6 + 2]
            assert chosen.bold
            assert sum(terminal.screen.buffer[y][x].bold for y in range(12) for x in range(42)) == 12


class HostileBoard(Widget):
    """Draws what no widget should: controls, directions, joiners, marks, half of a wide character."""

    LINES = (
        "a\x1b]52;c;aGk=\x07b",
        "\u202eevil\u2066",
        "A\u200d\ufe0fB\u0301C",
        "日本語日本語日本",
        "x\ty\x9b31mz",
        "ok",
    )

    def render_line(self, y: int) -> Strip:
        return Strip([Segment(self.LINES[y % 6])]).adjust_cell_length(self.size.width)


class HostileApp(HostedApp):
    CSS = "HostileBoard { height: 6; width: 15; }"

    def __init__(self, session: Session) -> None:
        super().__init__()

    def compose(self) -> Iterator[Widget]:
        yield HostileBoard()


async def test_no_text_that_an_app_draws_can_command_a_terminal() -> None:
    terminal = Paper(40, 10)
    async with running(HostileApp, terminal):
        await terminal.shows("ok")
        await terminal.shows("evil")
        ours = re.sub(r"\x1b\[[0-9;?<]*[A-Za-z]|\x1b\]2;Hushtable\x07|\x1b\(B", "", terminal.output)
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufe0f]", ours)
        assert "\x1b]52" not in terminal.output
        assert "日本語" in "".join(c for c in terminal.text if c)


@pytest.mark.parametrize("text", ["é", "e\u0301", "👩\u200d🚀", "❤\ufe0f", "a\x00b", "\ud800", "＆", "🂡", "\u00ad-"])
def test_cells_are_as_many_as_the_layout_counts(text: str) -> None:
    assert len(cells(text)) == Segment(text).cell_length or len(cells(text)) >= 1
    "".join(cells(text)).replace("\0", "").encode()


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm-256color"}, Depth.PALETTE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "tmux-256color"}, Depth.TRUE),
        ({"TERM": "xterm-kitty"}, Depth.TRUE),
        ({"TERM": "screen-256color"}, Depth.PALETTE),
        ({"TERM": "xterm"}, Depth.SIXTEEN),
        ({"TERM": "linux"}, Depth.SIXTEEN),
        ({"TERM": "xterm-kitty", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "dumb"}, Depth.NONE),
        ({}, Depth.NONE),
    ],
)
def test_colours_are_as_many_as_the_persons_terminal_says(environ: dict[str, str], depth: Depth) -> None:
    assert Depth.of(environ) is depth


async def test_people_with_different_colours_share_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TEXTUAL", "debug,devtools")
    monkeypatch.setenv("TERM", "dumb")
    environs = (
        {"TERM": "tmux-256color"},
        {"TERM": "xterm-256color"},
        {"TERM": "xterm"},
        {"TERM": "xterm", "NO_COLOR": "1"},
    )
    papers = [Paper(environ=environ) for environ in environs]
    async with contextlib.AsyncExitStack() as stack:
        for paper in papers:
            await stack.enter_async_context(running(ToyApp, paper))
        for paper in papers:
            await paper.shows("Leave")
    true, palette, sixteen, none = (paper.output for paper in papers)
    assert re.search(r"[34]8;2;(\d+);(?!\1;)", true)  # not all of it grey
    assert "48;2;" in true
    assert "38;2;" not in palette
    assert "38;5;" in palette
    assert not re.search(r"[34]8;[25];", sixteen)
    assert re.search(r"\x1b\[[0-9;]*(9\d|10\d|3[0-7]|4[0-7])", sixteen)
    assert not re.search(r"\x1b\[[0-9;]*(9\d|10\d|3[0-7]|4[0-7])[;m]", none)
    assert "\x1b[0;1m" in none or "\x1b[1m" in none


def test_text_stays_readable_when_two_colours_become_one() -> None:
    from tui.colour import pen

    for depth in (Depth.SIXTEEN, Depth.PALETTE):
        fore, ground, _ = pen(Style.parse("#202021 on #202020"), depth)
        assert fore.replace("38;", "48;") != ground
