"""Chunks as tasks of Ray, on this machine or on a cluster: the same files, whoever makes them.

A chunk follows from the job and its number alone. So Ray may run a task again when the worker that had it dies.
"""

import io
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from itertools import islice
from typing import Any

from rolltop.games.words import N_
from rolltop.lab.chunks import Chunk, Job, Worker
from rolltop.lab.runs import BadRun
from rolltop.lab.simulate import LOOK, Moved, Work, cores

RETRIES = 5  #: how often a chunk is begun again when workers die
AT_ONCE = 2  #: chunks under way, a processor
PATIENCE = 5.0  #: seconds until a cluster must have answered
HERE = "127.0.0.1"  #: a cluster that is started here is nobody else's business
MEMORY = 200 * 2**20  #: for what is on its way between processes; a chunk is far below a megabyte


def by_ray(address: str | None, n_workers: int | None) -> Work:
    """Work by the cluster at an address, or by one of so many workers (None: a processor each) that is started here."""

    def work(job: Job, todo: list[tuple[int, int]], moved: Moved) -> Iterator[tuple[int, Chunk]]:
        with cluster(address, n_workers) as ray:
            play = ray.remote(num_cpus=1, max_retries=RETRIES)(play_chunk)
            told, code = ray.put(job), job.code
            left, running, played = iter(todo), dict[Any, tuple[int, int]](), 0
            while True:
                room = AT_ONCE * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(running)
                running |= {play.remote(told, code, *each): each for each in islice(left, room)}
                if not running:
                    return
                for task in ray.wait(list(running), timeout=LOOK)[0]:
                    number, n = running.pop(task)
                    played += n
                    moved(played)
                    yield number, result(ray, task)

    return work


def result(ray: Any, task: Any) -> Chunk:
    """What a task has brought. Raises BadRun if its workers have died again and again."""
    try:
        chunk: Chunk = ray.get(task)
    except ray.exceptions.WorkerCrashedError:
        raise BadRun(N_("the cluster: workers died %(n)s times over the same games"), n=RETRIES + 1) from None
    return chunk


@contextmanager
def cluster(address: str | None, n_workers: int | None) -> Iterator[Any]:
    """Ray, connected. Raises BadRun if nobody answers at the address."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of a future change
    import ray

    setting: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        setting |= {"address": "local", "num_cpus": n_workers or cores(), "object_store_memory": MEMORY}
        setting |= {"include_dashboard": False, "_node_ip_address": HERE}
    else:
        check_that_somebody_answers(address)
    ray.init(**setting)
    with redirect_stdout(io.StringIO()):  # Ray prints there which workers have died
        try:
            yield ray
        finally:
            ray.shutdown()


def check_that_somebody_answers(address: str) -> None:
    """Raise BadRun if nobody does: Ray itself would try for minutes."""
    host, _colon, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise BadRun(N_("no cluster at %(address)s: %(error)s"), address=address, error=error) from None


# ---- on the worker ---------------------------------------------------------------------------------------------------


def play_chunk(job: Job, code: str, number: int, n: int) -> Chunk:
    """The first `n` games of a chunk. Raises BadRun if the program here is another than that of the run."""
    if job.code != code:
        raise BadRun(N_("the cluster: its workers have another version of Rolltop, Numba or NumPy"))
    return worker(job).chunk(number, n)


@cache
def worker(job: Job) -> Worker:
    """This process's worker for a job."""
    return Worker(job)
