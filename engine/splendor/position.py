"""Positions of Splendor as tables of a position file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from engine.game import Options, Position, Refused, Seat
from engine.splendor.cards import LEVELS, NO_TOKENS, Card, Noble, Token, Tokens
from engine.splendor.holding import Holding
from engine.splendor.legal import MOST_RESERVED, MOST_TOKENS, coming
from engine.splendor.rules import SHOWN, tokens_in_all
from engine.splendor.state import State
from engine.splendor.view import Asks, Row

T = TypeVar("T")

KEYS = {"bank", "nobles", "players", "turn", "first", "passes", "owes"} | {
    f"{key}{level}" for key in ("shown", "deck") for level in LEVELS
}
PLAYER_KEYS = {"tokens", "cards", "reserved", "hidden", "nobles"}
OWES = {"": Asks.ACTION, "return": Asks.RETURN, "noble": Asks.NOBLE}


def from_position(position: Position, seats: int, options: Options) -> State:
    """The state, or Refused with what is inconsistent. Cards named nowhere are out of the game.

    Left out: the bank holds what nobody has, a list of cards is empty, a player has nothing, seat 1 is to move.
    """
    _check_keys(position, KEYS, "A position of Splendor")
    players = position.get("players", [{}] * seats)
    if not isinstance(players, list) or len(players) != seats:
        raise Refused(f"There are {seats} seats, so “players” lists {seats} tables.")
    turn = _number(position, "turn", 1, range(1, seats + 1))
    passes = _number(position, "passes", 0, range(seats + 1))
    asks = OWES.get(str(position.get("owes", "")))
    if asks is None:
        raise Refused("“owes” is return, noble or left out.")
    if passes == seats and asks is Asks.ACTION:
        asks = Asks.NOTHING
    holdings = tuple(map(_holding, players, range(seats)))
    decks = tuple(_cards(position, f"deck{level}") for level in LEVELS)
    state = State(
        turn=turn - 1,
        first=_number(position, "first", turn, range(1, seats + 1)) - 1,
        bank=_bank(position, holdings, tokens_in_all(seats, options["gold"])),
        rows=tuple(map(_row, LEVELS, (_cards(position, f"shown{level}") for level in LEVELS), decks)),
        decks=decks,
        nobles=_nobles(position),
        holdings=holdings,
        hidden=tuple(_cards(player, "hidden") for player in players),
        target=int(options["target"]),
        gold=options["gold"],
        asks=asks,
        passes=passes if asks in (Asks.ACTION, Asks.NOTHING) else 0,  # nobody owes anything after a pass that counts
    )
    _check_cards(state)
    for seat in range(seats):
        _check_seat(state, seat)
    return state


def to_position(state: State) -> Position:
    return {
        "bank": _table(state.bank),
        **{f"shown{level}": _text(filter(None, state.rows[level - 1])) for level in LEVELS},
        **{f"deck{level}": _text(state.decks[level - 1]) for level in LEVELS},
        "nobles": _text(state.nobles),
        "players": [_player(state, seat) for seat in range(state.seats)],
        "turn": state.turn + 1,
        "first": state.first + 1,
        "passes": state.passes,
        "owes": state.asks.value if state.asks in (Asks.RETURN, Asks.NOBLE) else "",
        "points": [holding.points for holding in state.holdings],
        "counts": {"decks": [len(deck) for deck in state.decks]},
    }


def _player(state: State, seat: Seat) -> dict[str, Any]:
    holding = state.holdings[seat]
    return {
        "tokens": _table(holding.tokens),
        "cards": _text(holding.cards),
        "reserved": _text(holding.reserved),
        "hidden": _text(state.hidden[seat]),
        "nobles": _text(holding.nobles),
    }


def _table(tokens: Tokens) -> dict[str, int]:
    return {str(token): tokens[token] for token in Token}


def _text(pieces: Iterable[object]) -> str:
    return " ".join(map(str, pieces))


# --- reading


def _check_keys(table: Mapping[str, object], known: set[str], what: str) -> None:
    if unknown := set(table) - known:
        raise Refused(f"{what} has no “{min(unknown)}”; it has {', '.join(sorted(known))}.")


def _number(table: Mapping[str, object], key: str, default: int, allowed: range) -> int:
    number = table.get(key, default)
    if type(number) is not int or number not in allowed:
        raise Refused(f"“{key}” is a number from {allowed[0]} to {allowed[-1]}, not {number}.")
    return number


def _list(table: Mapping[str, object], key: str, parse: Callable[[str], T]) -> tuple[T, ...]:
    text = table.get(key, "")
    if not isinstance(text, str):
        raise Refused(f"“{key}” is a text with spaces between the cards.")
    return tuple(map(parse, text.split()))


def _cards(table: Mapping[str, object], key: str) -> tuple[Card, ...]:
    return _list(table, key, Card.parse)


def _nobles(table: Mapping[str, object]) -> tuple[Noble, ...]:
    return _list(table, "nobles", Noble.parse)


def _tokens(table: object, what: str) -> Tokens:
    if not isinstance(table, Mapping):
        raise Refused(f"{what} is a table such as {{ w = 4, gold = 5 }}.")
    tokens = list(NO_TOKENS)
    for letter in table:
        tokens[Token.parse(letter)] = _number(table, letter, 0, range(8))
    return tuple(tokens)


def _holding(player: object, seat: Seat) -> Holding:
    if not isinstance(player, Mapping):
        raise Refused(f"Seat {seat + 1} of “players” is no table.")
    _check_keys(player, PLAYER_KEYS, f"Seat {seat + 1} of a position")
    holding = Holding(tokens=_tokens(player.get("tokens", {}), "“tokens”"), reserved=_cards(player, "reserved"))
    for card in _cards(player, "cards"):
        holding = holding.with_card(card)
    for noble in _nobles(player):
        holding = holding.with_noble(noble)
    return holding


def _bank(position: Position, holdings: tuple[Holding, ...], in_all: Tokens) -> Tokens:
    """All tokens are in the bank or before a seat."""
    held = [sum(holding.tokens[token] for holding in holdings) for token in Token]
    rest = tuple(number - gone for number, gone in zip(in_all, held, strict=True))
    bank = _tokens(position["bank"], "“bank”") if "bank" in position else rest
    for token in Token:
        if bank[token] < 0 or bank[token] != rest[token]:
            raise Refused(
                f"There are {in_all[token]} {token.word} tokens in this game, but the position has "
                f"{max(bank[token], 0) + held[token]}."
            )
    return bank


def _row(level: int, cards: tuple[Card, ...], deck: tuple[Card, ...]) -> Row:
    if len(cards) > SHOWN:
        raise Refused(f"“shown{level}” has {len(cards)} cards; there is room for {SHOWN}.")
    if len(cards) < SHOWN and deck:
        raise Refused(f"“shown{level}” has an empty place, but its deck could still fill it.")
    for card in (*cards, *deck):
        if card.level != level:
            raise Refused(f"{card} is no card of level {level}.")
    return (*cards, *(None,) * (SHOWN - len(cards)))


# --- consistency


def _check_cards(state: State) -> None:
    own = [card for holding in state.holdings for card in (*holding.cards, *holding.reserved)]
    hidden = [card for cards in state.hidden for card in cards]
    shown = [card for row in state.rows for card in row if card is not None]
    nobles = [*state.nobles, *(noble for holding in state.holdings for noble in holding.nobles)]
    _check_once([*own, *hidden, *shown, *(card for deck in state.decks for card in deck)])
    _check_once(nobles)
    if len(nobles) != state.seats + 1:
        raise Refused(
            f"With {state.seats} seats {state.seats + 1} nobles are in the game, shown or with a player; "
            f"the position has {len(nobles)}."
        )


def _check_once(pieces: list[T]) -> None:
    for piece in pieces:
        if pieces.count(piece) > 1:
            raise Refused(f"{piece} is in the position {pieces.count(piece)} times.")


def _check_seat(state: State, seat: Seat) -> None:
    mine, who = state.holdings[seat], f"Seat {seat + 1}"
    reserved, tokens = len(mine.reserved) + len(state.hidden[seat]), sum(mine.tokens)
    asks = state.asks if seat == state.turn else Asks.NOTHING
    if reserved > MOST_RESERVED:
        raise Refused(f"{who} has {reserved} reserved cards; {MOST_RESERVED} are the limit.")
    if asks is Asks.RETURN and not MOST_TOKENS < tokens <= MOST_TOKENS + 3:
        raise Refused(f"{who} cannot owe a return with {tokens} tokens.")
    if asks is not Asks.RETURN and tokens > MOST_TOKENS:
        raise Refused(f"{who} has {tokens} tokens; {MOST_TOKENS} are the limit, unless the seat owes a return.")
    if asks is Asks.NOBLE and len(coming(mine, state.nobles)) < 2:
        raise Refused(f"{who} cannot owe the choice of a noble: less than two would come.")
