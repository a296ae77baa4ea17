"""Fair dice: bound by the commitment, moved by every contribution, unbiased, and silent about the secret."""

import hashlib
import hmac
import json

from hypothesis import given
from hypothesis import strategies as st

from rolltop.play.dice import Seeded, unbiased
from rolltop.play.fair import Fair, commitment, new_secret

SECRET = bytes(range(32))


def test_the_protocol_step_by_step() -> None:
    """Computed here from the description alone, as somebody who checks a record would."""
    parts = ["one", "zwölf", ""]
    message = json.dumps(["rolltop fair dice 1", "t", *parts], ensure_ascii=False, separators=(",", ":")).encode()
    key = hmac.new(SECRET, message, hashlib.sha256).digest()
    for index in range(200):
        for n in (2, 6, 7, 252):
            block = hmac.new(key, f"{index}:0".encode(), hashlib.sha256).digest()
            word = int.from_bytes(block[:8], "big")
            assert word < 2**64 // n * n, "astronomically unlikely: rejection in the first word"
            assert Fair(SECRET, "t", parts).draw(index, n) == word % n
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


@given(st.lists(st.text(), min_size=2, max_size=6), st.data())
def test_every_contribution_counts(parts: list[str], data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, len(parts) - 1))
    other = data.draw(st.text().filter(lambda text: text != parts[seat]))
    changed = [*parts[:seat], other, *parts[seat + 1 :]]
    before, after = Fair(SECRET, "t", parts), Fair(SECRET, "t", changed)
    assert [before.draw(i, 2**60) for i in range(3)] != [after.draw(i, 2**60) for i in range(3)]


def test_contributions_cannot_be_shifted_between_seats() -> None:
    assert Fair(SECRET, "t", ["ab", "c"]).draw(0, 2**60) != Fair(SECRET, "t", ["a", "bc"]).draw(0, 2**60)


def test_rejection_leaves_no_bias() -> None:
    """With n just over half the range, plain modulo would double the chance of the low half."""
    n = 2**63 + 1
    blocks = [word.to_bytes(8, "big") for word in (2**64 - 1, n, n - 1, 5)]
    assert unbiased(lambda counter: blocks[counter], n) == n - 1
    assert unbiased(lambda counter: b"".join(blocks[:2]) if counter == 0 else blocks[3], n) == 5


def test_faces_come_equally_often() -> None:
    for luck in (Fair(SECRET, "t", ["a", "b"]), Seeded(1)):
        counts = [0] * 6
        for index in range(12_000):
            counts[luck.draw(index, 6)] += 1
        assert all(abs(count - 2000) < 6 * (2000 * 5 / 6) ** 0.5 for count in counts), counts


def test_the_secret_does_not_show() -> None:
    secret = new_secret()
    assert len(secret) == 32
    assert secret != new_secret()
    shown = repr(Fair(secret, "t", ["a"]))
    assert secret.hex() not in shown
    assert repr(secret) not in shown
    assert commitment(secret) in shown
