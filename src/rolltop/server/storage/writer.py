"""Putting what happened into the database: many requests in one transaction, each answered on its own.

Other processes may write to the same database. Whose event is not the next one of its table conflicts; this is decided
under a lock on the table's row, or, for a table that both are about to make, by the events' primary key.
"""

import asyncio
import logging
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from rolltop.games.words import N_
from rolltop.server.storage.causes import StoreError, Unsure, cause, detail, is_lost, is_passing
from rolltop.server.storage.database import writer
from rolltop.server.storage.schema import events as EVENTS
from rolltop.server.storage.schema import sitting as SITTING
from rolltop.server.storage.schema import tables as TABLES

log = logging.getLogger("rolltop.store")

PATIENCE = 5.0  #: seconds in which a database that is away may come back before those who wait are told
SETTLING = 30.0  #: the same while it is unknown whether a commit was done
PAUSES = (0.0, 0.01, 0.03, 0.1, 0.3)  #: seconds before the next try; the last goes on
CHANNEL = "rolltop"  #: of NOTIFY; what is said is `mark of the process:table:length`
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(CAST(:said AS text[])) AS said")


class Conflict(Exception):
    """The table's next event is not the one that was to be written: somebody else was faster, or a gap would appear."""

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"event {number} is not the next one of table {table}")
        self.table = table
        self.number = number


@dataclass
class Stats:
    """What the writer has done since the store was opened."""

    commits: int = 0
    appends: int = 0
    events: int = 0
    conflicts: int = 0
    failures: int = 0
    largest_commit: int = 0  # appends


@dataclass(eq=False)
class Append:
    """A request on its way to the writer, with the future that its caller waits for."""

    table: str
    first: int
    events: list[dict[str, Any]]  # rows of EVENTS
    summary: dict[str, Any]  # row of TABLES
    sitting: list[dict[str, Any]] | None  # rows of SITTING, if they are others than before
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None] = field(init=False)
    unsure: bool = False  # it may have been written: the connection was lost during the commit

    def __post_init__(self) -> None:
        self.done = self.loop.create_future()

    @property
    def end(self) -> int:
        """The number after its last event's."""
        return self.first + len(self.events)


Answer = Conflict | StoreError | None  #: to a request; None: it is durable


class Writer:
    """Puts requests into the database, many in one transaction.

    Where others write too, they are told of each commit; `mark` says whose it was.
    """

    def __init__(self, engine: Engine, stats: Stats, mark: str) -> None:
        self._engine = writer(engine)
        self._stats = stats
        self._mark = mark
        self._is_away = False  # was the database out of reach when it was last tried?
        self._notifies = engine.dialect.name == "postgresql"
        insert: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[engine.dialect.name]
        new = insert(TABLES)
        kept = ("id", "secret")
        changes = {column.name: column for column in new.excluded if column.name not in kept}
        self._put_tables = new.on_conflict_do_update(index_elements=[TABLES.c.id], set_=changes)
        self._put_events = EVENTS.insert()

    def write(self, requests: Sequence[Append]) -> list[Answer]:
        """Write what can be written and answer each request."""
        answers = self._together(requests)
        taken = [request for request, answer in zip(requests, answers, strict=True) if answer is None]
        self._stats.appends += len(taken)
        self._stats.events += sum(len(request.events) for request in taken)
        self._stats.conflicts += sum(isinstance(answer, Conflict) for answer in answers)
        self._stats.failures += sum(isinstance(answer, StoreError) for answer in answers)
        return answers

    def _together(self, requests: Sequence[Append]) -> list[Answer]:
        """In one transaction; if that is refused, each on its own, so that none suffers for another."""
        try:
            answers = self._persistently(requests)
        except Exception as error:  # whatever it is, those who wait must hear of it, and the thread goes on
            if self._is_away or len(requests) == 1:
                report(error)
                return [failure(error, request.unsure) for request in requests]
            return [answer for request in requests for answer in self._together([request])]
        taken = answers.count(None)
        self._stats.commits += taken > 0
        self._stats.largest_commit = max(self._stats.largest_commit, taken)
        return answers

    def _persistently(self, requests: Sequence[Append]) -> list[Answer]:
        """In one transaction, tried again for as long as that may help. Raises what the database said last."""
        begun = time.monotonic()
        patience = 0.0 if self._is_away else PATIENCE
        tries = 0
        while True:
            try:
                return self._once(requests)
            except Exception as error:
                waited = time.monotonic() - begun
                unsure = any(request.unsure for request in requests)
                if not is_passing(error) or waited > (SETTLING if unsure else patience):
                    raise
                log.info("trying to write once more: %s", detail(error))
            time.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    def _once(self, requests: Sequence[Append]) -> list[Answer]:
        has_begun = is_ending = False
        try:
            with self._engine.begin() as connection:
                has_begun = True
                answers = self._put(connection, requests)
                is_ending = True
        except Exception as error:
            self._is_away = not has_begun or is_lost(error)
            if is_ending and is_lost(error):
                for request, answer in zip(requests, answers, strict=True):
                    request.unsure |= answer is None
            raise
        self._is_away = False
        return answers

    def _put(self, connection: Connection, requests: Sequence[Append]) -> list[Answer]:
        """Write those requests whose first event is the next one of their table; the others conflict."""
        lengths = lengths_of(connection, {request.table for request in requests})
        answers: list[Answer] = []
        tables: dict[str, dict[str, Any]] = {}
        events: list[dict[str, Any]] = []
        sitting: dict[str, list[dict[str, Any]]] = {}
        for request in requests:
            if request.unsure and is_there(connection, request):
                answers.append(None)
                continue
            if request.first != lengths.get(request.table, 0):
                answers.append(Conflict(request.table, request.first))
                continue
            answers.append(None)
            lengths[request.table] = request.end
            secret = tables.get(request.table, request.summary)["secret"]
            tables[request.table] = {**request.summary, "secret": secret}
            events += request.events
            if request.sitting is not None:
                sitting[request.table] = request.sitting
        if events:
            # In the order of their ids, as they are locked: two processes never wait for each other.
            connection.execute(self._put_tables, [tables[table] for table in sorted(tables)])
            connection.execute(self._put_events, events)
            put_sitting(connection, sitting)
            if self._notifies:
                connection.execute(NOTIFY, {"said": [f"{self._mark}:{table}:{lengths[table]}" for table in tables]})
        return answers


