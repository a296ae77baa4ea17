"""Servers that are killed, hung and started again, at one database; and disks that are full for a while."""

import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server.person import Server, start_server
from tests.server.postgres import Postgres
from tests.server.test_kill import free_port

# Another process takes over sooner than it usually does, so that more of that happens; and it is watched.
FIRST = """
import rolltop.server.hall.keeper, rolltop.server.hall.table
rolltop.server.hall.keeper.BOT_OVERDUE = rolltop.server.hall.table.BOT_OVERDUE = 2.0
import tests.server.faults.inside
"""
SMALL_DISK = 192 << 20  #: bytes
ROOM = 16 << 10  #: bytes that a full disk still takes


class House:
    """Server processes over one data folder and one database, each at a port of its own that it keeps."""

    def __init__(self, data: Path, database: str, n_servers: int) -> None:
        self._data, self._database = data, database
        self.inside = data.parent / f"{data.name}-inside"
        self.inside.mkdir()
        self.ports = [free_port() for _ in range(n_servers)]
        with ThreadPoolExecutor() as together:
            self.servers: list[Server] = list(together.map(self._start, self.ports))

    def _start(self, port: int) -> Server:
        told = {"ROLLTOP_DATABASE": self._database, "ROLLTOP_INSIDE": str(self.inside)}
        return start_server(self._data, port, 0.0, None, FIRST, **told)

    def start(self, number: int) -> None:
        """Start one again that has ended; for as long as its database does not let it."""
        until = time.monotonic() + 60
        while True:
            try:
                self.servers[number] = self._start(self.ports[number])
                return
            except AssertionError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def start_all(self) -> None:
        """The same for all at once."""
        with ThreadPoolExecutor() as together:
            list(together.map(self.start, range(len(self.servers))))

    def close(self) -> None:
        """End all."""
        with ThreadPoolExecutor() as together:
            list(together.map(Server.stop, self.servers))

    def hang(self, number: int, seconds: float) -> None:
        """A process does nothing for a while, and then goes on as if that had not been."""
        process = self.servers[number].process
        process.send_signal(signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            process.send_signal(signal.SIGCONT)

    def look_inside(self) -> list[dict[str, Any]]:
        """What each process holds now."""
        found = []
        for server in self.servers:
            file = self.inside / str(server.process.pid)
            file.unlink(missing_ok=True)
            server.process.send_signal(signal.SIGUSR2)
            until = time.monotonic() + 30
            while not file.exists():
                assert time.monotonic() < until, "the server does not say what it holds"
                time.sleep(0.02)
            found.append(json.loads(file.read_text()))
        return found

    @contextlib.contextmanager
    def no_larger_files(self) -> Iterator[None]:
        """The system lets the processes' files grow no more."""
        files = list(self._data.glob("*.sqlite3*"))
        most = min(file.stat().st_size for file in files if file.suffix != ".sqlite3-shm") + ROOM
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        pids = [server.process.pid for server in self.servers]
        for pid in pids:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, hard))
        try:
            yield
        finally:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


@dataclass
class SmallDisk:
    """A disk of its own that can be filled."""

    folder: Path
    ballast: Path = field(init=False)

    def __post_init__(self) -> None:
        self.ballast = self.folder / "ballast"

    def fill(self) -> None:
        """Leave hardly any room."""
        left = os.statvfs(self.folder)
        with self.ballast.open("ab") as file:
            size = file.tell() + left.f_bavail * left.f_frsize - ROOM
            if size > file.tell():
                with contextlib.suppress(OSError):  # somebody else has taken the last of it meanwhile
                    os.posix_fallocate(file.fileno(), 0, size)

    def free(self) -> None:
        """Make room again."""
        self.ballast.unlink(missing_ok=True)


@contextlib.contextmanager
def small_disk(size: int = SMALL_DISK) -> Iterator[SmallDisk | None]:
    """A small file system in memory; None where this user may not mount one."""
    folder = Path(tempfile.mkdtemp(prefix="rolltop-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and shutil.which("mount") and not subprocess.run(mount, capture_output=True).returncode
    try:
        yield SmallDisk(folder) if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


def move_in(postgres: Postgres, disk: SmallDisk, name: str) -> None:
    """Let a database lie on a small disk, so that it is full while the rest of PostgreSQL's is not."""
    place = disk.folder / "tablespace"
    if not place.exists():
        place.mkdir()
        shutil.chown(place, *owner_of(postgres.data))
        with postgres.connect("postgres") as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{place}'")
    with postgres.connect("postgres") as connection:
        connection.execute(f'ALTER DATABASE "{name}" SET TABLESPACE small')


def move_log_in(postgres: Postgres, disk: SmallDisk) -> None:
    """Let PostgreSQL's log of what it is about to do lie on a small disk: when that is full, it ends by itself."""
    postgres.stop()
    shutil.move(postgres.data / "pg_wal", disk.folder / "pg_wal")
    for path in (disk.folder / "pg_wal", *(disk.folder / "pg_wal").rglob("*")):
        shutil.chown(path, *owner_of(postgres.data))
    (postgres.data / "pg_wal").symlink_to(disk.folder / "pg_wal")
    postgres.start()


def owner_of(path: Path) -> tuple[int, int]:
    """User and group."""
    return path.stat().st_uid, path.stat().st_gid
