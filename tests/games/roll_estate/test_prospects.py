"""The chances of what is still open on a sheet: against counting and simulation, and what must hold of them."""

import random

import numpy as np
import pytest

from rolltop.games.roll_estate import prospects
from rolltop.games.roll_estate.dice import COUNTS, FIRST_SET, N_KEEPS, NOTHING, solve
from rolltop.games.roll_estate.prospects import GAPS, HOPELESS, KINDS, LAST_STEP, MOST_FAILURES, SETS, STEPS, TOTALS
from rolltop.games.roll_estate.rules import MAX_SLOTS, N_DICE, N_FACES, N_ROLLS

FACE, TRIPLE, QUADRUPLE = KINDS.index(0), KINDS.index(3), KINDS.index(4)
END = {FACE: N_DICE + 1, TRIPLE: LAST_STEP + 1, QUADRUPLE: LAST_STEP + 1}


def test_what_sets_bring() -> None:
    for number, dice in enumerate(SETS):
        assert TOTALS[number] == sum(dice)
        assert STEPS[FACE][number] == dice.count(1) == COUNTS[FIRST_SET + number][0]
        assert STEPS[TRIPLE][number] == next((face for face in dice if dice.count(face) >= 3), 0)
        assert bool(prospects.ALIKE[number]) == (len(set(dice)) == 1)
        for first in (1, 2, 3):
            assert bool(prospects.RUNS[number] >> first & 1) == set(dice).issuperset(range(first, first + 4))
        assert bool(prospects.INDEX_RUNS[number]) == (dice in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)))


def test_the_chances_of_one_turn() -> None:
    found = [prospects.JACKPOT_CHANCE, prospects.INDEX_CHANCE, prospects.ROUTE_CHANCES[0]]
    assert found == pytest.approx([0.046029, 0.261095, 0.615442], abs=5e-7)
    assert prospects.LIQUID_CHANCES[N_DICE] == 1
    assert prospects.LIQUID_CHANCES[30] == pytest.approx((1 - (5 / 6) ** 3) ** 5), "a six is kept"
    assert np.all(np.diff(prospects.LIQUID_CHANCES) <= 1e-12)


@pytest.mark.parametrize("times", [0, 1, 2])
def test_chances_within_failures(times: int) -> None:
    """By the count of turns: with k failures there are so many turns and k more, and the last may not be needed."""
    chance = 0.3
    found = prospects.within_failures(chance, times)
    for failures in range(MOST_FAILURES + 1):
        turns = times + failures
        fewer = [chance**n * (1 - chance) ** (turns - n) * choose(turns, n) for n in range(times)]
        assert found[failures] == pytest.approx(1 - sum(fewer))


def choose(n: int, k: int) -> int:
    """How many ways there are to choose k of n."""
    return int(np.prod(range(n - k + 1, n + 1), dtype=np.int64) // np.prod(range(1, k + 1), dtype=np.int64))


@pytest.mark.parametrize("kind", [FACE, TRIPLE, QUADRUPLE])
def test_what_must_hold_of_gaps(kind: int) -> None:
    for low in range(END[kind]):
        for high in range(low + 1, END[kind] + 1):
            for slots in range(MAX_SLOTS + 1):
                chances = GAPS[kind, low, high, slots]
                assert np.all((chances >= HOPELESS) & (chances <= 1))
                assert np.all(np.diff(chances) >= 0), "another failure never costs"
                if slots == 0:
                    assert np.all(chances == 1)
                elif slots > high - low - 1:
                    assert np.all(chances == HOPELESS), "there are not so many numbers in between"
                else:
                    assert chances[0] > HOPELESS
                    assert np.all(chances <= GAPS[kind, low, high, slots - 1]), "another slot never helps"
                if low > 0:
                    assert np.all(chances <= GAPS[kind, low - 1, high, slots]), "more room never costs"
                if high < END[kind]:
                    assert np.all(chances <= GAPS[kind, low, high + 1, slots]), "more room never costs"


def test_a_gap_of_one_slot_is_a_turn_that_fits() -> None:
    for low, high in ((0, 6), (0, 2), (1, 3), (3, 6)):
        fits = np.array([float(low < step < high) for step in STEPS[FACE]])
        kept = np.empty(N_KEEPS)
        solve(fits, N_ROLLS, kept)
        expected = prospects.within_failures(kept[NOTHING])
        assert GAPS[FACE, low, high, 1] == pytest.approx(expected, abs=2 * HOPELESS)


def test_the_chance_of_just_one_four_comes_true() -> None:
    """Left of an 8 in fours: so many turns may go by without."""
    chooser, n = random.Random(5), 6000
    for failures in (0, 1):
        hits = sum(any(just_one_four(chooser) for _ in range(failures + 1)) for _ in range(n))
        chance = GAPS[FACE, 0, 2, 1, failures]
        assert abs(hits / n - chance) < 5 * (chance * (1 - chance) / n) ** 0.5


def just_one_four(chooser: random.Random) -> bool:
    """A turn: with more than one four roll those above one again, with none roll all."""
    fours = sum(chooser.randint(1, N_FACES) == 4 for _ in range(N_DICE))
    for _ in range(N_ROLLS - 1):
        rolled = fours - 1 if fours else N_DICE
        fours = min(fours, 1) + sum(chooser.randint(1, N_FACES) == 4 for _ in range(rolled))
    return fours == 1
