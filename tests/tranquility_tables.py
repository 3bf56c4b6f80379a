"""Tables of Tranquility for tests, and its legal actions worked out the slow way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine.bots import Question, random
from engine.game import Notice
from engine.match import Match
from engine.rng import Rng
from engine.tranquility import GAME
from engine.tranquility.cards import DECK, START, Card
from engine.tranquility.sea import CELLS
from engine.tranquility.view import Numbers, Shares, View

LONGEST = 600  # plies; offers at random are what takes long


def opened(seats: int, seed: int, galateia: str = "off", solo_start: str = "twice") -> Match:
    return Match(GAME, seats, seed, {"galateia": galateia, "solo_start": solo_start})


def position(seats: int = 2, options: dict[str, str] | None = None, **table: Any) -> Match:
    """A match that stands at this position."""
    settled = GAME.settled(options or {})
    return Match(GAME, seats, 0, settled, GAME.from_position(table, seats, settled))


def played(table: tuple[int, int, str, str], bot: Any = random) -> Iterator[tuple[Match, tuple[Notice[Any], ...]]]:
    """The match after each ply; seats that are awaited act in any order."""
    match = opened(*table)
    rng = Rng(table[1], "test")
    yield match, ()
    while waited := match.awaited():
        assert match.serial < LONGEST
        seat = rng.choice(sorted(waited))
        view = match.view(seat)
        action = bot(Question(view, match.legal(seat), (), rng))
        yield match, match.play(seat, action)


def do(match: Match, seat: int, text: str) -> tuple[Notice[Any], ...]:
    """seat: as people count."""
    return match.play(seat - 1, GAME.parse(text))


def whole(seats: int) -> Counter[Card]:
    return Counter((*DECK, *[START] * seats))


def brute(view: View) -> set[str]:
    """Legal actions the slow way, straight from the rules."""
    if view.ending or view.seat not in view.to_act:
        return set()
    assert view.seat is not None
    hand = list(map(str, view.hand))
    match view.decision:
        case Numbers():
            return {f"offer {number}" for number in range(len(hand) + 1)}
        case Shares(owed):
            return {f"pay {' '.join(some)}" for some in combinations(hand, owed[view.seat])}
        case None:
            pass
        case price:
            return {f"pay {' '.join(some)}" for some in combinations(hand, price.number)}
    if "start" in hand and not view.start_played:
        return {"start"}
    found = {f"discard {' '.join(some)}" for some in combinations(hand, 2)}
    if "finish" in hand and view.start_played and all(view.sea):
        found.add("finish")
    for card in (int(text) for text in hand if text.isdigit()):
        for cell in range(CELLS):
            before, after = view.sea[:cell], view.sea[cell + 1 :]
            if view.sea[cell] or any(c and c > card for c in before) or any(c and c < card for c in after):
                continue
            costs = [abs(card - beside) for beside in (*before[-1:], *after[:1]) if beside]
            if min(costs, default=0) <= len(hand) - 1:
                found.add(f"play {card} {'abcdef'[cell % 6]}{cell // 6 + 1}")
    return found
