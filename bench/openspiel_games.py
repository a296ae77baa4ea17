"""The games for OpenSpiel's searches, which can be given our playouts: ``pyspiel.load_game("bench_rollie")``.

OpenSpiel's searches are in C++, but each question they ask a game made in Python is a call of Python. What costs them
most is the playing out: some hundred calls each. So a search can be given ours instead (`playing_out`): the copy that
its `RandomRolloutEvaluator` makes of a position is then the end of a random game from there, played compiled.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rolltop.envs import open_spiel
from rolltop.envs.open_spiel import State, hides
from rolltop.games import shelf
from rolltop.games.contract import OVER
from rolltop.games.kernel import Records
from rolltop.games.shelf import Kind

__all__ = ["Game", "State", "hides", "prefixed"]

PREFIX = "bench_"


def prefixed(kind: Kind) -> str:
    """What OpenSpiel calls a game of the shelf here."""
    return f"{PREFIX}{kind.name}"


class Rules(open_spiel.Rules):
    """Rules of which one position may be searched."""

    root: open_spiel.Position | None = None  #: the position that is searched, while other copies are played out

    def position(self, games: Records) -> "Position":
        """A position of these rules."""
        return Position(self, games)


class Position(open_spiel.Position):
    """A position of which a copy may be a game played out."""

    __slots__ = ()
    rules: Rules

    def __deepcopy__(self, memo: dict[int, Any]) -> open_spiel.Position:
        twin, rules = self.copy(), self.rules
        if rules.root is not None and rules.root is not self:
            rules.engine.random_playout(twin.games[0], rules.boxes[0], rules.lucks[0])
            twin.turn = OVER
        return twin


class Game(open_spiel.Game):
    """A game of the shelf for so many players."""

    rules: Rules

    def make_rules(self, kind: Kind, boxes: Records) -> Rules:
        """What its positions share."""
        return Rules(kind, self.n_players, boxes)

    @contextmanager
    def playing_out(self, state: State | None) -> Iterator[None]:
        """While `state` is searched, copies of any other position are random games from there, played to the end.

        That is all right for searches that copy any other position only to play it out. With None nothing changes.
        """
        self.rules.root = state.position if state is not None else None
        try:
            yield
        finally:
            self.rules.root = None


for _kind in shelf.kinds().values():
    open_spiel.register(_kind, PREFIX, Game)
