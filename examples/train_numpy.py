"""Learns a game by playing against itself, with NumPy alone: actor and critic, in half a minute.

$ python -m examples.train_numpy train agent.npz
$ python -m examples.train_numpy seat agent.npz http://localhost:8000 TABLE
"""

from pathlib import Path
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray

from examples.agents import AGAINST, at_random, expect_size, report, sit_down
from rolltop.envs import vector
from rolltop.envs.vector import VectorTables

Floats = NDArray[np.floating[Any]]

TABLES, STEPS = 256, 128  #: games at once, and steps of each between two lessons
BATCH, HIDDEN = 2048, 64
RATE, FIRST_MOMENT, SECOND_MOMENT = 0.003, 0.9, 0.999  #: of Adam (Kingma and Ba 2015)
ENTROPY = 0.01  #: how much is paid for not being sure yet
LEAST_SPREAD = 0.05


class Network:
    """One hidden layer; from it how good each action looks (`logits`) and how well the game will end (`value`)."""

    def __init__(self, n_inputs: int, n_actions: int, luck: np.random.Generator) -> None:
        self.mean, self.spread = np.zeros(n_inputs, np.float32), np.ones(n_inputs, np.float32)
        first = luck.normal(0, n_inputs**-0.5, (n_inputs, HIDDEN))
        shapes: list[Any] = [HIDDEN, (HIDDEN, n_actions), n_actions, (HIDDEN, 1), 1]
        self.weights = [first.astype(np.float32), *(np.zeros(shape, np.float32) for shape in shapes)]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.lessons = 0

    def get_used_to(self, env: VectorTables, steps: int = 100) -> None:
        """Learn from random games how large each input usually is."""
        seen = np.stack([env.step(env.random_actions())[0].copy() for _ in range(steps)])
        self.mean, self.spread = seen.mean((0, 1)), np.maximum(seen.std(1).mean(0), LEAST_SPREAD)

    def forward(self, observations: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Inputs, hidden layer, logits and values."""
        w_in, b_in, w_act, b_act, w_value, b_value = self.weights
        x = (observations - self.mean) / self.spread
        hidden = np.maximum(x @ w_in + b_in, 0)
        return x, hidden, hidden @ w_act + b_act, (hidden @ w_value + b_value)[:, 0]

    def __call__(self, observations: Floats, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The action that looks best."""
        expect_size(observations, len(self.mean))
        best: NDArray[np.int64] = np.where(masks, self.forward(observations)[2], -np.inf).argmax(1)
        return best

    def learn(self, seen: Floats, masks: NDArray[np.int8], actions: NDArray[np.int64], returns: Floats) -> None:
        """Make likelier what turned out better than expected (policy gradient), and expect what happened."""
        n = len(seen)
        x, hidden, logits, values = self.forward(seen)
        chances, surprise = softmax(logits, masks), returns - values
        gain = ((surprise - surprise.mean()) / (surprise.std() + 1e-6))[:, np.newaxis]
        logs = np.log(np.maximum(chances, 1e-9))
        entropy = -(chances * logs).sum(1, keepdims=True)
        d_logits = gain * chances + ENTROPY * chances * (logs + entropy)
        d_logits[np.arange(n), actions] -= gain[:, 0]
        self.descend(x, hidden, d_logits / n, -surprise[:, np.newaxis] / n)

    def descend(self, x: Floats, hidden: Floats, d_logits: Floats, d_values: Floats) -> None:
        """A step of Adam, by how the loss changes with logits and values."""
        d_hidden = (d_logits @ self.weights[2].T + d_values @ self.weights[4].T) * (hidden > 0)
        flows = ((x, d_hidden), (hidden, d_logits), (hidden, d_values))
        gradients = [part for before, after in flows for part in (before.T @ after, after.sum(0))]
        self.lessons += 1
        for weight, (first, second), gradient in zip(self.weights, self.moments, gradients, strict=True):
            first += (1 - FIRST_MOMENT) * (gradient - first)
            second += (1 - SECOND_MOMENT) * (gradient**2 - second)
            mean = first / (1 - FIRST_MOMENT**self.lessons)
            weight -= RATE * mean / (np.sqrt(second / (1 - SECOND_MOMENT**self.lessons)) + 1e-8)

    def save(self, path: Path) -> None:
        """Keep what was learned, as .npz."""
        np.savez(path, self.mean, self.spread, *self.weights)

    @classmethod
    def load(cls, path: Path) -> "Network":
        """Read what was learned."""
        with np.load(path) as file:
            mean, spread, *weights = (file[name] for name in file.files)
        network = cls(len(mean), weights[2].shape[1], np.random.default_rng())
        network.mean, network.spread, network.weights = mean, spread, list(weights)
        return network


def softmax(logits: Floats, masks: NDArray[np.int8]) -> Floats:
    """The chance of each legal action."""
    powers = np.exp(logits - logits.max(1, keepdims=True)) * masks
    chances: Floats = powers / powers.sum(1, keepdims=True)
    return chances


def drawn(chances: Floats, luck: np.random.Generator) -> NDArray[np.int64]:
    """An action in each row, by its chance."""
    sums = chances.cumsum(1)
    found: NDArray[np.int64] = (sums < luck.random((len(sums), 1)) * sums[:, -1:]).sum(1)
    return found


def play(network: Network, env: VectorTables, luck: np.random.Generator) -> tuple[Any, ...]:
    """Some steps at all tables, every seat the network's: what was seen, allowed and done, and what the end of the game
    was worth to who did it. Of a game that is not over yet the end is not known, and it is left out."""
    steps: list[tuple[NDArray[Any], ...]] = []
    for _ in range(STEPS):
        chosen = drawn(softmax(network.forward(env.tables.observations)[2], env.masks), luck)
        before = [part.copy() for part in (env.tables.observations, env.masks, chosen, env.seats)]  # soon overwritten
        env.step(chosen)
        steps.append((*before, env.rewards.copy(), env.tables.over.copy()))
    seen, masks, actions, seats, rewards, overs = (np.stack(each) for each in zip(*steps, strict=True))
    returns, ends = np.empty((STEPS, TABLES), np.float32), np.full((TABLES, env.n_players), np.nan, np.float32)
    for step in reversed(range(STEPS)):
        ends[overs[step]] = rewards[step][overs[step]]
        returns[step] = ends[np.arange(TABLES), seats[step]]
    known = ~np.isnan(returns)
    return seen[known], masks[known], actions[known], returns[known]


def train(game: str, players: int, rounds: int, seed: int) -> Network:
    """A network that has played so many rounds."""
    luck = np.random.default_rng(seed)
    env = vector.make(game, TABLES, players)
    env.reset(seed=seed)
    network = Network(env.observing.size, env.kind.n_actions, luck)
    network.get_used_to(env)
    for _ in range(rounds):
        found = play(network, env, luck)
        order = luck.permutation(len(found[0]))
        for batch in np.array_split(order, max(1, len(order) // BATCH)):
            network.learn(*(each[batch] for each in found))
    env.close()
    return network


app = typer.Typer(help=__doc__)


@app.command("train")
def train_and_save(
    path: Path, game: str = "rollie", players: int = 2, rounds: int = 200, seed: int = 1, against: str = AGAINST,
) -> None:  # fmt: skip
    """Learn, tell how much it was, and keep it."""
    opponents = against.split(",")
    report("at random", at_random(seed), game, players, opponents)
    network = train(game, players, rounds, seed)
    report("after", network, game, players, opponents)
    network.save(path)


@app.command()
def seat(path: Path, url: str, table: str, name: str = "NumPy") -> None:
    """Sit down at a web table and play."""
    sit_down(Network.load(path), url, table, name)


if __name__ == "__main__":
    app()
