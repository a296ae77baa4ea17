"""What happens in a game between an agent's steps: its beginning, bots' turns, its end. Compiled once a game, apart
from `rolltop.envs.stepping`, which binds it: what is seldom done need not be part of the loop that is to be fast.

The game's `rules`, `engine` (`rolltop.games.engine`) and `duel` (`rolltop.bots.duel`) are bound.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.envs.tables import BY_PLACE, Room, Tables
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import below

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
duel: Any = None


@rule
def begin_one(tables: Tables, room: Room, i: int) -> int:
    """A new game, up to where an agent is to act; its seat. A learner's seat is drawn, unless all are agents'."""
    if room.bots_play:
        tables.learners[i] = below(tables.lucks[i], room.n_players)
    seat = OVER
    while seat == OVER:  # luck or bots may end it before an agent is asked
        tables.games[i] = room.blank[0]
        rules.set_up(tables.games[i], room.boxes[0], room.n_players)
        seat = engine.run_chance(tables.games[i], room.boxes[0], tables.dice[i])
        if room.bots_play:
            seat = let_bots_play(tables, room, i, seat)
    return int(seat)


@rule
def let_bots_play(tables: Tables, room: Room, i: int, seat: int) -> int:
    """Let bots, and luck between, go on until the learner is to act or the game is over."""
    learner = tables.learners[i]
    while seat != OVER and seat != learner:
        room.seen[0] = tables.games[i]
        rules.seen(room.seen[0], room.boxes[0], seat)
        number = room.bots[(seat - learner + room.n_players) % room.n_players]
        action = duel.choose(room.seen, room.boxes, tables.lucks[i : i + 1], room.desk, np.int64(number))
        rules.play(tables.games[i], room.boxes[0], action)
        seat = engine.run_chance(tables.games[i], room.boxes[0], tables.dice[i])
    return int(seat)


@rule
def forget_end(tables: Tables, room: Room, i: int) -> None:
    """The step before ended a game: that is over now."""
    tables.over[i] = False
    tables.lengths[i] = 0
    tables.earned[i] = 0.0
    for seat in range(room.n_players):
        tables.rewards[i, seat] = 0.0


@rule
def end(tables: Tables, room: Room, i: int, actor: int) -> None:
    """The rewards of a game that is over by what a seat did."""
    tables.over[i] = True
    rules.score(tables.games[i], room.boxes[0], tables.scores[i])
    rules.rank(tables.games[i], room.boxes[0], tables.scores[i], tables.places[i])
    reward(tables.scores[i], tables.places[i], room.n_players, room.reward, tables.rewards[i])
    tables.earned[i] = tables.rewards[i, actor]


@rule
def reward(scores: NDArray[np.int32], places: NDArray[np.int8], n: int, which: int, out: NDArray[np.float32]) -> None:
    """BY_PLACE: 1 for the first place, -1 for the last, equal steps between; a shared place is worth the mean of those
    it takes up; alone 1 if the game is won, -1 if it is lost. BY_SCORE: by how many points a seat is above the mean of
    the others; alone the total."""
    for seat in range(n):
        if n == 1:
            out[seat] = (1.0 if places[seat] == 1 else -1.0) if which == BY_PLACE else scores[seat]
            continue
        if which == BY_PLACE:
            ahead, level = 0, -1
            for other in range(n):
                ahead += places[other] < places[seat]
                level += places[other] == places[seat]
            out[seat] = 1.0 - (2.0 * ahead + level) / (n - 1)
        else:
            others = 0
            for other in range(n):
                others += scores[other]
            out[seat] = scores[seat] - (others - scores[seat]) / (n - 1)
