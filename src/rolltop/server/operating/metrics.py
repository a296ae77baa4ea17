"""Numbers about the server for Prometheus, on an address of their own so that no proxy hands them on by accident.

There are no ids, names or addresses of pages in them, and no label takes values that visitors choose.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_
from rolltop.server.operating.meter import Meter
from rolltop.server.operating.pulse import memory

if TYPE_CHECKING:
    from rolltop.server.hall.tables import Tables

try:
    from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
    from prometheus_client.registry import Collector
except ImportError:
    raise RolltopError(N_("metrics need the package prometheus-client: pip install 'rolltop[metrics]'")) from None

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  #: seconds
LAG_EVERY = 0.5  #: seconds between two looks at how late the event loop is
KEPT = 10.0  #: seconds for which the numbers of tables stand


class Metrics(Meter):
    """The numbers of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = self._histogram(
            "rolltop_http_request_seconds",
            "Requests: until the answer was sent; streams: until they ended.",
            ["method", "route", "status"],
        )
        self._commands = self._histogram(
            "rolltop_command_seconds",
            "What people and bots did at tables: until it was durable, or refused for the reason in outcome.",
            ["command", "outcome"],
        )
        self._thinking = self._histogram("rolltop_bot_thinking_seconds", "How long bots took to choose.", ["bot"])
        self._lag = self._histogram("rolltop_event_loop_lag_seconds", "How late the event loop came to what was due.")
        self._newcomers = Counter("rolltop_guests_new", "Answers that gave a visitor a cookie.", registry=self.registry)

    def _histogram(self, name: str, text: str, labels: Iterable[str] = ()) -> Histogram:
        return Histogram(name, text, labels, buckets=BUCKETS, registry=self.registry)

    @contextmanager
    def command(self, name: str) -> Iterator[None]:
        """See Meter."""
        begun, outcome = time.perf_counter(), "failed"
        try:
            yield
            outcome = "done"
        except RolltopError as error:
            outcome = error.code
            raise
        finally:
            self._commands.labels(name, outcome).observe(time.perf_counter() - begun)

    def thought(self, bot: str, seconds: float) -> None:
        """See Meter."""
        self._thinking.labels(bot).observe(seconds)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """See Meter."""
        self._requests.labels(method, route, str(status)).observe(seconds)

    def newcomer(self) -> None:
        """See Meter."""
        self._newcomers.inc()

    @asynccontextmanager
    async def watching(self, tables: "Tables") -> AsyncIterator[None]:
        """Meanwhile the numbers of these tables are here too, and how late the event loop is."""
        tables.meter = self
        looked = Looked(tables)
        self.registry.register(looked)
        lag = asyncio.create_task(self._watch_loop())
        try:
            yield
        finally:
            lag.cancel()
            self.registry.unregister(looked)

    async def _watch_loop(self) -> None:
        while True:
            due = time.perf_counter() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self._lag.observe(max(0.0, time.perf_counter() - due))

    async def text(self) -> str:
        """All of it, as Prometheus reads it."""
        return (await asyncio.to_thread(generate_latest, self.registry)).decode()


class Looked(Collector):
    """What is looked up when somebody asks."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables
        self._counted: dict[tuple[str, str], int] = {}
        self._counted_at = -KEPT

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """See prometheus_client."""
        tables, store, stats = self._tables, self._tables.store, self._tables.store.stats
        yield self._by_status()
        yield gauge("rolltop_tables_in_memory", "Tables that this process has in memory.", tables.n_in_memory)
        yield gauge("rolltop_streams_open", "Live pages and other streams that are open.", tables.n_streams)
        yield gauge("rolltop_bots_about_to_move", "Tables where a bot is about to move.", tables.keeper.driven)
        yield gauge("rolltop_analyses_running", "Analyses that are worked out or wait for it.", tables.analysts.running)
        yield gauge("rolltop_writer_queue", "Requests that wait for the next commit.", store.waiting)
        yield gauge("rolltop_writer_largest_commit", "Most requests in one commit.", stats.largest_commit)
        yield counter("rolltop_writer_commits", "Commits.", stats.commits)
        yield counter("rolltop_writer_appends", "Requests that became durable.", stats.appends)
        yield counter("rolltop_writer_events", "Events that became durable.", stats.events)
        yield counter("rolltop_writer_conflicts", "Requests for which another one was quicker.", stats.conflicts)
        yield counter("rolltop_writer_failures", "Requests that the database did not take.", stats.failures)
        yield gauge("rolltop_memory_bytes", "Resident memory of the process.", memory())
        yield counter("rolltop_cpu_seconds", "Time of the processors that the process took.", time.process_time())

    def _by_status(self) -> Metric:
        if time.monotonic() - self._counted_at > KEPT:
            self._counted, self._counted_at = self._tables.store.counts(), time.monotonic()
        family = GaugeMetricFamily("rolltop_tables", "Tables in the database.", labels=["game", "status"])
        for labels, count in sorted(self._counted.items()):
            family.add_metric(labels, count)
        return family


def gauge(name: str, text: str, value: float) -> Metric:
    """A number that goes up and down."""
    return GaugeMetricFamily(name, text, value)


def counter(name: str, text: str, value: float) -> Metric:
    """A number that only grows."""
    return CounterMetricFamily(name, text, value)
