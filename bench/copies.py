"""Copying a state from Python, one at a time and many at once."""

import numpy as np

from bench import openspiel
from bench.lots import lot
from bench.rows import Row
from bench.turns import Run, compare


def measure(seconds: float, many: int = 100_000) -> list[Row]:
    """Nanoseconds a copy, and how many bytes that is."""
    games = lot(many).games
    copies = np.zeros_like(games)
    raw = f"V{games.itemsize}"  # as mere bytes a record is copied at once, not field by field
    single = min(many, 20_000)
    ways: list[tuple[str, Run]] = [
        ("copy of a state from Python", lambda: one_by_one(games, copies, single)),
        ("the same through a view as bytes", lambda: one_by_one(games.view(raw), copies.view(raw), single)),
        (f"one of {many:,} copied at once", lambda: at_once(games.view(raw), copies.view(raw))),
    ]
    against = "OpenSpiel, clone()"
    rows = []
    for name, way in ways:
        found = compare(seconds / len(ways), way, openspiel.peer(openspiel.cloning, single))
        peer = 1e9 / found.peer if found.peer else None
        rows.append(Row(name, 1e9 / found.ours, "ns", against, peer, found.ratio))
    return [*rows, Row("a state of Rollie", games.itemsize, "bytes")]


def one_by_one(games: np.ndarray, copies: np.ndarray, n: int) -> int:
    """Copy a record `n` times."""
    for _ in range(n):
        copies[0] = games[0]
    return n


def at_once(games: np.ndarray, copies: np.ndarray) -> int:
    """Copy all records."""
    copies[:] = games
    return len(games)
