"""Positions of Silencio as tables of a position file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.game import Options, Position, Refused
from engine.silencio import owing
from engine.silencio.cards import HIGHEST, Card, Colour, Hang, Laid, Rune, Tavern, deck, tidy, top
from engine.silencio.decisions import Ask, Decision
from engine.silencio.legal import is_dark
from engine.silencio.rules import settled
from engine.silencio.state import State

KEYS = (
    *("rows", "hands", "open", "oracle", "stock", "box", "turn", "passes"),
    *("stones", "hangs", "phase", "tavern", "starter", "owes"),
)
PHASES = {"claim": Ask.CLAIM, "give": Ask.GIVE, "start": Ask.TURN, "play": Ask.TURN, "end": Ask.END}


def from_position(position: Position, seats: int, options: Options) -> State:
    """The state, or Refused with what is inconsistent. Cards named nowhere are in the box."""
    for key in position:
        if key not in KEYS:
            raise Refused(f"A position of Silencio has no “{key}”; it has {', '.join(KEYS)}.")
    rows = _rows(position.get("rows", {}))
    hands, laid_open = _by_seat(position, "hands", seats), _by_seat(position, "open", seats)
    oracle, stock, box = (_cards(position.get(key, ""), key) for key in ("oracle", "stock", "box"))
    if len(oracle) > seats:
        raise Refused(f"The oracle holds at most {seats} cards with {seats} seats, not {len(oracle)}.")
    in_rows = [laid.card for row in rows for laid in row]
    rest = _rest((*in_rows, *_flat(hands), *_flat(laid_open), *oracle, *stock, *box), seats)
    phase = _phase(position, rows, hands, laid_open)
    turn = _number(position, "turn", 1, 1, seats) - 1
    passes = _number(position, "passes", 0, 0, seats)
    if passes and phase != "start":
        raise Refused(f"With {passes} passes in a row the phase can only be start.")
    starter = _number(position, "starter", turn + 1 if phase == "give" else 0, 0, seats)
    state = State(
        seed=0,
        rows=rows,
        hands=tuple(map(tidy, hands)),
        open=tuple(map(tidy, laid_open)),
        oracle=oracle,
        stock=stock,
        box=tidy((*box, *rest)),
        stones=_stones(position, options),
        stack=(Decision(PHASES[phase], None if phase == "claim" else turn),),
        turn=None if phase == "claim" else turn,
        starter=starter - 1 if starter else None,
        hangs=_hangs(position),
        passes=passes,
        spent=phase == "play",
        tavern=_tavern(position, options),
        must_share=options["shared"] == "must",
    )
    return settled(owing.resumed(state, position.get("owes", {})), [])


def to_position(state: State) -> Position:
    tavern = state.tavern or Tavern()
    turn = {} if state.turn is None else {"turn": state.turn + 1}
    return {
        "rows": {colour.letter: _text(state.rows[colour]) for colour in Colour},
        "hands": [_text(hand) for hand in state.hands],
        "open": [_text(cards) for cards in state.open],
        "oracle": _text(state.oracle),
        "stock": _text(state.stock),
        "box": _text(state.box),
        **turn,
        "passes": state.passes,
        "stones": _text(state.stones),
        "hangs": _text(state.hangs),
        "phase": phase(state),
        "tavern": {"open": tavern.open, "count": tavern.count},
        "starter": 0 if state.starter is None else state.starter + 1,
        "owes": owing.owed(state),
        "counts": {
            "hands": [len(hand) for hand in state.hands],
            "stock": len(state.stock),
            "oracle": len(state.oracle),
        },
    }


def phase(state: State) -> str:
    """How far the turn has come. Of a game that is over: `start`, as nothing of a turn is left."""
    match state.stack[0].ask if state.stack else Ask.TURN:
        case Ask.TURN:
            return "play" if state.stack and state.spent else "start"
        case ask:
            return ask.value


def _text(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


def _cards(text: object, where: str) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise Refused(f'“{where}” is a text of cards, such as "r2 g8".')
    return tuple(map(Card.parse, text.split()))


def _flat(parts: tuple[tuple[Card, ...], ...]) -> tuple[Card, ...]:
    return tuple(card for part in parts for card in part)


def _by_seat(position: Position, key: str, seats: int) -> tuple[tuple[Card, ...], ...]:
    texts = position.get(key, [""] * seats)
    if not isinstance(texts, list) or len(texts) != seats:
        raise Refused(f"“{key}” is a list of {seats} texts, one for each seat.")
    return tuple(_cards(text, key) for text in texts)


def _rows(texts: Any) -> tuple[tuple[Laid, ...], ...]:
    if not isinstance(texts, Mapping):
        raise Refused('Rows are given by colour, such as rows.r = "r2* r5".')
    for letter in texts:
        Colour.parse(letter)
    rows: list[tuple[Laid, ...]] = [(), (), (), ()]
    for colour in Colour:
        text = texts.get(colour.letter, "")
        if not isinstance(text, str):
            raise Refused(f"The {colour.word} row is a text of cards.")
        for name in text.split():
            rows[colour] += (_laid(name, colour, tuple(rows)),)
    return tuple(rows)


def _laid(name: str, colour: Colour, rows: tuple[tuple[Laid, ...], ...]) -> Laid:
    card, under = Card.parse(name.removesuffix("*")), top(rows[colour])
    if card.colour is not colour:
        raise Refused(f"{card} does not belong in the {colour.word} row.")
    if card.value <= under:
        raise Refused(f"{card} cannot lie on {under} in the {colour.word} row; a card must be higher.")
    if name.endswith("*") is not is_dark(card, rows):
        side = "dark, so it is followed by *" if is_dark(card, rows) else "light, so no * follows it"
        raise Refused(f"On {under} {card} lies {side}.")
    return Laid(card, name.endswith("*"))


def _rest(named: tuple[Card, ...], seats: int) -> list[Card]:
    """The cards in use that the position does not name."""
    seen: set[Card] = set()
    for card in named:
        if card.value > HIGHEST[seats]:
            raise Refused(f"{card} is not in use with {seats} seats; the highest value is {HIGHEST[seats]}.")
        if card in seen:
            raise Refused(f"{card} is in the position twice.")
        seen.add(card)
    return [card for card in deck(seats) if card not in seen]


def _number(position: Position, key: str, default: int, least: int, most: int) -> int:
    number = position.get(key, default)
    if not isinstance(number, int) or not least <= number <= most:
        raise Refused(f"“{key}” is a number from {least} to {most}, not {number}.")
    return number


def _phase(
    position: Position,
    rows: tuple[tuple[Laid, ...], ...],
    hands: tuple[tuple[Card, ...], ...],
    laid_open: tuple[tuple[Card, ...], ...],
) -> str:
    phase = str(position.get("phase", "start"))
    if phase not in PHASES:
        raise Refused(f"“{phase}” is no phase; the phases are {', '.join(PHASES)}.")
    if phase in ("claim", "give"):
        if any(rows) or any(laid_open) or position.get("hangs"):
            raise Refused(f"In the phase {phase} no card has been played and nothing hangs yet.")
        if not all(hands):
            raise Refused(f"In the phase {phase} everybody has cards to hand on.")
    if phase == "end" and not any(rows):
        raise Refused("In the phase end a card has just been played, but all rows are empty.")
    return phase


def _words(position: Position, key: str, known: Iterable[str], default: Iterable[str]) -> list[str]:
    text = position.get(key, " ".join(default))
    words = text.split() if isinstance(text, str) else [str(text)]
    for word in words:
        if word not in list(known):
            raise Refused(f"“{key}” has no “{word}”; it may hold {', '.join(known)}.")
    return words


def _stones(position: Position, options: Options) -> tuple[Rune, ...]:
    out = options["extinguished"].split()
    lit = _words(position, "stones", list(Rune), [rune for rune in Rune if rune not in out])
    for word in lit:
        if word in out:
            raise Refused(f"Stone {word} cannot be lit: the option extinguished names it.")
    return tuple(rune for rune in Rune if rune in lit)


def _hangs(position: Position) -> tuple[Hang, ...]:
    words = _words(position, "hangs", list(Hang), ())
    if sum(word != Hang.NO_DARK for word in set(words)) > 1:
        raise Refused("Of no-light, draw and green only one can hang: each is set by the card just played.")
    return tuple(hang for hang in Hang if hang in words)


def _tavern(position: Position, options: Options) -> Tavern | None:
    given = position.get("tavern", {})
    if not isinstance(given, Mapping) or set(given) - {"open", "count"}:
        raise Refused("The tavern is given as { open = false, count = 0 }.")
    tavern = Tavern(bool(given.get("open", False)), _number(dict(given), "count", 0, 0, 2))
    if options["tavern"] == "off":
        if tavern != Tavern():
            raise Refused("At this table there is no tavern; the option tavern is off.")
        return None
    if tavern.open and tavern.count:
        raise Refused("While the tavern is open it counts nothing, so its count is 0.")
    return tavern
