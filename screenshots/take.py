"""Makes the pictures from a golden game: `python -m screenshots.take [--png DIRECTORY] [NAME ...]`."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from engine import registry
from engine.bots import Question
from engine.rng import Rng
from engine.tranquility.view import Numbers
from net.client import Client
from net.local import LocalHost
from net.records import Forgetful
from screenshots.svg import svg
from tui.app import BACKGROUND, Hushtable
from tui.colour import Depth
from tui.screens.table import TableScreen

HERE = Path(__file__).parent
SEED = 52
SIZES = {"80x24": (80, 24), "120x40": (120, 40)}
TERMS = {"": "xterm-direct", "-256": "xterm-256color", "-16": "linux", "-none": "vt100-m"}
ANNA_AND_BOTS = ("here Anna", "greedy", "greedy")
ANNA_AND_MORE_BOTS = (*ANNA_AND_BOTS, "greedy")

Steps = Callable[[Pilot[int]], Awaitable[None]]


async def settled(pilot: Pilot[int]) -> None:
    """Until somebody here is to play, or the game is over."""
    for _ in range(1000):
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, TableScreen):
            return
        now = screen.now
        if now is not None and not screen.busy and now.to_act & set(screen.client.seats):
            await pilot.pause()
            return
    raise TimeoutError("the table never came to rest")


async def look(pilot: Pilot[int]) -> None:
    await settled(pilot)


async def play_on(pilot: Pilot[int], turns: int) -> None:
    """Let a bot play for the person, so many turns or to the end."""
    for turn in range(turns):
        await settled(pilot)
        screen = pilot.app.screen
        if not isinstance(screen, TableScreen) or screen.now is None:
            return
        view, game = screen.now.view, screen.client.game
        legal = game.legal_actions(view)
        action = registry.bot(game.name, "greedy")(Question(view, legal, (), Rng(SEED, "picture", turn)))
        await screen.client.act(str(action), screen.now.serial)
    await settled(pilot)


async def some_turns(pilot: Pilot[int]) -> None:
    await play_on(pilot, 5)


async def a_run(pilot: Pilot[int]) -> None:
    await settled(pilot)
    await pilot.press("space")


async def bin_in_hand(pilot: Pilot[int]) -> None:
    await some_turns(pilot)
    await pilot.press("d", "b", "left")


async def many_turns(pilot: Pilot[int]) -> None:
    await play_on(pilot, 20)


async def two_gems(pilot: Pilot[int]) -> None:
    await many_turns(pilot)
    await pilot.press("r", "g")


async def great_stone(pilot: Pilot[int]) -> None:
    await some_turns(pilot)
    await pilot.press("s", "enter", "down")


async def half_the_sea(pilot: Pilot[int]) -> None:
    await play_on(pilot, 7)


async def an_island(pilot: Pilot[int]) -> None:
    await half_the_sea(pilot)
    await pilot.press("right", "enter")


async def eight_to_give(pilot: Pilot[int]) -> None:
    """Until a Start was played and all say how many cards they give."""
    while True:
        await play_on(pilot, 1)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert screen.now is not None
        if isinstance(screen.now.view.decision, Numbers):
            return


async def to_the_end(pilot: Pilot[int]) -> None:
    await play_on(pilot, 500)


async def help_asked(pilot: Pilot[int]) -> None:
    await settled(pilot)
    await pilot.press("question_mark")


async def menu(pilot: Pilot[int]) -> None:
    await settled(pilot)
    await pilot.press("m")


async def some_tables(pilot: Pilot[int]) -> None:
    assert isinstance(pilot.app, Hushtable)
    host = pilot.app.host
    assert isinstance(host, LocalHost)
    await host.begin("sixteen", ["here", "greedy", "greedy"], {}, SEED, None)
    await host.begin("silencio", ["here", "open", "open"], {}, SEED, None)
    await pilot.pause()


async def new_table(pilot: Pilot[int]) -> None:
    await pilot.press("down", "enter", "down", "down", "down", "down", "right")


@dataclass(frozen=True, slots=True)
class Scene:
    """plan: who sits at the table; nobody: the lobby. whole: kept in both sizes, dark and light; else one of each."""

    name: str
    plan: tuple[str, ...]
    steps: Steps
    game: str = "sixteen"
    whole: bool = False


SCENES = (
    Scene("lobby", (), some_tables),
    Scene("new-table", (), new_table),
    Scene("table", ANNA_AND_BOTS, some_turns, whole=True),
    Scene("run", ANNA_AND_BOTS, a_run),
    Scene("bin", ANNA_AND_BOTS, bin_in_hand),
    Scene("curtain", ("here Anna", "here Bo", "greedy"), look),
    Scene("result", ANNA_AND_BOTS, to_the_end),
    Scene("help", ANNA_AND_BOTS, help_asked),
    Scene("menu", ANNA_AND_BOTS, menu),
    Scene("splendor", ANNA_AND_MORE_BOTS, many_turns, "splendor", whole=True),
    Scene("splendor-gems", ANNA_AND_MORE_BOTS, two_gems, "splendor"),
    Scene("splendor-result", ANNA_AND_MORE_BOTS, to_the_end, "splendor"),
    Scene("silencio", ANNA_AND_BOTS, some_turns, "silencio", whole=True),
    Scene("silencio-great", ANNA_AND_MORE_BOTS, great_stone, "silencio"),
    Scene("silencio-result", ANNA_AND_BOTS, to_the_end, "silencio"),
    Scene("tranquility", ANNA_AND_MORE_BOTS, half_the_sea, "tranquility", whole=True),
    Scene("tranquility-island", ANNA_AND_MORE_BOTS, an_island, "tranquility"),
    Scene("tranquility-start", ANNA_AND_MORE_BOTS, eight_to_give, "tranquility"),
    Scene("tranquility-result", ANNA_AND_MORE_BOTS, to_the_end, "tranquility"),
)


async def picture(scene: Scene, size: tuple[int, int], *, light: bool = False, term: str = "xterm-direct") -> str:
    """One picture as SVG."""
    host = LocalHost("Anna", pace=0, store=Forgetful())
    words = iter(("nofi", "tavu", "lido", "rema"))
    vars(host._lobby)["_new_id"] = lambda: next(words)  # a table's word comes from chance otherwise
    environ = {"TERM": term, "LANG": "C.UTF-8", BACKGROUND: "light" if light else "dark"}

    async def begin() -> Client:
        return await host.begin(scene.game, scene.plan, {}, SEED, None)

    app = Hushtable(host, environ, begin=begin if scene.plan else None)
    async with app.run_test(size=size) as pilot:
        await scene.steps(pilot)
        await pilot.pause()
        drawn = svg([list(strip) for strip in app.screen._compositor.render_strips()], Depth.of(environ))
    await host.close()
    return drawn


def pictures() -> Iterator[tuple[str, Scene, tuple[int, int], bool]]:
    """Those that are kept: (file name, scene, size, light)."""
    for scene in SCENES:
        for size_name, size in SIZES.items():
            for light in (False, True):
                if not scene.whole and light == (size_name == "80x24"):
                    continue
                yield f"{scene.name}-{size_name}-{'light' if light else 'dark'}.svg", scene, size, light


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--png", type=Path, help="make PNGs there instead, to look at")
    parser.add_argument("--depths", action="store_true", help="PNGs in 256, 16 and no colours as well")
    parser.add_argument("names", nargs="*", help="only files that begin so")
    args = parser.parse_args()
    if args.png is None and not args.names:
        for old in HERE.glob("*.svg"):
            old.unlink()
    for file, scene, size, light in pictures():
        if args.names and not any(file.startswith(name) for name in args.names):
            continue
        if args.png is None:
            (HERE / file).write_text(await picture(scene, size, light=light), encoding="utf-8")
            continue
        import cairosvg

        for suffix, term in TERMS.items():
            if suffix and not args.depths:
                continue
            drawn = await picture(scene, size, light=light, term=term)
            cairosvg.svg2png(bytestring=drawn.encode(), write_to=str(args.png / f"{Path(file).stem}{suffix}.png"))


if __name__ == "__main__":
    asyncio.run(main())
