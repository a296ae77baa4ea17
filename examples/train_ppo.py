"""Learns a game against a bot with MaskablePPO of sb3-contrib (`pip install sb3-contrib`), in some minutes.

$ python -m examples.train_ppo train agent.zip
$ python -m examples.train_ppo seat agent.zip http://localhost:8000 TABLE
"""

from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import rolltop.envs.gymnasium  # noqa: F401  (registers the games)
from examples.agents import AGAINST, Policy, at_random, expect_size, report, sit_down

ENVIRONMENTS = 16  #: games at once
app = typer.Typer(help=__doc__)


def policy_of(model: MaskablePPO) -> Policy:
    """What a model thinks best."""

    def best(observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        expect_size(observations, model.observation_space.shape[0])
        actions: NDArray[np.int64] = model.predict(observations, action_masks=masks, deterministic=True)[0]
        return actions

    return best


@app.command()
def train(
    path: Path, name: str = "rolltop/Rollie-v1", players: int = 2, opponent: str = "sensible", steps: int = 200_000,
    seed: int = 1, against: str = AGAINST,
) -> None:  # fmt: skip
    """Learn, tell how much it was, and keep it."""
    env = make_vec_env(name, ENVIRONMENTS, seed, env_kwargs={"players": players, "opponents": opponent})
    game = env.get_attr("spec")[0].kwargs["game"]
    opponents = against.split(",")
    report("at random", at_random(seed), game, players, opponents)
    model = MaskablePPO(
        "MlpPolicy", env, learning_rate=1e-3, n_steps=256, batch_size=512, ent_coef=0.01, gamma=1.0, seed=seed,
        device="cpu",
    )  # fmt: skip
    report("before", policy_of(model), game, players, opponents)
    model.learn(steps)
    report("after", policy_of(model), game, players, opponents)
    model.save(path)


@app.command()
def seat(path: Path, url: str, table: str, name: str = "PPO") -> None:
    """Sit down at a web table and play."""
    sit_down(policy_of(MaskablePPO.load(path, device="cpu")), url, table, name)


if __name__ == "__main__":
    app()
