"""`python -m tui.front`: a front process of `hushtable serve`, with the screens that it draws."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.game import Refused
from net import front
from net.guards import rescued
from net.local import LocalHost
from net.remote import RemoteHost
from net.session import Handler, Session
from tui import errand
from tui.app import Hushtable
from tui.driver import can_draw, run
from tui.warm import warmed


async def interface(folder: Path) -> tuple[Handler, frozenset[str]]:
    """What runs on each session of the house in this folder, and the words that `ssh HOST` takes."""

    async def handler(session: Session) -> int:
        try:
            host = await RemoteHost.enter(front.to_engine(folder, session))
        except Refused as refused:
            session.terminal.say(str(refused))
            return 1
        try:
            if session.command is None and can_draw(session.terminal):
                return await run(lambda _: Hushtable(host, session.terminal.environ, end=session.terminal.end), session)
            return await errand.run(session, host)
        finally:
            await host.close()

    nowhere = LocalHost()
    await warmed(lambda session: Hushtable(nowhere, session.terminal.environ))
    await nowhere.close()
    return rescued(handler), frozenset(errand.WORDS)


if __name__ == "__main__":
    sys.exit(front.main(None, interface))
