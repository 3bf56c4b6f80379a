"""The app that many people run in one process: all private parts of Textual that this needs, each with its reason."""

from __future__ import annotations

import asyncio
import sys
from functools import lru_cache
from typing import Any, Protocol

import textual.screen
import textual.strip
from textual._compositor import CompositorUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.color import Color
from textual.screen import Screen
from textual.style import Style

from tui.stylesheet import SharedStylesheet


class Stage(Protocol):
    """Where a hosted app is shown."""

    def reveal(self) -> None: ...
    def paint(self, update: CompositorUpdate) -> None: ...
    def turn_mouse(self, on: bool) -> None: ...


class HostedApp(App[int]):
    """Base of every app that `tui.driver.run` runs; its return value or return code is the exit status.

    Nothing in here reads or changes what belongs to the whole process.
    """

    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        # Textual reads these from the environment of the process, which is nobody's terminal.
        self.no_color = False
        self._filters = []  # colours are mapped at the edge, for each person: see tui.colour
        self.features = frozenset()
        self.animation_level = "none"
        # `_process_messages` redirects the output of the whole process to the app; left out of order that ends up
        # in a dead one. Redirected to where it goes already, it changes nothing.
        self._capture_stdout = sys.stdout  # type: ignore[assignment]  # both are files that take text
        self._capture_stderr = sys.stderr  # type: ignore[assignment]  # the same
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.stage: Stage | None = None
        self.unseen = False
        self.mouse = True

    async def performed(self) -> None:
        """Run to the end, as `run_async` does, but leave the loop's task factory alone."""
        self._loop = asyncio.get_running_loop()
        with self._context():
            try:
                await self._process_messages(mouse=self.mouse)
            finally:
                await self._shutdown()
        if self._exception is not None:
            raise self._exception

    def _display(self, screen: Screen[Any], renderable: object) -> None:
        """Hand the drawing over as cells; the stock way turns it into text for one kind of terminal."""
        showing = self._running and not self._closed and not self._batch_count
        if self.stage is not None and showing and isinstance(renderable, CompositorUpdate):
            self.stage.paint(renderable)
        self.post_display_hook()

    def _on_ready(self) -> None:
        """The first layout is there; what it set off comes before the first frame."""
        self.call_after_refresh(self.call_after_refresh, self._reveal)

    def _reveal(self) -> None:
        if self.stage is not None:
            self.stage.reveal()

    def turn_mouse(self, on: bool) -> None:
        """Whether clicks come to the app; without, the terminal selects and copies as everywhere else."""
        self.mouse = on
        if self.stage is not None:
            self.stage.turn_mouse(on)

    def _handle_exception(self, error: Exception) -> None:
        """End, and let `performed` raise: the stock way prints variables, hands of cards among them."""
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print nothing: there is no terminal of this app but its driver."""
        self._exit_renderables.clear()


class _NoCache:
    """Stands in for the seven caches of each strip, which cost 1.3 kB a line and hardly ever hit."""

    def get(self, key: object, default: object = None) -> object:
        return default

    def __setitem__(self, key: object, value: object) -> None:
        pass


_stock_colours = StylesCache.get_inner_outer


@lru_cache(1024)
def _colours(base: Color, background: Color) -> tuple[Style, Style]:
    """The stock cache has the drawing of a widget in its keys, and keeps a thousand of them from sessions long over."""
    return _stock_colours.__wrapped__(None, base, background)


_stock_refresh = Screen._compositor_refresh


def _refresh(screen: Screen[object]) -> None:
    """Draw nothing that nobody will see: a start draws up to nine times, of which the last one counts."""
    app = screen.app
    if isinstance(app, HostedApp) and app.unseen:
        screen._dirty_widgets.clear()
        screen._compositor._dirty_regions.clear()
    else:
        _stock_refresh(screen)


def prepare() -> None:
    """Once a process, before the first app: trade some of Textual's caches for room for many apps."""
    Screen._compositor_refresh = _refresh  # type: ignore[method-assign,assignment]  # see its docstring
    StylesCache.get_inner_outer = lambda _, *colours: _colours(*colours)  # type: ignore[method-assign,assignment]  # so
    nothing = _NoCache()
    # Names of these modules, not theirs to export: set by name, as a test checks.
    vars(textual.strip)["FIFOCache"] = lambda size: nothing
    vars(textual.screen)["UPDATE_PERIOD"] = 1 / 60  # may have come from the environment
