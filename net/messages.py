"""What a person's side may ask of the engine process, and what comes back: the words on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NewType, TypeAlias

from net.client import Listing, Standing

PROTOCOL = 5  # goes up when a message changes; the two sides must agree

Raw = NewType("Raw", object)  # already what the wire carries: made and read by `wire.Shapes` of the table's game


@dataclass(frozen=True, slots=True)
class Hello:
    """The first words of a trusted front: who is behind this connection. Everything after them is theirs.

    person: the key they proved, or records.guest_key(). name: a wish.
    """

    protocol: int
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to `Hello`, and the first that a distant client reads.

    refusal: why this person may not come in; nothing follows then.
    """

    protocol: int
    name: str
    standing: Standing
    refusal: str = ""


# Each ask has one answer. `place` is the number of an open table within this connection.


@dataclass(frozen=True, slots=True)
class Tables:
    """Answered with `Listed` once the listings differ from those last sent; fresh: at once."""

    fresh: bool


@dataclass(frozen=True, slots=True)
class Open:
    game: str
    plan: tuple[str, ...]
    options: Mapping[str, str]
    private: bool
    hints: bool


@dataclass(frozen=True, slots=True)
class Sit:
    table: str
    invite: str


@dataclass(frozen=True, slots=True)
class Watch:
    table: str
    invite: str


@dataclass(frozen=True, slots=True)
class Rematch:
    place: int


@dataclass(frozen=True, slots=True)
class Next:
    """Answered with `Shown`, `Paused` or `Ended` once there is news; fresh: at once, with the whole story."""

    place: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class Face:
    place: int
    seat: int


@dataclass(frozen=True, slots=True)
class Act:
    """again: the link broke before an answer came, so this may have been carried out already."""

    place: int
    action: str
    serial: int
    again: bool


@dataclass(frozen=True, slots=True)
class Say:
    place: int
    text: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Answered with `Text` after some time."""

    place: int


@dataclass(frozen=True, slots=True)
class AgreeToEnd:
    place: int
    agree: bool


@dataclass(frozen=True, slots=True)
class StandIn:
    place: int
    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class Leave:
    place: int


@dataclass(frozen=True, slots=True)
class Replay:
    table: str


@dataclass(frozen=True, slots=True)
class ChooseName:
    """Answered with `Known`."""

    name: str


@dataclass(frozen=True, slots=True)
class ShowCode:
    """Answered with `Text`."""


@dataclass(frozen=True, slots=True)
class UseCode:
    """Answered with `Known`."""

    code: str


Opening: TypeAlias = Open | Sit | Watch | Rematch  # answered with `Seated`
AtTable: TypeAlias = Next | Face | Act | Say | Hint | AgreeToEnd | StandIn | Leave
Ask: TypeAlias = Tables | Opening | AtTable | Replay | ChooseName | ShowCode | UseCode


@dataclass(frozen=True, slots=True)
class Refusal:
    sentence: str


@dataclass(frozen=True, slots=True)
class Done:
    pass


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Known:
    """Who the person is from now on."""

    name: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Seated:
    """A table is open. rules: the version of the game's rules that the engine plays by."""

    place: int
    table: str
    game: str
    rules: int
    options: Mapping[str, str]
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    tables: tuple[Listing, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """seats: those of the person who looks."""

    update: Raw
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Paused:
    reason: str


@dataclass(frozen=True, slots=True)
class Ended:
    """There will be no more updates. reason: a sentence; empty if the person has left by themselves."""

    reason: str


@dataclass(frozen=True, slots=True)
class Saying:
    """What the house says to this person, under the number 0, unasked. final: then it hangs up."""

    text: str
    final: bool


Answer: TypeAlias = Refusal | Done | Text | Known | Seated | Listed | Shown | Paused | Ended | Saying


@dataclass(frozen=True, slots=True)
class Asked:
    """id: chosen by the asker; the answer bears it."""

    id: int
    ask: Ask


@dataclass(frozen=True, slots=True)
class Answered:
    id: int
    answer: Answer


Message: TypeAlias = Hello | Welcome | Asked | Answered
