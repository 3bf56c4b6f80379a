"""What a turn of Silencio still owes, as the table `owes` of a position file: our own key, for the midst of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Refused
from engine.silencio.cards import Card
from engine.silencio.decisions import Ask, Decision
from engine.silencio.state import State

BY_THE_TURN = (Ask.USE, Ask.TAKE, Ask.OPEN, Ask.CHOOSE, Ask.SEND)  # whose seat is asked
BY_ANYBODY = (Ask.EXCHANGE, Ask.GIVE_BACK)
KEYS = ("ask", "seat", "optional", "partner", "given", "openly", "drawn", "stone")


def owed(state: State) -> dict[str, Any]:
    """ask and seat: the question on top of the turn's own. optional: of a card, not of a stone. partner, given, openly:
    of a swap, whether all saw the card given. drawn: at random, did not fit. stone: one was used before the end window.
    """
    if not state.stack:
        return {}
    table: dict[str, Any] = {}
    if len(state.stack) > 1:
        asked = state.stack[-1]
        assert asked.seat is not None
        table = {"ask": asked.ask.value, "seat": asked.seat + 1}
        if asked.optional:
            table["optional"] = True
        if asked.partner is not None:
            table |= {"partner": asked.partner + 1, "given": str(state.handed), "openly": asked.card is not None}
    if state.failed is not None:
        table["drawn"] = str(state.failed)
    if state.spent and state.stack[0].ask is Ask.END:
        table["stone"] = True
    return table


def resumed(state: State, table: object) -> State:
    """The state with what is owed, or Refused."""
    if not isinstance(table, Mapping) or set(table) - set(KEYS):
        raise Refused(f"“owes” is a table of {', '.join(KEYS)}.")
    if table.get("stone"):
        if state.stack[0].ask is not Ask.END:
            raise Refused("Before the card is played, a used stone is said by the phase play.")
        state = state.with_stone_used()
    if "drawn" in table:
        state = _drawn(state, Card.parse(str(table["drawn"])))
    return _asked(state, table) if "ask" in table else state


def _drawn(state: State, card: Card) -> State:
    if state.stack[0].ask is not Ask.TURN or state.turn is None or card not in state.hands[state.turn]:
        raise Refused(f"{card} cannot have been drawn: it is not hidden in the hand of the seat to move.")
    return state.with_failed_draw(card)


def _asked(state: State, table: Mapping[str, Any]) -> State:
    if table["ask"] not in [ask.value for ask in (*BY_THE_TURN, *BY_ANYBODY)]:
        raise Refused(f"“{table['ask']}” is no question that an effect asks.")
    ask = Ask(table["ask"])
    turn, base = state.turn, state.stack[0].ask
    if turn is None or base not in (Ask.TURN, Ask.END):
        raise Refused("Effects ask something only once the first turn has begun.")
    seat = _seat(state, table, "seat", turn + 1)
    if seat != turn and ask not in BY_ANYBODY:
        raise Refused(f"Only the seat to move can be asked “{ask}”.")
    if ask is not Ask.GIVE_BACK:
        return state.asking(Decision(ask, seat, bool(table.get("optional", False))))
    partner, given = _seat(state, table, "partner", 0), Card.parse(str(table.get("given", "")))
    if partner == seat or given not in state.hands[seat]:
        raise Refused("In a swap the seat asked holds the card given, hidden, and gives another one to its partner.")
    seen = given if table.get("openly") else None
    return state.handing(given).asking(Decision(ask, seat, partner=partner, card=seen))


def _seat(state: State, table: Mapping[str, Any], key: str, default: int) -> int:
    number = table.get(key, default)
    if not isinstance(number, int) or not 1 <= number <= state.seats:
        raise Refused(f"“owes.{key}” is a seat from 1 to {state.seats}.")
    return number - 1
