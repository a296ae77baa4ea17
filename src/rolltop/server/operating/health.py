"""Is the server alive, and may it be sent requests? For proxies, systemd and container hosts."""

import asyncio
import time
from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from rolltop.server.storage.store import StoreError

router = APIRouter()

PATIENCE = 2.0  #: seconds in which the database must answer
KEPT = 1.0  #: seconds for which its answer stands, however often somebody asks
NEVER = {"cache-control": "no-store"}


class Database:
    """Can the database be read and written? Asked of it by one thread at a time."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._asked = -KEPT
        self._asking: asyncio.Task[None] | None = None

    async def reason(self) -> str:
        """Why it cannot be used; empty if it can."""
        if self._asking is None or (self._asking.done() and time.monotonic() - self._asked > KEPT):
            self._asked = time.monotonic()
            self._asking = asyncio.create_task(asyncio.to_thread(self._check))
        done, _pending = await asyncio.wait([self._asking], timeout=PATIENCE)
        if not done:
            return "the database does not answer"
        error = self._asking.exception()
        return str(error) if isinstance(error, StoreError) else ("the database cannot be asked" if error else "")


@router.get("/health", include_in_schema=False)
async def health() -> Response:
    """The event loop answers: the process need not be started again."""
    return PlainTextResponse("ok\n", headers=NEVER)


@router.get("/ready", include_in_schema=False)
async def ready(request: Request) -> Response:
    """Requests may come: all is compiled, the database can be read and written, and the server is not about to stop."""
    house = request.app.state.house
    reason = "the server is about to stop" if house.tables.closing.is_set() else await house.database.reason()
    return PlainTextResponse(f"{reason or 'ready'}\n", 503 if reason else 200, headers=NEVER)
