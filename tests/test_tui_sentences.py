"""What a newcomer reads: people by name, whole sentences, keys that are told, countdowns that count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import registry, scenario
from engine.game import Outcome
from engine.silencio.words import HANGS
from net.client import Absence, Line, Person, Stage, Update
from tests.rooms import room
from tests.silencio_table import Sitting, exchanging
from tests.silencio_table import scene as silencio_scene
from tests.test_splendor import opened
from tests.test_tui_boards import MIDGAME, NAMES, midgame, scene
from tests.tranquility_sitting import drawn as sea
from tests.tranquility_sitting import scene as sea_scene
from tests.tranquility_sitting import starting
from tui.boards import board
from tui.boards.sixteen import count
from tui.check import check
from tui.drawing import Brush, plain
from tui.screens.handover import HandoverScreen
from tui.screens.result import ResultScreen
from tui.screens.story import Story
from tui.screens.tablemenu import offers
from tui.spoken import named
from tui.widgets.bars import Prompt


def test_sentences_of_the_engine_name_people_and_leave_seats_that_are_not_there() -> None:
    assert named("Seat 2 takes red 7.", NAMES[:3]) == "Bo takes red 7."
    assert named("It is not your turn but seat 3’s.", NAMES[:3]) == "It is not your turn but Cem’s."
    assert named("There is no seat 9.", NAMES[:3]) == "There is no seat 9."
    assert named("Seat 1 waits.", (r"\1 [b]",)) == r"\1 [b] waits."


def test_a_choice_of_somebody_is_told_with_their_name() -> None:
    sitting = Sitting(silencio_scene(exchanging(), 0))
    told = [sitting.of.explain(action) for action in sitting.of.legal]
    assert any("to Bo, who gives you another card" in sentence for sentence in told)
    assert not any("seat 2" in sentence for sentence in told)


def test_a_run_that_cannot_be_longer_says_so_plainly() -> None:
    table, of = board("sixteen")(), midgame()
    at = table.moved(of, table.begin(of, None), "y")
    at = table.moved(of, table.moved(of, at, "9"), "9")
    assert table.moved(of, at, "space") == "Yellow 9 begins no longer run than this."


def test_the_key_line_says_stop_where_one_may_stop() -> None:
    match = scene_match("bin r 1")
    of = scene(match, 0)
    table = board("sixteen")()
    does = {key.cap: key.does for key in table.keys(of, table.begin(of, None))}
    assert does["s"] == "stop"
    assert "pass" not in does.values()


def scene_match(*actions: str) -> Any:
    match = scenario.read(MIDGAME)[0].match()
    for action in actions:
        match.play(0, match.game.parse(action))
    return match


def test_a_special_that_finds_nothing_is_not_offered() -> None:
    opening = """
