"""What a terminal sends, and what of it was typed by a person."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.message import Message

from tui.keyboard import PASTE_LIMIT, Keyboard


def understood(*pieces: str) -> list[Message]:
    keyboard = Keyboard()
    return [message for piece in pieces for message in keyboard.feed(piece)]


def keys(*pieces: str) -> list[str]:
    return [message.key for message in understood(*pieces) if isinstance(message, events.Key)]


ANSWERS = [
    "\x1b[?64;1;2;6;9;15;18;21;22c",  # what are you
    "\x1b[>1;4600;0c",
    "\x1bP>|tmux 3.3a\x1b\\",  # which version
    "\x1bP1+r524742=38\x1b\\",
    "\x1b]11;rgb:1e1e/1e1e/2e2e\x07",  # which background
    "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
    "\x1b]4;1;rgb:0000/0000/0000\x1b\\",
    "\x1b[24;80R",  # where is the cursor
    "\x1b[?2026;2$y",  # which modes
    "\x1b[?2048;1$y",
    "\x1b[?31u",  # which keys
    "\x1b[8;24;80t",  # how large
    "\x1b[4;600;800t",
    "\x1b[48;20000;20000;1;1t",  # the size changed, in band
    "\x1b[48;0;0;0;0t",
    "\x1b_Gi=1;OK\x1b\\",  # pictures
    "\x1b[I",  # the focus
    "\x1b[O",
    "\x1b[0n",
    "\x1b[M !!",  # a mouse of old
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_of_a_terminal_is_never_a_key(answer: str) -> None:
    assert understood(answer) == []
    assert keys(answer, answer, "a") == ["a"]
    assert keys("a" + answer + "b") == ["a", "b"]


@pytest.mark.parametrize("answer", [answer for answer in ANSWERS if answer != "\x1b[M !!"])
def test_an_answer_in_pieces_is_never_a_key(answer: str) -> None:
    assert keys(*answer, "a") == ["a"]
    for cut in range(1, len(answer)):
        assert keys(answer[:cut], answer[cut:], "a") == ["a"]


def test_a_size_that_is_typed_is_no_size() -> None:
    assert understood("\x1b[48;20000;20000;1;1t", "\x1b[48;24:1;80:2;1;1t") == []


def test_every_key_of_a_game_is_understood_whole_and_in_pieces() -> None:
    wanted = {
        "\x1b[A": "up",
        "\x1bOA": "up",
        "\x1b[B": "down",
        "\x1b[C": "right",
        "\x1b[D": "left",
        "\x1b[H": "home",
        "\x1b[5~": "pageup",
        "\x1b[3~": "delete",
        "\x1bOP": "f1",
        "\x1b[[A": "f1",
        "\x1b[Z": "shift+tab",
        "\x1b[1;5C": "ctrl+right",
        "\r": "enter",
        "\t": "tab",
        " ": "space",
        "\x7f": "backspace",
        "?": "question_mark",
        "7": "7",
        "Q": "Q",
        "\x03": "ctrl+c",
        "\x1ba": "alt+a",
        "é": "é",
    }
    for typed, key in wanted.items():
        assert keys(typed) == [key], typed
        assert keys(*typed) == [key], typed


def test_escape_is_a_key_when_nothing_follows() -> None:
    keyboard = Keyboard()
    assert list(keyboard.feed("\x1b")) == []
    patience = keyboard.patience
    assert patience is not None
    assert patience <= 0.2
    assert [message.key for message in keyboard.give_up() if isinstance(message, events.Key)] == ["escape"]
    assert keyboard.patience is None
    assert keys("\x1b\x1b[A") == ["escape", "up"]


def test_what_is_never_finished_is_forgotten() -> None:
    for unfinished in ("\x1b[200~abc", "\x1b]52;c;", "\x1b[1;", "\x1bP", "\x1b[?6", "\x1b["):
        keyboard = Keyboard()
        assert list(keyboard.feed(unfinished)) == []
        assert keyboard.patience is not None
        assert keyboard.patience < 1
        assert list(keyboard.give_up()) == []
        assert [type(message) for message in keyboard.feed("a")] == [events.Key]


def test_a_long_paste_is_one_event_of_limited_length() -> None:
    keyboard = Keyboard()
    assert list(keyboard.feed("\x1b[200~")) == []
    started = time.perf_counter()
    for _ in range(5000):
        assert list(keyboard.feed("x" * 1000)) == []
    assert time.perf_counter() - started < 1
    (paste, key) = keyboard.feed("\x1b[201~k")
    assert isinstance(paste, events.Paste)
    assert len(paste.text) == PASTE_LIMIT
    assert isinstance(key, events.Key)


def test_the_end_of_a_paste_is_found_in_pieces() -> None:
    assert [str(m.text) for m in understood(*"\x1b[200~a\x1b[Ab\x1b[201~") if isinstance(m, events.Paste)] == ["a[Ab"]


@given(st.lists(st.text(alphabet=st.sampled_from("\x1b[]OPM<>?0;~tRucAz\x07\\\x00\x9b é\r"), max_size=12), max_size=6))
def test_no_input_breaks_the_keyboard_or_makes_it_hold_on(pieces: list[str]) -> None:
    keyboard = Keyboard()
    for piece in pieces:
        list(keyboard.feed(piece))
    list(keyboard.give_up())
    assert keyboard.patience is None
    assert [m.key for m in keyboard.feed("k") if isinstance(m, events.Key)] == ["k"]
