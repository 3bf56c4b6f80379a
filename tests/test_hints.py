"""What the best bot would do, for who wants to know and may: alone, or where hints were agreed on and talk is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from engine.bots import Question
from engine.game import Refused
from engine.match import Match
from engine.rng import Rng
from net.client import Client, Update
from net.company import hint_here
from net.lobby import Customs, Lobby
from net.records import Forgetful
from net.seat import TableClient
from net.thinking import Thinkers
from tests import bad_bots
from tests.courses import every_game, is_sentence
from tests.houses import engine, first, sat_down
from tests.test_thinking import bad
from tui.line import LineMode

SECONDS = 60  # a limit, not a wait


@asynccontextmanager
async def lobby(thinkers: Thinkers | None = None) -> AsyncIterator[Lobby]:
    opened = Lobby(Forgetful(), thinkers, Customs(pace=0, think=0.05))
    try:
        yield opened
    finally:
        await opened.close()
        if thinkers:
            await thinkers.close()


async def now(client: Client) -> Update:
    """The table as it is, though it may not have changed."""
    if isinstance(client, TableClient):
        client.read_again()
    await asyncio.sleep(0)
    return await first(client)


async def turn(*clients: Client) -> Client:
    """Whose turn it is."""
    while True:
        for client in clients:
            update = await now(client)
            if update.seat in update.to_act:
                return client


def advised(client: Client, update: Update, hint: str) -> bool:
    """Whether the hint names something that is legal there."""
    named = hint.removeprefix("Hint: ").split(". ")[0]
    return named in map(str, client.game.legal_actions(update.view)) and is_sentence(hint)


@every_game
def test_a_hint_is_a_legal_action_and_a_sentence(name: str) -> None:
    game = registry.game(name)
    match = Match(game, max(game.seats), 3)
    view = match.view(min(match.to_act()))
    question: Question[Any, Any, Any] = Question(view, game.legal_actions(view), (), Rng(3, "hint"), 0.02)
    said = hint_here(name, question)
    action, _, why = said.removeprefix("Hint: ").partition(". ")
    assert action in map(str, question.legal)
    assert is_sentence(why)


@every_game
async def test_who_plays_alone_with_bots_may_ask_at_every_turn(name: str) -> None:
    async with lobby() as house, asyncio.timeout(SECONDS):
        seats = max(2, min(registry.game(name).seats))
        client = await house.host("anna", "Anna").open(name, ["here", *["greedy"] * (seats - 1)], {})
        await turn(client)
        update = await now(client)
        assert update.may_hint
        assert advised(client, update, await client.hint())


async def test_around_one_keyboard_hints_are_given_even_in_a_silent_game() -> None:
    async with lobby() as house, asyncio.timeout(SECONDS):
        client = await house.host("anna", "Anna").open("silencio", ["here", "here Bo"], {})
        update = await now(client)
        await client.face(min(update.to_act))
        assert advised(client, await now(client), await client.hint())


async def test_with_others_there_are_hints_only_where_the_table_was_opened_so() -> None:
    async with lobby() as house, asyncio.timeout(SECONDS):
        anna, bo = house.host("anna", "Anna"), house.host("bo", "Bo")
        for hints in (False, True):
            mine = await anna.open("sixteen", ["here", "open"], {}, False, hints)
            listed = await anext(bo.listings())
            assert isinstance(listed, tuple)
            assert next(listing for listing in listed if listing.table == mine.table).hints is hints
            theirs = await bo.sit(mine.table)
            mover = await turn(mine, theirs)
            update = await now(mover)
            assert update.may_hint is hints
            if hints:
                assert advised(mover, update, await mover.hint())
            else:
                with pytest.raises(Refused, match="without hints"):
                    await mover.hint()


async def test_among_people_who_must_be_silent_there_are_none_whatever_was_agreed() -> None:
    async with lobby() as house, asyncio.timeout(SECONDS):
        anna, bo = house.host("anna", "Anna"), house.host("bo", "Bo")
        mine = await anna.open("silencio", ["here", "open"], {}, False, True)
        mover = await turn(mine, await bo.sit(mine.table))
        assert not (await now(mover)).may_hint
        with pytest.raises(Refused, match="in silence"):
            await mover.hint()


async def test_a_rematch_gives_hints_as_the_game_before_did() -> None:
    async with lobby() as house, asyncio.timeout(SECONDS):
        anna, bo = house.host("anna", "Anna"), house.host("bo", "Bo")
        mine = await anna.open("sixteen", ["here", "open"], {}, False, True)
        theirs = await bo.sit(mine.table)
        for client in (mine, theirs):
            await client.agree_to_end(True)
        again = await mine.rematch()
        assert house.tables[again.table].hints


async def test_who_watches_or_has_nothing_to_decide_gets_no_hint() -> None:
    async with lobby() as house, asyncio.timeout(SECONDS):
        anna, bo = house.host("anna", "Anna"), house.host("bo", "Bo")
        mine = await anna.open("sixteen", ["here", "open"], {}, False, True)
        with pytest.raises(Refused, match="nothing to decide"):
            await mine.hint()
        theirs = await bo.sit(mine.table)
        waits = mine if await turn(mine, theirs) is theirs else theirs
        with pytest.raises(Refused, match="nothing to decide"):
            await waits.hint()
        watcher = await house.host("cleo", "Cleo").watch(mine.table)
        assert not (await now(watcher)).may_hint
        with pytest.raises(Refused, match="You watch"):
            await watcher.hint()


async def test_a_bot_that_never_answers_is_a_sentence_in_the_end() -> None:
    async with lobby(Thinkers(command=bad(bad_bots.sleeping.__name__), grace=0.1)) as house, asyncio.timeout(SECONDS):
        client = await house.host("anna", "Anna").open("sixteen", ["here Anna", "here Bo"], {})
        await client.face(min((await now(client)).to_act))
        with pytest.raises(Refused, match="try again"):
            await client.hint()


async def test_over_the_wire_a_hint_holds_up_nothing_else(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada, bo = [await house.visit(name) for name in ("ada", "bo")]
        mine = await ada.open("sixteen", ["here", "here Bo"], {})
        await mine.face(min((await now(mine)).to_act))
        hinting = asyncio.ensure_future(mine.hint())
        await mine.say("Hm.")
        with pytest.raises(Refused, match="asked already"):
            await mine.hint()
        assert not hinting.done(), "a bot thinks for a second"
        assert advised(mine, await now(mine), await hinting)

        theirs, other = await sat_down([ada, bo], "sixteen", 2)
        for client in (theirs, other):
            with pytest.raises(Refused, match="without hints"):
                await client.hint()
        agreed = await ada.open("sixteen", ["here", "open"], {}, False, True)
        await house.kill()
        await house.process.start()
        async for listed in bo.listings():
            if isinstance(listed, tuple):
                assert {listing.table: listing.hints for listing in listed}[agreed.table]
                break


async def test_who_leaves_while_a_bot_thinks_leaves_at_once(tmp_path: Path) -> None:
    async with engine(tmp_path / "house") as house, asyncio.timeout(SECONDS):
        ada = await house.visit("ada")
        mine = await ada.open("sixteen", ["here", "here Bo"], {})
        hinting = asyncio.ensure_future(mine.hint())
        await mine.say("Hm.")
        await mine.leave()
        hinting.cancel()
        again = await ada.sit(mine.table)
        await again.face(min((await now(again)).to_act))
        assert advised(again, await now(again), await again.hint())


async def test_in_line_mode_one_asks_with_a_word() -> None:
    said: list[str] = []

    async def write(line: str) -> None:
        said.append(line)

    async def typed() -> AsyncIterator[str]:
        for line in ("hint", "open sixteen hints sparrow", "open sixteen bots=open hints", "hint", "leave"):
            yield line

    async with lobby() as house, asyncio.timeout(SECONDS):
        anna = house.host("anna", "Anna")
        seed = next(seed for seed in range(9) if Match(registry.game("sixteen"), 2, seed).to_act() == {0})
        table = house.open("sixteen", ["here", "greedy"], {}, "anna", "Anna", hints=True, seed=seed)
        await LineMode(anna, write).run(typed(), await anna.sit(table.id))
        assert any(line.startswith("* Hint: place ") for line in said), said
        assert "! You have nothing to decide now." in said, "the second table waits for people"
        assert "! “sparrow” is no option; options are written name=value." in said
        assert all(table.hints for table in house.tables.values())
