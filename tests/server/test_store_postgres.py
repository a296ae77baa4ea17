"""PostgreSQL: several processes at one database, which goes away and comes back; nothing is lost, nothing twice."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from rolltop.server.storage import database
from rolltop.server.storage import writer as writing
from rolltop.server.storage.store import Conflict, Store, StoreError, Unsure
from tests.server.broken_line import broken_line
from tests.server.postgres import Postgres
from tests.server.storing import connect, held, start, summary, with_store

RACER = Path(__file__).with_name("racer.py")


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    """An empty database."""
    with postgres.database() as address:
        yield address


async def until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Wait for what other threads do."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


# ---- several processes -----------------------------------------------------------------------------------------------


def test_one_of_two_processes_writes_each_number(address: str) -> None:
    """The other one, and nobody else whose events share its commit, hears of a conflict; also for new tables."""
    tables, rounds = 20, 30
    with_store(address, lambda store: store.append("made", 0, [("created", {})], summary("made")))
    program = [sys.executable, str(RACER), address, str(tables), str(rounds)]
    racers = [subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    won = [0, 0]
    try:
        for racer in racers:
            assert racer.stdout is not None and racer.stdout.readline() == "open\n"
        for _ in range(rounds):
            for racer in racers:
                assert racer.stdin is not None
                racer.stdin.write("go\n")
                racer.stdin.flush()
            lines = [racer.stdout.readline().strip() for racer in racers if racer.stdout is not None]
            assert {"".join(sorted(answers)) for answers in zip(*lines, strict=True)} == {"cw"}
            for i, line in enumerate(lines):
                won[i] += line.count("w")
    finally:
        for racer in racers:
            racer.communicate()
    assert sum(won) == tables * rounds

    async def look(store: Store) -> None:
        for i in range(tables):
            assert [event.number for event in store.events(f"t{i}")] == list(range(rounds))

    with_store(address, look)


def test_two_creators_at_once(address: str) -> None:
    """There is no row to lock yet: held until both stand before the same table, one of them makes it."""

    async def play(one: Store) -> None:
        async with Store.open(address) as two:
            for n in range(10):
                table = f"t{n}"
                with held(address):
                    tasks = await start(
                        one.append(table, 0, [("created", {"by": 1})], summary(table)),
                        one.append(f"u{n}", 0, [("created", {})], summary(f"u{n}")),
                        two.append(table, 0, [("created", {"by": 2})], summary(table)),
                        two.append(f"v{n}", 0, [("created", {})], summary(f"v{n}")),
                    )
                    await until(lambda: not one.waiting and not two.waiting)
                    await asyncio.sleep(0.02)
                first, beside_first, second, beside_second = await asyncio.gather(*tasks, return_exceptions=True)
                assert isinstance(beside_first, list) and isinstance(beside_second, list)
                assert sorted(isinstance(answer, Conflict) for answer in (first, second)) == [False, True]
                written = [answer for answer in (first, second) if isinstance(answer, list)]
                assert one.events(table) == written[0]
            assert one.stats.failures == two.stats.failures == 0

    with_store(address, play)


def test_others_hear_of_a_commit(address: str) -> None:
    heard: list[tuple[str, int]] = []
    own: list[tuple[str, int]] = []
    seen: list[tuple[str, list[int]]] = []
    begun: list[None] = []

    async def play(store: Store) -> None:
        assert store.shared
        async with Store.open(address) as other:
            other.listen(
                lambda table, length: heard.append((table, length)),
                lambda: begun.append(None),
                lambda table, seats: seen.append((table, seats)),
            )
            store.listen(lambda table, length: own.append((table, length)), lambda: begun.append(None))
            await until(lambda: len(begun) == 2)
            await store.append("t", 0, [("created", {}), ("started", {})], summary("t"))
            await store.append("u", 0, [("created", {})], summary("u"))
            with pytest.raises(Conflict):
                await other.append("t", 1, [("played", {})], summary("t"))
            await other.append("t", 2, [("played", {})], summary("t"))
            await until(lambda: own and len(heard) == 2)
            assert (heard, own) == ([("t", 2), ("u", 1)], [("t", 3)])
            store.say_seen({"t": [0, 2], "u": []})
            await until(lambda: len(seen) == 2)
            assert seen == [("t", [0, 2]), ("u", [])]

    with_store(address, play)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("rolltop-")]


def test_listening_goes_on_after_a_lost_connection(address: str, postgres: Postgres) -> None:
    heard: list[str] = []

    def fail(table: str, length: int) -> None:
        heard.append(f"{table} {length}")
        raise RuntimeError("a listener's own trouble")

    async def play(store: Store) -> None:
        async with Store.open(address) as other:
            other.listen(fail, lambda: heard.append("lost"))
            await until(lambda: heard == ["lost"])
            assert postgres.cut() >= 2
            await until(lambda: heard == ["lost", "lost"])
            await store.append("t", 0, [("created", {})], summary("t"))
            await store.append("t", 1, [("played", {})], summary("t"))
            await until(lambda: heard == ["lost", "lost", "t 1", "t 2"])

    with_store(address, play)


# ---- a database that goes away and comes back ------------------------------------------------------------------------


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
def test_restarted_in_the_middle(address: str, postgres: Postgres, by: signal.Signals) -> None:
    """Stopped by its operator, crashed, killed: what was acknowledged is there once, what was refused is not there."""
    said: dict[str, list[tuple[int, bool]]] = {f"t{i}": [] for i in range(6)}
    unsure: list[str] = []
    done = threading.Event()

    async def append_on(store: Store, table: str) -> None:
        serials = count()
        while not done.is_set():
            serial, number = next(serials), sum(kept for _, kept in said[table])
            try:
                await store.append(table, number, [("played", {"serial": serial})], summary(table, serial))
                said[table].append((serial, True))
            except Unsure:
                unsure.append(table)
            except StoreError:
                said[table].append((serial, False))

    async def play(store: Store) -> None:
        tasks = [asyncio.create_task(append_on(store, table)) for table in said]
        await until(lambda: store.stats.appends > 50)
        await asyncio.to_thread(postgres.restart, by)
        before = store.stats.appends
        await until(lambda: store.stats.appends > before + 50)
        done.set()
        await asyncio.gather(*tasks)
        assert not unsure, "it came back soon enough to see"

    async def look(store: Store) -> None:
        for table, answers in said.items():
            assert [event.data["serial"] for event in store.events(table)] == [n for n, kept in answers if kept]

    with_store(address, play)
    with_store(address, look)


def test_killed_connections_are_noticed_by_nobody(address: str, postgres: Postgres) -> None:
    async def play(store: Store) -> None:
        for n in range(40):
            if n % 4 == 0:
                postgres.cut()
            await store.append("t", n, [("played", {"n": n})], summary("t"))
            assert store.length("t") == n + 1
        assert [event.data["n"] for event in store.events("t")] == list(range(40))
        assert store.stats.failures == 0

    with_store(address, play)


@pytest.mark.parametrize("way", ["before", "after", "late"])
def test_the_line_breaks_during_a_commit(address: str, way: str) -> None:
    """Nobody is told that it failed, and it is there once: a table that there was, one that is new, and neighbours."""

    async def play(store: Store) -> None:
        await store.append("t", 0, [("created", {})], summary("t"))
        async with Store.open(behind) as far:
            for n in range(1, 4):
                with held(address):
                    await plug_in(far, n)
                    line.breaks, line.passes = way, 1
                    tasks = await start(
                        far.append("t", 2 * n - 1, [("played", {"n": n})], summary("t", n)),
                        far.append("t", 2 * n, [("played", {"n": n})], summary("t", n)),
                        far.append(f"new{n}", 0, [("created", {"n": n})], summary(f"new{n}", n)),
                        far.append("t", 2 * n, [("played", {"late": True})], summary("t", 99)),
                    )
                *written, late = await asyncio.gather(*tasks, return_exceptions=True)
                assert isinstance(late, Conflict)
                assert [*store.events("t", 2 * n - 1), *store.events(f"new{n}")] == [
                    event for events in written if isinstance(events, list) for event in events
                ]
                assert store.length("t") == 2 * n + 1
                assert store.summary("t") == summary("t", n)
            assert line.broken == 3
            assert far.stats.failures == 0

    with broken_line(address) as (line, behind):
        with_store(address, play)


async def plug_in(store: Store, n: int) -> None:
    """Let the writer stand at a request of its own."""
    await start(store.append("plug", n - 1, [("played", {})], summary("plug", status="closed")))
    await until(lambda: not store.waiting)


def test_a_commit_of_which_nobody_can_tell(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is lost in the middle of it and does not come back: that is what is said, and no more."""
    monkeypatch.setattr(writing, "SETTLING", 0.3)
    monkeypatch.setattr(writing, "PATIENCE", 0.2)

    async def play(store: Store) -> None:
        async with Store.open(behind) as far:
            await far.append("t", 0, [("created", {})], summary("t"))
            line.breaks, line.dies = "after", True
            with pytest.raises(Unsure, match=r"cannot be told whether this was saved: the database cannot be reached"):
                await far.append("t", 1, [("played", {})], summary("t"))
            with pytest.raises(StoreError, match=r"could not be saved.*Nothing was changed"):
                await far.append("u", 0, [("created", {})], summary("u"))
            assert store.length("t") == 2, "this time it was"
            line.dead = False
            await far.append("u", 0, [("created", {})], summary("u"))
            with pytest.raises(Conflict):
                await far.append("t", 1, [("played", {})], summary("t"))

    with broken_line(address) as (line, behind):
        with_store(address, play)


