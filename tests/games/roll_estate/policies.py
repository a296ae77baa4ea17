"""Ways to play Roll Estate that reach what random play hardly ever does (test_rules_branches.py counts that they do).

Some have kind or unkind dice too: `luck` is part of a policy.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from rolltop.games.roll_estate import rules
from rolltop.games.roll_estate.rules import (
    EMPTY,
    INDEX,
    JACKPOT,
    LIQUID,
    LOSE,
    MAX_SLOTS,
    N_CLAIMS,
    N_FACES,
    N_HOLDS,
    N_ROLLS,
    ROUTES,
    Phase,
)
from tests.conformance.policies import Policy

RENTALS, TRANSIT = range(ROUTES), range(ROUTES, LIQUID)
STOCKS = (INDEX, LIQUID, JACKPOT)


def claims(legal: Sequence[int]) -> list[int]:
    """The claims among the legal actions, by their bits."""
    return [action - N_HOLDS for action in legal if action >= N_HOLDS]


class Claimer(Policy):
    """Claims at once what it likes best, rolls on where nothing fits, and loses interest only when it must."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        possible = claims(legal)
        if not possible or (possible[0] >= LOSE and game.rolls < N_ROLLS):
            return legal[0]
        return N_HOLDS + max(possible, key=lambda claim: (self.liking(game, box, claim), rng.random()))

    def liking(self, game: Any, box: Any, claim: int) -> float:
        """How much it likes a claim."""
        return 0


class Blocker(Claimer):
    """Writes high numbers on the left and low ones on the right, so that rows get stuck."""

    def liking(self, game: Any, box: Any, claim: int) -> float:
        if claim not in RENTALS:
            return 0
        row, slot = divmod(claim, MAX_SLOTS)
        middle = (box.rows[row].n_slots - 1) / 2
        return float(1 + (middle - slot) * rules.number_for(game, box, row))


class Quitter(Blocker):
    """A blocker who loses interest as soon as that is possible."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        if legal[-1] >= N_HOLDS + LOSE:
            return legal[-1]
        return super().choose(game, box, legal, rng)


class Completer(Policy):
    """Fills one row after the other from left to right, with dice that show just what is wanted next."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        rentals = [claim for claim in claims(legal) if claim in RENTALS]
        order = self.order(box, game.player)
        by_order = {claim: (order.index(claim // MAX_SLOTS), claim) for claim in rentals}
        return N_HOLDS + min(rentals, key=by_order.__getitem__) if rentals else legal[-1]

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        return self.wanted(game, box, game.player) if game.phase == Phase.ROLL else rng.randrange(n)

    def wanted(self, game: Any, box: Any, seat: int) -> int:
        """What the next die should show, less 1: one of the row's face for its first slot, two for the second, ..."""
        for row in self.order(box, seat):
            numbers = list(game.players[seat].numbers[row][: box.rows[row].n_slots])
            if EMPTY in numbers:
                slot, face = numbers.index(EMPTY), int(box.rows[row].face)
                return slot if not face else face - 1 if game.dice.count(face) <= slot else face % N_FACES
        return 0

    def order(self, box: Any, seat: int) -> list[int]:
        """The rows as a seat likes them."""
        return list(range(box.n_rows))


class Spreader(Completer):
    """Completers of two kinds, who begin elsewhere: all have a third business, first or second, in the same round."""

    def order(self, box: Any, seat: int) -> list[int]:
        return [(row + 2 + 3 * (seat % 2)) % box.n_rows for row in range(box.n_rows)]


class Investor(Claimer):
    """Takes routes, Indexes, the Jackpot and Liquid Assets before all else, with dice in a row or all alike."""

    def liking(self, game: Any, box: Any, claim: int) -> float:
        return 2 if claim in TRANSIT else 1 if claim in STOCKS else 0

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        if game.phase != Phase.ROLL:
            return rng.randrange(n)
        die, turn = game.dice.index(0), game.round_no
        if turn % 4 == 0:
            return int(turn % N_FACES)
        return int(turn + die) % (N_FACES if turn % 4 == 1 else N_FACES - 1)


class Magnate(Investor):
    """An investor who then completes rows, and so can win alone."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        if game.round_no > 7:
            return COMPLETER.choose(game, box, legal, rng)
        return super().choose(game, box, legal, rng)

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        if game.round_no > 7:
            return COMPLETER.luck(game, box, n, rng)
        return super().luck(game, box, n, rng)


class Twins(Blocker):
    """Blockers of one mind, with the same dice in a round, ones and twos: nothing sets them apart."""

    def liking(self, game: Any, box: Any, claim: int) -> float:
        return super().liking(game, box, claim) - claim / N_CLAIMS

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        if game.phase != Phase.ROLL:
            return rng.randrange(n)
        salt = (20, 27, 28)[game.first % 3]  # with which nobody completes a row
        return Random(f"{salt} {game.round_no} {game.rolls} {game.dice.index(0)}").randrange(2)


class Crossers(Quitter):
    """Quitters whose dice show one and two only: rows are lost, and rentals run out."""

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        return rng.randrange(2) if game.phase == Phase.ROLL else rng.randrange(n)


COMPLETER = Completer()
POLICIES: list[Policy] = [
    Claimer(), Blocker(), Quitter(), COMPLETER, Spreader(), Investor(), Magnate(), Twins(), Crossers()
]  # fmt: skip


def recount(row: dict[str, Any]) -> int:
    """A player's total from the parts of the score sheet."""
    return int(sum(row["rows"]) + row["businesses"] + row["transit"] + row["stock"] + row["jackpot"])
