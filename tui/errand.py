"""What `ssh HOST WORD` does: words without a screen, printed, with an exit status."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from engine.game import Refused
from net.client import Client, Gone, Host, Listing, Pause, Update
from net.session import Session
from net.terminal import RESTORE, HungUp, Terminal, Typed
from tui.line import LineMode
from tui.spoken import names_of, result, sentence

WORDS = ("help", "tables", "watch", "replay", "turn", "reset", "line")
LONGEST_LINE = 2_000  # characters; the rest of a longer line is thrown away
BACKLOG = 65_536  # bytes waiting at which a writer waits
TURNS = 3  # tables that a status bar has room for
STALL = 30.0  # seconds after which a side that takes nothing is cut

HELP = """\
ssh HOST              the table on your screen
ssh -T HOST           the same in sentences (or: ssh HOST line)
ssh HOST tables       the tables there are
ssh HOST watch ID     what happens at a table, as text; at a private one: watch ID WORD
ssh HOST replay ID    the replay file of a table
ssh HOST turn         where it is your turn, in one short line
ssh HOST reset        repairs a terminal that was left in a mess
ssh HOST help         this
hushtable join HOST   the same screens, drawn by your own machine"""


async def run(session: Session, host: Host) -> int:
    """Do what the words of the session ask for. 0: done; 1: refused; 2: not understood."""
    terminal = session.terminal
    heeding = asyncio.create_task(_heed(terminal, host))
    try:
        match session.command or ("line",):
            case ("line",):
                await LineMode(host, lambda line: write(terminal, line)).run(lines(terminal))
            case ("help",):
                await _lines(terminal, HELP)
            case ("reset",):
                terminal.write(RESTORE)
            case ("tables",):
                listings = await _listings(host)
                await _lines(terminal, "\n".join(map(sentence, listings)) or "There is no table yet.")
            case ("turn",):
                await _turn(terminal, await _listings(host))
            case ("replay", table):
                terminal.write((await host.replay(table)).replace("\n", "\r\n" if terminal.is_pty else "\n"))
            case ("watch", table, *invite):
                await _watch(terminal, host, table, " ".join(invite))
            case _:
                await _lines(terminal, f"That is not understood. There are:\n{HELP}")
                return 2
    except Refused as refused:
        terminal.say(str(refused))
        return 1
    finally:
        heeding.cancel()
    return 0


async def _heed(terminal: Terminal, host: Host) -> None:
    """Pass on what the house says, and leave when it says so."""
    async for told in host.told():
        if told.final:
            terminal.end(told.text)
        else:
            await write(terminal, f"* {told.text}")


async def _listings(host: Host) -> tuple[Listing, ...]:
    async for listings in host.listings():
        if isinstance(listings, Pause):
            raise Refused(listings.reason)
        return listings
    return ()


async def _turn(terminal: Terminal, listings: Sequence[Listing]) -> None:
    mine = [listing.table for listing in listings if listing.to_act & set(listing.mine)]
    more = f" +{len(mine) - TURNS}" if len(mine) > TURNS else ""
    terminal.say(f"your turn: {' '.join(mine[:TURNS])}{more}" if mine else "no turn")


async def _watch(terminal: Terminal, host: Host, table: str, invite: str) -> None:
    """The position, then what happens, until the game is over or the person has gone."""
    client = await host.watch(table, invite)
    following = asyncio.create_task(_follow(terminal, client))
    leaving = asyncio.create_task(_left(terminal))
    try:
        await asyncio.wait({following, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (following, leaving):
            task.cancel()
        await asyncio.gather(following, leaving, return_exceptions=True)
        await client.leave()


async def _follow(terminal: Terminal, client: Client) -> None:
    game = client.game
    async for update in client.updates():
        match update:
            case Pause(reason):
                await write(terminal, f"* The table is paused: {reason}")
            case Gone(reason):
                await write(terminal, f"* {reason}")
            case Update(view=None):
                await write(terminal, "* The game starts when every seat is taken.")
            case Update():
                names = names_of(update)
                if update.fresh:
                    await _lines(terminal, "\n".join(game.tell(update.view, names)))
                else:
                    for event in update.events:
                        await write(terminal, f"* {game.describe(event, names)}")
                if update.outcome is not None:
                    await write(terminal, f"* game over: {result(game, update.outcome, names, mine=False)}")
                    return
                await write(terminal, game.prompt(update.view, names))


async def _left(terminal: Terminal) -> None:
    """Until the person hangs up or presses Ctrl-C. A script may have nothing to type and yet read on."""
    while True:
        match await terminal.read():
            case HungUp(listens=False):
                return
            case Typed(text) if {"\x03", "\x04", "q"} & set(text):
                return


async def _lines(terminal: Terminal, text: str) -> None:
    for line in text.splitlines():
        await write(terminal, line)


async def write(terminal: Terminal, line: str) -> None:
    """One line; waits while the person's side is slow, and cuts it when it takes nothing at all."""
    terminal.say(line)
    waited = 0.0
    while terminal.backlog > BACKLOG and terminal.is_open:
        await asyncio.sleep(0.05)
        waited += 0.05
        if waited > STALL:
            terminal.abort()
            return


async def lines(terminal: Terminal) -> AsyncIterator[str]:
    """What the person types, line by line, until they hang up. On a real terminal the keys are echoed."""
    typed = ""
    while not isinstance(event := await terminal.read(), HungUp):
        if not isinstance(event, Typed):
            continue
        for key in event.text:
            match key:
                case "\r" | "\n":
                    if terminal.is_pty:
                        terminal.write("\r\n")
                    if typed or terminal.is_pty:
                        yield typed
                    typed = ""
                case "\x03" | "\x04":
                    return
                case "\x7f" | "\b":
                    if typed and terminal.is_pty:
                        terminal.write("\b \b")
                    typed = typed[:-1]
                case _ if key.isprintable() and len(typed) < LONGEST_LINE:
                    if terminal.is_pty:
                        terminal.write(key)
                    typed += key
