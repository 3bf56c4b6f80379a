"""Counters of a running house, as a plain page in the Prometheus text format."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.game import Refused
from net.client import Stage
from net.endpoint import LAST_PORT
from net.lobby import Lobby

if TYPE_CHECKING:
    from prometheus_client.core import Metric


class House:
    """Reads a lobby when somebody looks at the page; counts nothing that a person did by name."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        tables = list(self._lobby.tables.values())  # at once: another thread asks while the house goes on
        stages = Counter(table.stage for table in tables)
        by_stage = GaugeMetricFamily("hushtable_tables", "Tables, by how far they are.", labels=["stage"])
        for stage in Stage:
            by_stage.add_metric([stage.value], stages[stage])
        yield by_stage
        games = GaugeMetricFamily("hushtable_tables_of_game", "Tables, by game.", labels=["game"])
        for game, number in Counter(table.game.name for table in tables).items():
            games.add_metric([game], number)
        yield games
        yield GaugeMetricFamily("hushtable_sessions", "People who are here now.", len(self._lobby.hosts))
        yield CounterMetricFamily("hushtable_actions", "Actions taken since the engine started.", self._lobby.actions)
        yield CounterMetricFamily("hushtable_refusals", "Requests refused since it started.", self._lobby.refusals)


@contextlib.contextmanager
def counted(lobby: Lobby, port: int | None) -> Iterator[None]:
    """Show the counters on a port of this machine only; None: nowhere."""
    if port is None:
        yield
        return
    from prometheus_client import CollectorRegistry, start_http_server
    from prometheus_client.registry import Collector

    class Page(House, Collector):
        pass

    registry = CollectorRegistry()
    registry.register(Page(lobby))
    if not 0 <= port <= LAST_PORT:
        raise Refused(f"There is no port {port} to show the counters on; ports go from 1 to {LAST_PORT}.")
    try:
        server, thread = start_http_server(port, "127.0.0.1", registry)
    except OSError as error:
        raise Refused(f"Port {port} cannot show the counters: {(error.strerror or str(error)).lower()}.") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
