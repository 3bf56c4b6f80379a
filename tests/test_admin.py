"""The host's console: what it lists and does, who it reaches, and that nobody else can open it."""

from __future__ import annotations

import asyncio
import stat
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.game import Refused
from net import admin
from net.accounts import DiskAccounts
from net.admin import Admin, ask
from net.client import Gone, Pause, Told
from net.counters import counted
from net.endpoint import place
from net.engine_process import EngineServer, socket_path
from net.link import at_socket
from net.lobby import Customs, Lobby
from net.register import BANNED, Register
from net.remote import RemoteHost
from net.settings import Settings, read
from net.store import DiskStore


@dataclass
class House:
    folder: Path
    lobby: Lobby
    register: Register
    visitors: list[RemoteHost] = field(default_factory=list)

    async def visit(self, key: str, name: str) -> RemoteHost:
        return await self.enter(f"SHA256:{key}", name)

    async def enter(self, person: str, name: str) -> RemoteHost:
        self.visitors.append(await RemoteHost.enter(at_socket(socket_path(self.folder), person, name)))
        return self.visitors[-1]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened(tmp_path) as found, asyncio.timeout(20):
        yield found


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[House]:
    store = DiskStore(folder)
    register = Register(store)
    lobby = Lobby(store, customs=Customs(pace=0), accounts=DiskAccounts(store))
    server, console = EngineServer(lobby, register), Admin(lobby, register)
    await server.listen(socket_path(folder))
    await console.listen(folder)
    house = House(folder, lobby, register)
    yield house
    for visitor in house.visitors:
        await visitor.close()
    await console.stop()
    await server.stop()
    store.close()


async def test_only_the_user_of_the_house_can_open_its_console(house: House) -> None:
    assert stat.S_IMODE(place(house.folder, admin.SOCKET).stat().st_mode) == 0o600


async def test_it_lists_people_tables_and_sessions(house: House) -> None:
    anna = await house.visit("a", "Anna")
    client = await anna.open("sixteen", ["here", "open"], {}, private=True)
    assert await ask(house.folder, "sessions") == [f"Anna  known, at {client.table}"]
    (table,) = await ask(house.folder, "tables")
    assert table == f"{client.table}  Sixteen, waiting, private: Anna, free"
    (person,) = await ask(house.folder, "people")
    assert person.startswith("Anna  keys: 1, since ")
    await anna.close()


async def test_an_announcement_reaches_everybody(house: House) -> None:
    visitors = [await house.visit(name, name) for name in ("Anna", "Bob")]
    assert await ask(house.folder, "announce tea is ready") == ["Said to 2 sessions."]
    for visitor in visitors:
        assert await anext(visitor.told()) == Told("The host says: tea is ready")
        await visitor.close()


async def test_who_is_sent_home_hears_why_and_may_come_back(house: House) -> None:
    anna = await house.visit("a", "Anna")
    await ask(house.folder, "kick Anna = it is late")
    assert await anext(anna.told()) == Told("The host sent you home: it is late", final=True)
    await anna.close()
    again = await house.visit("a", "Anna")
    assert again.is_linked
    await again.close()


async def test_the_tables_of_somebody_who_is_sent_away_end_with_the_reason(house: House) -> None:
    anna = await house.visit("a", "Anna")
    heard = anna.listings()
    await anext(heard)
    await ask(house.folder, "kick Anna = it is late")
    rest = [news async for news in heard]
    assert rest[-1] == Pause("The host sent you home: it is late")
    await anna.close()


async def test_a_banned_key_hears_so_at_the_door_until_it_is_let_in_again(house: House) -> None:
    anna = await house.visit("a", "Anna")
    await anna.open("sixteen", ["here", "open"], {})
    await ask(house.folder, "ban Anna")
    assert (await anext(anna.told())).final
    await anna.close()
    with pytest.raises(Refused, match=BANNED):
        await house.visit("a", "Another")
    assert (await ask(house.folder, "people"))[0].endswith(", banned")
    await ask(house.folder, "unban anna")
    back = await house.visit("a", "Anna")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(back.told()), 0.2)
    await back.close()


