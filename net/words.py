"""Cleaning what people type before anybody else sees it."""

from __future__ import annotations

import unicodedata

NAME_CELLS = 20
TALK_CELLS = 400
SPARE = 4  # characters looked at for each cell that is kept, so that endless junk costs nothing


def clean(text: str, cells: int) -> str:
    """One line of printable text, at most so many terminal cells wide: no control, format or private characters.

    Combining marks are composed where Unicode has a letter for it (é) and dropped otherwise: one cell high each.
    """
    kept: list[str] = []
    width = 0
    for character in unicodedata.normalize("NFC", text[: cells * SPARE]):
        if character.isspace():
            character = " "
        if character == " " and (not kept or kept[-1] == " "):
            continue
        if unicodedata.category(character)[0] not in "LNPSZ":  # letters, numbers, punctuation, symbols, the space
            continue
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if width > cells:
            break
        kept.append(character)
    return "".join(kept).strip()


def clean_name(text: str) -> str:
    """A person's name; empty if nothing readable is left."""
    return clean(text, NAME_CELLS)
