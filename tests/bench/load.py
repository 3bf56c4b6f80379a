"""A house under load: 100 screens at 25 tables, some of them busy, then beside stalled readers and a typist.

    python -m tests.bench.load [--sessions 100] [--tables 25] [--busy 20] [--rate 2] [--seconds 60] [--flat 180]

Method. `hushtable serve` runs as it does for a host: one engine and a front a core. This process holds the clients,
real SSH connections with terminals of 80x24; four people hold the seats of each table of Sixteen. They come one
after the other, each in a session of their own, and go to their table. A frame is complete when nothing came for
150 ms. Memory a session is what the fronts and the engine grow in proportional shares (PSS), after the first
sessions have filled the caches. Then the busy ones press `--rate` keys a second, cursor right and left in turn, at
random moments; the clock runs from the key to the first byte that comes back. The same again with 20 sessions that
turn pages and never read (their sockets are stopped), and one that types 1 MB a second. The third
time five more tables play as fast as they can, of which every lobby hears. Last the house goes on under
the keys of the busy ones for `--flat` seconds, and its memory is read every five. Actions: pairs of people whose own
Hushtable plays Sixteen as fast as the answers come, at 1, 10 and 25 tables; each action is on disk, synced, when it
is confirmed. Medians are printed, and the load of the machine, which is shared: look at it before you compare.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from pathlib import Path

import asyncssh

from tests.bench.load_people import Screen, Visit, actions, connected, given, seated, stalled, typist, visit
from tests.open_house import OpenHouse, open_house

RIGHT, LEFT = b"\x1b[C", b"\x1b[D"


def pss(pid: int) -> int:
    """Bytes that a process takes, what it shares divided among those who do."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("no Pss in smaps_rollup")