def lengths_of(connection: Connection, ids: Collection[str]) -> dict[str, int]:
    """How many events the known ones of these tables have; where others write too, they wait until we have written."""
    found = select(TABLES.c.id, TABLES.c.length).where(TABLES.c.id.in_(sorted(ids))).order_by(TABLES.c.id)
    return {row.id: row.length for row in connection.execute(found.with_for_update())}


def put_sitting(connection: Connection, sitting: dict[str, list[dict[str, Any]]]) -> None:
    """Who sits at these tables from now on."""
    if sitting:
        connection.execute(SITTING.delete().where(SITTING.c.table_id.in_(sorted(sitting))))
    if rows := [row for seated in sitting.values() for row in seated]:
        connection.execute(SITTING.insert(), rows)


def is_there(connection: Connection, request: Append) -> bool:
    """Has the very same been written?"""
    numbers = EVENTS.c.number.between(request.first, request.end - 1)
    found = select(EVENTS).where(EVENTS.c.table_id == request.table, numbers).order_by(EVENTS.c.number)
    return [dict(row) for row in connection.execute(found).mappings()] == request.events


def report(error: Exception) -> None:
    """Tell the operator."""
    log.error("writing failed: %s", detail(error), exc_info=not isinstance(error, SQLAlchemyError))


def failure(error: Exception, unsure: bool = False) -> StoreError:
    """The answer to a request that the database did not take."""
    if unsure:
        message = N_("It cannot be told whether this was saved: %(cause)s. Look again before you try once more.")
        return Unsure(message, cause=cause(error))
    return StoreError(N_("This could not be saved: %(cause)s. Nothing was changed; try again."), cause=cause(error))


# ---- answering -------------------------------------------------------------------------------------------------------


def tell(requests: Sequence[Append], answers: Sequence[Answer]) -> None:
    """Give the callers their answers, each event loop all of its own at once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[None], Answer]]] = {}
    for request, answer in zip(requests, answers, strict=True):
        by_loop.setdefault(request.loop, []).append((request.done, answer))
    for loop, told in by_loop.items():
        try:
            loop.call_soon_threadsafe(settle, told)
        except RuntimeError:  # the loop is closed: nobody waits any more
            log.debug("%d answers came too late", len(told))


def settle(told: Sequence[tuple[asyncio.Future[None], Answer]]) -> None:
    """In the event loop: wake those who still wait."""
    for done, answer in told:
        if done.done():
            continue
        if answer is None:
            done.set_result(None)
        else:
            done.set_exception(answer)
