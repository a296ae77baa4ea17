"""The games for one agent, as Gymnasium's users know them: alone, or against bots.

>>> import gymnasium
>>> import rolltop.envs.gymnasium  # registers them
>>> env = gymnasium.make("rolltop/Rollie-v1", players=4, opponents="club")
>>> env = gymnasium.make("rolltop/RollEstate-Solo-Hard-v1")
"""

import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from rolltop.bots import USUAL, bot
from rolltop.bots.choosing import get_ready
from rolltop.bots.levels import skills_of
from rolltop.bots.skills import search
from rolltop.envs.observation import Floats
from rolltop.envs.rendering import MODES, check_mode, show
from rolltop.envs.single import VERSION, Table, dice_of, luck_of, opponents_of, title_of
from rolltop.games import kernel, shelf
from rolltop.games.errors import BadOption, IllegalMove
from rolltop.play.game import Game

LOST = -1.0  #: the reward of an illegal action


class SeatEnv(gym.Env[Floats, np.int64]):
    """One seat of a game; bots have the others, and choose within `step`.

    `players`, `options` and `edition` are those of `rolltop.Game`; `opponents` is a bot's name, or one for each other
    seat from the left neighbour on; `seat` is the agent's, None: drawn anew in each game. `reward` is `place` or
    `score` (`rolltop.envs.between.reward`), paid when the game is over. What is legal is in `infos` and
    `action_masks()`; an illegal action loses the game at once, with a reward of -1, or raises IllegalMove and changes
    nothing, if `illegal` is not `lose` but `raise`. Raises BadOption or BadEdition.
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012  (as in the class it is based on)

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponents: str | Sequence[str] = USUAL,
        seat: int | None = None,
        options: Mapping[str, str] | None = None,
        edition: str | Path | None = None,
        reward: str = "place",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.table = Table(game, players, options, edition, reward)
        n_players = self.table.n_players
        if seat is not None and seat not in range(n_players):
            raise BadOption("seat: expected 0 to %(most)s, found %(found)s", most=n_players - 1, found=seat)
        if illegal not in ("lose", "raise"):
            raise BadOption("illegal: expected lose or raise, found %(found)s", found=repr(illegal))
        self._illegal_loses, self._over = illegal == "lose", True
        self.opponents = [bot(name) for name in opponents_of(opponents, n_players) or []]
        self.render_mode, self._wanted = render_mode, seat
        low, high = self.table.observing.bounds()
        self.observation_space = gym.spaces.Box(low, high)
        self.action_space = gym.spaces.Discrete(self.table.kind.n_actions)
        names = [player.name for player in self.opponents]
        if names:
            get_ready(self.table.kind, search(skills_of(self.table.kind, names)))
        self._dice: NDArray[np.void] | None = None
        self._luck: NDArray[np.void] | None = None
        self.game: Game | None = None  #: the game being played
        self.seat = 0  #: the agent's, in it

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game; the same seed gives the same dice and opponents. Without one luck goes on."""
        super().reset(seed=seed)
        if seed is not None or self._dice is None:
            seed = int(self.np_random.integers(1 << 32)) if seed is None else seed
            self._dice, self._luck = dice_of(seed), luck_of(seed)
        self.seat = self._wanted if self._wanted is not None else self._below(self.table.n_players)
        game = self.table.begin(self._dice)
        self._let_bots_play(game)
        while game.is_over:  # before the agent was asked
            game = self.table.begin(self._dice)
            self._let_bots_play(game)
        self.game = game
        self._over = False
        return self._seen(self.game)

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """The agent's action, then its opponents'. Raises IllegalMove as said above."""
        game = self.game
        if game is None:
            raise gym.error.ResetNeeded("expected reset() before step()")
        if self._over:
            raise IllegalMove("the game is over; expected reset()")
        reward = 0.0
        if self._illegal_loses and int(action) not in game.legal_actions:
            reward, self._over = LOST, True
        else:
            game.play(int(action))
            self._let_bots_play(game)
            if game.is_over:
                reward, self._over = float(self.table.rewards(game)[self.seat]), True
        if self.render_mode == "human":
            self.render()
        observation, infos = self._seen(game)
        return observation, reward, self._over, False, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal, in the form that sb3-contrib's MaskablePPO asks for."""
        assert self.game is not None
        return self.table.mask(self.game, self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The table as the agent sees it: text (`ansi`), an image (`rgb_array`), or printed (`human`)."""
        return show(self.game, self.render_mode)

    def _let_bots_play(self, game: Game) -> None:
        assert self._luck is not None
        while game.turn >= 0 and game.turn != self.seat:
            player = self.opponents[(game.turn - self.seat) % self.table.n_players - 1]
            game.play(player.choose(game.kind, game.seen(game.turn), game.boxes, self._luck))

    def _seen(self, game: Game) -> tuple[Floats, dict[str, Any]]:
        mask = self.table.mask(game, self.seat)
        return self.table.observe(game, self.seat), {"action_mask": mask, "seat": self.seat}

    def _below(self, n: int) -> int:
        assert self._luck is not None
        return int(kernel.load("rolltop.games.luck").below(self._luck[0], n))

    def __deepcopy__(self, memo: object) -> "SeatEnv":
        twin: SeatEnv = pickle.loads(pickle.dumps(self))
        return twin


def register() -> None:
    """Make the environments known to `gymnasium.make`."""
    for kind in shelf.kinds().values():
        name = title_of(kind)
        ids: dict[str, dict[str, Any]] = {}
        if kind.players[-1] > 1:
            ids[name] = {"players": max(2, kind.players[0])}
        for option in kind.options:
            if 1 in kind.players and option.concerns(1) and not option.concerns(2):  # how hard it is to win alone
                for choice in option.choices:
                    only = {"players": 1, "options": {option.name: choice}}
                    ids[f"{name}-Solo-{choice.capitalize()}"] = only
        for each, arguments in ids.items():
            gym.register(
                f"rolltop/{each}-{VERSION}",
                entry_point="rolltop.envs.gymnasium:SeatEnv",
                kwargs={"game": kind.name, **arguments},
            )


register()
