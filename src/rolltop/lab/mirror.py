"""Games of bots with dice that are given, compiled once a game: `rolltop.lab.arena` loads this module anew with the
game's `rules` and `duel` (`rolltop.bots.duel`) bound.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.skills import Desk
from rolltop.games.kernel import rule

rules: Any = None  # bound when the module is loaded for a game
duel: Any = None


@rule
def play_games(
    records: Any,
    boxes: Any,
    dice: Any,
    lucks: Any,
    desk: Desk,
    bots: NDArray[np.int8],
    places: NDArray[np.int8],
    scores: NDArray[np.int32],
) -> None:
    """Play a game for each row of `bots` (a number of the desk a seat), with the generators of that row.

    Writes places and scores, shaped as `bots`. `records` are three zeroed games to work on.
    """
    for row in range(len(bots)):
        records[0] = records[2]
        rules.set_up(records[0], boxes[0], bots.shape[1])
        of_row = slice(row, row + 1)
        duel.play_out(records, 0, records[1:2], boxes, dice[of_row], lucks[of_row], desk, bots[row])
        rules.score(records[0], boxes[0], scores[row])
        rules.rank(records[0], boxes[0], scores[row], places[row])
