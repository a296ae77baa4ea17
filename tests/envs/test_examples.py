"""The examples train, get better than random, and play on where they left off."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from examples.agents import at_random, choose, evaluate
from examples.train_numpy import Network

from rolltop import Game
from rolltop.client import Server as Account
from rolltop.envs.observation import observation
from rolltop.games import shelf
from rolltop.games.errors import BadOption
from tests.server.person import running_server

ROOT = Path(__file__).parents[2]
SHORT = {"examples.train_numpy": ["--rounds", "15"], "examples.train_ppo": ["--steps", "30000"]}


class SeatOf:
    """The position of a game in this process, as an agent asks for it."""

    def __init__(self, game: Game) -> None:
        self.kind, self.boxes, self.seat = game.kind, game.boxes, game.turn
        self.seen = game.seen(game.turn)


@pytest.mark.parametrize("script", SHORT)
def test_gets_better_than_random_and_plays_on(script: str, tmp_path: Path) -> None:
    if script == "examples.train_ppo" and find_spec("sb3_contrib") is None:
        pytest.skip("sb3-contrib is not installed")
    file = tmp_path / "agent.npz"
    command = [sys.executable, "-m", script, "train", str(file), "--against", "random", *SHORT[script]]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    before, *_untrained, after = re.findall(r"wins ([\d.]+) % ±([\d.]+)", ran.stdout)
    assert float(after[0]) - float(after[1]) > float(before[0]) + float(before[1])
    if script == "examples.train_numpy":
        again = evaluate(Network.load(file), "rollie", 2, "random")
        assert str(again) == f"{after[0]} % ±{after[1]}"


@pytest.mark.parametrize("name", shelf.kinds())
def test_an_agent_plays_from_what_its_seat_sees(name: str) -> None:
    """To the end, legally, and as the environments' mask and observation would have it."""
    game, policy = Game(name, 3, seed=5), at_random(2)
    asked: list[Any] = []

    def watched(observations: Any, masks: Any) -> Any:
        asked.append((observations[0].tolist(), np.flatnonzero(masks[0]).tolist()))
        return policy(observations, masks)

    while not game.is_over:
        legal = game.legal_actions
        game.play(choose(watched, SeatOf(game)))
        assert asked[-1][1] == legal


def test_an_agent_sits_down_at_a_web_table(tmp_path: Path) -> None:
    """Against a program in another seat, by its real command, to the end of the game."""
    file = tmp_path / "agent.npz"
    Network(observation(shelf.kind("rollie"), 2).size, 6, np.random.default_rng(1)).save(file)
    with running_server(tmp_path / "data") as server, Account(server.url, name="Ann") as ann:
        host = ann.create("rollie", players=2)
        command = [sys.executable, "-m", "examples.train_numpy", "seat", str(file), server.url, host.url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as agent:
            for position in host:
                position.play(position.legal[-1])
            said = agent.communicate(timeout=60)[0]
        assert [seat["name"] for seat in host.look()["seats"]] == ["Ann", "NumPy"]
        assert host.places is not None and said.strip() == f"NumPy has place {host.places[1]}"


def test_the_same_seed_gives_the_same_share() -> None:
    first, again, other = (evaluate(at_random(1), "rollie", 3, "random", 60, seed) for seed in (4, 4, 5))
    assert first == again != other
    assert 0 < first.won < 1 and 0 < first.error < 0.2


def test_an_agent_of_another_game_is_refused() -> None:
    network = Network(10, 6, np.random.default_rng(1))
    with pytest.raises(BadOption, match="learned from observations of 10 numbers, and gets 139"):
        choose(network, SeatOf(Game("rollie", 3, seed=1)))
