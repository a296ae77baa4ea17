"""Several processes at one socket: started, watched, and replaced one after the other without losing a request.

The supervisor holds the listening socket, so that a connection waits in the kernel while no process takes it, and never
meets a closed door. SIGTERM ends all; SIGHUP puts a new process in each one's place (with the code that lies on the
disk then): first the new one answers, then the old one stops taking connections, ends its streams, finishes what it
does, and goes.
"""

import asyncio
import contextlib
import json
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rolltop.games.errors import RolltopError
from rolltop.games.words import N_
from rolltop.server.app import Settings, database_address
from rolltop.server.operating import systemd
from rolltop.server.operating.logs import Logs
from rolltop.server.operating.scraping import merged, sample, serve_metrics

log = logging.getLogger("rolltop.workers")

PROGRAM = (sys.executable, "-m", "rolltop.server.operating.worker")
PATIENCE = 20.0  #: seconds a worker has to end before it is killed
ANSWERS_WITHIN = 2.0  #: seconds for its numbers
LONGEST_LINE = 2**24  #: bytes that a worker says at once
STEADY = 10.0  #: seconds after which a worker that dies is no sign of a lasting trouble
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0  #: seconds before a worker that died is started again; doubled each time


class Worker:
    """One process."""

    def __init__(self, slot: int, process: asyncio.subprocess.Process, control: socket.socket) -> None:
        self.slot = slot
        self.process = process
        self.begun = time.monotonic()
        self.refusal = ""  # why it would not serve
        self._control = control
        self._metrics: asyncio.Future[str] | None = None
        self._ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._listening = asyncio.ensure_future(self._listen())

    def __str__(self) -> str:
        return f"worker {self.slot + 1} (process {self.process.pid})"

    async def _listen(self) -> None:
        reader, self._writer = await asyncio.open_connection(sock=self._control, limit=LONGEST_LINE)
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                said = json.loads(line)
                self.refusal = said.get("refused", self.refusal)
                if said.get("ready") and not self._ready.done():
                    self._ready.set_result(True)
                if self._metrics is not None and not self._metrics.done():
                    self._metrics.set_result(said.get("metrics", ""))
        if not self._ready.done():
            self._ready.set_result(False)

    async def is_ready(self) -> bool:
        """Wait until it answers; False if it ended instead."""
        return await asyncio.shield(self._ready)

    async def metrics(self) -> str:
        """Its numbers; empty if it does not tell them now."""
        if not self._ready.done() or self.process.returncode is not None:
            return ""
        if self._metrics is None or self._metrics.done():
            self._metrics = asyncio.get_running_loop().create_future()
            self._writer.write(b"metrics\n")
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self._metrics), ANSWERS_WITHIN)
        return ""

    async def ended(self) -> int:
        """Wait until it has ended: its exit status."""
        status = await self.process.wait()
        await self._listening
        self._writer.close()
        return status

    async def stop(self) -> None:
        """Let it finish what it does, and end."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(asyncio.shield(self.process.wait()), PATIENCE)
        except TimeoutError:
            log.warning("%s does not end, and is killed", self)
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        await self.ended()


class Supervisor:
    """Keeps so many workers running."""

    def __init__(
        self,
        listening: socket.socket,
        data: Path,
        settings: Settings,
        n_workers: int,
        ready: Callable[[], None],
        scraped: socket.socket | None,
        logs: Logs,
    ) -> None:
        check(database_address(data, settings.get("database")))
        self._listening = listening
        self._data = data
        self._settings = settings
        self._n_workers = n_workers
        self._ready = ready
        self._scraped = scraped
        self._logs = logs
        self._deaths = 0
        self._placed: dict[int, Worker] = {}
        self._alive: set[Worker] = set()
        self._rolling = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT. Raises RolltopError if the first worker cannot serve."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        loop.add_signal_handler(signal.SIGHUP, lambda: self._do(self._roll()))
        self._do(self._serve(stop))
        if self._scraped is not None:
            self._do(serve_metrics(self._scraped, self._metrics))
        await stop.wait()
        systemd.notify("STOPPING=1")
        for task in self._tasks:
            task.cancel()
        outcomes = await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._alive))
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _serve(self, stop: asyncio.Event) -> None:
        """The first worker alone, which compiles what is to be compiled; then all."""
        try:
            first = self._placed[0] = await self._start(0)
            if not await first.is_ready():
                why = first.refusal or f"exit status {await first.ended()}"
                raise RolltopError(N_("the server could not be started: %(why)s"), why=why)
            self._ready()
            await asyncio.gather(*(self._keep(slot) for slot in range(self._n_workers)))
        finally:
            stop.set()

    async def _start(self, slot: int) -> Worker:
        ours, theirs = socket.socketpair()
        settings = {**self._settings, "prepare": self._settings.get("prepare", False) and slot == 0}
        fd = self._listening.fileno()
        asked = {"data": str(self._data), "fd": fd, "settings": settings, "logs": asdict(self._logs)}
        ours.sendall(json.dumps(asked).encode() + b"\n")
        with theirs:
            # A session of its own: Ctrl-C at the terminal is for the supervisor alone.
            process = await asyncio.create_subprocess_exec(
                *PROGRAM, stdin=theirs.fileno(), pass_fds=[fd], start_new_session=True
            )
        worker = Worker(slot, process, ours)
        self._alive.add(worker)
        return worker

    async def _keep(self, slot: int) -> None:
        """See to it that a place is never empty for long."""
        pause = FIRST_PAUSE
        while True:
            worker = self._placed.get(slot)
            if worker is None:
                worker = self._placed[slot] = await self._start(slot)
            status = await worker.ended()
            self._alive.discard(worker)
            if self._placed.get(slot) is not worker:
                continue  # another one has its place
            del self._placed[slot]
            self._deaths += 1
            pause = FIRST_PAUSE if time.monotonic() - worker.begun > STEADY else min(2 * pause, LONGEST_PAUSE)
            why = worker.refusal or f"exit status {status}"
            log.error("%s has ended (%s); another one is started in %.1f s", worker, why, pause)
            await asyncio.sleep(pause)

    async def _metrics(self) -> str:
        """What all workers tell, and how they are."""
        workers = list(self._placed.values())
        told = await asyncio.gather(*(worker.metrics() for worker in workers))
        texts = {str(worker.slot + 1): text for worker, text in zip(workers, told, strict=True)}
        return (
            merged(texts)
            + sample("rolltop_workers", "gauge", len(workers))
            + sample("rolltop_worker_deaths_total", "counter", self._deaths)
        )

    async def _roll(self) -> None:
        """Put a new worker in each one's place, one after the other; if a new one does not start, the old ones stay."""
        async with self._rolling:
            systemd.notify("RELOADING=1")
            for slot in range(self._n_workers):
                new = await self._start(slot)
                if not await new.is_ready():
                    status = await new.ended()
                    self._alive.discard(new)
                    why = new.refusal or f"exit status {status}"
                    log.error("%s could not be started (%s); the old ones stay", new, why)
                    break
                old, self._placed[slot] = self._placed.get(slot), new
                if old is not None:
                    await old.stop()
                    self._alive.discard(old)
            else:
                log.warning("all %d workers are new", self._n_workers)
            systemd.notify("READY=1")


def check(database: str) -> None:
    """Raise RolltopError if this database is not for several processes."""
    if not database.startswith("postgresql"):
        raise RolltopError(
            N_(
                "several workers need a PostgreSQL database that they share: give its address with --database, such as"
                " postgresql:///rolltop, or leave --workers out"
            )
        )
