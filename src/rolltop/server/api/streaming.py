"""The stream of a table's events, for one viewer: as server-sent events, or a line of JSON each.

What a viewer is told is worked out once for all streams that tell it.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from weakref import WeakValueDictionary

from rolltop.games.contract import SPECTATOR
from rolltop.games.words import current_language
from rolltop.server.api.bearers import PLAY, Bearer, Revocations, is_valid
from rolltop.server.api.happening import Retold
from rolltop.server.hall.table import CLOSED, OVER
from rolltop.server.hall.tables import Tables
from rolltop.server.storage.store import StoreError
from rolltop.server.web.live import HEARTBEAT, RETRY

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
LOOKED_AFTER = 2.0  #: seconds for which a token that was valid is believed to be so, unless it is revoked here
AT_ONCE = 50  #: events after which others get their turn, while a long history is told

Told = tuple[int, str]  #: the number of an event, and the event as JSON


class Chronicle:
    """All that a viewer has been told of a table: event n is `lines[n - 1]`."""

    def __init__(self, table_id: str, viewer: int, with_words: bool) -> None:
        self.lines: list[str] = []
        self.before_start = 0  # events before the game started: every viewer is told the same
        self._retold = Retold(table_id, viewer, with_words)
        self._lock = asyncio.Lock()

    async def catch_up(self, tables: Tables, length: int) -> None:
        """Tell what has happened, if the table has had so many events. Raises StoreError."""
        async with self._lock:
            if self._retold.length >= length:
                return
            events = await tables.read(tables.store.events, self._retold.id, self._retold.length)
            for number, event in enumerate(events, 1):
                told = self._retold.tell(event)
                if told is not None:
                    self.lines.append(told.model_dump_json(exclude_unset=True))
                if self._retold.game is None:
                    self.before_start = len(self.lines)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)


class Streams:
    """The chronicles that open streams tell from."""

    def __init__(self, tables: Tables, revocations: Revocations) -> None:
        self._tables = tables
        self._revocations = revocations
        self._chronicles: WeakValueDictionary[tuple[str, int, bool, str], Chronicle] = WeakValueDictionary()

    def chronicle(self, table_id: str, viewer: int, with_words: bool) -> Chronicle:
        """What a viewer is told, in the language of the current context."""
        key = (table_id, viewer, with_words, current_language() if with_words else "")
        found = self._chronicles.get(key)
        if found is None:
            found = self._chronicles[key] = Chronicle(table_id, viewer, with_words)
        return found

    async def happenings(
        self, bearer: Bearer, table_id: str, after: int, *, follow: bool, words: bool
    ) -> AsyncIterator[Told | None]:
        """What a viewer is told from event `after` on; None from time to time, as a sign of life.

        Ends when the game is over and told, when the token is revoked, when the server stops, and when the seat is
        moved to another device in the middle of a game: then somebody else is told of other events. Without `follow` it
        ends with what there is.
        """
        tables = self._tables
        viewer = (await tables.find(table_id)).seat_of(bearer.guest)
        chronicle, looked = self.chronicle(table_id, viewer, words), time.monotonic()
        present = viewer if bearer.token.may == PLAY and follow else SPECTATOR
        with self._revocations.watch(bearer.token, table_id) as watch:
            async with tables.watching(table_id, present):
                while not tables.closing.is_set():
                    news = tables.news(table_id)
                    if time.monotonic() - looked > LOOKED_AFTER:
                        looked = time.monotonic()
                        watch.revoked |= not is_valid(await tables.read(tables.store.token, bearer.token.id))
                    table = await tables.find(table_id)
                    seat = table.seat_of(bearer.guest)
                    if watch.revoked or (seat != viewer and after > chronicle.before_start):
                        return
                    if seat != viewer:
                        viewer, chronicle = seat, self.chronicle(table_id, seat, words)
                    await chronicle.catch_up(tables, table.length)
                    while after < len(chronicle.lines) and not watch.revoked:
                        after += 1
                        yield after, chronicle.lines[after - 1]
                    if watch.revoked or not follow or table.status in (OVER, CLOSED):
                        return
                    try:
                        await asyncio.wait_for(news.wait(), HEARTBEAT)
                    except TimeoutError:
                        yield None


async def written(events: AsyncIterator[Told | None], media_type: str) -> AsyncIterator[bytes]:
    """The stream's bytes."""
    if media_type == SSE:
        yield f"retry: {RETRY}\n\n".encode()
    with suppress(StoreError):  # the program comes back
        async for told in events:
            if told is None:
                yield b": still here\n\n" if media_type == SSE else b"\n"
            else:
                number, data = told
                yield (f"id: {number}\ndata: {data}\n\n" if media_type == SSE else f"{data}\n").encode()
