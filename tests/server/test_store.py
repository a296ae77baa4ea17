"""The event store: nothing lost, nothing twice, no gaps, whoever writes at the same time and whatever fails."""

import asyncio
import json
import resource
import sqlite3
import stat
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError

from rolltop.server import database, migrations, schema
from rolltop.server.store import Conflict, Event, Store, StoreError, Summary

SECRET = bytes(range(32))


def address(folder: Path) -> str:
    return f"sqlite:///{folder / 'rolltop.sqlite3'}"


def summary(table: str, n: int = 0, **changes: Any) -> Summary:
    return replace(Summary(table, "rollie", "running", True, float(n), {"names": ["Ann", "Bøb"], "n": n}), **changes)


def with_store(folder: Path, play: Callable[[Store], Awaitable[object]]) -> None:
    """Run a coroutine on an opened store."""

    async def run() -> None:
        async with Store.open(address(folder)) as store:
            await play(store)

    asyncio.run(run())


@contextmanager
def held(folder: Path, *first: str) -> Iterator[sqlite3.Connection]:
    """Keep the database busy, so that requests pile up; `first` is carried out and committed before."""
    connection = sqlite3.connect(folder / "rolltop.sqlite3", isolation_level=None)
    try:
        for statement in first:
            connection.execute(statement)
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("ROLLBACK")
    finally:
        connection.close()


async def start(*calls: Coroutine[Any, Any, list[Event]]) -> "list[asyncio.Task[list[Event]]]":
    """Start calls in this order and let each get to where it waits."""
    tasks = [asyncio.create_task(call) for call in calls]
    await asyncio.sleep(0)
    return tasks


async def plug(store: Store) -> "asyncio.Task[list[Event]]":
    """On a held database: give the writer one request to stand at, so that all later ones wait for the next commit."""
    [task] = await start(store.append("plug", 0, [("created", {})], summary("plug", status="closed")))
    while store.waiting:
        await asyncio.sleep(0.001)
    return task


# ---- one table -------------------------------------------------------------------------------------------------------


def test_what_is_written_is_read(tmp_path: Path) -> None:
    odd = {"name": 'Åsa <b> "\u0000\ud800" 🎲', "then": [1, -2, 3.5, None, True], "deep": {"a": {}}}

    async def play(store: Store) -> None:
        before = time.time()
        first = await store.append("t", 0, [("created", odd), ("joined", {})], summary("t", 1), SECRET)
        second = await store.append("t", 2, [("played", {"then": (4, 5)})], summary("t", 2))
        assert store.events("t") == first + second
        assert [event.number for event in first + second] == [0, 1, 2]
        assert first[0].data == odd
        assert second[0].data == {"then": [4, 5]}, "what append gives is what will be read"
        assert before <= first[0].at == first[1].at <= second[0].at <= time.time()
        assert store.summary("t") == summary("t", 2)
        assert store.secret("t") == SECRET, "a later append leaves the secret alone"

    with_store(tmp_path, play)


def test_everything_is_there_after_reopening(tmp_path: Path) -> None:
    written: list[Event] = []

    async def write(store: Store) -> None:
        written.extend(await store.append("t", 0, [("created", {"seats": 3})], summary("t"), SECRET))
        written.extend(await store.append("t", 1, [("played", {"action": 4})] * 5, summary("t", 7)))

    async def read(store: Store) -> None:
        assert store.events("t") == written
        assert (store.summary("t"), store.secret("t")) == (summary("t", 7), SECRET)
        assert store.unfinished() == ["t"]
        with pytest.raises(Conflict):
            await store.append("t", 5, [("played", {})], summary("t"))
        await store.append("t", 6, [("played", {})], summary("t"))

    with_store(tmp_path, write)
    with_store(tmp_path, read)


