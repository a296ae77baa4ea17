"""Taking turns: two things are measured in short slices, A B A B, so that a busy moment of the machine hits both."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Run = Callable[[], int]  #: does a slice of work and says how many things it did
Clock = Callable[[], float]

FEWEST, MOST = 3, 400  #: rounds


@dataclass(frozen=True)
class Speeds:
    """Medians over all rounds, in things a second."""

    ours: float
    peer: float | None
    ratio: float | None  #: the median of the rounds' ratios


def compare(seconds: float, ours: Run, peer: Run | None, clock: Clock = time.thread_time) -> Speeds:
    """Measure for so long, one round at a time.

    The usual clock is the thread's time on a processor, which waiting for others does not count into. What runs in
    several threads or processes needs `time.perf_counter`.
    """
    until = time.perf_counter() + seconds
    mine: list[float] = []
    theirs: list[float] = []
    ours()
    if peer is not None:
        peer()
    while len(mine) < FEWEST or (time.perf_counter() < until and len(mine) < MOST):
        mine.append(speed(ours, clock))
        if peer is not None:
            theirs.append(speed(peer, clock))
    if peer is None:
        return Speeds(median(mine), None, None)
    return Speeds(median(mine), median(theirs), median(a / b for a, b in zip(mine, theirs, strict=True)))


def speed(run: Run, clock: Clock) -> float:
    """Things a second in one slice."""
    began = clock()
    count = run()
    return count / max(clock() - began, 1e-9)
