"""Many games, chunk by chunk, by threads here or by the workers of a cluster."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rolltop.bots.levels import check
from rolltop.games import shelf
from rolltop.games.errors import BadOption
from rolltop.games.options import complete
from rolltop.games.words import N_
from rolltop.lab.chunks import Chunk, Job, Worker
from rolltop.lab.runs import Run, Store, alone, open_run, setup_of

LOOK = 0.1  #: seconds between two looks at how far the work is
USUAL_BOT, USUAL_PLAYERS = "sensible", 4

Moved = Callable[[float], None]  #: is told how many games there are


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    job: Job
    options: dict[str, str]
    games: int


def plan(
    game: str,
    bots: Sequence[str] = (),
    players: int | None = None,
    games: int = 10_000,
    edition: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Plan:
    """What was asked for: one bot for all players, or one for each. Raises BadOption and BadEdition."""
    kind = shelf.kind(game)
    bots = bots or [USUAL_BOT]
    for name in bots:
        check(name)
    usual = len(bots) if len(bots) > 1 else min(USUAL_PLAYERS, kind.players[-1])
    n_players = usual if players is None else players
    kind.check_players(n_players)
    if len(bots) not in (1, n_players):
        raise BadOption(
            N_("bots: found %(found)s, expected one for all %(players)s players, or %(players)s"),
            found=len(bots), players=n_players,
        )  # fmt: skip
    chosen = complete(kind.options, options or {}, n_players)
    components = kind.edition(edition)
    names = tuple(bots) * (n_players if len(bots) == 1 else 1)
    return Plan(Job(kind.name, names, seed, kind.box(components, chosen, n_players), components), chosen, games)


def simulate(plan: Plan, folder: Path, work: "Work | None" = None, moved: Moved = lambda games: None) -> Run:
    """Play those games that are not in the folder yet, by the threads of this process unless otherwise told.

    May be interrupted at any time: the same call goes on. `moved` is told how many games there are. Raises BadRun.
    """
    with alone(folder):
        store = Store(folder, setup_of(plan.job, plan.options, plan.games))
        todo = store.todo()
        there = plan.games - sum(n for _number, n in todo)
        moved(there)
        if todo:
            for number, chunk in (work or by_threads(cores()))(plan.job, todo, lambda played: moved(there + played)):
                store.put(number, chunk)
    return open_run(folder)


Work = Callable[[Job, list[tuple[int, int]], Moved], Iterator[tuple[int, Chunk]]]
"""Plays chunks (a number and how many games) in any order, and gives each when it is finished."""


def by_threads(n_threads: int) -> Work:
    """Work by so many threads of this process."""

    def work(job: Job, todo: list[tuple[int, int]], moved: Moved) -> Iterator[tuple[int, Chunk]]:
        shelf_of_workers = [Worker(job) for _thread in range(min(n_threads, len(todo)))]
        idle, own = list(shelf_of_workers), threading.local()

        def play(number: int, n: int) -> tuple[int, Chunk]:
            if not hasattr(own, "worker"):
                own.worker = idle.pop()
            return number, own.worker.chunk(number, n)

        with ThreadPoolExecutor(len(shelf_of_workers)) as pool:
            try:
                for done in in_any_order(pool, play, todo, 2 * len(shelf_of_workers)):
                    moved(sum(worker.played for worker in shelf_of_workers))
                    yield from done
            finally:
                for worker in shelf_of_workers:
                    worker.stop()

    return work


def in_any_order(
    pool: ThreadPoolExecutor,
    play: Callable[[int, int], tuple[int, Chunk]],
    todo: Iterable[tuple[int, int]],
    at_once: int,
) -> Iterator[list[tuple[int, Chunk]]]:
    """What is finished since last time, from time to time; no more than `at_once` chunks are under way."""
    left = iter(todo)
    running: set[Future[tuple[int, Chunk]]] = set()
    try:
        while True:
            running |= {pool.submit(play, number, n) for number, n in islice(left, at_once - len(running))}
            if not running:
                return
            finished, running = wait(running, LOOK, FIRST_COMPLETED)
            yield [future.result() for future in finished]
    finally:
        for future in running:
            future.cancel()


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
