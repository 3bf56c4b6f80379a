"""The weights of the strong player of Splendor, read from their file or written for it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from engine.splendor.evaluation import Network
from engine.splendor.policy import LENGTHS, Policy

HIDDEN = 16  # units of the network


def written(network: Network, policy: Policy) -> str:
    """One row of numbers a line: the units, the weights out of them, the straight line, the kinds of move."""
    rows = [*network.inner, network.outer, network.straight, *policy.weights]
    return "".join(" ".join(f"{weight:.4g}" for weight in row) + "\n" for row in rows)


def parsed(text: str) -> tuple[Network, Policy]:
    rows = [[float(word) for word in line.split()] for line in text.splitlines() if not line.startswith("#")]
    network = Network(rows[:HIDDEN], rows[HIDDEN], rows[HIDDEN + 1])
    return network, Policy(rows[HIDDEN + 2 : HIDDEN + 2 + len(LENGTHS)])


@cache
def known() -> tuple[Network, Policy]:
    """Shared by all who ask: nobody may change it."""
    return parsed(files(__package__).joinpath("weights.txt").read_text(encoding="utf-8"))
