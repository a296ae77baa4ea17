"""What every agent needs, however it has learned: a measure of how well it plays, and a seat at a web table."""

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rolltop.envs import vector
from rolltop.envs.observation import observation
from rolltop.games.errors import BadOption
from rolltop.games.kernel import Records
from rolltop.games.shelf import Kind

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], NDArray[np.int64]]
"""An agent: from observations (n, size) and masks (n, actions), a row a game, to an action for each."""

AGAINST = "random,beginner,sensible"  #: bots to be measured with
NORMAL_95 = 1.96  #: standard deviations to both sides have 95 % of a normal distribution between them


class Share(NamedTuple):
    """A share of games won; the true one is within `error` of it with a probability of 95 %."""

    won: float
    error: float

    def __str__(self) -> str:
        return f"{100 * self.won:.1f} % ±{100 * self.error:.1f}"


class Position(Protocol):
    """What an agent asks of a position, at a web table (`rolltop.client.Position`) or elsewhere."""

    @property
    def kind(self) -> Kind:
        """The game."""

    @property
    def seen(self) -> Records:
        """What the seat sees, an array of one."""

    @property
    def boxes(self) -> Records:
        """Components and options, an array of one."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""


def at_random(seed: int) -> Policy:
    """Somebody who knows what is legal, and no more."""
    luck = np.random.default_rng(seed)
    return lambda _observations, masks: np.where(masks, luck.random(masks.shape), -1).argmax(1)


def evaluate(policy: Policy, game: str, players: int, opponent: str, games: int = 1000, seed: int = 1000) -> Share:
    """The share of games that a policy wins in one seat, drawn for each game, if a bot has the others; who shares the
    first place has won a part. The same seed gives the same dice."""
    env = vector.make(game, games, players, opponents=opponent)
    observations, _infos = env.reset(seed=seed)
    won = np.full(games, np.nan)
    while np.isnan(won).any():  # of each table the first game: those that are over early would count more often
        seats = env.seats.copy()
        observations, _rewards, over, _cut, _infos = env.step(policy(observations, env.masks))
        first = env.tables.places == 1
        shares = first[np.arange(games), seats] / np.maximum(1, first.sum(1))
        won = np.where(over & np.isnan(won), shares, won)
    env.close()
    return Share(float(won.mean()), NORMAL_95 * float(won.std()) / math.sqrt(games))


def report(title: str, policy: Policy, game: str, players: int, opponents: Iterable[str]) -> None:
    """Print how a policy does against some bots."""
    shares = ", ".join(f"{evaluate(policy, game, players, opponent)} against {opponent}" for opponent in opponents)
    print(f"{title}: wins {shares}", flush=True)


def choose(policy: Policy, position: Position) -> int:
    """The action that a policy takes. Raises BadOption if it has learned a game of another kind or size."""
    kind, seen = position.kind, position.seen
    mask = np.zeros((1, kind.n_actions), np.int8)
    kind.engine.mask(seen, 0, position.boxes, mask[0])
    row = observation(kind, int(seen[0]["n_players"])).of(seen, position.seat)
    return int(policy(row[np.newaxis], mask)[0])


def expect_size(observations: NDArray[np.float32], size: int) -> None:
    """Raise BadOption if observations are not as long as those that an agent has learned from."""
    if observations.shape[1] != size:
        raise BadOption(
            "this agent has learned from observations of %(size)s numbers, and gets %(found)s: it knows another game, "
            "or another number of players",
            size=size, found=observations.shape[1],
        )  # fmt: skip


def sit_down(policy: Policy, url: str, table: str, name: str) -> None:
    """Play a game at a web table, to its end."""
    from rolltop.client import Server

    with Server(url, name=name) as server:
        seat = server.join(table)
        for position in seat:
            position.play(choose(policy, position))
        print(f"{name} has place {seat.places[seat.state['you']]}" if seat.places else "the table was closed")
