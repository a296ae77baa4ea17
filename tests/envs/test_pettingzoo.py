"""PettingZoo's own tests, and what its users rely on."""

import copy
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from rolltop.envs import pettingzoo as zoo
from rolltop.envs import rendering
from rolltop.games import shelf
from rolltop.games.contract import SPECTATOR
from rolltop.games.errors import BadOption, IllegalMove
from rolltop.play.game import Game

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it loads a game of its own in an old way
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

NAMES = list(shelf.kinds())
TABLES = [(name, players) for name in NAMES for players in shelf.kind(name).players]


@pytest.fixture(autouse=True)
def allow_hints() -> Iterator[None]:
    """PettingZoo's tests warn where a convention is only a suggestion."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def act(env: Any, number: int) -> None:
    """The agent to act does something legal, or leaves."""
    observation, _reward, over, _truncated, info = env.last()
    legal = np.flatnonzero(observation["action_mask"])
    assert (info["action_mask"] == observation["action_mask"]).all()
    env.step(None if over else int(legal[number % len(legal)]))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_api_test(name: str, players: int) -> None:
    api_test(getattr(zoo, f"{name}_v1").env(players=players), num_cycles=120)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoos_other_tests(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    module = getattr(zoo, f"{name}_v1")
    seed_test(module.env, num_cycles=40)
    render_test(lambda render_mode: module.env(render_mode=render_mode))
    performance_benchmark(module.env())
    assert "turns per second" in capfd.readouterr().out
    assert module.env().unwrapped.metadata["name"] == f"{name}_v1"


@pytest.mark.parametrize("name", NAMES)
def test_games_end_by_themselves(name: str) -> None:
    env = getattr(zoo, f"{name}_v1").env(players=2)
    env.reset(seed=1)
    for number, _agent in enumerate(env.agent_iter(10_000)):
        act(env, number)
    assert not env.agents


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_the_middle_of_a_game_goes_on_as_the_original(name: str, again: Any) -> None:
    env = getattr(zoo, f"{name}_v1").raw_env(players=3)
    env.reset(seed=4)
    for number in range(15):
        act(env, number)
    twin = again(env)
    assert twin.game == env.game and twin.game is not env.game
    for number in range(400):
        if not env.agents:
            env.reset()
            twin.reset()
        act(env, number)
        act(twin, number)
        assert env.game == twin.game and env.rewards == twin.rewards and env.agents == twin.agents


def test_rewards_are_for_the_place_or_the_score() -> None:
    for reward, total in (("place", 0), ("score", 0)):
        env = zoo.TableEnv("rollie", 3, reward=reward)
        env.reset(seed=9)
        while not env.game.is_over:  # type: ignore[union-attr]
            act(env, 1)
        rewards = [env.rewards[agent] for agent in env.possible_agents]
        game = env.game
        assert game is not None
        assert sum(rewards) == pytest.approx(total)
        assert rewards.index(max(rewards)) == game.scores.index(max(game.scores))
        if reward == "place":
            assert max(rewards) <= 1 and min(rewards) >= -1
        else:
            others = sum(game.scores) - game.scores[0]
            assert rewards[0] == pytest.approx(game.scores[0] - others / 2)


def test_an_illegal_action_raises_bare_and_ends_the_game_wrapped() -> None:
    bare = zoo.TableEnv("rolima", 2)
    bare.reset(seed=1)
    game = bare.game
    assert game is not None
    history = list(game.history)
    with pytest.raises(IllegalMove):
        bare.step(int(np.flatnonzero(bare.observe(bare.agent_selection)["action_mask"] == 0)[0]))
    assert game.history == history
    wrapped = zoo.env("rolima", 2)
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(int(np.flatnonzero(wrapped.observe(loser)["action_mask"] == 0)[0]))
    assert wrapped.rewards[loser] == zoo.ILLEGAL and all(wrapped.terminations.values())


def test_others_see_no_mask_and_the_state_is_all_observations() -> None:
    env = zoo.TableEnv("rolima", 4)
    env.reset(seed=2)
    for agent in env.possible_agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
    assert len(env.state()) == 4 * env.table.observing.size


def test_renders_a_picture_of_always_the_same_size() -> None:
    env = zoo.TableEnv("roll_estate", 2, render_mode="rgb_array")
    env.reset(seed=2)
    first = env.render()
    for number in range(9):
        act(env, number)
    second = env.render()
    assert first.dtype == np.uint8 and first.shape == second.shape and first.shape[2] == 3
    assert (first != second).any()
    with pytest.raises(BadOption, match="ansi, rgb_array, human"):
        zoo.TableEnv("rollie", render_mode="film")


@pytest.mark.parametrize(("name", "players"), [(name, shelf.kind(name).players[-1]) for name in NAMES])
def test_an_image_has_room_for_the_whole_table(name: str, players: int) -> None:
    kind = shelf.kind(name)
    options = {option.name: "yes" for option in kind.options if "yes" in option.choices and option.concerns(players)}
    game, most, number = Game(kind, players, seed=4, options=options), 0, 0
    while not game.is_over:
        game.play(game.legal_actions[number % len(game.legal_actions)])
        number += 1
        if number % 5 == 0 or game.is_over:
            seat = game.turn if game.turn >= 0 else SPECTATOR
            drawing = kind.part("terminal").draw(game.view(seat), game.names, seat if seat >= 0 else None)
            most = max(most, len(rendering.lines(kind.title, drawing)))
    assert 10 < most <= rendering.ROWS


def test_there_is_one_for_every_game_on_the_shelf() -> None:
    with pytest.raises(AttributeError, match="rollie_v1"):
        zoo.rollie_v0  # noqa: B018


@pytest.mark.parametrize("title", ["Rollie", "RollEstate", "Rolima"])
def test_pettingzoos_registry_has_them(title: str) -> None:
    import pettingzoo

    env = pettingzoo.make("aec", f"rolltop/{title}-v1", players=2)
    env.reset(seed=1)
    assert env.observation_space(env.agent_selection).contains(env.observe(env.agent_selection))
