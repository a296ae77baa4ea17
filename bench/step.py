"""One step at a time, driven from Python: an action, the luck that follows, whose turn it is, and the legal actions."""

import random
from itertools import compress

import numpy as np

from bench import openspiel
from bench.lots import Lot, lot
from bench.rows import Goal, Row
from bench.turns import Run, compare
from rolltop.games.contract import OVER


def measure(seconds: float, games: int = 200) -> list[Row]:
    """Steps a second, along paths chosen before and with a choice in Python."""
    steps = 60 * games
    known = compare(seconds / 2, stepping(lot(games)), openspiel.peer(openspiel.stepping, steps))
    chosen = compare(seconds / 2, choosing(lot(games)), openspiel.peer(openspiel.choosing, steps))
    against = "OpenSpiel from Python"
    goal = Goal(least=1e6)
    return [
        Row("single step from Python", known.ours, "steps/s", against, known.peer, known.ratio, goal),
        Row("the same, choosing at random in Python", chosen.ours, "steps/s", against, chosen.peer, chosen.ratio),
    ]


def stepping(lot: Lot) -> Run:
    """All games of the lot along paths that were chosen at random before."""
    lot.start()
    games, lucks, legal = lot.games.copy(), lot.lucks.copy(), np.zeros(lot.kind.n_actions, np.int8)
    paths = [random_path(lot, i) for i in range(len(games))]

    def run() -> int:
        lot.games[:], lot.lucks[:] = games, lucks
        step, states, boxes, luck = lot.engine.step, lot.games, lot.boxes, lot.lucks
        for i, path in enumerate(paths):
            for action in path:
                step(states, i, boxes, luck, action, legal)
        return sum(map(len, paths))

    return run


def choosing(lot: Lot) -> Run:
    """All games of the lot to the end, the action chosen among the legal ones that the last step wrote down."""
    lot.start()
    games, legal = lot.games.copy(), np.zeros(lot.kind.n_actions, np.int8)
    actions, allowed = range(lot.kind.n_actions), legal.data

    def run() -> int:
        lot.games[:] = games
        step, states, boxes, luck = lot.engine.step, lot.games, lot.boxes, lot.lucks
        count = 0
        for i in range(len(games)):
            lot.engine.mask(states, i, boxes, legal)
            seat = 0
            while seat != OVER:
                action = random.choice(list(compress(actions, allowed)))
                seat = step(states, i, boxes, luck, action, legal)
                count += 1
        return count

    return run


def random_path(lot: Lot, i: int) -> list[int]:
    """Play a started game of the lot to the end; the actions taken."""
    legal, path = np.zeros(lot.kind.n_actions, np.int8), []
    lot.engine.mask(lot.games, i, lot.boxes, legal)
    seat = 0
    while seat != OVER:
        path.append(random.choice(np.flatnonzero(legal).tolist()))
        seat = lot.engine.step(lot.games, i, lot.boxes, lot.lucks, path[-1], legal)
    return path
