"""How bots choose that look at what their seats see: `rolltop.lab.batch` binds the game's `rules` and `duel`."""

from typing import Any

import numpy as np

from rolltop.games.kernel import rule

rules: Any = None  # bound when the module is loaded for a game
duel: Any = None


@rule
def choose(work: Any, boxes: Any, lucks: Any, desk: Any, seat: int, bot: int) -> int:
    """What a bot of the desk chooses in the first game of `work`; the second is room for what its seat sees."""
    work[1] = work[0]
    rules.seen(work[1], boxes[0], seat)
    return int(duel.choose(work[1:2], boxes, lucks, desk, np.int64(bot)))
