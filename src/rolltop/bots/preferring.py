"""What the policy prefers: compiled once a game, with the game's `rules` and `policy` bound."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.luck import below

rules: Any = None  # bound when the module is loaded for a game
policy: Any = None


@rule
def weightiest(seen: Any, box: Any, luck: Any, weights: NDArray[np.float64]) -> int:
    """The legal action that the policy gives most weight; of equal ones each is equally likely. Writes `weights`."""
    policy.weigh(seen, box, rules.turn(seen), weights)
    best, chosen, equal = 0.0, -1, 0
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(seen, box, action):
            weight = weights[action]
            if chosen < 0 or weight > best:
                best, chosen, equal = weight, action, 1
            elif weight == best:
                equal += 1
                if below(luck, equal) == 0:
                    chosen = action
    return chosen


@rule
def heaviest(seen: Any, box: Any, weights: NDArray[np.float64]) -> float:
    """The greatest weight of a legal action."""
    best = -1e300
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(seen, box, action):
            best = max(best, weights[action])
    return best


@rule
def spread(seen: Any, box: Any, weights: NDArray[np.float64]) -> float:
    """How far the weights of the legal actions are below the greatest, in the mean."""
    total, count = 0.0, 0
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(seen, box, action):
            total += weights[action]
            count += 1
    return heaviest(seen, box, weights) - total / count
