"""The event store: nothing lost, nothing twice, no gaps, whoever writes at the same time."""

import asyncio
import threading
import time
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rolltop.server.storage.store import Conflict, Event, Store, StoreError
from tests.server.storing import SECRET, held, plug, start, summary, with_store

# ---- one table -------------------------------------------------------------------------------------------------------


def test_what_is_written_is_read(address: str) -> None:
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

    with_store(address, play)


def test_everything_is_there_after_reopening(address: str) -> None:
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

    with_store(address, write)
    with_store(address, read)


def test_what_came_since(address: str) -> None:
    async def play(store: Store) -> None:
        events = await store.append("t", 0, [("created", {}), ("started", {}), ("played", {"n": 3})], summary("t"))
        await store.append("u", 0, [("created", {})], summary("u"))
        assert [store.events("t", n) for n in range(5)] == [events, events[1:], events[2:], [], []]
        assert [store.length(table) for table in ("t", "u", "v", "no id")] == [3, 1, 0, 0]
        assert store.lengths(["t", "v", "", "u", *(f"x{n}" for n in range(1200))]) == {"t": 3, "u": 1}

    with_store(address, play)


def test_what_is_due(address: str) -> None:
    async def play(store: Store) -> None:
        for table, due in (("a", 30.0), ("b", 10.0), ("c", None), ("d", 20.0)):
            await store.append(table, 0, [("created", {})], summary(table, due=due))
        assert [store.due(now) for now in (9.9, 10.0, 99.0)] == [[], ["b"], ["b", "d", "a"]]
        assert store.due(99.0, limit=2) == ["b", "d"]
        assert store.summary("a") == summary("a", due=30.0)
        await store.append("b", 1, [("played", {})], summary("b"))
        await store.append("d", 1, [("played", {})], summary("d", due=40.0))
        assert store.due(99.0) == ["a", "d"]

    with_store(address, play)


@pytest.mark.parametrize("table", ["t", "", "../../etc/passwd", "a b", "\ud800", "\0", "x" * 65, "ä", "t\n"])
def test_an_unknown_table_is_empty(address: str, table: str) -> None:
    async def play(store: Store) -> None:
        assert store.events(table) == []
        assert store.summary(table) is None
        assert store.secret(table) is None

    with_store(address, play)


@pytest.mark.parametrize(("first", "due"), [(-1, True), (0, True), (1, True), (2, False), (3, True), (10**30, True)])
def test_only_the_next_number_can_be_written(address: str, first: int, due: bool) -> None:
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

    with_store(address, play)


def test_a_new_table_begins_with_event_0(address: str) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("t", 1, [("played", {})], summary("t"))
        assert store.summary("t") is None

    with_store(address, play)


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
def test_what_could_not_be_read_again_is_refused_at_once(address: str, changes: dict[str, Any], message: str) -> None:
    async def play(store: Store) -> None:
        call = {"table": "t", "first": 0, "events": [("created", {})], "summary": summary("t"), **changes}
        with pytest.raises((ValueError, TypeError), match=message):
            await store.append(**call)
        assert store.events("t") == []
        assert store.stats.failures == 0

    with_store(address, play)


# ---- many at once ----------------------------------------------------------------------------------------------------


TABLES = ("a", "b", "c")
calls = st.tuples(st.sampled_from(TABLES), st.sampled_from([-1, 0, 0, 0, 0, 1]), st.integers(1, 3))


rounds_of_calls = st.lists(st.lists(calls, min_size=1, max_size=8), max_size=6)


def test_any_interleaving_keeps_order_without_gaps(address: str) -> None:
    store = Store.open(address)
    fresh = count()

    @settings(deadline=None, max_examples=60)
    @given(rounds=rounds_of_calls)
    def interleave(rounds: list[list[tuple[str, int, int]]]) -> None:
        asyncio.run(check_rounds(store, f"try{next(fresh)}", rounds))

    try:
        interleave()
    finally:
        asyncio.run(store.close())


