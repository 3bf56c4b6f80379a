"""A whole house as its host starts it, and people who visit it with OpenSSH."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from tests.terminals import key_pair, ssh_command

PATIENCE = 20.0  # seconds until what does not come fails its test: whole processes start


class Served:
    """A house with its engine and one front."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, folder: Path, *engine_arguments: str) -> AsyncIterator[Served]:
        command = (sys.executable, "-m", "tests.served", str(folder / "house"), *engine_arguments)
        with (folder / "house.log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=log)
        assert process.stdout is not None
        try:
            port = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
            assert port, (folder / "house.log").read_text()
            yield cls(folder, int(port))
        finally:
            if process.returncode is None:
                process.terminate()
            await asyncio.wait_for(process.wait(), PATIENCE)

    def key(self, name: str) -> Path:
        """The key of somebody, made when they first need one."""
        return self.folder / name if (self.folder / name).exists() else key_pair(self.folder, name)

    def command(self, *words: str, key: Path | None, tty: bool = False, login: str = "player") -> list[str]:
        return [part.replace("player@", f"{login}@") for part in ssh_command(self.port, *words, key=key, tty=tty)]

    async def said(self, *words: str, key: Path | None, login: str = "player") -> tuple[int, str]:
        """Exit status, and all that came, of `ssh HOST words` without a terminal."""
        client = await asyncio.create_subprocess_exec(
            *self.command(*words, key=key, login=login),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        out, _ = await asyncio.wait_for(client.communicate(), PATIENCE)
        assert client.returncode is not None
        return client.returncode, out.decode()

    @contextlib.asynccontextmanager
    async def lines(self, *words: str, key: Path | None, login: str = "player") -> AsyncIterator[Lines]:
        """Somebody in line mode."""
        client = await asyncio.create_subprocess_exec(
            *self.command(*words, key=key, login=login), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        try:
            yield Lines(client)
        finally:
            if client.returncode is None:
                client.kill()
            await client.wait()


class Lines:
    """A person who reads and types lines."""

    def __init__(self, client: asyncio.subprocess.Process) -> None:
        self._client = client
        self.heard: list[str] = []

    def type(self, line: str) -> None:
        assert self._client.stdin is not None
        self._client.stdin.write(f"{line}\n".encode())

    async def hears(self, text: str) -> str:
        """The next line with this in it."""
        assert self._client.stdout is not None
        try:
            async with asyncio.timeout(PATIENCE):
                while line := (await self._client.stdout.readline()).decode():
                    self.heard.append(line.rstrip("\n"))
                    if text in line:
                        return self.heard[-1]
        except TimeoutError:
            pass
        raise AssertionError(f"{text!r} was not said:\n" + "\n".join(self.heard))

    async def ask(self, line: str, answer: str) -> str:
        self.type(line)
        return await self.hears(answer)

    async def ends(self) -> int:
        assert self._client.stdout is not None
        assert self._client.stdin is not None
        self._client.stdin.close()
        self.heard += (await asyncio.wait_for(self._client.stdout.read(), PATIENCE)).decode().splitlines()
        return await asyncio.wait_for(self._client.wait(), PATIENCE)


def main() -> int:
    """`FOLDER ENGINE_ARGUMENTS...`: serve until told to stop; the first line says the port."""
    from net import serve

    front = (sys.executable, "-m", "tui.front")
    house = serve.House(
        Path(sys.argv[1]), front, host="127.0.0.1", port=0, engine_arguments=("--pace", "0", *sys.argv[2:])
    )

    def announce(address: serve.Address) -> None:
        os.write(1, f"{address.port}\n".encode())

    serve.run(house, announce)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
