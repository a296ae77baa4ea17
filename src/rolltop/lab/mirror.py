"""Games of bots with dice that are given, compiled once a game: `rolltop.lab.arena` loads this module anew with the
game's `rules`, `engine` (`rolltop.games.engine`) and `duel` (`rolltop.bots.duel`) bound.

The dice come from one generator and all else that bots draw from another, so that the same dice can be played with
the bots on other seats.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.skills import Desk
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
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
        seat = engine.run_chance(records[0], boxes[0], dice[row])
        while seat != OVER:
            records[1] = records[0]
            rules.seen(records[1], boxes[0], seat)
            action = duel.choose(records, 1, boxes, lucks[row : row + 1], desk, bots[row, seat])
            rules.play(records[0], boxes[0], action)
            seat = engine.run_chance(records[0], boxes[0], dice[row])
        rules.score(records[0], boxes[0], scores[row])
        rules.rank(records[0], boxes[0], scores[row], places[row])