async def check_rounds(store: Store, prefix: str, rounds: list[list[tuple[str, int, int]]]) -> None:
    """Against a model: the calls of a round are made at once, in order, and conflict exactly when they should."""
    model: dict[str, list[int]] = {f"{prefix}-{table}": [] for table in TABLES}
    last: dict[str, int] = {}
    conflicts = store.stats.conflicts
    serial = 0
    for these in rounds:
        made, expected = [], []
        for name, off, n in these:
            table = f"{prefix}-{name}"
            events = [("played", {"serial": serial + i}) for i in range(n)]
            made.append(store.append(table, len(model[table]) + off, events, summary(table, serial)))
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
    for table, serials in model.items():
        found = store.events(table)
        assert [event.number for event in found] == list(range(len(serials)))
        assert [event.data["serial"] for event in found] == serials
        assert store.summary(table) == (summary(table, last[table]) if table in last else None)
    assert {table for table in store.unfinished() if table.startswith(f"{prefix}-")} == set(last)


def test_waiting_calls_share_one_commit(address: str) -> None:
    async def play(store: Store) -> None:
        with held(address):
            first = await plug(store)
            tasks = await start(*(store.append(f"t{i}", 0, [("created", {})] * 2, summary(f"t{i}")) for i in range(50)))
            assert store.waiting == 50
        await asyncio.gather(first, *tasks)
        assert (store.stats.commits, store.stats.largest_commit) == (2, 50)
        assert (store.stats.appends, store.stats.events, store.waiting) == (51, 101, 0)

    with_store(address, play)


def test_several_appends_to_one_table_in_one_commit(address: str) -> None:
    async def play(store: Store) -> None:
        with held(address):
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

    with_store(address, play)


@pytest.mark.parametrize(
    ("address", "way"),
    [("sqlite", "ABORT"), ("sqlite", "FAIL"), ("sqlite", "ROLLBACK"), ("postgresql", "CHECK")],
    indirect=["address"],
)
def test_a_failing_call_does_not_hurt_its_neighbours(address: str, way: str, caplog: pytest.LogCaptureFixture) -> None:
    """The database itself refuses one of three calls that share a commit, in each way that it knows."""
    refuse = f"CREATE TRIGGER t BEFORE INSERT ON events WHEN NEW.kind = 'bad' BEGIN SELECT RAISE({way}, 'no'); END"
    if way == "CHECK":
        refuse = "ALTER TABLE events ADD CHECK (kind <> 'bad')"

    async def play(store: Store) -> None:
        with held(address, refuse):
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

    with_store(address, play)


def test_a_cancelled_caller_only_stops_waiting(address: str) -> None:
    async def play(store: Store) -> None:
        with held(address):
            gone, stays = await start(
                store.append("t", 0, [("created", {})], summary("t")),
                store.append("t", 1, [("played", {})], summary("t", 5)),
            )
            gone.cancel()
            with pytest.raises(asyncio.CancelledError):
                await gone
        assert [event.number for event in await stays] == [1]
        assert [event.kind for event in store.events("t")] == ["created", "played"]

    with_store(address, play)


def test_callers_whose_loop_has_ended_hurt_nobody(address: str) -> None:
    async def ask(store: Store) -> None:
        await start(store.append("t", 0, [("created", {})], summary("t")))  # and go without waiting

    store = Store.open(address)
    with held(address):
        asyncio.run(ask(store))

    async def play() -> None:
        async with store:
            await store.append("t", 1, [("played", {})], summary("t"))
            assert len(store.events("t")) == 2

    asyncio.run(play())


def test_readers_in_other_threads_see_whole_appends(address: str) -> None:
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

    with_store(address, play)
    assert not trouble
    assert len({len(numbers) for numbers in seen}) > 3


def test_two_stores_on_one_database_never_both_write_a_number(address: str) -> None:
    """As two server processes do: each goes for the number after what it last saw, and reloads on a conflict."""
    won: dict[str, list[int]] = {"one": [], "two": []}
    conflicts = {"one": 0, "two": 0}
    begin = threading.Barrier(2)

    async def play(name: str) -> None:
        async with Store.open(address) as store:
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

    with_store(address, look)
    assert sum(conflicts.values()) > 0, "they never met"


# ---- closing ---------------------------------------------------------------------------------------------------------


def test_closing_writes_what_waits_and_takes_no_more(address: str) -> None:
    async def play() -> None:
        store = Store.open(address)
        with held(address):
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
    with_store(address, look)
