"""What people at a table do beside the game: wait, leave, end early, play again."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from engine import replay
from engine.game import Refused
from net.client import Client, Line
from net.lobby import Customs, Lobby, LobbyHost
from net.records import Forgetful
from net.table import Table
from tests.houses import first
from tests.terminals import until
from tui.spoken import as_they_came

PATIENCE = 0.1


@pytest.fixture
async def lobby() -> AsyncIterator[Lobby]:
    lobby = Lobby(Forgetful(), customs=Customs(pace=0, patience=PATIENCE))
    yield lobby
    await lobby.close()


def stage(table: Table) -> str:
    return table.stage.value


async def seated(lobby: Lobby, *names: str, game: str = "sixteen") -> tuple[list[LobbyHost], list[Client], Table]:
    hosts = [lobby.host(name, name) for name in names]
    clients: list[Client] = [await hosts[0].open(game, ["here", *["open"] * (len(names) - 1)], {})]
    clients += [await host.sit(clients[0].table) for host in hosts[1:]]
    return hosts, clients, lobby.tables[clients[0].table]


async def test_a_game_ends_early_when_everybody_agrees_and_not_before(lobby: Lobby) -> None:
    _, (anna, bob), table = await seated(lobby, "Anna", "Bob")
    await anna.agree_to_end(True)
    assert stage(table) == "playing"
    await anna.agree_to_end(False)
    await bob.agree_to_end(True)
    assert stage(table) == "playing"
    await anna.agree_to_end(True)
    assert stage(table) == "over"


async def test_who_just_left_still_has_a_say(lobby: Lobby) -> None:
    hosts, (anna, _), table = await seated(lobby, "Anna", "Bob")
    await hosts[1].close()
    await anna.agree_to_end(True)
    assert stage(table) == "playing"


async def test_a_standing_wish_to_end_counts_once_the_patience_with_the_missing_is_over(lobby: Lobby) -> None:
    hosts, (anna, bob, _), table = await seated(lobby, "Anna", "Bob", "Cleo")
    await hosts[2].close()
    await anna.agree_to_end(True)
    await bob.agree_to_end(True)
    await until(lambda: stage(table) == "over")


async def test_a_game_that_was_ended_has_a_whole_replay_that_verifies(lobby: Lobby) -> None:
    _, (anna, bob), table = await seated(lobby, "Anna", "Bob")
    seat = next(iter(table.match.to_act()))
    table.act(seat, str(table.match.legal(seat)[0]))
    await anna.agree_to_end(True)
    await bob.agree_to_end(True)
    record = replay.read(table.replay())
    assert record.result == "ended early"
    assert len(record.plies) == 1
    assert replay.verify(record).serial == 1


async def test_a_free_seat_of_a_waiting_table_can_be_given_to_a_bot(lobby: Lobby) -> None:
    host = lobby.host("Anna", "Anna")
    client = await host.open("sixteen", ["here", "open", "open"], {})
    table = lobby.tables[client.table]
    await client.stand_in(1, "greedy")
    assert stage(table) == "waiting"
    await client.stand_in(2, "greedy")
    assert stage(table) == "playing"
    names = [person.name for person in table.people() if person]
    assert len(set(names)) == 3


async def test_nobody_who_is_here_is_replaced_before_the_game_starts(lobby: Lobby) -> None:
    _, (anna, _, _), table = await seated(lobby, "Anna", "Bob", "Cleo", game="splendor")
    table.started = False
    with pytest.raises(Refused, match="Bob has that seat"):
        await anna.stand_in(1, "greedy")


async def test_the_same_people_play_again_with_one_word_each(lobby: Lobby) -> None:
    _, (anna, bob), table = await seated(lobby, "Anna", "Bob")
    for client in (anna, bob):
        await client.agree_to_end(True)
    again = await anna.rematch()
    assert stage(lobby.tables[again.table]) == "waiting"
    other = await bob.rematch()
    assert other.table == again.table == table.rematch
    assert stage(lobby.tables[again.table]) == "playing"
    assert (again.seats, other.seats) == ((0,), (1,))


async def test_who_has_left_does_not_hold_up_a_rematch(lobby: Lobby) -> None:
    hosts, (anna, bob, _), table = await seated(lobby, "Anna", "Bob", "Cleo")
    await hosts[2].close()
    await anna.agree_to_end(True)
    await bob.agree_to_end(True)
    await until(lambda: stage(table) == "over")
    again = await anna.rematch()
    await bob.rematch()
    following = lobby.tables[again.table]
    assert stage(following) == "waiting"
    assert following.people()[2] is None
    await again.stand_in(2, "greedy")
    assert stage(following) == "playing"


async def test_who_comes_late_to_a_rematch_takes_the_seat_that_was_kept_free(lobby: Lobby) -> None:
    hosts, (anna, bob, _), table = await seated(lobby, "Anna", "Bob", "Cleo")
    await hosts[2].close()
    for client in (anna, bob):
        await client.agree_to_end(True)
    await until(lambda: stage(table) == "over")
    await anna.rematch()
    cleo = lobby.host("Cleo", "Cleo")
    late = await (await cleo.sit(table.id)).rematch()
    assert late.seats == (2,)


async def test_talk_stands_where_it_was_said_between_the_moves(lobby: Lobby) -> None:
    hosts, clients, table = await seated(lobby, "Anna", "Bob")
    assert (await first(clients[0])).fresh

    async def moved() -> None:
        (seat,) = table.match.to_act()
        await clients[seat].act(str(table.match.legal(seat)[0]), table.match.serial)

    await clients[0].say("good luck")
    await moved()
    await clients[1].say("hm")
    await moved()
    await clients[0].say("well played")
    late = await first(await hosts[1].watch(table.id))
    for update in (await first(clients[0]), late):
        came = as_they_came(update)
        assert [line.text for line in came if isinstance(line, Line)] == ["good luck", "hm", "well played"]
        assert came[0] == update.said[0], "before the first move"
        assert came[-1] == update.said[-1], "after the last"
        assert 1 < came.index(update.said[1]) < len(came) - 2, "between the two"
