"""How all bots choose where none looks: `rolltop.lab.batch` binds the game's `engine`."""

from typing import Any

from rolltop.games.kernel import rule

engine: Any = None  # bound when the module is loaded for a game


@rule
def choose(work: Any, boxes: Any, lucks: Any, desk: Any, seat: int, bot: int) -> int:
    """A legal action, each equally likely."""
    return int(engine.random_action(work[0], boxes[0], lucks[0]))
