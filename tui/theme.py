"""The inks a screen is drawn with: words such as `red chip`, and the colours they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

from rich.style import Style
from textual.app import App
from textual.theme import Theme as CssTheme
from textual.widget import Widget

from tui.colour import Depth

HUES = ("red", "yellow", "green", "blue", "purple", "white", "black", "gold")


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`. hues: for text on the ground; chips: (ground, text) of a filled card or tile."""

    name: str
    dark: bool
    ground: str
    lane: str  # a slightly raised ground: rows, the line of keys
    text: str
    dim: str  # second in rank, still easy to read
    faint: str  # rules and empty places, never words
    accent: str  # whose turn, what is chosen
    warn: str
    hues: Mapping[str, str]
    chips: Mapping[str, tuple[str, str]]
    chosen: tuple[str, str]  # (ground, text) under the cursor


_CHIPS = {
    "red": ("#c8463c", "#ffffff"),
    "yellow": ("#e3b83a", "#1a1600"),
    "green": ("#2f7d45", "#ffffff"),
    "blue": ("#3a73cb", "#ffffff"),
    "purple": ("#8f57bd", "#ffffff"),
    "white": ("#e8e6df", "#202428"),
    "black": ("#3a3f45", "#ffffff"),
    "gold": ("#c9a227", "#1a1600"),
}

DARK = Palette(
    name="dark",
    dark=True,
    ground="#14181d",
    lane="#1e242b",
    text="#e4e1d8",
    dim="#a3abb0",
    faint="#6f7981",
    accent="#f0b95a",
    warn="#ff8f6b",
    hues={
        "red": "#ff8078",
        "yellow": "#f2cc55",
        "green": "#7fd48d",
        "blue": "#82b4ff",
        "purple": "#cfa2f5",
        "white": "#f4f2ea",
        "black": "#9aa2a9",
        "gold": "#e0bd4a",
    },
    chips=_CHIPS,
    chosen=("#f0b95a", "#14181d"),
)

LIGHT = Palette(
    name="light",
    dark=False,
    ground="#f7f4ec",
    lane="#eae5d8",
    text="#1f2428",
    dim="#565e63",
    faint="#817b6e",
    accent="#8f4f00",
    warn="#b3301a",
    hues={
        "red": "#b02a20",
        "yellow": "#7d5c00",
        "green": "#216e34",
        "blue": "#1d55ad",
        "purple": "#73369f",
        "white": "#5f6468",
        "black": "#1f2428",
        "gold": "#7a6000",
    },
    chips=_CHIPS,
    chosen=("#8f4f00", "#ffffff"),
)

# For terminals with 256 colours: grounds that are among them, or lanes would vanish.
DARK_256 = replace(DARK, name="dark-256", ground="#121212", lane="#262626")
LIGHT_256 = replace(LIGHT, name="light-256", ground="#ffffff", lane="#e4e4e4")

# For terminals with 16 colours: their own colours exactly, so that mapping down changes nothing.
_CHIPS_16 = {
    "red": ("#aa0000", "#ffffff"),
    "yellow": ("#ffff55", "#000000"),
    "green": ("#00aa00", "#000000"),
    "blue": ("#0000aa", "#ffffff"),
    "purple": ("#aa00aa", "#ffffff"),
    "white": ("#ffffff", "#000000"),
    "black": ("#555555", "#ffffff"),
    "gold": ("#aa5500", "#ffffff"),
}

DARK_16 = Palette(
    name="dark-16",
    dark=True,
    ground="#000000",
    lane="#000000",
    text="#aaaaaa",
    dim="#aaaaaa",
    faint="#555555",
    accent="#ffff55",
    warn="#ff5555",
    hues={
        "red": "#ff5555",
        "yellow": "#ffff55",
        "green": "#55ff55",
        "blue": "#55ffff",  # the bright blue of many terminals is hard to read on black
        "purple": "#ff55ff",
        "white": "#ffffff",
        "black": "#aaaaaa",
        "gold": "#aa5500",
    },
    chips=_CHIPS_16,
    chosen=("#aaaaaa", "#000000"),
)

LIGHT_16 = Palette(
    name="light-16",
    dark=False,
    ground="#ffffff",
    lane="#ffffff",
    text="#000000",
    dim="#555555",
    faint="#aaaaaa",
    accent="#0000aa",
    warn="#aa0000",
    hues={
        "red": "#aa0000",
        "yellow": "#aa5500",
        "green": "#00aa00",
        "blue": "#0000aa",
        "purple": "#aa00aa",
        "white": "#555555",
        "black": "#000000",
        "gold": "#aa5500",
    },
    chips=_CHIPS_16,
    chosen=("#0000aa", "#ffffff"),
)


def _words(palette: Palette) -> dict[str, Style]:
    words = {
        "text": Style(color=palette.text, bgcolor=palette.ground),
        "lane": Style(bgcolor=palette.lane),
        "dim": Style(color=palette.dim),
        "faint": Style(color=palette.faint),
        "accent": Style(color=palette.accent),
        "warn": Style(color=palette.warn),
        "bold": Style(bold=True),
        "under": Style(underline=True),
        "strike": Style(strike=True),
        "reverse": Style(reverse=True),
        "chosen": Style(color=palette.chosen[1], bgcolor=palette.chosen[0], bold=True),
    }
    for hue in HUES:
        words[hue] = Style(color=palette.hues[hue])
        ground, text = palette.chips[hue]
        words[f"{hue}-chip"] = Style(color=text, bgcolor=ground, bold=True)
        # The same card where it no longer counts: its colour as text on the raised ground.
        words[f"{hue}-worn"] = Style(color=palette.hues[hue], bgcolor=palette.lane)
    return words


@dataclass(frozen=True, slots=True)
class Theme:
    """A palette, made ready for drawing."""

    palette: Palette
    _words: dict[str, Style]
    _mixed: dict[str, Style] = field(default_factory=dict)  # every ink used so far: a few dozen

    @classmethod
    def of(cls, palette: Palette) -> Theme:
        return cls(palette, _words(palette))

    def style(self, ink: str) -> Style:
        """The style of words, the later over the earlier: `lane red-chip bold`. KeyError: no such word."""
        if (mixed := self._mixed.get(ink)) is None:
            mixed = self._words["text"]
            for word in ink.split():
                mixed = mixed + self._words[word]
            self._mixed[ink] = mixed
        return mixed


def theme(*, dark: bool, depth: Depth) -> Theme:
    """Of this brightness, in colours that the terminal has."""
    match depth:
        case Depth.SIXTEEN:
            return Theme.of(DARK_16 if dark else LIGHT_16)
        case Depth.PALETTE:
            return Theme.of(DARK_256 if dark else LIGHT_256)
        case _:
            return Theme.of(DARK if dark else LIGHT)


def css_theme(palette: Palette) -> CssTheme:
    """The same colours for what Textual itself draws: grounds and the line to type in."""
    return CssTheme(
        name=f"hush-{palette.name}",
        primary=palette.accent,
        accent=palette.accent,
        foreground=palette.text,
        background=palette.ground,
        surface=palette.ground,
        panel=palette.lane,
        dark=palette.dark,
        variables={"input-cursor-background": palette.accent, "input-cursor-foreground": palette.ground},
    )


@dataclass(frozen=True, slots=True)
class Look:
    """What one person chose to see."""

    theme: Theme
    ascii: bool = False


class Looking(Protocol):
    look: Look


def look(widget: Widget) -> Look:
    """How this widget's app is to look."""
    app: App[object] = widget.app
    return cast(Looking, app).look
