"""Exact dice play: against plain enumeration, known chances, and what must hold whatever dice are worth."""

import random
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rolltop.games import kernel
from rolltop.games.roll_estate import dice
from rolltop.games.roll_estate.dice import FACES, FIRST_SET, KEEPS, N_KEEPS, N_SETS, NOTHING, Worth
from rolltop.games.roll_estate.rules import ALL_DICE, N_DICE

Dice = tuple[int, ...]

SETS = KEEPS[FIRST_SET:]
COMPILED: Any = kernel.load(dice.__name__)
WORTHS = arrays(np.float64, N_SETS, elements=st.floats(-1000, 1000))
ROLLS = st.integers(1, 3)
QUIET = settings(deadline=None, derandomize=True)


def solved(final: Worth, rolls: int) -> Worth:
    """What each keep is worth."""
    kept = np.empty(N_KEEPS)
    COMPILED.solve(final, rolls, kept)
    return kept


def wanted(wants: Any) -> Worth:
    """1 for each set that is wanted."""
    return np.array([float(wants(faces)) for faces in SETS])


def has_run(faces: Dice, length: int) -> bool:
    """Are there so many consecutive numbers?"""
    return any(set(range(first, first + length)) <= set(faces) for first in FACES)


# ---- numbers ---------------------------------------------------------------------------------------------------------


def test_there_are_462_keeps_and_252_sets() -> None:
    assert len(KEEPS) == len(set(KEEPS)) == N_KEEPS == 462
    assert len(SETS) == N_SETS == 252
    assert KEEPS[NOTHING] == ()


def test_a_die_more_and_a_die_less() -> None:
    for keep, faces in enumerate(KEEPS[:FIRST_SET]):
        for face in FACES:
            more = dice.MORE[keep][face - 1]
            assert KEEPS[more] == tuple(sorted((*faces, face)))
            assert keep in dice.LESS[more]
    for keep, faces in enumerate(KEEPS):
        less = [KEEPS[number] for number in dice.LESS[keep] if number >= 0]
        assert sorted(less) == sorted(set(combinations(faces, len(faces) - 1)) if faces else [])
        assert tuple(dice.COUNTS[keep]) == tuple(faces.count(face) for face in FACES)


def test_the_order_of_dice_does_not_matter() -> None:
    chooser = random.Random(1)
    for number, faces in enumerate(SETS):
        mixed = chooser.sample(faces, N_DICE)
        assert dice.keep_of(mixed, ALL_DICE) == FIRST_SET + number
        assert COMPILED.keep_of(np.array(mixed, np.int8), ALL_DICE) == FIRST_SET + number
        held = chooser.randrange(ALL_DICE)
        kept = tuple(sorted(die for place, die in enumerate(mixed) if held >> place & 1))
        assert KEEPS[dice.keep_of(mixed, held)] == kept


# ---- known chances ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wants", "chance"),
    [
        (lambda faces: len(set(faces)) == 1, 0.046029),
        (lambda faces: max(map(faces.count, faces)) >= 4, 0.290794),
        (lambda faces: has_run(faces, 5), 0.261095),
        (lambda faces: has_run(faces, 4), 0.615442),
    ],
    ids=["five of a kind", "four of a kind or better", "a run of five", "a run of four"],
)
def test_the_known_chances_of_three_rolls(wants: Any, chance: float) -> None:
    assert COMPILED.turn_worth(wanted(wants), 3) == pytest.approx(chance, abs=5e-7)
    assert dice.turn_worth(wanted(wants), 3) == pytest.approx(chance, abs=5e-7)


def test_the_best_total() -> None:
    """A single die that may be rolled three times is worth 14/3: kept from 4 up, then from 5 up."""
    totals = np.array([float(sum(faces)) for faces in SETS])
    assert COMPILED.turn_worth(totals, 3) == pytest.approx(N_DICE * 14 / 3)


# ---- against plain enumeration ---------------------------------------------------------------------------------------


