"""A table: the board, who sits there, what happened, what has to be decided, and talk."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from textual.app import ComposeResult

from engine.game import Refused, Seat
from net.client import Client, Gone, Pause, Stage, Update
from tui.bell import rings
from tui.board import Board, Scene
from tui.boards import board
from tui.drawing import Brush
from tui.keys import Key
from tui.screens import layout, tablemenu
from tui.screens.handover import HandoverScreen
from tui.screens.log import LogScreen
from tui.screens.menu import MenuScreen
from tui.screens.notice import NoticeScreen
from tui.screens.page import HELP, LIGHT, MENU, WIDE, Page
from tui.screens.result import ResultScreen
from tui.screens.story import Story
from tui.screens.tablemenu import offers, wish
from tui.spoken import named, names_of
from tui.widgets.log import Log
from tui.widgets.seats import Place, Seats
from tui.widgets.talk import TypingLine

TWICE = 0.5  # seconds within which a second q is one too many
TALK = Key(("t",), "t", "talk", "Say something at the table; Enter sends it.")
HINT = Key(("h",), "h", "hint", "What the best bot would do here, and why. It is in the log too.")
LOG = Key(("l",), "l", "log", "Everything that happened so far.")
LOBBY = Key(("q",), "q", "lobby", "Back to the lobby. Your seat is kept; before the game begins it becomes free.")
LOOK_ELSEWHERE = Key(("q",), "q", "lobby", "Back to the lobby.")
AGAIN = Key(("s",), "s", "sit here again", "Sit at the table in this window again.")
BACK = Key(("enter", "space", "q", "escape"), "Enter", "lobby", "Go to the lobby.")
RESULT = Key(("enter",), "Enter", "result", "The result again.")


class TableScreen(Page[None]):
    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client
        self.seats = Seats()
        self.board: Board = board(client.game.name)()
        self.story = Log()
        self.now: Update | None = None
        self.came = 0.0  # when that was
        self.facing: Seat | None = None  # whose hand is uncovered, around one keyboard
        self.covered = False  # the curtain is down
        self.done: int | None = None  # the serial at which one of several people here did what all were asked to
        self.busy = False  # an action is on its way
        self.hinting = False  # a bot thinks about what I should do
        self.stories: dict[Seat | None, Story] = {}
        self.told = False  # the result was shown
        self.put_back = -TWICE  # when something picked up was put back

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.seats
        yield self.board
        yield self.story
        yield self.prompt
        yield self.foot

    def on_mount(self) -> None:
        self._title()
        self.prompt.ask("Coming to the table", mine=False)
        self._keys()
        self.run_worker(self._follow(), name="updates")

    # --- what comes down

    async def _follow(self) -> None:
        async for came in self.client.updates():
            match came:
                case Pause(reason):
                    self._title(paused=True)
                    self.prompt.ask(f"The table is paused: {reason}", mine=False)
                case Gone(reason):
                    self._gone(reason)
                    return
                case Update():
                    self._take(came)

    def _take(self, update: Update) -> None:
        if rings(self.table.when, self.now, update, self.client.seats):
            self.app.bell()
        self.now, self.came = update, monotonic()
        story = self.stories.setdefault(update.seat, Story())
        story.hear(update, self.client.game, names_of(update))
        if self._must_cover(update):
            self._show(None)
            if (asked := self._asked(update)) and not self.covered:
                self._curtain(asked, update)
            return
        self._show(update)
        if update.stage is Stage.OVER and not self.told:
            self.told = True
            self._result(update)
        if update.rematch and isinstance(top := self.app.screen, ResultScreen) and self.client.seats:
            top.prompt.ask(f"The next game is at table {update.rematch}: n goes there.", mine=True)

    def _show(self, update: Update | None) -> None:
        """The table as it is now; None: nothing but what everybody around the keyboard may see."""
        self._title()
        self._seats()
        if update is None or update.view is None:
            self.board.show(None)
            self.prompt.say("")
        else:
            view, game = update.view, self.client.game
            legal, events = tuple(game.legal_actions(view)), tuple(self.stories[update.seat].events)
            self.board.show(Scene(game, view, legal, names_of(update), events))
        if not self.is_small():
            self.lay_out()  # only now the board knows how many lines it likes
        story = Story() if update is None else self.stories[update.seat]
        self.story.show(*story.beside_the_board())
        question, mine = self._question(update)
        self.prompt.ask(question, mine=mine)
        self._keys()

    def _question(self, update: Update | None) -> tuple[str, bool]:
        """The prompt, and whether it is put to the person who sees it."""
        now = self.now
        assert now is not None
        names = names_of(now)
        if update is None:
            waiting = " and ".join(names[seat] for seat in sorted(now.to_act))
            return f"{waiting} is to play; the hands are covered.", False
        if now.stage is Stage.WAITING:
            return tablemenu.waiting(self.client, now), False
        if now.stage is Stage.OVER:
            return now.outcome.reason if now.outcome else "The game was ended by agreement.", False
        return self.client.game.prompt(now.view, names), now.seat in now.to_act

    def _title(self, *, paused: bool = False) -> None:
        client = self.client
        options = client.game.told(client.options, all=False)
        plain = "you watch" if not client.seats else "ends with this window" if self.table.host.forgets else ""
        right = "TABLE PAUSED" if paused else wish(self.client, self.now) or plain
        more = f"table {client.table}" + (f"   {options}" if options else "")
        self.bar.show(client.game.title, more, right, alarm=paused or bool(wish(self.client, self.now)))

    def _seats(self) -> None:
        now = self.now
        if now is None:
            return
        names = names_of(now)
        facts: Sequence[str] = [""] * len(names)
        if now.view is not None:
            facts = self.board.facts(Scene(self.client.game, now.view, (), names))
        mine = self.client.seats
        left = {absence.seat: absence.seconds for absence in now.absences}
        places = [
            Place(
                person, fact, seat in now.to_act, seat in mine if len(mine) < 2 else seat == self.facing, left.get(seat)
            )
            for seat, (person, fact) in enumerate(zip(now.people, facts, strict=True))
        ]
        self.seats.show(places)

    # --- around one keyboard

    def _must_cover(self, update: Update) -> bool:
        mine = set(self.client.seats)
        if len(mine) < 2 or update.stage is not Stage.PLAYING:
            return False
        if self.facing is None or update.seat != self.facing:
            return True
        done = self.done is not None and update.serial > self.done
        if done:
            self.done = None
        others = (update.to_act & mine) - {self.facing}
        return bool(others) and (done or self.facing not in update.to_act)

    def _asked(self, update: Update) -> list[Seat]:
        """The people here who may decide now: on to the left; who sits at the keyboard comes last."""
        mine = update.to_act & set(self.client.seats)
        first = 0 if self.facing is None else self.facing + 1
        return sorted(mine, key=lambda seat: (seat - first) % len(update.people))

    def _curtain(self, asked: Sequence[Seat], update: Update) -> None:
        self.covered = True
        self.facing = None
        self._clear_away()  # a log, a menu or a result of who was here before

        def lifted(seat: Seat | None) -> None:
            self.run_worker(self._leave() if seat is None else self._face(seat), name="face")

        names = names_of(update)
        self.app.push_screen(HandoverScreen({seat: names[seat] for seat in asked}, self.client.game), lifted)

    async def _face(self, seat: Seat) -> None:
        try:
            await self.client.face(seat)
        except Refused as refused:
            self.prompt.say(str(refused), refused=True)
        self.facing = seat
        self.covered = False

    # --- what goes up

    def on_board_pointed(self, event: Board.Pointed) -> None:
        self._keys()
        self.prompt.say(event.sentence, refused=event.refused)

    def on_board_chosen(self, event: Board.Chosen) -> None:
        if self.now is not None and not self.busy:
            self.busy = True
            self.prompt.say("...")
            self.run_worker(self._act(str(event.action), self.now.serial), name="act")

    async def _act(self, action: str, serial: int) -> None:
        if self.now is not None and len(self.now.to_act & set(self.client.seats)) > 1:
            self.done = serial
        try:
            await self.client.act(action, serial)
        except Refused as refused:
            self.done = None
            self.board.refuse(named(str(refused), names_of(self.now) if self.now else ()))
        finally:
            self.busy = False

    async def _hint(self) -> None:
        """Ask a bot, and show what it says if that is still asked, of the same person."""
        if self.hinting or (asked := self.now) is None:
            return
        self.hinting, facing = True, self.facing
        self.board.tell("A bot thinks about it ...")
        try:
            hint = named(await self.client.hint(), names_of(asked))
            now = self.now
            if now and (now.serial, now.seat, self.facing) == (asked.serial, asked.seat, facing) and not self.covered:
                self._story().note(hint)
                self._show(now)
                self.board.tell(hint)
        except Refused as refused:
            self.board.refuse(str(refused))
        finally:
            self.hinting = False

    async def _say(self, text: str) -> None:
        try:
            await self.client.say(text)
        except Refused as refused:
            self.board.refuse(str(refused))

    async def _leave(self) -> None:
        self.board.show(None)
        await self.client.leave()
        self._close()

    def _gone(self, reason: str) -> None:
        self.board.show(None)
        again = (AGAIN,) if self.client.seats else ()
        table, lobby = self.client.table, self.table.lobby
        self._close()

        def chosen(key: str | None) -> None:
            if key == AGAIN.presses[0]:
                lobby.run_worker(lobby.went(table), name="go")

        self.app.push_screen(NoticeScreen(f"table {table}", (reason,), again, BACK), chosen)

    def _close(self) -> None:
        """Back to the lobby, whatever lies on top of this screen."""
        self._clear_away()
        self.app.pop_screen()
        self.table.lobby.left(self.client.table)

    def _clear_away(self) -> None:
        while self.app.screen_stack[-1] is not self:
            self.app.pop_screen()

    # --- keys

    def keys(self) -> Sequence[Key]:
        return self._with_board(self.board.KEYS if self.board.cursor is not None else ())

    def _with_board(self, own: Sequence[Key]) -> Sequence[Key]:
        now = self.now
        over = (RESULT,) if now is not None and now.stage is Stage.OVER else ()
        talk = (TALK,) if now is not None and now.may_talk and self.client.seats else ()
        hint = (HINT,) if now and now.may_hint and now.seat in now.to_act else ()
        taken = {press for key in own for press in key.presses}
        lobby = LOBBY if self.client.seats else LOOK_ELSEWHERE
        out = () if "q" in taken and own is not self.board.KEYS else (lobby,)
        return (*own[:3], *hint, *own[3:], *over, *talk, LOG, MENU, LIGHT, *out, HELP)

    def _keys(self) -> None:
        self.foot.show(self._with_board(self.board.keys_now()))

    async def pressed(self, key: str) -> None:
        now = self.now
        if key in ("q", "escape"):
            self._back(key)
            return
        if self.board.press(key):
            return
        match key:
            case "t":
                self._talk()
            case "h":
                self.run_worker(self._hint(), name="hint")
            case "l":
                self.app.push_screen(LogScreen(self._story().entries, self._story().new))
            case "m":
                self.run_worker(self._menu(), name="menu")
            case "v":
                self.table.turn_light()
            case "question_mark":
                self.table.help(self.keys(), self.client.game, self.board.SIGNS)
            case "enter" if now is not None and now.stage is Stage.OVER:
                self._result(now)
            case _:
                self.board.refuse("That key does nothing here; ? shows those that do.")

    def _back(self, key: str) -> None:
        """Put back what was picked up, else go to the lobby; never both with one pair of presses."""
        now = monotonic()
        if self.board.press("q"):
            self.put_back = now
        elif key == "escape":
            self.board.refuse("q goes to the lobby.")
        elif now - self.put_back < TWICE:
            self.put_back = -TWICE
            self.board.refuse("Nothing is picked up any more; q once more goes to the lobby.")
        else:
            self.run_worker(self._leave(), name="leave")

    def _story(self) -> Story:
        """Of who sits at the keyboard; nobody's while hands are covered."""
        now = self.now
        covered = len(self.client.seats) > 1 and self.facing is None and now and now.stage is Stage.PLAYING
        return Story() if covered or now is None else self.stories.get(now.seat, Story())

    def _talk(self) -> None:
        if not self.client.seats:
            self.board.refuse("You watch; only who sits at the table can talk.")
        elif self.now is None or not self.now.may_talk:
            game = self.client.game
            self.board.refuse(f"{game.title} is played in silence; talk is open {game.talk_opens}.")
        else:
            self.type_in(TypingLine("talk", "say to the table; Enter sends"), "say it")

    def on_typing_line_done(self, event: TypingLine.Done) -> None:
        if event.text:
            self.run_worker(self._say(event.text), name="say")

    async def _menu(self) -> None:
        menu = MenuScreen(lambda: offers(self.client, self.now, int(monotonic() - self.came)))
        word = await self.app.push_screen_wait(menu)
        try:
            match (word or "").split():
                case ["end", answer]:
                    await self.client.agree_to_end(answer == "yes")
                case ["stand-in", seat, level]:
                    await self.client.stand_in(int(seat), level)
        except Refused as refused:
            self.prompt.say(str(refused), refused=True)

    # --- the end

    def _result(self, update: Update) -> None:
        def chosen(word: str | None) -> None:
            match word:
                case "lobby":
                    self.run_worker(self._leave(), name="leave")
                case "again":
                    self.run_worker(self._again(), name="again")

        self.app.push_screen(ResultScreen(self.client, update, type(self.board)), chosen)

    async def _again(self) -> None:
        try:
            client = await self.client.rematch()
        except Refused as refused:
            self.prompt.say(str(refused), refused=True)
            return
        await self.client.leave()
        self._close()
        await self.table.seat(client)

    # --- where things are

    def lay_out(self) -> None:
        columns, rows = self.app.size
        table = self.board

        def likes(lines: int) -> int:
            return 12 if table.scene is None else table.wants(table.scene, Brush(columns, lines))

        seats = len(self.now.people) if self.now else 4
        wide = columns >= WIDE
        boxes = layout.beside(columns, rows, seats) if wide else layout.below(columns, rows, likes)
        for box, widget in zip(boxes, (table, self.seats, self.story), strict=True):
            box.hold(widget)
