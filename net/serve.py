"""The process behind `hushtable serve`: starts the engine and the fronts, and starts again what dies."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.game import Refused
from net import child, logbook, settings, ssh
from net.endpoint import LAST_PORT
from net.front import HOST_KEY

log = logging.getLogger("hushtable.serve")

READY_SECONDS: Final = 30.0
GRACE_SECONDS: Final = 8.0  # until a process that was told to stop is killed
QUICK_SECONDS: Final = 30.0  # whoever dies sooner than this after its start has a trouble that may stay
MOST_FRONTS: Final = 64
LOOK_SECONDS: Final = 5.0  # between two looks at the size of the log
WAITS: Final = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds before each start after such a death; then it is given up


class ServeError(Refused):
    """The house cannot open, or cannot go on."""


@dataclass(frozen=True, slots=True)
class House:
    """What is served. front: the command that starts a front, without its arguments (see net/front.py)."""

    folder: Path
    front: tuple[str, ...]
    host: str = ""  # all addresses
    port: int = 2222  # 0: any free one
    fronts: int = 1
    log: Path | None = None  # stderr
    settings: Path | None = None  # the usual ones (see net/settings.py)
    engine_arguments: tuple[str, ...] = ()  # see net/engine_process.py


@dataclass(frozen=True, slots=True)
class Address:
    """Where the house is open. fingerprint: of the host key, to compare at the first visit."""

    host: str
    port: int
    fingerprint: str

    @property
    def command(self) -> str:
        """What a guest types."""
        port = "" if self.port == 22 else f"-p {self.port} "
        return f"ssh {port}NAME@{self.host}"


def run(house: House, announce: Callable[[Address], None]) -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP; ServeError when it cannot go on. announce: called when people can come."""

    async def main() -> None:
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, stopped.set)
        await serve(house, announce, stopped)

    _made(house.folder)
    logbook.log_to(house.log)
    asyncio.run(main())


