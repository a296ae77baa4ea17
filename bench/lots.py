"""Lots of games for the parts that measure the rules."""

from dataclasses import dataclass
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from rolltop.games import shelf
from rolltop.games.luck import seeded

GAME, PLAYERS = "rollie", 4


@dataclass
class Lot:
    """Records for `n` games, with luck of their own."""

    kind: shelf.Kind
    engine: ModuleType
    blank: NDArray[np.void]
    games: NDArray[np.void]
    boxes: NDArray[np.void]
    n_players: int
    lucks: NDArray[np.void]

    def play_at_random(self, n: int) -> int:
        """Play `n` whole games, compiled; how many decisions that took."""
        return int(self.engine.random_playouts(self.blank, self.games, self.boxes, self.lucks, self.n_players, n))

    def start(self) -> None:
        """Set every game up, until somebody has to choose."""
        for i in range(len(self.games)):
            self.games[i] = self.blank[0]
            self.engine.set_up(self.games, i, self.boxes, self.n_players)
            self.engine.run_chance(self.games[i], self.boxes[0], self.lucks[i])


def lot(n: int = 1, seed: int = 1, game: str = GAME, n_players: int = PLAYERS) -> Lot:
    """`n` games, of Rollie with four players unless another is wanted."""
    kind = shelf.kind(game)
    blank, games = np.zeros(1, kind.game_layout), np.zeros(n, kind.game_layout)
    return Lot(kind, kind.engine, blank, games, kind.box(n_players=n_players), n_players, seeded(seed, n))
