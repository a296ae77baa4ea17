"""The generator for simulations: its reference, independence, and no favoured outcome; compiled as plain."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from rolltop.games import kernel, shelf
from rolltop.games.luck import WORD, Luck, below, next_word, seeded

# xoshiro128++ 1.0 (Blackman and Vigna), from the state 1, 2, 3, 4
REFERENCE = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420]


def generators(words: list[int]) -> tuple[Any, Any, Any]:
    """The same generator plain, and for the compiled module, with that module."""
    array = np.zeros(1, kernel.layout(Luck))
    array[0]["words"] = words
    return shelf.plain(array)[0], array, kernel.load("rolltop.games.luck")


def test_it_is_xoshiro128_plus_plus() -> None:
    plain, array, compiled = generators([1, 2, 3, 4])
    assert [next_word(plain) for _ in REFERENCE] == REFERENCE
    assert [compiled.next_word(array[0]) for _ in REFERENCE] == REFERENCE
    assert plain.words == array[0]["words"].tolist()


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 100, 2**16, 2**31 - 1, 2**31])
def test_compiled_and_plain_draw_alike(n: int) -> None:
    plain, array, compiled = generators([int(word) for word in seeded(n)[0]["words"]])
    draws = [below(plain, n) for _ in range(300)]
    assert draws == [compiled.below(array[0], n) for _ in range(300)]
    assert all(0 <= draw < n for draw in draws)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 52])
def test_no_outcome_is_favoured(n: int) -> None:
    luck = shelf.plain(seeded(n))[0]
    rolls = 2000 * n
    counts = Counter(below(luck, n) for _ in range(rolls))
    chi_squared = sum((counts[face] - 2000) ** 2 / 2000 for face in range(n))
    assert chi_squared < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_words_that_would_favour_an_outcome_are_thrown_away() -> None:
    """With n = 3 * 2**30 a quarter of all words are thrown away; the four quarters of the range stay equal."""
    n = 3 * 2**30
    luck = shelf.plain(seeded(1))[0]
    quarters = Counter(below(luck, n) * 4 // n for _ in range(8000))
    assert all(abs(quarters[quarter] - 2000) < 200 for quarter in range(4))


def test_a_generator_depends_on_seed_and_place_only() -> None:
    many = seeded(7, 5)
    assert many[:2].tobytes() == seeded(7, 2).tobytes()
    assert len({luck.tobytes() for seed in range(20) for luck in seeded(seed, 20)}) == 400


def test_a_generator_is_never_all_zero() -> None:
    """Zero is the one state it would never leave."""
    for seed in range(300):
        assert seeded(seed)[0]["words"].any()


def test_state_stays_in_32_bits() -> None:
    luck = shelf.plain(seeded(3))[0]
    for _ in range(1000):
        assert 0 <= next_word(luck) <= WORD
        assert all(0 <= word <= WORD for word in luck.words)
