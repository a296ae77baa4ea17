"""A PostgreSQL of the tests' own: in a folder that goes away, at a Unix socket, with what a test puts there.

It keeps its promises about the disk (fsync is on), for these are what is tested.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

USER = "rolltop"
CUT = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'rolltop'"
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "min_wal_size": "32MB",
    "max_wal_size": "256MB",
    "autovacuum": "off",
}
PATIENCE = 30.0  #: seconds for starting and stopping
# However the tests end, their end of the pipe closes, and the server is told to stop.
SHELL = '"$@" </dev/null & cat; kill -INT $! 2>/dev/null; wait'


class NoPostgres(Exception):
    """No PostgreSQL server is installed here."""


@dataclass
class Postgres:
    """A server of one's own. It ends with the process that made it, however that ends."""

    folder: Path
    bin: Path
    process: subprocess.Popen[bytes] | None = None
    _made: int = 0
    _unused: list[str] = field(default_factory=list)

    # ---- its life ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        program = [str(self.bin / "postgres"), "-D", str(self.data), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", SHELL, "sh", *program], stdout=log, stderr=log, stdin=subprocess.PIPE, cwd="/", **owner()
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.connect("postgres").close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, (self.folder / "log").read_text()[-2000:]
                time.sleep(0.02)

    def stop(self, by: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT as an operator does, connections are cut; SIGQUIT or SIGKILL as if it had crashed."""
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), by)
            self.process.stdin.close()
            self.process.wait(PATIENCE)
            self.process = None

    def restart(self, by: signal.Signals = signal.SIGINT) -> None:
        """End it and start it again."""
        self.stop(by)
        if by == signal.SIGKILL:  # its children notice within moments that it is gone
            time.sleep(0.2)
        self.start()

    @property
    def data(self) -> Path:
        """The folder it keeps everything in."""
        return self.folder / "data"

    # ---- its databases -----------------------------------------------------------------------------------------------

    def address(self, database: str) -> str:
        """What Rolltop is told."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def connect(self, database: str, **settings: Any) -> "psycopg.Connection[Any]":
        """A connection for a test's own questions."""
        return psycopg.connect(host=str(self.folder), user=USER, dbname=database, autocommit=True, **settings)

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """An empty database for a while; its address. Emptying one is quicker than making one."""
        if not self._unused:
            self._unused.append(f"test_{self._made}")
            self._made += 1
            with self.connect("postgres") as connection:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(self._unused[-1])))
        name = self._unused.pop()
        try:
            yield self.address(name)
        finally:
            with self.connect(name) as connection:
                connection.execute(f"{CUT} AND datname = current_database()")
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")
            self._unused.append(name)

    def cut(self) -> int:
        """End every connection of Rolltop's, as a broken line or an impatient operator would; how many there were."""
        with self.connect("postgres") as connection:
            row = connection.execute(CUT).fetchone()
            return int(row[0]) if row else 0


@contextlib.contextmanager
def running_postgres(parent: Path | None = None) -> Iterator[Postgres]:
    """A new server, gone at the end with all it held; it lies in a folder that everybody may use. Raises NoPostgres."""
    bin = find()
    folder = Path(tempfile.mkdtemp(prefix="rolltop-postgres-", dir=parent))
    try:
        own = owner()
        if own:
            shutil.chown(folder, own["user"], own["group"])
        make = [
            str(bin / "initdb"), "-D", str(folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8",
            "--locale=C", "--no-sync", "--no-instructions", "--wal-segsize=4",
        ]  # fmt: skip
        made = subprocess.run(make, capture_output=True, text=True, cwd="/", **own)
        assert made.returncode == 0, made.stderr
        postgres = Postgres(folder, bin)
        try:
            postgres.start()
            yield postgres
        finally:
            postgres.stop(signal.SIGQUIT)  # what it holds goes away anyway
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def postgres_or_skip() -> Iterator[Postgres]:
    """For fixtures: where there is no PostgreSQL the test is skipped; but not where all must be tested."""
    try:
        find()
    except NoPostgres as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
    with running_postgres() as postgres:
        yield postgres


def find() -> Path:
    """The folder of PostgreSQL's programs, Debian's newest or the one on PATH. Raises NoPostgres."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    for folder in [*debian, *([Path(on_path).resolve().parent] if on_path else [])]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NoPostgres("no PostgreSQL server was found: sh tests/server/need-postgres says how to install one")


def owner() -> dict[str, Any]:
    """PostgreSQL does not run as root: who runs it then, for `subprocess`."""
    if os.geteuid() != 0:
        return {}
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    entry = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
