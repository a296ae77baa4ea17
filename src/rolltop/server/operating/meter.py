"""What the server tells of its work to whoever counts it; usually nobody does, see `metrics`."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rolltop.server.hall.tables import Tables


class Meter:
    """Counts nothing."""

    @contextmanager
    def command(self, name: str) -> Iterator[None]:
        """Around what somebody does at a table, until it is durable or refused."""
        yield

    def thought(self, bot: str, seconds: float) -> None:
        """A bot has chosen a move."""

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered; by the template of its route."""

    def newcomer(self) -> None:
        """Somebody came without a cookie of ours."""

    async def text(self) -> str:
        """All that was counted, as Prometheus reads it."""
        return ""

    @asynccontextmanager
    async def watching(self, tables: "Tables") -> AsyncIterator[None]:
        """Meanwhile the work of these tables is counted."""
        yield
