"""The event store: what happened at the tables, durable before anybody is told.

One thread writes. While it waits for the disk more requests come together, and the next commit takes them all: many
callers cost hardly more than one. Each is answered after the commit that holds its events. Readers look for themselves.
"""

import asyncio
import json
import logging
import re
import secrets
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Engine, desc, func, select
from sqlalchemy.exc import SQLAlchemyError

from rolltop.games.words import N_
from rolltop.server.storage.causes import StoreError, Unsure, cause, detail
from rolltop.server.storage.database import open_engine, writer
from rolltop.server.storage.listener import SEATS, Heard, Listener, Seen
from rolltop.server.storage.schema import events as EVENTS
from rolltop.server.storage.schema import sitting as SITTING
from rolltop.server.storage.schema import tables as TABLES
from rolltop.server.storage.schema import tokens as TOKENS
from rolltop.server.storage.writer import NOTIFY, Append, Conflict, Stats, Writer, failure, report, tell

__all__ = ["Conflict", "Event", "Stats", "Store", "StoreError", "Summary", "Token", "Unsure"]

log = logging.getLogger("rolltop.store")

STATUSES = ("open", "running", "over", "closed")
GOING_ON = ("open", "running")
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_AT_ONCE = 500  #: requests that share a commit, at most
# A busy event loop lets go of the interpreter only for moments too short for a waiting thread to seize it. Python helps
# a thread that has waited this long without such a moment; at its usual 5 ms the writer was seen to wait for seconds.
SWITCH_INTERVAL = 0.0005


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table, durable."""

    number: int  # 0, 1, 2, ... within the table
    kind: str
    data: dict[str, Any]
    at: float  # Unix time, in seconds


@dataclass(frozen=True)
class Summary:
    """What the lobby lists: one row a table, kept with the events in the same transaction."""

    table: str
    game: str
    status: str  # one of STATUSES
    public: bool
    changed: float
    data: dict[str, Any]
    due: float | None = None  # Unix time at which the server itself has something to do at the table


@dataclass(frozen=True)
class Token:
    """What a program may do in a guest's name. The token itself is not kept, only its SHA-256."""

    id: str  # SHA-256, in hex
    guest: str
    name: str  # of the person
    label: str  # what the person calls the program
    scope: str  # "account", or the id of the one table
    may: str  # "play" or "watch"
    created: float  # Unix times, in seconds
    used: float | None = None
    expires: float | None = None


