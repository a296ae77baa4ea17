"""Tables of two players and two onlookers at a real server: how many moves a second are durable and shown to all four.

A move counts when its answer has come, which the server gives after the commit is on the disk. All four follow the
table's stream, which carries the whole page; who moved gets it with the answer too, as the site's own script does. The
players take whatever they may take, and are never slow.
"""

import asyncio
import os
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from statistics import median, quantiles

from tests.server.person import Person, Server, start_server
from tests.server.postgres import NoPostgres, running_postgres

from bench.places import VAR, disk
from bench.rows import CannotMeasure, Goal, Row
from bench.wire import Wire

VERSION = re.compile(rb"event: page\nid: (\d+)")
AT = re.compile(rb'name="at" value="(\d+)"')
MOVE = re.compile(rb'name="move" value="([^"]+)"([^>]*)>')
RATE = 100.0  #: moves a second when it is asked how soon others see them
MOST_MOVES, SOON, SOON_ENOUGH = Goal(least=500), Goal(most=50), Goal(most=150)
FEWEST = 3  #: moves to be seen by others, however short the time


def measure(seconds: float, tables: int = 12) -> list[Row]:
    """Moves a second at many tables, and how soon others see a move when `RATE` are made a second."""
    VAR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=VAR) as folder:
        rows = rows_of("SQLite", Path(folder) / "file", seconds / 4, tables, steady=True)
        try:
            with running_postgres(disk()) as postgres:
                for workers in (1, 2):
                    with postgres.database() as address:
                        name = f"PostgreSQL, {workers} process{'es' if workers > 1 else ''}"
                        data = Path(folder) / f"server-{workers}"
                        rows += rows_of(name, data, seconds / 4, tables, workers, address)
        except NoPostgres as missing:
            raise CannotMeasure(str(missing)) from None
    return rows


def rows_of(
    name: str, data: Path, seconds: float, tables: int, workers: int = 1, database: str = "", steady: bool = False
) -> list[Row]:
    """What was measured with one kind of database, and so many processes."""
    asked = {"workers": workers, **({"database": database} if database else {})}
    try:
        server = start_server(data, asked=asked)
    except AssertionError as error:
        raise CannotMeasure(f"the server does not start: {str(error)[-400:]}") from None
    try:
        wait_for_all(server, workers)
        busy = asyncio.run(play_at([new_table(server) for _ in range(tables)], seconds, 0, family(server)))
        rows = [
            Row(f"{name}: durable moves, {tables} tables, 4 viewers each", busy.moves / busy.seconds, "moves/s",
                goal=MOST_MOVES if workers == 1 else None),
            Row(f"{name}: pages that reached a viewer", busy.pages / busy.seconds, "pages/s"),
            Row(f"{name}: processor time of the server for such a move", 1000 * busy.worked / busy.moves, "ms"),
        ]  # fmt: skip
        if steady:
            found = [new_table(server) for _ in range(tables)]
            calm = asyncio.run(play_at(found, seconds, len(found) / RATE, rate=RATE))
            what = f"{name}: move to another screen, {calm.moves / calm.seconds:.0f} moves/s"
            rows += [
                Row(f"{what}, median", 1000 * median(calm.delays), "ms", goal=SOON),
                Row(f"{what}, 99th of 100", 1000 * quantiles(calm.delays, n=100)[98], "ms", goal=SOON_ENOUGH),
            ]
        return rows
    finally:
        server.stop()


def wait_for_all(server: Server, workers: int) -> None:
    """Until all processes serve."""
    until = time.monotonic() + 30
    while workers > 1 and len(family(server)) < workers + 1:
        if time.monotonic() > until:
            raise CannotMeasure("the workers do not start")
        time.sleep(0.1)


def family(server: Server) -> list[int]:
    """The server's process and those it has started."""
    pid = server.process.pid
    try:
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    except OSError:
        return [pid]


# ---- the tables ------------------------------------------------------------------------------------------------------


@dataclass
class Round:
    """What was counted while some tables played."""

    until: float
    began: float = 0.0
    ended: float = 0.0
    moves: int = 0
    pages: int = 0
    worked: float = 0.0  #: seconds of the server on a processor; nan where the system does not tell
    delays: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.ended - self.began

    @property
    def going(self) -> bool:
        """Until the time is up (and there is something to tell), or the first table has finished."""
        return not self.ended and (time.perf_counter() < self.until or len(self.delays) < FEWEST)

    def end(self) -> None:
        """Count no further."""
        self.ended = self.ended or time.perf_counter()


