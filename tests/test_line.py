"""Line mode at one's own terminal: who gets a seat, what is asked before a game is lost, and how all is said."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from engine import registry
from engine.game import Outcome, Refused
from engine.match import Match
from net.client import Person, Stage, Update
from net.local import LocalHost
from tests.test_tui_help import TABLE
from tui.line import LineMode, plan
from tui.markdown import said
from tui.spoken import result, who_sits


async def heard(*lines: str, starts: int | None) -> list[str]:
    """What is said to somebody on seat 1, beside a bot, who types these lines.

    starts: the seat that begins; None: at no table.
    """
    told: list[str] = []

    async def write(line: str) -> None:
        told.append(line)

    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    host = LocalHost("Ada", pace=600)
    try:
        table = None
        if starts is not None:
            seed = next(seed for seed in range(99) if Match(registry.game("sixteen"), 2, seed).to_act() == {starts})
            table = await host.begin("sixteen", ["here", "greedy"], {}, seed, None)
        await LineMode(host, write).run(typed(), table)
    finally:
        await host.close()
    return told


async def test_who_quits_a_running_game_is_asked_once_more() -> None:
    told = await heard("quit", "hand", "quit", "quit", "hand", starts=0)
    asked = [number for number, line in enumerate(told) if line.startswith("> A game that you play here ends")]
    assert len(asked) == 2, "something else in between takes the first quit back"
    assert told[asked[1] + 1 :] == ["Goodbye."]


async def test_who_only_left_the_table_is_asked_too() -> None:
    told = await heard("leave", "quit", "quit", starts=0)
    assert told[-2].startswith("> A game that you play here ends")


async def test_who_plays_nothing_just_quits() -> None:
    told = await heard("quit", starts=None)
    assert [line[0] for line in told] == ["H", "G"], told


async def test_a_refusal_names_people_as_the_screen_does() -> None:
    told = await heard("pass", starts=1)
    (refusal,) = [line for line in told if line.startswith("!")]
    assert refusal.startswith("! It is not your turn but "), refusal
    assert "seat" not in refusal


def seated(name: str, seats: int | None, *others: str) -> list[str]:
    return plan(registry.game(name), seats, others, "greedy")


def test_a_table_has_a_seat_for_me_and_each_bot_that_is_named_and_no_fewer_than_the_game() -> None:
    assert seated("tranquility", None) == ["here"]
    assert seated("tranquility", None, "greedy") == ["here", "greedy"]
    assert seated("tranquility", None, "random", "greedy") == ["here", "random", "greedy"]
    assert seated("sixteen", None) == ["here", "greedy"]
    assert seated("sixteen", None, "strong", "random", "here") == ["here", "strong", "random", "here"]
    assert seated("sixteen", 4, "strong", "random") == ["here", "strong", "random", "strong"]


def test_nobody_who_is_named_is_left_out_without_a_word() -> None:
    with pytest.raises(Refused, match="Sixteen is for 2 to 4 seats, not 5"):
        seated("sixteen", None, *["greedy"] * 4)
    with pytest.raises(Refused, match=r"At 2 seats there is no room for strong, beside you and greedy\."):
        seated("sixteen", 2, "greedy", "strong")
    with pytest.raises(Refused, match=r"At 1 seat there is no room for greedy, beside you\."):
        seated("tranquility", 1, "greedy")


async def test_a_bot_that_is_named_plays_and_at_home_no_seat_waits_for_others() -> None:
    for words, people in (
        ("tranquility bots=greedy", "Ada and Bot Abe"),
        ("tranquility", "Ada"),
        ("sixteen seats=3", "Ada, Bot Abe and Bot Bea"),
    ):
        told = await heard(f"open {words}", "tables", starts=None)
        assert any(f"; {people}; playing" in line for line in told), words


@pytest.mark.parametrize("name", registry.names())
def test_rules_are_said_in_plain_lines(name: str) -> None:
    lines = list(said(registry.game(name).help()))
    assert not [line for line in lines if set("|#`*") & set(line) or not line.strip()]
    assert "Rulings" in lines


def test_a_row_of_a_table_is_said_with_its_headings() -> None:
    assert list(said(TABLE)) == [
        "red; light, you may: nothing at all, and that for as long as anybody cares to look; dark: no.",
        "yellow; light, you may: “take r” or two; dark: yes.",
    ]
    assert list(said("# Rules\n\n1. First *this*.\n- Then `that`.")) == ["Rules", "1. First this.", "Then “that”."]


async def test_the_rules_at_a_table_are_said_in_plain_lines() -> None:
    told = await heard("rules", starts=0)
    assert "Your turn: one of these" in told
    assert not [line for line in told if set("|#`") & set(line)]


async def test_hints_are_agreed_on_only_where_they_can_be_given() -> None:
    told = await heard("open silencio hints", starts=None)
    assert "! Silencio is played in silence from first to last: nobody who plays with others is given hints." in told


def test_nobodys_name_is_written_otherwise_than_they_write_it() -> None:
    assert who_sits(ended_with(None)) == "ada has seat 1 and bo (greedy) has seat 2."
    waiting = replace(ended_with(None), people=(None, Person("bo")))
    assert who_sits(waiting) == "Seat 1 is free and bo has seat 2."


def ended_with(outcome: Outcome | None) -> Update:
    people = (Person("ada"), Person("bo", "greedy"))
    return Update(1, 0, Stage.OVER, None, (), (), True, frozenset(), people, outcome, True)


def ended(name: str, outcome: Outcome | None, *, mine: bool = True) -> str:
    return result(registry.game(name), outcome, ("ada", "bo"), mine=mine)


def test_people_who_play_together_win_and_lose_together() -> None:
    lost = Outcome((), (16, 16), (1, 1), "The player to move could do nothing any more.")
    assert ended("tranquility", lost) == "The player to move could do nothing any more. You lost together."
    assert ended("tranquility", lost, mine=False).endswith(" They lost together.")
    close = Outcome((), (1, 1), (1, 1), "Everybody passed, one after another.", "so close")
    assert ended("silencio", close) == "Everybody passed, one after another. You lost together: so close."
    won = Outcome((0, 1), (0, 0), (1, 1), "The last card was played.", "perfect")
    assert ended("silencio", won) == "The last card was played. You won together: perfect."
    assert ended("silencio", None) == "Everybody agreed to end the game early, without a result."
    race = Outcome((1,), (9, 4), (2, 1), "The last tile was laid.")
    assert ended("sixteen", race) == "The last tile was laid. bo wins. Scores: ada 9, bo 4."