class Store:
    """The tables of a server, in a database.

    All but `append` and `close` may be called from any thread and answer from what is durable; they raise StoreError
    if the database cannot be read or written. Ids that no table can have are simply unknown.
    """

    def __init__(self, engine: Engine) -> None:
        self.stats = Stats()
        self.shared = engine.dialect.name != "sqlite"  #: may other processes write to it too?
        self._engine = engine
        self._queue: deque[Append] = deque()
        self._news = threading.Condition()
        self._closed = False
        self._mark = secrets.token_hex(8)  # tells this process's commits from others'
        self._writer = Writer(engine, self.stats, self._mark)
        self._listeners: list[Listener] = []
        sys.setswitchinterval(min(SWITCH_INTERVAL, sys.getswitchinterval()))
        self._thread = threading.Thread(target=self._write_on, name="rolltop-store", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, url: str) -> "Store":
        """Open the database at an address such as ``sqlite:////var/lib/rolltop/rolltop.sqlite3``, made if missing.

        Raises StoreError with what to do about it.
        """
        return cls(open_engine(url))

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Write what waits to be written, answer everybody, then let go of the database. May be called again."""
        with self._news:
            self._closed = True
            self._news.notify()
        await asyncio.to_thread(self._thread.join)
        for listener in self._listeners:
            await asyncio.to_thread(listener.stop)
        self._engine.dispose()

    # ---- writing -----------------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many requests wait for the next commit."""
        return len(self._queue)

    async def append(
        self,
        table: str,
        first: int,
        events: Sequence[tuple[str, dict[str, Any]]],
        summary: Summary,
        secret: bytes | None = None,
        at: float | None = None,
        sitting: Mapping[str, bool] | None = None,
    ) -> list[Event]:
        """Write a table's next events, of which `first` is the number of the first, with its new summary: all or none.

        Returns when they are durable, as they will be read. `secret` is for the call that begins a table, `at` the
        time of the events (None: now), `sitting` who sits there from now on and whether as host (None: as before).
        Raises Conflict or StoreError, and then nothing was written; or Unsure, if the database was lost while it wrote
        and has not come back. A caller that is cancelled only stops waiting: the events are written all the same.
        """
        check(table, first, events, summary, secret)
        now = time.time() if at is None else at
        texts = [as_json(data) for _, data in events]
        rows: list[dict[str, Any]] = [
            {"table_id": table, "number": number, "kind": kind, "data": text, "at": now}
            for number, ((kind, _), text) in enumerate(zip(events, texts, strict=True), first)
        ]
        row = {
            "id": table,
            "game": summary.game,
            "status": summary.status,
            "public": summary.public,
            "changed": summary.changed,
            "length": first + len(rows),
            "data": as_json(summary.data),
            "secret": secret,
            "due": summary.due,
        }
        seated = None
        if sitting is not None:
            seated = [{"guest": guest, "table_id": table, "host": host} for guest, host in sitting.items()]
        request = Append(table, first, rows, row, seated, asyncio.get_running_loop())
        with self._news:
            if self._closed:
                raise StoreError(N_("The server is shutting down; nothing was changed."))
            self._queue.append(request)
            self._news.notify()
        await request.done
        return [Event(row["number"], row["kind"], json.loads(row["data"]), now) for row in rows]

    def _write_on(self) -> None:
        """The writer's thread: take all that wait, write them, answer them."""
        while requests := self._take():
            tell(requests, self._writer.write(requests))

    def _take(self) -> list[Append]:
        """The requests for the next commit; waits for some; none when the store is closed and all is written."""
        with self._news:
            while not self._queue and not self._closed:
                self._news.wait()
            return [self._queue.popleft() for _ in range(min(len(self._queue), MOST_AT_ONCE))]

    # ---- reading -----------------------------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        if self._closed:
            raise StoreError(N_("The server is shutting down."))
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            log.error("reading failed: %s", detail(error))
            raise StoreError(N_("The table could not be read: %(cause)s."), cause=cause(error)) from error

    def check(self) -> None:
        """See whether the database answers and may be written to. Raises StoreError."""
        try:
            with writer(self._engine).begin() as connection:
                connection.execute(TABLES.update().where(TABLES.c.id == "").values(length=0))  # no table has that id
        except SQLAlchemyError as error:
            raise StoreError(N_("The database cannot be used: %(cause)s."), cause=cause(error)) from error

    def counts(self) -> dict[tuple[str, str], int]:
        """How many tables there are of each game and status."""
        query = select(TABLES.c.game, TABLES.c.status, func.count()).group_by(TABLES.c.game, TABLES.c.status)
        with self._reading() as connection:
            return {(game, status): count for game, status, count in connection.execute(query)}

    def events(self, table: str, since: int = 0) -> list[Event]:
        """A table's events in order, from number `since` on; none if there is no such table."""
        if not TABLE_ID.fullmatch(table):
            return []
        query = select(EVENTS.c.number, EVENTS.c.kind, EVENTS.c.data, EVENTS.c.at)
        query = query.where(EVENTS.c.table_id == table, EVENTS.c.number >= since)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(EVENTS.c.number)).all()
        return [Event(number, kind, json.loads(data), at) for number, kind, data, at in rows]

    def length(self, table: str) -> int:
        """How many events a table has; 0 if there is no such table. Quick."""
        return self.lengths([table]).get(table, 0)

    def lengths(self, tables: Collection[str]) -> dict[str, int]:
        """How many events each of these tables has, without those that are not known."""
        ids = [table for table in tables if TABLE_ID.fullmatch(table)]
        found: dict[str, int] = {}
        with self._reading() as connection:
            for these in batched(ids, MOST_AT_ONCE):
                query = select(TABLES.c.id, TABLES.c.length).where(TABLES.c.id.in_(these))
                found |= {row.id: row.length for row in connection.execute(query)}
        return found

    def secret(self, table: str) -> bytes | None:
        """The secret of a table's dice."""
        if not TABLE_ID.fullmatch(table):
            return None
        with self._reading() as connection:
            secret: bytes | None = connection.scalar(select(TABLES.c.secret).where(TABLES.c.id == table))
        return secret

    def summary(self, table: str) -> Summary | None:
        """A table's summary, or None if there is no such table."""
        if not TABLE_ID.fullmatch(table):
            return None
        with self._reading() as connection:
            row = connection.execute(select(*SUMMARY).where(TABLES.c.id == table)).first()
        return as_summary(*row) if row is not None else None

    def unfinished(self) -> list[str]:
        """The ids of the tables where a game runs, the last changed first."""
        query = select(TABLES.c.id).where(TABLES.c.status == "running").order_by(*NEWEST_FIRST)
        with self._reading() as connection:
            return list(connection.scalars(query))

    def due(self, now: float, limit: int = 50) -> list[str]:
        """The ids of the tables where something was due by this Unix time, the longest overdue first."""
        query = select(TABLES.c.id).where(TABLES.c.due <= now).order_by(TABLES.c.due, TABLES.c.id).limit(limit)
        with self._reading() as connection:
            return list(connection.scalars(query))

    def put_due(self, table: str, due: float | None, length: int) -> None:
        """Say when something is due at a table of so many events; where more have come, they say it."""
        with self._changing() as connection:
            now = TABLES.c.id == table, TABLES.c.length == length
            connection.execute(TABLES.update().where(*now).values(due=due))

    def of_guest(self, guest: str, limit: int = 50) -> list[str]:
        """The ids of the tables that go on and at which a guest sits, the last changed first."""
        query = select(TABLES.c.id).join(SITTING).where(SITTING.c.guest == guest, TABLES.c.status.in_(GOING_ON))
        with self._reading() as connection:
            return list(connection.scalars(query.order_by(*NEWEST_FIRST).limit(limit)))

    def open_tables(self, host: str) -> int:
        """How many tables of a host wait for players."""
        query = select(func.count()).select_from(TABLES).join(SITTING)
        query = query.where(SITTING.c.guest == host, SITTING.c.host.is_(True), TABLES.c.status == "open")
        with self._reading() as connection:
            return int(connection.scalar(query) or 0)

    def listed(self, status: str, public_only: bool = True, limit: int = 50, offset: int = 0) -> list[Summary]:
        """Tables of a status, the last changed first."""
        query = select(*SUMMARY).where(TABLES.c.status == status)
        if public_only:
            query = query.where(TABLES.c.public.is_(True))
        with self._reading() as connection:
            rows = connection.execute(query.order_by(*NEWEST_FIRST).limit(limit).offset(offset)).all()
        return [as_summary(*row) for row in rows]

    def listen(self, heard: Heard, lost: Callable[[], None], seen: Seen = lambda _table, _seats: None) -> None:
        """Hear of what other processes write, until the store is closed; nothing to hear where none can.

        `heard(table, length)` follows each of their commits, in a thread of the store, `seen(table, seats)` their
        `say_seen`. Whenever listening begins, now and after a lost connection, `lost()` is called: some may have been
        missed, so compare `lengths`.
        """
        if self.shared:
            self._listeners.append(Listener(self._engine, self._mark, heard, lost, seen))

    def say_seen(self, seats: Mapping[str, Sequence[int]]) -> None:
        """Tell the other processes at which seats of which tables somebody looks on by way of this one."""
        said = [f"{self._mark}:{table}:{SEATS}{','.join(map(str, some))}" for table, some in seats.items()]
        if self.shared and said:
            with self._changing() as connection:
                connection.execute(NOTIFY, {"said": said})

    # ---- tokens of programs ------------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        """A small transaction of its own, beside the tables' writer."""
        if self._closed:
            raise StoreError(N_("The server is shutting down; nothing was changed."))
        try:
            with writer(self._engine).begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            report(error)
            raise failure(error) from None  # the error may show what was to be kept

    def add_token(self, token: Token) -> None:
        """Keep a new token."""
        with self._changing() as connection:
            connection.execute(TOKENS.insert(), asdict(token))

    def use_token(self, id: str, at: float) -> None:
        """Note that a token was used, at this Unix time."""
        with self._changing() as connection:
            connection.execute(TOKENS.update().where(TOKENS.c.id == id).values(used=at))

    def remove_token(self, guest: str, id: str) -> bool:
        """Forget a token of a guest; was there one?"""
        with self._changing() as connection:
            gone = connection.execute(TOKENS.delete().where(TOKENS.c.guest == guest, TOKENS.c.id == id))
        return gone.rowcount > 0

    def token(self, id: str) -> Token | None:
        """The token with this SHA-256."""
        with self._reading() as connection:
            row = connection.execute(select(TOKENS).where(TOKENS.c.id == id)).first()
        return Token(*row) if row is not None else None

    def tokens_of(self, guest: str) -> list[Token]:
        """A guest's tokens, the newest first."""
        query = select(TOKENS).where(TOKENS.c.guest == guest).order_by(desc(TOKENS.c.created), TOKENS.c.id)
        with self._reading() as connection:
            return [Token(*row) for row in connection.execute(query)]


