"""Nobody gets a byte that names what they must not know, by whatever way they come: tests/bench/leaks.py plays on."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from engine import registry
from tests.leaks import Search, Setting, evening, settings, sitting
from tests.open_house import open_house, played
from tests.sightings import named, shown
from tests.truths import truth
from tests.visitors import ByScreen, Native

SECONDS = 120  # that one game may take on a busy machine: a limit, not a wait


@pytest.fixture(autouse=True)
def _nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs these tests: their keys and agent stay out of them."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)


async def test_no_byte_by_any_way_tells_anybody_what_they_must_not_know(tmp_path: Path) -> None:
    async with open_house(tmp_path / "house", "--pace", "0") as house:
        search = await evening(house, settings(0), at_once=5, seconds=SECONDS)
    assert search.leaks == [], "\n".join(search.leaks[:5])
    assert {game.split()[0] for game in search.games} == set(registry.names())
    assert {"screen", "line", "native", "ssh HOST watch"} == set(search.got)
    assert min(search.cards[way] for way in search.got) > 50  # the search is not blind


@pytest.mark.parametrize("way", ["line", "native", "screen"])
async def test_what_one_seat_was_shown_is_found_if_another_had_got_it(way: str, tmp_path: Path) -> None:
    """The same bytes, judged as those of somebody else: a front that mixes people up."""
    async with open_house(tmp_path / "house", "--pace", "0") as house:
        with closing(house.books()) as books:
            done = await sitting(house, books, Setting("sixteen", (way, "greedy"), ()), "t0", SECONDS)
            really = truth(books, done.table)
    (visitor,) = done.visitors
    for viewer, clean in ((0, True), (1, False), (None, False)):
        search = Search()
        search.visitor(really, visitor, viewer)
        assert (not search.leaks) is clean, (viewer, search.leaks[:3])


@pytest.mark.parametrize("way", ["line", "screen"])
async def test_a_front_that_shows_a_spectator_the_view_of_a_seat_is_found(way: str, tmp_path: Path) -> None:
    async with open_house(tmp_path / "house", "--pace", "0", front="tests.leaky_front") as house:
        search = await evening(house, [Setting("sixteen", ("line", "greedy"), (way,))], at_once=1, seconds=SECONDS)
    assert any("a spectator" in leak for leak in search.leaks), search.leaks
    assert not any("seat 1 of" in leak for leak in search.leaks), search.leaks


def test_the_readers_of_texts_and_screens_see_cards_as_people_do() -> None:
    assert named("sixteen", "Ada placed red 14 to 16 end. Your tiles: blue 2, 3; scissors. place g4-6") == {
        *("r14", "r15", "r16e", "b2", "b3", "g4", "g5", "g6")
    }
    assert named("silencio", "Red row: 2 dark, 5 light; 6 would be dark. Oracle: green 6 and red 8; 15 cards.") == {
        *("r2", "r5", "g6", "r8")
    }
    assert named("tranquility", "Ada drew 2 cards. Ada drew, unseen by the others: 41 and 42. Row 5: 3 on b5.") == {
        *("41", "42", "3")
    }
    assert named("splendor", "Bo reserved 2-17 (emerald, 2 points). Noble n03 came to Bo.") == {"2-17", "n03"}
    assert shown("splendor", (" deck 3   W◇ 4  buy     B● 5  3-08", " 4 left   7k            7w 3b")) == {
        "3-02",
        "3-08",
    }
    assert shown("silencio", (" R ›6     ×    3○     ·    5○", " yours                               [ 7●]")) == {
        *("r3", "r5", "r7")
    }


async def test_around_one_keyboard_no_screen_shows_a_hand_before_its_person_lifts_the_curtain(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), open_house(tmp_path / "house") as house:
        with closing(house.books()) as books:
            opener = Native(house, "ada", "", "sixteen", None, lambda: 0)
            await opener.enter()
            table = (await opener.host.open("sixteen", ["here", "here"], {})).table
            await opener.go()
            ada = ByScreen(house, "ada", table, "sixteen", 0, lambda: played(books, table))
            await ada.arrive()
            lifted: list[int] = []  # by screen: whose hand may be seen
            facing = -1

            async def shows(text: str) -> None:
                await ada.shows(lambda: text in ada.text)
                lifted.extend([facing] * (len(ada.screens) - len(lifted)))

            for _ in range(6):
                await shows("The hands are covered")
                coming = int(ada.text.split("press ")[1][0]) - 1
                lifted[-1] = -1  # this screen is for everybody
                facing = coming
                ada.type(str(coming + 1))
                await shows("Your turn")
                ada.type("s\r" if "pass" in ada.lines[-3] else "\r")
            await shows("The hands are covered")
            await ada.go()
            really = truth(books, table)
    hands = 0
    for (ply, lines), seat in zip(ada.screens, lifted, strict=False):
        covered = "The hands are covered" in "\n".join(lines)
        cards = shown("sixteen", lines) if f"table {table}" in lines[0] or covered else set()
        assert not cards & really.secrets(None if covered or seat < 0 else seat, ply) - {"scissors", "bin"}, lines
        hands += not covered and bool(cards & really.secrets(None, ply))
    assert hands >= 6
