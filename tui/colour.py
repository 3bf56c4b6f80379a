"""How many colours a terminal knows, and the escape codes of a style in that many."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

from rich.color import Color, ColorSystem, ColorType
from rich.style import Style

_TRUE = ("tmux", "xterm-kitty", "xterm-ghostty", "ghostty", "alacritty", "foot", "wezterm", "contour", "rio")


class Depth(Enum):
    """Drawing is always done in true colour and mapped down here, at the edge of one session."""

    NONE = "none"
    SIXTEEN = "16"
    PALETTE = "256"
    TRUE = "true"

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> Depth:
        """What the person's own TERM, COLORTERM and NO_COLOR say; this process's environment says nothing."""
        term = environ.get("TERM", "").lower()
        if environ.get("NO_COLOR") or term in {"", "dumb"} or term.endswith(("-mono", "-m")):
            return cls.NONE
        if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
            return cls.TRUE
        if term.startswith(_TRUE) or term.endswith(("-direct", "-truecolor")):
            return cls.TRUE
        return cls.PALETTE if "256color" in term else cls.SIXTEEN


Pen = tuple[str, str, str]
"""Codes of the foreground, of the background, of the attributes; what a terminal starts with is ("39", "49", "")."""

PLAIN: Pen = ("39", "49", "")

_SYSTEMS = {Depth.SIXTEEN: ColorSystem.STANDARD, Depth.PALETTE: ColorSystem.EIGHT_BIT}


def pen(style: Style | None, depth: Depth) -> Pen:
    """The codes of a style. Links and meta stay behind: nothing but looks leaves this process."""
    if style is None:
        return PLAIN
    attributes = (
        (1 if style.bold else 0)
        | (2 if style.dim else 0)
        | (4 if style.italic else 0)
        | (8 if style.underline else 0)
        | (16 if style.reverse else 0)
        | (32 if style.strike else 0)
    )
    return _pen(style.color, style.bgcolor, attributes, depth)


@lru_cache(4096)
def _pen(front: Color | None, back: Color | None, attributes: int, depth: Depth) -> Pen:
    codes = ";".join(code for bit, code in enumerate(("1", "2", "3", "4", "7", "9")) if attributes & 1 << bit)
    if depth is Depth.NONE:
        return ("39", "49", codes)
    fore, ground = _mapped(front, depth), _mapped(back, depth)
    became_one = fore and ground and fore.number is not None and fore.number == ground.number
    if front and back and front != back and became_one:  # text must stay readable
        fore = Color.parse("bright_white" if _is_dark(back) else "black")
    return (_codes(fore, front=True), _codes(ground, front=False), codes)


def _mapped(colour: Color | None, depth: Depth) -> Color | None:
    if colour is None or depth not in _SYSTEMS:
        return colour
    return colour.downgrade(_SYSTEMS[depth])


def _codes(colour: Color | None, *, front: bool) -> str:
    if colour is None or colour.type is ColorType.DEFAULT:
        return "39" if front else "49"
    return ";".join(colour.get_ansi_codes(foreground=front))


def _is_dark(colour: Color) -> bool:
    red, green, blue = colour.get_truecolor()
    return red * 3 + green * 6 + blue < 1280


def change(old: Pen, new: Pen) -> str:
    """The shortest escape sequence that turns one pen into another."""
    if old == new:
        return ""
    if old[2] != new[2]:
        codes = ["0"]
        if new[2]:
            codes.append(new[2])
        old = PLAIN
    else:
        codes = []
    codes.extend(new[side] for side in (0, 1) if new[side] != old[side])
    return f"\x1b[{';'.join(codes)}m"
