"""A learned value: every seat's chance of winning, from a game's named features. Compiled once a game: `rolltop.bots`
loads this module anew with the game's `features` and their `WEIGHTS` bound.

A seat's strength is the exponential of a weighted sum of its features; the weights go straight from one knot of the
game's progress to the next, and are others for every number of players. The chances to win are the strengths' shares,
and who of two is ahead follows from theirs alone (Plackett 1975); alone it is a logistic regression.
"""

from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.skills import PLACING
from rolltop.games.kernel import rule

features: Any = None  # bound when the module is loaded for a game
WEIGHTS: Any = None  #: by players less one, knot and feature

KNOWN = True
STEEPEST = 30.0


@rule
def reward_to_expect(games: Any, boxes: Any, out: NDArray[np.float64]) -> None:
    """`chances` from Python: of the first of an array of states."""
    chances(games[0], boxes[0], out)


@rule
def settled(game: Any) -> bool:
    """May a playout stop here?"""
    return bool(features.settled(game))


@rule
def chances(game: Any, box: Any, out: NDArray[np.float64]) -> None:
    """Write the reward that every seat can expect, where somebody is to choose."""
    ranks = np.empty(game.n_players)
    foresee(game, box, out, ranks)
    for seat in range(game.n_players):
        behind = (ranks[seat] - 1.0) / max(1, game.n_players - 1)
        out[seat] = (1.0 - PLACING) * out[seat] + PLACING * (1.0 - behind)


@rule
def foresee(game: Any, box: Any, wins: NDArray[np.float64], ranks: NDArray[np.float64]) -> None:
    """Write every seat's chance to win and the place it can expect, where somebody is to choose."""
    n = game.n_players
    table = np.empty((n, WEIGHTS.shape[2]))
    features.describe(game, box, table)
    last = WEIGHTS.shape[1] - 1
    at = min(0.999, max(0.0, features.progress(game, box))) * last
    knot = int(at)
    part = at - knot
    most = -1e300
    for seat in range(n):
        total = 0.0
        for feature in range(WEIGHTS.shape[2]):
            one, next_one = WEIGHTS[n - 1, knot, feature], WEIGHTS[n - 1, knot + 1, feature]
            total += table[seat, feature] * (one + part * (next_one - one))
        wins[seat] = total
        most = max(most, total)
    if n == 1:
        wins[0] = 1.0 / (1.0 + exp(-min(STEEPEST, max(-STEEPEST, most))))
        ranks[0] = 2.0 - wins[0]
        return
    together = 0.0
    for seat in range(n):
        table[seat, 0] = exp(max(-STEEPEST, wins[seat] - most))
        together += table[seat, 0]
    for seat in range(n):
        ranks[seat] = 1.0
        for other in range(n):
            if other != seat:
                ranks[seat] += table[other, 0] / (table[seat, 0] + table[other, 0])
        wins[seat] = table[seat, 0] / together
