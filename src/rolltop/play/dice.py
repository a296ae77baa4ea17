"""Where luck comes from. A source says which of `n` equally likely outcomes event number `index` of a game brings.

Sources have no state of their own: the same index gives the same outcome again, so that a move taken back and played
again meets the same dice.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rolltop.games.errors import RolltopError


class LuckSource(Protocol):
    """Anything that decides chance events."""

    def draw(self, index: int, n: int) -> int:
        """An outcome from 0 to n-1 for the event at `index` of the history (counted from 0)."""
        ...


@dataclass(frozen=True)
class Seeded:
    """Dice from a seed: the same seed gives the same game. Without one, a random seed is chosen (and can be read)."""

    seed: int = field(default_factory=lambda: secrets.randbits(64))

    def draw(self, index: int, n: int) -> int:
        """See LuckSource."""

        def block(counter: int) -> bytes:
            return hashlib.blake2b(f"{self.seed}:{index}:{counter}".encode()).digest()

        return unbiased(block, n)


@dataclass(frozen=True)
class Scripted:
    """Given outcomes, in order of the chance events' place in the history; for tests and examples.

    Raises RolltopError when the script does not say what an event brings, or says something impossible.
    """

    outcomes: dict[int, int]

    def draw(self, index: int, n: int) -> int:
        """See LuckSource."""
        if not 0 <= self.outcomes.get(index, -1) < n:
            raise RolltopError(
                "the script gives %(found)s for event %(index)s, expected a number from 0 to %(most)s",
                found=self.outcomes.get(index), index=index, most=n - 1,
            )  # fmt: skip
        return self.outcomes[index]


def unbiased(block: Callable[[int], bytes], n: int) -> int:
    """A number from 0 to n-1, each equally likely, from a stream of random blocks, by rejection.

    Words of 64 bits at or above the largest multiple of `n` are thrown away, so no outcome is favoured.
    """
    limit = 2**64 // n * n
    counter = 0
    while True:
        for word in words(block(counter)):
            if word < limit:
                return word % n
        counter += 1


def words(block: bytes) -> Sequence[int]:
    """A block as big-endian words of 64 bits."""
    return [int.from_bytes(block[start : start + 8], "big") for start in range(0, len(block) - 7, 8)]
