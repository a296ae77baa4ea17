"""The games for several agents that take turns, as PettingZoo's users know them.

>>> from rolltop.envs.pettingzoo import rollie_v1
>>> env = rollie_v1.env(players=4, render_mode="ansi")
>>> env = pettingzoo.make("aec", "rolltop/Rollie-v1", players=4)  # the same, where PettingZoo has a registry

Every game on the shelf is here: `rollie_v1`, `roll_estate_v1`, `rolima_v1`, each with `env` (wrapped as PettingZoo's
own games are) and `raw_env`.
"""

import pickle
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium as gym
import numpy as np
import pettingzoo
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rolltop.envs.observation import Floats
from rolltop.envs.rendering import MODES, check_mode, show
from rolltop.envs.single import VERSION, Table, dice_of, title_of
from rolltop.games import shelf
from rolltop.games.errors import IllegalMove
from rolltop.play.game import Game

ILLEGAL = -1.0  #: the reward of an illegal action in a wrapped environment


class TableEnv(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]
    """A game of `rolltop` for agents `player_0` to `player_5`.

    `players`, `options` and `edition` are those of `rolltop.Game`; `reward` is `place` or `score`
    (`rolltop.envs.between.reward`), paid when the game is over. An observation is a dict of `observation` (what the
    agent sees; see the game's page in docs) and `action_mask`, which is also in `infos`. Luck decides by itself.
    Raises BadOption or BadEdition.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        options: Mapping[str, str] | None = None,
        edition: str | Path | None = None,
        reward: str = "place",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(game, players, options, edition, reward)
        self.metadata = {
            "name": f"{self.table.kind.name}_{VERSION}", "render_modes": MODES, "render_fps": 1,
            "is_parallelizable": False,
        }  # fmt: skip
        check_mode(render_mode)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.n_players)]
        self.agents: list[str] = []
        low, high = self.table.observing.bounds()
        space = gym.spaces.Dict(
            {
                "observation": gym.spaces.Box(low, high),
                "action_mask": gym.spaces.Box(0, 1, (self.table.kind.n_actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gym.spaces.Discrete(self.table.kind.n_actions) for agent in self.possible_agents}
        self._dice = dice_of(int(np.random.SeedSequence().generate_state(1)[0]))
        self.game: Game | None = None  #: the game being played

    def observation_space(self, agent: str) -> gym.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.Space[Any]:
        """The same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed gives the same dice. Without one luck goes on."""
        if seed is not None:
            self._dice = dice_of(seed)
        self.game = self.table.begin(self._dice)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on(self.game)

    def step(self, action: int | None) -> None:
        """The action of the agent that is selected. Raises IllegalMove if it is not legal; then nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        game = self.game
        if game is None or action is None:
            raise IllegalMove("expected an action of %(agent)s, after reset()", agent=agent)
        game.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if game.is_over:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(game).tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._go_on(game)
        if self.render_mode == "human":
            self.render()

    def _go_on(self, game: Game) -> None:
        self.infos = {agent: {"action_mask": self.table.mask(game, seat)} for seat, agent in enumerate(self.agents)}
        if not game.is_over:
            self.agent_selection = self.possible_agents[game.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may do."""
        seat, game = self.possible_agents.index(agent), self.game
        assert game is not None
        return {"observation": self.table.observe(game, seat), "action_mask": self.table.mask(game, seat)}

    def state(self) -> Floats:
        """What all agents together see."""
        game = self.game
        assert game is not None
        return np.concatenate([self.table.observe(game, seat) for seat in range(self.table.n_players)])

    def render(self) -> Any:
        """The table as the agent to act sees it: text (`ansi`), an image (`rgb_array`), or printed (`human`)."""
        return show(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __deepcopy__(self, memo: object) -> "TableEnv":
        twin: TableEnv = pickle.loads(pickle.dumps(self))
        return twin

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(game: str, players: int | None = None, **more: Any) -> AECEnv[str, dict[str, Any], int | None]:
    """`TableEnv` in PettingZoo's usual wrappers: an illegal action ends the game, with a reward of -1."""
    made: Any = TableEnv(game, players, **more)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def register() -> None:
    """Make the environments known to `pettingzoo.make`, where PettingZoo has it."""
    for kind in shelf.kinds().values():
        pettingzoo.register("aec", f"rolltop/{title_of(kind)}-{VERSION}", partial(env, kind.name))


def __getattr__(name: str) -> Any:
    """`rollie_v1` and its like."""
    game, _, version = name.rpartition("_")
    if version != VERSION or game not in shelf.kinds():
        known = ", ".join(f"{kind}_{VERSION}" for kind in shelf.kinds())
        raise AttributeError(f"no environment {name}; there are: {known}")
    return SimpleNamespace(env=partial(env, game), raw_env=partial(TableEnv, game))


if hasattr(pettingzoo, "register"):
    register()
