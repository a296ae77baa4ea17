"""The event store alone: appends that are on the disk when they return, on both databases.

Each caller is a table that appends one event after another, with its summary, as moves do; many callers share commits.
On PostgreSQL, fsync on, also two processes at once, and how soon the other one hears of a commit.
"""

import asyncio
import contextlib
import multiprocessing
import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median, quantiles

from tests.server.postgres import NoPostgres, running_postgres

from bench.places import VAR, disk
from bench.rows import CannotMeasure, Row
from rolltop.server.storage.store import Store, Summary

CALLERS = 64
SEATS = [{"name": name, "bot": None, "contribution": "f3a9c1"} for name in ("Ann", "Bob", "Cid", "Dee")]
MOVE = ("played", {"seat": 1, "action": 17, "at": 40, "luck": [3, 5, 1]})

_gate: "threading.Barrier | None" = None


def measure(seconds: float) -> list[Row]:
    """Appends a second."""
    each = seconds / 7
    with sqlite() as address:
        rows = [
            Row("SQLite, one table after the other's answer", appends(address, each, 1), "appends/s"),
            Row(f"SQLite, {CALLERS} tables at once", appends(address, each, CALLERS), "appends/s"),
        ]
    try:
        with running_postgres(disk()) as postgres, postgres.database() as address:
            one = appends(address, each, CALLERS)
            delays = asyncio.run(hearing(address, each))
            rows += [
                Row("PostgreSQL, one table after the other's answer", appends(address, each, 1), "appends/s"),
                Row(f"PostgreSQL, {CALLERS} tables at once", one, "appends/s"),
                Row(f"PostgreSQL, 2 processes, {CALLERS} tables each", appends(address, each, CALLERS, 2), "appends/s"),
                Row("PostgreSQL, from an append to another process's ear, median", 1000 * median(delays), "ms"),
                Row("the same, 99th of 100", 1000 * quantiles(delays, n=100)[98], "ms"),
            ]
    except NoPostgres as missing:
        raise CannotMeasure(str(missing)) from None
    return rows


@contextlib.contextmanager
def sqlite() -> Iterator[str]:
    """A file on the project's disk."""
    VAR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=VAR) as folder:
        yield f"sqlite:///{Path(folder) / 'rolltop.sqlite3'}"


# ---- appending -------------------------------------------------------------------------------------------------------


def appends(address: str, seconds: float, callers: int, processes: int = 1) -> float:
    """How many a second all processes get done together."""
    context = multiprocessing.get_context("spawn")
    gate = context.Barrier(processes)
    with ProcessPoolExecutor(processes, context, initializer=stand_at, initargs=(gate,)) as pool:
        counts = [pool.submit(append_for, address, seconds, callers) for _ in range(processes)]
        return sum(count.result() for count in counts) / seconds


def stand_at(gate: threading.Barrier) -> None:
    """In a new process: where it waits for the others."""
    global _gate
    _gate = gate


def append_for(address: str, seconds: float, callers: int) -> int:
    """In a process of its own: append at that many tables at once."""
    return asyncio.run(append_at(address, seconds, callers))


async def append_at(address: str, seconds: float, callers: int) -> int:
    async with Store.open(address) as store:
        if _gate is not None:
            await asyncio.to_thread(_gate.wait)
        until = time.perf_counter() + seconds
        return sum(await asyncio.gather(*(append_on(store, until) for _ in range(callers))))


async def append_on(store: Store, until: float) -> int:
    """At one table, each append after the answer to the one before."""
    table, done, data = f"bench-{secrets.token_hex(8)}", 0, {"seats": SEATS}
    while time.perf_counter() < until:
        await store.append(table, done, [MOVE], Summary(table, "rollie", "running", True, time.time(), data))
        done += 1
    return done


# ---- hearing ---------------------------------------------------------------------------------------------------------


async def hearing(address: str, seconds: float) -> list[float]:
    """Seconds from the call of an append until another store hears of it."""
    loop, news, begun = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    delays: list[float] = []
    async with Store.open(address) as writer, Store.open(address) as other:

        def heard(table: str, length: int) -> None:
            loop.call_soon_threadsafe(news.set)

        def listens() -> None:
            loop.call_soon_threadsafe(begun.set)

        other.listen(heard, listens)
        await begun.wait()
        until, number = time.perf_counter() + seconds, 0
        while time.perf_counter() < until or number < 100:
            called = time.perf_counter()
            await writer.append("heard", number, [MOVE], Summary("heard", "rollie", "running", True, called, {}))
            await news.wait()
            delays.append(time.perf_counter() - called)
            news.clear()
            number += 1
            await asyncio.sleep(0.005)
    return delays
