"""What is legal in Splendor, found by trying everything: shares no line with the engine, not even the tables."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import engine.splendor

FOLDER = Path(engine.splendor.__file__).parent
LETTERS = ["w", "b", "g", "r", "k"]

with (FOLDER / "cards.csv").open() as file:
    CARDS = {line["id"]: line for line in csv.DictReader(file)}
with (FOLDER / "nobles.csv").open() as file:
    NOBLES = {line["id"]: line for line in csv.DictReader(file)}


def legal(position: Mapping[str, Any], seat: int) -> set[str]:
    """The texts of all legal actions. position: as `to_position` writes it, of a game that is not over."""
    if position["turn"] != seat + 1:
        return set()
    me = position["players"][seat]
    match position["owes"]:
        case "return":
            return set(returns(me["tokens"]))
        case "noble":
            have = bonuses(me)
            fit = [n for n in position["nobles"].split() if all(have[c] >= int(NOBLES[n][c]) for c in LETTERS)]
            return {f"noble {n}" for n in fit}
        case _:
            return {*takes(position["bank"]), *reserves(position, me), *buys(position, me)} or {"pass"}


def bonuses(player: Mapping[str, Any]) -> Counter[str]:
    return Counter(CARDS[card]["bonus"] for card in player["cards"].split())


def takes(bank: Mapping[str, int]) -> Iterator[str]:
    """Of all sets of up to four gems those that the rules describe."""
    colours_left = len([letter for letter in LETTERS if bank[letter] > 0])
    for size in range(1, 5):
        for gems in combinations_with_replacement(LETTERS, size):
            if any(bank[letter] < gems.count(letter) for letter in gems):
                continue
            all_differ = len(set(gems)) == size
            if (all_differ and size == min(3, colours_left)) or (size == 2 and not all_differ and bank[gems[0]] >= 4):
                yield "take " + " ".join(gems)


def reserves(position: Mapping[str, Any], me: Mapping[str, Any]) -> Iterator[str]:
    if len(me["reserved"].split()) + len(me["hidden"].split()) == 3:
        return
    for card in CARDS:
        if any(card in position[f"shown{level}"].split() for level in "123"):
            yield f"reserve {card}"
    for level in "123":
        if position[f"deck{level}"]:
            yield f"reserve top {level}"


def buys(position: Mapping[str, Any], me: Mapping[str, Any]) -> Iterator[str]:
    """Every handful of the tokens held is tried on every card that may be bought."""
    have, held = bonuses(me), me["tokens"]
    handfuls = list(product(*(range(held[letter] + 1) for letter in [*LETTERS, "gold"])))
    for card in CARDS:
        places = [position["shown1"], position["shown2"], position["shown3"], me["reserved"], me["hidden"]]
        if not any(card in place.split() for place in places):
            continue
        price = [max(int(CARDS[card][letter]) - have[letter], 0) for letter in LETTERS]
        fitting = [
            [most - gems for most, gems in zip(price, paid, strict=True)]  # what gold stands for
            for *paid, gold in handfuls
            if sum(paid) + gold == sum(price) and all(map(int.__le__, paid, price))
        ]
        least = min(map(sum, fitting), default=0)
        for by_gold in fitting:
            if sum(by_gold) == least:
                yield f"buy {card}"
            else:
                named = (letter for letter, number in zip(LETTERS, by_gold, strict=True) for _ in range(number))
                yield f"buy {card} gold {' '.join(named)}"


def returns(held: Mapping[str, int]) -> Iterator[str]:
    for left in product(*(range(held[letter] + 1) for letter in [*LETTERS, "gold"])):
        if sum(left) == 10:
            gone = [c for c, stay in zip([*LETTERS, "gold"], left, strict=True) for _ in range(held[c] - stay)]
            yield "return " + " ".join(gone)
