"""What the lobby lists."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from rolltop.server.storage.store import Conflict, Store
from tests.server.storing import SECRET, connect, is_sqlite, summary, with_store


def test_lists_are_by_status_newest_first(address: str) -> None:
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

    with_store(address, play)


def insert_tables(address: str, connection: Any, rows: list[tuple[Any, ...]]) -> None:
    """Many at once, past the store."""
    insert = "INSERT INTO tables (id, game, status, public, changed, length, data, secret) VALUES"
    connection.execute("BEGIN")
    if is_sqlite(address):
        connection.executemany(f"{insert} (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    else:
        connection.cursor().executemany(f"{insert} (%s, %s, %s, %s, %s, %s, %s, %s)", rows)
    connection.execute("COMMIT")
    connection.execute("ANALYZE")


def how(address: str, connection: Any, query: str) -> str:
    """How the database would find that."""
    explain = "EXPLAIN QUERY PLAN" if is_sqlite(address) else "EXPLAIN"
    return "\n".join(str(row[-1]) for row in connection.execute(f"{explain} {query}"))


def test_lists_stay_quick_with_100_000_finished_tables(address: str) -> None:
    n = 100_000
    data = json.dumps({"names": ["Ann", "Bob", "Otto"], "seats": 3, "winners": ["Bob"]})
    rows = [
        (f"t{i:06}", "rollie", "over" if i % 1000 else "open", i % 3 > 0, float(i * 7919 % n), 1, data, SECRET)
        for i in range(n)
    ]

    async def play(store: Store) -> None:
        with closing(connect(address)) as connection:
            insert_tables(address, connection, rows)
            for condition in (f"public IS {1 if is_sqlite(address) else True}", "1 = 1"):
                where = f"WHERE status = 'over' AND {condition} ORDER BY changed DESC, id DESC LIMIT 50"
                plan = how(address, connection, f"SELECT id, data FROM tables {where}")
                assert "ix_tables_status" in plan and "sort" not in plan.lower(), plan

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
        assert quickest(lambda: store.listed("over", offset=50_000)) < (0.05 if is_sqlite(address) else 0.3)

    with_store(address, play)


def test_who_sits_where(address: str) -> None:
    """It changes with the events that it came with, all or none."""

    async def play(store: Store) -> None:
        async def seat(table: str, number: int, sitting: dict[str, bool] | None, status: str = "open") -> None:
            await store.append(table, number, [("sat", {})], summary(table, number, status=status), sitting=sitting)

        await seat("t", 0, {"ann": True})
        await seat("u", 0, {"bob": True, "ann": False})
        await seat("v", 0, {"ann": True}, "over")
        assert (store.of_guest("ann"), store.of_guest("bob"), store.of_guest("cid")) == (["u", "t"], ["u"], [])
        assert [store.open_tables(guest) for guest in ("ann", "bob", "cid")] == [1, 1, 0]
        await asyncio.gather(seat("t", 1, {"ann": True, "cid": False}), seat("t", 2, None), seat("t", 3, {"cid": True}))
        assert (store.of_guest("ann"), store.of_guest("cid")) == (["u"], ["t"])
        with pytest.raises(Conflict):
            await seat("t", 3, {"bob": True})
        await seat("t", 4, {}, "running")
        assert (store.of_guest("bob"), store.of_guest("cid")) == (["u"], [])
        assert store.counts() == {("rollie", "open"): 1, ("rollie", "running"): 1, ("rollie", "over"): 1}

    with_store(address, play)


def test_what_is_due_where_no_event_says_it(address: str) -> None:
    async def play(store: Store) -> None:
        await store.append("t", 0, [("created", {})], summary("t"))
        store.put_due("t", 5.0, 1)
        assert store.due(5.0) == ["t"]
        store.put_due("t", None, 2)
        assert store.due(5.0) == ["t"], "that was meant for a later table than there is"
        store.put_due("t", None, 1)
        assert store.due(5.0) == []
        store.check()

    with_store(address, play)
