"""Positions of games that bots play, by their features, and how the games ended; compiled once a game:
`rolltop.lab.train` loads this module anew with the game's `rules`, `engine`, `duel` and `features` bound.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.skills import Desk
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import below

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
duel: Any = None
features: Any = None


@rule
def sample(
    records: Any,
    boxes: Any,
    lucks: Any,
    desk: Desk,
    one_in: int,
    table: NDArray[np.float64],
    progress: NDArray[np.float64],
    shares: NDArray[np.float64],
) -> int:
    """Let the desk's bots, one a seat, play until `table` (positions, seats, features) is full; how many games.

    One in so many of the positions at which a playout may stop is kept, with its progress, and every seat's share of
    the win. `records` are three zeroed games to work on.
    """
    n_players = table.shape[1]
    scores, places = np.empty(n_players, np.int32), np.empty(n_players, np.int8)
    filled, games = 0, 0
    while filled < len(table):
        records[0] = records[2]
        rules.set_up(records[0], boxes[0], n_players)
        first = filled
        seat = engine.run_chance(records[0], boxes[0], lucks[0])
        while seat != OVER:
            if filled < len(table) and features.settled(records[0]) and below(lucks[0], one_in) == 0:
                features.describe(records[0], boxes[0], table[filled])
                progress[filled] = features.progress(records[0], boxes[0])
                filled += 1
            records[1] = records[0]
            rules.seen(records[1], boxes[0], seat)
            action = duel.choose(records[1:2], boxes, lucks, desk, below(lucks[0], len(desk.skills)))
            rules.play(records[0], boxes[0], action)
            seat = engine.run_chance(records[0], boxes[0], lucks[0])
        rules.score(records[0], boxes[0], scores)
        rules.rank(records[0], boxes[0], scores, places)
        for position in range(first, filled):
            engine.share_win(places, n_players, shares[position])
        games += 1
    return games
