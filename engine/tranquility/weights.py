"""What the strong player of Tranquility believes about partners, prices and time, in numbers."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Weights:
    """Chances are from 0 to 1. Harm and worth are in logarithms of the chance to win."""

    comes: float  # the chance that a number not seen, and not discarded, will be at hand when it is wanted
    lost: float  # how often a card that others discard is one the team could have used, against any card
    near_1: float  # how sure a number is to be laid where it costs 1, 2, 3 or 4 cards: one that is still to come ...
    near_2: float
    near_3: float
    near_4: float
    held_1: float  # ... and one in hand
    held_2: float
    held_3: float
    held_4: float
    held: float  # the same for a card in hand in a wider gap
    far: float  # the same for a number that must wait for the other of two cells
    reach: float  # in a gap of n cells, how many numbers can be of use: so many, n + 1 times
    wide: float  # how much more of them come in wide gaps; negative: fewer ... divided by the cells
    late: float  # how much less of them come as the sea fills
    cost: float  # the price of a cell between neighbours that are as close as can be
    cost_wide: float  # and what it costs more for each number by which they lie further apart
    need: float  # cards the team should have in hand beyond the prices, for each island still to be laid
    steep: float  # how sharply the lack of them is felt ...
    budget: float  # ... and how much
    finish: float  # the chance that a Finish not seen is kept by somebody
    finish_lost: float  # how often others discard a Finish, against any card
    finish_late: float  # how much more of them are kept as the sea fills
    finish_two: float  # what each Finish in hand is worth beyond the certainty that there is one
    bare: float  # the harm of having no card left when one's turn comes
    single: float  # and of having one
    even: float  # the harm of having fewer cards left than the others, by the square of how many
    ready: float  # how far the price of a single cell is known when a card for it is in hand


def parsed(text: str) -> dict[int, Weights]:
    """By number of seats. text: a line for each weight, its name and its value with 1, 2, 3, 4 and 5 seats."""
    rows = {
        words[0]: list(map(float, words[1:])) for line in text.splitlines() if (words := line.partition("#")[0].split())
    }
    names = [field.name for field in fields(Weights)]
    return {seats: Weights(*(rows[name][seats - 1] for name in names)) for seats in range(1, 6)}


@cache
def known() -> dict[int, Weights]:
    """Shared by all who ask: nobody may change it."""
    return parsed(files(__package__).joinpath("weights.txt").read_text(encoding="utf-8"))
