"""Exact play of five dice that may be rolled several times, whatever the final dice are worth.

In any order, five dice are one of 252 *sets*, and the dice kept for a re-roll one of 462 *keeps* of none to five dice;
a set is a keep of five. A keep short of a die is worth the mean of the six keeps with one die more; a set before a
re-roll is worth the best keep within it. So no throw of several dice is ever spelt out.

Worth is in any unit; a chance is the worth of sets that are worth 1 or nothing. Uncompiled, `solve` and `turn_worth`
also take many problems at once, as columns.
"""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.roll_estate.rules import ALL_DICE, N_DICE, N_FACES

Worth = NDArray[np.float64]

FACES = range(1, N_FACES + 1)
KEEPS = [dice for n in range(N_DICE + 1) for dice in combinations_with_replacement(FACES, n)]
N_KEEPS = len(KEEPS)
N_SETS = 252
FIRST_SET = N_KEEPS - N_SETS  #: the keep of five dice that is set 0; all further keeps are sets too
NOTHING = 0  #: the keep of no die
COUNTS = np.array([[dice.count(face) for face in FACES] for dice in KEEPS], np.int8)  #: by keep and face, less 1


def _with_a_die_more() -> NDArray[np.int16]:
    number = {dice: keep for keep, dice in enumerate(KEEPS)}
    return np.array([[number[tuple(sorted((*dice, face)))] for face in FACES] for dice in KEEPS[:FIRST_SET]], np.int16)


def _with_a_die_less() -> NDArray[np.int16]:
    less = np.full((N_KEEPS, N_DICE), -1, np.int16)
    for keep in range(FIRST_SET):
        for more in MORE[keep]:
            less[more][np.flatnonzero(less[more] < 0)[0]] = keep
    return less


MORE = _with_a_die_more()  #: the keep with one die more, by keep and face, less 1
LESS = _with_a_die_less()  #: the keeps with one die less, then -1


# ---- dice to numbers -------------------------------------------------------------------------------------------------


@rule
def keep_of(dice: list[int], held: int) -> int:
    """The number of a keep: of five dice (1 to 6) those whose bit is set in `held`."""
    keep = NOTHING
    for die in range(N_DICE):
        if held >> die & 1:
            keep = int(MORE[keep, dice[die] - 1])
    return keep


# ---- what dice are worth ---------------------------------------------------------------------------------------------


@rule
def solve(final: Worth, rolls: int, kept: Worth) -> None:
    """Write into `kept` what each keep is worth with best play, if the other dice are rolled now and any dice up to
    `rolls` - 1 times after that. `final` is the worth of each set in the end, and so that of a keep of five dice.
    """
    best = np.empty(kept.shape)
    for dice in range(N_SETS):
        kept[FIRST_SET + dice] = final[dice]
    roll_once(kept)
    for _ in range(1, rolls):
        find_best(kept, best)
        for dice in range(N_SETS):
            kept[FIRST_SET + dice] = best[FIRST_SET + dice]
        roll_once(kept)
    for dice in range(N_SETS):
        kept[FIRST_SET + dice] = final[dice]


@rule
def roll_once(kept: Worth) -> None:
    """What each keep short of a die is worth when the other dice are rolled, by what the sets are worth."""
    for keep in range(FIRST_SET - 1, -1, -1):
        total = 0.0
        for face in range(N_FACES):
            total += kept[MORE[keep, face]]
        kept[keep] = total / N_FACES


@rule
def find_best(kept: Worth, best: Worth) -> None:
    """What the best keep within each keep is worth."""
    for keep in range(N_KEEPS):
        most = kept[keep]
        for i in range(N_DICE):
            if LESS[keep, i] < 0:
                break
            most = np.maximum(most, best[LESS[keep, i]])
        best[keep] = most


@rule
def best_held(dice: list[int], kept: Worth) -> int:
    """Which of five dice to hold, a bit each, by what `solve` has found; all of them if no re-roll is better."""
    best = ALL_DICE
    most = kept[keep_of(dice, best)]
    for held in range(ALL_DICE):
        worth = kept[keep_of(dice, held)]
        if worth > most:
            best, most = held, worth
    return best


@rule
def turn_worth(final: Worth, rolls: int) -> Any:
    """What best play is worth when all dice are to be rolled, and may be rolled `rolls` times in all."""
    kept = np.empty((N_KEEPS, *final.shape[1:]))
    solve(final, rolls, kept)
    return kept[NOTHING]
