"""Hearing, over PostgreSQL's NOTIFY, of what other processes have written."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine

from rolltop.server.storage.causes import detail
from rolltop.server.storage.writer import CHANNEL

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger("rolltop.store")

Heard = Callable[[str, int], None]
Seen = Callable[[str, list[int]], None]

SEATS = "seats "  #: begins what is said of who looks on, rather than of a commit
PAUSE = 0.5  #: seconds between attempts to connect
POLL = 0.2  #: seconds until a listener notices that it is to end


class Listener:
    """A thread that listens until it is stopped, and connects anew whenever the connection is lost.

    `heard(table, length)` is called for commits of others than `mark`, `seen(table, seats)` for seats whose players
    look on by way of others; `lost()` each time listening begins, for what was said before may have been missed.
    """

    def __init__(self, engine: Engine, mark: str, heard: Heard, lost: Callable[[], None], seen: Seen) -> None:
        self._engine = engine
        self._mark = mark
        self._heard = heard
        self._lost = lost
        self._seen = seen
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen_on, name="rolltop-listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for it."""
        self._ended.set()
        self._thread.join()

    def _listen_on(self) -> None:
        while not self._ended.is_set():
            try:
                with listening(self._engine) as connection:
                    self._call(self._lost)
                    while not self._ended.is_set():
                        for notice in connection.notifies(timeout=POLL):
                            self._take(notice.payload)
            except Exception as error:  # the database is away, or something is wrong: it must not end for that
                log.warning("not listening to the database for now: %s", detail(error))
                self._ended.wait(PAUSE)

    def _take(self, payload: str) -> None:
        mark, _, rest = payload.partition(":")
        table, _, news = rest.partition(":")
        if mark == self._mark:
            return
        if news.isdecimal():
            self._call(self._heard, table, int(news))
        elif news.startswith(SEATS):
            self._call(
                self._seen, table, [int(seat) for seat in news.removeprefix(SEATS).split(",") if seat.isdecimal()]
            )

    def _call(self, callback: Callable[..., None], *arguments: Any) -> None:
        try:
            callback(*arguments)
        except Exception:
            log.exception("hearing of a commit failed")


@contextlib.contextmanager
def listening(engine: Engine) -> Iterator["psycopg.Connection"]:
    """A connection beside the pool's that hears all that is said."""
    pooled = engine.raw_connection()
    connection: Any = pooled.driver_connection
    pooled.detach()
    with contextlib.closing(connection):
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        yield connection
