"""The memory of a game whose folder says nothing of forgetting: all that was seen stays known."""

from typing import Any

from rolltop.games.kernel import rule


@rule
def forget(seen: Any, box: Any, seat: int, part: float, luck: Any) -> None:
    """Nothing is forgotten."""
