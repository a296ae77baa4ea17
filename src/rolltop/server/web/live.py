"""Live pages: a stream of server-sent events that carries the viewer's whole page whenever it has changed.

The page is made when it is sent, so a slow viewer skips to the newest, and a viewer who comes back gets it at once.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack

from rolltop.server.hall.table import Table
from rolltop.server.hall.tables import NoSuchTable, Tables
from rolltop.server.storage.store import StoreError

HEARTBEAT = 15.0  #: seconds between signs of life, so that dead connections are noticed
RETRY = 1000  #: milliseconds after which a browser connects again


def sse(data: str, event: str, number: str) -> bytes:
    """One server-sent event."""
    lines = "".join(f"data: {line}\n" for line in data.split("\n"))
    return f"event: {event}\nid: {number}\n{lines}\n".encode()


async def stream(
    tables: Tables, table_id: str, guest_id: str, have: str, render: Callable[[Table], Awaitable[str]]
) -> AsyncGenerator[bytes]:
    """The events of one viewer; `have` is the version of the page the browser shows."""
    yield f"retry: {RETRY}\n\n".encode()
    seat, fresh = (await tables.find(table_id)).seat_of(guest_id), True
    async with AsyncExitStack() as watched:
        await watched.enter_async_context(tables.watching(table_id, seat))
        while not tables.closing.is_set():
            news = tables.news(table_id)
            try:
                table = await tables.find(table_id, fresh=fresh)
            except (NoSuchTable, StoreError):
                return  # the browser comes back
            if table.seat_of(guest_id) != seat:  # sat down, or the seat is on another device now
                await watched.aclose()
                seat, have = table.seat_of(guest_id), ""
                await watched.enter_async_context(tables.watching(table_id, seat))
            version = page_version(table, seat)
            if version != have:
                have = version
                yield sse(await render(table), "page", version)
            try:
                await asyncio.wait_for(news.wait(), HEARTBEAT)
                fresh = False
            except TimeoutError:
                yield b": still here\n\n"
                fresh = True  # should news of another process have been lost


def page_version(table: Table, seat: int) -> str:
    """What changes exactly when this viewer's page changes: others' early decisions do not show in it."""
    away = "".join(str(other) for other in range(len(table.seats)) if other != seat and table.presence.away(other))
    advice = table.advice_now(seat)
    if table.kept_waiting(time.time()) >= 0:
        away += "w"
    return f"{table.versions.get(seat, 0)}-{away}" + (f"-{advice.mark}" if advice is not None else "")
