"""When a move may be taken back."""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind

REDEALS = 8


class Undo(StrEnum):
    """A policy: always (study), only while the move has shown nobody anything new, or never."""

    FREE = "free"
    UNTIL_NEWS = "until-news"
    NEVER = "never"


def brings_news(kind: Kind, before: NDArray[np.void], boxes: NDArray[np.void], seat: int, action: int) -> bool:
    """Did `action` show its player something? Asked without code in the rules.

    The player's own view is dealt anew several times and the action repeated: if the views afterwards differ, the
    action revealed what was hidden. `before` is an array of one state, in which `seat` is to choose.
    """
    view = before.copy()
    kind.engine.seen(view, 0, boxes, seat)
    lucks = seeded(0)
    views = set()
    for _ in range(REDEALS):
        world = view.copy()
        kind.engine.redeal(world, 0, boxes, seat, lucks)
        kind.engine.play_unchecked(world, 0, boxes, action)
        kind.engine.seen(world, 0, boxes, seat)
        views.add(world.tobytes())
    return len(views) > 1
