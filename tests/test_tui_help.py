"""The help: rules without any mark of their Markdown, tables that fit, signs; and the replay, which has signs too."""

from __future__ import annotations

import re

import pytest

from engine import registry
from engine.bots import Question
from engine.game import AnyGame, Refused
from engine.match import Match
from engine.replay import Replay, of
from engine.rng import Rng
from net.local import LocalHost
from tests.rooms import UTF8, Room
from tests.terminals import Paper, running, until
from tui.app import Hushtable
from tui.boards import board
from tui.drawing import line_width, plain
from tui.markdown import markdown
from tui.screens.help import HelpScreen
from tui.screens.replay import ReplayScreen


@pytest.mark.parametrize("cells", [60, 77, 92])
@pytest.mark.parametrize("name", registry.names())
def test_rules_are_shown_without_a_mark_of_their_markdown(name: str, cells: int) -> None:
    lines = markdown(registry.game(name).help(), cells)
    text = plain(lines)
    assert "**" not in text
    assert "`" not in text
    assert "|--" not in text
    assert not any(line.lstrip().startswith(("|", "#")) for line in text.splitlines())
    assert max(map(line_width, lines)) <= cells


TABLE = """
| | light: you may | dark |
|---|---|---|
| red | *nothing* at all, and that for as long as anybody cares to look | no |
| yellow | `take r` or **two** | yes |
"""


def test_a_table_stands_in_columns_and_long_cells_are_wrapped_in_theirs() -> None:
    lines = [line.rstrip() for line in plain(markdown(TABLE, 40)).splitlines() if line.strip()]
    assert lines[0] == "         light: you may           dark"
    assert set(lines[1].replace(" ", "")) == {"─"}
    assert lines[2].startswith(" red     nothing at all, and ")
    assert lines[2].endswith(" no")
    assert lines[3].startswith(" " * 9 + "that ")
    assert lines[-1] == " yellow  take r or two            yes"


def test_loud_words_are_inked() -> None:
    inks = {text.strip(): ink for line in markdown(TABLE, 60) for text, ink in line if ink}
    assert (inks["nothing"], inks["take r"], inks["two"]) == ("under", "accent", "bold")


@pytest.mark.parametrize("name", registry.names())
def test_what_only_a_line_can_say_stands_at_the_end_of_the_rules(name: str) -> None:
    game = registry.game(name)
    before, heading, typed = game.help().partition("\n## If you type: line mode and notation\n")
    assert heading
    assert "\n#" not in typed
    notation = re.findall("`(.+?)`", before)
    assert not [word for word in notation if "=" in word or word in {option.name for option in game.options}]
    for word in notation:
        with pytest.raises(Refused):
            game.parse(word)
    assert any(is_action(game, word) for word in re.findall("`(.+?)`", typed))


def is_action(game: AnyGame, text: str) -> bool:
    try:
        game.parse(text)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", registry.names())
def test_every_board_explains_its_signs(name: str) -> None:
    assert board(name).SIGNS


def finished(name: str, seats: int) -> Replay:
    match = Match(registry.game(name), seats, 5)
    while match.outcome() is None:
        seat = min(match.awaited())
        rng = Rng(5, "replay", match.serial)
        match.play(seat, registry.bot(name, "greedy")(Question(match.view(seat), match.legal(seat), (), rng)))
    return of(match, ("Anna", "Bo", "Cem", "Dee", "Eva")[:seats])


@pytest.mark.parametrize("size", [(80, 22), (80, 24), (120, 40)])
@pytest.mark.parametrize("name", registry.names())
async def test_a_replay_shows_who_sits_where_and_its_help_the_signs(name: str, size: tuple[int, int]) -> None:
    record = finished(name, 3)
    host = LocalHost("Anna", pace=0)
    paper = Paper(*size, UTF8)

    async def begin() -> Replay:
        return record

    app = Hushtable(host, paper.environ, begin=begin)
    async with running(lambda _: app, paper):
        here = Room(host, app, paper)
        await until(lambda: len(app._screen_stack) > 1)
        await here.opens(ReplayScreen)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await until(lambda: screen.board.lines and screen.seats.lines)
        facts = screen.board.facts(screen.board.scene)  # type: ignore[arg-type]  # it has one
        seats = plain(screen.seats.lines)
        assert all(f"{seat} {who}" in seats for seat, who in enumerate(record.names, 1))
        assert all(fact in seats for fact in facts)
        last = screen.board.region.bottom
        assert last <= screen.prompt.region.y, "the picture reaches behind the prompt"
        assert len(screen.board.lines) <= screen.board.size.height
        await here.shows(f"seen by {record.names[screen.board.scene.view.seat]}")  # type: ignore[union-attr]
        paper.type("?")
        await here.opens(HelpScreen)
        await here.shows("Signs")
    await host.close()


async def test_who_came_only_to_see_a_replay_leaves_with_it() -> None:
    record = finished("sixteen", 2)
    host = LocalHost("Anna", pace=0)
    paper = Paper(80, 24, UTF8)

    async def begin() -> Replay:
        return record

    async with running(lambda _: Hushtable(host, paper.environ, begin=begin), paper):
        await paper.shows("replay: move 0")
        paper.type("q")
        await until(lambda: "\x1b[?1049l" in paper.output)
    await host.close()
