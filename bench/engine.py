"""Uniformly random play of Rollie, four players, compiled: against OpenSpiel's C++ loop on pig, and on two threads."""

import time
from concurrent.futures import ThreadPoolExecutor

from bench import openspiel
from bench.lots import lot
from bench.rows import Goal, Row
from bench.turns import compare


def measure(seconds: float, games: int = 5000) -> list[Row]:
    """Decisions a second; `games` in a slice."""
    first, second = lot(seed=1), lot(seed=2)
    one = compare(
        seconds / 2, lambda: first.play_at_random(games), openspiel.peer(openspiel.rollouts, max(1, games // 25))
    )
    decisions = sum(first.play_at_random(1) for _ in range(games)) / games
    with ThreadPoolExecutor(2) as pool:

        def both() -> int:
            return sum(pool.map(lambda own: own.play_at_random(10 * games), (first, second)))

        two = compare(seconds / 2, both, lambda: first.play_at_random(10 * games), time.perf_counter)
    goal, twice = Goal(least=2.5, of_ratio=True), Goal(least=1.8, of_ratio=True)
    return [
        Row("random play, one thread", one.ours, "decisions/s", "OpenSpiel in C++", one.peer, one.ratio, goal),
        Row("random play, two threads", two.ours, "decisions/s", "one thread", two.peer, two.ratio, twice),
        Row("whole games, one thread", one.ours / decisions, "games/s"),
    ]
