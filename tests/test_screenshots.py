"""The pictures are of the screens as they are now: text, colours and places."""

from __future__ import annotations

import pytest

from screenshots.take import HERE, Scene, picture, pictures

KEPT = [pytest.param(*kept, id=kept[0]) for kept in pictures()]


@pytest.mark.parametrize(("file", "scene", "size", "light"), KEPT)
async def test_a_picture_shows_the_screen_of_today(file: str, scene: Scene, size: tuple[int, int], light: bool) -> None:
    assert await picture(scene, size, light=light) == (HERE / file).read_text(encoding="utf-8"), (
        f"{file} is old: look at what changed, then run `python -m screenshots.take`"
    )


def test_there_is_no_picture_that_nobody_takes() -> None:
    assert {file.name for file in HERE.glob("*.svg")} == {file for file, *_ in pictures()}
