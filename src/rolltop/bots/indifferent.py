"""The policy of a game whose folder has none: every action weighs the same, so the choice is random."""

from typing import Any

from rolltop.games.kernel import rule


@rule
def weigh(game: Any, box: Any, seat: int, action: int) -> float:
    """Nothing speaks for one action over another."""
    return 0.0
