"""A front with a planted fault: spectators see the newest view that it has for anybody at their table."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from net import front
from net.client import Gone, Pause, Update
from net.guards import rescued
from net.remote import RemoteClient, RemoteHost
from net.session import Handler, Session
from tui import errand
from tui.app import Hushtable
from tui.driver import can_draw, run

_views: dict[str, Any] = {}  # by table: what some seat there sees
_stock = RemoteClient.updates


async def _mixed_up(self: RemoteClient) -> AsyncIterator[Update | Pause | Gone]:
    async for update in _stock(self):
        if isinstance(update, Update) and update.view is not None:
            if update.seat is not None:
                _views[self.table] = update.view
            elif self.table in _views:
                update = replace(update, view=_views[self.table])
        yield update


async def interface(folder: Path) -> tuple[Handler, frozenset[str]]:
    RemoteClient.updates = _mixed_up  # type: ignore[method-assign]  # the fault

    async def handler(session: Session) -> int:
        host = await RemoteHost.enter(front.to_engine(folder, session))
        try:
            if session.command is None and can_draw(session.terminal):
                return await run(lambda _: Hushtable(host, session.terminal.environ), session)
            return await errand.run(session, host)
        finally:
            await host.close()

    return rescued(handler), frozenset(errand.WORDS)


if __name__ == "__main__":
    sys.exit(front.main(None, interface))
