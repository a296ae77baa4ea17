"""Many games at once are the same games as one at a time."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from rolltop.envs import vector
from rolltop.envs.gymnasium import SeatEnv
from rolltop.envs.pettingzoo import TableEnv
from rolltop.games import kernel, shelf
from rolltop.games.errors import BadOption, IllegalMove

NAMES = list(shelf.kinds())


def nth_legal(mask: Any, number: int) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[number % len(legal)])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reward", ["place", "score"])
def test_the_same_seeds_give_the_games_of_the_single_environment(name: str, reward: str) -> None:
    players = 3
    many = vector.make(name, 4, players, threads=2, reward=reward)
    ones = [TableEnv(name, players, reward=reward) for _env in range(4)]
    observations, _infos = many.reset(seed=[5, 6, 7, 8])
    for seed, one in zip((5, 6, 7, 8), ones, strict=True):
        one.reset(seed=seed)
    ended = 0
    for number in range(400):
        actions = np.array([nth_legal(many.masks[i], number + i) for i in range(4)])
        for i, one in enumerate(ones):
            seen = one.observe(one.agent_selection)
            assert many.seats[i] == one.possible_agents.index(one.agent_selection)
            assert (observations[i] == seen["observation"]).all() and (many.masks[i] == seen["action_mask"]).all()
            one.step(int(actions[i]))
        observations, rewards, over, _truncated, infos = many.step(actions)
        for i, one in enumerate(ones):
            assert over[i] == all(one.terminations.values())
            assert infos["rewards"][i].tolist() == [one.rewards[agent] for agent in one.possible_agents]
            if over[i]:
                ended += 1
                assert rewards[i] in infos["rewards"][i]
                one.reset()
    assert ended > 4


@pytest.mark.parametrize("name", NAMES)
def test_against_bots_the_games_are_those_of_the_single_environment(name: str) -> None:
    opponents = ["casual", "random"]
    many = vector.make(name, 3, 3, opponents=opponents, threads=1)
    ones = [SeatEnv(name, 3, opponents=opponents) for _env in range(3)]
    observations, infos = many.reset(seed=11)
    singles = [one.reset(seed=11 + i) for i, one in enumerate(ones)]
    seats, ended = set(), 0
    for number in range(120):
        for i, (seen, info) in enumerate(singles):
            assert (observations[i] == seen).all()
            assert (infos["action_mask"][i] == info["action_mask"]).all() and infos["seat"][i] == info["seat"]
            seats.add(int(infos["seat"][i]))
        actions = [nth_legal(many.masks[i], number) for i in range(3)]
        observations, rewards, over, _none, infos = many.step(actions)
        for i, one in enumerate(ones):
            seen, reward, done, _cut, info = one.step(actions[i])
            assert (reward, done) == (rewards[i], over[i])
            if done:
                ended += 1
                assert (infos["final_obs"][i] == seen).all()
            singles[i] = one.reset() if done else (seen, info)
    assert ended > 3 and seats == {0, 1, 2}


def test_the_number_of_threads_makes_no_difference() -> None:
    def run(threads: int) -> list[Any]:
        env = vector.make("rolima", 7, 4, threads=threads)
        env.reset(seed=3)
        found: list[Any] = []
        for number in range(60):
            found += [part.tobytes() for part in env.step([nth_legal(mask, number) for mask in env.masks])[:3]]
        return found

    assert run(1) == run(3)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = vector.make("roll_estate", 3, 2)
    env.reset(seed=1)
    before = env.tables.games.tobytes(), env.tables.dice.tobytes()
    actions = env.random_actions().copy()
    actions[1] = int(np.flatnonzero(env.masks[1] == 0)[0])
    with pytest.raises(IllegalMove, match="game 1: action"):
        env.step(actions)
    actions[1] = 10_000
    with pytest.raises(IllegalMove, match="game 1: action 10000"):
        env.step(actions)
    assert before == (env.tables.games.tobytes(), env.tables.dice.tobytes())
    with pytest.raises(BadOption, match="expected 3"):
        env.step([0])


def test_the_final_observation_is_kept_and_the_next_game_has_begun() -> None:
    env = vector.make("rollie", 16, 2)
    env.reset(seed=2)
    lengths = np.zeros(16, np.int64)
    for _step in range(200):
        lengths += 1
        observations, _rewards, over, _truncated, infos = env.step(env.random_actions())
        assert (env.tables.lengths == lengths).all()
        for i in np.flatnonzero(over):
            assert infos["_final_obs"][i]
            phase = infos["final_obs"][i][:6], observations[i][:6]
            assert phase[0].tolist() == [0, 0, 0, 0, 0, 1] and phase[1].tolist() == [0, 0, 0, 0, 1, 0]
            assert infos["rewards"][i].sum() == 0
            lengths[i] = 0
    assert (lengths < 200).any()


def test_memory_is_not_copied_and_has_the_spaces_shapes() -> None:
    env = vector.make("rollie", 8, 2)
    first, _infos = env.reset(seed=1)
    assert first in env.observation_space
    second = env.step(env.random_actions())[0]
    assert second is first and second in env.observation_space
    assert env.single_observation_space.shape == (second.shape[1],)


def test_luck_goes_on_without_a_seed() -> None:
    env = vector.make("rollie", 2, 2)
    first = env.reset(seed=1)[0].copy()
    second = env.reset()[0].copy()
    assert (first == env.reset(seed=1)[0]).all() and (second == env.reset()[0]).all()


def test_the_first_use_says_what_takes_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was compiled is there in these tests; only the note of it is not."""
    monkeypatch.setattr(kernel, "cache_folder", lambda: tmp_path)
    env = vector.make("rollie", 3, 2)
    assert "compiles the environments of Rollie, once on this machine" in capsys.readouterr().err
    with pytest.raises(ResetNeeded):
        env.step([0, 0, 0])
    again = vector.make("rollie", 3, 2)
    assert (env.reset(seed=4)[0] == again.reset(seed=4)[0]).all()
    assert (env.random_actions() == again.random_actions()).all()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"reward": "glory"}, "place, score"),
        ({"players": 7}, "2 to 6"),
        ({"opponents": ["club", "club"]}, "expected one bot or 1"),
        ({"opponents": "deep blue"}, "no bot"),
        ({"options": {"colour": "red"}}, "colour"),
    ],
)
def test_what_is_wrong_is_said(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        vector.make("rollie", **{"num_envs": 1, "players": 2, **wrong})


def test_wrong_seeds_are_refused() -> None:
    env = vector.make("rollie", 2, 2)
    for seed in ([1], [1, None], "one", 1.5):
        with pytest.raises(BadOption, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