title = "nothing to remove"
game = "sixteen"
seats = 2
[position]
rows.r = "r1"
rows.y = "y1"
rows.g = "g1"
rows.b = "b1"
rows.p = "p1"
hands = ["r5 b7 bin", "p3"]
turn = 1
"""
    match = scenario.read(opening)[0].match()
    assert match.game.prompt(match.view(0), NAMES[:2]) == "Your turn: place a tile or a run."


def test_a_tie_in_sixteen_says_what_broke_it() -> None:
    of = midgame()
    hands = (of.view.hand[:2], of.view.hand[2:5], of.view.hand[5:8])
    view = replace(of.view, shown=hands)
    outcome = Outcome(winners=(0,), scores=(39, 39, 50), ranks=(1, 2, 3), reason="")
    text = plain(count.count(replace(of, view=view), outcome, Brush(80, 20)))
    assert "2 tiles: the same sum with fewer tiles" in text
    assert "3 tiles: the same sum with more tiles" in text


def test_specials_are_written_out_in_the_count() -> None:
    of = midgame()
    view = replace(of.view, shown=(of.view.hand, (), ()))
    outcome = Outcome(winners=(1,), scores=(99, 0, 0), ranks=(3, 1, 1), reason="")
    lines = count.count(replace(of, view=view), outcome, Brush(80, 20))
    assert "  scissors\n" in plain(lines)
    tiles, sums = plain(lines).splitlines()[-2:]
    assert sums.rindex("+ 20") == tiles.index("scissors") - 1
    assert sums.index("= 99") > tiles.index("scissors") + len("scissors")


def test_reserving_does_not_sound_as_if_it_cost_the_price_of_the_card() -> None:
    match = opened(2, 1)
    view = match.view(0)
    card = view.rows[0][0]
    told = match.game.explain(view, match.game.parse(f"reserve {card}"))
    assert "; its price is " in told
    assert ") for " not in told


def test_nobody_hears_of_gold_in_a_game_without_it() -> None:
    for seats, gold in ((2, False), (4, True)):
        match = opened(seats, 1)
        seat = min(match.to_act())
        view = match.view(seat)
        told = match.game.why_not(view, match.game.parse(f"buy {view.rows[2][0]}"))
        assert ("you have no gold" in told) is gold
        assert "0 gold" not in told


@pytest.mark.parametrize("name", registry.names())
def test_every_option_has_words_for_each_of_its_values(name: str) -> None:
    game = registry.game(name)
    told = game.told(game.settled({}))
    for option in game.options:
        assert "_" not in option.called
        assert all(option.said(choice) for choice in option.choices)
        assert option.called in told
    assert told.split("; ") == [
        f"{option.called}: {option.said(option.settled(option.default))}" for option in game.options
    ]
    assert "source" not in told
    assert game.told(game.settled({}), all=False) == ""


def test_a_file_that_is_not_there_is_named_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "nofile")
    assert check([missing]) == 1
    assert capsys.readouterr().out.count("nofile") == 1


# --- names and questions in full


def test_names_are_cut_between_words_in_the_columns_of_splendor() -> None:
    match = opened(3, 1)
    of = replace(scene(match, 0), names=("Anna", "Bot Abe", "greedy player"))
    text = plain(board("splendor")().draw(of, None, Brush(80, 14)))
    assert "2 Abe " in text
    assert "3 greedy " in text


def test_a_long_question_is_told_in_two_lines_where_there_is_room() -> None:
    prompt = Prompt()
    prompt.question = "The house does not answer: " + "it is kept and goes on by itself " * 2
    text = plain(prompt.drawing(Brush(80, 3)))
    assert " ".join(text.replace("…", "").replace("─", "").split()) == " ".join(prompt.question.split())
    prompt.answer = "What Enter would do."
    assert "What Enter would do." in plain(prompt.drawing(Brush(80, 3)))
    assert len(prompt.drawing(Brush(80, 3))) <= 3


def test_a_long_answer_takes_the_room_of_the_question_and_says_where_it_was_cut() -> None:
    prompt = Prompt()
    prompt.question, prompt.mine, prompt.answer = "Your turn.", True, "Hint: " + "place purple 14 " * 13
    text = plain(prompt.drawing(Brush(80, 3)))
    assert text.startswith(" ▶ "), "it is still to be seen whose decision it is"
    assert " ".join(text.removeprefix(" ▶ ").split()) == prompt.answer.strip()
    prompt.answer += "and so on " * 4
    text = plain(prompt.drawing(Brush(80, 3)))
    assert len(text.splitlines()) == 3
    assert text.rstrip().endswith("…")


def test_the_price_of_a_start_stands_there_in_full() -> None:
    assert "costs 8 cards in all" in sea(sea_scene(starting(), 1))


# --- what is waited for


def update(**more: Any) -> Update:
    match = opened(2, 1)
    return Update(
        serial=1,
        seat=0,
        stage=Stage.PLAYING,
        view=match.view(0),
        events=(),
        said=(),
        fresh=False,
        to_act=match.to_act(),
        people=(Person("Anna"), Person("Bo", away=True)),
        outcome=None,
        may_talk=True,
        **more,
    )


class AtTable:
    seats = (0,)
    game = registry.game("splendor")


def test_the_menu_counts_how_long_one_must_still_wait_for_somebody_away() -> None:
    now = update(absences=(Absence(1, 300),))
    at: Any = AtTable()

    def told(since: int) -> str:
        return next(sentence for word, sentence in offers(at, now, since) if word == "stand-in 1 greedy")

    assert told(0).startswith("in 5:00: let the greedy bot play for Bo meanwhile")
    assert told(241).startswith("in 0:59: let the greedy bot play for Bo meanwhile")
    assert told(300) == told(999)
    assert told(300).startswith("Let the greedy bot play for Bo meanwhile")
    long = replace(now, people=(Person("Anna"), Person("Bartholomew of Ghent", away=True)))
    assert all(len(sentence) <= 76 for one in (now, long) for _, sentence in offers(at, one, 0))


def test_who_comes_back_sees_the_newest_moves_last() -> None:
    match = opened(2, 1)
    seat = min(match.to_act())
    events = tuple(notice.event for notice in match.play(seat, match.legal(seat)[0]) if notice.to is None)
    story = Story()
    came = replace(update(), fresh=True, events=events, said=(Line("Bo", "hello"),))
    story.hear(came, match.game, NAMES[:2])
    assert [bool(entry.speaker) for entry in story.entries] == [True] + [False] * len(events)
    story.hear(replace(came, fresh=False, events=(), said=(Line("Bo", "again"),)), match.game, NAMES[:2])
    assert story.entries[-1].speaker == "Bo"


# --- dead keys, and a line to type in


async def test_the_key_line_offers_no_enter_that_would_be_refused() -> None:
    async with room(("here Anna", "greedy")) as here:
        await here.my_turn()
        await here.shows("Enter do it")
        here.paper.type("\x1b[B" * 5)  # to the pass, which is not allowed
        await here.until(lambda: "You may pass only" in here.table.prompt.answer)
        await here.until(lambda: "Enter" not in here.paper.text.splitlines()[-1])


async def test_whoever_is_asked_at_the_same_time_may_lift_the_curtain() -> None:
    async with room(("here Anna", "here Bo"), game="silencio") as here:
        await here.shows("Anna and Bo are asked at once.", "Anna, press 1", "Bo, press 2")
        here.paper.type("3")
        await here.shows("Only 1 and 2 show a hand; q goes to the lobby.")
        here.paper.type("2")
        await here.until(lambda: here.table.facing == 1 and here.table.board.scene is not None)
        here.paper.type("\r")
        await here.until(lambda: here.table.now and here.table.now.to_act == {1})  # has claimed the start


async def test_a_dead_key_on_the_curtain_says_what_works() -> None:
    async with room(("here Anna", "here Bo", "greedy")) as here:
        await here.opens(HandoverScreen)
        screen = here.app.screen
        assert isinstance(screen, HandoverScreen)
        here.paper.type("\r")
        await here.shows(f"Only {screen.seat + 1} shows the hand of {screen.who}; q goes to the lobby.")


async def test_a_dead_key_on_the_result_says_what_works() -> None:
    async with room(("here Anna", "greedy"), position=ONE_TILE, seed=1) as here:
        await here.my_turn()
        here.paper.type("\r")
        await here.opens(ResultScreen)
        here.paper.type("x")
        await here.shows("! That key does nothing here; the line below shows those that do.")


ONE_TILE = """
title = "one tile"
game = "sixteen"
seats = 2
[position]
rows.r = "r1"
rows.y = "y1"
rows.g = "g1"
rows.b = "b1"
rows.p = "p1"
hands = ["r5", "p3"]
turn = 1
"""


async def test_while_one_types_the_key_line_is_about_typing() -> None:
    async with room(("here Anna", "greedy", "greedy")) as here:
        await here.my_turn()
        here.paper.type("t")
        await here.shows("Enter say it", "Esc or empty Enter cancels")
        assert "lobby" not in here.paper.text.splitlines()[-1]
        here.paper.type("\r")
        await here.shows("q lobby")


def test_what_hangs_fits_its_two_lines() -> None:
    assert max(map(len, HANGS.values())) <= 69
