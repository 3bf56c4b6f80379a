"""The table screen: a whole game by keys, the curtain, talk, refusals, pauses."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

from engine import registry
from engine.match import Match
from engine.replay import read, verify
from net.client import Gone, Listing, Pause, Stage, Standing, Told, Update
from tests.rooms import DOWN, LEFT, RIGHT, UP, Room, room
from tests.terminals import Paper, running, until
from tui.app import Hushtable
from tui.screens.handover import HandoverScreen
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.log import LogScreen
from tui.screens.menu import MenuScreen
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen

ALONE = ("here Anna", "greedy", "greedy")
TOGETHER = ("here Anna", "here Bo", "greedy")

# Bo is to play and goes out with his last tile; Anna holds nothing that fits.
LAST = """
title = "the last tile"
game = "sixteen"
seats = 2
[position]
rows.r = "r1"
rows.y = "y1"
rows.g = "g1"
rows.b = "b1 b9"
rows.p = "p1"
hands = ["r5 b7 bin", "p3"]
turn = 1
"""


async def play_to_the_end(here: Room) -> None:
    for _ in range(200):
        await here.my_turn()
        if here.app.screen is not here.table:
            return
        before = here.table.now
        here.paper.type("\r")
        await here.until(lambda: here.table.now is not before)  # noqa: B023  looked at in this turn of the loop only


async def test_a_whole_game_is_played_by_keys_and_counted_tile_by_tile() -> None:
    async with room(ALONE) as here:
        await play_to_the_end(here)
        await here.opens(ResultScreen)
        outcome = here.table.now and here.table.now.outcome
        assert outcome
        await here.shows(outcome.reason)
        text = here.paper.text
        assert all(f"= {score}" in text for score in outcome.scores if score)
        winners = " and ".join(("Anna", "Bot Abe", "Bot Bea")[seat] for seat in outcome.winners)
        assert winners in text.splitlines()[2]


async def test_after_the_end_the_same_people_play_again_or_go_back_or_look_at_the_replay() -> None:
    async with room(("here Anna", "greedy"), position=LAST, seed=1) as here:
        await here.my_turn()
        here.paper.type("r\r")  # r5; then the bot goes out
        await here.shows("Bot Abe wins", "r replay")
        here.paper.type("r")
        await here.until(lambda: isinstance(here.app.screen, (ReplayScreen, ResultScreen)))
        here.paper.type("q")


async def test_the_end_offers_a_new_game_with_the_same_people() -> None:
    async with room(ALONE) as here:
        await play_to_the_end(here)
        first = here.table.client.table
        here.paper.type("n")
        await here.until(lambda: isinstance(here.app.screen, TableScreen) and here.table.client.table != first)
        await here.my_turn()
        assert len([screen for screen in here.app.screen_stack if isinstance(screen, TableScreen)]) == 1
        await here.shows("Anna", "Bot Bea")


async def test_a_finished_game_can_be_gone_through_move_by_move() -> None:
    async with room(ALONE) as here:
        await play_to_the_end(here)
        here.paper.type("r")
        await here.opens(ReplayScreen)
        record = read(await here.host.replay(here.table.client.table))
        verify(record)
        await here.shows(f"move 0 of {len(record.plies)}")
        here.paper.type(RIGHT + DOWN)
        await here.shows("move 11 of")
        here.paper.type(LEFT + UP)
        await here.shows("move 0 of")
        here.paper.type("q")
        await here.opens(ResultScreen)


# --- around one keyboard


def tiles_shown(text: str) -> set[str]:
    """Whatever could name a tile: numbers, colours, specials; the clock of the digit to press aside."""
    return set(re.findall(r"\b\d+\w?\b|\b(?:red|yellow|green|blue|purple|scissors|bin)\b", text))


async def test_hands_are_covered_until_the_next_person_lifts_the_curtain() -> None:
    async with room(TOGETHER) as here:
        await here.shows("It is Anna’s turn", "press 1")
        assert tiles_shown(here.paper.text) == {"1"}
        assert await here.lifted() == "Anna"
        await here.shows("yours")
        here.paper.type("\r")
        await here.shows("It is Bo’s turn", "press 2")
        assert tiles_shown(here.paper.text) == {"2"}, "a tile can be read on the curtain"


async def test_only_the_digit_of_the_seat_lifts_the_curtain() -> None:
    async with room(TOGETHER) as here:
        await here.shows("press 1")
        for key in ("\r", " ", "2", "3", UP, RIGHT, "y", "\x1b"):
            here.paper.type(key)
        here.paper.type("?")
        await here.opens(HelpScreen)
        here.paper.type("q")
        await here.opens(HandoverScreen)
        assert here.table.board.scene is None
        await here.lifted()


async def test_no_frame_shows_a_hand_before_its_person_lifts_the_curtain() -> None:
    """Each frame, not only the last: what the terminal shows after every write."""
    async with room(("here Anna", "here Bo")) as here:
        frames: list[str] = []
        write = here.paper.write

        def noted(text: str) -> None:
            write(text)
            frames.append(here.paper.text)

        here.paper.write = noted  # type: ignore[method-assign]  # to see every frame
        hands: dict[str, str] = {}
        for _ in range(6):
            frames.clear()
            who = await here.lifted()
            scene = here.table.board.scene
            assert scene
            hands[who] = "\n".join(line for line in here.paper.text.splitlines() if "yours" in line)
            (shown,) = {frame for frame in frames if "yours" in frame} or {""}
            assert not shown or scene.names[scene.view.seat] == who
            frames.clear()
            here.paper.type("\r")
            await here.opens(HandoverScreen)
            await here.shows("The hands are covered")
            other = next((hand for name, hand in hands.items() if name != who), None)
            assert not other or all(other not in frame for frame in frames)


async def test_no_log_of_another_person_lies_behind_the_curtain() -> None:
    async with room(("here Anna", "here Bo"), game="tranquility") as here:
        who = await here.lifted()
        here.paper.type("l")
        await here.opens(LogScreen)
        now = here.table.now
        assert now is not None
        client = here.table.client
        await client.act(str(client.game.legal_actions(now.view)[0]), now.serial)
        assert await here.lifted() != who
        assert here.app.screen is here.table


async def test_no_log_is_shown_while_the_hands_are_covered() -> None:
    async with room(("here Anna", "here Bo"), game="tranquility") as here:
        await here.lifted()
        here.table.stories[here.table.facing].note("only for me")
        assert any(entry.text == "only for me" for entry in here.table._story().entries)
        here.table.facing = None
        assert not here.table._story().entries


async def test_the_curtain_comes_only_when_several_people_share_the_keyboard() -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        assert isinstance(here.app.screen, TableScreen)


async def test_nothing_of_a_hand_is_left_on_the_screen_or_in_the_title_after_leaving() -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        here.paper.type("q")
        await here.opens(LobbyScreen)
        await here.shows("your turn")
        assert "yours" not in here.paper.text
        here.paper.type("q")
        await here.shows("Leave?")
        here.paper.type("y")
        await here.until(lambda: "\x1b[?1049l" in here.paper.output)
        titles = re.findall(r"\x1b\]2;(.*?)\x07", here.paper.output)
        assert set(titles) == {"Hushtable"}


# --- keys and sentences


async def test_a_refused_key_says_why_and_the_next_key_clears_it() -> None:
    async with room(("here Anna", "greedy"), position=LAST, seed=1) as here:
        await here.my_turn()
        here.paper.type("b\r")
        await here.shows("! The blue row is at 9; blue 7 is not higher.")
        here.paper.type("r")
        await here.shows("Place red 5.")
        assert "blue 7 is not higher" not in here.paper.text
        here.paper.type("s\r")
        await here.shows("! You may pass only when none of your number tiles fits.")


async def test_what_an_action_does_is_said_before_it_is_done() -> None:
    async with room(("here Anna", "greedy"), position=LAST, seed=1) as here:
        await here.my_turn()
        here.paper.type("d")
        await here.shows("Bin: remove blue 9, then one tile of yours may follow there.", "[ 9]")
        here.paper.type("q")
        await here.shows("[bin]")
        assert here.table.now
        assert here.table.now.serial == 0


async def test_help_shows_every_key_of_the_table_and_the_rules() -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        keys = here.table.keys()
        here.paper.type("?")
        await here.shows("Keys", "next page")
        seen = here.paper.text
        while "Talk is open all the time" not in here.paper.text:
            before = here.paper.text
            here.paper.type(" ")
            await here.until(lambda: here.paper.text != before)  # noqa: B023  looked at in this turn of the loop only
            seen += here.paper.text
        told = " ".join(seen.split())
        assert [key for key in keys if key.help not in told] == []
        here.paper.type("?")
        await here.opens(TableScreen)


async def test_every_dialog_closes_without_escape() -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        for opening, kind in (("?", HelpScreen), ("m", MenuScreen), ("l", LogScreen)):
            here.paper.type(opening)
            await here.opens(kind)
            here.paper.type("q")
            await here.opens(TableScreen)
        here.paper.type("t")
        await here.shows("say to the table")
        here.paper.type("\r")
        await here.until(lambda: "say to the table" not in here.paper.text)


async def test_colours_symbols_and_mouse_change_by_keys() -> None:
    async with room(ALONE) as here:
        await here.my_turn()
        here.paper.type("v")
        await here.until(lambda: not here.app.look.theme.palette.dark)
        here.paper.type("m")
        await here.shows("Symbols")
        here.paper.type(DOWN + "\r" + DOWN + "\r" + "q")
        await here.opens(TableScreen)
        await here.shows("yours")
        assert here.paper.text.isascii()
        assert not here.app.mouse


async def test_a_terminal_without_utf8_gets_ascii_only_names_and_sentences_too() -> None:
    async with room(("here Zoë", "here 日本"), environ={"TERM": "xterm", "LANG": "C"}) as here:
        await here.opens(HandoverScreen)
        await here.shows("'s turn", "press")
        assert here.paper.text.isascii()
        here.paper.type(str(here.app.screen.seat + 1))  # type: ignore[attr-defined]  # it is a HandoverScreen
        await here.shows("Your turn", "1 Zo?", "2 ????", "16r^")
        assert here.paper.text.isascii()
        here.paper.type("?")
        await here.shows("Keys", "arrows")
        assert here.paper.text.isascii()


# --- talk and people's text


async def test_text_from_people_is_never_markup() -> None:
    async with room(("here [red]An[/]", "here [@click]Bo[/]", "greedy"), size=(120, 40)) as here:
        assert await here.lifted() in ("[red]An[/]", "[@click]Bo[/]")
        await here.shows("[red]An[/]", "[@click]Bo[/]")
        here.paper.type("t")
        await here.shows("say to the table")
        here.paper.type("[@click=a.b]hi[/]\r")
        await here.shows("[/]: [@click=a.b]hi[/]")


async def test_silent_games_have_no_line_to_talk_in() -> None:
    async with room(("here Anna", "greedy", "greedy"), game="tranquility") as here:
        await here.until(lambda: here.table.now is not None)
        here.paper.type("t")
        await here.shows("in silence")
        assert "talk" not in here.paper.text.splitlines()[-1]


# --- a table that cannot be reached


class Slow:
    """A client and a host whose table is paused, or gone, when the test says so."""

    name = "Anna"
    standing = Standing.HERE
    forgets = ""
    table = "nofi"
    seats = (0,)

    def __init__(self, *steps: Update | Pause | Gone) -> None:
        self.game = registry.game("sixteen")
        self.options = self.game.settled({})
        self.steps = list(steps)

    async def updates(self) -> AsyncIterator[Update | Pause | Gone]:
        while True:
            await until(lambda: self.steps)
            yield self.steps.pop(0)

    async def listings(self) -> AsyncIterator[tuple[Listing, ...]]:
        yield ()

    async def told(self) -> AsyncIterator[Told]:
        await asyncio.Event().wait()
        yield Told("")

    async def leave(self) -> None: ...


def an_update() -> Update:
    match = Match(registry.game("sixteen"), 2, 5)
    seat = min(match.to_act())
    return Update(
        serial=0,
        seat=seat,
        stage=Stage.PLAYING,
        view=match.view(seat),
        events=(),
        said=(),
        fresh=True,
        to_act=match.to_act(),
        people=(None, None),
        outcome=None,
        may_talk=True,
    )


async def test_a_paused_table_says_so_and_goes_on_by_itself() -> None:
    slow: Any = Slow(an_update())
    paper = Paper(80, 24, {"TERM": "xterm"})

    async def begin() -> Any:
        return slow

    async with running(lambda _: Hushtable(slow, paper.environ, begin=begin), paper):
        await paper.shows("Your turn")
        slow.steps.append(Pause("the house is starting again."))
        await paper.shows("TABLE PAUSED")
        await paper.shows("The table is paused: the house is starting again.")
        slow.steps.append(an_update())
        await paper.shows("Your turn")
        assert "PAUSED" not in paper.text
        slow.steps.append(Gone("You sat down at this table from another window."))
        await paper.shows("You sat down at this table from another window.")
        await paper.shows("sit here again")
        paper.type("\r")
        await paper.shows("Open a new table")


# --- what it costs


async def test_a_cursor_key_sends_few_bytes_and_the_first_table_not_many() -> None:
    async with room(ALONE) as here:
        await here.shows("Your turn")
        assert len(here.paper.output.encode()) < 9000
        for key in (RIGHT, RIGHT, DOWN, DOWN, "b"):
            sent = len(here.paper.output.encode())
            before = here.paper.text
            here.paper.type(key)
            await here.until(lambda: here.paper.text != before)  # noqa: B023  looked at in this turn of the loop only
            await here.opens(TableScreen)
            assert len(here.paper.output.encode()) - sent < 420
