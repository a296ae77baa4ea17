"""Means and effects with standard errors that know which rows belong to the same game."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import erfc, sqrt

import numpy as np
from numpy.typing import NDArray

from rolltop.lab.ratings import Floats

Z = 1.96  #: standard errors to each side of a 95 % interval
RISK = 0.05
BLOCKS = 4096  #: into so many the games are dealt, by number; enough to know a variance to one per cent


@dataclass(frozen=True)
class Measured:
    """A number and its standard error.

    `parts` (BLOCKS) is what the games of each block, by chance, add to the number: squares of it sum up to about that
    of the error.
    """

    value: float
    error: float
    parts: Floats | None = field(default=None, compare=False, repr=False)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return Z * self.error

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.value - self.margin

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.value + self.margin

    @property
    def p(self) -> float:
        """How often chance alone would bring a number as far from 0."""
        return erfc(abs(self.value) / self.error / sqrt(2)) if self.error else float(self.value == 0)

    def __sub__(self, other: "Measured") -> "Measured":
        """The difference of two that know nothing of each other."""
        return Measured(self.value - other.value, sqrt(self.error**2 + other.error**2))

    def paired(self, other: "Measured") -> "Measured":
        """The difference of two whose games with the same number have the same luck; each may have games of its own."""
        if self.parts is None or other.parts is None:
            return self - other
        return Measured(self.value - other.value, float(np.linalg.norm(self.parts - other.parts)))


def measured(value: float, by_game: Floats) -> Measured:
    """A number, from what each game (by number) adds to it by chance."""
    parts: Floats = np.bincount(np.arange(len(by_game)) % BLOCKS, by_game, BLOCKS).astype(float)
    return Measured(value, float(np.linalg.norm(by_game)), parts)


def mean(values: NDArray[np.generic], games: NDArray[np.integer]) -> Measured:
    """The mean of rows, of which those with the same number in `games` (0, 1, ...) are of one game."""
    numbers = values.astype(float)
    middle = float(numbers.mean())
    return measured(middle, np.bincount(games, numbers - middle) / len(numbers))


def share(flags: NDArray[np.generic], games: NDArray[np.integer]) -> Measured:
    """The mean of rows from 0 to 1; where all are 0 or all 1, as sure as if the next might be the other."""
    found = mean(flags, games)
    return replace(found, error=max(found.error, 1 / len(flags)))


def effects(
    causes: NDArray[np.generic], result: NDArray[np.generic], kinds: NDArray[np.integer], games: NDArray[np.integer]
) -> list[Measured]:
    """By how much `result` is higher, the mean of its kind apart, for one more of each cause, the others being equal.

    Least squares with a mean for every kind (0, 1, ...; here: who plays), and standard errors by games (the sandwich of
    Liang and Zeger 1986). Shapes: (rows, causes), (rows), (rows), (rows). It tells what goes together, not why.
    """
    x = np.column_stack([centred(column.astype(float), kinds) for column in causes.T])
    y = centred(result.astype(float), kinds)
    bread = np.linalg.pinv(x.T @ x)
    slopes = bread @ (x.T @ y)
    rest = y - x @ slopes
    by_game = np.column_stack([np.bincount(games, column * rest) for column in x.T]) @ bread
    return [measured(float(slope), column) for slope, column in zip(slopes, by_game.T, strict=True)]


def centred(values: Floats, kinds: NDArray[np.integer]) -> Floats:
    """Values less the mean of their kind."""
    counts = np.maximum(1, np.bincount(kinds))
    result: Floats = values - (np.bincount(kinds, values) / counts)[kinds]
    return result


def certain(differences: Sequence[Measured], risk: float = RISK) -> list[bool]:
    """Which are not 0, where all of them together are wrong with no more than that risk (Holm 1979)."""
    order = sorted(range(len(differences)), key=lambda index: differences[index].p)
    found = [False] * len(differences)
    for rank, index in enumerate(order):
        if differences[index].p > risk / (len(order) - rank):
            break
        found[index] = True
    return found
