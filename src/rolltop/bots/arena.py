"""Whole games of bots against each other, compiled, and what came out."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from rolltop.bots.choosing import duel
from rolltop.bots.levels import skills_of
from rolltop.bots.skills import desk as new_desk
from rolltop.bots.skills import search
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind


@dataclass(frozen=True)
class Outcome:
    """What came out for each bot over `games` games; a shared win counts in equal parts."""

    games: int
    wins: list[float]
    totals: list[int]
    decisions: int

    def share(self, entrant: int) -> float:
        """The part of the games a bot won."""
        return self.wins[entrant] / self.games

    def margin(self, entrant: int, sigmas: float = 1.96) -> float:
        """Half the width of the confidence interval around `share` (the usual one of 95 %)."""
        share = self.share(entrant)
        return sigmas * sqrt(share * (1 - share) / self.games)

    def mean(self, entrant: int) -> float:
        """The mean score of a bot."""
        return self.totals[entrant] / self.games


def play_games(kind: Kind, entrants: Sequence[str], n: int, seed: int = 0, boxes: Records | None = None) -> Outcome:
    """Let bots, by name, play `n` games; they move on by a seat from game to game. Raises BadOption."""
    boxes = kind.box(n_players=len(entrants)) if boxes is None else boxes
    skills, numbers = skills_of(kind, entrants), np.arange(len(entrants), dtype=np.int8)
    desk, compiled = new_desk(kind, skills), duel(kind, search(skills))
    wins, totals = np.zeros(len(entrants)), np.zeros(len(entrants), np.int64)
    decisions = compiled.contest(np.zeros(3, kind.game_layout), boxes, seeded(seed), desk, numbers, n, wins, totals)
    return Outcome(n, wins.tolist(), totals.tolist(), int(decisions))
