"""Ways to play Rollie that reach what random play hardly ever does (test_rules_branches.py counts that they do).

Some have kind or unkind dice too: `luck` is part of a policy.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from rolltop.games.rollie.rules import SECURE, Phase, R
from tests.conformance.policies import Policy


class Quitter(Policy):
    """Secures at once, with nothing."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        return SECURE


class Hoarder(Policy):
    """Takes what is nearest to its end and never secures, with dice that never show a double: piles run out."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        bills = [action for action in legal if action != SECURE]
        return min(bills, key=lambda value: (game.bank[value], value)) if bills else SECURE

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        if game.phase != Phase.SECOND_DIE:
            return rng.randrange(n)
        return pick(box, [face for face in range(6) if face != game.dice[0]], rng, die=1)


class Squirrel(Hoarder):
    """A hoarder who secures now and then, so that bills leave the Bank for good, round after round."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        if sum(game.players[game.chooser].bet) >= 6:
            return SECURE
        return super().choose(game, box, legal, rng)


class Waster(Hoarder):
    """A hoarder whose dice, once two piles are empty, show just those, one of each."""

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        empty = [value for value, count in enumerate(game.bank) if count == 0]
        if len(empty) < 2 or game.phase not in (Phase.FIRST_DIE, Phase.SECOND_DIE):
            return super().luck(game, box, n, rng)
        if game.phase == Phase.FIRST_DIE:
            return pick(box, empty, rng, die=0)
        return pick(box, [face for face in empty if face != game.dice[0]], rng, die=1)


class Doubler(Squirrel):
    """A squirrel whose dice show a double of a pile as soon as it is empty, best of one that is in nobody's Bet."""

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        if game.phase not in (Phase.FIRST_DIE, Phase.SECOND_DIE) or game.round_no < 3:
            return super().luck(game, box, n, rng)
        empty = [value for value, count in enumerate(game.bank) if count == 0]
        nobodys = [value for value in empty if not any(player.bet[value] for player in game.players)]
        if not empty:
            return super().luck(game, box, n, rng)
        return pick(box, (nobodys or empty)[:1], rng, die=game.phase - Phase.FIRST_DIE)


class Refiller(Squirrel):
    """A squirrel that meets two R as soon as it is the last round: the crash fills piles again, too late."""

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        if game.last_round and game.phase in (Phase.FIRST_DIE, Phase.SECOND_DIE):
            return pick(box, [R], rng, die=game.phase - Phase.FIRST_DIE)
        return super().luck(game, box, n, rng)


class Leaver(Policy):
    """Meets a double at the first roll of most rounds, so Start tokens are left lying; then collects them."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        return rng.choice([legal[0], SECURE])

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        if game.phase != Phase.SECOND_DIE:
            return rng.randrange(n)
        double = game.round_no in (1, 2, 4, 5)
        return pick(box, [face for face in range(6) if (face == game.dice[0]) == double], rng, die=1)


class Twins(Policy):
    """Everybody takes the same few bills and secures together: ties of all sizes."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        wanted = game.round_no % 2 + 1
        return SECURE if sum(game.players[game.chooser].bet) >= wanted else legal[0]

    def luck(self, game: Any, box: Any, n: int, rng: Random) -> int:
        if game.phase == Phase.SECOND_DIE:
            return pick(box, [face for face in range(6) if face != game.dice[0]], rng, die=1)
        return rng.randrange(n)


class Favourite(Twins):
    """Twins who leave every Start token to the last seat: ties in which nobody has one. One begins a round later."""

    def choose(self, game: Any, box: Any, legal: list[int], rng: Random) -> int:
        late = game.chooser == 0 and game.round_no == 1
        at_once = game.chooser == game.n_players - 1 or late
        return SECURE if at_once or sum(game.players[game.chooser].bet) else legal[0]


def pick(box: Any, faces: Sequence[int], rng: Random, *, die: int) -> int:
    """An outcome of a die that shows one of some faces."""
    return rng.choice([side for side in range(6) if box.dice[die][side] in faces])


POLICIES: list[Policy] = [
    Quitter(), Hoarder(), Squirrel(), Waster(), Doubler(), Refiller(), Leaver(), Twins(), Favourite()
]  # fmt: skip


def recount(row: dict[str, Any]) -> int:
    """A player's total from the parts of the score sheet."""
    return int(row["worth"] + sum(row["bonus"]))