def _made(folder: Path) -> None:
    """See that the house has its folder, which nobody else can look into; or ServeError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(folder, error) from error


def _unusable(folder: Path, error: OSError) -> ServeError:
    return ServeError(f"{folder} cannot be used: {(error.strerror or str(error)).lower()}.")


async def serve(house: House, announce: Callable[[Address], None], stopped: asyncio.Event) -> None:
    """Returns when `stopped` is set and nothing is left running."""
    if not 1 <= house.fronts <= MOST_FRONTS:
        raise ServeError(f"A house has between 1 and {MOST_FRONTS} fronts, not {house.fronts}.")
    _made(house.folder)
    try:
        key = ssh.host_key(house.folder / HOST_KEY)
    except OSError as error:
        raise _unusable(house.folder, error) from error
    except ValueError as error:
        remedy = "Put a copy in its place; or move it away, and everybody will be asked about a new one"
        raise ServeError(f"{house.folder / HOST_KEY} is no key that can be read. {remedy}.") from error
    held = _hold_port(house.host, house.port)
    port: int = held[0].getsockname()[1]
    logged: tuple[str, ...] = () if house.log is None else ("--log", str(house.log))
    if house.settings is not None:
        settings.read(house.settings)  # here, where somebody reads what is wrong with it
        logged += ("--settings", str(house.settings.absolute()))
    folder = ("--data", str(house.folder))
    command = (sys.executable, "-P", "-m", "net.engine_process")  # -P: the folder we stand in may hold another `net`
    engine = Process("engine", (*command, *folder, *house.engine_arguments, *logged))
    arguments = (*house.front, *folder, "--host", house.host, "--port", str(port), *logged)
    fronts = [Process(f"front {number}", arguments) for number in range(1, house.fronts + 1)]

    async def opened() -> None:
        await engine.start()
        await asyncio.gather(*(front.start() for front in fronts))
        announce(Address(house.host or socket.gethostname(), port, key.get_fingerprint()))
        async with asyncio.TaskGroup() as keeping:
            for process in (engine, *fronts):
                keeping.create_task(process.keep())
            if house.log is not None:
                keeping.create_task(_keep_short(house.log))

    try:
        await _until(stopped, opened())
    except* ServeError as errors:
        raise errors.exceptions[0] from None
    finally:
        # Fronts first: they tell everybody and give the terminals back.
        await asyncio.gather(*(front.stop() for front in fronts))
        await engine.stop()
        for reserve in held:
            reserve.close()


async def _keep_short(file: Path) -> None:
    while True:
        try:
            logbook.put_aside(file)
        except OSError as error:
            log.warning("the log grows on: %s", error)
        await asyncio.sleep(LOOK_SECONDS)


async def _until(stopped: asyncio.Event, work: Coroutine[None, None, None]) -> None:
    working, ending = asyncio.create_task(work), asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait((working, ending), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            working.result()
    finally:
        working.cancel()
        ending.cancel()
        await asyncio.gather(working, ending, return_exceptions=True)


class Process:
    """One child: started, watched, started again, stopped."""

    def __init__(self, name: str, command: tuple[str, ...]) -> None:
        self.name = name
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._line: socket.socket | None = None  # the child stops when this end closes, however we end
        self._started_at = 0.0

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Returns when the child is ready; ServeError with its own sentence when it cannot be."""
        mine, its = socket.socketpair()
        mine.setblocking(False)
        self._close_line()
        self._line = mine
        self._started_at = asyncio.get_running_loop().time()
        with its:
            # A session of its own: Ctrl-C reaches us only, and we say in which order to stop.
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                "--line",
                str(its.fileno()),
                pass_fds=(its.fileno(),),
                stdin=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        said = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(READY_SECONDS):
                while not said.endswith(b"\n") and (chunk := await asyncio.get_running_loop().sock_recv(mine, 4096)):
                    said += chunk
        if said.startswith(child.READY):
            log.info("the %s runs as process %d", self.name, self.pid)
            return
        await self.stop()
        if said.startswith(child.REFUSED):
            raise ServeError(said.removeprefix(child.REFUSED).decode(errors="replace").strip())
        raise ServeError(f"The {self.name} does not start; the log says why.")

    async def keep(self) -> None:
        """Start the child again whenever it ends; ServeError when that is of no use."""
        loop = asyncio.get_running_loop()
        deaths = 0
        trouble = f"The {self.name} ends again and again; the log says why."
        while True:
            assert self._process is not None
            status = await self._process.wait()
            deaths = 1 if loop.time() - self._started_at > QUICK_SECONDS else deaths + 1
            if deaths > len(WAITS):
                raise ServeError(trouble)
            log.error("the %s ended with status %d and is started again", self.name, status)
            await asyncio.sleep(WAITS[deaths - 1])
            try:
                await self.start()
            except ServeError as error:
                log.error("%s", error)
                trouble = str(error)

    async def stop(self) -> None:
        """Returns when the child is gone: by itself if it can, killed if it must."""
        process = self._process
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                async with asyncio.timeout(GRACE_SECONDS):
                    await process.wait()
            except TimeoutError:
                log.error("the %s did not stop and was killed", self.name)
                process.kill()
                await process.wait()
        self._close_line()

    def _close_line(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _hold_port(host: str, port: int) -> list[socket.socket]:
    """Sockets that keep the port for our fronts, which share it; nobody connects to a socket that does not listen."""
    if not 0 <= port <= LAST_PORT:
        raise ServeError(f"There is no port {port}; ports go from 1 to {LAST_PORT}.")
    held: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, _, _, _, address in found:
            wanted = (address[0], port, *address[2:])
            try:
                _bound(family, wanted, share=False).close()  # fails if somebody else listens there
                held.append(_bound(family, wanted, share=True))
            except OSError as error:
                if error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL) and len(found) > 1:
                    continue  # such as a machine without IPv6
                raise
            port = held[0].getsockname()[1]
    except OSError as error:
        for reserve in held:
            reserve.close()
        if error.errno == errno.EADDRINUSE:
            raise ServeError(f"Port {port} is in use already; choose another with --port.") from error
        raise ServeError(f"{host or 'This machine'}, port {port}, cannot be used: {error.strerror}.") from error
    if not held:
        raise ServeError(f"{host or 'This machine'} has no address to listen on.")
    return held


def _bound(family: int, address: tuple[object, ...], *, share: bool) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if share:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(address)
    except BaseException:
        bound.close()
        raise
    return bound
