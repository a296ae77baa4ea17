"""The sequential test: how often it is wrong, and what it says on the way."""

import numpy as np
import pytest

from rolltop.games.errors import BadOption
from rolltop.lab.sprt import Sprt, elo_of, expected_score

TRIALS = 300
MOST = 20000


def decided(elo: float, mirrored: float, seed: int, elo0: float, elo1: float) -> Sprt:
    """A test of pairs of games; a part `mirrored` of the pairs is won by whoever has the luck, once by each side."""
    rng = np.random.default_rng(seed)
    sprt = Sprt(elo0, elo1)
    chance = 0.5 + (expected_score(elo) - 0.5) / (1 - mirrored)
    while sprt.verdict is None and sprt.groups < MOST:
        even = rng.random() < mirrored
        sprt.add(0.5 if even else float(rng.binomial(2, chance)) / 2)
    return sprt


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 50), (50, 150)])
@pytest.mark.parametrize("mirrored", [0, 0.4])
def test_it_is_wrong_as_rarely_as_it_says(elo0: float, elo1: float, mirrored: float) -> None:
    for truth, right in ((elo0, "elo0"), (elo1, "elo1")):
        verdicts = [decided(truth, mirrored, seed, elo0, elo1).verdict for seed in range(TRIALS)]
        assert None not in verdicts
        assert sum(verdict != right for verdict in verdicts) / TRIALS < 0.05 + 3 * np.sqrt(0.05 * 0.95 / TRIALS)


def test_mirrored_luck_makes_it_shorter() -> None:
    def length(mirrored: float) -> float:
        return float(np.mean([decided(50, mirrored, seed, 0, 50).groups for seed in range(100)]))

    assert length(0.5) < 0.75 * length(0)


def test_it_is_soon_sure_of_who_wins_everything() -> None:
    sprt = Sprt(0, 100)
    while sprt.verdict is None:
        sprt.add(1.0)
    assert (sprt.verdict, sprt.groups) == ("elo1", 16)
    assert sprt.elo.low > 100
    assert sprt.elo.high == float("inf")


def test_it_says_what_the_score_is_and_how_sure() -> None:
    sprt = Sprt()
    assert (sprt.llr, sprt.verdict) == (0, None)
    for score in [0.5, 1.0, 0.0, 0.5, 1.0] * 200:
        sprt.add(score)
    assert sprt.score.value == pytest.approx(0.6)
    assert sprt.score.margin == pytest.approx(1.96 * np.std([0.5, 1, 0, 0.5, 1]) / np.sqrt(1000), rel=0.01)
    assert sprt.elo.low < elo_of(0.6) < sprt.elo.high
    assert [sprt.lower, sprt.upper] == pytest.approx([-2.944, 2.944], abs=1e-3)


def test_points_and_scores_go_both_ways() -> None:
    assert expected_score(100) == pytest.approx(0.640065)
    assert elo_of(expected_score(-237)) == pytest.approx(-237)


@pytest.mark.parametrize(
    ("numbers", "named"),
    [({"elo1": -1.0}, "elo0"), ({"elo1": 0.0}, "elo1"), ({"alpha": 0.0}, "alpha"), ({"beta": 0.5}, "beta")],
)
def test_numbers_that_make_no_test_are_refused(numbers: dict[str, float], named: str) -> None:
    with pytest.raises(BadOption, match=named):
        Sprt(**numbers)
