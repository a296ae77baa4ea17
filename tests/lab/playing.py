"""Jobs for the tests, and a simulated game played again event by event, on the bare engine."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rolltop.games import kernel, shelf
from rolltop.games.contract import CHANCE, OVER
from rolltop.games.kernel import Plain
from rolltop.games.luck import seeded
from rolltop.lab.batch import batch, key_of
from rolltop.lab.chunks import Job
from rolltop.lab.simulate import plan


def job(game: str, bots: Sequence[str] = ("random",), players: int | None = None, seed: int = 1, **rest: Any) -> Job:
    """How games are played."""
    return plan(game, bots, players, seed=seed, **rest).job


def replay(job: Job, number: int) -> Iterator[tuple[Any, Any]]:
    """What lay on the table before and after each event of a game of random bots."""
    engine, below = shelf.kind(job.game).engine, kernel.load("rolltop.games.luck").below
    games, lucks = np.zeros(1, shelf.kind(job.game).game_layout), seeded(0)
    batch(job.kind, False, False).begin_luck(lucks[0], key_of(job.seed), number)
    engine.set_up(games, 0, job.boxes, len(job.bots))
    before = Plain(games[0])
    while (turn := engine.turn(games, 0)) != OVER:
        if turn == CHANCE:
            engine.happen_unchecked(games, 0, job.boxes, below(lucks[0], engine.outcomes(games, 0, job.boxes)))
        else:
            action = engine.random_action(games[0], job.boxes[0], lucks[0])
            engine.play_unchecked(games, 0, job.boxes, action)
        after = Plain(games[0])
        yield before, after
        before = after
