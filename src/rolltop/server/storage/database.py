"""Opening the database that the tables are kept in: its address, its settings, its schema."""

import logging
import os
import time
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from rolltop.server.guard.keys import keep_private
from rolltop.server.storage import migrations
from rolltop.server.storage.causes import BUSY, StoreError, cause, detail

log = logging.getLogger("rolltop.store")

DRIVERS = {
    "sqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
PATIENCE = 5.0  #: seconds to wait for another process that writes to the same SQLite file
# A process asks for few connections, so that a dozen of them leave room for others among PostgreSQL's usual 100.
POOL = MappingProxyType({"pool_size": 3, "max_overflow": 4, "pool_timeout": 10, "pool_pre_ping": True})
# What libpq and the session are told, unless the address says otherwise. A client that has gone must not hold rows.
POSTGRESQL = MappingProxyType(
    {
        "application_name": "rolltop",
        "client_encoding": "utf8",
        "connect_timeout": 5,
        "keepalives_idle": 20,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
        "options": "-c synchronous_commit=on -c statement_timeout=15s -c lock_timeout=5s"
        " -c idle_in_transaction_session_timeout=15s",
    }
)
UPGRADING = 0x726F6C6C746F70  #: PostgreSQL's number of the lock for whoever brings the schema up to date: "rolltop"


# ---- opening ---------------------------------------------------------------------------------------------------------


def open_engine(address: str) -> Engine:
    """Connect to the database at an address such as ``sqlite:////var/lib/rolltop/rolltop.sqlite3``, made if missing.

    Or ``postgresql://rolltop@localhost/rolltop``, which must exist. The schema is brought up to date. Raises StoreError
    with what to do about it.
    """
    url = read_address(address)
    where = shown(url)
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
            if not is_sqlite(engine.url):
                settle_postgresql(connection, where)
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
    expected = "expected an address such as sqlite:////var/lib/rolltop/rolltop.sqlite3 or postgresql://rolltop@localhost/rolltop"
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError("the tables' database: cannot read its address; " + expected) from None
    if url.drivername not in DRIVERS:
        raise StoreError("the tables' database: %(name)s is not supported; " + expected, name=repr(url.drivername))
    url = url.set(drivername=DRIVERS[url.drivername])
    if is_sqlite(url) and (url.database in (None, "", ":memory:") or str(url.database).startswith("file:")):
        raise StoreError("the tables' database: the address names no file; " + expected)
    return url


def shown(url: URL) -> str:
    """An address without what is nobody's business: a file's path, or a server and its database."""
    if is_sqlite(url):
        return str(url.database)
    host = url.host or url.query.get("host")
    server = URL.create(
        "postgresql", host=host if isinstance(host, str) else None, port=url.port, database=url.database
    )
    return server.render_as_string()


def is_sqlite(url: URL) -> bool:
    """Is it a file rather than a database server?"""
    return url.get_backend_name() == "sqlite"


def make_file(path: Path) -> None:
    """See to it that there is a file, for its owner's eyes only: the secrets of unfinished games are in it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        keep_private(path)
    except OSError as error:
        raise StoreError(
            "%(path)s cannot be used for the tables: %(why)s. "
            "Let its folder be writable for the user who runs Rolltop, or give another address",
            path=str(path), why=error.strerror or str(error),
        ) from None  # fmt: skip


def make_engine(url: URL) -> Engine:
    """The engine with the settings that durability needs. Raises StoreError if a driver is missing."""
    # What goes into the database has no place in error messages and logs: secrets of dice, hidden hands.
    common: dict[str, Any] = {"hide_parameters": True}
    if is_sqlite(url):
        # The driver must not begin transactions of its own: readers need none, the writer says how it begins.
        engine = create_engine(
            url, connect_args={"isolation_level": None, "timeout": PATIENCE}, max_overflow=-1, **common
        )
        event.listen(engine, "connect", settle_sqlite)
        event.listen(engine, "begin", begin_sqlite)
        return engine
    told = {key: value for key, value in POSTGRESQL.items() if key not in url.query}
    try:
        return create_engine(url, connect_args=told, isolation_level="READ COMMITTED", **POOL, **common)
    except ImportError:
        raise StoreError(
            "the tables' database: PostgreSQL needs psycopg, which is not installed; "
            "pip install 'rolltop[postgres]', or use SQLite"
        ) from None


def settle_sqlite(connection: Any, _record: object) -> None:
    """Every new connection: a commit is on the disk when it returns."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def begin_sqlite(connection: Connection) -> None:
    """A writer takes its place at once, so that what it reads before it writes still holds when it writes."""
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def settle_postgresql(connection: Connection, where: str) -> None:
    """Begin a transaction that may change the schema: one at a time, whoever starts, and taking the time it takes.

    Raises StoreError for a database that could not hold every name.
    """
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SET LOCAL lock_timeout = '60s'"))
    connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADING})"))
    if (encoding := connection.scalar(text("SHOW server_encoding"))) != "UTF8":
        raise StoreError(
            "%(where)s cannot be used for the tables: its encoding is %(found)s, expected UTF8. "
            "Make one with: createdb --encoding=UTF8 --template=template0 NAME",
            where=where, found=encoding,
        )  # fmt: skip
    if connection.scalar(text("SHOW fsync")) != "on":
        log.warning("%s runs with fsync off: what is played may be lost when its machine stops", where)


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
                if cause(error) != BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
    if mode != "wal":
        raise StoreError(
            "%(where)s cannot be used for the tables: SQLite can keep no write-ahead log there (a network drive?). "
            "Give an address on a local disk",
            where=engine.url.database,
        )  # fmt: skip
