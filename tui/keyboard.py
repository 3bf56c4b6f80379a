"""Turns what a terminal sends into keys, clicks and pastes, and drops all that nobody typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.keys import KEY_NAME_REPLACEMENTS, _character_to_key
from textual.message import Message

from net.terminal import printable

ESCAPE_SECONDS = 0.1  # an Escape that nothing follows is the key itself
ABANDON_SECONDS = 0.8  # so long may the rest of a sequence or a paste take
PASTE_LIMIT = 4096  # characters kept of one paste

_TOKEN = re.compile(
    r"""(?P<mouse>  \x1b\[<(?P<button>\d{1,4});(?P<x>\d{1,5});(?P<y>\d{1,5})(?P<up>[Mm]) )
    |   (?P<paste>  \x1b\[200~ )
    |   (?P<old>    \x1b\[M... )                       # mouse of old: never asked for, not typed text
    |   (?P<keys>   \x1b\[\[[A-E] | \x1b\[[0-?]*[ -/]*[@-Z\\^-~] | \x1bO[0-9;]*[ -~] )
    |   (?P<answer> \x1b[\]P_^X] [^\x1b\x07\x9c]* (?: \x07 | \x1b\\ | \x9c ) )
    |   (?P<broken> \x1b\[ [ -?]* [^ -~\x1b] )
    |   (?P<alt>    \x1b [^\[\]OP_^X\x1b] )
    |   (?P<key>    [^\x1b] )
    """,
    re.VERBOSE | re.DOTALL,
)
_PASTE_END = "\x1b[201~"
_LONGEST = 4096  # characters of a sequence that never ends


class Keyboard:
    """The state between two pieces of input: an unfinished escape sequence, an unfinished paste."""

    def __init__(self) -> None:
        self._held = ""
        self._pasted: str | None = None
        self._x = self._y = 0

    @property
    def patience(self) -> float | None:
        """Seconds after which `give_up` is due if nothing more comes; None: nothing is unfinished."""
        if self._pasted is not None:
            return ABANDON_SECONDS
        if self._held:
            return ESCAPE_SECONDS if len(self._held) <= 2 else ABANDON_SECONDS
        return None

    def give_up(self) -> Iterator[Message]:
        """Nothing followed: a lone Escape was a key, an unfinished anything else was nothing."""
        held, self._held, self._pasted = self._held, "", None
        if held == "\x1b":
            yield events.Key("escape", "\x1b")
        elif held == "\x1bO":
            yield from _keys("O", alt=True)

    def feed(self, text: str) -> Iterator[Message]:
        """Events of the text; sizes, answers to queries and unknown sequences are none."""
        text = self._held + text
        self._held = ""
        at = 0
        while at < len(text):
            if self._pasted is not None:
                end = text.find(_PASTE_END, at)
                if end < 0:
                    # Keep what may be the beginning of the end.
                    keep = max(at, len(text) - len(_PASTE_END) + 1)
                    self._pasted = (self._pasted + text[at:keep])[:PASTE_LIMIT]
                    self._held = text[keep:]
                    return
                pasted = (self._pasted + text[at:end])[:PASTE_LIMIT]
                self._pasted = None
                at = end + len(_PASTE_END)
                lines = pasted.replace("\r\n", "\n").replace("\r", "\n").split("\n")
                yield events.Paste("\n".join(map(printable, lines)))
                continue
            found = _TOKEN.match(text, at)
            if found is None:
                again = text.find("\x1b", at + 1)
                if again == at + 1:
                    yield events.Key("escape", "\x1b")
                if again > 0 and text[again + 1 :] not in ("", "\\"):
                    at = again  # what came before was never finished
                    continue
                self._held = text[at:] if len(text) - at <= _LONGEST else text[at : at + 2] + text[-1]
                return
            at = found.end()
            match found.lastgroup:
                case "key" | "keys":
                    yield from _keys(found[0])
                case "alt":
                    yield from _keys(found[0]) or _keys(found[0][1], alt=True)
                case "mouse":
                    yield from self._mouse(found)
                case "paste":
                    self._pasted = ""
                case _:
                    pass

    def _mouse(self, found: re.Match[str]) -> Iterator[Message]:
        code, x, y = int(found["button"]), int(found["x"]) - 1, int(found["y"]) - 1
        if x < 0 or y < 0:
            return
        moved = (x - self._x, y - self._y)
        self._x, self._y = x, y
        button = (code + 1) & 3
        kind: type[events.MouseEvent]
        if code & 64:
            kind = (
                events.MouseScrollUp,
                events.MouseScrollDown,
                events.MouseScrollLeft,
                events.MouseScrollRight,
            )[code & 3]
            button = 0
        elif code & 32 or not button:
            kind = events.MouseMove
        else:
            kind = events.MouseDown if found["up"] == "M" else events.MouseUp
        shift, meta, ctrl = bool(code & 4), bool(code & 8), bool(code & 16)
        yield kind(None, x, y, *moved, button, shift, meta, ctrl, screen_x=x, screen_y=y)


def _keys(sequence: str, *, alt: bool = False) -> list[events.Key]:
    known = ANSI_SEQUENCES_KEYS.get(sequence)
    if isinstance(known, tuple):
        return [
            events.Key(key.value, sequence if len(sequence) == 1 else None) for key in known if key.value != "<ignore>"
        ]
    if isinstance(known, str):
        sequence = known
    if len(sequence) != 1 or (not printable(sequence) and not sequence.isascii()):
        return []
    name = sequence if sequence.isalnum() else _character_to_key(sequence)
    name = KEY_NAME_REPLACEMENTS.get(name, name)
    if alt and len(name) == 1:
        name = f"alt+shift+{name.lower()}" if name.isupper() else f"alt+{name}"
    return [events.Key(name, sequence)]