async def test_somebody_new_who_never_sat_down_can_be_banned_too(house: House) -> None:
    eve = await house.visit("e", "Eve")
    await ask(house.folder, "ban Eve")
    await eve.close()
    with pytest.raises(Refused, match=BANNED):
        await house.visit("e", "Eve")


async def test_a_person_is_renamed_but_never_to_a_name_like_somebody_elses(house: House) -> None:
    for key, name in (("a", "Anna"), ("b", "Bob")):
        visitor = await house.visit(key, name)
        await visitor.choose_name(name)
        await visitor.close()
    with pytest.raises(Refused, match="called BOB, or nearly so"):
        await ask(house.folder, "rename Anna = BOB")
    assert await ask(house.folder, "rename Anna = Ann") == ["Ann is the name of Anna from their next table on."]
    anna = await house.visit("a", "Anna")
    assert anna.name == "Ann"
    await anna.close()


async def test_a_closed_table_is_gone_and_its_people_are_told(house: House) -> None:
    anna = await house.visit("a", "Anna")
    client = await anna.open("sixteen", ["here", "greedy"], {})
    updates = client.updates()
    await anext(updates)
    await ask(house.folder, f"close {client.table}")
    async for update in updates:
        if isinstance(update, Gone):
            assert update.reason == "The host closed this table."
            break
    else:
        pytest.fail("nobody said why")
    await anna.close()


async def test_a_house_that_drains_takes_no_new_table(house: House) -> None:
    anna = await house.visit("a", "Anna")
    await ask(house.folder, "drain on")
    with pytest.raises(Refused, match="about to close"):
        await anna.open("sixteen", ["here", "greedy"], {})
    await ask(house.folder, "drain off")
    await anna.open("sixteen", ["here", "greedy"], {})
    await anna.close()


@pytest.mark.parametrize(
    "said", ["sing", "kick", "kick Nobody", "close x", "drain", "rename a", "ban \x1b[2J", "announce "]
)
async def test_what_makes_no_sense_is_refused_in_a_sentence(house: House, said: str) -> None:
    with pytest.raises(Refused) as refused:
        await ask(house.folder, said)
    assert str(refused.value).endswith(".")
    assert str(refused.value).isprintable()


async def test_without_an_open_house_the_console_says_so(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No house is open in"):
        await ask(tmp_path, "help")


async def test_the_counters_are_a_plain_page_without_names(house: House, unused_tcp_port: int) -> None:
    anna = await house.visit("a", "Anna")
    await anna.open("sixteen", ["here", "greedy"], {})
    with counted(house.lobby, unused_tcp_port):
        page = await asyncio.to_thread(
            lambda: urllib.request.urlopen(f"http://127.0.0.1:{unused_tcp_port}").read().decode()
        )
    assert 'hushtable_tables{stage="playing"} 1.0' in page
    assert "hushtable_sessions 1.0" in page
    assert "Anna" not in page
    await anna.close()


# --- settings


def test_settings_fill_what_the_file_leaves_out(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("[house]\npatience = 60\n[doors]\nsessions = 20\n")
    found = read(file)
    assert found.house == Customs(patience=60)
    assert found.doors.sessions == 20
    assert read(None) == Settings()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[rooms]\n", "no section"),
        ("[house]\nspeed = 3\n", "has no “speed”"),
        ("[house]\npace = 'slow'\n", "is a number"),
        ("[doors]\nsessions = 1.5\n", "is a number"),
        ("[doors]\nsessions = true\n", "is a number"),
        ("house = 3\n", "is a section"),
        ("[house", "is no TOML"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_the_place(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    with pytest.raises(Refused, match=why):
        read(file)
