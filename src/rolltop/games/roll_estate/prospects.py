"""What is still open on a score sheet, and the chance to get it, worked out once from exact dice play.

Turns that bring nothing towards a thing are its *failures*; a table gives the chance to get the thing before there are
more of them than so many, 0 to `MOST_FAILURES`, if it alone is pursued. Consecutive open slots of a row are a *gap*,
between two written numbers or the row's ends. Numbers are counted in *steps*, of which the smallest number has 1: in a
row of fives 15 is step 3, for three dice that match 12 is step 4.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rolltop.games.roll_estate.dice import COUNTS, FIRST_SET, KEEPS, turn_worth
from rolltop.games.roll_estate.rules import MAX_SLOTS, N_DICE, N_FACES, N_INDEXES, N_ROLLS, RUN

Chances = NDArray[np.float64]
Gap = tuple[int, int, int, int]  #: kind of row, steps of the numbers left and right of it, open slots

MOST_FAILURES = 12
MOST_LIQUID = N_DICE * N_FACES
KINDS = (0, 3, 4, 5)  #: rows by how many dice must match; 0: rows of a face
LAST_STEP = N_FACES
HOPELESS = 1e-6  #: a chance of none, so that bad can still be told from worse
SETS = KEEPS[FIRST_SET:]
FIRSTS = range(1, N_FACES - RUN + 2)  #: the numbers a route may begin with
TOTALS = np.array([sum(dice) for dice in SETS], np.int8)


# ---- what a set of dice brings ---------------------------------------------------------------------------------------


def runs_in(dice: tuple[int, ...], length: int) -> int:
    """Where so many consecutive numbers lie among the dice, as in the rules; bit k: from the number k."""
    firsts = range(1, N_FACES - length + 2)
    return sum(1 << first for first in firsts if set(range(first, first + length)) <= set(dice))


RUNS = np.array([runs_in(dice, RUN) for dice in SETS], np.int8)  #: for routes
INDEX_RUNS = np.array([runs_in(dice, RUN + 1) for dice in SETS], np.int8)
ALIKE = COUNTS[FIRST_SET:].max(axis=1) == N_DICE


def step_of(dice: tuple[int, ...], matching: int) -> int:
    """The step that dice bring in a row of so many that match, or in a row of ones; 0 for none."""
    if matching == 0:
        return dice.count(1)
    return max((face for face in dice if dice.count(face) >= matching), default=0)


STEPS = np.array([[step_of(dice, matching) for dice in SETS] for matching in KINDS], np.int8)


# ---- chances ---------------------------------------------------------------------------------------------------------


def within_failures(chance: float, times: int = 1) -> Chances:
    """The chance to get something so many times before there are more failures than 0, 1, 2, ..."""
    if times == 0:
        return np.ones(MOST_FAILURES + 1)
    before, after = within_failures(chance, times - 1), np.zeros(MOST_FAILURES + 1)
    for failures in range(MOST_FAILURES + 1):
        after[failures] = chance * before[failures] + (1 - chance) * (after[failures - 1] if failures else 0)
    return after


def chances_of(wanted: NDArray[np.bool_]) -> list[float]:
    """The chance of a turn to end with a wanted set, for each row of `wanted`."""
    return [float(chance) for chance in turn_worth(wanted.T.astype(np.float64), N_ROLLS)]


def gaps() -> Iterator[Gap]:
    """All gaps that can be filled."""
    for kind, matching in enumerate(KINDS):
        last = LAST_STEP if matching else N_DICE
        for low in range(last):
            for high in range(low + 2, last + 2):
                for slots in range(1, min(MAX_SLOTS, high - low - 1) + 1):
                    yield kind, low, high, slots


def gap_chances() -> Chances:
    """The chance to fill a gap, by its kind, steps and slots, and by failures.

    It is that of the best number in the best slot, or of one more failure. So gaps of n slots with k failures come from
    those of n + k less, which are worked out together.
    """
    found = np.full((len(KINDS), LAST_STEP + 1, LAST_STEP + 2, MAX_SLOTS + 1, MOST_FAILURES + 1), HOPELESS)
    found[:, :, :, 0] = 1
    for total in range(1, MAX_SLOTS + MOST_FAILURES + 1):
        problems = [(gap, total - gap[-1]) for gap in gaps() if 0 <= total - gap[-1] <= MOST_FAILURES]
        worth = [chances_by_step(found, *problem)[STEPS[problem[0][0]]] for problem in problems]
        for (gap, failures), chance in zip(problems, turn_worth(np.array(worth).T, N_ROLLS), strict=True):
            found[gap][failures] = chance
    return found


def chances_by_step(found: Chances, gap: Gap, failures: int) -> Chances:
    """The chance to fill a gap after a turn that ends with each step."""
    kind, low, high, slots = gap
    chances = np.full(LAST_STEP + 1, found[gap][failures - 1] if failures else HOPELESS)
    for step in range(low + 1, min(high, LAST_STEP + 1)):
        left, right = found[kind, low, step, :slots, failures], found[kind, step, high, :slots, failures]
        chances[step] = max(chances[step], (left * right[::-1]).max())
    return chances


GAPS = gap_chances()  #: by kind, step to the left, step to the right, slots, failures

ROUTE_CHANCES = chances_of(np.array([RUNS > 0] + [RUNS >> first & 1 > 0 for first in FIRSTS]))
LIQUID_CHANCES = chances_of(np.array([least <= TOTALS for least in range(MOST_LIQUID + 1)]))
INDEX_CHANCE, JACKPOT_CHANCE = chances_of(np.array([INDEX_RUNS > 0, ALIKE]))

ROUTE_WITHIN = np.array([within_failures(chance) for chance in ROUTE_CHANCES])  #: by first number (0: any), failures
LIQUID_WITHIN = np.array([within_failures(chance) for chance in LIQUID_CHANCES])  #: by the least total, failures
INDEXES_WITHIN = np.array([within_failures(INDEX_CHANCE, times) for times in range(N_INDEXES + 1)])  #: by how many
JACKPOT_WITHIN = np.array([within_failures(JACKPOT_CHANCE, times) for times in (0, 1)])  #: by how many
