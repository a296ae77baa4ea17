"""What the tests of the store share: opening one for a while, and keeping its database busy."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg

from rolltop.server.storage.store import Event, Store, Summary

SECRET = bytes(range(32))
BOTH = ("sqlite", "postgresql")  #: the kinds of databases


def summary(table: str, n: int = 0, **changes: Any) -> Summary:
    """A summary that differs by `n`."""
    return replace(Summary(table, "rollie", "running", True, float(n), {"names": ["Ann", "Bøb"], "n": n}), **changes)


def with_store(address: str, play: Callable[[Store], Awaitable[object]]) -> None:
    """Run a coroutine on an opened store."""

    async def run() -> None:
        async with Store.open(address) as store:
            await play(store)

    asyncio.run(run())


def file_in(folder: Path) -> str:
    """The address of an SQLite file."""
    return f"sqlite:///{folder / 'rolltop.sqlite3'}"


def is_sqlite(address: str) -> bool:
    """Is it a file rather than a database server?"""
    return address.startswith("sqlite")


def connect(address: str) -> Any:
    """A connection of the driver's, where each statement is a transaction unless one is begun."""
    if is_sqlite(address):
        return sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)
    return psycopg.connect(address, autocommit=True)


@contextmanager
def held(address: str, *first: str) -> Iterator[Any]:
    """Keep writers waiting, so that requests pile up; `first` is carried out and committed before."""
    begin = ["BEGIN IMMEDIATE"] if is_sqlite(address) else ["BEGIN", "LOCK TABLE tables IN EXCLUSIVE MODE"]
    with closing(connect(address)) as connection:
        for statement in (*first, *begin):
            connection.execute(statement)
        yield connection
        connection.execute("ROLLBACK")


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
