"""Hints name what each legal choice promises, repeatably, by what the seat sees, and say what is too close to tell."""

from random import Random

import numpy as np
import pytest

from rolltop import Game
from rolltop.bots import bot
from rolltop.bots.hints import Estimate, as_good, behind, hints, in_words
from rolltop.games.errors import NotYourTurn
from rolltop.games.luck import seeded
from rolltop.games.shelf import kinds


def after(name: str, players: int, choices: int, seed: int = 4) -> Game:
    """A game in which the sensible bot has made some choices."""
    game = Game(name, players, seed=seed)
    while choices and not game.is_over:
        game.play(bot("sensible").choose(game.kind, game.seen(game.turn), game.boxes, seeded(choices)))
        choices -= 1
    return game


@pytest.mark.parametrize("name", kinds())
def test_every_legal_action_gets_a_hint_and_the_best_comes_first(name: str) -> None:
    players = kinds()[name].players[-1]
    game = after(name, players, 9)
    found = hints(game.kind, game.seen(game.turn), game.boxes, budget=150)
    assert sorted(hint.action for hint in found) == game.legal_actions
    assert found[0].behind == Estimate(0.0, 0.0)
    for hint in found:
        assert 0 <= hint.win.mean <= 1 <= hint.place.mean <= players
        assert hint.trials >= 2
        assert np.isfinite([hint.win.margin, hint.place.margin, hint.total.margin]).all()
    assert not found[0].worse


@pytest.mark.parametrize("name", kinds())
def test_the_same_seed_and_budget_give_the_same_hints_and_leave_the_view_alone(name: str) -> None:
    game = after(name, kinds()[name].players[-1], 5)
    view = game.seen(game.turn)
    before = view.tobytes()
    first = hints(game.kind, view, game.boxes, budget=60, seed=3)
    assert view.tobytes() == before
    assert first == hints(game.kind, view, game.boxes, budget=60, seed=3)
    assert first != hints(game.kind, view, game.boxes, budget=60, seed=4)


def test_what_is_hidden_makes_no_difference() -> None:
    """Every hidden card is another, and the hints are the same."""
    game = after("rolima", 4, 6)
    seat, found = game.turn, []
    for luck in range(3):
        other = game.copy()
        other.state = game.seen(seat)
        game.kind.engine.redeal(other.state, 0, game.boxes, seat, seeded(luck))
        assert other.state.tobytes() != game.state.tobytes()
        found.append(hints(game.kind, other.seen(seat), game.boxes, budget=200, seed=1))
    assert found[0] == found[1] == found[2]


def test_a_blunder_is_worse_than_the_best_by_more_than_the_noise() -> None:
    """To secure with an empty Bet, and so to sit out the round."""
    game = Game("rollie", 2, seed=1)
    found = hints(game.kind, game.seen(game.turn), game.boxes, budget=6000, seed=1)
    worst = next(hint for hint in found if game.move_text(hint.action) == "secure")
    assert worst.worse
    assert worst.behind.mean == pytest.approx(max(hint.behind.mean for hint in found), abs=0.05)


def test_what_the_trials_cannot_tell_apart_is_said() -> None:
    game = after("rollie", 3, 12, seed=3)
    found = hints(game.kind, game.seen(game.turn), game.boxes, budget=60)
    assert len(as_good(found)) > 1
    assert "too close to tell" in in_words(found, game.move_text)[0]
    assert str(sum(hint.trials for hint in found)) in in_words(found, game.move_text)[1]


def test_margins_are_those_of_the_difference_not_of_the_values() -> None:
    """Trials with the same luck are compared one by one."""
    luck = Random(1)
    common = np.array([luck.random() for _ in range(200)])
    difference = behind(common + 0.01, common)
    assert difference.mean == pytest.approx(0.01)
    assert difference.margin < 1e-9 < Estimate.of(common).margin


def test_nobody_is_advised_when_the_game_is_over() -> None:
    game = after("rollie", 2, 1000)
    with pytest.raises(NotYourTurn):
        hints(game.kind, game.seen(0), game.boxes, budget=10)
