"""A key is an account, a name is one person's, and a code is good once."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.game import Refused
from net import accounts, friendly, words
from net.accounts import DiskAccounts
from net.client import Standing
from net.records import Account, Chair, guest_key
from net.store import DiskStore
from tests.courses import is_sentence
from tests.test_store import RECORD


class House:
    """Accounts on disk, and a way to start them again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 1_000_000.0
        self.store = DiskStore(folder)
        self.ticks = 0.0
        self.people = DiskAccounts(self.store, lambda: self.now, lambda: self.ticks)

    def restart(self) -> None:
        self.store.close()
        self.store = DiskStore(self.folder)
        self.people = DiskAccounts(self.store, lambda: self.now, lambda: self.ticks)

    def comes(self, key: str, wish: str = "") -> Account:
        return self.people.found(f"SHA256:{key}", wish, ())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.store.close()


def refused(ask: Callable[[Account, str], object], account: Account, text: str) -> str:
    with pytest.raises(Refused) as error:
        ask(account, text)
    assert is_sentence(str(error.value))
    return str(error.value)


# --- names


def test_a_key_is_offered_its_login_name_and_keeps_what_it_chose(house: House) -> None:
    ada = house.comes("a", "ada")
    assert (ada.name, ada.standing) == ("ada", Standing.NEW)
    assert house.comes("a", "other").name == "other"  # nothing was chosen yet
    assert house.people.chosen(ada, "Ada L").name == "Ada L"
    house.restart()
    again = house.comes("a", "somebody")
    assert (again.name, again.standing) == ("Ada L", Standing.KNOWN)
    assert house.people.chosen(again, "Ada L") == again  # asked twice over a broken link
    assert "only the host" in refused(house.people.chosen, again, "Bo")


@pytest.mark.parametrize("same", ["Éva", "éva", "É VA", "Ｅ\N{COMBINING ACUTE ACCENT}va", " éva "])
def test_two_people_are_never_called_alike(house: House, same: str) -> None:
    house.people.chosen(house.comes("a"), "Éva")
    second = house.comes("b", words.clean_name(same))
    assert words.likeness(second.name) != words.likeness("Éva")
    if words.likeness(words.clean_name(same)) == words.likeness("Éva"):
        assert "called" in refused(house.people.chosen, second, same)
        assert second.name.endswith(" 2")


def test_who_sits_down_without_choosing_has_the_offered_name_for_good(house: House) -> None:
    both = [house.comes(key, "ada") for key in "ab"]
    assert [house.people.settled(person).name for person in both] == ["ada", "ada 2"]
    assert house.comes("a", "x").name == "ada"
    assert house.comes("b", "x").standing is Standing.KNOWN


def test_a_long_name_that_is_taken_gets_a_number_within_its_length(house: House) -> None:
    names = {house.people.settled(house.comes(str(number), "W" * 30)).name for number in range(12)}
    assert len(names) == 12
    assert all(words.clean_name(name) == name for name in names if name != "W" * 30)


@given(st.text(max_size=40))
@example("* > ! * game over: x")
@example("＊ game  over game over")
@example("GAME\tOVER")
@example("Ｂｏｔ\u3164 ⓑｏｔ x")
@example("\u200b* \u202e>x")
def test_no_name_begins_like_a_line_of_line_mode(text: str) -> None:
    name = words.clean_name(text)
    assert not name.startswith(("*", ">", "!", "＊", "＞", "！", " "))
    assert not f"* {name} says".lower().startswith("* game over ")
    assert not unicodedata.normalize("NFKC", name).lower().startswith(("*", ">", "!", "bot ", "game over"))
    assert words.clean_name(name) == name


def test_guests_have_friendly_names_that_stay_theirs_and_no_two_the_same(house: House) -> None:
    names: list[str] = []
    for _ in range(300):
        key = guest_key()
        guest = house.people.found(key, "root", names)
        assert guest.standing is Standing.GUEST
        assert guest == house.people.found(key, "", names)  # such as after a restart of the engine
        names.append(guest.name)
    assert len(set(names)) == len(names)
    assert all(words.clean_name(name) == name and len(name.split()) == 2 for name in names)
    assert "SSH key" in refused(house.people.chosen, guest, "Bo")


def test_there_is_always_one_more_name_for_a_guest() -> None:
    some = friendly.names("guest:x")
    assert len({next(some) for _ in range(200)}) > 190


# --- several keys


def test_a_code_makes_a_second_key_the_same_person(house: House) -> None:
    ada = house.people.chosen(house.comes("a"), "Ada")
    code = house.people.code(ada)
    second = house.comes("b", "laptop")
    assert house.people.used(second, f"  {code.upper()} ").person == ada.person
    house.restart()
    assert house.comes("b", "laptop") == Account("SHA256:b", ada.person, "Ada", Standing.KNOWN)
    assert house.comes("a").person == ada.person
    third = house.people.code(house.comes("b"))
    assert house.people.used(house.comes("c"), third).name == "Ada"


def test_a_code_is_good_once_and_only_the_newest(house: House) -> None:
    ada = house.people.chosen(house.comes("a"), "Ada")
    old, new = house.people.code(ada), house.people.code(ada)
    assert refused(house.people.used, house.comes("b"), old) == accounts.UNKNOWN
    house.people.used(house.comes("b"), new)
    assert refused(house.people.used, house.comes("c"), new) == accounts.UNKNOWN


