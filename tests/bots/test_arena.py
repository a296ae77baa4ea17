"""Bots against each other: what is counted, that it repeats, and that the sensible one is worth its name."""

import numpy as np
import pytest

from rolltop.bots import play_games
from rolltop.games import shelf

ROLLIE = shelf.kind("rollie")
ESTATE = shelf.kind("roll_estate")
GAMES = 2000

#: shares measured over 40,000 games lie at least six standard deviations of 2,000 games inside these bounds
WINS_ALONE = {2: 0.81, 3: 0.75, 4: 0.71, 5: 0.69, 6: 0.66}
RANDOM_WINS_ALONE = {2: 0.19, 3: 0.09, 4: 0.06, 5: 0.055, 6: 0.055}


@pytest.mark.parametrize("n_players", ROLLIE.players)
def test_one_sensible_bot_beats_random_ones(n_players: int) -> None:
    outcome = play_games(ROLLIE, ["sensible"] + ["random"] * (n_players - 1), GAMES, seed=1)
    assert outcome.share(0) > WINS_ALONE[n_players]
    assert outcome.share(0) - outcome.margin(0, sigmas=6) > 1 / n_players
    assert outcome.mean(0) > max(outcome.mean(other) for other in range(1, n_players)) + 50


@pytest.mark.parametrize("n_players", ROLLIE.players)
def test_one_random_bot_loses_to_sensible_ones(n_players: int) -> None:
    outcome = play_games(ROLLIE, ["random"] + ["sensible"] * (n_players - 1), GAMES, seed=2)
    assert outcome.share(0) < RANDOM_WINS_ALONE[n_players]
    assert outcome.share(0) + outcome.margin(0, sigmas=6) < 1 / n_players


@pytest.mark.parametrize("name", ["random", "sensible"])
def test_equal_bots_win_equally_often(name: str) -> None:
    outcome = play_games(ROLLIE, [name] * 4, GAMES, seed=3)
    sigma = (0.25 * 0.75 / GAMES) ** 0.5
    assert sum(outcome.wins) == pytest.approx(GAMES)
    assert all(abs(outcome.share(seat) - 0.25) < 5 * sigma for seat in range(4))


def test_a_contest_repeats() -> None:
    first = play_games(ROLLIE, ["sensible", "random", "random"], 50, seed=9)
    assert first == play_games(ROLLIE, ["sensible", "random", "random"], 50, seed=9)
    assert first != play_games(ROLLIE, ["sensible", "random", "random"], 50, seed=10)
    assert first.decisions > 50


def test_the_margin_is_the_usual_interval() -> None:
    outcome = play_games(ROLLIE, ["random", "random"], 400, seed=1)
    share = outcome.share(0)
    assert outcome.margin(0) == pytest.approx(1.96 * np.sqrt(share * (1 - share) / 400))


def test_alone_a_win_is_a_first_place() -> None:
    """Who loses alone is second of one."""
    outcome = play_games(ESTATE, ["sensible"], 40, seed=1)
    assert 0 < outcome.wins[0] == int(outcome.wins[0]) < 40
    assert play_games(ESTATE, ["random"], 40, seed=1).wins == [0]


@pytest.mark.parametrize("name", shelf.kinds())
@pytest.mark.parametrize(
    ("weaker", "stronger", "games"),
    [("beginner", "casual", 400), ("casual", "club", 400), ("club", "expert", 120)],
)
def test_each_level_beats_the_one_below(name: str, weaker: str, stronger: str, games: int) -> None:
    """All are at least 100 points apart, so the stronger one wins some 64 of 100 games (docs/strength.md)."""
    outcome = play_games(shelf.kind(name), [stronger, weaker], games, seed=1)
    assert outcome.share(0) > 0.55
