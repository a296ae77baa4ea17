"""Whatever can happen to servers, their database and its disk, again and again while people play."""

import contextlib
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.server.faults.house import House, SmallDisk
from tests.server.faults.line import Line
from tests.server.postgres import Postgres


@dataclass
class Trouble:
    """Makes trouble in a thread, one kind after another, until it is told to stop; then all is well again."""

    house: House
    line: Line
    seed: int
    pause: tuple[float, float]  #: seconds between two troubles
    postgres: Postgres | None = None
    disk: SmallDisk | None = None  #: the database's
    log_disk: SmallDisk | None = None  #: of PostgreSQL's log
    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def kinds(self) -> dict[str, Callable[[], None]]:
        """What can be done here, by name."""
        found: dict[str, Callable[[], None]] = {
            "kills": self.kill, "kills of all": self.kill_all, "restarts": self.restart, "hangs": self.hang,
        }  # fmt: skip
        if self.postgres is not None:
            found |= {
                "database restarts, fast": self.restart_database,
                "database restarts, immediate": self.crash_database,
                "database connections cut": self.cut,
            }
        if self.postgres is None or self.disk is not None:
            found["disk-full moments"] = self.fill
        if self.log_disk is not None:
            found["log-disk-full moments"] = self.fill_log
        return found

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """No more, and all is well again."""
        self._enough.set()
        self._thread.join()
        self.line.honest = True

    def each_once(self) -> None:
        """One of each kind, in this thread; but for killing all, which is killing one where there is one."""
        for name, make in self.kinds.items():
            if name == "kills of all":
                continue
            time.sleep(self._chance.uniform(*self.pause))
            make()
            self.counts[name] += 1

    def _run(self) -> None:
        rounds: list[str] = []
        while not self._enough.wait(self._chance.uniform(*self.pause)):
            if not rounds:
                rounds = sorted(self.kinds)
                self._chance.shuffle(rounds)
            name = rounds.pop()
            try:
                self.kinds[name]()
                self.counts[name] += 1
            except Exception as error:
                self.failures.append(f"{name}: {error!r}"[:2000])

    def _some(self) -> int:
        return self._chance.randrange(len(self.house.servers))

    # ---- servers -----------------------------------------------------------------------------------------------------

    def kill(self) -> None:
        """SIGKILL one, at any moment, and start it again."""
        number = self._some()
        self.house.servers[number].kill()
        self.house.start(number)

    def kill_all(self) -> None:
        """SIGKILL all at once."""
        for server in self.house.servers:
            server.process.kill()
        for server in self.house.servers:
            server.kill()
        self.house.start_all()

    def restart(self) -> None:
        """SIGTERM, as for an upgrade."""
        number = self._some()
        self.house.servers[number].stop()
        self.house.start(number)

    def hang(self) -> None:
        """One stands still, perhaps for so long that others take over what it was about to do."""
        self.house.hang(self._some(), self._chance.uniform(0.5, 4.5))

    # ---- the database ------------------------------------------------------------------------------------------------

    def restart_database(self) -> None:
        """As an operator does."""
        assert self.postgres is not None
        self.postgres.restart()

    def crash_database(self) -> None:
        """As if its machine had stopped."""
        assert self.postgres is not None
        self.postgres.restart(signal.SIGQUIT)

    def cut(self) -> None:
        """All connections to it, a few times."""
        assert self.postgres is not None
        for _time in range(4):
            self.postgres.cut()
            time.sleep(self._chance.uniform(0.0, 0.3))

    def fill(self) -> None:
        """Nothing more fits onto the disk, for a moment."""
        if self.disk is None:
            with self.house.no_larger_files():
                time.sleep(self._chance.uniform(0.5, 1.5))
            return
        until = time.monotonic() + self._chance.uniform(0.5, 2.0)
        try:
            while time.monotonic() < until:
                self.disk.fill()  # what else became free goes too
                time.sleep(0.05)
        finally:
            self.disk.free()

    def fill_log(self) -> None:
        """PostgreSQL cannot write down what it is about to do, and ends; somebody makes room and starts it again."""
        assert self.log_disk is not None and self.postgres is not None
        try:
            self.log_disk.fill()
            time.sleep(self._chance.uniform(1.0, 3.0))
        finally:
            self.log_disk.free()
            with contextlib.suppress(Exception):
                self.postgres.stop(signal.SIGQUIT)
            self.postgres.start()
