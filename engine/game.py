"""The contract between a game and everything that seats, draws, stores or plays it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from engine.rng import Rng

Seat: TypeAlias = int  # a place at the table, from 0; people read and type seat + 1
Options: TypeAlias = Mapping[str, str]  # every option of the game, by name, settled
Position: TypeAlias = dict[str, Any]  # the [position] table of a position file, as tomllib reads it


class Refused(Exception):
    """Something the rules do not allow; its text is a sentence for the person who tried."""


class Seen(Protocol):
    """What every view has."""

    @property
    def seat(self) -> Seat | None: ...  # whose view; None: a spectator's


S = TypeVar("S")
V = TypeVar("V", bound=Seen)
A = TypeVar("A")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when a table is opened. `many`: any set of the choices, written with spaces.

    label, words: what people read for the name and for each of the choices; by default the notation itself.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    help: str  # one sentence: what differs
    many: bool = False
    label: str = ""
    words: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        return self.label or self.name.replace("_", " ")

    def said(self, value: str) -> str:
        """A settled value in words."""
        words = dict(zip(self.choices, self.words or self.choices, strict=True))
        return ", ".join(words[word] for word in value.split()) or "none"

    def settled(self, value: str) -> str:
        """The canonical text of a value, or Refused."""
        wanted = value.replace(",", " ").split() if self.many else [value.strip()]
        for word in wanted:
            if word not in self.choices:
                known = ", ".join(self.choices)
                raise Refused(f"Option {self.name} has no value “{word}”; it takes {known}.")
        return " ".join(choice for choice in self.choices if choice in wanted)


@dataclass(frozen=True, slots=True)
class Notice(Generic[E_co]):
    """An event, and who learns of it. None: the whole table, spectators too."""

    event: E_co
    to: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """What an action leads to."""

    state: S
    notices: tuple[Notice[E], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    winners: nobody (a team lost), one, several (a shared win) or all (a team won).
    scores: one a seat, in the game's own points; for a team the same number for all.
    ranks: one a seat, 1 is best, equal ranks are shared.
    reason: one sentence that names no seat. result: the game's own name for how well a team did.
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    result: str | None = None


class Game(ABC, Generic[S, V, A, E]):
    """The rules of one game. Holds no state: a State goes in, a new one comes out.

    State, view, actions and events are frozen dataclasses of tuples, frozensets, enums and numbers; `str(action)` and
    `parse` are inverses. Actions carry no seat: the session says who acts. Every event names its seat in a field where
    one is meant.
    """

    name: ClassVar[str]  # the folder's name
    title: ClassVar[str]
    blurb: ClassVar[str]  # one sentence for somebody who chooses a game
    seats: ClassVar[range]  # possible numbers of seats
    co_operative: ClassVar[bool]
    silent: ClassVar[bool] = False  # whatever the options, nobody may talk before it is over
    talk_opens: ClassVar[str] = "when it is over"  # where talk is closed
    rules_version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = ()
    view_type: ClassVar[type]
    event_types: ClassVar[tuple[type, ...]]
    card_types: ClassVar[tuple[type, ...]]  # str() of their instances is the notation of a card

    # --- the rules

    @abstractmethod
    def setup(self, seats: int, seed: int, options: Options) -> S:
        """A fresh game. seed: at least 128 bits from `secrets` at a live table."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Every seat that owes a decision; empty when the game is over."""

    def awaited(self, state: S) -> frozenset[Seat]:
        """The seats of `to_act` that the game cannot go on without. The others may still change what they said: ask
        no bot among them, for it could go on for ever."""
        return self.to_act(state)

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What this seat may know, built field by field; None: what everybody may know."""

    @abstractmethod
    def legal_actions(self, view: V) -> Sequence[A]:
        """Everything the view's seat may do now, without doubles, in the order of a menu; empty if it owes nothing."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A) -> Step[S, E]:
        """The action carried out. Trusts that it is one of the seat's legal actions: Match checks."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game runs."""

    def may_talk(self, state: S) -> bool:
        return True

    def people_first(self, state: S) -> bool:
        """Whether bots leave the present decision to people while any of them still owe it."""
        return False

    # --- for search bots and tests

    @abstractmethod
    def redealt(self, view: V, rng: Rng) -> S:
        """A state that this view could come from, what is hidden dealt anew."""

    def reseeded(self, state: S, seed: int) -> S:
        """The same state with other luck in the random draws still to come."""
        return state

    def drawn(self, event: E) -> str | None:
        """The card, in notation, that this event says was drawn by chance during play."""
        return None

    # --- texts

    @abstractmethod
    def parse(self, text: str) -> A:
        """The action this text names, legal or not, or Refused. Any order is accepted where the notation says so."""

    def canonical(self, view: V, action: A) -> A:
        """The listed action that this one is another spelling of."""
        return action

    @abstractmethod
    def why_not(self, view: V, action: A) -> str:
        """One sentence that says why this action is not legal, from what the seat may know."""

    @abstractmethod
    def explain(self, view: V, action: A) -> str:
        """One sentence for a menu: what this action will do."""

    @abstractmethod
    def describe(self, event: E, names: Sequence[str]) -> str:
        """One sentence for the log. names: who sits on each seat, fit to begin a sentence or stand in one."""

    @abstractmethod
    def prompt(self, view: V, names: Sequence[str]) -> str:
        """One sentence: what the view's seat has to decide, or who is waited for."""

    @abstractmethod
    def tell(self, view: V, names: Sequence[str]) -> tuple[str, ...]:
        """The whole position in sentences, for people who hear the table instead of seeing it."""

    @abstractmethod
    def hand(self, view: V) -> str:
        """The seat's private hand in one sentence; what a spectator has instead: none."""

    def help(self) -> str:
        """The rules in our own words, with the rulings the table plays by. Markdown."""
        return files(f"engine.{self.name}").joinpath("help.md").read_text(encoding="utf-8")

    # --- position files

    @abstractmethod
    def from_position(self, position: Position, seats: int, options: Options) -> S:
        """The state a position table describes, or Refused with what is inconsistent."""

    @abstractmethod
    def to_position(self, state: S) -> Position:
        """The whole state as a position table, with the keys that only `then` may hold besides (counts, points ...)."""

    # --- the same for every game

    def settled(self, given: Mapping[str, object]) -> Options:
        """All options of the game: those given, checked, and the defaults of the others."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                raise Refused(f"{self.title} has no option “{name}”; {has}.")
        return {name: option.settled(str(given.get(name, option.default))) for name, option in known.items()}

    def told(self, options: Options, *, all: bool = True) -> str:
        """The options in words, in one line; not all: those that are not as usual."""
        told = [option for option in self.options if all or options[option.name] != option.default]
        return "; ".join(f"{option.called}: {option.said(options[option.name])}" for option in told)

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise Refused(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} seats, not {seats}.")


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def clockwise(seat: Seat, seats: int) -> Seat:
    return (seat + 1) % seats


def in_words(parts: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *most, end = list(parts) or ["nothing"]
    return f"{', '.join(most)} {last} {end}" if most else end
