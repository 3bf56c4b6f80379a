"""What can be done without a screen: words after `ssh HOST`, and whole games in lines."""

from __future__ import annotations

import asyncio
import re
import subprocess
import unicodedata
from pathlib import Path

import pytest

from net.terminal import RESTORE
from net.words import clean, clean_name, new_word
from tests.served import Lines, Served
from tests.terminals import needs_ssh
from tui import errand

pytestmark = needs_ssh


async def play(person: Lines) -> None:
    """Answer with the first legal action until the game is over."""
    while True:
        line = await person.hears("")
        if line.startswith("* game over"):
            return
        if line.startswith("> "):
            person.type("legal")
            action = (await person.hears("  ")).strip()
            person.type(action)


def code_in(line: str) -> str:
    found = re.search(r"\b[a-z]{4}(-[a-z]{4}){3}\b", line)
    assert found, line
    return found[0]


async def test_each_word_prints_and_ends_with_its_status(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        ada, bo = house.key("ada"), house.key("bo")
        status, text = await house.said("help", key=None)
        assert status == 0
        assert all(f"ssh HOST {word}" in text for word in errand.WORDS)
        assert await house.said("tables", key=ada) == (0, "There is no table yet.\n")
        assert await house.said("turn", key=ada) == (0, "no turn\n")
        assert await house.said("reset", key=None) == (0, RESTORE)
        for words in (("watch", "nono"), ("replay", "nono"), ("watch", "nono", "word")):
            status, text = await house.said(*words, key=ada)
            assert (status, text.count("\n")) == (1, 1), words
        for wrong in ("watch", "turn x", "replay a b"):
            status, text = await house.said(*wrong.split(), key=ada)
            assert status == 2, wrong
            assert errand.HELP in text
        async with house.lines(key=ada, login="ada") as mine:
            await mine.hears("Hello ada")
            table = (await mine.ask("open sixteen seats=2", "* You are at table")).split()[5]
            assert (await house.said("tables", key=bo))[1].startswith(f"{table}: Sixteen")
            async with house.lines("line", key=bo, login="bo") as theirs:
                await theirs.ask(f"sit {table}", "* You are at table")
                turns = [await house.said("turn", key=key) for key in (ada, bo)]
                assert sorted(turns) == [(0, "no turn\n"), (0, f"your turn: {table}\n")]
                status, text = await house.said("replay", table, key=None)
                assert status == 0
                assert "sixteen" in text
                watching = asyncio.create_task(house.said("watch", table, key=None))
                await asyncio.gather(play(mine), play(theirs))
                status, text = await watching
                assert status == 0
                assert re.search(r"^\* game over: ", text, re.MULTILINE)
            assert await mine.ends() == 0


async def test_a_turn_is_one_line_that_fits_a_status_bar(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        ada = house.key("ada")
        async with house.lines(key=ada) as mine:
            for _ in range(6):
                await mine.ask("open sixteen seats=2 bots=random", "> ")
            await mine.ends()
        status, text = await house.said("turn", key=ada)
        assert status == 0
        assert re.fullmatch(r"your turn: (\w{4} ){3}\+3\n", text)
        assert len(text) <= 40


async def test_the_door_says_nothing_of_its_own(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        command = [word.replace("LogLevel=ERROR", "LogLevel=INFO") for word in house.command("turn", key=None)]
        client = await asyncio.create_subprocess_exec(
            *command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        out, _ = await asyncio.wait_for(client.communicate(), 20)
        lines = [line for line in out.decode().splitlines() if not line.startswith("Warning: Permanently added")]
        assert lines == ["no turn"]


async def test_words_never_wait_for_a_new_key_to_choose_a_name(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        key = house.key("new")
        for words in (("turn",), ("tables",), ("help",)):
            assert (await house.said(*words, key=key, login="ada"))[0] == 0
        async with house.lines(key=key, login="bo") as mine:
            await mine.hears("Hello bo")
            assert "type name NAME" in await mine.hears("You are new here")


async def test_a_name_is_chosen_in_lines_and_a_second_key_comes_by_its_code(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        first, second = house.key("first"), house.key("second")
        async with house.lines(key=first, login="ada") as mine:
            await mine.hears("You are new here")
            await mine.ask("name > Ada", "You are Ada here from now on.")
            await mine.ask("name Bo", "! You are Ada here already; only the host can change that.")
            code = code_in(await mine.ask("key", "Come in with your other key and type key"))
        async with house.lines(key=second, login="laptop") as mine:
            await mine.ask(f"key {code}", "You are Ada now.")
            await mine.ask(f"key {code}", "! That is no code of this house")
        async with house.lines(key=second, login="laptop") as mine:
            await mine.hears("Hello Ada.")


async def test_a_guest_comes_back_in_lines(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        async with house.lines(key=None, login="root") as guest:
            hello = (await guest.hears("Hello ")).split(".")[0].removeprefix("Hello ")
            await guest.hears("so you are a guest")
            table = (await guest.ask("open sixteen seats=2 bots=random", "* You are at table")).split()[5]
            code = code_in(await guest.hears("* To come back to your seats later, type back"))
            assert code in await guest.ask("code", "To come back")
        async with house.lines(key=None, login="root") as guest:
            await guest.ask("back nonono", "! That is no code of this house")
            await guest.ask(f"back {code}", f"You are {hello} now.")
            await guest.ask("tables", f"{table}: Sixteen")
            await guest.ask(f"sit {table}", "on seat 1")


async def test_lines_tell_who_is_away_and_what_the_others_may_do(tmp_path: Path) -> None:
    async with Served.opened(tmp_path, "--patience", "1") as house:
        ada, bo = house.key("ada"), house.key("bo")
        async with house.lines(key=ada, login="ada") as mine:
            table = (await mine.ask("open sixteen seats=2 private", "* You are at table")).split()[5]
            invite = (await mine.hears("* This table is private.")).split()[-1]
            async with house.lines(key=bo, login="bo") as theirs:
                await theirs.ask(f"sit {table}", "! There is no table")
                await theirs.ask(f"sit {table} {invite}", "* You are at table")
                await mine.hears("has seat 2")
            await mine.hears("* bo is away. In 1 seconds, if they are not back, you can type stand in 2")
            await mine.hears("* bo is away. Type stand in 2")
            await mine.ask("stand in 2 random", "has seat 2, away")
            async with house.lines(key=bo, login="bo") as theirs:
                await theirs.ask(f"sit {table}", "on seat 2")
                await mine.ask("stop game", "so far: ada")
                await theirs.hears("Type stop game to agree.")
                await mine.ask("go on", "so far: nobody")
                mine.type("stop game")
                await theirs.hears("so far: ada")
                theirs.type("stop game")
                await mine.hears("* game over: Everybody agreed")
                await mine.ask("rematch", "* You are at table")
                await theirs.hears("* There is a rematch at table")
                await theirs.ask("rematch", "on seat 2")


def test_names_and_talk_hold_nothing_that_cannot_be_seen() -> None:
    for unseen in "\u3164\u2800\uffa0\u115f\u1160\u200b\u202e\u00ad\U0001d159\ufe0f\u180e\U000e0041":
        assert clean(f"An{unseen}na{unseen}", 20) == "Anna", ascii(unseen)
        assert clean_name(unseen * 2) == "", ascii(unseen)
    for seen in ("한글", "ㅋㅋㅠㅠ", "日本", "⠓⠊", "Ωμέγα", "ﾊﾝｶｸ", "Zoë"):
        assert clean_name(seen) == seen
    assert clean_name(unicodedata.normalize("NFD", "한글")) == "한글"


@pytest.mark.parametrize(
    "name",
    [
        "Ｂｏｔ Abe",
        "𝐁𝐨𝐭 Abe",
        "Bot\u3000Abe",
        "ⓑⓞⓣ Abe",
        "＊ Bot Abe",
        "ｇａｍｅ over Abe",
        "﹡Abe",
        "\u3164Bot\u3164 Abe",
    ],
)
def test_nobody_is_called_like_a_bot_or_a_line_in_letters_that_only_look_like_these(name: str) -> None:
    assert clean_name(name) == "Abe"


def test_a_name_has_no_sign_at_which_the_host_s_console_divides_a_command() -> None:
    assert clean_name("Ann = Bo") == "Ann Bo"
    assert clean_name("Ann ＝ Bo") == "Ann ＝ Bo"
    assert clean_name("Ｂｏｔ Ann ＝ Bo") == "Ann Bo"
    assert clean_name("=Ann=") == "Ann"
    assert clean_name(" = ") == ""


def test_no_table_or_code_holds_a_word_one_would_not_say_among_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("korape" + "kobumi")
    monkeypatch.setattr("net.words.secrets.choice", lambda _: next(letters))
    assert new_word(3) == "kobumi"
