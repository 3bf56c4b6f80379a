"""Apps for `ssh_sessions --app tests.bench.tables:NAME`: each session at a table of its own in one process."""

from __future__ import annotations

from engine import registry
from net.client import HERE, Client
from net.local import LocalHost
from net.session import Session
from tui.app import Hushtable
from tui.driver import AppFactory


def lobby(session: Session) -> Hushtable:
    """What one sees first."""
    return Hushtable(LocalHost(), session.terminal.environ)


def at(game: str) -> AppFactory:
    """A table of one person and bots that think for ever: what moves is the cursor."""

    def app(session: Session) -> Hushtable:
        host = LocalHost(pace=1e9)

        async def begin() -> Client:
            fewest = min(registry.game(game).seats)
            level = next(iter(registry.bots(game)))
            return await host.begin(game, [HERE, *[level] * (fewest - 1)], {}, 7, None)

        return Hushtable(host, session.terminal.environ, begin=begin)

    return app


silencio = at("silencio")
tranquility = at("tranquility")
sixteen = at("sixteen")
splendor = at("splendor")