class Viewer:
    """Somebody whose browser follows a table; who sits there can move."""

    def __init__(self, table: "Table", cookie: str, token: str = "") -> None:
        self.table, self.token = table, token
        self.cookie = f"{cookie}; moment=9999999"  # goes on by itself after a Rollie!
        self.version = -1
        self.at, self.moves = 0, list[str]()

    async def follow(self) -> None:
        """Take the pages of the stream as they come."""
        wire = await Wire.open(self.table.port, self.cookie)
        try:
            async for event in wire.events(f"{self.table.path}/live"):
                if page := VERSION.match(event):
                    self.version = int(page[1])
                    self.look(event)
        finally:
            wire.close()

    def look(self, event: bytes) -> None:
        """Find on a page what can be done now."""
        found = AT.search(event)
        self.at = int(found[1]) if found and self.token else 0
        playing = self.token and b'/play" data-live' in event
        self.moves = [move.decode() for move, more in MOVE.findall(event) if b"disabled" not in more] if playing else []
        self.table.shown(self, over=b'class="p-result' in event)


class Table:
    """A table of two players and two onlookers."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.viewers: list[Viewer] = []
        self.news = asyncio.Event()
        self.over = False
        self.round = Round(0)
        self.sent: dict[int, float] = {}  # by the version of the page that will show it to onlookers

    @property
    def ready(self) -> bool:
        """Do all see it?"""
        return all(viewer.version >= 0 for viewer in self.viewers)

    def shown(self, viewer: Viewer, over: bool) -> None:
        """A page has reached a viewer."""
        self.over = self.over or over
        self.news.set()
        if not self.round.going:
            return
        self.round.pages += 1
        if viewer is self.viewers[-1]:
            for version in [version for version in self.sent if version <= viewer.version]:
                self.round.delays.append(time.perf_counter() - self.sent.pop(version))

    async def play(self, pause: float, begins: float = 0.0) -> None:
        """Whoever may move does so, a move in `pause` seconds at most, until the round or the game is over."""
        wires = {viewer: await Wire.open(self.port, viewer.cookie) for viewer in self.viewers if viewer.token}
        last, version = 0, self.viewers[-1].version
        await asyncio.sleep(begins)
        while self.round.going and not self.over:
            mover = next((viewer for viewer in wires if viewer.moves and viewer.at > last), None)
            if mover is None:
                await self.news.wait()
                self.news.clear()
                continue
            last, version = mover.at, version + 1
            begun = self.sent[version] = time.perf_counter()
            fields = {"token": mover.token, "at": str(last), "move": mover.moves[0], "sure": "yes"}
            await wires[mover].post(f"{self.path}/play", fields)
            self.round.moves += self.round.going
            await asyncio.sleep(pause - (time.perf_counter() - begun))
        self.round.end()
        for wire in wires.values():
            wire.close()


def new_table(server: Server) -> Table:
    """Two people sit down, two look on."""
    people = [Person(server.url, name) for name in ("Ann", "Bob", "Cid", "Dee")]
    ann, bob, *onlookers = people
    table = Table(int(server.url.rpartition(":")[2]), ann.make_table(2))
    bob.join(table.path)
    for person in onlookers:
        person.go(table.path)
    for person in people:
        cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
        token = (
            person.look().form("/play" if person.moves else "/leave").fields["token"] if person in (ann, bob) else ""
        )
        table.viewers.append(Viewer(table, cookie, token))
        person.close()
    return table


def processor_time(process: int) -> float:
    """The seconds that a process has worked so far; nan where the system does not tell in Linux's way."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return nan


async def play_at(
    tables: list[Table], seconds: float, pause: float, processes: Sequence[int] = (), rate: float = 0.0
) -> Round:
    """Let all tables play for so long, or until the first game is over; with a `rate` not all at the same moment."""
    followers = [asyncio.create_task(viewer.follow()) for table in tables for viewer in table.viewers]
    while not all(table.ready for table in tables):
        await asyncio.sleep(0.01)
        for follower in followers:
            if follower.done():
                follower.result()
    began = time.perf_counter()
    shared, worked = Round(began + seconds, began), sum(map(processor_time, processes))
    for table in tables:
        table.round = shared
    late = [number / rate if rate else 0.0 for number in range(len(tables))]
    playing = [table.play(pause, begins) for table, begins in zip(tables, late, strict=True)]
    await asyncio.wait_for(asyncio.gather(*playing), seconds + 30)
    shared.worked = sum(map(processor_time, processes)) - worked
    for follower in followers:
        follower.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    return shared
