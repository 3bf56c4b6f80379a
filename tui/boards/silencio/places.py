"""The places on the table of Silencio that one can point at, where they lie, and which actions lead over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Seat
from engine.silencio.actions import Action, Choose, Give, Open, Play, Say, Send, Stone, Swap, Take, Trade, Word
from engine.silencio.cards import HIGHEST, Card, Colour, Rune, Tavern
from engine.silencio.decisions import Ask
from engine.silencio.view import View
from tui.board import Scene
from tui.drawing import fit, width

WIDTH = 80
LEFT = 7  # columns before the cards of a row
FACE = 5  # columns of a card in or under a row: value, side, and room for brackets
CELL = {2: 7, 3: 6, 4: 5}  # columns from one value to the next, by number of seats
STONES, ORACLE, OPEN = 0, 9, 10  # lines; row and hand of a colour are 1 + 2c and 2 + 2c
LABEL = 9  # columns of the words STONES, ORACLE, OPEN before what lies there
TAVERN = "tavern"
YES = ("claim", "draw", "use", "renew", "end")  # words that do something; `decline` and `pass` come after them


@dataclass(frozen=True, slots=True)
class Own:
    """A card of mine, hidden or open, under the row of its colour."""

    card: Card


@dataclass(frozen=True, slots=True)
class Shared:
    """An open card of another seat."""

    card: Card
    owner: Seat


@dataclass(frozen=True, slots=True)
class InOracle:
    card: Card


@dataclass(frozen=True, slots=True)
class AtSeat:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Row:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Lit:
    """A rune stone, lit or out."""

    rune: Rune


@dataclass(frozen=True, slots=True)
class OnWord:
    """`pass`, `draw`, `end` and the like, or the tavern."""

    word: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """What may be said in the tavern."""

    said: Say


Place: TypeAlias = Own | Shared | InOracle | AtSeat | Row | Lit | OnWord | Phrase
Path: TypeAlias = tuple[Place, ...]  # what was picked up, then where the cursor is


@dataclass(frozen=True, slots=True)
class Spot:
    """line: of the eleven that every picture has. The first and last of the cells are for brackets and marks."""

    line: int
    x: int
    cells: int


def path(action: Action) -> Path:
    """The places one points at, one after another, to do it."""
    match action:
        case Give(card) | Open(card) | Play(card, None):
            return (Own(card),)
        case Play(card, owner):
            assert owner is not None
            return (Shared(card, owner),)
        case Stone(colour, great=True):
            return (Lit(Rune.GREAT), Row(colour))
        case Stone(rune=rune):
            return (Lit(rune),)
        case Take(colour):
            return (Row(colour),)
        case Choose(whom):
            return (AtSeat(whom),)
        case Swap(card, partner):
            return (Own(card), AtSeat(partner))
        case Trade(card, wanted):
            return (Own(card), InOracle(wanted))
        case Send(card, to):
            return (InOracle(card), AtSeat(to))
        case Say():
            return (OnWord(TAVERN), Phrase(action))
        case _:
            return (OnWord(str(action)),)


def open_to(scene: Scene, picked: Path) -> list[Place]:
    """Where something legal leads on from what was picked up, in the order of the engine's list."""
    depth = len(picked)
    paths = (path(action) for action in scene.legal)
    return list(dict.fromkeys(one[depth] for one in paths if len(one) > depth and one[:depth] == picked))


def stops(scene: Scene, picked: Path) -> list[Place]:
    """Where the cursor can go: with empty hands also to what is not possible now, to hear why."""
    possible = open_to(scene, picked)
    if picked:
        return possible
    view: View = scene.view
    always: list[Place] = [Own(card) for card in view.own]
    always += [Shared(card, seat) for seat, cards in enumerate(view.open) if seat != view.seat for card in cards]
    always += [Lit(rune) for rune in Rune]
    always += [OnWord(word) for word in words(scene)]
    if view.tavern is not None:
        always.append(OnWord(TAVERN))
    return list(dict.fromkeys((*always, *possible)))


