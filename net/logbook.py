"""The log of a house: several processes write to one file, which is kept small."""

from __future__ import annotations

import logging
import os
import sys
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Final

from engine.game import Refused

LARGEST: Final = 10_000_000  # bytes of the log; as much again of what was before
FEW: Final = 10  # reports of asyncio within
A_WHILE: Final = 60.0  # seconds


def log_to(file: Path | None) -> None:
    """Log from now on, or Refused. None: to stderr. Handlers are made before any Textual app replaces stderr."""
    logging.getLogger().addHandler(handler(file))  # warnings of everybody, and what we have to say
    logging.getLogger("hushtable").setLevel(logging.INFO)


def handler(file: Path | None) -> logging.Handler:
    made: logging.Handler
    if file is None:
        made = logging.StreamHandler(sys.__stderr__)
    else:
        try:
            _create(file)
        except OSError as error:
            raise Refused(f"{file} cannot be written: {(error.strerror or str(error)).lower()}.") from error
        made = WatchedFileHandler(file, encoding="utf-8")  # goes on in a new file when this one is put aside
    made.setFormatter(logging.Formatter("%(asctime)s %(process)d %(name)s %(levelname)s %(message)s"))
    made.addFilter(Seldom())
    return made


def put_aside(file: Path) -> None:
    """Begin a new log when this one is full; the full one stays beside it, in place of the one before.

    For one process of the house only. The others hear of it at their next line: none is lost, for the name always
    leads to a file. What is no file of its own, such as a link to a device, is left alone.
    """
    if not file.is_file() or file.is_symlink() or file.stat().st_size <= LARGEST:
        return
    old, new = (file.with_name(file.name + end) for end in (".1", ".new"))
    _create(new)
    old.unlink(missing_ok=True)
    os.link(file, old)
    new.replace(file)


def _create(file: Path) -> None:
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600))


class Seldom(logging.Filter):
    """asyncio reports the same trouble a hundred times a second, such as that no file can be opened any more."""

    def __init__(self) -> None:
        super().__init__()
        self._began = 0.0
        self._told = 0

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name != "asyncio":
            return True
        if not 0 <= record.created - self._began < A_WHILE:  # a clock may be set back
            if self._told > FEW:
                record.msg = f"({self._told - FEW} more were left out before this.) {record.msg}"
            self._began, self._told = record.created, 0
        self._told += 1
        return self._told <= FEW
