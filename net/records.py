"""What is kept of tables and people, and what whoever keeps it must be able to do."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from engine.game import Options, Refused, Seat
from engine.match import Ply
from net.client import Line, Standing

TALK_KEPT: Final = 200  # lines of talk that somebody who comes later still sees
GUEST: Final = "guest:"  # how the keys begin that stand for people who have none


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
    hints: bool = False  # given to people who play with others
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

    def said(self, table: str, line: Line) -> None:
        """The newest TALK_KEPT lines are kept."""

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


def guest_key() -> str:
    """For one session without a key; nobody else ever had it."""
    return GUEST + secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Account:
    """Who stands behind a key. key: the fingerprint, or that of a guest. person: what chairs name; several keys may."""

    key: str
    person: str
    name: str
    standing: Standing


class Accounts(Protocol):
    """Who the people of a house are. Raises engine.game.Refused with a sentence."""

    def found(self, key: str, wish: str, taken: Collection[str]) -> Account:
        """wish: a name for somebody new, cleaned, may be empty. taken: names that are in use without being kept."""

    def chosen(self, account: Account, name: str) -> Account:
        """This person's name, for good."""

    def settled(self, account: Account) -> Account:
        """The account as it is kept from now on: the person sits down under this name."""

    def code(self, account: Account) -> str: ...

    def used(self, account: Account, code: str) -> Account:
        """The account behind the key from now on. Each code is taken once."""


class AtThisKeyboard:
    """Everybody is who they say they are."""

    def found(self, key: str, wish: str, taken: Collection[str]) -> Account:
        return Account(key, key, wish, Standing.HERE)

    def chosen(self, account: Account, name: str) -> Account:
        raise Refused("Names for this terminal are chosen when a table is opened.")

    def settled(self, account: Account) -> Account:
        return account

    def code(self, account: Account) -> str:
        raise Refused("Codes are for houses elsewhere; in this terminal you need none.")

    def used(self, account: Account, code: str) -> Account:
        raise Refused("Codes are for houses elsewhere; in this terminal you need none.")
