"""The bot of Lantern."""

from __future__ import annotations

from engine.bots import Question

from .view import Laid, Lay, View


def highest(question: Question[View, Lay, Laid]) -> Lay:
    return max(question.legal, key=lambda action: action.card.number)


BOTS = {"highest": highest}
