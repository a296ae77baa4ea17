"""Opening the database that the tables are kept in: its address, its settings, its schema."""

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_
from rolltop.server import migrations

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgresql+psycopg": "postgresql+psycopg"}
PATIENCE = 5.0  #: seconds to wait for another process that writes to the same SQLite file

CAUSES = {
    sqlite3.SQLITE_FULL: N_("the server's disk is full"),
    sqlite3.SQLITE_IOERR: N_("the server's disk cannot be read or written"),
    sqlite3.SQLITE_READONLY: N_("the database may not be written to"),
    sqlite3.SQLITE_CANTOPEN: N_("the database cannot be opened"),
    sqlite3.SQLITE_BUSY: N_("another program keeps the database busy"),
    sqlite3.SQLITE_CORRUPT: N_("the database is damaged"),
    sqlite3.SQLITE_NOTADB: N_("it is not a database"),
}


class StoreError(RolltopError):
    """The database cannot be used, or did not take something; nothing was changed."""

    code = "store"


def cause(error: BaseException) -> str:
    """What kept the database from its work, in words fit for a player; no paths, no SQL."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    known = CAUSES.get(code & 0xFF) if isinstance(code, int) else None  # the low byte: SQLite's primary codes
    return known or N_("the database does not answer as it should")


def detail(error: BaseException) -> str:
    """What the database itself said, for the operator; without the statement and what was in it."""
    return str(getattr(error, "orig", None) or error).strip()


# ---- opening ---------------------------------------------------------------------------------------------------------


def open_engine(address: str) -> Engine:
    """Connect to the database at an address such as ``sqlite:////var/lib/rolltop/rolltop.sqlite3``, made if missing.

    The schema is brought up to date. Raises StoreError with what to do about it.
    """
    url = read_address(address)
    where = str(url.database) if is_sqlite(url) else url.render_as_string(hide_password=True)
    if is_sqlite(url):
        make_file(Path(where))
    engine = make_engine(url)
    try:
        prepare(engine, where)
    except BaseException:
        engine.dispose()
        raise
    return engine


def prepare(engine: Engine, where: str) -> None:
    """Set the database up for writing with the newest schema. Raises StoreError."""
    try:
        if is_sqlite(engine.url):
            use_write_ahead_log(engine)
        with writer(engine).begin() as connection:
            migrations.upgrade(connection)
    except migrations.WrongSchema as error:
        raise StoreError(
            "%(where)s cannot be used: %(why)s; nothing was changed. "
            "Use the newest Rolltop, or give another address for the tables",
            where=where, why=str(error),
        ) from None  # fmt: skip
    except SQLAlchemyError as error:
        raise StoreError(
            "%(where)s cannot be used for the tables: %(why)s (%(detail)s). "
            "Put that right, or give another address for the tables",
            where=where, why=cause(error), detail=detail(error),
        ) from error  # fmt: skip


def read_address(address: str) -> URL:
    """The parts of an address. Raises StoreError."""
    expected = "expected an address such as sqlite:////var/lib/rolltop/rolltop.sqlite3"
    try:
        url = make_url(address)
    except ArgumentError:
        raise StoreError("the tables' database: cannot read its address; " + expected) from None
    if url.drivername not in DRIVERS:
        raise StoreError("the tables' database: %(name)s is not supported; " + expected, name=repr(url.drivername))
    url = url.set(drivername=DRIVERS[url.drivername])
    if is_sqlite(url) and (url.database in (None, "", ":memory:") or str(url.database).startswith("file:")):
        raise StoreError("the tables' database: the address names no file; " + expected)
    return url


def is_sqlite(url: URL) -> bool:
    """Is it a file rather than a database server?"""
    return url.get_backend_name() == "sqlite"


def make_file(path: Path) -> None:
    """See to it that there is a file, for its owner's eyes only: the secrets of unfinished games are in it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(
            "%(path)s cannot be used for the tables: %(why)s. "
            "Let its folder be writable for the user who runs Rolltop, or give another address",
            path=str(path), why=error.strerror or str(error),
        ) from None  # fmt: skip


def make_engine(url: URL) -> Engine:
    """The engine with the settings that durability needs. Raises StoreError if a driver is missing."""
    # What goes into the database has no place in error messages and logs: secrets of dice, hidden hands.
    common: dict[str, Any] = {"hide_parameters": True, "max_overflow": -1}
    if is_sqlite(url):
        # The driver must not begin transactions of its own: readers need none, the writer says how it begins.
        engine = create_engine(url, connect_args={"isolation_level": None, "timeout": PATIENCE}, **common)
        event.listen(engine, "connect", settle_sqlite)
        event.listen(engine, "begin", begin_sqlite)
        return engine
    try:
        return create_engine(url, pool_pre_ping=True, **common)
    except ImportError as error:
        raise StoreError("the tables' database: %(why)s; install it, or use SQLite", why=str(error)) from None


def settle_sqlite(connection: Any, _record: object) -> None:
    """Every new connection: a commit is on the disk when it returns."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def begin_sqlite(connection: Connection) -> None:
    """A writer takes its place at once, so that what it reads before it writes still holds when it writes."""
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def writer(engine: Engine) -> Engine:
    """The same engine for transactions that write."""
    return engine.execution_options(writes=True)


def use_write_ahead_log(engine: Engine) -> None:
    """Readers and the writer don't wait for each other. Lasts with the file; raises StoreError where it cannot be."""
    deadline = time.monotonic() + PATIENCE
    with engine.connect() as connection:
        while True:
            try:
                mode = connection.exec_driver_sql("PRAGMA journal_mode = WAL").scalar_one()
                break
            except SQLAlchemyError as error:  # SQLite does not wait by itself here
                if cause(error) != CAUSES[sqlite3.SQLITE_BUSY] or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
    if mode != "wal":
        raise StoreError(
            "%(where)s cannot be used for the tables: SQLite can keep no write-ahead log there (a network drive?). "
            "Give an address on a local disk",
            where=engine.url.database,
        )  # fmt: skip
