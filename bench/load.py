"""A server that has much to carry: open streams at which nothing happens, tables in memory, finished tables, a start.

Everything goes over loopback, and is bounded in number and time.
"""

import asyncio
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import nan
from pathlib import Path
from statistics import median, quantiles

from sqlalchemy import URL
from tests.server.person import Person, Server, start_server
from tests.server.postgres import NoPostgres, running_postgres

from bench.places import VAR, disk
from bench.rows import CannotMeasure, Goal, Row
from bench.table import processor_time
from bench.wire import Wire
from rolltop.server.storage.store import Store

STREAMS = 5000
AT_ONCE = 100  #: connections that are being opened
WATCHED = 50  #: tables they look at
FINISHED = 100_000
LOOKS = 200  #: at the lobby
IDLE = 200  #: tables in memory, of each game
MORE_FILES = (
    "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)"
)
SMALL, SMALLER, SWIFT, QUICK = Goal(most=100), Goal(most=20), Goal(most=2), Goal(most=50)


def measure(seconds: float) -> list[Row]:
    """All of it; the time given is for looking at what lies still."""
    VAR.mkdir(exist_ok=True)
    rows = [*streams(seconds), *in_memory(), *first_page()]
    with served("sqlite") as (server, address):
        rows += full_lobby("SQLite", server, address)
    try:
        with (
            running_postgres(disk()) as postgres,
            postgres.database() as database,
            served("postgresql", database) as (server, address),
        ):
            rows += full_lobby("PostgreSQL", server, address)
    except NoPostgres as missing:
        raise CannotMeasure(str(missing)) from None
    return rows


@contextmanager
def served(name: str, database: str = "") -> Iterator[tuple[Server, str]]:
    """A server and its database's address, for a while."""
    with tempfile.TemporaryDirectory(dir=VAR) as folder:
        address = database or URL.create("sqlite", database=str(Path(folder) / "tables.sqlite3")).render_as_string()
        try:
            server = start_server(Path(folder) / name, first=MORE_FILES, ROLLTOP_DATABASE=address)
        except AssertionError as error:
            raise CannotMeasure(f"the server does not start: {str(error)[-400:]}") from None
        try:
            yield server, address
        finally:
            server.stop()


# ---- streams at which nothing happens --------------------------------------------------------------------------------


def streams(seconds: float) -> list[Row]:
    """What an open stream costs in memory, and all together in time."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if files < STREAMS + 200:
        raise CannotMeasure(f"a process may open only {files} files here (ulimit -n)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with served("streams") as (server, _address):
        paths = []
        for number in range(WATCHED):
            host = Person(server.url, f"Host {number}")
            paths.append(host.make_table(2))
            host.close()
            if number % 4 == 3:
                time.sleep(0.1)
        return asyncio.run(look_on(server, paths, seconds))


async def look_on(server: Server, paths: list[str], seconds: float) -> list[Row]:
    """Open all streams, wait, and look at the server."""
    port, pid = int(server.url.rpartition(":")[2]), server.process.pid
    before, few = memory(pid), asyncio.Semaphore(AT_ONCE)
    wires: list[Wire] = []
    pages = 0

    async def open_one(number: int) -> None:
        nonlocal pages
        async with few:
            wire = await Wire.open(port, "")
            wires.append(wire)
            events = wire.events(f"{paths[number % len(paths)]}/live")
            async for event in events:
                if event.startswith(b"event: page"):
                    pages += 1
                    return

    begun = time.perf_counter()
    await asyncio.gather(*(open_one(number) for number in range(STREAMS)))
    took = time.perf_counter() - begun
    await asyncio.sleep(1)
    after, worked = memory(pid), processor_time(pid)
    rested = max(5.0, seconds)
    await asyncio.sleep(rested)
    busy = (processor_time(pid) - worked) / rested
    for wire in wires:
        wire.close()
    return [
        Row(f"streams opened one after the other, {pages} at last", STREAMS / took, "streams/s"),
        Row(f"memory of one of {STREAMS} idle streams", (after - before) / STREAMS, "kB", goal=SMALL),
        Row("processor time of all of them", 100 * busy, "% of a core"),
    ]


def memory(pid: int) -> float:
    """The memory that a process has to itself, in kB; nan where the system does not tell in Linux's way."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return nan
    return sum(float(line.split()[1]) for line in lines if line.startswith(("Private_", "Swap:")))


# ---- tables in memory ------------------------------------------------------------------------------------------------

