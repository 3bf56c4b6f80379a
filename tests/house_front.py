"""A front without Textual, and a whole house of such fronts, as processes for the tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.game import Refused
from net import front, serve
from net.client import Pause
from net.guards import rescued
from net.remote import RemoteHost
from net.session import Handler, Session
from net.terminal import HungUp, Typed

COMMAND = (sys.executable, "-m", "tests.house_front")


async def interface(folder: Path) -> tuple[Handler, frozenset[str]]:
    async def handler(session: Session) -> int:
        """Greets, then says after every key how many tables there are."""
        host = await RemoteHost.enter(front.to_engine(folder, session))
        terminal = session.terminal
        terminal.say(f"hello {host.name} in {os.getpid()}")
        if session.command == ("crash",):
            os._exit(3)
        while not isinstance(event := await terminal.read(), HungUp):
            if isinstance(event, Typed):
                async for listings in host.listings():
                    terminal.say("paused" if isinstance(listings, Pause) else f"{len(listings)} tables")
                    if not isinstance(listings, Pause):
                        break
        await host.close()
        return 0

    return rescued(handler), frozenset({"crash"})


def main() -> int:
    """`house FOLDER PORT`: serve until told to stop. Anything else: be a front."""
    if sys.argv[1:2] != ["house"]:
        return front.main(None, interface)
    house = serve.House(Path(sys.argv[2]), COMMAND, host="127.0.0.1", port=int(sys.argv[3]), fronts=2)

    def announce(address: serve.Address) -> None:
        os.write(1, f"{address.command} {address.fingerprint}\n".encode())

    try:
        serve.run(house, announce)
    except Refused as refused:
        os.write(2, f"hushtable: {refused}\n".encode())
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
