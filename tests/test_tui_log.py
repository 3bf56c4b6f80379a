"""The log beside and below the board: whole entries, the newest at the bottom."""

from __future__ import annotations

import pytest

from tests.sightings import _flowing
from tui.drawing import Brush, plain
from tui.widgets.log import Entry, Log

SHORT = Entry("Bo passed.")
MIDDLE = Entry("Cem played red 7: light; you may then take the top card of any row but blue into your hand. End one.")
LONG = Entry("A long story: " + " ".join(f"word{number}" for number in range(60)) + " the end.")


def shown(entries: list[Entry], brush: Brush, back: int = 0, new: int = 0) -> list[str]:
    log = Log()
    log.entries, log.new, log.back = entries, new, back
    return plain(log.drawing(brush)).splitlines()


@pytest.mark.parametrize("width", [38, 60, 80])
@pytest.mark.parametrize("height", range(1, 9))
def test_a_log_begins_with_the_beginning_of_an_entry(width: int, height: int) -> None:
    for entries in ([MIDDLE, SHORT], [SHORT, MIDDLE], [MIDDLE, MIDDLE, SHORT, SHORT], [LONG, SHORT], [SHORT, LONG]):
        lines = shown(entries, Brush(width, height))
        rule = height > 2
        assert len(lines) <= height
        assert lines[-1].endswith(entries[-1].text.split()[-1]), "the end of the newest entry is there"
        first = lines[rule]
        begins = first.strip().split()[0] in ("Bo", "Cem", "A")
        assert begins or first.startswith("   … "), "else it says that something is missing"
        alone = len(shown(entries[-1:], Brush(width, 40))) - 1
        assert begins or alone > height - rule, "only an entry that is longer than the log is cut"


def test_scrolled_back_a_log_shows_every_line() -> None:
    assert shown([MIDDLE, SHORT, SHORT, SHORT], Brush(60, 4), back=1)[1].startswith("     ")


def test_the_eyes_of_the_leak_test_skip_the_end_of_an_entry_that_is_cut() -> None:
    for ascii in (False, True):
        lines = shown([SHORT, LONG], Brush(60, 4, ascii))
        assert _flowing([*lines[1:], " > Your turn."]) == "> Your turn."


def test_as_much_of_an_entry_that_is_cut_is_shown_as_there_is_room_for() -> None:
    assert shown([MIDDLE], Brush(80, 1)) == [
        "   … may then take the top card of any row but blue into your hand. End one."
    ]
    (line,) = shown([Entry("Well " * 40 + "played.", "Anna")], Brush(80, 1))
    assert line.endswith("Well played.")
    assert len(line) > 70


def test_what_is_new_has_a_mark() -> None:
    assert [line[1] for line in shown([SHORT, SHORT], Brush(60, 4), new=1)[1:]] == [" ", "•"]