def words(scene: Scene) -> list[str]:
    """The words at the right of the oracle; in a turn always `pass`, possible or not."""
    found = [place.word for place in open_to(scene, ()) if isinstance(place, OnWord) and place.word != TAVERN]
    asked = scene.view.asked
    if scene.legal and asked is not None and asked.ask is Ask.TURN and "pass" not in found:
        found.append("pass")
    return sorted(found, key=lambda word: word not in YES)


# --- where they lie


def spots(scene: Scene, picked: Path) -> dict[Place, Spot]:
    """Everything that is drawn and could be pointed at, in reading order."""
    view: View = scene.view
    found: dict[Place, Spot] = {}
    if picked == (OnWord(TAVERN),):
        found |= _phrases(scene)
    else:
        found |= _stones(view)
    for colour in Colour:
        found[Row(colour)] = Spot(1 + 2 * colour, 0, LEFT)
        for card in sorted(view.own, key=lambda card: card.value):
            if card.colour is colour:
                found[Own(card)] = Spot(2 + 2 * colour, column(card, view.seats), FACE)
    x = LABEL
    for card in view.oracle:
        found[InOracle(card)] = Spot(ORACLE, x, width(name(card)) + 3)
        x += 7
    said = words(scene)
    x = WIDTH - sum(len(word) + 3 for word in said)
    for word in said:
        found[OnWord(word)] = Spot(ORACLE, x, len(word) + 2)
        x += len(word) + 3
    return found | _seats(scene)


def _stones(view: View) -> dict[Place, Spot]:
    found: dict[Place, Spot] = {Lit(Rune.GREAT): Spot(STONES, LABEL, 11)}
    for number, rune in enumerate(rune for rune in Rune if rune is not Rune.GREAT):
        found[Lit(rune)] = Spot(STONES, LABEL + 12 + 8 * number, 7)
    if view.tavern is not None:
        cells = len(tavern_sign(view.tavern)) + 2
        found[OnWord(TAVERN)] = Spot(STONES, WIDTH - cells, cells)
    return found


def tavern_sign(tavern: Tavern) -> str:
    return "tavern is open" if tavern.open else f"tavern: {tavern.count} of 3 dark"


def _phrases(scene: Scene) -> dict[Place, Spot]:
    """`stuck`, then a letter for each colour one may speak of, after the two words of `_phrase_words`."""
    found: dict[Place, Spot] = {}
    starts = {Word.STUCK: LABEL, Word.HIGH: LABEL + 21, Word.AVOID: LABEL + 45}
    for place in open_to(scene, (OnWord(TAVERN),)):
        assert isinstance(place, Phrase)
        said = place.said
        cells = 3 if said.colour is not None else 7
        found[place] = Spot(STONES, starts[said.word] + 3 * (said.colour or 0), cells)
    return found


def _seats(scene: Scene) -> dict[Place, Spot]:
    """Each seat with its open cards behind it; names get the room that is left."""
    view: View = scene.view
    cards = [[width(name(card)) + 3 for card in laid] or [2] for laid in view.open]
    room = WIDTH - LABEL - sum(map(sum, cards)) - 5 * view.seats  # brackets, number, two blanks
    found: dict[Place, Spot] = {}
    x = LABEL
    for seat, laid in enumerate(view.open):
        called = fit(scene.names[seat], max(0, room // view.seats))
        found[AtSeat(seat)] = Spot(OPEN, x, width(called) + 4)
        x += width(called) + 4
        for card, cells in zip(laid, cards[seat], strict=False):
            if seat != view.seat:
                found[Shared(card, seat)] = Spot(OPEN, x, cells)
            x += cells
        x += 1 if laid else 3
    return found


def name(card: Card) -> str:
    """`R5`: what a card is called where its row does not say the colour."""
    return f"{card.colour.letter.upper()}{card.value}"


def column(card: Card, seats: int) -> int:
    """The first of the card's cells, in its row and under it."""
    cell = CELL[seats]
    return LEFT + cell * (card.value - 2) + (cell - FACE) // 2


def effects_column(seats: int) -> int:
    """Where the effects begin, behind the highest card."""
    return LEFT + max(54, CELL[seats] * (HIGHEST[seats] - 1)) + 1
