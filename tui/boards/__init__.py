"""The boards there are, found by name: `tui/boards/<game>.py` names its own BOARD, other games use `plain`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from tui.board import Board


def board(game: str) -> type[Board]:
    """The board of a game, imported when first asked for."""
    own = f"{__name__}.{game}"
    found: type[Board] = import_module(own if find_spec(own) else f"{__name__}.plain").BOARD
    return found
