"""How a game ended: who won, the ranking, the board's own count; and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from engine.game import Outcome
from net.client import Client, Update
from tui.board import Board, Scene
from tui.drawing import Brush, Line, Lines, fit, paragraph, spread
from tui.keys import Key
from tui.screens.page import HELP, Page
from tui.spoken import headline
from tui.widgets.drawn import Drawn

LONGEST = 100


class Count(Drawn):
    """The headline, and below it the board's own picture of the end."""

    def __init__(
        self, scene: Scene | None, outcome: Outcome | None, board: Board, names: Sequence[str], *, mine: bool
    ) -> None:
        """mine: for somebody who played."""
        super().__init__()
        self.scene = scene
        self.outcome = outcome
        self.board = board
        self.names = names
        self.mine = mine
        self.first = 0

    def scroll(self, by: int) -> None:
        self.first += by
        self.redraw()

    def drawing(self, brush: Brush) -> Lines:
        outcome, scene = self.outcome, self.scene
        if outcome is None or scene is None:
            return ((), ((" The game was ended by agreement, without a result.", "bold"),))
        inner = Brush(min(brush.width - 1, LONGEST), brush.height, brush.ascii)
        cells = inner.width - 1
        lines: list[Line] = [
            (),
            *paragraph(headline(scene.game, outcome, self.names, mine=self.mine), cells, "accent bold", first=" "),
            *paragraph(outcome.reason, cells, "dim", first=" "),
            (),
        ]
        lines += self.board.final(scene, outcome, inner) or ranking(outcome, self.names, inner)
        self.first = max(0, min(self.first, len(lines) - brush.height))
        return tuple(lines[self.first : self.first + brush.height])


def ranking(outcome: Outcome, names: Sequence[str], brush: Brush) -> Lines:
    """For games whose board has no picture of the end."""
    order = sorted(range(len(names)), key=lambda seat: (outcome.ranks[seat], seat))
    return tuple(
        spread(
            (
                (
                    f"   {outcome.ranks[seat]}. {fit(names[seat], 30, ascii=brush.ascii)}",
                    "bold" if seat in outcome.winners else "",
                ),
            ),
            ((f"{outcome.scores[seat]:>5} ", "bold" if seat in outcome.winners else ""),),
            min(brush.width, 50),
        )
        for seat in order
    )


class ResultScreen(Page[str]):
    """Dismissed with `lobby`, `again`, or None to look at the board."""

    AGAIN = Key(("n",), "n", "new game", "Play again with the same people.")
    KEYS = (
        Key(("up", "down"), "↑↓", "scroll", "Scroll."),
        Key(("b",), "b", "the board", "Look at the board as it was at the end."),
        AGAIN,
        Key(("r",), "r", "replay", "Go through the game move by move."),
        Key(("q", "escape"), "q", "lobby", "Back to the lobby."),
        HELP,
    )

    def __init__(self, client: Client, update: Update, board: type[Board]) -> None:
        super().__init__()
        self.client = client
        names = tuple(person.name if person else f"seat {seat}" for seat, person in enumerate(update.people, 1))
        scene = None if update.view is None else Scene(client.game, update.view, (), names)
        self.count = Count(scene, update.outcome, board(), names, mine=bool(client.seats))

    def keys(self) -> Sequence[Key]:
        return [key for key in self.KEYS if key is not self.AGAIN or self.client.seats]

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.count
        yield self.prompt
        yield self.foot

    def on_mount(self) -> None:
        self.bar.show(self.client.game.title, f"table {self.client.table}", "the game is over")
        self.foot.show(self.keys())

    async def pressed(self, key: str) -> None:
        count = self.count
        match key:
            case "up" | "down":
                count.scroll(1 if key == "down" else -1)
            case "space" | "pagedown":
                count.scroll(count.size.height - 2)
            case "pageup":
                count.scroll(2 - count.size.height)
            case "b":
                self.dismiss(None)
            case "n" if self.client.seats:
                self.prompt.say("Setting up the next game ...")
                self.dismiss("again")
            case "r":
                self.run_worker(self._replay(), name="replay")
            case "q" | "escape":
                self.dismiss("lobby")
            case "question_mark":
                self.table.help(self.keys(), self.client.game)
            case _:
                self.prompt.say("That key does nothing here; the line below shows those that do.", refused=True)

    async def _replay(self) -> None:
        await self.table.replay(self.client.table)
