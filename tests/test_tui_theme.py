"""Colours that can be read: the contrast of words on both grounds, and of what stands on cards."""

from __future__ import annotations

from itertools import product

import pytest

from tui.theme import DARK, DARK_256, LIGHT, LIGHT_256, Palette

WORDS, MARKS = 4.5, 3.0  # the least contrast of what is to be read, and of what is only to be seen


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [DARK, LIGHT, DARK_256, LIGHT_256], ids=lambda palette: palette.name)
def test_words_can_be_read_on_both_grounds(palette: Palette) -> None:
    inks = {name: getattr(palette, name) for name in ("text", "dim", "accent", "warn")} | dict(palette.hues)
    for (name, ink), ground in product(inks.items(), (palette.ground, palette.lane)):
        assert contrast(ink, ground) >= WORDS, (name, ground)
    for name, (ground, text) in {**palette.chips, "chosen": palette.chosen}.items():
        assert contrast(ground, text) >= WORDS, name


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
def test_rules_and_empty_places_can_be_seen(palette: Palette) -> None:
    assert min(contrast(palette.faint, palette.ground), contrast(palette.faint, palette.lane)) >= MARKS
