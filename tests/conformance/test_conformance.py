"""Every game on the shelf, with every number of players, is held to the contract; so is the tests' own tiny game."""

import pytest

from rolltop.games import shelf
from tests.conformance.checks import CHECKS
from tests.conformance.faults import PEEKABOO
from tests.conformance.harness import Case
from tests.conformance.play_checks import PLAY_CHECKS

KINDS = [*shelf.kinds().values(), PEEKABOO]
CASES = [Case(kind, n_players) for kind in KINDS for n_players in kind.players]


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", CHECKS)
def test_contract(name: str, case: Case) -> None:
    CHECKS[name](case)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", PLAY_CHECKS)
def test_checked_play(name: str, case: Case) -> None:
    PLAY_CHECKS[name](case)
