"""How a server process is: what it has done lately, how late it is, and what memory it takes."""

import asyncio
import resource
import sys
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rolltop.server.hall.tables import Tables

EVERY = 5.0  #: seconds between two beats
MINUTE = 60.0
PAGE = resource.getpagesize()


@dataclass(frozen=True)
class Beat:
    """How it was at a time of `time.monotonic`."""

    at: float
    changes: int  # that have become durable since the start
    lag: float  # seconds


class Pulse:
    """Of the last minute."""

    def __init__(self) -> None:
        self.begun = time.time()
        self._beats: deque[Beat] = deque([Beat(time.monotonic(), 0, 0.0)], maxlen=int(MINUTE / EVERY) + 1)

    @asynccontextmanager
    async def beating(self, tables: "Tables") -> AsyncIterator[None]:
        """Meanwhile it is felt."""
        task = asyncio.create_task(self._beat(tables))
        try:
            yield
        finally:
            task.cancel()

    async def _beat(self, tables: "Tables") -> None:
        while True:
            due = time.monotonic() + EVERY
            await asyncio.sleep(EVERY)
            now = time.monotonic()
            self._beats.append(Beat(now, tables.store.stats.appends, max(0.0, now - due)))

    def changes_a_minute(self, changes: int) -> float:
        """How many changes of tables there were, `changes` being those since the start."""
        first = self._beats[0]
        return (changes - first.changes) / max(EVERY, time.monotonic() - first.at) * MINUTE

    @property
    def lag(self) -> float:
        """How late the event loop came at worst, in seconds."""
        return max(beat.lag for beat in self._beats)


def memory() -> int:
    """Bytes of this process that are in memory."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * PAGE
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
