"""The bots at a table: whose turn it is, what they do in time, and what the best of them advises people."""

from __future__ import annotations

import logging
from typing import Any, Protocol

from engine import registry
from engine.bots import Question
from engine.game import AnyGame, Refused, Seat
from engine.rng import Rng
from net.client import Stage
from net.table import Table

log = logging.getLogger("hushtable.bots")


class Think(Protocol):
    """Where bots think. What goes wrong with one is raised, as any exception."""

    async def __call__(self, game: str, level: str, question: Question[Any, Any, Any]) -> str:
        """The bot's action, in notation."""

    async def hint(self, game: str, question: Question[Any, Any, Any]) -> str:
        """What the best bot would do and why, for a person."""


async def think_here(game: str, level: str, question: Question[Any, Any, Any]) -> str:
    """A bot that answers at once needs no process of its own."""
    return str(registry.bot(game, level)(question))


def hint_here(game: str, question: Question[Any, Any, Any]) -> str:
    action, why = registry.hint(game, question)
    return f"Hint: {action}. {why}"


def to_move(table: Table) -> Seat | None:
    """The next bot that the table waits for."""
    if table.stage is not Stage.PLAYING:
        return None
    owing = table.match.awaited()  # whom the game waits for: others could be asked for ever
    bots = [seat for seat in sorted(owing) if (chair := table.chairs[seat]) and chair.bot]
    if len(bots) < len(owing) and table.game.people_first(table.match.state):
        return None
    return bots[0] if bots else None


async def move(table: Table, seat: Seat, think: Think, seconds: float) -> None:
    """Let the seat's bot do what it wants, unless somebody was faster. seconds: the time it has. Or Refused."""
    chair, match = table.chairs[seat], table.match
    if chair is None or not chair.bot or seat not in match.awaited():
        return
    serial = match.serial
    action = await answered(think, table.game, chair.bot, asked(table, seat, "bot", seconds))
    if match.serial == serial and table.chairs[seat] == chair:
        table.act(seat, action)


def asked(table: Table, seat: Seat, luck: str, seconds: float) -> Question[Any, Any, Any]:
    """What the seat has to decide now, and all that it knows."""
    match = table.match
    view = match.view(seat)
    rng = Rng(match.seed, luck, seat, match.serial)
    return Question(view, match.game.legal_actions(view), table.heard(seat), rng, seconds)


async def answered(think: Think, game: AnyGame, level: str, question: Question[Any, Any, Any]) -> str:
    """What the bot does; if it fails, hangs or does what it may not, what a quick one does; at the worst, anything."""
    for name in (level, registry.quick(game.name)):
        try:
            action = await think(game.name, name, question)
            if game.canonical(question.view, game.parse(action)) in question.legal:
                return action
            log.error("the %s bot of %s wants what is not allowed", name, game.title)
        except Exception:  # a bot's mistake must not stop the table
            log.exception("the %s bot of %s failed", name, game.title)
    return str(question.rng.choice(question.legal))


def why_no_hint(table: Table, person: str) -> str:
    """Why this person gets no hints now, as a sentence; empty if they do."""
    if all(chair is None or chair.person in ("", person) for chair in table.chairs):
        return ""
    if not table.hints:
        return "This table was opened without hints."
    if not table.may_talk():
        return f"{table.game.title} is played in silence now: nobody who plays with others is given hints."
    return ""


async def hint(table: Table, seat: Seat, think: Think, seconds: float) -> str:
    """One or two sentences, or Refused."""
    if table.stage is not Stage.PLAYING or seat not in table.match.to_act():
        raise Refused("You have nothing to decide now.")
    try:
        return await think.hint(table.game.name, asked(table, seat, "hint", seconds))
    except Exception:
        log.exception("no hint for %s", table.game.title)
        raise Refused("No hint came; try again.") from None
