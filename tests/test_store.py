"""What the store has taken is there after a restart, whole; what it cannot take changes nothing and says why."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.match import Ply
from net import schema
from net.accounts import DiskAccounts
from net.client import Line
from net.records import Chair, Record
from net.store import FILE, NOT_KEPT, DiskStore, StoreError, backup
from tests.courses import is_sentence

RECORD = Record(
    table="babe",
    game="sixteen",
    rules_version=1,
    options={"after_special": "run"},
    seed=2**191 + 1,
    plan=("here", "open", "random"),
    chairs=(Chair("SHA256:a", "[red]Ada[/]"), None, Chair("", "random bot", bot="random")),
    position="game = 'sixteen'\n",
    invite="gipuweto",
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[DiskStore]:
    opened = DiskStore(tmp_path)
    yield opened
    opened.close()


def reopened(store: DiskStore) -> list[Record]:
    """What a process that starts later finds."""
    store.close()
    store.__init__(store.path.parent)  # type: ignore[misc]  # the fixture closes this one
    return list(store.load())


def test_a_table_comes_back_as_it_was(store: DiskStore) -> None:
    store.opened(RECORD)
    assert reopened(store) == [RECORD]
    store.seated("babe", 1, Chair("SHA256:b", "Bo"))
    store.seated("babe", 0, None)
    store.started("babe")
    for number, action in enumerate(("place r7-9", "pass", "stop"), 1):
        store.ply("babe", number, Ply(number % 3, action))
    store.said("babe", Line("Bo", "hé"))
    store.said("babe", Line("Bo", "hé"))
    store.ended_early("babe")
    assert reopened(store) == [
        replace(
            RECORD,
            chairs=(None, Chair("SHA256:b", "Bo"), RECORD.chairs[2]),
            started=True,
            ended_early=True,
            plies=(Ply(1, "place r7-9"), Ply(2, "pass"), Ply(0, "stop")),
            said=(Line("Bo", "hé"), Line("Bo", "hé")),
        )
    ]


def test_a_folder_that_could_not_be_opened_is_not_held(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        DiskStore(tmp_path)
    (tmp_path / FILE).rmdir()
    DiskStore(tmp_path).close()


def test_the_word_of_a_closed_table_can_be_used_again(store: DiskStore) -> None:
    store.opened(RECORD)
    store.ply("babe", 1, Ply(0, "pass"))
    with pytest.raises(StoreError):
        store.opened(RECORD)
    store.closed("babe")
    assert reopened(store) == []
    store.opened(RECORD)
    store.ply("babe", 1, Ply(1, "stop"))
    assert reopened(store) == [replace(RECORD, plies=(Ply(1, "stop"),))]


def test_a_ply_is_kept_once_and_at_a_table_that_is_there(store: DiskStore) -> None:
    store.opened(RECORD)
    store.ply("babe", 1, Ply(0, "pass"))
    for table in ("babe", "nono"):
        with pytest.raises(StoreError) as refused:
            store.ply(table, 1, Ply(1, "pass"))
        assert str(refused.value) == NOT_KEPT
        assert f"{store.path} could not take this" in refused.value.why
    assert [record.plies for record in reopened(store)] == [(Ply(0, "pass"),)]


WRITER = """
import sys
from pathlib import Path
from engine.match import Ply
from net.store import DiskStore
from tests.test_store import RECORD
store = DiskStore(Path(sys.argv[1]))
store.opened(RECORD)
for number in range(1, 100_000):
    store.ply("babe", number, Ply(number % 3, f"action {number}"))
    print(number, flush=True)
