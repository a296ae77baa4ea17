"""The value of a game that has learned none: playouts go on to the end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule

KNOWN = False


@rule
def settled(game: Any) -> bool:
    """Playouts go on."""
    return False


@rule
def chances(game: Any, box: Any, out: NDArray[np.float64]) -> None:
    """Nothing is known."""
    out[:] = 0.0


@rule
def foresee(game: Any, box: Any, wins: NDArray[np.float64], ranks: NDArray[np.float64]) -> None:
    """Nothing is known."""
    wins[:], ranks[:] = 0.0, 0.0
