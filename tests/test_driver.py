"""The driver on a terminal of paper: what it draws, what it takes, how it leaves."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
import sys
import weakref
import webbrowser
from collections.abc import Iterator

import pytest
import textual.strip
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from net.session import Session
from net.terminal import RESTORE
from tests.terminals import Paper, running, session_on, until
from tests.toys import ToyApp, ToyBoard, TypingToy
from tui import driver as driver_module
from tui.colour import Depth
from tui.driver import run
from tui.hosted import HostedApp, prepare
from tui.painting import cells


@pytest.fixture(autouse=True)
def as_served() -> Iterator[None]:
    """What `prepare` changes, changed back afterwards."""
    refresh, cache = Screen._compositor_refresh, vars(textual.strip)["FIFOCache"]
    prepare()
    yield
    Screen._compositor_refresh = refresh  # type: ignore[method-assign]  # as it was
    vars(textual.strip)["FIFOCache"] = cache


class Watched:
    """A factory that remembers its apps."""

    def __init__(self, kind: type[ToyApp] = ToyApp) -> None:
        self.kind = kind
        self.apps: list[ToyApp] = []

    def __call__(self, session: Session) -> HostedApp:
        app = self.kind(session)
        self.apps.append(app)
        return app

    @property
    def heard(self) -> list[str]:
        return self.apps[-1].heard


def frames(terminal: Paper) -> list[str]:
    """What was drawn: writes that place text."""
    return [text for text in terminal.written if re.search(r"\x1b\[\d+;\d+H", text)]


def drawn(app: HostedApp) -> list[str]:
    """What Textual believes to be on the screen."""
    with app._context():
        return [strip.text for strip in app.screen._compositor.render_strips()]


# --- drawing


async def test_the_first_frame_is_drawn_once_and_whole() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        await until(lambda: watched.apps[0].message_queue_size == 0)
        assert len(frames(terminal)) == 1
        assert terminal.screen.display == drawn(watched.apps[0])
        assert len(terminal.output) < 15_000


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
    assert "38;2;" in true
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


# --- one process, many apps


async def test_the_environment_of_the_server_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {"COLUMNS": "33", "LINES": "7", "TEXTUAL_PRESS": "q", "TERM_PROGRAM": "Apple_Terminal"}.items():
        monkeypatch.setenv(name, text)
    terminal = Paper(100, 30)
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        assert watched.apps[0].size == (100, 30)
        assert watched.apps[0].devtools is None


async def test_output_of_the_process_is_never_redirected() -> None:
    out, err = sys.stdout, sys.stderr
    first, second = Paper(), Paper()
    one = asyncio.create_task(run(ToyApp, session_on(first)))
    await first.shows("Leave")
    assert sys.stdout is out
    two = asyncio.create_task(run(ToyApp, session_on(second)))
    await second.shows("Leave")
    first.type("q")  # the first to come leaves first: out of order for a stack of redirections
    assert await asyncio.wait_for(one, 5) == 0
    assert (sys.stdout, sys.stderr) == (out, err)
    second.type("q")
    assert await asyncio.wait_for(two, 5) == 0
    assert (sys.stdout, sys.stderr) == (out, err)


async def test_a_crash_ends_one_app_with_a_restored_terminal_and_no_variables_shown() -> None:
    other, crashing = Paper(), Paper()
    async with running(ToyApp, other):
        await other.shows("Leave")
        task = asyncio.create_task(run(ToyApp, session_on(crashing)))
        await crashing.shows("Leave")
        crashing.type("x")
        with pytest.raises(RuntimeError, match="toy crash"):
            await task
        assert crashing.output.endswith(RESTORE)
        assert "hearts" not in crashing.output
        other.type("\x1b[C")
        await other.shows("cell 1")


async def test_a_context_belongs_to_one_app() -> None:
    from textual._context import active_app

    first, second = Watched(), Watched()
    papers = Paper(), Paper()
    async with running(first, papers[0]), running(second, papers[1]):
        for paper in papers:
            await paper.shows("Leave")
        for turn in range(3):
            for paper in papers:
                paper.type("\x1b[C")
            for paper in papers:
                await paper.shows(f"cell {turn + 1}")
    with pytest.raises(LookupError):
        active_app.get()


async def test_nothing_is_opened_or_saved_on_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda *_: pytest.fail("opened a browser"))
    terminal = Paper()
    async with running(ToyApp, terminal):
        await terminal.shows("Leave")
        terminal.type("w\x1b[C")
        await terminal.shows("cell 1")


async def test_apps_share_what_was_parsed_and_strips_carry_no_caches() -> None:
    first, second = Watched(), Watched()
    papers = Paper(), Paper()
    async with running(first, papers[0]), running(second, papers[1]):
        for paper in papers:
            await paper.shows("Leave")
        assert first.apps[0].stylesheet.rules is second.apps[0].stylesheet.rules
        strip = Strip([Segment("x")])
        assert len({id(cache) for cache in (strip._divide_cache, strip._crop_cache, Strip([])._filter_cache)}) == 1


async def test_a_theme_of_one_person_is_not_anothers() -> None:
    first, second = Watched(), Watched()
    papers = Paper(environ={"TERM": "xterm-kitty"}), Paper(environ={"TERM": "xterm-kitty"})
    async with running(first, papers[0]), running(second, papers[1]):
        for paper in papers:
            await paper.shows("Leave")
        before = second.apps[0].stylesheet.rules
        status = second.apps[0].query_one("#status")
        colour = status.styles.background
        first.apps[0].theme = "textual-light"
        await until(lambda: first.apps[0].query_one("#status").styles.background != colour)
        assert second.apps[0].stylesheet.rules is before
        papers[1].type("\x1b[C")
        await papers[1].shows("cell 1")
        assert status.styles.background == colour


@pytest.mark.skipif(sys.version_info < (3, 12), reason="eager tasks came with Python 3.12")
async def test_apps_run_where_tasks_are_eager() -> None:
    loop = asyncio.get_running_loop()
    loop.set_task_factory(asyncio.eager_task_factory)  # type: ignore[attr-defined,unused-ignore]  # from 3.12 on
    terminal = Paper()
    async with running(ToyApp, terminal) as task:
        await terminal.shows("Leave")
        terminal.type("\x1b[C")
        await terminal.shows("cell 1")
        terminal.type("q")
        assert await asyncio.wait_for(task, 5) == 0


async def test_running_an_app_leaves_the_task_factory_alone() -> None:
    terminal = Paper()
    async with running(ToyApp, terminal):
        await terminal.shows("Leave")
        assert asyncio.get_running_loop().get_task_factory() is None


# --- leaving


async def test_leaving_restores_the_terminal_and_keeps_the_status() -> None:
    terminal = Paper()
    task = asyncio.create_task(run(ToyApp, session_on(terminal)))
    await terminal.shows("Leave")
    terminal.type("q")
    assert await asyncio.wait_for(task, 5) == 0
    assert terminal.output.endswith(RESTORE)
    assert terminal.output.count(RESTORE) == 1


async def test_after_a_hang_up_neither_task_nor_app_is_left() -> None:
    before = asyncio.all_tasks()
    terminal = Paper()
    watched = Watched()
    task = asyncio.create_task(run(watched, session_on(terminal)))
    await terminal.shows("Leave")
    terminal.end("")
    await task
    app = weakref.ref(watched.apps.pop())
    await until(lambda: asyncio.all_tasks() <= before)
    del task
    gc.collect()
    assert app() is None


async def test_an_app_that_does_not_answer_is_ended_after_a_hang_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "_LEAVE_SECONDS", 0.05)
    terminal = Paper()
    task = asyncio.create_task(run(ToyApp, session_on(terminal)))
    await terminal.shows("Leave")
    terminal.type("b")
    terminal.end("The server stops.")
    await until(task.done)
    assert terminal.output.endswith(RESTORE)


async def test_a_cancelled_session_restores_its_terminal() -> None:
    terminal = Paper()
    task = asyncio.create_task(run(ToyApp, session_on(terminal)))
    await terminal.shows("Leave")
    task.cancel()
    await asyncio.wait([task], timeout=5)
    assert task.done()
    assert RESTORE in terminal.output


@pytest.mark.parametrize("environ", [{}, {"TERM": ""}, {"TERM": "dumb"}])
async def test_a_terminal_that_cannot_draw_gets_a_sentence(environ: dict[str, str]) -> None:
    terminal = Paper(environ=environ)
    assert await run(ToyApp, session_on(terminal)) == 1
    assert "needs a terminal" in terminal.output
    assert "\x1b" not in terminal.output


# --- size


async def test_a_new_size_is_laid_out_and_drawn_whole() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        terminal.screen.resize(30, 100)
        terminal.resize(100, 30)
        await until(lambda: terminal.screen.display == drawn(watched.apps[0]) and len(terminal.screen.display) == 30)


@pytest.mark.parametrize(
    ("said", "size"), [((0, 0), (80, 24)), ((1, 1), (10, 4)), ((65535, 65535), (400, 150)), ((0, 50), (80, 24))]
)
async def test_sizes_are_clamped_to_what_can_be_drawn(said: tuple[int, int], size: tuple[int, int]) -> None:
    terminal = Paper(*said)
    assert terminal.size == size
    watched = Watched()
    async with running(watched, terminal):
        await until(lambda: frames(terminal))
        assert watched.apps[0].size == size
        terminal.type("\x1b[<0;3;3M\x1b[<0;3;3m")  # a click used to divide by a size of zero
        terminal.resize(*said)
        await asyncio.sleep(0)


async def test_a_storm_of_sizes_is_laid_out_at_most_twenty_times_a_second() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal) as task:
        await terminal.shows("Leave")
        seen: list[object] = []
        watched.apps[0].set_class(True, "-x")
        original = watched.apps[0]._on_resize

        async def count(event: object) -> None:
            seen.append(event)
            await original(event)  # type: ignore[arg-type]  # it is a Resize

        watched.apps[0]._on_resize = count  # type: ignore[method-assign]  # to count
        for columns in range(90, 190):
            terminal.resize(columns, 30)
            await asyncio.sleep(0)
        terminal.resize(120, 30)
        await until(lambda: watched.apps[0].size == (120, 30))
        assert len(seen) <= 3
        assert not task.done()


# --- a terminal that is behind


async def test_a_terminal_that_is_behind_gets_nothing_and_then_the_newest_frame() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        terminal.waiting = 100_000
        before = len(terminal.output)
        for _ in range(5):
            terminal.type("\x1b[C")
            await asyncio.sleep(0.01)
        board = watched.apps[0].query_one(ToyBoard)
        await until(lambda: board.cursor == 5)
        await asyncio.sleep(0.1)
        assert len(terminal.output) == before
        terminal.waiting = 0
        await terminal.shows("cell 5")
        assert terminal.screen.display == drawn(watched.apps[0])
        assert len(terminal.output) - before < 1000


async def test_a_terminal_that_takes_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "_STALL_SECONDS", 0.1)
    terminal = Paper()
    async with running(ToyApp, terminal):
        await terminal.shows("Leave")
        terminal.waiting = 100_000
        terminal.type("\x1b[C")
        await until(lambda: terminal.aborted)


# --- the mouse, the clipboard


async def test_a_click_lands_where_it_was_and_the_mouse_can_be_turned_off() -> None:
    terminal = Paper()
    async with running(ToyApp, terminal):
        await terminal.shows("Leave")
        assert "\x1b[?1006h" in terminal.output
        terminal.type("\x1b[<0;20;5M\x1b[<0;20;5m")
        await terminal.shows("cell 17")
        terminal.type("\x1b[<0;999;999M\x1b[<0;0;0m")  # outside: nothing
        terminal.type("m")
        await until(lambda: "\x1b[?1000l" in terminal.output)


async def test_only_a_bell_and_a_persons_own_copy_pass_beside_the_frames() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        app = watched.apps[0]
        assert app._driver is not None
        app.bell()
        app.copy_to_clipboard("my own words")
        app._driver.write("\x1b]0;owned\x07")
        app._driver.write("\x1b]52;c;?\x07")
        assert "\x07" in terminal.written
        assert any("52;c;bXkg" in text for text in terminal.written)
        assert "owned" not in terminal.output
        assert "52;c;?" not in terminal.output


async def test_a_line_can_be_typed_and_pasted_in() -> None:
    terminal = Paper()
    task = asyncio.create_task(run(TypingToy, session_on(terminal)))
    await until(lambda: frames(terminal))
    terminal.type("häl")
    terminal.type("lo \x1b[200~wor\x1b[31mld\r\nmore\x1b[201~\r")
    await terminal.shows("[hällo wor[31mld]")
    terminal.type("quit\r")
    assert await asyncio.wait_for(task, 5) == 0


async def test_a_region_is_enough_to_refresh() -> None:
    terminal = Paper()
    watched = Watched()
    async with running(watched, terminal):
        await terminal.shows("Leave")
        before = len(terminal.output)
        watched.apps[0].query_one(ToyBoard).refresh(Region(0, 0, 6, 1))
        await asyncio.sleep(0.05)
        assert len(terminal.output) == before  # nothing changed, so nothing is sent
