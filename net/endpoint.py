"""Where a house listens: ports, and sockets in its folder that only its own user can reach."""

from __future__ import annotations

import os
import socket
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

from engine.game import Refused

LAST_PORT: Final = 65_535
LONGEST_PATH: Final = 100  # bytes; systems allow 104 or 108


def place(folder: Path, name: str) -> Path:
    """Where the socket of this name is: in the folder, or in this user's runtime folder if that path were too long."""
    path = folder.absolute() / name
    if len(os.fsencode(path)) <= LONGEST_PATH:
        return path
    base = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    word = sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return Path(base) / f"hushtable-{os.getuid()}" / f"{word}.{name}"


def listening(path: Path) -> socket.socket:
    """A new socket here. Whoever left an old one there is dead: the lock of the store says so."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.parent.stat().st_uid != os.getuid():
        raise Refused(f"{path.parent} belongs to somebody else.")
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    mask = os.umask(0o177)
    try:
        listening.bind(str(path))
    finally:
        os.umask(mask)
    return listening
