"""Compiles what many tests need of every game, side by side: otherwise each process of theirs does so for itself.

python -m tests.ready
"""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import tests.conftest  # noqa: F401  (its settings name the cache)
from rolltop import bots
from rolltop.bots import rollouts
from rolltop.games import shelf


def engine_and_bots(name: str) -> None:
    """What a table needs."""
    bots.get_ready(shelf.kind(name))


def advice(name: str) -> None:
    """What hints and analyses need."""
    rollouts.get_ready(shelf.kind(name))


def search(name: str) -> None:
    """What the bots that think ahead need."""
    bots.get_ready(shelf.kind(name), searches=True)


STEPS: tuple[Callable[[str], None], ...] = (engine_and_bots, search, advice)  #: the later ones build on the first


def main() -> None:
    """Take the steps one after the other, each for all games."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for step in STEPS:
            list(pool.map(step, shelf.kinds()))


if __name__ == "__main__":
    main()
