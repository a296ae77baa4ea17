"""Luck for simulations, searches and `redeal`: a small generator that compiles and also runs as plain Python.

xoshiro128++ (Blackman and Vigna 2019): 128 bits of state in four 32-bit words, so that a million games do not repeat.
It is not for tables where people play: those have `rolltop.play.fair`.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import layout, record, rule

WORD = 0xFFFFFFFF


@record
class Luck:
    """The generator's state; never all zero."""

    words: Annotated[list[int], np.uint32, 4]


def seeded(seed: int, n: int = 1) -> NDArray[np.void]:
    """`n` independent generators: generator i of a seed is the same whatever `n` is."""
    luck = np.zeros(n, layout(Luck))
    for i in range(n):
        luck[i]["words"] = np.random.SeedSequence(seed, spawn_key=(i,)).generate_state(4)
    return luck


def seeded_by(words: Sequence[int]) -> NDArray[np.void]:
    """An array of one generator, from several whole numbers."""
    luck = np.zeros(1, layout(Luck))
    luck[0]["words"] = np.random.SeedSequence(words).generate_state(4)
    return luck


@rule
def rotated(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) & WORD


@rule
def next_word(luck: Luck) -> int:
    """The next 32 random bits."""
    a, b, c, d = int(luck.words[0]), int(luck.words[1]), int(luck.words[2]), int(luck.words[3])
    result = (rotated((a + d) & WORD, 7) + a) & WORD
    shifted = (b << 9) & WORD
    c ^= a
    d ^= b
    luck.words[1] = b ^ c
    luck.words[0] = a ^ d
    luck.words[2] = c ^ shifted
    luck.words[3] = rotated(d, 11)
    return result


@rule
def below(luck: Luck, n: int) -> int:
    """A whole number from 0 to n-1, each equally likely (Lemire 2019, with rejection), for n up to 2**31."""
    product = next_word(luck) * n
    low = product & WORD
    if low < n:
        threshold = (WORD + 1 - n) % n
        while low < threshold:
            product = next_word(luck) * n
            low = product & WORD
    return product >> 32
