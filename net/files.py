"""What a file holds that a person names, if it can be read and ends."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.game import Refused

LARGEST: Final = 8_000_000  # bytes


def text_of(file: str | Path) -> str:
    """What the file holds, or Refused."""
    try:
        with Path(file).open("rb") as opened:
            held = opened.read(LARGEST + 1)  # no size is asked for: a device has none and never ends
        if len(held) > LARGEST:
            raise Refused(f"{file} is too large.")
        return held.decode()
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{file} is no text in UTF-8.") from error
