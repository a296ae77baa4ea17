"""An analysis adds up, is repeatable on any number of threads, and knows a good player from a bad one."""

import json
from functools import cache

import pytest

from rolltop import Game
from rolltop.bots import bot
from rolltop.bots.analysis import Analysis, Choice, accuracy, analyse
from rolltop.games.contract import CHANCE
from rolltop.games.luck import seeded
from rolltop.games.shelf import kinds

TABLES = {"rollie": 3, "rolima": 2, "roll_estate": 1}


@cache
def played(name: str, players: int, seed: int = 3, choices: int = 1000, first: str = "random") -> Game:
    """A game of the sensible bot against another on the first seat, to its end or so many choices long."""
    game, lucks = Game(name, players, seed=seed), seeded(seed)
    while not game.is_over and choices:
        who = first if game.turn == 0 else "sensible"
        game.play(bot(who).choose(game.kind, game.seen(game.turn), game.boxes, lucks))
        choices -= 1
    return game


@cache
def analysed(name: str, **more: int) -> Analysis:
    return analyse(played(name, TABLES[name], **more), trials=8, seed=1)


@pytest.mark.parametrize("name", TABLES)
def test_luck_own_choices_and_those_of_the_others_add_up_to_what_the_game_changed(name: str) -> None:
    for player in analysed(name).players:
        changes = player.luck.mean + player.own.mean + player.others.mean
        assert changes == pytest.approx(player.end.mean - player.start.mean, abs=1e-6)


@pytest.mark.parametrize("name", TABLES)
def test_chances_are_shares_of_one_win_and_end_with_the_result(name: str) -> None:
    game, analysis = played(name, TABLES[name]), analysed(name)
    winners = [place == 1 for place in game.places]
    assert [chance.mean for chance in analysis.chances[-1]] == [won / max(1, sum(winners)) for won in winners]
    for chances in analysis.chances:
        whole = sum(chance.mean for chance in chances)
        assert whole == pytest.approx(1, abs=1e-5) if game.n_players > 1 else 0 <= whole <= 1


@pytest.mark.parametrize("name", TABLES)
def test_steps_cover_the_game_and_are_a_choice_or_luck(name: str) -> None:
    game, analysis = played(name, TABLES[name]), analysed(name)
    assert analysis.lengths[0] == 0 and analysis.lengths[-1] == len(game.history)
    for step, start, end in zip(analysis.steps, analysis.lengths, analysis.lengths[1:], strict=False):
        assert (step.start, step.end) == (start, end)
        assert game.at(start).turn == step.who
        assert step.who == CHANCE or end == start + 1
    chosen = [at for at in range(len(game.history)) if len(game.at(at).legal_actions) > 1]
    assert [choice.at for choice in analysis.choices] == chosen


def test_the_same_arguments_give_the_same_on_any_number_of_threads() -> None:
    game = played("rollie", 2, choices=12)
    one, many = (analyse(game, trials=8, seed=4, threads=threads) for threads in (1, 3))
    assert one == many
    assert one != analyse(game, trials=8, seed=5)


@pytest.mark.parametrize("name", kinds())
def test_who_plays_at_random_is_less_accurate(name: str) -> None:
    analysis = analyse(played(name, 2, seed=8), trials=100, seed=1)
    random, sensible = analysis.players
    assert random.accuracy is not None and sensible.accuracy is not None
    assert random.accuracy < sensible.accuracy
    assert random.skill == -random.given_away
    assert random.own.mean < 0


def test_a_choice_that_is_the_policys_own_changes_nothing() -> None:
    analysis = analyse(played("rollie", 2, seed=8, first="sensible"), trials=8, seed=1)
    choices = [step for step in analysis.steps if step.who != CHANCE]
    assert sum(step.change[0].mean == step.change[0].margin == 0 for step in choices) > 0.8 * len(choices)


def test_a_game_that_is_not_over_has_no_certain_end() -> None:
    analysis = analyse(played("rollie", 2, choices=6), trials=8)
    assert all(0 < chance.mean < 1 for chance in analysis.chances[-1])


def test_turning_points_are_told_in_the_games_own_words_and_all_of_it_is_plain_data() -> None:
    analysis = analysed("rollie")
    points = analysis.turning_points
    assert points
    assert [point.step.start for point in points] == sorted(point.step.start for point in points)
    for point in points:
        change = point.step.change[point.seat]
        assert abs(change.mean) > change.margin
    plain = json.loads(json.dumps(analysis.plain()))
    assert all(told for told in (point["told"] for point in plain["turning_points"]))
    assert [player["name"] for player in plain["players"]] == list(analysis.names)


def test_accuracy_is_what_was_not_given_away_of_what_was_at_stake() -> None:
    def choice(given_away: float, at_stake: float) -> Choice:
        return Choice(0, 0, "this", "that", given_away, at_stake)

    assert accuracy([]) is None
    assert accuracy([choice(0, 0)]) is None
    assert accuracy([choice(0, 0), choice(0, 0.2)]) == 100
    assert accuracy([choice(0.1, 0.1)]) == 0
    assert accuracy([choice(0.1, 0.1), choice(0, 0.3)]) == 75


def test_progress_goes_from_nothing_towards_all() -> None:
    parts: list[float] = []
    analyse(played("rollie", 2, choices=6), trials=8, progress=parts.append)
    assert parts == sorted(parts)
    assert parts[0] == 0 and 0.4 < parts[-1] < 1
