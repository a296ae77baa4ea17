"""A run of the fault suite: servers, a bad line, players and trouble; what came of it all, in numbers."""

import asyncio
import itertools
import random
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg

from rolltop.server.storage.store import Store
from tests.server.faults.games import Course, plan
from tests.server.faults.house import House, SmallDisk
from tests.server.faults.ledger import DONE, REFUSED, UNKNOWN, Ledger
from tests.server.faults.line import SHARE, Line
from tests.server.faults.trouble import Trouble
from tests.server.faults.verdict import Judge, settle
from tests.server.postgres import Postgres

BACK_TO_NORMAL = 20.0  #: seconds after the last game in which a server has let go of everything
MOST_FILES, MOST_THREADS, MOST_TASKS = 80, 40, 12  #: that a server at rest holds
SAMPLE = 40  #: records that are compared with what servers tell


@dataclass
class Run:
    """What is to be run, and where."""

    folder: Path
    database: str
    seed: int = 1
    games: int = 1000
    minutes: float = 5.0
    players: int = 6  #: tables at which is played at the same time
    servers: int = 1
    pause: tuple[float, float] = (3.0, 8.0)
    each_once: bool = False  #: one trouble of each kind, and then an end
    share: float = SHARE
    postgres: Postgres | None = None
    disk: SmallDisk | None = None
    log_disk: SmallDisk | None = None
    say: Callable[[str], None] = lambda text: None
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ledger, self._hurry = Ledger(), threading.Event()
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._until = time.monotonic() + 60 * self.minutes

    def run(self) -> "Run":
        """Do it all. `counts` and `problems` tell what came of it."""
        house = House(self.folder, self.database, self.servers)
        try:
            line = Line(house.ports, self.seed, share=self.share)
            trouble = Trouble(house, line, self.seed, self.pause, self.postgres, self.disk, self.log_disk)
            try:
                self._play(house, line, trouble)
                self._judge(house, line)
            finally:
                line.close()
        finally:
            house.close()
        self.counts.update(trouble.counts)
        self.counts.update({f"line: {name}": n for name, n in line.tricks.items()})
        self.problems += trouble.failures + self._ledger.problems
        return self

    # ---- playing -----------------------------------------------------------------------------------------------------

    def _play(self, house: House, line: Line, trouble: Trouble) -> None:
        threads = [threading.Thread(target=self._play_on, args=(line,)) for _ in range(self.players)]
        for thread in threads:
            thread.start()
        if self.each_once:
            trouble.each_once()
            line.honest = True
            self._hurry.set()
        else:
            trouble.start()
            told = time.monotonic()
            while any(thread.is_alive() for thread in threads) and time.monotonic() < self._until:
                time.sleep(0.2)
                if time.monotonic() - told > 30:
                    told = time.monotonic()
                    self.say(f"{self.counts['games']} games, {sum(trouble.counts.values())} troubles")
            trouble.stop()
            self._hurry.set()
        for thread in threads:
            thread.join()

    def _play_on(self, line: Line) -> None:
        """Game after game."""
        while not self._hurry.is_set():
            with self._lock:
                number = next(self._numbers)
            if number >= self.games:
                return
            chance = random.Random(f"{self.seed}:{number}")
            course = Course(number, line.url, self._ledger, chance, self._hurry, plan(number, chance))
            try:
                played = course.run()
            except Exception:
                self._ledger.problem(f"game {number}: {traceback.format_exc()[-1500:]}")
                continue
            with self._lock:
                self.counts["games"] += played

    # ---- afterwards --------------------------------------------------------------------------------------------------

    def _judge(self, house: House, line: Line) -> None:
        self.counts["stuck"] = settle(self.database)
        judge = Judge(self._ledger, line.doubled)

        async def look() -> None:
            async with Store.open(self.database) as store:
                judge.all_tables(self.database, store)
                self._compare_records(house, store)

        asyncio.run(look())
        self.counts.update(judge.counts)
        self.counts.update(self._ledger.counts)
        for entry in self._ledger.sent:
            kind = "moves" if entry.what in ("play", "throw", "wish") else "other requests"
            words = {DONE: "acknowledged", REFUSED: "refused", UNKNOWN: "of which nobody knows"}
            self.counts[f"{kind} {words[entry.outcome]}"] += 1
        self.counts["requests doubled on the line"] = len(line.doubled)
        for what in ("lost", "doubled", "made up", "out of order", "records", "lobby", "unfinished", "stuck"):
            self.counts.setdefault(what, 0)
        self.problems += judge.problems
        if self.counts["stuck"] or self.counts["unfinished"]:
            self.problems.append(f"{self.counts['stuck']} tables are stuck")
        self._back_to_normal(house)

    def _compare_records(self, house: House, store: Store) -> None:
        """What servers tell of tables is what the events say."""
        from rolltop.server.hall.table import Table

        found = store.listed("over", limit=SAMPLE)
        for number, summary in enumerate(found):
            secret = store.secret(summary.table)
            assert secret is not None
            table = Table(summary.table, secret)
            for event in store.events(summary.table):
                table.apply(event)
            port = house.ports[number % len(house.ports)]
            answer = httpx.get(f"http://127.0.0.1:{port}/t/{summary.table}/record", timeout=20)
            if answer.status_code != 200 or answer.text != table.record():
                self.problems.append(f"table {summary.table}: a server tells another record, {answer.status_code}")

    def _back_to_normal(self, house: House) -> None:
        """Servers hold nothing of what is over; nor does the database."""
        until = time.monotonic() + BACK_TO_NORMAL
        while True:
            held = house.look_inside()
            wrong = [each for each in held if any(each[key] for key in ("streams", "drivers", "locks", "waiting"))]
            wrong += [each for each in held if len(each["tasks"]) > MOST_TASKS or each["threads"] > MOST_THREADS]
            wrong += [each for each in held if each["files"] > MOST_FILES]
            if not wrong or time.monotonic() > until:
                break
            time.sleep(0.5)
        self.problems += [f"a server holds {each}" for each in wrong]
        self.counts["memory of a server, MB"] = max(each["memory"] for each in held) >> 20
        self.counts["files a server has open"] = max(each["files"] for each in held)
        if self.postgres is not None:
            with psycopg.connect(self.database, autocommit=True) as connection:
                query = (
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
                )
                idle = connection.execute(query).fetchone()
                if idle is not None and idle[0]:
                    self.problems.append(f"{idle[0]} connections stand in a transaction")
