"""The legal actions of Splendor are exactly those that trying everything finds."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from engine.game import Refused
from engine.match import Match
from engine.rng import Rng
from engine.splendor import GAME
from engine.splendor.actions import Buy
from engine.splendor.cards import DECKS, NOBLES, Token
from engine.splendor.rules import tokens_in_all
from tests import splendor_brute
from tests.test_splendor import opened, position, step


def agree(match: Match) -> int:
    """How many legal actions there are, all of them found by brute force too."""
    table, number = GAME.to_position(match.state), 0
    for seat in range(match.seats):
        listed = [str(action) for action in match.legal(seat)]
        assert len(listed) == len(set(listed))
        assert set(listed) == splendor_brute.legal(table, seat), table
        number += len(listed)
    return number


@pytest.mark.parametrize("gold", ["source", "published"])
def test_legal_actions_are_those_that_brute_force_finds_in_random_games(gold: str) -> None:
    positions = 0
    for seed in range(14):
        match, rng = opened(2 + seed % 3, seed, gold), Rng(seed, "choices")
        while match.outcome() is None:
            assert agree(match)
            positions += 1
            step(match, rng)
    assert positions > 1000


def scattered(rng: Rng, most_cards: int = 13) -> tuple[dict[str, Any], int, str]:
    """A consistent position such as no game may lead to: pieces anywhere, much gold with the seat to move."""
    seats, gold = 2 + rng.below(3), rng.choice(("source", "published", "published"))
    turn = 1 + rng.below(seats)
    tokens = [dict.fromkeys(map(str, Token), 0) for _ in range(seats)]
    pool = [str(token) for token, number in zip(Token, tokens_in_all(seats, gold), strict=True) for _ in range(number)]
    limit = [10 if seat + 1 != turn or rng.below(3) else 11 + rng.below(3) for seat in range(seats)]
    for token in rng.shuffled(pool):
        seat = turn - 1 if token == "gold" and rng.below(2) else rng.below(seats)
        if sum(tokens[seat].values()) < limit[seat] and rng.below(7):
            tokens[seat][token] += 1
    decks = [rng.shuffled([str(card) for card in deck]) for deck in DECKS]
    table: dict[str, Any] = {"turn": turn}
    for level, deck in enumerate(decks, 1):
        number = rng.below(5)
        table[f"shown{level}"] = " ".join(deck.pop() for _ in range(number))
        table[f"deck{level}"] = deck.pop() if number == 4 and rng.below(2) else ""
    rest, nobles = rng.shuffled(list(chain(*decks))), rng.shuffled(list(map(str, NOBLES)))[: seats + 1]
    table["nobles"] = " ".join(nobles)
    table["players"] = [
        {
            "tokens": held,
            "cards": " ".join(rest.pop() for _ in range(rng.below(most_cards + 1))),
            "reserved": " ".join(rest.pop() for _ in range(rng.below(3))),
            "hidden": " ".join(rest.pop() for _ in range(rng.below(2))),
        }
        for held in tokens
    ]
    if sum(tokens[turn - 1].values()) > 10:
        table["owes"] = "return"
    return table, seats, gold


def test_legal_actions_are_those_that_brute_force_finds_in_scattered_positions() -> None:
    payments = 0
    for seed in range(1500):
        table, seats, gold = scattered(Rng(seed))
        match = position(seats, gold, **table)
        agree(match)
        payments += sum(isinstance(action, Buy) and bool(action.gold) for action in match.legal(match.state.turn))
    assert payments > 3000, "gold stands for gems that are held in many of them"


def test_choices_of_nobles_are_those_that_brute_force_finds() -> None:
    owing = 0
    for seed in range(1500):
        table, seats, gold = scattered(Rng(seed, "nobles"), most_cards=20)
        try:
            match = position(seats, gold, **table | {"owes": "noble"})
        except Refused:
            continue
        owing += 1
        assert agree(match) > 1
    assert owing > 20
