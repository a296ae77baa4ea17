"""One game for agents that learn: what the environments for one game at a time share."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rolltop.envs.between import reward
from rolltop.envs.observation import Floats, observation
from rolltop.envs.tables import BY_PLACE, BY_SCORE
from rolltop.games import kernel, shelf
from rolltop.games.errors import BadOption
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded, seeded_by
from rolltop.games.shelf import Kind
from rolltop.play.game import Game

REWARDS = {"place": BY_PLACE, "score": BY_SCORE}  #: see `rolltop.envs.between.reward`
HISTORY = {"v1": "The first."}  #: versions of the environments, and what was new; a new one where games, actions,
# observations or rewards change
VERSION = list(HISTORY)[-1]
SPARE = 1  #: of a seed: what is drawn besides dice


def dice_of(seed: int) -> Records:
    """The generator of a game's dice."""
    return seeded(seed)


def luck_of(seed: int) -> Records:
    """The generator of all else: seats, and what bots draw."""
    return seeded_by([seed, SPARE])


class Rolls:
    """Dice from a generator that goes on from game to game: a LuckSource (`rolltop.play.dice`) that never goes back."""

    def __init__(self, dice: Records) -> None:
        self.dice = dice

    def draw(self, index: int, n: int) -> int:
        """See LuckSource."""
        return int(kernel.load("rolltop.games.luck").below(self.dice[0], n))


class Table:
    """A game with these options, begun as often as one likes, as agents see it."""

    def __init__(
        self, game: str, players: int | None, options: Mapping[str, str] | None, edition: str | Path | None, reward: str
    ) -> None:
        if reward not in REWARDS:
            raise BadOption("reward: expected one of %(known)s", known=", ".join(REWARDS))
        self.kind = shelf.kind(game)
        self.n_players = self.kind.players[0] if players is None else players
        self.options, self.edition = dict(options or {}), None if edition is None else str(edition)
        self.reward = REWARDS[reward]
        self.kind.box(self.kind.edition(self.edition), self.options, self.n_players)  # raises what is wrong
        self.observing = observation(self.kind, self.n_players)

    def begin(self, dice: Records) -> Game:
        """A new game."""
        return Game(self.kind, self.n_players, luck=Rolls(dice), edition=self.edition, options=self.options)

    def observe(self, game: Game, seat: int) -> Floats:
        """What a seat sees."""
        return self.observing.of(game.seen(seat), seat)

    def mask(self, game: Game, seat: int) -> NDArray[np.int8]:
        """What a seat may do now: nothing, if another is to act."""
        mask = np.zeros(self.kind.n_actions, np.int8)
        if game.turn == seat:
            mask[game.legal_actions] = 1
        return mask

    def rewards(self, game: Game) -> Floats:
        """What the end of a game is worth to each seat."""
        out = np.zeros(self.n_players, np.float32)
        reward(np.array(game.scores, np.int32), np.array(game.places, np.int8), self.n_players, self.reward, out)
        return out


def title_of(kind: Kind) -> str:
    """What registries call a game: RollEstate."""
    return "".join(part.capitalize() for part in kind.name.split("_"))


def opponents_of(opponents: str | Sequence[str] | None, n_players: int) -> list[str] | None:
    """A bot for each seat but the agent's, from its left neighbour on. Raises BadOption."""
    if opponents is None:
        return None
    names = [opponents] * (n_players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != n_players - 1:
        raise BadOption(
            "opponents: expected one bot or %(n)s, a seat each, found %(found)s", n=n_players - 1, found=len(names)
        )
    return names
