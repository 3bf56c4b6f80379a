"""A whole house in processes of its own (serve, engine, fronts), and people who come in by real SSH connections."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import asyncssh

from engine.game import Refused
from net import serve
from net.join import over_ssh
from net.link import Connect
from net.store import FILE

FRONT = "tui.front"
SECONDS = 60  # until a house that does not open fails its test


class OpenHouse:
    """A house that is open. `watch` sees what is on its disk."""

    def __init__(self, folder: Path, process: asyncio.subprocess.Process, port: int) -> None:
        self.folder = folder
        self.process = process
        self.port = port
        self.log = folder.with_name(f"{folder.name}.log")
        self._homes = folder.with_name(f"{folder.name}.people")
        self._gate = asyncio.Semaphore(6)  # logins at a time: the door allows not many more from one address

    def children(self) -> dict[int, str]:
        """Command lines by process id: the engine and the fronts."""
        found: dict[int, str] = {}
        with contextlib.suppress(OSError):
            for word in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
                found[int(word)] = Path(f"/proc/{word}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        return found

    @property
    def engine(self) -> int:
        return next(pid for pid, command in self.children().items() if "net.engine_process" in command)

    @property
    def fronts(self) -> tuple[int, ...]:
        return tuple(pid for pid, command in self.children().items() if "net.engine_process" not in command)

    def key(self, person: str) -> Path:
        """The private key of somebody, made when they come for the first time."""
        return self.key_in(self.folder, person)

    @staticmethod
    def key_in(folder: Path, person: str) -> Path:
        """The same for a house that is not open yet."""
        file = folder.with_name(f"{folder.name}.people") / person
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)
            file.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        return file

    def native(self, person: str) -> Connect:
        """The way of somebody's own Hushtable to the tables."""
        connect = over_ssh("127.0.0.1", self.port, _trusted, person, self._homes / "known_hosts", self.key(person))

        async def gently() -> object:
            async with self._gate:
                return await connect()

        return gently  # type: ignore[return-value]  # it is what connect gives

    @asynccontextmanager
    async def connection(self, person: str) -> AsyncIterator[asyncssh.SSHClientConnection]:
        async with self._gate:
            connecting = await asyncssh.connect(
                "127.0.0.1",
                self.port,
                username=person,
                client_keys=[str(self.key(person))],
                known_hosts=None,
                config=None,
                agent_path=None,
                login_timeout=SECONDS,
            )
        async with connecting as connection:
            yield connection

    async def is_open(self) -> bool:
        """Whether somebody listens at the door."""
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        return True

    def books(self) -> sqlite3.Connection:
        """The database, read-only and while the engine writes it."""
        return sqlite3.connect(f"{(self.folder / FILE).as_uri()}?mode=ro", uri=True, timeout=10)


@asynccontextmanager
async def open_house(
    folder: Path, *engine_arguments: str, front: str = FRONT, fronts: int = 1
) -> AsyncIterator[OpenHouse]:
    """front: the module that is a front process."""
    command = (sys.executable, "-m", "tests.open_house", str(folder), front, str(fronts), *engine_arguments)
    with folder.with_name(f"{folder.name}.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=log)
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), SECONDS)
        assert line.strip().isdigit(), folder.with_name(f"{folder.name}.log").read_text()
        yield OpenHouse(folder, process, int(line))
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.wait(), SECONDS)


def played(books: sqlite3.Connection, table: str) -> int:
    """How many plies of a table are on disk."""
    with closing(
        books.execute("SELECT count(*) FROM plies JOIN tables ON table_key = key WHERE word = ?", (table,))
    ) as row:
        return int(row.fetchone()[0])


async def _trusted(fingerprint: str) -> bool:
    return True


def _announce(address: serve.Address) -> None:
    os.write(1, f"{address.port}\n".encode())


def main() -> int:
    folder, front, fronts, *arguments = sys.argv[1:]
    house = serve.House(
        folder=Path(folder),
        front=(sys.executable, "-m", front),
        host="127.0.0.1",
        port=0,
        fronts=int(fronts),
        engine_arguments=tuple(arguments),
    )
    try:
        serve.run(house, _announce)
    except Refused as refused:
        os.write(1, f"refused: {refused}\n".encode())
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
