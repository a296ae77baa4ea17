"""Fair dice: nobody, the host included, can choose or foresee a roll, and everybody can check them all afterwards.

1. Before anybody sits down the host draws a secret of 32 bytes and shows its SHA-256, the commitment.
2. Each seat, having seen the commitment, adds a contribution: any text.
3. key = HMAC-SHA256(secret, message), message = the UTF-8 of the JSON list ["rolltop fair dice 1", table,
   contribution of seat 1, contribution of seat 2, ...] without spaces, non-ASCII letters as they are.
4. Event number i of the game (counted from 0, choices included), with n equally likely outcomes: the blocks
   HMAC-SHA256(key, "i:0"), HMAC-SHA256(key, "i:1"), ... are read as big-endian words of 64 bits; the first word below
   the largest multiple of n decides, modulo n.
5. After the game the secret is shown: it must hash to the commitment, and give every roll again.

The host is bound by the commitment before it knows the contributions; the players do not know the secret.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rolltop.play.dice import unbiased

PROTOCOL = "rolltop fair dice 1"


def new_secret() -> bytes:
    """32 random bytes from the operating system."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """What is shown before the game: the secret's SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True)
class Fair:
    """Dice from a shared secret; a `LuckSource`."""

    secret: bytes
    table: str
    contributions: Sequence[str]

    @cached_property
    def _key(self) -> bytes:
        message = json.dumps([PROTOCOL, self.table, *self.contributions], ensure_ascii=False, separators=(",", ":"))
        return hmac.digest(self.secret, message.encode(), "sha256")

    def draw(self, index: int, n: int) -> int:
        """See `rolltop.play.dice.LuckSource`."""
        return unbiased(lambda counter: hmac.digest(self._key, f"{index}:{counter}".encode(), "sha256"), n)

    def __repr__(self) -> str:  # a secret must not get into a log by accident
        return f"Fair(commitment={commitment(self.secret)!r}, table={self.table!r})"
