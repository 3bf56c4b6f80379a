"""Replay files: what is written is read, what was tampered with is found, what is secret is not in them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import arena, bots, registry, replay
from engine.game import Refused
from engine.match import Match, Ply
from engine.replay import Replay
from tests.courses import every_game

SEED = 3**60 + 11
NAMES = ("Ada", "Bo: the second", "Cleo = 3, [red]x[/]", "Dan", "Eva")


@cache
def whole(name: str, seed: int = SEED) -> Replay:
    game = registry.game(name)
    seats = max(game.seats)
    match = Match(game, seats, seed)
    for _ in arena.moves(match, [bots.random] * seats, 1):
        pass
    return replay.of(match, NAMES[:seats])


def running(name: str, plies: int) -> tuple[Match, Replay]:
    game = registry.game(name)
    seats = max(game.seats)
    match = Match(game, seats, SEED)
    for _ in arena.moves(match, [bots.random] * seats, 1, limit=plies):
        pass
    return match, replay.of(match, NAMES[:seats])


@every_game
def test_a_finished_game_is_read_as_it_was_written_and_holds(name: str) -> None:
    written = whole(name)
    assert replay.read(replay.write(written)) == written
    match = replay.verify(replay.read(replay.write(written)))
    assert tuple(match.plies) == written.plies
    assert replay.result_text(match.outcome() or pytest.fail("not over")) == written.result


@every_game
def test_a_running_game_keeps_its_seed_and_cannot_be_replayed(name: str) -> None:
    match, written = running(name, 4)
    text = replay.write(written)
    assert replay.read(text) == written
    assert written.seed is None
    assert written.end is None
    assert "seed" not in text
    assert str(SEED) not in text
    assert f"{SEED:x}" not in text
    assert replay.commitment(match.seed) in text
    with pytest.raises(Refused, match="still secret"):
        replay.verify(written)


@every_game
def test_tampering_with_any_line_is_found(name: str) -> None:
    lines = replay.write(whole(name)).splitlines()
    for number, line in enumerate(lines):
        for tampered in (tampered_line(line), None):
            if line == "options:":  # a game without any
                continue
            changed = [*lines[:number], *([] if tampered is None else [tampered]), *lines[number + 1 :]]
            with pytest.raises(Refused) as refused:
                replay.verify(replay.read("\n".join(changed) + "\n"))
            assert str(refused.value).isprintable(), line


def tampered_line(line: str) -> str:
    """The line with its last word changed: another number, hash, name or action."""
    if not line:
        return "note"
    words = line.split(" ")
    last = words[-1]
    words[-1] = str(int(last) + 1) if last.isdigit() else last[:-1] + ("0" if last[-1] != "0" else "1")
    return " ".join(words)


@every_game
def test_two_plies_exchanged_are_found(name: str) -> None:
    written = whole(name)
    for at in range(0, len(written.plies) - 1, 5):
        one, two = written.plies[at : at + 2]
        if one.seat == two.seat or one == two:
            continue
        swapped = (*written.plies[:at], two, one, *written.plies[at + 2 :])
        with pytest.raises(Refused):
            replay.verify(replace(written, plies=swapped))


def test_a_missing_last_ply_and_one_too_many_are_found() -> None:
    written = whole("sixteen")
    with pytest.raises(Refused, match="not over"):
        replay.verify(replace(written, plies=written.plies[:-1]))
    with pytest.raises(Refused, match="not legal: The game is over"):
        replay.verify(replace(written, plies=(*written.plies, Ply(0, "pass"))))
    with pytest.raises(Refused, match="there is no seat 9"):
        replay.verify(replace(written, plies=(Ply(8, "pass"), *written.plies)))


def test_other_options_are_found_even_if_no_ply_depends_on_them() -> None:
    text = replay.write(whole("sixteen"))
    assert "after_special=tile" in text
    with pytest.raises(Refused, match="a line of this file was changed"):
        replay.verify(replay.read(text.replace("after_special=tile", "after_special=run")))


def test_another_version_of_the_rules_is_refused() -> None:
    with pytest.raises(Refused, match="version 99 of the rules"):
        replay.verify(replace(whole("sixteen"), rules_version=99))


def test_the_commitment_binds_the_seed_without_telling_it() -> None:
    assert replay.commitment(1) != replay.commitment(2)
    assert len(replay.commitment(1)) == 64
    with pytest.raises(Refused, match="committed"):
        replay.verify(replace(whole("sixteen"), commitment=replay.commitment(1)))


@given(st.lists(st.text(), min_size=4, max_size=4))
@example(["\u200b Bo", "Ada\nresult: winners 1", "\x1b[2J", ""])
def test_no_name_can_write_another_line(names: list[str]) -> None:
    match = replay.verify(whole("sixteen"))
    again = replay.read(replay.write(replay.of(match, names)))
    assert again.plies == tuple(match.plies)
    assert all(name.isprintable() for name in again.names)
    replay.verify(again)


@given(st.text() | st.text("0123456789 :=\nabcdefst", max_size=300))
def test_any_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Refused) as refused:
        replay.read(text)
    assert str(refused.value).isprintable()


hostile = st.text(max_size=20) | st.sampled_from(
    ["", "0", "-1", "9" * 5000, "٣", "\x1b[2J", "a=b=c", "=", "sixteen\n\n"]
)


@given(st.integers(0, 10_000), hostile)
def test_a_file_with_anything_in_any_line_is_refused_or_holds(number: int, value: str) -> None:
    lines = replay.write(whole("sixteen")).splitlines()
    line = lines[number % len(lines)]
    key, colon, _ = line.partition(":")
    lines[number % len(lines)] = f"{key}: {value}" if colon else value
    try:
        replay.verify(replay.read("\n".join(lines) + "\n"))
    except Refused as refused:
        said = str(refused)
    else:
        said = "holds"
    assert said
    assert said.isprintable()


def test_lines_that_end_as_windows_ends_them_are_read() -> None:
    text = replay.write(whole("sixteen"))
    assert replay.read(text.replace("\n", "\r\n")) == whole("sixteen")


def test_a_file_without_end_is_not_looked_at() -> None:
    with pytest.raises(Refused, match="too long"):
        replay.read("x" * 5_000_000)


def test_a_header_that_says_something_twice_is_refused() -> None:
    text = replay.write(whole("sixteen"))
    with pytest.raises(Refused, match="twice"):
        replay.read(text.replace("result:", "result: winners 1; scores 0 0\nresult:"))