def spelt_out(final: Worth, rolls: int) -> list[float]:
    """What each keep is worth, by every throw of the other dice."""
    worth: dict[Dice, float] = dict(zip(SETS, final.tolist(), strict=True))

    @cache
    def keep(kept: Dice, left: int) -> float:
        throws = list(product(FACES, repeat=N_DICE - len(kept)))
        return sum(best(tuple(sorted((*kept, *throw))), left - 1) for throw in throws) / len(throws)

    @cache
    def best(faces: Dice, left: int) -> float:
        if left == 0:
            return worth[faces]
        held = {kept for n in range(N_DICE) for kept in combinations(faces, n)}
        return max(worth[faces], max(keep(kept, left) for kept in held))

    return [keep(kept, rolls) for kept in KEEPS[:FIRST_SET]] + [worth[faces] for faces in SETS]


@pytest.mark.parametrize("rolls", [1, 2, 3])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_throw_spelt_out_gives_the_same(rolls: int, seed: int) -> None:
    final = np.random.default_rng(seed).normal(size=N_SETS) ** 3
    assert solved(final, rolls) == pytest.approx(spelt_out(final, rolls))


# ---- whatever dice are worth -----------------------------------------------------------------------------------------


@QUIET
@given(WORTHS, ROLLS)
def test_another_roll_never_costs(final: Worth, rolls: int) -> None:
    assert np.all(solved(final, rolls + 1) >= solved(final, rolls) - 1e-9)


@QUIET
@given(WORTHS, ROLLS)
def test_to_hold_all_is_to_stop(final: Worth, rolls: int) -> None:
    assert np.array_equal(solved(final, rolls)[FIRST_SET:], final)


@QUIET
@given(WORTHS, arrays(np.float64, N_SETS, elements=st.floats(0, 100)), ROLLS)
def test_better_sets_make_no_keep_worse(final: Worth, gain: Worth, rolls: int) -> None:
    assert np.all(solved(final + gain, rolls) >= solved(final, rolls) - 1e-9)


@QUIET
@given(WORTHS, ROLLS, st.floats(0, 100), st.floats(-100, 100))
def test_units_do_not_matter(final: Worth, rolls: int, times: float, plus: float) -> None:
    assert solved(times * final + plus, rolls) == pytest.approx(times * solved(final, rolls) + plus, abs=1e-6)


@settings(QUIET, max_examples=20)
@given(WORTHS, ROLLS)
def test_compiled_and_plain_agree(final: Worth, rolls: int) -> None:
    plain = np.empty(N_KEEPS)
    dice.solve(final, rolls, plain)
    assert solved(final, rolls) == pytest.approx(plain)
    assert dice.turn_worth(final, rolls) == COMPILED.turn_worth(final, rolls) == plain[NOTHING]


def test_many_problems_at_once() -> None:
    finals = np.random.default_rng(3).normal(size=(N_SETS, 4))
    together = dice.turn_worth(finals, 3)
    assert together == pytest.approx([COMPILED.turn_worth(finals[:, i].copy(), 3) for i in range(4)])


@QUIET
@given(WORTHS, ROLLS, st.lists(st.integers(1, 6), min_size=N_DICE, max_size=N_DICE))
def test_the_best_dice_to_hold(final: Worth, rolls: int, faces: list[int]) -> None:
    kept, rolled = solved(final, rolls), np.array(faces, np.int8)
    held = COMPILED.best_held(rolled, kept)
    assert kept[COMPILED.keep_of(rolled, held)] == max(kept[COMPILED.keep_of(rolled, h)] for h in range(ALL_DICE + 1))


def test_one_stops_if_no_roll_is_better() -> None:
    assert dice.best_held([1, 2, 3, 4, 5], np.zeros(N_KEEPS)) == ALL_DICE


def test_a_plain_choice() -> None:
    """Three fives on the table: for a fourth one holds them all and rolls the others."""
    kept = solved(wanted(lambda faces: faces.count(5) >= 4), 2)
    held = COMPILED.best_held(np.array([5, 3, 5, 5, 1], np.int8), kept)
    assert held == 0b01101
    assert kept[COMPILED.keep_of(np.array([5, 3, 5, 5, 1], np.int8), held)] == pytest.approx(1 - (5 / 6) ** 4)
