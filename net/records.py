"""What is kept of a table, and what whoever keeps it must be able to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.game import Options, Seat
from engine.match import Ply
from net.client import Line


@dataclass(frozen=True, slots=True)
class Chair:
    """Who holds a seat. person: the id of an account or guest; empty for a bot, whose level is `bot`.

    A person with a bot is away, and it stands in.
    """

    person: str
    name: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A table from which it can be rebuilt whole: a saved table is a replay that has not ended."""

    table: str
    game: str
    rules_version: int
    options: Options
    seed: int
    plan: tuple[str, ...]
    chairs: tuple[Chair | None, ...]
    position: str | None = None  # the position file it began from
    invite: str = ""  # the word of a private table
    started: bool = False
    ended_early: bool = False
    plies: tuple[Ply, ...] = ()
    said: tuple[Line, ...] = ()


class Store(Protocol):
    """Each call returns when what it was told is safe, or raises engine.game.Refused and nothing was kept."""

    def opened(self, record: Record) -> None: ...

    def seated(self, table: str, seat: Seat, chair: Chair | None) -> None: ...

    def ply(self, table: str, number: int, ply: Ply) -> None:
        """number: from 1."""

    def said(self, table: str, line: Line) -> None: ...

    def started(self, table: str) -> None: ...

    def ended_early(self, table: str) -> None: ...

    def closed(self, table: str) -> None:
        """The table is gone from the lobby; a finished game's replay may still be kept."""

    def load(self) -> Iterable[Record]: ...


class Forgetful:
    """Keeps nothing: for games in one terminal."""

    def opened(self, record: Record) -> None: ...
    def seated(self, table: str, seat: Seat, chair: Chair | None) -> None: ...
    def ply(self, table: str, number: int, ply: Ply) -> None: ...
    def said(self, table: str, line: Line) -> None: ...
    def started(self, table: str) -> None: ...
    def ended_early(self, table: str) -> None: ...
    def closed(self, table: str) -> None: ...
    def load(self) -> Iterable[Record]:
        return ()
