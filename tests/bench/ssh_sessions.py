"""What one SSH session costs the server: memory, CPU to open, first frame, and a key from press to changed frame.

    python -m tests.bench.ssh_sessions [--app tests.toys:ToyApp] [--sessions 100] [--keys 200] [--rate 0]

Method. The server runs alone in a process of its own, warmed as `hushtable serve` does it. This process is the client:
it opens the sessions one after the other with asyncssh (80x24, TERM=xterm-256color by default), and takes a frame as
complete when nothing came for 150 ms. Memory is the growth of the server's proportional share (PSS) from after warming
to after the last session, divided by the sessions; CPU is user plus system time of the server, the same way. Then it
presses `--key` (cursor right, then left) in sessions chosen at random, one at a time, and clocks the first byte that
comes back; the bytes are all that follow within 150 ms of the last key, divided by the keys. With `--rate R`, a fifth
of the sessions press R keys a second meanwhile. `--before` is typed first in each session, to get to the screen that
is meant. An app is named by its import path: a function of a `Session` that gives a `HostedApp`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import sys
import tempfile
import time
from functools import partial
from importlib import import_module
from pathlib import Path

import asyncssh

from net.guards import rescued
from net.session import Session
from net.settings import Doors
from net.ssh import listen
from tui.driver import AppFactory, run
from tui.warm import warmed

QUIET = 0.15
ENTERING = 500  # bytes: more than what switches a terminal over, less than any frame
KEYS = {"right": "\x1b[C", "left": "\x1b[D", "up": "\x1b[A", "down": "\x1b[B", "enter": "\r", "tab": "\t"}


def factory_at(path: str) -> AppFactory:
    module, _, name = path.partition(":")
    found: AppFactory = getattr(import_module(module), name)
    return found


async def serve(path: str, stock: bool) -> None:
    factory = factory_at(path)
    if not stock:
        await warmed(factory)

    async def handler(session: Session) -> int:
        return await run(factory, session)

    with tempfile.TemporaryDirectory() as folder:
        doors = Doors(unproven=2000, unproven_per_address=2000, sessions=2000, sessions_per_address=2000)
        front = await listen("127.0.0.1", 0, Path(folder) / "key", rescued(handler), doors=doors)
        print(front.port, flush=True)
        await asyncio.Event().wait()


class Server:
    """The process that serves, seen from outside."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def memory(self) -> int:
        for line in Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("no Pss in smaps_rollup")

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Screen(asyncssh.SSHClientSession[bytes]):
    """One client session: counts what comes and remembers when."""

    def __init__(self) -> None:
        self.received = 0
        self.first = self.last = time.perf_counter()
        self.came = asyncio.Event()
        self.drawn = False

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.last = time.perf_counter()
        self.received += len(data)
        self.drawn = self.drawn or self.received > ENTERING
        if not self.came.is_set():
            self.first = self.last
        self.came.set()

    async def quiet(self) -> None:
        """Wait until a frame is there and nothing more comes."""
        while not self.drawn:
            self.came.clear()
            await self.came.wait()
        while (left := self.last + QUIET - time.perf_counter()) > 0:  # noqa: ASYNC110  a measurement, not a state
            await asyncio.sleep(left)


async def main(options: argparse.Namespace) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.bench.ssh_sessions",
        "--serve",
        "--app",
        options.app,
        *(["--stock"] if options.stock else []),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        port = int(await process.stdout.readline())
        await measure(Server(process.pid), port, options)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _given(screen: Screen) -> Screen:
    return screen


async def measure(server: Server, port: int, options: argparse.Namespace) -> None:
    columns, _, rows = options.size.partition("x")
    key = asyncssh.generate_private_key("ssh-ed25519")
    opened: list[tuple[Screen, asyncssh.SSHClientChannel[bytes]]] = []
    frames: list[int] = []
    opening: list[float] = []
    await asyncio.sleep(0.5)
    memory, cpu = server.memory(), server.cpu()
    for _ in range(options.sessions):
        started = time.perf_counter()
        connection = await asyncssh.connect(
            "127.0.0.1",
            port,
            known_hosts=None,
            client_keys=[key],
            config=None,
            agent_path=None,
            username="bench",
            encryption_algs=["aes128-gcm@openssh.com"],
        )
        screen = Screen()
        channel, _ = await connection.create_session(
            partial(_given, screen), term_type=options.term, term_size=(int(columns), int(rows)), encoding=None
        )
        await screen.quiet()
        opening.append(screen.last - started)
        frames.append(screen.received)
        if options.before:
            channel.write(options.before.encode().decode("unicode_escape").encode())
            await asyncio.sleep(0.1)
            await screen.quiet()
        opened.append((screen, channel))
    count = len(opened)
    await asyncio.sleep(1)
    print(f"sessions                 {count}")
    print(f"memory a session         {(server.memory() - memory) / count / 1e6:.2f} MB")
    print(f"CPU to open              {(server.cpu() - cpu) / count * 1000:.0f} ms")
    print(f"opened in                {statistics.median(opening) * 1000:.0f} ms")
    print(f"first frame              {statistics.median(frames) / 1000:.1f} kB")

    async def press_on(channel: asyncssh.SSHClientChannel[bytes]) -> None:
        for turn in range(1_000_000):
            await asyncio.sleep(random.expovariate(options.rate))
            channel.write(KEYS["left" if turn % 2 else "right"].encode())

    busy = [asyncio.create_task(press_on(c)) for _, c in opened[: count // 5]] if options.rate else []
    quiet_ones = opened[count // 5 :] or opened
    times: list[float] = []
    sizes: list[int] = []
    cpu = server.cpu()
    for turn in range(options.keys):
        screen, channel = quiet_ones[turn // 2 % len(quiet_ones)]
        before = screen.received
        screen.came.clear()
        pressed = time.perf_counter()
        channel.write(KEYS[options.key if turn % 2 == 0 else options.back].encode())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(screen.came.wait(), 2)
        if screen.last < pressed:
            continue
        times.append(screen.first - pressed)
        await asyncio.sleep(0.05)
        sizes.append(screen.received - before)
    used = server.cpu() - cpu
    for task in busy:
        task.cancel()
    times.sort()
    print(f"keys answered            {len(times)} of {options.keys}")
    print(
        f"key to frame p50 / p95   {times[len(times) // 2] * 1000:.1f} / {times[len(times) * 19 // 20] * 1000:.1f} ms"
    )
    print(f"bytes a key              {statistics.median(sizes):.0f} (mean {statistics.mean(sizes):.0f})")
    if not busy:
        print(f"CPU a key                {used / len(times) * 1000:.1f} ms")
    cpu = server.cpu()
    await asyncio.sleep(2)
    print(f"idle CPU                 {(server.cpu() - cpu) / 2 * 100:.1f} %")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--app", default="tests.toys:ToyApp")
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--key", default="right")
    parser.add_argument("--back", default="left")
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--before", default="")
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--term", default="xterm-256color")
    parser.add_argument("--stock", action="store_true", help="without the shared caches, to see what they bring")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    asyncio.run(serve(given.app, given.stock) if given.serve else main(given))