"""


def test_what_was_confirmed_is_there_after_kill_9(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        confirmed = [int(next(writer.stdout)) for _ in range(50)]
        writer.send_signal(signal.SIGKILL)
        confirmed += [int(line) for line in writer.stdout if line.endswith("\n")]
    store = DiskStore(tmp_path)
    (record,) = store.load()
    store.close()
    assert len(record.plies) in (confirmed[-1], confirmed[-1] + 1)  # the last may be kept but not confirmed
    assert record.plies == tuple(Ply(number % 3, f"action {number}") for number in range(1, len(record.plies) + 1))


def test_every_commit_waits_for_the_disk(store: DiskStore) -> None:
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


# --- what can be wrong with a folder


def sentence(path: Path) -> str:
    """Why this folder cannot be opened; the database is as it was before."""
    before = (path / FILE).read_bytes() if (path / FILE).is_file() else None
    with pytest.raises(StoreError) as refused:
        DiskStore(path)
    assert before is None or (path / FILE).read_bytes() == before
    assert is_sentence(str(refused.value))
    return str(refused.value)


def test_a_damaged_database_is_left_as_it_is(tmp_path: Path) -> None:
    for junk in (b"x" * 5_000, b"SQLite format 3\0" + b"x" * 9_000):
        (tmp_path / FILE).write_bytes(junk)
        assert "is damaged" in sentence(tmp_path)


def test_a_database_that_is_cut_off_or_overwritten_is_damaged(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    store.opened(RECORD)
    with store.transaction() as db:
        db.executemany("INSERT INTO plies VALUES (1, ?, 0, ?)", [(number, "x" * 50) for number in range(2_000)])
    store.close()
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[: len(whole) // 2])
    assert "is damaged" in sentence(tmp_path)
    (tmp_path / FILE).write_bytes(whole[:8_192] + b"\xff" * 40_960 + whole[49_152:])
    assert "is damaged" in sentence(tmp_path)


def test_a_database_of_a_newer_hushtable_is_left_as_it_is(tmp_path: Path) -> None:
    DiskStore(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert "newer Hushtable" in sentence(tmp_path)


def first_version(folder: Path) -> None:
    """A house as version 1 left it: with people, a table and talk."""
    db = sqlite3.connect(folder / FILE, isolation_level=None)
    db.execute("BEGIN")
    schema.upgrade(db, 0, to=1)
    for person, name, seen in (("SHA256:a", "Ada", 1.0), ("SHA256:b", "Éva", 2.0), ("SHA256:c", "éva", 3.0)):
        db.execute("INSERT INTO people VALUES (?, ?, ?)", (person, name, seen))
    db.execute(
        "INSERT INTO tables VALUES (1, 'babe', 'sixteen', 1, '{}', '5', '[\"here\"]', NULL, '', 1, 0, 1.0, NULL)"
    )
    db.execute("INSERT INTO chairs VALUES (1, 0, 'SHA256:a', 'Ada', '')")
    db.execute("INSERT INTO plies VALUES (1, 1, 0, 'pass')")
    db.execute("INSERT INTO talk VALUES (1, 1, 'Ada', 'hi')")
    db.execute("COMMIT")
    db.close()


def test_a_database_of_the_first_version_is_upgraded_with_its_people_and_tables(tmp_path: Path) -> None:
    first_version(tmp_path)
    for _ in range(2):  # and what was upgraded opens again
        store = DiskStore(tmp_path)
        (record,) = store.load()
        assert record.chairs == (Chair("SHA256:a", "Ada"),)
        assert record.plies == (Ply(0, "pass"),)
        assert record.said == (Line("Ada", "hi"),)
        accounts = DiskAccounts(store)
        names = [accounts.found(f"SHA256:{key}", "other", ()).name for key in "abc"]
        assert names == ["Ada", "Éva", "éva 2"]
        store.close()


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def upgrade(db: sqlite3.Connection, version: int) -> None:
        whole(db, version)
        raise sqlite3.OperationalError("the disk says no")

    whole = schema.upgrade
    first_version(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(schema, "upgrade", upgrade)
        with pytest.raises(StoreError):
            DiskStore(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert len(db.execute("SELECT person, name, first_seen FROM people").fetchall()) == 3
    DiskStore(tmp_path).close()


def test_a_new_database_is_what_an_upgraded_one_becomes(tmp_path: Path) -> None:
    shapes = []
    for folder in (tmp_path / "old", tmp_path / "new"):
        folder.mkdir()
        if folder.name == "old":
            first_version(folder)
        DiskStore(folder).close()
        with closing(sqlite3.connect(folder / FILE)) as db:
            shapes.append(sorted(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")))
    assert shapes[0] == shapes[1]


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    db.close()
    assert "another program" in sentence(tmp_path)


def test_only_one_process_holds_a_folder(store: DiskStore) -> None:
    assert "Another Hushtable" in sentence(store.path.parent)
    store.opened(RECORD)
    assert reopened(store) == [RECORD]


def test_a_folder_that_cannot_be_made_or_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert f"{tmp_path}/file" in sentence(tmp_path / "file")
    assert "cannot be used" in sentence(tmp_path / "file" / "house")
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / FILE).mkdir()
    assert FILE in sentence(tmp_path / "house")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "permission denied" in sentence(tmp_path)


def test_a_database_that_became_read_only_takes_nothing_and_says_so(store: DiskStore) -> None:
    store.opened(RECORD)
    store._db.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreError) as refused:
        store.ply("babe", 1, Ply(0, "pass"))
    assert str(refused.value) == NOT_KEPT
    assert refused.value.why == f"{store.path} cannot be written, so nothing was changed."
    store._db.execute("PRAGMA query_only = 0")
    store.ply("babe", 1, Ply(0, "pass"))
    assert [record.plies for record in reopened(store)] == [(Ply(0, "pass"),)]


def test_a_full_disk_takes_nothing_says_so_and_can_go_on_later(store: DiskStore) -> None:
    store.opened(RECORD)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    kept = 0

    def fill() -> None:
        nonlocal kept
        while kept < 1_000:
            store.ply("babe", kept + 1, Ply(0, "x" * 100))
            kept += 1

    with pytest.raises(StoreError, match="disk of this house is full"):
        fill()
    with pytest.raises(StoreError, match="disk of this house is full"):
        store.opened(replace(RECORD, table="gipu", position="x" * 9_000))
    store._db.execute("PRAGMA max_page_count = 1000000")
    store.ply("babe", kept + 1, Ply(1, "after"))
    (record,) = reopened(store)
    assert record.plies == (*[Ply(0, "x" * 100)] * kept, Ply(1, "after"))


def test_a_file_size_limit_takes_nothing_and_says_so(tmp_path: Path) -> None:
    """A real write that the system refuses in the middle."""
    program = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n" + WRITER
    )
    ran = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False)
    assert "so nothing was changed" in ran.stderr.splitlines()[-1]
    confirmed = int(ran.stdout.split()[-1])
    store = DiskStore(tmp_path)
    (record,) = store.load()
    store.close()
    assert len(record.plies) == confirmed


def test_all_files_are_for_their_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = DiskStore(tmp_path / "house")
        store.opened(RECORD)
        backup(tmp_path / "house", tmp_path / "house" / "copy.db")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "house").stat().st_mode) == 0o700
    for file in (tmp_path / "house").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    store.close()


# --- backup


def test_a_backup_can_be_made_while_tables_are_played(store: DiskStore, tmp_path: Path) -> None:
    store.opened(RECORD)
    store.ply("babe", 1, Ply(0, "pass"))
    (tmp_path / "other").mkdir()
    backup(store.path.parent, tmp_path / "other" / FILE)
    store.ply("babe", 2, Ply(1, "pass"))
    copy = DiskStore(tmp_path / "other")
    assert list(copy.load()) == [replace(RECORD, plies=(Ply(0, "pass"),))]
    copy.close()


def test_a_backup_overwrites_nothing_and_needs_a_house(store: DiskStore, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(StoreError, match="file exists"):
        backup(store.path.parent, tmp_path / "precious")
    assert (tmp_path / "precious").read_text() == "mine"
    with pytest.raises(StoreError, match="nowhere"):
        backup(tmp_path / "nowhere", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