def cpu(pid: int) -> float:
    """Seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


@dataclass
class Keys:
    """What pressing keys for a while has shown."""

    times: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    unanswered: int = 0

    def __str__(self) -> str:
        p50, p95 = (percentile(self.times, share) * 1000 for share in (0.5, 0.95))
        return (
            f"{p50:.0f} / {p95:.0f} ms p50 / p95 of {len(self.times)} keys, {self.unanswered} unanswered, "
            f"{statistics.median(self.sizes or [0]):.0f} bytes a key"
        )


async def has_cursor(visit: Visit) -> bool:
    """Whether keys move something: they do for who is to play."""
    visit.screen.came.clear()
    visit.channel.write(RIGHT)
    with contextlib.suppress(TimeoutError):
        return await asyncio.wait_for(visit.screen.came.wait(), 0.5)
    return False


async def press(visits: Sequence[Visit], rate: float, seconds: float) -> Keys:
    """Each of these presses so many keys a second, at random moments."""
    keys = Keys()
    end = time.perf_counter() + seconds

    async def one(visit: Visit) -> None:
        screen = visit.screen
        for turn in range(1_000_000):
            await asyncio.sleep(random.expovariate(rate))
            if time.perf_counter() > end:
                return
            before = screen.received
            screen.came.clear()
            pressed = time.perf_counter()
            visit.channel.write(LEFT if turn % 2 else RIGHT)
            try:
                await asyncio.wait_for(screen.came.wait(), 5)
            except TimeoutError:
                keys.unanswered += 1
                continue
            keys.times.append(screen.first - pressed)
            await asyncio.sleep(0.05)
            keys.sizes.append(screen.received - before)

    await asyncio.gather(*map(one, visits))
    return keys


async def main(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder) / "house", "--pace", "1000000", fronts=options.fronts) as house:
            await measure(house, options)


def _told(what: str, value: str) -> None:
    print(f"{what:<28} {value}", flush=True)


async def measure(house: OpenHouse, options: argparse.Namespace) -> None:
    _told("load of the machine", " ".join(f"{load:.1f}" for load in os.getloadavg()))
    pids = (house.engine, *house.fronts)
    a_table = options.sessions // options.tables
    people = await seated(house, options.tables, a_table)
    visits = [await visit(house, *person) for person in people[:4]]
    await asyncio.sleep(1)
    memory, used, count = [pss(pid) for pid in pids], [cpu(pid) for pid in pids], len(people) - 4
    for person in people[4:]:
        visits.append(await visit(house, *person))
    await asyncio.sleep(1)
    grown = [pss(pid) - before for pid, before in zip(pids, memory, strict=True)]
    _told("sessions", f"{len(visits)} at {options.tables} tables, {options.fronts} fronts")
    _told(
        "memory a session",
        f"{sum(grown[1:]) / count / 1e6:.2f} MB in the fronts, {grown[0] / count / 1e3:.0f} kB in the engine",
    )
    _told("first frame", f"{statistics.median(visit.first for visit in visits) / 1000:.1f} kB")
    _told(
        "opened in",
        f"{statistics.median(visit.opened for visit in visits) * 1000:.0f} ms with 150 ms of quiet not counted",
    )
    work = sum(cpu(pid) - before for pid, before in zip(pids, used, strict=True)) / count
    _told("CPU to open and sit down", f"{work * 1000:.0f} ms")
    opening = await opened_at_once(house, options.burst)
    _told("opened at once", f"{options.burst / opening:.1f} sessions a second")
    busy = [visit for visit in visits if await has_cursor(visit)][: options.busy]
    _told("busy", f"{len(busy)} people, each to move at a table")
    calm = await press(busy, options.rate, options.seconds)
    _told("keys", str(calm))
    readers = [await stalled(house, number) for number in range(20)]
    typing = asyncio.create_task(typist(house, options.seconds))
    beset = await press(busy, options.rate, options.seconds)
    _told("beside stalled and typist", f"{beset}; {await typing / 1e6:.1f} MB typed")
    for reader in readers:
        reader.abort()
    change = percentile(beset.times, 0.95) / percentile(calm.times, 0.95) - 1
    _told("change of the p95", f"{change * 100:+.0f} %")
    before, began = [cpu(pid) for pid in pids], time.perf_counter()
    playing = asyncio.create_task(actions(house, options.beside, options.seconds))
    moved = await press(busy, options.rate, options.seconds)
    took = await playing
    load = [(cpu(pid) - used) / (time.perf_counter() - began) for pid, used in zip(pids, before, strict=True)]
    _told(f"beside {options.beside} that play", f"{moved}; {len(took) / options.seconds:.0f} actions a second")
    _told(
        "CPU meanwhile", f"engine {load[0] * 100:.0f} %, fronts {', '.join(f'{part * 100:.0f} %' for part in load[1:])}"
    )
    await flat(pids, busy, options)
    for one in visits:
        one.connection.abort()
    if options.actions:
        for tables in (1, 10, 25):
            took = await actions(house, tables, options.actions)
            p50, p95 = (percentile(took, share) * 1000 for share in (0.5, 0.95))
            _told(
                f"actions at {tables} tables", f"{len(took) / options.actions:.0f} a second, {p50:.1f} / {p95:.1f} ms"
            )


async def opened_at_once(house: OpenHouse, count: int) -> float:
    """Seconds until so many who came together, by eight at a time, have their first frame."""
    gate = asyncio.Semaphore(8)
    connections: list[asyncssh.SSHClientConnection] = []

    async def one(number: int) -> None:
        async with gate:
            connection = await connected(house, f"burst{number}")
            screen = Screen()
            await connection.create_session(
                partial(given, screen), term_type="xterm-256color", term_size=(80, 24), encoding=None
            )
            connections.append(connection)
            while screen.received < 500:
                screen.came.clear()
                await screen.came.wait()

    for number in range(count):
        house.key(f"burst{number}")
    started = time.perf_counter()
    await asyncio.gather(*map(one, range(count)))
    lasted = time.perf_counter() - started
    for connection in connections:
        connection.abort()
    return lasted


async def flat(pids: Sequence[int], busy: Sequence[Visit], options: argparse.Namespace) -> None:
    """Memory of the house while keys are pressed: the median of each fifth of the time, of all and of each process."""
    read: list[tuple[int, ...]] = []

    async def watch() -> None:
        while True:
            read.append(tuple(map(pss, pids)))
            await asyncio.sleep(5)

    watching = asyncio.create_task(watch())
    await press(busy, options.rate, options.flat)
    watching.cancel()
    part = max(1, len(read) // 5)
    fifths = [read[at : at + part] for at in range(0, 5 * part, part)]

    def over_time(size: Callable[[tuple[int, ...]], int]) -> list[float]:
        return [statistics.median(map(size, fifth)) / 1e6 for fifth in fifths if fifth]

    def told(medians: Sequence[float]) -> str:
        return " ".join(f"{median:.1f}" for median in medians)

    whole = over_time(sum)
    _told(f"memory over {options.flat:.0f} s", f"{told(whole)} MB ({(whole[-1] / whole[0] - 1) * 100:+.1f} %)")
    for name, place in zip(
        ("engine", *(f"front {number}" for number in range(1, len(pids)))), range(len(pids)), strict=True
    ):
        _told(f"  {name}", f"{told(over_time(itemgetter(place)))} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--fronts", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--busy", type=int, default=20)
    parser.add_argument("--rate", type=float, default=2)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--flat", type=float, default=600, help="seconds for which memory is watched")
    parser.add_argument("--actions", type=float, default=8, help="seconds for each number of tables; 0: none")
    parser.add_argument("--beside", type=int, default=5, help="tables that play while keys are pressed")
    parser.add_argument("--burst", type=int, default=24)
    asyncio.run(main(parser.parse_args()))
