"""Kill -9 at any moment: every acknowledged event is there, none is half there."""

import asyncio
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from rolltop.server.storage.store import Store
from tests.server.storing import connect, is_sqlite

APPENDER = Path(__file__).with_name("appender.py")
KILLS = 20
PAUSE = 0.02  #: seconds; SQLite lets a process that never rests starve the others
TABLES = [f"t{i}" for i in range(8)]

Acknowledged = set[tuple[str, int]]


class Appender:
    """A process that appends, to be killed."""

    def __init__(self, address: str, name: str, tables: Iterable[str], pause: float = 0.0) -> None:
        command = [sys.executable, str(APPENDER), address, name, str(pause), *tables]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.out = self.process.stdout.fileno()
        self.text = b""

    def read_until(self, lines: int, patience: float = 60.0) -> None:
        """Wait until this many lines have come."""
        deadline = time.monotonic() + patience
        while self.text.count(b"\n") < lines:
            assert select.select([self.out], [], [], deadline - time.monotonic())[0], "the appender is stuck"
            piece = os.read(self.out, 1 << 16)
            assert piece, "the appender has ended by itself"
            self.text += piece

    def kill(self) -> Acknowledged:
        """End it at once; what it had acknowledged."""
        self.process.send_signal(signal.SIGKILL)
        rest, _ = self.process.communicate()
        assert self.process.returncode == -signal.SIGKILL, "the appender has ended by itself"
        whole = (self.text + rest).decode().split("\n")[:-1]  # a last line without its end was never said
        events: Acknowledged = set()
        for line in whole:
            if line != "open":
                table, number, n = line.split()
                events |= {(table, int(number) + i) for i in range(int(n))}
        return events


def check(address: str, acknowledged: Acknowledged) -> dict[str, list[str]]:
    """What must hold after every kill. Returns who wrote each event."""
    wrote: dict[str, list[str]] = {}

    async def look() -> None:
        async with Store.open(address) as store:
            for table in store.unfinished():
                events = store.events(table)
                wrote[table] = [event.data["by"] for event in events]
                assert [event.number for event in events] == list(range(len(events))), "a gap"
                summary = store.summary(table)
                assert summary is not None
                last = summary.data["last"]
                assert last + 1 + last % 3 == len(events), "events and summary are of different appends"

    asyncio.run(look())
    there = {(table, number) for table, events in wrote.items() for number in range(len(events))}
    assert acknowledged <= there, f"lost: {sorted(acknowledged - there)[:10]}"
    return wrote


def test_no_acknowledged_event_is_lost(address: str) -> None:
    """The same database through all kills, each at a random moment of a busy writer."""
    moments = random.Random(7)
    acknowledged: Acknowledged = set()
    kills = KILLS if is_sqlite(address) else KILLS // 3
    for _ in range(kills):
        appender = Appender(address, "one", TABLES)
        appender.read_until(1 + moments.randrange(60))
        time.sleep(moments.random() * 0.03)
        acknowledged |= appender.kill()
        check(address, acknowledged)
    assert {table for table, _ in acknowledged} == set(TABLES)
    assert len(acknowledged) > 20 * kills
    with_integrity(address)


def test_killed_while_another_process_goes_on(address: str) -> None:
    """Two processes contend for the same tables; one is killed again and again."""
    moments = random.Random(8)
    killed: Acknowledged = set()
    survivor = Appender(address, "survivor", TABLES[:2], PAUSE)
    survivor.read_until(2)
    for _ in range(4):
        victim = Appender(address, "victim", TABLES[:2], PAUSE)
        victim.read_until(1 + moments.randrange(30))
        killed |= victim.kill()
        survivor.read_until(survivor.text.count(b"\n") + 5)
    lived = survivor.kill()
    assert killed and lived
    assert not killed & lived, "both were told that they wrote the same event"
    wrote = check(address, killed | lived)
    for name, events in (("victim", killed), ("survivor", lived)):
        assert {wrote[table][number] for table, number in events} == {name}
    with_integrity(address)


def test_killed_while_it_opens(tmp_path: Path) -> None:
    """At any moment of making a new database; the next start makes it whole."""
    moments = random.Random(9)
    opening = opening_takes(tmp_path / "first")
    for n in range(6):
        address = f"sqlite:///{tmp_path / str(n) / 'rolltop.sqlite3'}"
        appender = Appender(address, "one", TABLES)
        time.sleep(opening * moments.uniform(0.5, 1.1))
        check(address, appender.kill())


def opening_takes(folder: Path) -> float:
    """Seconds from the start of a process to its open store, here and now."""
    begun = time.monotonic()
    appender = Appender(f"sqlite:///{folder / 'rolltop.sqlite3'}", "one", TABLES)
    appender.read_until(1)
    took = time.monotonic() - begun
    appender.kill()
    return took


def with_integrity(address: str) -> None:
    """SQLite finds nothing wrong with the file."""
    if is_sqlite(address):
        with closing(connect(address)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
