"""People with OpenSSH on real terminals: the first visit, a guest, and a window that takes over from one that hangs."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from pathlib import Path

from net.admin import ask
from tests.served import Served
from tests.terminals import CLEAN, InPty, Tmux, needs_ssh, needs_tmux, until

pytestmark = [needs_ssh, needs_tmux]

SECONDS = 20.0


async def go_to(terminal: InPty, text: str) -> None:
    """Mark the row of the lobby with this text, and take it."""

    def marked() -> str:
        return next((line for line in terminal.text.splitlines() if line.lstrip().startswith("▸")), "")

    await terminal.shows(text, patience=SECONDS)
    for _ in range(20):
        if text in marked():
            terminal.type("\r")
            return
        before = marked()
        terminal.type("\x1b[A")
        await until(lambda: marked() != before)  # noqa: B023  looked at in this turn of the loop only
    raise AssertionError(f"no row says {text}:\n{terminal.text}")


async def known(house: Served, name: str) -> Path:
    """A key that has chosen this name."""
    key = house.key(name)
    async with house.lines(key=key, login=name) as person:
        await person.ask(f"name {name}", f"You are {name} here")
    return key


async def test_a_new_key_chooses_its_name_in_tmux_and_the_terminal_is_left_clean(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        with Tmux.started() as tmux:
            command = shlex.join(house.command(key=house.key("ada"), tty=True, login="ada"))
            tmux.type(f"{command}; echo B''ACK")
            tmux.press("Enter")
            await until(lambda: "How shall the others call you?" in tmux.text, patience=SECONDS)
            tmux.press("BSpace", "BSpace", "BSpace")
            tmux.type("Ada")
            tmux.press("Enter")
            await tmux.shows("Open a new table")
            assert tmux.text.splitlines()[0].rstrip().endswith("Ada")
            tmux.press("m")
            await tmux.shows("Use another key too")
            tmux.press("Enter")
            await tmux.shows("works once, within ten minutes")
            tmux.press("Enter")
            await tmux.shows("Open a new table")
            tmux.press("q")
            await tmux.shows("BACK")
            assert tmux.modes == CLEAN
            tmux.type(f"clear; {command}")
            tmux.press("Enter")
            await until(lambda: "Open a new table" in tmux.text, patience=SECONDS)
            assert tmux.text.splitlines()[0].rstrip().endswith("Ada")
            assert "How shall" not in tmux.text


async def test_the_same_key_takes_its_seat_while_its_old_terminal_hangs_and_the_old_one_is_told(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        ada, bo = await known(house, "ada"), await known(house, "bo")
        async with house.lines(key=bo, login="bo") as other:
            table = (await other.ask("open sixteen seats=2", "* You are at table")).split()[5]
            command = house.command(key=ada, tty=True, login="ada")
            async with InPty.of(command) as old, InPty.of(command) as new:
                await go_to(old, table)
                await old.shows("yours")
                old.process.send_signal(signal.SIGSTOP)
                await new.shows("Your tables", patience=SECONDS)
                await go_to(new, table)
                await new.shows("yours")  # at once: nobody waits for the old one to be missed
                old.process.send_signal(signal.SIGCONT)
                await old.shows("You sit at this table in another window now.")
                old.process.kill()  # its last word comes late
                await old.process.wait()
                new.type("t")
                await new.shows("say to the table")
                new.type("still here\r")
                await other.hears("* ada says: still here")
                assert not any("away" in line for line in other.heard)
            await other.hears("ada has seat 2, away")


async def test_a_seat_is_kept_for_somebody_whose_terminal_is_gone(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        ada, bo = await known(house, "ada"), await known(house, "bo")
        async with house.lines(key=bo, login="bo") as other:
            table = (await other.ask("open sixteen seats=2", "* You are at table")).split()[5]
            async with InPty.of(house.command(key=ada, tty=True, login="ada")) as mine:
                await go_to(mine, table)
                await other.hears("ada has seat 2.")
                os.kill(mine.process.pid, signal.SIGKILL)
                await other.hears("ada has seat 2, away")
                await other.hears("* ada is away. In 300 seconds")
            async with InPty.of(house.command(key=ada, tty=True, login="ada")) as mine:
                await mine.shows("Your tables", patience=SECONDS)
                mine.type("\r")
                await other.hears("ada has seat 2.")


async def test_a_guest_at_a_terminal_is_shown_the_code_and_comes_back_with_it(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        bo = await known(house, "bo")
        async with house.lines(key=bo, login="bo") as other:
            table = (await other.ask("open sixteen seats=2", "* You are at table")).split()[5]
            async with InPty.of(house.command(key=None, tty=True)) as guest:
                await go_to(guest, table)
                await guest.shows("You are a guest here")
                code = next(word for word in guest.text.split() if word.count("-") == 3)
            await other.hears("away")
            async with InPty.of(house.command(key=None, tty=True)) as guest:
                await guest.shows("Open a new table", patience=SECONDS)
                guest.type("m")
                await guest.shows("I have been here before")
                guest.type("\x1b[B\r")
                await guest.shows("the code, for example")
                guest.type(f"{code}\r")
                await guest.shows("Your tables")
                await go_to(guest, table)
                await other.hears("has seat 2.")


@needs_ssh
async def test_who_sits_at_lines_hears_the_host_and_is_sent_home_with_a_reason(tmp_path: Path) -> None:
    async with Served.opened(tmp_path) as house:
        key = await asyncio.to_thread(house.key, "anna")
        async with house.lines(key=key, login="anna") as anna:
            await anna.hears("Hello anna")
            await ask(tmp_path / "house", "announce tea is ready")
            await anna.hears("* The host says: tea is ready")
            await ask(tmp_path / "house", "kick anna = it is late")
            await anna.hears("it is late")
            await anna.ends()
