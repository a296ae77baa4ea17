"""The policy of a game whose folder has none: every action weighs the same, so the choice is random."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule


@rule
def weigh(game: Any, box: Any, seat: int, weights: NDArray[np.float64]) -> None:
    """Nothing speaks for one action over another."""
    weights[:] = 0.0