TABLES = """
import asyncio, gc, json, random, sys
from pathlib import Path
from bench.load import memory
from rolltop.server.hall import commands, tables as module
from rolltop.server.storage.store import Store
from rolltop.server.hall.table import Seat
from rolltop.server.hall.tables import Tables
from rolltop.server.web.pages import TablePage, environment
from rolltop.server.guard.guests import Guest
import os

async def main(address, game, n, moves):
    tables = Tables(Store.open(address), b"k" * 32, 0.0)
    seats = [Seat("Ann", "ann"), Seat("Bob", "bob")]
    setting = {"game": game, "edition": "standard", "options": {}, "public": True, "pace": "brisk"}
    made, rng, env = [], random.Random(1), environment()

    async def one(number):
        table = await tables.create(f"{number}", f"host {number}", seats, setting)
        for _ in range(moves):
            if table.status != "running" or table.turn < 0:
                break
            guest = table.seats[table.turn].guest
            table = await tables.ask(table.id, commands.play, guest, rng.choice(table.game.legal_moves), table.now)
        page = TablePage(table, Guest(table.seats[0].guest, "Ann"), "t", [])
        env.get_template("table.html").render(page=page, table=table, version="1", seat_link="")
        return table

    for number in range(20):
        made.append(await one(number))
    gc.collect()
    before = memory(os.getpid())
    for number in range(20, 20 + n):
        made.append(await one(number))
    gc.collect()
    there = (memory(os.getpid()) - before) / n
    made.clear()
    module.IDLE = 0.0
    before = memory(os.getpid())
    for number in range(20 + n, 20 + 2 * n):
        await one(number)
        tables.forget_idle()
    gc.collect()
    print(json.dumps([there, max(0.0, memory(os.getpid()) - before) / n]))
    await tables.close()

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), 20))
"""


def in_memory() -> list[Row]:
    """What a table weighs after twenty moves, its page having been looked at; and later, when all have gone."""
    rows = []
    with tempfile.TemporaryDirectory(dir=VAR) as folder:
        for game in ("rollie", "roll_estate", "rolima"):
            address = URL.create("sqlite", database=str(Path(folder) / f"{game}.sqlite3")).render_as_string()
            program = [sys.executable, "-c", TABLES, address, game, str(IDLE)]
            done = subprocess.run(program, capture_output=True, text=True, cwd=Path(__file__).parents[1], timeout=300)
            if done.returncode:
                raise CannotMeasure(done.stderr[-400:])
            there, left = json.loads(done.stdout)
            rows += [
                Row(f"memory of a table of {game} at which people look", there, "kB"),
                Row(f"memory of a table of {game} that was left some minutes ago", left, "kB", goal=SMALLER),
            ]
    return rows


# ---- a start ---------------------------------------------------------------------------------------------------------


def first_page() -> list[Row]:
    """From the start of the command to the first page, everything being compiled."""
    command = Path(sys.executable).with_name("rolltop")
    if not command.exists():
        raise CannotMeasure(f"{command.name} is not installed: pip install -e .")
    took = []
    for _time in range(4):
        with tempfile.TemporaryDirectory(dir=VAR) as folder:
            took.append(start(command, Path(folder)))
    return [Row("from the command to the first page", median(took[1:]), "s", goal=SWIFT)]


def start(command: Path, folder: Path) -> float:
    """Seconds until the lobby has come."""
    begun = time.perf_counter()
    program = [str(command), "serve", "--no-open", "--port", "0", "--data", str(folder / "data")]
    server = subprocess.Popen(program, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        assert server.stdout is not None
        line = next(line for line in server.stdout if "http://" in line)
        person = Person("http://127.0.0.1:" + line.split("localhost:")[1].split("/")[0], "Ann")
        person.go("/")
        person.close()
        return time.perf_counter() - begun
    finally:
        server.terminate()
        server.wait(30)
        if server.stdout is not None:
            server.stdout.close()


# ---- a full database -------------------------------------------------------------------------------------------------


def full_lobby(name: str, server: Server, address: str) -> list[Row]:
    """How long the lobby takes when many tables have been finished."""
    fill(address)
    gc.collect()
    person = Person(server.url, "Ann")
    person.go("/")
    took = []
    for _look in range(LOOKS):
        begun = time.perf_counter()
        person.go("/")
        took.append(1000 * (time.perf_counter() - begun))
    person.close()
    what = f"{name}: the lobby with {FINISHED:,} finished tables"
    return [
        Row(f"{what}, median", median(took), "ms", goal=QUICK),
        Row(f"{what}, 99th of 100", quantiles(took, n=100)[98], "ms", goal=QUICK),
    ]


def fill(address: str) -> None:
    """Put finished tables into a database, each with its first event and its last."""
    from rolltop.server.storage.schema import events, tables

    data = json.dumps({"names": ["Ann", "Bob"], "humans": ["Ann", "Bob"], "bots": 0, "seats": 2, "winners": ["Ann"]})
    store = Store.open(address)
    engine = store._engine
    for first in range(0, FINISHED, 5000):
        ids = [f"{number:024x}" for number in range(first, first + 5000)]
        rows = [
            {"id": one, "game": "rollie", "status": "over", "public": True, "changed": 1e9 + number, "length": 2,
             "data": data, "secret": b"s" * 32, "due": None}
            for number, one in enumerate(ids, first)
        ]  # fmt: skip
        happened = [
            {"table_id": one, "number": n, "kind": kind, "data": "{}", "at": 1e9}
            for one in ids
            for n, kind in enumerate(("created", "finished"))
        ]
        with engine.begin() as connection:
            connection.execute(tables.insert(), rows)
            connection.execute(events.insert(), happened)
    asyncio.run(store.close())
