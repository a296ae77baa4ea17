"""Gymnasium's own check, and what its users rely on."""

import copy
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import rolltop.envs.gymnasium as ours
from rolltop.games.errors import BadOption, IllegalMove

IDS = [name for name in gym.registry if name.startswith("rolltop/")]


def play(env: Any, seed: int | None) -> list[Any]:
    """A game by the first, second, ... legal action; all that came back."""
    seen, info = env.reset(seed=seed)
    found, over, number = [seen.tobytes()], False, 0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
        seen, reward, over, truncated, info = env.step(legal[number % len(legal)])
        found += [seen.tobytes(), reward, over, truncated]
        number += 1
    return found


def test_all_games_are_registered() -> None:
    assert set(IDS) == {
        "rolltop/Rollie-v1", "rolltop/Rolima-v1", "rolltop/RollEstate-v1", "rolltop/RollEstate-Solo-Easy-v1",
        "rolltop/RollEstate-Solo-Medium-v1", "rolltop/RollEstate-Solo-Hard-v1", "rolltop/RollEstate-Solo-Perfect-v1",
    }  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", IDS)
def test_gymnasiums_check(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    check_env(gym.make(name, disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_a_seed_repeats_and_without_one_luck_goes_on(name: str) -> None:
    env = gym.make(name, disable_env_checker=True)
    first, second = play(env, 3), play(env, None)
    assert first != second
    assert play(env, 3) == first and play(env, None) == second


def test_the_levels_of_roll_estate_ask_for_more_and_more() -> None:
    goals = []
    for level in ("Easy", "Medium", "Hard", "Perfect"):
        env: Any = gym.make(f"rolltop/RollEstate-Solo-{level}-v1").unwrapped
        env.reset(seed=1)
        goals.append(int(env.game.boxes[0]["goal"]))
    assert goals == sorted(set(goals))


def test_an_agent_has_its_seat_and_sees_only_its_own_turns() -> None:
    env = ours.SeatEnv("rolima", 4, opponents=["random", "club", "beginner"], seat=2)
    _seen, info = env.reset(seed=5)
    for number in range(30):
        assert env.game is not None and env.game.turn == env.seat == info["seat"] == 2
        legal = np.flatnonzero(info["action_mask"])
        _seen, _reward, over, _truncated, info = env.step(int(legal[number % len(legal)]))
        if over:
            break


def test_an_illegal_action_loses_or_raises() -> None:
    env = ours.SeatEnv("roll_estate", 2)
    _seen, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(wrong)[1:4] == (-1.0, True, False)
    with pytest.raises(IllegalMove, match="reset"):
        env.step(wrong)
    strict = ours.SeatEnv("roll_estate", 2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="expected one of"):
        strict.step(wrong)
    assert strict.step(int(np.flatnonzero(info["action_mask"])[0]))[1:3] == (0.0, False)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_as_the_original(again: Any) -> None:
    env = ours.SeatEnv("rolima", 3, opponents="casual")
    _seen, info = env.reset(seed=6)
    for _choice in range(4):
        info = env.step(int(np.flatnonzero(info["action_mask"])[0]))[4]
    twin = again(env)
    action = int(np.flatnonzero(info["action_mask"])[-1])
    one, other = env.step(action), twin.step(action)
    assert one[0].tobytes() == other[0].tobytes() and one[1:4] == other[1:4]
    assert play(env, None) == play(twin, None)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"seat": 2}, "seat: expected 0 to 1"), ({"illegal": "pass"}, "lose or raise"), ({"opponents": "x"}, "no bot")],
)
def test_what_is_wrong_is_said(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        ours.SeatEnv("rollie", 2, **wrong)
