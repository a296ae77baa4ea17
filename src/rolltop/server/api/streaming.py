"""The stream of a table's events, for one viewer: as server-sent events, or a line of JSON each."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress

from rolltop.games.contract import SPECTATOR
from rolltop.server.api.bearers import PLAY, Bearer, Revocations, Watch, is_valid
from rolltop.server.api.happening import Retold
from rolltop.server.api.models import Told
from rolltop.server.live import HEARTBEAT, RETRY
from rolltop.server.store import StoreError
from rolltop.server.table import CLOSED, OPEN, OVER
from rolltop.server.tables import Tables

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
LOOKED_AFTER = 2.0  #: seconds for which a token that was valid is believed to be so, unless it is revoked here
AT_ONCE = 50  #: events after which others get their turn, while a long history is told


async def happenings(
    tables: Tables, revocations: Revocations, bearer: Bearer, table_id: str, after: int, *, follow: bool, words: bool
) -> AsyncIterator[Told | None]:
    """What a viewer is told from event `after` on; None from time to time, as a sign of life.

    Ends when the game is over and told, when the token is revoked, when the server stops, and when the seat is moved
    to another device in the middle of a game: then somebody else is told of other events. Without `follow` it ends
    with what there is.
    """
    table = await tables.find(table_id)
    retold = Retold(table_id, table.seat_of(bearer.guest), words)
    present = retold.viewer if bearer.token.may == PLAY and follow else SPECTATOR
    looked = time.monotonic()
    with revocations.watch(bearer.token, table_id) as watch:
        async with tables.watching(table_id, present):
            while not tables.closing.is_set():
                news = tables.news(table_id)
                if time.monotonic() - looked > LOOKED_AFTER:
                    looked = time.monotonic()
                    watch.revoked |= not is_valid(await tables.read(tables.store.token, bearer.token.id))
                table = await tables.find(table_id)
                if table.length > retold.length and not watch.revoked:
                    async for told in catch_up(tables, retold, watch, bearer.guest):
                        if told.event > after:
                            yield told
                if watch.revoked or not follow or is_told(retold, table.length):
                    return
                try:
                    await asyncio.wait_for(news.wait(), HEARTBEAT)
                except TimeoutError:
                    yield None


async def catch_up(tables: Tables, retold: Retold, watch: Watch, guest: str) -> AsyncIterator[Told]:
    """What has happened since; if it makes the viewer another one, `watch` is at its end."""
    for number, event in enumerate(await tables.read(tables.store.events, retold.id, retold.length), 1):
        told = retold.tell(event)
        if told is not None:
            yield told
        seat = retold.seat_of(guest)
        if seat != retold.viewer:
            watch.revoked |= retold.status != OPEN
            retold.viewer = seat  # before the start everybody is told the same
        if watch.revoked:
            return
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)


def is_told(retold: Retold, length: int) -> bool:
    """Is there nothing more to come?"""
    return retold.status in (OVER, CLOSED) and retold.length >= length


async def written(events: AsyncIterator[Told | None], media_type: str) -> AsyncIterator[bytes]:
    """The stream's bytes."""
    if media_type == SSE:
        yield f"retry: {RETRY}\n\n".encode()
    with suppress(StoreError):  # the program comes back
        async for told in events:
            if told is None:
                yield b": still here\n\n" if media_type == SSE else b"\n"
                continue
            data = told.model_dump_json(exclude_unset=True)
            yield (f"id: {told.event}\ndata: {data}\n\n" if media_type == SSE else f"{data}\n").encode()
