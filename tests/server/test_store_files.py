"""SQLite's file: what happens when the disk fails, and who may read it."""

import asyncio
import resource
import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError

from rolltop.server.storage import database, schema
from rolltop.server.storage.store import Store, StoreError
from tests.server.storing import SECRET, file_in, held, plug, start, summary, with_store


def test_a_disk_that_does_not_take_more(tmp_path: Path) -> None:
    """The system refuses to let files grow: the append fails, all is as before, and later it goes on."""
    big = {"text": "x" * 300_000}

    async def play(store: Store) -> None:
        await store.append("t", 0, [("created", {})], summary("t"))
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
        try:
            with held(file_in(tmp_path)):
                await plug(store)
                failing, failing_too, small = await start(
                    store.append("t", 1, [("played", {}), ("played", big)], summary("t", 8)),
                    store.append("u", 0, [("created", big)], summary("u")),
                    store.append("v", 0, [("created", {})], summary("v")),
                )
            with pytest.raises(
                StoreError, match=r"could not be saved: the server's disk .*Nothing was changed"
            ) as told:
                await failing
            with pytest.raises(StoreError):
                await failing_too
            assert str(tmp_path) not in str(told.value), "players need not know where the file lies"
            assert len(await small) == 1, "what still fits is written"
            with pytest.raises(StoreError):
                await store.append("t", 1, [("played", big)], summary("t", 8))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert len(store.events("t")) == 1
        assert store.summary("t") == summary("t")
        await store.append("t", 1, [("played", big)], summary("t", 9))
        assert store.events("t")[1].data == big
        assert store.summary("u") is None

    with_store(file_in(tmp_path), play)


def test_a_full_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite says that the disk is full, at some size, again and again."""
    settle = database.settle_sqlite

    def tight(connection: Any, record: object) -> None:
        settle(connection, record)
        connection.execute("PRAGMA max_page_count = 40")

    monkeypatch.setattr(database, "settle_sqlite", tight)

    async def play(store: Store) -> None:
        written = refused = 0
        causes: set[str] = set()
        while refused < 5:
            try:
                await store.append("t", written, [("played", {"text": "x" * 3000})] * 2, summary("t", written))
                written += 2
            except StoreError as error:
                causes.add(error.values["cause"])
                refused += 1
        assert written > 10
        assert causes == {"the server's disk is full"}
        assert [event.number for event in store.events("t")] == list(range(written))
        assert store.summary("t") == summary("t", written - 2)

    with_store(file_in(tmp_path), play)


def test_a_database_that_stays_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All who wait are told together, not one after the other."""
    monkeypatch.setattr(database, "PATIENCE", 0.2)

    async def play(store: Store) -> None:
        with held(file_in(tmp_path)):
            begun = time.monotonic()
            tasks = await start(*(store.append(f"t{i}", 0, [("created", {})], summary(f"t{i}")) for i in range(30)))
            for answer in await asyncio.gather(*tasks, return_exceptions=True):
                assert isinstance(answer, StoreError)
                assert "busy" in str(answer)
            assert time.monotonic() - begun < 3
            assert store.unfinished() == [], "reading goes on"
        await store.append("t", 0, [("created", {})], summary("t"))

    with_store(file_in(tmp_path), play)


def test_every_connection_is_set_for_durability(tmp_path: Path) -> None:
    engine = database.open_engine(file_in(tmp_path))
    try:
        for way in (engine, database.writer(engine)):
            with way.begin() as connection:
                pragmas = {
                    name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                    for name in ("synchronous", "journal_mode", "foreign_keys", "busy_timeout")
                }
            assert pragmas == {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 5000}
    finally:
        engine.dispose()


def test_errors_do_not_show_what_was_to_be_written(tmp_path: Path) -> None:
    engine = database.open_engine(file_in(tmp_path))
    event = {"table_id": "no table", "number": 0, "kind": "played", "data": "aces up the sleeve", "at": 0.0}
    try:
        with pytest.raises(IntegrityError) as error, database.writer(engine).begin() as connection:
            connection.execute(schema.events.insert(), event)
        assert "sleeve" not in str(error.value)
    finally:
        engine.dispose()


def test_switching_the_write_ahead_log_on_waits_for_others(tmp_path: Path) -> None:
    """SQLite itself gives up at once there when several open a new file."""
    path = tmp_path / "rolltop.sqlite3"
    engine = create_engine(file_in(tmp_path), connect_args={"isolation_level": None, "timeout": 0})
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    release = threading.Timer(0.2, other.execute, ("ROLLBACK",))
    release.start()
    try:
        database.use_write_ahead_log(engine)
    finally:
        release.join()
        other.close()
        engine.dispose()
    assert path.read_bytes()[18] == 2, "the file is not in WAL mode"


def test_only_the_owner_may_read_the_files(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await store.append("t", 0, [("created", {})], summary("t"), SECRET)
        files = sorted(tmp_path.iterdir())
        assert len(files) == 3
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}

    with_store(file_in(tmp_path), play)


def test_a_damaged_database_is_told_when_read(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        for n in range(40):
            await store.append("t", n, [("played", {"text": "x" * 3000})], summary("t"))

    async def look(store: Store) -> None:
        with pytest.raises(StoreError, match="could not be read: the database is damaged"):
            store.events("t")

    with_store(file_in(tmp_path), play)
    path = tmp_path / "rolltop.sqlite3"
    content = bytearray(path.read_bytes())
    content[8 * 4096 :] = b"\xff" * (len(content) - 8 * 4096)
    path.write_bytes(content)
    with_store(file_in(tmp_path), look)
