"""Ratings: the numbers that made the games come out again, and intervals are as wide as they must be."""

import numpy as np
import pytest

from rolltop.lab.ratings import BLOCKS, Floats, elo, estimate, in_blocks, pairwise, resampled

TRUE = np.array([-150.0, -50.0, 50.0, 150.0])


def ranked(rng: np.random.Generator, entrants: np.ndarray, ratings: Floats, luck: Floats | None = None) -> np.ndarray:
    """Places by Plackett and Luce's model: a random Gumbel on each rating. Shape as `entrants`."""
    strength = ratings[entrants] * np.log(10) / 400
    noise = rng.gumbel(size=entrants.shape) if luck is None else luck
    return np.argsort(np.argsort(-(strength + noise), axis=-1), axis=-1).astype(np.int8) + 1


def test_two_players_are_rated_by_the_odds() -> None:
    wins = np.array([[0.0, 7500], [2500, 0]])
    found = elo(wins)
    assert found.sum() == pytest.approx(0)
    assert found[0] - found[1] == pytest.approx(400 * np.log10(3), abs=0.1)


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_true_ratings_come_out(n_players: int) -> None:
    rng = np.random.default_rng(1)
    entrants = np.stack([rng.permutation(4)[:n_players] for _ in range(20000)]).astype(np.int8)[:, None]
    found = elo(pairwise(entrants, ranked(rng, entrants, TRUE), 4).sum(0))
    assert np.abs(found - TRUE).max() < 15


def test_many_tables_at_once_are_rated_as_one_by_one() -> None:
    wins = np.random.default_rng(2).integers(0, 50, (5, 3, 3)).astype(float) * (1 - np.eye(3))
    assert np.allclose(elo(wins), [elo(one) for one in wins], atol=1e-6)


def test_who_won_every_game_has_a_rating_too() -> None:
    found = elo(np.array([[0.0, 100], [0, 0]]))
    assert 600 < found[0] - found[1] < 1200


def test_shared_places_count_half_and_a_bot_does_not_meet_itself() -> None:
    entrants = np.array([[[0, 1, 1]]], np.int8)
    assert pairwise(entrants, np.array([[[1, 1, 3]]], np.int8), 2).tolist() == [[[0, 1.5], [0.5, 0]]]


def coverage(shared: bool) -> float:
    """How often the interval of a difference holds the true one, where groups of games share their luck or not."""
    held = 0
    for trial in range(200):
        rng = np.random.default_rng(trial)
        luck = rng.normal(0, 2, (100, 1, 1))  # seat 0 has all the luck, in both games of a group
        entrants = np.tile(np.array([[0, 1], [1, 0]], np.int8), (100, 1, 1))
        noise = np.concatenate([luck + rng.gumbel(size=(100, 2, 1)), rng.gumbel(size=(100, 2, 1))], 2)
        places = ranked(rng, entrants, np.array([0.0, 0.0]), noise if shared else None)
        samples = elo(resampled([pairwise(entrants, places, 2)], trial))
        interval = estimate(0, samples[:, 0] - samples[:, 1])
        held += interval.low <= 0 <= interval.high
    return held / 200


@pytest.mark.parametrize("shared", [False, True])
def test_intervals_hold_the_truth_as_often_as_they_say(shared: bool) -> None:
    assert 0.90 < coverage(shared) <= 0.99


def test_games_that_repeat_each_other_make_no_interval_narrower() -> None:
    rng = np.random.default_rng(3)
    entrants = np.tile(np.array([0, 1], np.int8), (300, 1, 1))
    once = pairwise(entrants, ranked(rng, entrants, np.zeros(2)), 2)
    assert np.std(elo(resampled([once]))[:, 0]) == pytest.approx(np.std(elo(resampled([8 * once]))[:, 0]), rel=0.05)


def test_many_groups_are_put_together_without_losing_any() -> None:
    groups = np.random.default_rng(4).random((3 * BLOCKS + 7, 2))
    blocks = in_blocks(groups)
    assert len(blocks) <= BLOCKS
    assert np.allclose(blocks.sum(0), groups.sum(0))
