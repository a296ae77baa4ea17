"""Ways to play a game that need not know it. A game's own tests may add more: `tests/games/<name>/policies.py`.

Such a module may offer:

* `POLICIES`: a list of `Policy` objects that reach the game's rare branches;
* `may_reveal(text)`: True for public events that turn hidden things up, so that two worlds that looked alike may differ
  afterwards (without it, no event may);
* `recount(row)`: a player's total, added up anew from the parts of a row of `view.breakdown`.
"""

from random import Random
from typing import Any


class Policy:
    """How seats choose and what luck brings; at random unless a subclass knows better."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        """One of the legal actions; `game` and `box` are plain records, not to be changed."""
        return rng.choice(legal)

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        """One of `n` outcomes."""
        return rng.randrange(n)


class FirstLegal(Policy):
    """Always the legal action with the lowest number."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        return legal[0]


class LastLegal(Policy):
    """Always the legal action with the highest number."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        return legal[-1]


class Extremes(Policy):
    """The lowest or the highest, of actions and outcomes."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        return rng.choice((legal[0], legal[-1]))

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        return rng.choice((0, n - 1))


RANDOM = Policy()
GENERIC = [RANDOM, FirstLegal(), LastLegal(), Extremes()]