def test_what_came_since(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        events = await store.append("t", 0, [("created", {}), ("started", {}), ("played", {"n": 3})], summary("t"))
        await store.append("u", 0, [("created", {})], summary("u"))
        assert [store.events("t", n) for n in range(5)] == [events, events[1:], events[2:], [], []]
        assert [store.length(table) for table in ("t", "u", "v", "no id")] == [3, 1, 0, 0]
        assert store.lengths(["t", "v", "", "u", *(f"x{n}" for n in range(1200))]) == {"t": 3, "u": 1}

    with_store(tmp_path, play)


def test_what_is_due(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        for table, due in (("a", 30.0), ("b", 10.0), ("c", None), ("d", 20.0)):
            await store.append(table, 0, [("created", {})], summary(table, due=due))
        assert [store.due(now) for now in (9.9, 10.0, 99.0)] == [[], ["b"], ["b", "d", "a"]]
        assert store.due(99.0, limit=2) == ["b", "d"]
        assert store.summary("a") == summary("a", due=30.0)
        await store.append("b", 1, [("played", {})], summary("b"))
        await store.append("d", 1, [("played", {})], summary("d", due=40.0))
        assert store.due(99.0) == ["a", "d"]

    with_store(tmp_path, play)


@pytest.mark.parametrize("table", ["t", "", "../../etc/passwd", "a b", "\ud800", "\0", "x" * 65, "ä", "t\n"])
def test_an_unknown_table_is_empty(tmp_path: Path, table: str) -> None:
    async def play(store: Store) -> None:
        assert store.events(table) == []
        assert store.summary(table) is None
        assert store.secret(table) is None

    with_store(tmp_path, play)


@pytest.mark.parametrize(("first", "due"), [(-1, True), (0, True), (1, True), (2, False), (3, True), (10**30, True)])
def test_only_the_next_number_can_be_written(tmp_path: Path, first: int, due: bool) -> None:
    async def play(store: Store) -> None:
        await store.append("t", 0, [("created", {}), ("started", {})], summary("t"))
        if not due:
            await store.append("t", first, [("played", {})], summary("t"))
            return
        with pytest.raises(Conflict) as refused:
            await store.append("t", first, [("played", {})], summary("t", 9))
        assert (refused.value.table, refused.value.number) == ("t", first)
        assert len(store.events("t")) == 2
        assert store.summary("t") == summary("t"), "a refused append leaves the summary alone"
        assert (store.stats.appends, store.stats.conflicts) == (1, 1)

    with_store(tmp_path, play)


def test_a_new_table_begins_with_event_0(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("t", 1, [("played", {})], summary("t"))
        assert store.summary("t") is None

    with_store(tmp_path, play)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"table": "no such id"}, "table id"),
        ({"table": "x" * 65}, "table id"),
        ({"events": []}, "no events"),
        ({"events": [("created", {"a": float("nan")})]}, "JSON"),
        ({"events": [("created", {"a": {1, 2}})]}, "JSON"),
        ({"summary": summary("u")}, "summary is of table 'u'"),
        ({"summary": summary("t", status="paused")}, "paused.*expected one of open, running"),
        ({"summary": summary("t", data={"a": b"bytes"})}, "JSON"),
        ({"first": 1, "secret": SECRET}, "secret"),
    ],
)
def test_what_could_not_be_read_again_is_refused_at_once(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    async def play(store: Store) -> None:
        call = {"table": "t", "first": 0, "events": [("created", {})], "summary": summary("t"), **changes}
        with pytest.raises((ValueError, TypeError), match=message):
            await store.append(**call)
        assert store.events("t") == []
        assert store.stats.failures == 0

    with_store(tmp_path, play)


# ---- many at once ----------------------------------------------------------------------------------------------------

TABLES = ("a", "b", "c")
calls = st.tuples(st.sampled_from(TABLES), st.sampled_from([-1, 0, 0, 0, 0, 1]), st.integers(1, 3))


@settings(deadline=None, max_examples=60)
@given(rounds=st.lists(st.lists(calls, min_size=1, max_size=8), max_size=6))
def test_any_interleaving_keeps_order_without_gaps(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[list[tuple[str, int, int]]]
) -> None:
    """Against a model: the calls of a round are made at once, in order, and conflict exactly when they should."""
    folder = tmp_path_factory.mktemp("store")
    model: dict[str, list[int]] = {table: [] for table in TABLES}
    last: dict[str, int] = {}

    async def play(store: Store) -> None:
        serial = conflicts = 0
        for these in rounds:
            made, expected = [], []
            for table, off, n in these:
                events = [("played", {"serial": serial + i}) for i in range(n)]
                first = len(model[table]) + off
                made.append(store.append(table, first, events, summary(table, serial)))
                expected.append(off == 0)
                conflicts += off != 0
                if off == 0:
                    model[table] += range(serial, serial + n)
                    last[table] = serial
                serial += n
            answers = await asyncio.gather(*made, return_exceptions=True)
            assert [isinstance(answer, list) for answer in answers] == expected
            assert all(isinstance(answer, list | Conflict) for answer in answers)
        assert store.stats.conflicts == conflicts

    async def look(store: Store) -> None:
        for table in TABLES:
            events = store.events(table)
            assert [event.number for event in events] == list(range(len(model[table])))
            assert [event.data["serial"] for event in events] == model[table]
            assert store.summary(table) == (summary(table, last[table]) if table in last else None)
        assert set(store.unfinished()) == set(last)

    with_store(folder, play)
    with_store(folder, look)


def test_waiting_calls_share_one_commit(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        with held(tmp_path):
            first = await plug(store)
            tasks = await start(*(store.append(f"t{i}", 0, [("created", {})] * 2, summary(f"t{i}")) for i in range(50)))
            assert store.waiting == 50
        await asyncio.gather(first, *tasks)
        assert (store.stats.commits, store.stats.largest_commit) == (2, 50)
        assert (store.stats.appends, store.stats.events, store.waiting) == (51, 101, 0)

    with_store(tmp_path, play)


def test_several_appends_to_one_table_in_one_commit(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        with held(tmp_path):
            await plug(store)
            first, second, taken, third = await start(
                store.append("t", 0, [("created", {})], summary("t", 1), SECRET),
                store.append("t", 1, [("joined", {}), ("started", {})], summary("t", 2)),
                store.append("t", 2, [("played", {"late": True})], summary("t", 3)),
                store.append("t", 3, [("played", {})], summary("t", 4)),
            )
        assert [len(await task) for task in (first, second, third)] == [1, 2, 1]
        with pytest.raises(Conflict):
            await taken
        assert [event.kind for event in store.events("t")] == ["created", "joined", "started", "played"]
        assert (store.summary("t"), store.secret("t")) == (summary("t", 4), SECRET)
        assert store.stats.commits == 2

    with_store(tmp_path, play)


@pytest.mark.parametrize("way", ["ABORT", "FAIL", "ROLLBACK"])
def test_a_failing_call_does_not_hurt_its_neighbours(
    tmp_path: Path, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The database itself refuses one of three calls that share a commit, in each way that SQLite knows."""
    refuse = f"CREATE TRIGGER t BEFORE INSERT ON events WHEN NEW.kind = 'bad' BEGIN SELECT RAISE({way}, 'no'); END"

    async def play(store: Store) -> None:
        with held(tmp_path, refuse):
            await plug(store)
            good, bad, after, other = await start(
                store.append("a", 0, [("created", {})], summary("a")),
                store.append(
                    "b", 0, [("created", {}), ("bad", {"hand": "aces"}), ("played", {})], summary("b"), SECRET
                ),
                store.append("b", 3, [("played", {})], summary("b")),
                store.append("c", 0, [("created", {})], summary("c")),
            )
        assert await good and await other
        with pytest.raises(StoreError, match=r"could not be saved.*Nothing was changed") as told:
            await bad
        for text in (caplog.text, repr(told.getrepr(style="native"))):
            assert "aces" not in text and "\\x01\\x02" not in text, "an error shows what was to be written"
        with pytest.raises(Conflict):
            await after
        assert [len(store.events(table)) for table in "abc"] == [1, 0, 1]
        assert store.summary("b") is None
        assert await store.append("b", 0, [("created", {})], summary("b")), "the writer lives on"
        assert (store.stats.failures, store.stats.conflicts, store.stats.appends) == (1, 1, 4)

    with_store(tmp_path, play)


def test_a_cancelled_caller_only_stops_waiting(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        with held(tmp_path):
            gone, stays = await start(
                store.append("t", 0, [("created", {})], summary("t")),
                store.append("t", 1, [("played", {})], summary("t", 5)),
            )
            gone.cancel()
            with pytest.raises(asyncio.CancelledError):
                await gone
        assert [event.number for event in await stays] == [1]
        assert [event.kind for event in store.events("t")] == ["created", "played"]

    with_store(tmp_path, play)


def test_callers_whose_loop_has_ended_hurt_nobody(tmp_path: Path) -> None:
    async def ask(store: Store) -> None:
        await start(store.append("t", 0, [("created", {})], summary("t")))  # and go without waiting

    store = Store.open(address(tmp_path))
    with held(tmp_path):
        asyncio.run(ask(store))

    async def play() -> None:
        async with store:
            await store.append("t", 1, [("played", {})], summary("t"))
            assert len(store.events("t")) == 2

    asyncio.run(play())


def test_readers_in_other_threads_see_whole_appends(tmp_path: Path) -> None:
    seen: list[list[int]] = []
    trouble: list[BaseException] = []
    done = threading.Event()

    def look(store: Store) -> None:
        try:
            while not done.is_set():
                numbers = [event.number for event in store.events("t")]
                assert numbers == list(range(len(numbers)))
                assert len(numbers) % 3 == 0, "half an append was seen"
                seen.append(numbers)
        except BaseException as error:
            trouble.append(error)

    async def play(store: Store) -> None:
        readers = [threading.Thread(target=look, args=(store,)) for _ in range(4)]
        for reader in readers:
            reader.start()
        for n in range(60):
            await store.append("t", 3 * n, [("played", {})] * 3, summary("t"))
            assert len(store.events("t")) == 3 * n + 3, "an acknowledged append is visible at once"
        done.set()
        for reader in readers:
            reader.join()

    with_store(tmp_path, play)
    assert not trouble
    assert len({len(numbers) for numbers in seen}) > 3


def test_two_stores_on_one_file_never_both_write_a_number(tmp_path: Path) -> None:
    """As two server processes do: each goes for the number after what it last saw, and reloads on a conflict."""
    won: dict[str, list[int]] = {"one": [], "two": []}
    conflicts = {"one": 0, "two": 0}
    begin = threading.Barrier(2)

    async def play(name: str) -> None:
        async with Store.open(address(tmp_path)) as store:
            begin.wait()
            next_number = 0
            while next_number < 150:
                try:
                    await store.append("t", next_number, [("played", {"by": name})], summary("t"))
                    won[name].append(next_number)
                    next_number += 1
                except Conflict:
                    conflicts[name] += 1
                    next_number = len(store.events("t"))

    threads = [threading.Thread(target=lambda name=name: asyncio.run(play(name))) for name in won]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    async def look(store: Store) -> None:
        events = store.events("t")
        assert sorted(won["one"] + won["two"]) == [event.number for event in events] == list(range(len(events)))
        for name, numbers in won.items():
            assert [event.number for event in events if event.data["by"] == name] == numbers

    with_store(tmp_path, look)
    assert sum(conflicts.values()) > 0, "they never met"


# ---- closing ---------------------------------------------------------------------------------------------------------


def test_closing_writes_what_waits_and_takes_no_more(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store.open(address(tmp_path))
        with held(tmp_path):
            tasks = await start(*(store.append(f"t{i}", 0, [("created", {})], summary(f"t{i}")) for i in range(20)))
            closing = asyncio.ensure_future(store.close())
            await asyncio.sleep(0.05)
            assert not closing.done()
            with pytest.raises(StoreError, match="shutting down"):
                await store.append("late", 0, [("created", {})], summary("late"))
        await closing
        assert [len(await task) for task in tasks] == [1] * 20
        await store.close()
        for read in (store.unfinished, lambda: store.events("t1"), lambda: store.listed("open")):
            with pytest.raises(StoreError, match="shutting down"):
                read()

    async def look(store: Store) -> None:
        assert len(store.unfinished()) == 20
        assert store.events("late") == []

    asyncio.run(play())
    assert not any(thread.name == "rolltop-store" for thread in threading.enumerate())
    with_store(tmp_path, look)


# ---- the disk --------------------------------------------------------------------------------------------------------


def test_a_disk_that_does_not_take_more(tmp_path: Path) -> None:
    """The system refuses to let files grow: the append fails, all is as before, and later it goes on."""
    big = {"text": "x" * 300_000}

    async def play(store: Store) -> None:
        await store.append("t", 0, [("created", {})], summary("t"))
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
        try:
            with held(tmp_path):
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

    with_store(tmp_path, play)


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

    with_store(tmp_path, play)


def test_a_database_that_stays_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All who wait are told together, not one after the other."""
    monkeypatch.setattr(database, "PATIENCE", 0.2)

    async def play(store: Store) -> None:
        with held(tmp_path):
            begun = time.monotonic()
            tasks = await start(*(store.append(f"t{i}", 0, [("created", {})], summary(f"t{i}")) for i in range(30)))
            for answer in await asyncio.gather(*tasks, return_exceptions=True):
                assert isinstance(answer, StoreError)
                assert "busy" in str(answer)
            assert time.monotonic() - begun < 3
            assert store.unfinished() == [], "reading goes on"
        await store.append("t", 0, [("created", {})], summary("t"))

    with_store(tmp_path, play)


def test_every_connection_is_set_for_durability(tmp_path: Path) -> None:
    engine = database.open_engine(address(tmp_path))
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
    engine = database.open_engine(address(tmp_path))
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
    engine = create_engine(address(tmp_path), connect_args={"isolation_level": None, "timeout": 0})
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

    with_store(tmp_path, play)


# ---- the lobby's lists -----------------------------------------------------------------------------------------------


def test_lists_are_by_status_newest_first(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        for n, (status, public) in enumerate(
            [("open", True), ("over", True), ("open", False), ("open", True), ("running", False), ("running", True)]
        ):
            await store.append(f"t{n}", 0, [("created", {})], summary(f"t{n}", n, status=status, public=public), SECRET)

        def ids(*args: Any, **kwargs: Any) -> list[str]:
            return [row.table for row in store.listed(*args, **kwargs)]

        assert ids("open") == ["t3", "t0"]
        assert ids("open", public_only=False) == ["t3", "t2", "t0"]
        assert ids("open", public_only=False, limit=1, offset=1) == ["t2"]
        assert ids("over") == ["t1"]
        assert ids("closed") == ids("no such status") == []
        assert store.unfinished() == ["t5", "t4"]
        await store.append("t0", 1, [("joined", {})], summary("t0", 99, status="open"))
        assert ids("open") == ["t0", "t3"]
        await store.append("t0", 2, [("started", {})], summary("t0", 100))
        assert ids("open") == ["t3"]
        assert store.listed("running")[0] == summary("t0", 100)
        assert SECRET.hex() not in repr(store.listed("open")) and repr(SECRET) not in repr(store.listed("open"))

    with_store(tmp_path, play)


def test_lists_stay_quick_with_100_000_finished_tables(tmp_path: Path) -> None:
    n = 100_000
    data = json.dumps({"names": ["Ann", "Bob", "Otto"], "seats": 3, "winners": ["Bob"]})
    rows = (
        (f"t{i:06}", "rollie", "over" if i % 1000 else "open", i % 3 > 0, float(i * 7919 % n), 1, data, SECRET)
        for i in range(n)
    )

    async def play(store: Store) -> None:
        connection = sqlite3.connect(tmp_path / "rolltop.sqlite3")
        connection.executemany("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)", rows)
        connection.commit()
        for query in (
            "SELECT id, data FROM tables WHERE status = 'over' AND public IS 1 ORDER BY changed DESC, id DESC LIMIT 50",
            "SELECT id, data FROM tables WHERE status = 'over' ORDER BY changed DESC, id DESC LIMIT 50",
        ):
            plan = [row[3] for row in connection.execute("EXPLAIN QUERY PLAN " + query)]
            assert len(plan) == 1 and "USING INDEX ix_tables_status" in plan[0], plan
        connection.close()

        def quickest(read: Callable[[], list[Any]]) -> float:
            times = []
            for _ in range(5):
                begun = time.perf_counter()
                assert read()
                times.append(time.perf_counter() - begun)
            return min(times)

        changed = [row.changed for row in store.listed("over")]
        assert changed == sorted(changed, reverse=True) and len(changed) == 50
        assert quickest(lambda: store.listed("over")) < 0.02
        assert quickest(lambda: store.listed("open")) < 0.02
        assert quickest(lambda: store.listed("over", public_only=False)) < 0.02
        assert quickest(lambda: store.listed("over", offset=50_000)) < 0.05

    with_store(tmp_path, play)


# ---- the schema ------------------------------------------------------------------------------------------------------


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    engine = database.open_engine(address(tmp_path))
    try:
        with engine.connect() as connection:
            options = {"version_table": schema.VERSION_TABLE, "compare_type": True, "compare_server_default": True}
            assert compare_metadata(MigrationContext.configure(connection, opts=options), schema.metadata) == []
        made = everything_in(engine)
    finally:
        engine.dispose()
    direct = create_engine("sqlite://")
    schema.metadata.create_all(direct)
    assert made.pop(schema.VERSION_TABLE)
    assert made == everything_in(direct), "also in what Alembic does not compare"
    direct.dispose()


def everything_in(engine: Any) -> dict[str, list[str]]:
    """The statements that SQLite keeps of its tables and indexes, without their spacing: what each begins with and,
    in any order, for columns that came later stand behind the keys, its parts."""
    with engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").all()
    whole = {name: "".join(sql.split()).partition("(") for name, sql in rows}
    return {name: [begin, *sorted(rest.rpartition(")")[0].split(","))] for name, (begin, _, rest) in whole.items()}


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    versions = []
    for _ in range(2):
        engine = database.open_engine(address(tmp_path))
        with engine.connect() as connection:
            versions.append((migrations.version(connection), everything_in(engine)))
        engine.dispose()
    assert versions[0] == versions[1]


def test_many_may_open_a_new_database_at_once(tmp_path: Path) -> None:
    stores: list[Store] = []
    trouble: list[BaseException] = []
    begin = threading.Barrier(6)

    def open_one() -> None:
        begin.wait()
        try:
            stores.append(Store.open(address(tmp_path)))
        except BaseException as error:
            trouble.append(error)

    threads = [threading.Thread(target=open_one) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        asyncio.run(store.close())
    assert not trouble
    assert len(stores) == 6


# ---- what cannot be opened -------------------------------------------------------------------------------------------


def refused(url: str) -> str:
    with pytest.raises(StoreError) as error:
        Store.open(url)
    name = url.removeprefix("sqlite:///")
    assert not [path for path in open_files() if name and path.startswith(name)], "the file is still open"
    return str(error.value)


def open_files() -> set[str]:
    paths = set()
    for link in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            paths.add(str(link.readlink()))
    return paths


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", "cannot read its address; expected an address such as sqlite:///"),
        ("rolltop.sqlite3", "cannot read its address; expected an address such as sqlite:///"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///file:x?mode=memory&uri=true", "names no file"),
        ("mysql://somebody:hidden@localhost/x", "'mysql' is not supported"),
        ("sqlite+aiosqlite:////tmp/x", "'sqlite\\+aiosqlite' is not supported"),
    ],
)
def test_a_wrong_address_says_what_is_expected(url: str, expected: str) -> None:
    message = refused(url)
    assert expected.replace("\\", "") in message
    assert "hidden" not in message


def test_the_folder_is_made(tmp_path: Path) -> None:
    with_store(tmp_path / "a" / "b c%d", lambda store: store.append("t", 0, [("created", {})], summary("t")))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "rolltop.sqlite3", Path("/proc/rolltop/rolltop.sqlite3"), tmp_path):
        message = refused(f"sqlite:///{path}")
        assert str(path) in message
        assert "writable" in message


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "rolltop.sqlite3"
    path.write_text("my holiday diary\n" * 100)
    message = refused(address(tmp_path))
    assert str(path) in message and "not a database" in message and "another address" in message
    assert path.read_text() == "my holiday diary\n" * 100


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "rolltop.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (address TEXT)")
    connection.close()
    message = refused(address(tmp_path))
    assert str(path) in message and "another program" in message and "nothing was changed" in message
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]
    connection.close()


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    with_store(tmp_path, lambda store: store.append("t", 0, [("created", {})], summary("t")))
    connection = sqlite3.connect(tmp_path / "rolltop.sqlite3")
    connection.execute(f"UPDATE {schema.VERSION_TABLE} SET version_num = '9999'")
    connection.commit()
    connection.close()
    message = refused(address(tmp_path))
    assert str(tmp_path / "rolltop.sqlite3") in message
    assert "newer Rolltop (schema 9999; this one knows up to 0003)" in message
    assert "Use the newest Rolltop" in message


def test_a_database_that_stays_locked_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    with_store(tmp_path, lambda store: store.append("t", 0, [("created", {})], summary("t")))
    with held(tmp_path), pytest.raises(StoreError, match="another program keeps the database busy"):
        Store.open(address(tmp_path))


def test_a_damaged_database_is_told_when_read(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        for n in range(40):
            await store.append("t", n, [("played", {"text": "x" * 3000})], summary("t"))

    async def look(store: Store) -> None:
        with pytest.raises(StoreError, match="could not be read: the database is damaged"):
            store.events("t")

    with_store(tmp_path, play)
    path = tmp_path / "rolltop.sqlite3"
    content = bytearray(path.read_bytes())
    content[8 * 4096 :] = b"\xff" * (len(content) - 8 * 4096)
    path.write_bytes(content)
    with_store(tmp_path, look)
