"""The memory of many games at once, as compiled code reads it."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.skills import Desk
from rolltop.envs.observation import Program, as_bytes
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind

BY_PLACE, BY_SCORE = 0, 1  #: what is rewarded


class Tables(NamedTuple):
    """All games, an index each."""

    games: Any
    data: NDArray[np.int8]  #: (games, bytes): the same memory
    dice: Any  #: generators
    lucks: Any
    learners: NDArray[np.int8]  #: the agent's seat, if bots have the others
    seats: NDArray[np.int8]  #: who is to act
    observations: NDArray[np.float32]  #: (games, size): what that seat sees
    masks: NDArray[np.int8]  #: (games, actions): what it may do
    rewards: NDArray[np.float32]  #: (games, seats): of the last step
    earned: NDArray[np.float32]  #: of these, the reward of the seat that acted
    over: NDArray[np.bool_]  #: whether it ended a game
    last: NDArray[np.float32]  #: (games, size): if so, what the seat that acted saw of the end
    scores: NDArray[np.int32]  #: (games, seats): and the totals ...
    places: NDArray[np.int8]  # ... and places then
    lengths: NDArray[np.int32]  #: actions of agents in the game so far, or in the one that has just ended


class Room(NamedTuple):
    """What all games share, and scratch memory for one thread."""

    boxes: Any
    blank: Any  #: an array of one zeroed game
    seen: Any  #: an array of one: what a seat sees ...
    seen_data: NDArray[np.int8]  # ... and its bytes
    program: Program
    desk: Desk
    bots: NDArray[np.int8]  #: a number of the desk for each place to the left of the learner
    n_players: int
    bots_play: bool  #: do bots have all seats but the learner's?
    reward: int  #: BY_PLACE or BY_SCORE


def new_tables(kind: Kind, n: int, n_players: int, size: int) -> Tables:
    """Memory for `n` games with observations of so many numbers; their generators come with the first seed."""
    games = np.zeros(n, kind.game_layout)
    return Tables(
        games=games,
        data=as_bytes(games),
        dice=seeded(0, 0),
        lucks=seeded(0, 0),
        learners=np.zeros(n, np.int8),
        seats=np.zeros(n, np.int8),
        observations=np.zeros((n, size), np.float32),
        masks=np.zeros((n, kind.n_actions), np.int8),
        rewards=np.zeros((n, n_players), np.float32),
        earned=np.zeros(n, np.float32),
        over=np.zeros(n, np.bool_),
        last=np.zeros((n, size), np.float32),
        scores=np.zeros((n, n_players), np.int32),
        places=np.zeros((n, n_players), np.int8),
        lengths=np.zeros(n, np.int32),
    )
