"""The log of a house: it stays small, whatever is written to it and however many write."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from net import logbook
from tests.terminals import until

WRITER = """
import logging, sys
from pathlib import Path
from net import logbook
logbook.log_to(Path(sys.argv[1]))
for line in sys.stdin:
    logging.getLogger("hushtable").info("line %s", line.strip())
    print("written", flush=True)
"""


def line(text: str, name: str, at: float) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.ERROR, __file__, 1, text, (), None)
    made.created = at
    return made


@pytest.fixture
def asyncio_log() -> Iterator[logging.Logger]:
    found = logging.getLogger("asyncio")
    before = found.handlers[:]
    yield found
    for handler in found.handlers[:]:
        if handler not in before:
            found.removeHandler(handler)
            handler.close()


def test_every_process_goes_on_in_the_new_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logbook, "LARGEST", 100)
    file = tmp_path / "house.log"
    command = [sys.executable, "-c", WRITER, str(file)]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as one,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other,
    ):
        pids = (one.pid, other.pid)
        for number in range(6):
            for writer in (one, other):
                assert writer.stdin
                assert writer.stdout
                writer.stdin.write(f"{number} of {writer.pid}\n")
                writer.stdin.flush()
                assert writer.stdout.readline() == "written\n"
            logbook.put_aside(file)
            assert file.stat().st_size == 0
            said = (tmp_path / "house.log.1").read_text().splitlines()
            assert [text.partition(" INFO ")[2] for text in said] == [f"line {number} of {pid}" for pid in pids]
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"house.log", "house.log.1"}


def test_a_log_that_is_not_full_or_no_file_of_its_own_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "house.log"
    logbook.put_aside(file)
    file.write_text("short")
    logbook.put_aside(file)
    monkeypatch.setattr(logbook, "LARGEST", 3)
    (tmp_path / "link").symlink_to(file)
    logbook.put_aside(tmp_path / "link")
    assert {path.name for path in tmp_path.iterdir()} == {"house.log", "link"}


def test_reports_of_asyncio_are_few_and_the_rest_is_counted() -> None:
    now = 1e9
    seldom = logbook.Seldom()
    assert sum(bool(seldom.filter(line("no files", "asyncio", now))) for _ in range(1_000)) == logbook.FEW
    assert seldom.filter(line("a session began", "hushtable", now))
    later = line("no files", "asyncio", now + logbook.A_WHILE)
    assert seldom.filter(later)
    assert later.getMessage() == f"({1_000 - logbook.FEW} more were left out before this.) no files"


async def test_a_full_table_of_files_does_not_fill_the_log(
    tmp_path: Path, asyncio_log: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asyncio.constants.ACCEPT_RETRY_DELAY", 0.01)  # some Pythons fail once, others 100 times each
    file = tmp_path / "house.log"
    asyncio_log.addHandler(logbook.handler(file))
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    failed = 0

    def count(record: logging.LogRecord) -> bool:
        nonlocal failed
        failed += "out of system resource" in record.getMessage()
        return True

    asyncio_log.addFilter(count)
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    with socket.socket() as visitor:
        visitor.setblocking(False)
        try:
            os.close(free := os.dup(0))
            resource.setrlimit(resource.RLIMIT_NOFILE, (free, before[1]))
            await asyncio.get_running_loop().sock_connect(visitor, server.sockets[0].getsockname())
            await until(lambda: failed >= 3 * logbook.FEW)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
            asyncio_log.removeFilter(count)
        assert await asyncio.get_running_loop().sock_recv(visitor, 1) == b""  # let in when there was a file again
    server.close()
    await server.wait_closed()
    assert file.read_text().count("out of system resource") == logbook.FEW
