"""Compiles what many tests need of every game, side by side: otherwise each process of theirs does so for itself.

python -m tests.ready
"""

import tests.conftest  # noqa: F401  (its settings name the cache)
from rolltop.bots.__main__ import main as get_bots_ready
from rolltop.bots.choosing import side_by_side
from rolltop.envs import vector
from rolltop.games import shelf


def make_environment(name: str) -> None:
    """Compiles many games at once of a game."""
    env = vector.make(name, players=2)
    env.reset(seed=1)
    env.step(env.random_actions())


if __name__ == "__main__":
    get_bots_ready()
    side_by_side(make_environment, list(shelf.kinds()))
