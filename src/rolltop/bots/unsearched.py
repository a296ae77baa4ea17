"""In the place of `rolltop.bots.search` where no bot searches: it need not be compiled then."""

from typing import Any

from rolltop.bots.skills import Desk
from rolltop.games.kernel import rule


@rule
def clear(desk: Desk) -> None:
    """There is no tree."""


@rule
def search(views: Any, i: int, boxes: Any, lucks: Any, desk: Desk, number: int, n: int) -> None:
    """Nobody asks for this."""


@rule
def most_visited(desk: Desk, luck: Any) -> int:
    """Nothing was found."""
    return -1
