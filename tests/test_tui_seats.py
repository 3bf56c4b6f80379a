"""The line of seats: whole words only, and what one must know first."""

from __future__ import annotations

import re

import pytest

from net.client import Person
from tui.drawing import Brush, line_width, plain
from tui.widgets.seats import Place, below, beside

FACTS = ("11 hidden, passed", "5 hidden, starts", "17 tiles", "hand 5 pile 30", "5+30", "21 pts", "")
WORDS = set(re.findall(r"[\w:+]+", " ".join(FACTS) + " away greedy strong plays you free 4:32"))
LONG = "Maximiliane Charlott"


def places(seats: int, fact: str, *, seconds: int | None = None, bot: str = "", away: bool = False) -> list[Place]:
    return [
        Place(Person(LONG, bot, away), fact, seat == 1, mine=not bot and not away and seat == 0, seconds=seconds)
        for seat in range(seats)
    ]


KINDS = [{}, {"bot": "greedy"}, {"away": True}, {"away": True, "seconds": 272}, {"away": True, "bot": "strong"}]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("fact", FACTS)
def test_no_word_of_the_line_of_seats_is_cut(seats: int, kind: dict[str, object], fact: str) -> None:
    if seats > 3 and fact.startswith("hand"):
        return  # Tranquility says it shorter then
    for ascii in (False, True):
        brush = Brush(80, 2, ascii)
        _, facts = beside(places(seats, fact, **kind), brush)  # type: ignore[arg-type]  # of many kinds
        assert line_width(facts) <= 80
        said = plain((facts,))
        assert set(re.findall(r"[^\s·,-]+", said)) <= WORDS
        assert said.count("away") == (seats if kind.get("away") else 0)
        assert said.count("4:32") == (seats if kind.get("seconds") else 0)
        first = fact.partition(",")[0]
        if not kind.get("away"):
            assert said.count(first) >= seats * bool(first)


def test_a_fact_of_the_game_comes_before_the_level_of_a_bot() -> None:
    def said(seats: int, fact: str, bot: str) -> list[str]:
        return re.split(r" {2,}", plain(beside(places(seats, fact, bot=bot), Brush(80, 2))[1:]).strip())

    assert said(3, "5 hidden, passed", "greedy") == ["5 hidden, passed"] * 3
    assert said(4, "11 hidden, passed", "greedy") == ["11 hidden, passed"] * 4
    assert said(4, "5+30", "greedy") == ["5+30 · greedy"] * 4
    assert said(2, "5 hidden, passed", "greedy") == ["5 hidden, passed · greedy"] * 2


def test_in_a_column_a_seat_has_whole_words_too() -> None:
    lines = below(places(4, "11 hidden, passed", bot="greedy", away=True), Brush(38, 12))
    assert plain(lines[1:2]).strip() == "11 hidden, passed · away"
    assert "…" not in plain(lines[1:2])
