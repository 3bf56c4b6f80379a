"""The app that one person sees: who they are, how it looks, and which screen is on top."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from engine.game import AnyGame, Refused
from engine.replay import Replay, read
from net.client import Client, Host, Standing
from tui.bell import Bell
from tui.colour import Depth
from tui.hosted import HostedApp
from tui.keys import Key
from tui.screens.help import HelpScreen
from tui.screens.leave import YES, LeaveScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.name import NameScreen
from tui.screens.notice import NoticeScreen
from tui.screens.page import Page
from tui.screens.people import about_code
from tui.screens.replay import ReplayScreen
from tui.screens.table import TableScreen
from tui.theme import Look, css_theme, theme

BACKGROUND = "HUSHTABLE_BACKGROUND"  # `light` or `dark`, for terminals that say so themselves


class Hushtable(HostedApp):
    """host: the house this person is in.

    environ: what the person's terminal says about itself; never the environment of this process.
    begin: a table or a replay to go to at once, as `hushtable play` and `hushtable replay` want.
    end: ends the session with a sentence that is read after the screen is gone (`Terminal.end`).
    """

    CSS_PATH = Path(__file__).with_name("app.tcss")
    TITLE = "Hushtable"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "leave", "Leave", show=False, priority=True)]

    def __init__(
        self,
        host: Host,
        environ: Mapping[str, str] | None = None,
        *,
        begin: Callable[[], Awaitable[Client | Replay]] | None = None,
        end: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__()
        environ = environ or {}
        self.host = host
        self.depth = Depth.of(environ) if environ else Depth.TRUE
        self.begin = begin
        self.end = end
        self.when = Bell.TURN
        self.told_code = False
        dark = environ.get(BACKGROUND, "dark") != "light"
        self.look = Look(theme(dark=dark, depth=self.depth), ascii=not speaks_utf8(environ))
        for is_dark in (True, False):
            self.register_theme(css_theme(theme(dark=is_dark, depth=self.depth).palette))
        self.theme = f"hush-{self.look.theme.palette.name}"

    async def on_mount(self) -> None:
        await self.push_screen(LobbyScreen())
        self.run_worker(self._heed(), name="house")
        if self.host.standing is Standing.NEW:
            await self.push_screen(NameScreen())
        if self.begin is not None:
            try:
                await self._first(await self.begin())
            except Refused as refused:
                self.lobby.say(str(refused))

    async def _first(self, first: Client | Replay) -> None:
        """Begin there. Who came only to see a replay leaves with it."""
        if isinstance(first, Replay):
            await self.push_screen(ReplayScreen(first), lambda _: self.exit(0))
        else:
            await self.push_screen(TableScreen(first))

    async def _heed(self) -> None:
        """Pass on what the house says, and leave when it says so."""
        async for told in self.host.told():
            if not told.final:
                self.push_screen(NoticeScreen("The host", [told.text]))
            elif self.end is not None:
                self.end(told.text)
            else:
                self.exit(0)

    @property
    def lobby(self) -> LobbyScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, LobbyScreen))

    async def seat(self, client: Client) -> None:
        """Go to a table. A guest who has a seat there is shown the way back to it, once."""
        await self.push_screen(TableScreen(client))
        if self.host.standing is Standing.GUEST and client.seats and not self.told_code:
            self.told_code = True
            await self.show_code()

    async def show_code(self) -> None:
        """Refused where there are none."""
        code = await self.host.code()
        await self.push_screen(NoticeScreen("a code for you", about_code(self.host, code)))

    def help(self, keys: Sequence[Key], game: AnyGame | None, signs: Sequence[tuple[str, str]] = ()) -> None:
        self.push_screen(HelpScreen(keys, game, signs))

    async def replay(self, table: str) -> None:
        """Go through a finished game of this house."""
        try:
            self.push_screen(ReplayScreen(read(await self.host.replay(table))))
        except Refused as refused:
            if isinstance(self.screen, Page):
                self.screen.prompt.say(str(refused), refused=True)

    def action_leave(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Leave Hushtable; where games would end with it, only after a question."""
        lost = [lost for screen in self.screen_stack if isinstance(screen, LobbyScreen) for lost in screen.at_stake()]
        if lost and not isinstance(self.screen, LeaveScreen):
            self.push_screen(LeaveScreen(lost), lambda key: self.exit(0) if key == YES.presses[0] else None)
        else:
            self.exit(0)

    # --- the look

    def turn_light(self) -> None:
        dark = not self.look.theme.palette.dark
        self._see(Look(theme(dark=dark, depth=self.depth), self.look.ascii))

    def turn_ascii(self) -> None:
        self._see(Look(self.look.theme, not self.look.ascii))

    def _see(self, look: Look) -> None:
        self.look = look
        self.theme = f"hush-{look.theme.palette.name}"
        for screen in self.screen_stack:
            if isinstance(screen, Page) and screen.is_current:
                screen.repaint()


def speaks_utf8(environ: Mapping[str, str]) -> bool:
    """Whether the terminal's locale is UTF-8; one that says nothing about it most likely is."""
    said = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    return not said or "utf" in said.lower()
