"""Uniformly random play of Roll Estate, two players, compiled: against OpenSpiel's C++ loop on yacht.

Yacht is OpenSpiel's game of five dice, two re-rolls and a score sheet. The only public program that plays Roll Estate
was measured once, on a machine of this kind, at 282 thousand roll-and-claim decisions a second; the goal is 15 times
that, some 4 million.
"""

from bench import openspiel
from bench.lots import lot
from bench.rows import Goal, Row
from bench.turns import compare

GOAL = 4e6


def measure(seconds: float, games: int = 2000) -> list[Row]:
    """Decisions a second; `games` in a slice."""
    ours = lot(game="roll_estate", n_players=2)
    theirs = openspiel.peer(openspiel.yacht_rollouts, max(1, games // 100), game=openspiel.YACHT)
    found = compare(seconds, lambda: ours.play_at_random(games), theirs)
    decisions = sum(ours.play_at_random(1) for _ in range(games)) / games
    against = "OpenSpiel's yacht in C++"
    return [
        Row("Roll Estate, random, one thread", found.ours, "decisions/s", against, found.peer, found.ratio, Goal(GOAL)),
        Row("Roll Estate, whole games", found.ours / decisions, "games/s"),
        Row("a state of Roll Estate", ours.games.itemsize, "bytes"),
    ]
