"""Apps on terminals of paper: many in one process, sizes, terminals that are behind, leaving."""

from __future__ import annotations

import asyncio
import gc
import re
import sys
import weakref
import webbrowser
from collections.abc import Iterator
from dataclasses import replace

import pytest
import textual.strip
from rich.segment import Segment
from textual._styles_cache import StylesCache
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from net.terminal import RESTORE
from tests.terminals import Paper, drawn, frames, running, session_on, until
from tests.toys import ToyApp, ToyBoard, TypingToy, Watched
from tui import driver as driver_module
from tui.driver import run
from tui.hosted import prepare


@pytest.fixture(autouse=True)
def as_served() -> Iterator[None]:
    """What `prepare` changes, changed back afterwards."""
    refresh, cache = Screen._compositor_refresh, vars(textual.strip)["FIFOCache"]
    colours = StylesCache.get_inner_outer
    prepare()
    yield
    Screen._compositor_refresh = refresh  # type: ignore[method-assign]  # as it was
    StylesCache.get_inner_outer = colours  # type: ignore[method-assign]  # as it was
    vars(textual.strip)["FIFOCache"] = cache


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


class Secret:
    """A hand of cards: nothing may look into it to tell of a crash."""

    looked_into = False

    def __repr__(self) -> str:
        Secret.looked_into = True
        return "the 7 of hearts"


class SecretApp(ToyApp):
    def action_crash(self) -> None:
        hand = Secret()
        self.query_one(ToyBoard).set_class(hand is None, "-empty")
        raise RuntimeError("toy crash")


async def test_a_crash_ends_one_app_with_a_restored_terminal_and_shows_no_variables(
    capfd: pytest.CaptureFixture[str],
) -> None:
    other, crashing = Paper(), Paper()
    async with running(ToyApp, other):
        await other.shows("Leave")
        task = asyncio.create_task(run(SecretApp, session_on(crashing)))
        await crashing.shows("Leave")
        crashing.type("x")
        with pytest.raises(RuntimeError, match="toy crash"):
            await task
        assert crashing.output.endswith(RESTORE)
        assert not Secret.looked_into
        assert "toy crash" not in crashing.output + "".join(capfd.readouterr())
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


def test_what_the_driver_turns_on_is_turned_off_again() -> None:
    turned = driver_module._ENTER + driver_module._MOUSE_ON + driver_module._SYNC_START
    for mode, state in re.findall(r"\x1b\[\?(\d+)([hl])", turned):
        assert f"\x1b[?{mode}{'l' if state == 'h' else 'h'}" in RESTORE


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


async def test_no_drawing_of_an_app_that_is_over_stays_in_memory() -> None:
    def drawings() -> set[int]:
        return {id(thing) for thing in gc.get_objects() if isinstance(thing, StylesCache)}

    gc.collect()
    before = drawings()
    terminal = Paper()
    async with running(ToyApp, terminal):
        await terminal.shows("Leave")
        assert drawings() - before
    gc.collect()
    assert not drawings() - before


async def test_an_app_that_does_not_answer_is_ended_after_a_hang_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "_LEAVE_SECONDS", 0.05)
    terminal = Paper()
    watched = Watched()
    task = asyncio.create_task(run(watched, session_on(terminal)))
    await terminal.shows("Leave")
    terminal.type("b")
    await until(lambda: watched.apps[0].busy)
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
@pytest.mark.parametrize(("address", "way"), [("127.0.0.1", "or `ssh -T`"), ("", "`hushtable play GAME --line`")])
async def test_a_terminal_that_cannot_draw_gets_a_sentence(environ: dict[str, str], address: str, way: str) -> None:
    terminal = Paper(environ=environ)
    assert await run(ToyApp, replace(session_on(terminal), address=address)) == 1
    assert "needs a terminal" in terminal.output
    assert way in terminal.output
    assert ("`ssh -t`" in terminal.output) is bool(address)
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
