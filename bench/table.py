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
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from statistics import median, quantiles

from tests.server.person import Person, Server, start_server

from bench.rows import CannotMeasure, Row
from bench.wire import Wire

VAR = Path(__file__).parents[1] / "var"  # on the disk that the project is on; /tmp is often none
VERSION = re.compile(rb"event: page\nid: (\d+)")
AT = re.compile(rb'name="at" value="(\d+)"')
MOVE = re.compile(rb'name="move" value="([^"]+)"([^>]*)>')
PAUSE = 0.02  #: seconds between moves at the quiet table
FEWEST = 3  #: moves to be seen by others, however short the time


def measure(seconds: float, tables: int = 12) -> list[Row]:
    """Moves a second at many tables, and how soon others see a move at one quiet table."""
    VAR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=VAR) as folder:
        try:
            server = start_server(Path(folder) / "data")
        except AssertionError as error:
            raise CannotMeasure(f"the server does not start: {str(error)[-400:]}") from None
        try:
            busy = asyncio.run(play_at([new_table(server) for _ in range(tables)], seconds / 2, 0, server.process.pid))
            quiet = asyncio.run(play_at([new_table(server)], seconds / 2, PAUSE))
        finally:
            server.stop()
    return [
        Row(f"durable moves, {tables} tables, 4 viewers each", busy.moves / busy.seconds, "moves/s"),
        Row("pages that reached a viewer", busy.pages / busy.seconds, "pages/s"),
        Row("the server's processor time for such a move", 1000 * busy.worked / busy.moves, "ms"),
        Row("move to another screen, all tables busy, median", 1000 * median(busy.delays), "ms"),
        Row("move to another screen, one table, median", 1000 * median(quiet.delays), "ms"),
        Row("move to another screen, one table, 99th of 100", 1000 * quantiles(quiet.delays, n=100)[98], "ms"),
    ]


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

    async def play(self, pause: float) -> None:
        """Whoever may move does so, until the round or the game is over."""
        wires = {viewer: await Wire.open(self.port, viewer.cookie) for viewer in self.viewers if viewer.token}
        last, version = 0, self.viewers[-1].version
        while self.round.going and not self.over:
            mover = next((viewer for viewer in wires if viewer.moves and viewer.at > last), None)
            if mover is None:
                await self.news.wait()
                self.news.clear()
                continue
            last, version = mover.at, version + 1
            self.sent[version] = time.perf_counter()
            fields = {"token": mover.token, "at": str(last), "move": mover.moves[0], "sure": "yes"}
            await wires[mover].post(f"{self.path}/play", fields)
            self.round.moves += self.round.going
            await asyncio.sleep(pause)
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


async def play_at(tables: list[Table], seconds: float, pause: float, process: int = 0) -> Round:
    """Let all tables play for so long, or until the first game is over."""
    followers = [asyncio.create_task(viewer.follow()) for table in tables for viewer in table.viewers]
    while not all(table.ready for table in tables):
        await asyncio.sleep(0.01)
        for follower in followers:
            if follower.done():
                follower.result()
    began = time.perf_counter()
    shared, worked = Round(began + seconds, began), processor_time(process)
    for table in tables:
        table.round = shared
    await asyncio.wait_for(asyncio.gather(*(table.play(pause) for table in tables)), seconds + 30)
    shared.worked = processor_time(process) - worked
    for follower in followers:
        follower.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    return shared
