"""The bell of a person’s terminal: when it rings, and when it does not."""

from __future__ import annotations

from pathlib import Path

from tests.rooms import DOWN, room
from tests.terminals import Paper, until
from tests.test_tui_people import house, known, sat
from tui.bell import Bell
from tui.screens.menu import MenuScreen


def bells(paper: Paper) -> int:
    return paper.written.count("\x07")


async def test_the_bell_rings_when_it_becomes_ones_turn_unless_it_is_off(tmp_path: Path) -> None:
    async with house(tmp_path) as here, known(here) as ada:
        client = await sat(here, ada)
        theirs = await here.host("SHA256:b", "bo").sit(client.table)

        async def bo_plays() -> None:
            """Until it is Ada's turn, on her screen too."""
            async for update in theirs.updates():
                if update.seat not in update.to_act:  # type: ignore[union-attr]  # no pause in one process
                    break
                view, game = update.view, theirs.game  # type: ignore[union-attr]
                await theirs.act(str(game.legal_actions(view)[0]), update.serial)  # type: ignore[union-attr]
            await until(lambda: ada.table.now is not None and 0 in ada.table.now.to_act)

        async def ada_plays() -> None:
            while ada.table.now is None or 0 in ada.table.now.to_act:
                await ada.my_turn()
                before = ada.table.now
                ada.paper.type("\r")
                await until(lambda: ada.table.now is not before)  # noqa: B023

        await until(lambda: ada.table.now is not None and ada.table.now.to_act)
        await ada_plays()
        heard = bells(ada.paper)
        await bo_plays()
        assert bells(ada.paper) == heard + 1
        ada.app.when = Bell.OFF
        await ada_plays()
        await bo_plays()
        assert bells(ada.paper) == heard + 1
        ada.app.when = Bell.ALL
        await ada_plays()
        assert bells(ada.paper) == heard + 1
        await bo_plays()
        assert bells(ada.paper) > heard + 1


async def test_the_bell_calls_from_another_table_to_the_lobby(tmp_path: Path) -> None:
    async with house(tmp_path) as here, known(here) as ada:
        bo = here.host("SHA256:b", "bo")
        theirs = await bo.open("sixteen", ["here", "open"], {})
        away = await here.host("SHA256:a").sit(theirs.table)
        await ada.shows(theirs.table)
        before = bells(ada.paper)
        async for update in away.updates():
            if 1 in update.to_act:  # type: ignore[union-attr]  # no pause in one process
                view = update.view  # type: ignore[union-attr]
                await away.act(str(away.game.legal_actions(view)[0]), update.serial)  # type: ignore[union-attr]
            else:
                break
        await ada.shows("bo to play")
        heard = bells(ada.paper)
        assert heard - before <= 1
        async for update in theirs.updates():
            if 0 not in update.to_act:  # type: ignore[union-attr]
                break
            view = update.view  # type: ignore[union-attr]
            await theirs.act(str(theirs.game.legal_actions(view)[0]), update.serial)  # type: ignore[union-attr]
        await ada.shows("your turn")
        assert bells(ada.paper) == heard + 1


async def test_the_bell_is_chosen_in_the_menu() -> None:
    async with room() as here:
        here.paper.type("m")
        await here.opens(MenuScreen)
        assert here.app.when is Bell.TURN
        for kind in ("all that others do", "off", "own turn"):
            for _ in range(9):
                marked = next((line for line in here.paper.text.splitlines() if line.lstrip().startswith("▸")), "")
                if "Bell" in marked:
                    break
                here.paper.type(DOWN)
                await until(lambda: marked not in here.paper.text)  # noqa: B023
            here.paper.type("\r")
            await here.until(lambda: here.app.when == kind)  # noqa: B023
            await here.shows(f"Bell       {kind}")


async def test_among_bots_no_bell_rings() -> None:
    async with room(("here Anna", "random")) as here:
        for _ in range(3):
            await here.my_turn()
            before = here.table.now
            here.paper.type("\r")
            await here.until(lambda: here.table.now is not before)  # noqa: B023
        await here.my_turn()
        assert bells(here.paper) == 0
