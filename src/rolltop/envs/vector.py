"""Thousands of games at once in compiled code, for agents that learn: `make`.

>>> from rolltop.envs import vector
>>> env = vector.make("rollie", num_envs=4096, players=4)
>>> observations, infos = env.reset(seed=1)
>>> observations, rewards, terminations, truncations, infos = env.step(env.random_actions())
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from rolltop.bots.levels import skills_of
from rolltop.bots.skills import desk as new_desk
from rolltop.bots.skills import search
from rolltop.envs.observation import as_bytes, observation
from rolltop.envs.single import REWARDS, dice_of, luck_of, opponents_of
from rolltop.envs.stepping import stepping
from rolltop.envs.tables import Room, new_tables
from rolltop.games import kernel, shelf
from rolltop.games.errors import BadOption, IllegalMove
from rolltop.games.luck import seeded, seeded_by
from rolltop.games.shelf import Kind
from rolltop.games.words import _


def make(
    game: str,
    num_envs: int = 1,
    players: int | None = None,
    *,
    opponents: str | Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
    edition: str | Path | None = None,
    reward: str = "place",
    threads: int | None = None,
) -> "VectorTables":
    """`num_envs` games of `game`, all with as many players (by default as few as the game allows).

    Without `opponents` every seat is an agent's: one policy plays all of them, or some. With them (a bot's name, or
    one for each other seat, from the left neighbour on) the agent has one seat, drawn anew in each game. `reward` is
    `place` or `score`, see `rolltop.envs.between.reward`. Raises BadOption or BadEdition.
    """
    kind = shelf.kind(game)
    return VectorTables(
        kind, num_envs, kind.players[0] if players is None else players, opponents, options or {}, edition, reward,
        threads or os.cpu_count() or 1,
    )  # fmt: skip


class VectorTables(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Games at many tables, a step each at a time.

    Observations (num_envs, size) float32, `masks` (num_envs, actions) int8, `seats` (num_envs) int8 (who is to act) and
    `rewards` (num_envs, players) float32 are views of the environment's own memory, which the next step overwrites:
    copy what is to be kept. A game that is over is followed by the next in the same step; `final_obs` in `infos` is
    what the seat that acted last saw of the end.
    """

    def __init__(
        self,
        kind: Kind,
        num_envs: int,
        n_players: int,
        opponents: str | Sequence[str] | None,
        options: Mapping[str, str],
        edition: str | Path | None,
        reward: str,
        threads: int,
    ) -> None:
        if num_envs < 1:
            raise BadOption("num_envs: expected at least 1, found %(found)s", found=num_envs)
        if reward not in REWARDS:
            raise BadOption("reward: expected one of %(known)s", known=", ".join(REWARDS))
        self.kind, self.num_envs, self.n_players = kind, num_envs, n_players
        boxes = kind.box(kind.edition(None if edition is None else str(edition)), options, n_players)
        names = opponents_of(opponents, n_players)
        skills = skills_of(kind, ["random", *(names or [])])
        self.observing = observation(kind, n_players)
        self.stepping, size = stepping(kind, search(skills)), self.observing.size
        self.tables = new_tables(kind, num_envs, n_players, size)
        self.masks, self.seats, self.rewards = self.tables.masks, self.tables.seats, self.tables.rewards
        n_slices = min(threads, num_envs)
        self._slices = [(k * num_envs // n_slices, (k + 1) * num_envs // n_slices) for k in range(n_slices)]
        self._rooms = [self._room(boxes, skills, REWARDS[reward], names is not None) for _slice in self._slices]
        self._lucks = [seeded(0) for _slice in self._slices]  # of random actions
        self._pool = ThreadPoolExecutor(n_slices - 1) if n_slices > 1 else None
        self._actions = np.zeros(num_envs, np.int64)
        low, high = self.observing.bounds()
        self.single_observation_space = gym.spaces.Box(low, high)
        self.single_action_space = gym.spaces.Discrete(kind.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self._get_ready(search(skills))

    def _get_ready(self, searches: bool) -> None:
        """Compile all at once, telling so, if the disk cache does not have it."""
        marker = kernel.cache_folder() / f"{self.kind.package}.environments{'.searching' if searches else ''}.ready"
        if marker.exists():
            return
        quick = _("Rolltop compiles the environments of %(game)s, once on this machine (up to half a minute) ...")
        long = _("Rolltop compiles %(game)s with bots that think ahead, once on this machine (about a minute) ...")
        shelf.announce((long if searches else quick) % {"game": self.kind.title})
        self.reset(seed=0)
        self.step(self.random_actions())
        self.tables = self.tables._replace(dice=seeded(0, 0), lucks=seeded(0, 0))  # it has no seed yet
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()

    def _room(self, boxes: NDArray[np.void], skills: NDArray[np.void], reward: int, bots_play: bool) -> Room:
        seen = np.zeros(1, self.kind.game_layout)
        return Room(
            boxes=boxes,
            blank=np.zeros(1, self.kind.game_layout),
            seen=seen,
            seen_data=as_bytes(seen),
            program=self.observing.program,
            desk=new_desk(self.kind, skills),
            bots=np.arange(len(skills), dtype=np.int8),  # the learner's own, 0, is never asked
            n_players=self.n_players,
            bots_play=bots_play,
            reward=reward,
        )

    # ---- Gymnasium's face --------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin all games. Game i has the dice of seed `seed[i]`, or `seed + i`; without a seed luck goes on."""
        if seed is None and len(self.tables.dice) == 0:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if seed is not None:
            given: NDArray[Any] = np.asarray(seed)
            whole = given.dtype.kind in "iu"
            seeds = given + np.arange(self.num_envs) if given.ndim == 0 and whole else given
            if seeds.shape != (self.num_envs,) or not whole:
                raise BadOption("seed: expected a whole number, or one for each of %(n)s games", n=self.num_envs)
            self.tables = self.tables._replace(
                dice=np.concatenate([dice_of(int(each)) for each in seeds]),
                lucks=np.concatenate([luck_of(int(each)) for each in seeds]),
            )
            self._lucks = [seeded_by([int(seeds[0]), *ends]) for ends in self._slices]
        self.tables.over[:] = False
        self.tables.lengths[:] = 0
        self.rewards[:] = 0
        self.tables.earned[:] = 0
        self._each(self.stepping.begin)
        return self.tables.observations, self._infos(np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in each game, for the seat that is to act there; the reward is that seat's.

        Raises IllegalMove if one of them is not legal; then nothing has changed.
        """
        if len(self.tables.dice) == 0:
            raise gym.error.ResetNeeded("expected reset() before step()")
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise BadOption("actions: expected %(n)s, found an array %(shape)s", n=self.num_envs, shape=chosen.shape)
        wrong = self.stepping.first_illegal(self.tables, self._rooms[0], chosen, 0, self.num_envs)
        if wrong >= 0:
            raise IllegalMove(
                "game %(game)s: action %(action)s is not legal; expected one of %(legal)s",
                game=wrong, action=int(chosen[wrong]), legal=np.flatnonzero(self.masks[wrong]).tolist(),
            )  # fmt: skip
        self._each(self.stepping.step, chosen)
        tables, over = self.tables, self.tables.over
        return tables.observations, tables.earned.copy(), over.copy(), np.zeros_like(over), self._infos(over)

    def _infos(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        infos: dict[str, Any] = {"action_mask": self.masks, "seat": self.seats, "rewards": self.rewards}
        if over.any():
            infos |= {"final_obs": self.tables.last, "_final_obs": over}
        return infos

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    # ---- besides -----------------------------------------------------------------------------------------------------

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, each equally likely; the environment's own memory, like observations."""
        slices = zip(self._lucks, self._slices, strict=True)
        self._all(lambda luck, at: self.stepping.sample(self.tables, luck, self._actions, *at), slices)
        return self._actions

    def _each(self, do: Callable[..., None], *more: Any) -> None:
        """Do something for each slice of the games, on a thread each."""
        slices = zip(self._rooms, self._slices, strict=True)
        self._all(lambda room, at: do(self.tables, room, *more, *at), slices)

    def _all(self, do: Callable[..., None], arguments: Any) -> None:
        first, *others = arguments
        running = [self._pool.submit(do, *each) for each in others] if self._pool is not None else []
        do(*first)
        for future in running:
            future.result()
