"""`rolltop simulate` against the bare engine: games of random bots, all that is counted in them, written as Parquet."""

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.rows import CannotMeasure, Goal, Row
from bench.turns import compare
from rolltop.games import shelf
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind
from rolltop.lab.extras import MissingExtra, needs

if TYPE_CHECKING:
    from rolltop.lab.simulate import Work

PLAYERS = 4
SLICE = 0.1  #: seconds of bare play in a slice
CHUNKS = 50  #: of the comparison with Ray


def measure(seconds: float) -> list[Row]:
    """Games a second on one thread, and bytes a game, for each game on the shelf; then two workers of Ray."""
    try:
        needs("lab", "polars")
    except MissingExtra as missing:
        raise CannotMeasure(str(missing)) from None
    kinds = list(shelf.kinds().values())
    rows = [row for kind in kinds for row in against_bare(kind, seconds / (len(kinds) + 1))]
    try:
        needs("cluster", "ray")
    except MissingExtra:
        return rows
    return [*rows, against_ray(kinds[-1])]


def against_bare(kind: Kind, seconds: float) -> list[Row]:
    """One game: the same number of games in turn, with everything and bare."""
    from rolltop.lab.chunks import Worker
    from rolltop.lab.simulate import plan

    worker = Worker(plan(kind.name, ["random"], PLAYERS).job)
    blank, games, lucks = np.zeros(1, kind.game_layout), np.zeros(1, kind.game_layout), seeded(1)

    def bare(n: int) -> int:
        kind.engine.random_playouts(blank, games, worker.job.boxes, lucks, PLAYERS, n)
        return n

    bare(10)
    began = time.thread_time()
    bare(1000)
    n = max(500, int(1000 * SLICE / (time.thread_time() - began)))
    with tempfile.TemporaryDirectory() as folder:

        def whole() -> int:
            chunk = worker.chunk(0, n)
            for name, content in chunk._asdict().items():
                (Path(folder) / f"{name}.parquet").write_bytes(content)
            return n

        # Polars encodes columns in threads of its own: the clock is that of all the process's threads
        speeds = compare(seconds, whole, lambda: bare(n), time.process_time)
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    name = f"{kind.title}, {PLAYERS} random players"
    goal = Goal(least=0.8, of_ratio=True)
    return [
        Row(f"{name}: simulated and written", speeds.ours, "games/s", "bare play", speeds.peer, speeds.ratio, goal),
        Row(f"{name}: bytes a game", size / n, "bytes"),
    ]


def against_ray(kind: Kind) -> Row:
    """The same chunks by two workers of Ray and by two threads, from when the first is there."""
    from rolltop.lab.cluster import by_ray
    from rolltop.lab.simulate import by_threads

    ray, threads = speed(kind, by_ray(None, 2)), speed(kind, by_threads(2))
    return Row(f"{kind.title}: two Ray workers", ray, "games/s", "two threads", threads, ray / threads)


def speed(kind: Kind, work: "Work") -> float:
    """Games a second of some way to work."""
    from rolltop.lab.runs import chunks
    from rolltop.lab.simulate import plan

    job = plan(kind.name, ["random"], PLAYERS).job
    finished = work(job, list(chunks(CHUNKS * job.size, job.size)), lambda games: None)
    next(finished)
    began = time.perf_counter()
    n = sum(job.size for _chunk in finished)
    return n / (time.perf_counter() - began)
