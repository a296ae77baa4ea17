"""What a bot can do, as numbers that compiled code reads, and the memory it thinks in."""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import Flag, Int8, Int32, layout, record
from rolltop.games.shelf import Kind

Share = Annotated[float, np.float64]

PLACING = 0.1  #: the part of a playout's reward that is for the place rather than for winning
LONGEST_PATH = 128  #: decisions that one playout may go down in the tree


@record
class Skill:
    """How one bot chooses."""

    wavers: Share  # how far it is from the policy's best: the temperature of a softmax, in spreads of the weights
    forgets: Share  # the part of what it saw going into hidden places that it no longer knows
    explores: Share  # the constant of PUCT
    playouts: Int32  # of the search for one choice; 0: the policy alone
    depth: Int32  # decisions after which the game's own value cuts a playout off; 0: never
    policy: Int8  # 0: uniformly random, also in playouts
    plans_alone: Flag  # does not search in a game for one: the policy plans better
    spare: Annotated[list[int], np.int8, 6]  # no gap at the end


class Desk(NamedTuple):
    """Where bots think: scratch memory for one thread, with the skills of the bots that use it.

    The tree has a node for what a seat sees when it is to choose, found by the bytes of that; `n_nodes` is an array of
    one. Visits, sums of rewards and priors are one a node and action.
    """

    skills: Any
    games: Any  #: three spare states
    seen: Any  #: an array of one: what a seat sees ...
    words: NDArray[np.int64]  # ... and its bytes
    slots: NDArray[np.int32]  #: the hash table: a node, or -1
    keys: NDArray[np.int64]
    visits: NDArray[np.int32]
    sums: NDArray[np.float32]
    priors: NDArray[np.float32]
    n_nodes: NDArray[np.int64]
    gap: NDArray[np.int64]  #: the slot and the key of what was not found last
    path: NDArray[np.int32]  #: node, action, seat
    weights: NDArray[np.float64]
    rewards: NDArray[np.float64]
    scores: NDArray[np.int32]
    places: NDArray[np.int8]


def desk(kind: Kind, skills: NDArray[np.void]) -> Desk:
    """Memory for bots of a game with these skills."""
    most = max(64, int(skills["playouts"].max()))
    n_slots = 1 << (2 * most - 1).bit_length()
    size = kind.game_layout.itemsize
    room = np.zeros((size + 7) // 8 * 8, np.uint8)
    return Desk(
        skills=skills,
        games=np.zeros(3, kind.game_layout),
        seen=room[:size].view(kind.game_layout),
        words=room.view(np.int64),
        slots=np.full(n_slots, -1, np.int32),
        keys=np.zeros(most, np.int64),
        visits=np.zeros((most, kind.n_actions), np.int32),
        sums=np.zeros((most, kind.n_actions), np.float32),
        priors=np.zeros((most, kind.n_actions), np.float32),
        n_nodes=np.zeros(1, np.int64),
        gap=np.zeros(2, np.int64),
        path=np.zeros((LONGEST_PATH, 3), np.int32),
        weights=np.zeros(kind.n_actions),
        rewards=np.zeros(kind.players[-1]),
        scores=np.zeros(kind.players[-1], np.int32),
        places=np.zeros(kind.players[-1], np.int8),
    )


def search(skills: NDArray[np.void]) -> bool:
    """Is there one among some skills that searches?"""
    return bool((skills["playouts"] > 0).any())


def skill(**values: float) -> NDArray[np.void]:
    """An array of one skill; what is not named is 0."""
    found = np.zeros(1, layout(Skill))
    for name, value in values.items():
        found[0][name] = value
    return found
