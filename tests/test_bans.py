"""Whom the host sends home or shuts out is found under every name they have had, and comes back by no code."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from engine.game import Refused
from net import accounts, schema
from net.admin import ask
from net.client import Told
from net.records import guest_key
from net.register import BANNED, Register
from net.remote import RemoteHost
from net.store import FILE, DiskStore
from tests.test_admin import House, house

__all__ = ["house"]  # the fixture


async def guest(house: House) -> RemoteHost:
    return await house.enter(guest_key(), "root")


async def heard(visitor: RemoteHost) -> Told:
    """What the house says to them next."""
    async with asyncio.timeout(5):
        return await anext(visitor.told())


async def is_sent_home(*visitors: RemoteHost) -> bool:
    return all([(await heard(visitor)).final for visitor in visitors])


async def test_a_banned_guest_does_not_come_back_by_a_code_taken_before(house: House) -> None:
    old = await guest(house)
    table = (await old.open("sixteen", ["here", "open"], {})).table
    code = await old.code()
    await ask(house.folder, f"ban {old.name}")
    new = await guest(house)
    with pytest.raises(Refused, match=BANNED):
        await new.use(code)
    assert (await new.sit(table)).seats == (1,)  # as anybody
    await ask(house.folder, f"unban {old.name}")
    back = await guest(house)
    await back.use(code)
    assert (await back.sit(table)).seats == (0,), "who is let in again has their code and their seat"


async def test_a_banned_person_gives_no_other_key_their_account(house: House) -> None:
    evil, fresh, late = [await house.visit(key, key) for key in ("evil", "fresh", "late")]
    await evil.choose_name("Evil")
    code = await evil.code()
    await ask(house.folder, "ban Evil")
    with pytest.raises(Refused, match=accounts.UNKNOWN):
        await fresh.use(code)
    for key in ("evil", "evil"):
        with pytest.raises(Refused, match=BANNED):
            await house.visit(key, key)
    await late.choose_name("Late")  # a name and a key that nothing happened to
    assert (await house.visit("late", "late")).name == "Late"


async def test_a_session_that_has_not_ended_yet_gets_no_code_and_uses_none(house: House) -> None:
    people = house.lobby.accounts
    evil, ada = [people.chosen(people.found(f"SHA256:{key}", key, ()), key) for key in ("evil", "ada")]
    code = people.code(ada)
    house.register.ban("evil")
    with pytest.raises(Refused, match=BANNED):
        people.code(evil)
    with pytest.raises(Refused, match=BANNED):
        people.used(evil, code)
    with pytest.raises(Refused, match=accounts.UNKNOWN):
        people.used(people.found("SHA256:new", "", ()), "nonono")
    assert people.used(people.found("SHA256:new", "", ()), code).name == "ada"


async def test_all_keys_of_a_person_are_banned_and_those_here_go(house: House) -> None:
    one, two = [await house.visit(key, key) for key in ("one", "two")]
    await one.choose_name("Twofold")
    await two.use(await one.code())
    assert (await ask(house.folder, "ban Twofold"))[0].endswith("Sessions that end: 2.")
    assert await is_sent_home(one, two)
    for key in ("one", "two"):
        with pytest.raises(Refused, match=BANNED):
            await house.visit(key, key)
    await ask(house.folder, "unban twofold")
    assert (await house.visit("two", "two")).name == "Twofold"


@pytest.mark.parametrize("word", ["kick", "ban"])
async def test_who_was_renamed_is_found_by_the_new_name_at_once(house: House, word: str) -> None:
    renold = await house.visit("r", "renold")
    await renold.choose_name("Renold")
    await ask(house.folder, "rename Renold = Fresh")
    assert (await heard(renold)).text == "The host calls you Fresh from now on."
    assert await ask(house.folder, "sessions") == ["Fresh  known, at no table"]
    with pytest.raises(Refused, match="Nobody"):
        await ask(house.folder, f"{word} Renold")
    assert (await ask(house.folder, f"{word} Fresh"))[0].endswith("Sessions that end: 1.")
    assert await is_sent_home(renold)


async def test_a_name_that_is_free_again_leads_to_who_has_it_now(house: House) -> None:
    before, after = [await house.visit(key, key) for key in ("before", "after")]
    await before.choose_name("Renold")
    await ask(house.folder, "rename Renold = Fresh")
    await after.choose_name("Renold")
    assert (await ask(house.folder, "kick Renold"))[0] == "Sessions that end: 1."
    assert await is_sent_home(after)


@pytest.mark.parametrize("word", ["kick", "ban"])
@pytest.mark.parametrize("sits", [True, False])
async def test_people_are_found_by_a_name_typed_nearly_right(house: House, word: str, sits: bool) -> None:
    casey = await house.visit("c", "Casey L")
    if sits:
        await casey.open("sixteen", ["here", "open"], {})
    assert (await ask(house.folder, f"{word} caseyl"))[0].endswith("Sessions that end: 1.")
    assert await is_sent_home(casey)


async def test_somebody_new_is_let_in_again_by_the_name_they_had(house: House) -> None:
    newbie = await house.visit("n", "Newbie")
    await ask(house.folder, "ban newbie")
    await newbie.close()
    assert await ask(house.folder, "people") == ["Newbie  no account, banned"]
    await ask(house.folder, "unban NEWBIE")
    back = await house.visit("n", "Other")
    assert back.name == "Other"
    with pytest.raises(Refused, match="Nobody called “Newbie” is banned"):
        await ask(house.folder, "unban Newbie")


async def test_who_was_renamed_while_banned_is_let_in_by_both_names(house: House) -> None:
    for number, name in enumerate(("Ada", "Bo")):
        person = await house.visit(name, name)
        await person.choose_name(name)
        await ask(house.folder, f"ban {name}")
        await ask(house.folder, f"rename {name} = Zed {number}")
        await ask(house.folder, f"unban {(name, 'Zed 1')[number]}")
        assert (await house.visit(name, name)).name == f"Zed {number}"


def test_bans_of_an_older_house_hold_and_can_be_lifted(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    db.execute("BEGIN")
    schema.upgrade(db, 0, to=4)
    db.execute("INSERT INTO people VALUES ('SHA256:a', 'Ada', 'ada', 1.0)")
    for key in ("SHA256:a", "SHA256:a2"):
        db.execute("INSERT INTO keys VALUES (?, 'SHA256:a', 1.0)", (key,))
    for key in ("SHA256:a", "SHA256:a2", "SHA256:Unknown"):
        db.execute("INSERT INTO bans VALUES (?, 1.0)", (key,))
    db.execute("COMMIT")
    db.close()
    store = DiskStore(tmp_path)
    register = Register(store)
    banned = ("SHA256:a", "SHA256:a2", "SHA256:Unknown")
    assert all(map(register.is_banned, banned))
    assert not register.is_banned("SHA256:b")
    assert [line.split("  ")[0] for line in register.everybody()] == ["Ada", "SHA256:Unknown"]
    for name in ("Ada", "SHA256:Unknown"):
        register.unban(name)
    assert not any(map(register.is_banned, banned))
    store.close()