def test_while_it_is_away_all_are_told_soon(address: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "PATIENCE", 0.3)

    async def play(store: Store) -> None:
        postgres.stop()
        try:
            begun = time.monotonic()
            tasks = await start(*(store.append(f"t{i}", 0, [("created", {})], summary(f"t{i}")) for i in range(30)))
            for answer in await asyncio.gather(*tasks, return_exceptions=True):
                assert isinstance(answer, StoreError)
                assert answer.values["cause"] == "the database cannot be reached"
            assert time.monotonic() - begun < 3
            with pytest.raises(StoreError, match="could not be read: the database cannot be reached"):
                store.unfinished()
        finally:
            postgres.start()
        await store.append("t", 0, [("created", {})], summary("t"))
        assert store.unfinished() == ["t"]

    with_store(address, play)


# ---- what others do to it --------------------------------------------------------------------------------------------


def test_a_row_that_somebody_keeps_busy(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who wants that table waits in vain."""
    monkeypatch.setattr(writing, "PATIENCE", 0.2)

    async def play(store: Store) -> None:
        for table in ("t", "plug"):
            await store.append(table, 0, [("created", {})], summary(table))
        with closing(connect(address)) as other, closing(connect(address)) as third:
            for connection, table in ((other, "plug"), (third, "t")):
                connection.execute("BEGIN")
                connection.execute(f"SELECT * FROM tables WHERE id = '{table}' FOR SHARE")
            await start(store.append("plug", 1, [("played", {})], summary("plug")))
            await until(lambda: not store.waiting)
            kept, free = await start(
                store.append("t", 1, [("played", {})], summary("t")),
                store.append("u", 0, [("created", {})], summary("u")),
            )
            other.execute("ROLLBACK")
            assert await free
            with pytest.raises(StoreError, match="another program keeps the database busy"):
                await kept
            third.execute("ROLLBACK")
        await store.append("t", 1, [("played", {})], summary("t"))

    with_store(f"{address}&options=-c%20lock_timeout%3D1s", play)


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("53100", "the server's disk is full"),
        ("25006", "the database may not be written to"),
        ("57014", "the database takes too long"),
        ("99999", "the database does not answer as it should"),
    ],
)
def test_refusals_are_told_in_words(address: str, code: str, cause: str) -> None:
    raising = f"BEGIN RAISE 'no, not %', NEW.data USING ERRCODE = '{code}'; END"

    async def play(store: Store) -> None:
        with closing(connect(address)) as other:
            other.execute(f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $${raising}$$")
            other.execute("CREATE TRIGGER t BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()")
            with pytest.raises(StoreError, match="Nothing was changed") as refused:
                await store.append("t", 0, [("created", {})], summary("t"))
            assert refused.value.values["cause"] == cause
            other.execute("DROP FUNCTION refuse CASCADE")
        await store.append("t", 0, [("created", {})], summary("t"))

    with_store(address, play)


# ---- settings and opening --------------------------------------------------------------------------------------------


def test_every_connection_is_set_for_durability(address: str) -> None:
    expected = {
        "synchronous_commit": "on",
        "transaction_isolation": "read committed",
        "client_encoding": "UTF8",
        "application_name": "rolltop",
        "statement_timeout": "15s",
        "lock_timeout": "5s",
        "idle_in_transaction_session_timeout": "15s",
    }
    engine = database.open_engine(address)
    with engine.connect() as connection:
        assert {name: connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in expected} == expected
    engine.dispose()
    engine = database.open_engine(f"{address}&application_name=mine")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW application_name").scalar_one() == "mine"
    engine.dispose()


def test_a_process_asks_for_few_connections(address: str) -> None:
    most = 0

    async def play(store: Store) -> None:
        nonlocal most
        await store.append("t", 0, [("created", {})], summary("t"))
        readers = [threading.Thread(target=lambda: [store.events("t") for _ in range(20)]) for _ in range(30)]
        for reader in readers:
            reader.start()
        with closing(connect(address)) as connection:
            while any(reader.is_alive() for reader in readers):
                query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'rolltop'"
                most = max(most, connection.execute(query).fetchone()[0])

    with_store(address, play)
    assert 1 < most <= 8


def refused(address: str) -> str:
    with pytest.raises(StoreError) as error:
        Store.open(address)
    assert "hidden" not in str(error.value)
    return str(error.value)


def test_what_is_said_when_it_cannot_be_opened(address: str, postgres: Postgres) -> None:
    hba = postgres.data / "pg_hba.conf"
    before = hba.read_text()
    with closing(connect(address)) as connection:
        connection.execute("CREATE ROLE stranger LOGIN PASSWORD 'another'")
        connection.execute("CREATE ROLE crowd LOGIN CONNECTION LIMIT 0")
        connection.execute("CREATE DATABASE western ENCODING 'LATIN1' TEMPLATE template0")
        try:
            hba.write_text("local all stranger scram-sha-256\n" + before)
            connection.execute("SELECT pg_reload_conf()")
            server = f"?host={postgres.folder}"
            name = address.partition("@/")[2].partition("?")[0]
            for wrong, expected in (
                (f"postgresql://rolltop@/nowhere{server}", "there is no such database"),
                (f"postgresql://rolltop:hidden@/{name}?host=/nowhere", "cannot be reached"),
                ("postgresql://rolltop:hidden@127.0.0.1:1/x", "cannot be reached"),
                (f"postgresql://stranger:hidden@/{name}{server}", "does not let the server in"),
                (f"postgresql://nobody:hidden@/{name}{server}", "does not let the server in"),
                (f"postgresql://crowd@/{name}{server}", "too many programs use the database"),
                (f"postgresql://rolltop@/western{server}", "its encoding is LATIN1, expected UTF8"),
                (f"{address}&options=-c%20default_transaction_read_only%3Don", "may not be written to"),
                (f"{address}&nonsense=hidden", "cannot be used for the tables"),
            ):
                message = refused(wrong)
                assert expected in message, (wrong, message)
                assert "postgresql://" in message, message
        finally:
            hba.write_text(before)
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("DROP ROLE stranger")
            connection.execute("DROP ROLE crowd")
            connection.execute("DROP DATABASE western")
