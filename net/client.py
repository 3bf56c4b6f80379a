"""All that a screen, a line session or a bot knows of the world: tables to find, and a table to sit at."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from engine.game import AnyGame, Options, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits on a seat, as the table sees them.

    bot: its level; empty for people. A person who is away and has a bot: it stands in until they come back.
    """

    name: str
    bot: str = ""
    away: bool = False


class Stage(StrEnum):
    WAITING = "waiting"  # for people to take the seats left
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Listing:
    """A table as the lobby shows it to one person."""

    table: str  # a short word, typed as in `watch ID`
    game: str
    options: Options
    people: tuple[Person | None, ...]  # one a seat; None: free
    stage: Stage
    to_act: frozenset[Seat]
    mine: tuple[Seat, ...]  # the seats of the person who asks
    private: bool = False  # listed only for who sits there
    invite: str = ""  # the word that lets others into a private table
    hints: bool = False  # who plays with others there may ask for some


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said at the table, by a person (cleaned text, never markup).

    after: how many of the events that came with it happened before it; 0 if nobody knows any more.
    """

    name: str
    text: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Absence:
    """Somebody has left the table. seconds: until the others may let a bot stand in or end the game; 0: now."""

    seat: Seat
    seconds: int


@dataclass(frozen=True, slots=True)
class Update:
    """The table as it is now, for one seat, with what this seat learned since its last update.

    Updates say how things are, so missing one loses nothing: the next holds its events too.
    """

    serial: int  # goes back with the action that answers
    seat: Seat | None  # whose eyes; None: a spectator's
    stage: Stage
    view: Any  # None while the table waits for people
    events: tuple[Any, ...]
    said: tuple[Line, ...]
    fresh: bool  # events and said are the whole story so far, not an addition
    to_act: frozenset[Seat]
    people: tuple[Person | None, ...]
    outcome: Outcome | None
    may_talk: bool
    may_hint: bool = False  # this person may ask what to do
    absences: tuple[Absence, ...] = ()
    agreed: frozenset[Seat] = frozenset()  # who wants to end the game early; it ends when all who are here do
    rematch: str = ""  # the table at which the same people play again
    invite: str = ""  # the word that lets others into this private table, for who sits here


@dataclass(frozen=True, slots=True)
class Pause:
    """The table cannot be reached just now; the client keeps trying and goes on by itself."""

    reason: str


@dataclass(frozen=True, slots=True)
class Gone:
    """The last of the updates: this window has no more to do with the table. A sentence says why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Told:
    """What the house itself says to a person. final: they have to leave now."""

    text: str
    final: bool = False


class Client(Protocol):
    """One person at one table. Everything that is refused raises engine.game.Refused with a sentence."""

    @property
    def table(self) -> str: ...

    @property
    def game(self) -> AnyGame: ...

    @property
    def options(self) -> Options: ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """() a spectator, one a player, several around one keyboard."""

    def updates(self) -> AsyncIterator[Update | Pause | Gone]:
        """The table now, then again after every change. Ends when the person has left; after Gone too."""

    async def face(self, seat: Seat) -> None:
        """Around one keyboard: see the table from this seat of mine from now on, and act for it."""

    async def act(self, action: str, serial: int) -> None:
        """Do this, in notation, as the answer to the update with this serial. Returns when it is on disk."""

    async def say(self, text: str) -> None: ...

    async def hint(self) -> str:
        """What the best bot would do on the seat I face, and why. Takes as long as a bot may think."""

    async def leave(self) -> None:
        """Stop looking. The seat is kept (before the game starts it becomes free)."""

    async def agree_to_end(self, agree: bool) -> None:
        """End the game without a result, once everybody who is here agrees. False takes it back."""

    async def stand_in(self, seat: Seat, level: str) -> None:
        """Let a bot play the seat of somebody who has been away for too long, until they come back."""

    async def rematch(self) -> Client:
        """The same people, the same game, once this one is over. Who comes second joins the first."""


OPEN = "open"  # a seat in a plan: for whoever comes
HERE = "here"  # a seat in a plan: for a person at this keyboard; `here Anna` names them. Others: a bot's level


class Standing(StrEnum):
    """How well the house knows a person."""

    HERE = "here"  # sits at the keyboard of this house; there are no accounts
    GUEST = "guest"  # came without a key: has a name given by the house
    NEW = "new"  # came with a key for the first time: may choose a name until they sit down
    KNOWN = "known"


class Host(Protocol):
    """One person in the house: finds, opens and joins tables."""

    @property
    def name(self) -> str:
        """What others call them; for who is new, what they will be called if they choose nothing else."""

    @property
    def standing(self) -> Standing: ...

    @property
    def forgets(self) -> str:
        """Why running games end when this person leaves, as a sentence; empty where they are kept."""

    async def choose_name(self, name: str) -> None:
        """Once, by who is new."""

    async def code(self) -> str:
        """What makes another key mine when it is typed there; for a guest, what brings them back. Good once."""

    async def use(self, code: str) -> None:
        """Be the person to whom this code was shown, from now on."""

    def listings(self) -> AsyncIterator[tuple[Listing, ...] | Pause]:
        """All tables this person may see, their own first, now and after every change."""

    async def open(
        self, game: str, plan: Sequence[str], options: Mapping[str, str], private: bool = False, hints: bool = False
    ) -> Client:
        """A new table. plan: one word a seat (OPEN, HERE or a bot's level). private: only who has the word comes in.

        hints: people who play with others may ask for some while talk is open; who plays alone always may.
        """

    async def sit(self, table: str, invite: str = "") -> Client:
        """Take a free seat, or come back to the seats this person holds. invite: the word of a private table."""

    async def watch(self, table: str, invite: str = "") -> Client: ...

    async def replay(self, table: str) -> str:
        """The replay file of a table, of a running one without its secrets."""

    def told(self) -> AsyncIterator[Told]:
        """What the house says to this person, as it says it; ends after a final word."""

    async def close(self) -> None: ...
