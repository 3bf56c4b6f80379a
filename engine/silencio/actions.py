"""What a player of Silencio can do, and its notation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.game import Refused, Seat
from engine.silencio.cards import SMALL, Card, Colour, Rune


@dataclass(frozen=True, slots=True)
class Claim:
    """Take the start-player card."""

    def __str__(self) -> str:
        return "claim"


@dataclass(frozen=True, slots=True)
class Give:
    """Hand a card on in the setup, or give one back in a swap: `give g8`."""

    card: Card

    def __str__(self) -> str:
        return f"give {self.card}"


@dataclass(frozen=True, slots=True)
class Stone:
    """Use the small stone of a colour, `stone r`, or the great one as that colour's light effect, `great r`."""

    colour: Colour
    great: bool = False

    def __str__(self) -> str:
        return f"{'great' if self.great else 'stone'} {self.colour.letter}"

    @property
    def rune(self) -> Rune:
        return Rune.GREAT if self.great else SMALL[self.colour]


@dataclass(frozen=True, slots=True)
class Play:
    """A card of one's own, `play r5`, or the open card of another seat, `play r5 from 2`."""

    card: Card
    owner: Seat | None = None  # None: one's own

    def __str__(self) -> str:
        return f"play {self.card}" if self.owner is None else f"play {self.card} from {self.owner + 1}"


@dataclass(frozen=True, slots=True)
class Draw:
    """While the random draw hangs: draw a hidden card, and play it if it fits."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Use:
    """Red light: the next card's dark effect shall not happen."""

    def __str__(self) -> str:
        return "use"


@dataclass(frozen=True, slots=True)
class Decline:
    """No light effect, thank you."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Take:
    """Blue light: the top card of a row comes into hand. `take r`."""

    colour: Colour

    def __str__(self) -> str:
        return f"take {self.colour.letter}"


@dataclass(frozen=True, slots=True)
class Open:
    """Yellow light: lay a hand card open. `open y4`."""

    card: Card

    def __str__(self) -> str:
        return f"open {self.card}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Green light: that seat shall exchange cards. `choose 2`."""

    whom: Seat

    def __str__(self) -> str:
        return f"choose {self.whom + 1}"


@dataclass(frozen=True, slots=True)
class Swap:
    """A card to another seat, which gives one back. `swap r5 with 3`."""

    card: Card
    partner: Seat

    def __str__(self) -> str:
        return f"swap {self.card} with {self.partner + 1}"


@dataclass(frozen=True, slots=True)
class Trade:
    """A hand card into the oracle for a card from there. `trade r5 for g7`."""

    card: Card
    wanted: Card

    def __str__(self) -> str:
        return f"trade {self.card} for {self.wanted}"


@dataclass(frozen=True, slots=True)
class Renew:
    """Box the oracle and reveal new cards."""

    def __str__(self) -> str:
        return "renew"


@dataclass(frozen=True, slots=True)
class Send:
    """Blue dark: an oracle card goes to another seat. `send g7 to 3`."""

    card: Card
    to: Seat

    def __str__(self) -> str:
        return f"send {self.card} to {self.to + 1}"


@dataclass(frozen=True, slots=True)
class End:
    """Leave the end window."""

    def __str__(self) -> str:
        return "end"


class Word(StrEnum):
    """The three things that may be said in the tavern."""

    STUCK = "stuck"
    HIGH = "high"
    AVOID = "avoid"


@dataclass(frozen=True, slots=True)
class Say:
    """The tavern: `say stuck`, `say high y`, `say avoid g`. Only `stuck` has no colour."""

    word: Word
    colour: Colour | None = None

    def __str__(self) -> str:
        return f"say {self.word}" if self.colour is None else f"say {self.word} {self.colour.letter}"


Action: TypeAlias = (
    Claim
    | Give
    | Stone
    | Play
    | Draw
    | Pass
    | Use
    | Decline
    | Take
    | Open
    | Choose
    | Swap
    | Trade
    | Renew
    | Send
    | End
    | Say
)

_PLAIN: dict[str, Action] = {
    str(action): action for action in (Claim(), Draw(), Pass(), Use(), Decline(), Renew(), End(), Say(Word.STUCK))
}


def parse(text: str) -> Action:
    words = text.lower().split()
    if plain := _PLAIN.get(" ".join(words)):
        return plain
    match words:
        case ["give", card]:
            return Give(Card.parse(card))
        case ["stone", colour]:
            return Stone(Colour.parse(colour))
        case ["great", colour]:
            return Stone(Colour.parse(colour), great=True)
        case ["play", card]:
            return Play(Card.parse(card))
        case ["play", card, "from", seat]:
            return Play(Card.parse(card), _seat(seat))
        case ["take", colour]:
            return Take(Colour.parse(colour))
        case ["open", card]:
            return Open(Card.parse(card))
        case ["choose", seat]:
            return Choose(_seat(seat))
        case ["swap", card, "with", seat]:
            return Swap(Card.parse(card), _seat(seat))
        case ["trade", card, "for", wanted]:
            return Trade(Card.parse(card), Card.parse(wanted))
        case ["send", card, "to", seat]:
            return Send(Card.parse(card), _seat(seat))
        case ["say", ("high" | "avoid") as word, colour]:
            return Say(Word(word), Colour.parse(colour))
    raise Refused(f"“{text}” is nothing one can do here. Try: play r5, play r5 from 2, stone r, great b, pass or end.")


def _seat(text: str) -> Seat:
    if len(text) != 1 or (place := "1234".find(text)) < 0:
        raise Refused(f"“{text}” is no seat; the seats count from 1.")
    return place
