"""Exact play of Roll Estate's dice: all 252 sets and both re-rolls, against every throw spelt out, compiled too."""

import numpy as np
from numpy.typing import NDArray

from bench.rows import Row
from bench.turns import Run, compare
from rolltop.games import kernel
from rolltop.games.kernel import rule
from rolltop.games.roll_estate import dice
from rolltop.games.roll_estate.dice import COUNTS, FIRST_SET, MORE, N_KEEPS, N_SETS, NOTHING, Worth
from rolltop.games.roll_estate.rules import ALL_DICE, N_DICE, N_FACES

REROLLS = 2


def measure(seconds: float, solves: int = 500) -> list[Row]:
    """Solves a second; `solves` in a slice."""
    final = np.random.default_rng(1).normal(size=N_SETS)
    found = compare(seconds, solving(final, solves), spelling_out(final))
    against = "every throw of the dice rolled"
    return [Row("exact dice, 252 sets and both re-rolls", found.ours, "solves/s", against, found.peer, found.ratio)]


def solving(final: Worth, n: int) -> Run:
    """Solve `n` times by keeps."""
    solve, kept = kernel.load(dice.__name__).solve, np.empty(N_KEEPS)

    def run() -> int:
        for _ in range(n):
            solve(final, REROLLS, kept)
        return n

    return run


def spelling_out(final: Worth) -> Run:
    """Solve once by throws."""
    compiled = kernel.load(__name__)
    sets = np.array([np.repeat(range(1, N_FACES + 1), counts) for counts in COUNTS[FIRST_SET:]], np.int8)

    def run() -> int:
        worth = final
        for _ in range(REROLLS):
            worth = compiled.before_a_roll(sets, worth)
        return 1

    return run


@rule
def before_a_roll(sets: NDArray[np.int8], worth: Worth) -> Worth:
    """The worth of each set when any of its dice may be rolled, by every throw of those."""
    best = np.empty(N_SETS)
    for number in range(N_SETS):
        best[number] = worth[number]
        for held in range(ALL_DICE):
            best[number] = max(best[number], mean_of_throws(sets[number], held, worth))
    return best


@rule
def mean_of_throws(dice: NDArray[np.int8], held: int, worth: Worth) -> float:
    """The mean over all throws of the dice that are not held."""
    throws = 1
    for die in range(N_DICE):
        if not held >> die & 1:
            throws *= N_FACES
    total = 0.0
    for throw in range(throws):
        total += worth[after_throw(dice, held, throw)]
    return total / throws


@rule
def after_throw(dice: NDArray[np.int8], held: int, throw: int) -> int:
    """The set that a throw makes; its faces are the digits of a number."""
    keep = NOTHING
    for die in range(N_DICE):
        if held >> die & 1:
            keep = MORE[keep, dice[die] - 1]
        else:
            keep = MORE[keep, throw % N_FACES]
            throw //= N_FACES
    return keep - FIRST_SET
