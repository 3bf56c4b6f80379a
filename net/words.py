"""Cleaning what people type before anybody else sees it."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

NAME_CELLS = 20
TALK_CELLS = 400
SPARE = 4  # characters looked at for each cell that is kept, so that endless junk costs nothing
_UNSEEN: Final = re.compile(  # letters and symbols that show nothing, and parts of syllables left without theirs
    "[\u115f-\u11ff\ud7b0-\ud7ff\u2800\u3164\uffa0\U0001d159\U00013441\U00013442]"
)


def clean(text: str, cells: int) -> str:
    """One line of printable text, at most so many cells of a terminal wide: all of it can be seen.

    Combining marks are composed where Unicode has a letter for it (é) and dropped otherwise: one cell high each.
    """
    kept: list[str] = []
    width = 0
    for character in _UNSEEN.sub("", unicodedata.normalize("NFC", text[: cells * SPARE])):
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
    """A person's name; empty if nothing readable is left. It never begins like a line that is not theirs, or a bot.

    Nor does it hold the sign at which the host's console divides `ban NAME = WHY`.
    """
    name = clean(text[: NAME_CELLS * SPARE].replace("=", " "), NAME_CELLS)
    plain = clean(
        unicodedata.normalize("NFKC", name).replace("=", " "), NAME_CELLS
    )  # as it looks, whatever width or script it is in
    return _BEGINNING_OF_LINES.sub("", plain) if _BEGINNING_OF_LINES.match(plain) else name


_BEGINNING_OF_LINES: Final = re.compile(r"^(?:[*>!＊＞！\s]|game\s+over|bot\s)+", re.IGNORECASE)


def likeness(name: str) -> str:
    """What two names share that look the same but for size, width and spaces."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


# A code is easy to read out and to type: syllables, each one of 70.
_SYLLABLE: Final = ("bdfgklmnprstvz", "aeiou")
_RUDE: Final = frozenset(  # in one language or another
    re.findall(
        r"\w+",
        "rape rapi kike kaka kaki kuka suka sado nazi nude nuda puta pute puti pipi popo pupu titi tete teta zizi "
        "pedo pede pedi pido bite bita dike dago goto loli mora naga nega nego nigo niga negi bobo fuka fuku koko "
        "kona kuru kuso pako pene peni piso pito pola pula pota sida sika tonu tuku vulo",
    )
)
_CODE_SYLLABLES: Final = 8
_GROUP: Final = 4  # letters


def new_word(syllables: int) -> str:
    """Easy to say and to type, and fit to be said among friends."""
    while True:
        word = "".join(secrets.choice(letters) for _ in range(syllables) for letters in _SYLLABLE)
        if not any(word[place : place + 4] in _RUDE for place in range(0, len(word), 2)):
            return word


def new_code() -> str:
    """49 bits, as it is kept: without the hyphens."""
    return new_word(_CODE_SYLLABLES)


def shown(code: str) -> str:
    """As people read it: `kabo-tine-rudo-mesi`."""
    return "-".join(code[start : start + _GROUP] for start in range(0, len(code), _GROUP))


def typed_code(text: str) -> str:
    """The code that somebody typed, as it is kept; empty if this is none."""
    letters = "".join(text.lower().replace("-", " ").split())
    consonants, vowels = _SYLLABLE
    return letters if re.fullmatch(f"([{consonants}][{vowels}]){{{_CODE_SYLLABLES}}}", letters) else ""
