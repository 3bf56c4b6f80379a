"""The app that many people run in one process: all private parts of Textual that this needs, each with its reason."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Any, Protocol

import textual.screen
import textual.strip
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.screen import Screen


class Stage(Protocol):
    """Where a hosted app is shown."""

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
        self.stage: Stage | None = None
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

    def redraw(self) -> None:
        """Draw all of the current screen, whatever Textual thinks is shown."""
        screen = self.screen
        self._display(screen, screen._compositor.render_update(full=True, screen_stack=self._background_screens))

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


def prepare() -> None:
    """Once a process, before the first app: trade Textual's per-app caches for room for many apps."""
    nothing = _NoCache()
    # Names of these modules, not theirs to export: set by name, as a test checks.
    vars(textual.strip)["FIFOCache"] = lambda size: nothing
    vars(textual.screen)["UPDATE_PERIOD"] = 1 / 60  # may have come from the environment


def settle() -> None:
    """Once a process, after a first app was warmed up: what start-up made is not garbage, do not look again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