SUMMARY = (TABLES.c.id, TABLES.c.game, TABLES.c.status, TABLES.c.public, TABLES.c.changed, TABLES.c.data, TABLES.c.due)
NEWEST_FIRST = (desc(TABLES.c.changed), desc(TABLES.c.id))


def as_summary(
    table: str, game: str, status: str, public: bool, changed: float, data: str, due: float | None
) -> Summary:
    """From the columns of `SUMMARY`."""
    return Summary(table, game, status, public, changed, json.loads(data), due)


def batched(ids: Sequence[str], n: int) -> Iterator[Sequence[str]]:
    """The same, up to n at a time."""
    return (ids[i : i + n] for i in range(0, len(ids), n))


def as_json(data: dict[str, Any]) -> str:
    """The text that is kept. Raises TypeError or ValueError for what is no JSON, before anything is written."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def check(
    table: str, first: int, events: Sequence[tuple[str, dict[str, Any]]], summary: Summary, secret: bytes | None
) -> None:
    """Refuse, with a ValueError, an append that could not be read again."""
    if not TABLE_ID.fullmatch(table):
        raise ValueError(f"a table id is 1 to 64 letters, digits, - and _, not {table!r}")
    if summary.table != table:
        raise ValueError(f"the summary is of table {summary.table!r}, the events of {table!r}")
    if summary.status not in STATUSES:
        raise ValueError(f"status {summary.status!r}: expected one of {', '.join(STATUSES)}")
    if not events:
        raise ValueError("no events: a table changes by events only")
    if secret is not None and first != 0:
        raise ValueError("a table's secret is given when it is made and never changes")
