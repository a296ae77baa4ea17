"""Uniformly random play of Rolimã, four players, compiled, and redeals of what a seat cannot see: against OpenSpiel's
C++ loop on leduc poker, its small game of hidden cards.
"""

from typing import Any

import numpy as np

from bench import openspiel
from bench.copies import at_once
from bench.lots import Lot, lot
from bench.rows import Goal, Row
from bench.turns import Run, compare
from rolltop.games import kernel
from rolltop.games.kernel import rule

GOAL, REDEALS = 6e6, 5e6
rules: Any = None  # bound when the module is loaded compiled


def measure(seconds: float, games: int = 2000) -> list[Row]:
    """Decisions, redeals and copies a second; `games` in a slice."""
    ours = lot(game="rolima")
    theirs = openspiel.peer(openspiel.counted_rollouts, max(1, games // 2), game=openspiel.LEDUC)
    found = compare(seconds / 2, lambda: ours.play_at_random(games), theirs)
    decisions = sum(ours.play_at_random(1) for _ in range(games)) / games
    dealt = compare(seconds / 2, redealing(lot(game="rolima"), 10 * games), None)
    against = "OpenSpiel's leduc poker in C++"
    return [
        Row("Rolimã, random, one thread", found.ours, "decisions/s", against, found.peer, found.ratio, Goal(GOAL)),
        Row("Rolimã, whole games", found.ours / decisions, "games/s"),
        Row("Rolimã, what a seat cannot see dealt anew", dealt.ours, "redeals/s", goal=Goal(REDEALS)),
        Row("a state of Rolimã", ours.games.itemsize, "bytes"),
        Row("one of many states copied at once", 1e9 / copying(50 * games, seconds / 8), "ns"),
    ]


def copying(n: int, seconds: float) -> float:
    """States copied a second, `n` at once."""
    states = lot(n, game="rolima").games
    raw = f"V{states.itemsize}"
    here, there = states.view(raw), np.zeros_like(states).view(raw)
    return compare(seconds, lambda: at_once(here, there), None).ours


def redealing(some: Lot, n: int) -> Run:
    """Deal what the first to cheer cannot see, `n` times, each time from a copy of what that seat sees."""
    some.start()
    seat = some.engine.turn(some.games, 0)
    some.engine.seen(some.games, 0, some.boxes, seat)
    compiled = kernel.load(__name__, rules=kernel.load(some.kind.rules.__name__))
    spare = np.zeros(1, some.kind.game_layout)
    return lambda: int(compiled.redeal_often(some.games, spare, some.boxes, some.lucks, seat, n))


@rule
def redeal_often(seen: Any, spare: Any, boxes: Any, lucks: Any, seat: int, n: int) -> int:
    """Copy what a seat sees and complete the copy, `n` times."""
    for _ in range(n):
        spare[0] = seen[0]
        rules.redeal(spare[0], boxes[0], seat, lucks[0])
    return n
