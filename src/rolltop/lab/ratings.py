"""Ratings from games of two or more, on the Elo scale, with intervals that know of mirrored dice.

The model is Bradley and Terry's (1952), for more than two players that of Plackett and Luce: a game's ranking is broken
into all its pairs, which is consistent for it (Azari Soufiani et al. 2013); a shared place counts half to both. A
difference of 400 points means ten to one. Games with the same dice are not independent of each other, so intervals are
a bootstrap over groups of games, never over single ones.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ELO = 400 / np.log(10)  #: points a unit of the logistic scale
RESAMPLES = 1000
LEVELS = (2.5, 97.5)  #: percentiles of a 95 % interval
BLOCKS = 400  #: consecutive groups are put together until there are no more than so many
PRIOR = 0.5  #: wins added to both sides of every pair that met: one drawn game, so that no rating is infinite
LONGEST_STEP = 2.0
STEPS = 60


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def pairwise(entrants: NDArray[np.int8], places: NDArray[np.int8], n_entrants: int) -> Floats:
    """Wins of each entrant over each other, by group: shape (groups, n_entrants, n_entrants).

    `entrants` and `places` have the shape (groups, games of a group, seats): who sat there, and the place (1: best).
    """
    groups = np.arange(len(entrants))[:, None]
    wins = np.zeros((len(entrants), n_entrants, n_entrants))
    for one in range(entrants.shape[2]):
        for other in range(entrants.shape[2]):
            mine, theirs = entrants[:, :, one], entrants[:, :, other]
            won = (places[:, :, one] < places[:, :, other]) + 0.5 * (places[:, :, one] == places[:, :, other])
            np.add.at(wins, (groups, mine, theirs), np.where(mine == theirs, 0.0, won))
    return wins


def elo(wins: Floats) -> Floats:
    """The most likely ratings (mean 0), given the wins of each over each: shape (..., n, n) to (..., n).

    Newton's method on the concave log-likelihood, many tables at a time.
    """
    met = wins + np.swapaxes(wins, -1, -2) > 0
    wins = wins + PRIOR * met
    played = wins + np.swapaxes(wins, -1, -2)
    n = wins.shape[-1]
    ratings = np.zeros(wins.shape[:-1])
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(ratings[..., None, :] - ratings[..., :, None]))
        slope = (wins - played * expected).sum(-1)
        bend = played * expected * (1 - expected)
        laplacian = bend.sum(-1)[..., None] * np.eye(n) - bend
        step = (np.linalg.pinv(laplacian, hermitian=True) @ slope[..., None])[..., 0]
        step *= np.minimum(1, LONGEST_STEP / np.maximum(np.abs(step).max(-1, keepdims=True), 1e-12))
        ratings += step
        if np.abs(step).max() < 1e-9:
            break
    centred: Floats = ELO * (ratings - ratings.mean(-1, keepdims=True))
    return centred


def resampled(parts: list[Floats], seed: int = 0) -> Floats:
    """Sums over groups drawn anew with replacement, within each part: (RESAMPLES, ...) for parts (groups, ...)."""
    rng = np.random.default_rng(seed)
    total = np.zeros((RESAMPLES, *parts[0].shape[1:]))
    for part in parts:
        blocks = in_blocks(part)
        n = len(blocks)
        if n:
            weights = rng.multinomial(n, np.full(n, 1 / n), RESAMPLES).astype(float)
            total += np.tensordot(weights, blocks, 1)
    return total


def in_blocks(groups: Floats) -> Floats:
    """Sums of consecutive groups, at most BLOCKS of them, all of as many groups but for what is left over."""
    if len(groups) <= BLOCKS:
        return groups
    starts = np.arange(0, len(groups), -(-len(groups) // BLOCKS))
    return np.add.reduceat(groups, starts, 0)


def estimate(value: float, samples: Floats) -> Estimate:
    """A value with the interval of its bootstrap samples."""
    low, high = np.percentile(samples, LEVELS)
    return Estimate(float(value), float(low), float(high))