def test_a_code_for_a_key_is_over_after_ten_minutes(house: House) -> None:
    ada = house.people.chosen(house.comes("a"), "Ada")
    code = house.people.code(ada)
    house.now += 601
    assert refused(house.people.used, house.comes("b"), code) == accounts.UNKNOWN
    code = house.people.code(ada)
    house.now += 590
    assert house.people.used(house.comes("b"), code).name == "Ada"


def test_a_name_is_free_again_when_its_only_key_became_somebody_else(house: House) -> None:
    ada = house.people.chosen(house.comes("a"), "Ada")
    bo = house.people.chosen(house.comes("b"), "Bo")
    house.people.used(bo, house.people.code(ada))
    assert house.comes("c", "Bo").name == "Bo"


def test_ones_own_code_is_not_used_up(house: House) -> None:
    ada = house.people.chosen(house.comes("a"), "Ada")
    code = house.people.code(ada)
    assert "own code" in refused(house.people.used, ada, code)
    assert house.people.used(house.comes("b"), code).name == "Ada"


# --- guests who come back


def test_a_guest_comes_back_by_a_code_that_stays_the_same_until_it_is_used(house: House) -> None:
    guest = house.people.found(guest_key(), "", ())
    code = house.people.code(guest)
    house.restart()
    guest = house.people.found(guest.key, "", ())
    assert house.people.code(guest) == code
    back = house.people.used(house.people.found(guest_key(), "", ()), code)
    assert (back.person, back.name, back.standing) == (guest.person, guest.name, Standing.GUEST)
    assert refused(house.people.used, house.people.found(guest_key(), "", ()), code) == accounts.UNKNOWN
    house.restart()
    assert house.people.found(back.key, "", ()) == back  # the session goes on over a restart
    assert house.people.code(back) != code


def test_a_key_may_take_over_what_a_guest_had(house: House) -> None:
    guest = house.people.found(guest_key(), "", ())
    mine = house.people.used(house.comes("a", "ada"), house.people.code(guest))
    assert (mine.person, mine.name, mine.standing) == (guest.person, guest.name, Standing.KNOWN)
    house.restart()
    assert house.comes("a") == mine


def test_a_code_for_a_second_key_is_no_password(house: House) -> None:
    code = house.people.code(house.people.chosen(house.comes("a"), "Ada"))
    guest = house.people.found(guest_key(), "", ())
    assert "without a key" in refused(house.people.used, guest, code)


def test_guests_who_came_long_ago_can_not_come_back_and_sit_nowhere_are_forgotten(house: House) -> None:
    seated, gone, noted = [house.people.settled(house.people.found(guest_key(), "", ())) for _ in range(3)]
    house.now += accounts.GUEST_CODE_SECONDS + 1
    house.people.code(noted)
    house.store.opened(RECORD)
    house.store.seated("babe", 1, Chair(seated.person, seated.name))
    known = house.people.chosen(house.comes("a"), "Ada")
    house.restart()
    with house.store.transaction() as db:
        left = {person for (person,) in db.execute("SELECT person FROM people")}
    assert left == {seated.person, noted.person, known.person}
    assert gone.person not in left


def test_a_thousand_wrong_codes_in_a_minute_are_soon_not_listened_to_any_more(house: House) -> None:
    code = house.people.code(house.people.chosen(house.comes("a"), "Ada"))
    stranger = house.comes("b")
    for _ in range(1_000):
        assert refused(house.people.used, stranger, words.new_code()) == accounts.UNKNOWN
        house.ticks += 0.05
    house.now -= 86_400  # somebody sets the clock back: the minute is no longer for it
    assert refused(house.people.used, stranger, code) == accounts.BUSY
    house.ticks += 11
    assert house.people.used(stranger, code).name == "Ada"


# --- several windows with one key


def test_two_windows_of_a_new_key_get_one_name(house: House) -> None:
    one, two = house.comes("a", "nick"), house.comes("a", "nick")
    nick = house.people.chosen(one, "Nick")
    assert "You are Nick here already" in refused(house.people.chosen, two, "Nack")
    assert house.people.chosen(two, "Nick") == nick
    assert house.people.settled(two) == nick
    assert house.people.code(two)


def test_a_window_that_stayed_behind_sits_as_who_its_key_is_now(house: House) -> None:
    ada = house.people.chosen(house.comes("a"), "Ada")
    house.people.chosen(house.comes("b", "Samey"), "Samey")
    behind = house.comes("b")
    mine = house.people.used(house.comes("b"), house.people.code(ada))
    assert house.people.settled(behind) == mine
    code = house.people.code(behind)
    assert "own code" in refused(house.people.used, behind, code)
    assert house.people.chosen(house.comes("c"), "Samey").name == "Samey"


def test_codes_are_read_as_people_type_them() -> None:
    for _ in range(50):
        code = words.new_code()
        assert words.typed_code(words.shown(code)) == code
        assert words.typed_code(f" {words.shown(code).upper().replace('-', ' ')}") == code
    for no in ("", "Ada", "kabo-tine-rudo", "kabo-tine-rudo-mesi-", "aaaa-aaaa-aaaa-aaaa", "kabo-tine-rudo-mesi-kabo"):
        assert words.typed_code(no) == ("kabotinerudomesi" if no == "kabo-tine-rudo-mesi-" else "")
