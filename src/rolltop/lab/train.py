"""Learning a game's value from games that bots play against themselves.

    python -m rolltop.lab.train rollie --positions 400000 --bot sensible --out learned.toml

The model is that of `rolltop.bots.value`: a conditional logit over the seats (McFadden 1974) whose weights change
with the game's progress; alone, a logistic regression. It is fitted by Newton's method on the likelihood of who won.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.choosing import duel
from rolltop.bots.levels import skills_of
from rolltop.bots.skills import desk, search
from rolltop.bots.weights import write_weights
from rolltop.games import kernel, shelf
from rolltop.games.errors import BadOption
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind

Table = NDArray[np.float64]
Wide = NDArray[np.floating[Any]]
KNOTS = 4
RIDGE = 1e-4  #: how much large weights cost, a position
WAVERING = 11 * (0.0,) + (1.0,)  #: now and then the bots stray from their best, so that unusual positions are seen too
BLOCK = 200  #: positions of the same games are kept together, on one side
FIRST = "first"  #: the option that says who begins
ONE_IN = {1: 6, 2: 8}  #: of so many positions one is kept; with more players one in 12


@dataclass
class Positions:
    """Positions: features by position and seat, progress, and each seat's share of the win."""

    features: Table
    progress: Table
    shares: Table
    games: int


def positions(kind: Kind, n_players: int, n: int, bot: str, seed: int) -> Positions:
    """Let a bot play itself until `n` positions are found: half of them as the game is usually played, the others with
    each choice of each option."""
    others = list(variants(kind, n_players))
    parts = [positions_of(kind, n_players, n // 2 if others else n, bot, seed, {})]
    for number, options in enumerate(others):
        parts.append(positions_of(kind, n_players, n // (2 * len(others)), bot, seed + 1000 * (number + 1), options))
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.progress for part in parts]),
        np.concatenate([part.shares for part in parts]),
        sum(part.games for part in parts),
    )


def variants(kind: Kind, n_players: int) -> Iterator[dict[str, str]]:
    """Each choice of each option that is not the usual one; who begins is always drawn."""
    for option in kind.options:
        for choice in option.choices:
            if option.name != FIRST and option.concerns(n_players) and choice != option.default:
                options = {option.name: choice}
                with suppress(BadOption):  # some are not for so many players
                    kind.box(options=options, n_players=n_players)
                    yield options


def positions_of(kind: Kind, n_players: int, n: int, bot: str, seed: int, options: dict[str, str]) -> Positions:
    """Let a bot play itself with these options until `n` positions are found."""
    skills = skills_of(kind, [bot] * len(WAVERING))
    skills["wavers"] = WAVERING
    features = kernel.load(f"{kind.package}.features", inline=False)
    sampling = kernel.load(
        "rolltop.lab.sampling",
        inline=False,
        suffix=f".{kind.name}",
        rules=kernel.load(kind.rules.__name__),
        engine=kind.algorithm("rolltop.games.engine"),
        duel=duel(kind, search(skills)),
        features=features,
    )
    found = Positions(
        np.zeros((n, n_players, len(kind.part("features").FEATURES))), np.zeros(n), np.zeros((n, n_players)), 0
    )
    boxes = kind.box(options=options, n_players=n_players)
    found.games = sampling.sample(
        np.zeros(3, kind.game_layout), boxes, seeded(seed), desk(kind, skills), ONE_IN.get(n_players, 12),
        found.features, found.progress, found.shares,
    )  # fmt: skip
    return found


def expanded(found: Positions) -> Wide:
    """Features by position, seat, and knot and feature: those of the two knots around the progress, in parts."""
    n, n_players, n_features = found.features.shape
    at = np.clip(found.progress, 0.0, 0.999) * (KNOTS - 1)
    knot, part = at.astype(np.int64), at % 1
    wide: NDArray[np.float32] = np.zeros((n, n_players, KNOTS, n_features), np.float32)
    rows = np.arange(n)
    wide[rows, :, knot] = found.features * (1 - part)[:, None, None]
    wide[rows, :, knot + 1] = found.features * part[:, None, None]
    return wide.reshape(n, n_players, -1)


def probabilities(wide: Wide, weights: Table) -> Table:
    """Each seat's chance of winning."""
    strength = wide @ weights
    if wide.shape[1] == 1:
        return np.asarray(1 / (1 + np.exp(-np.clip(strength, -30, 30))))
    strength -= strength.max(axis=1, keepdims=True)
    powers = np.exp(strength)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def fit(wide: Wide, shares: Table, rounds: int = 12) -> Table:
    """The most likely weights, by Newton's method."""
    weights = np.zeros(wide.shape[2])
    for _round in range(rounds):
        gradient, hessian = -RIDGE * len(wide) * weights, RIDGE * len(wide) * np.eye(len(weights))
        for part in range(0, len(wide), 20_000):
            some, won = wide[part : part + 20_000].astype(np.float64), shares[part : part + 20_000]
            chance = probabilities(some, weights)
            gradient += some.reshape(-1, some.shape[2]).T @ (won - chance).reshape(-1)
            if some.shape[1] == 1:
                chance_both = (chance * (1 - chance))[:, 0]
                hessian += some[:, 0].T @ (some[:, 0] * chance_both[:, None])
            else:
                mean = (some * chance[:, :, None]).sum(axis=1)
                flat = some.reshape(-1, some.shape[2])
                hessian += flat.T @ (flat * chance.reshape(-1, 1)) - mean.T @ mean
        step = np.linalg.solve(hessian, gradient)
        weights += step
        if np.abs(step).max() < 1e-4:
            break
    return weights


def loss(wide: Wide, shares: Table, weights: Table) -> float:
    """The mean surprise (in nats) at who won."""
    chance = np.clip(probabilities(wide, weights), 1e-9, 1 - 1e-9)
    surprise = shares * np.log(chance)
    if wide.shape[1] == 1:
        surprise += (1 - shares) * np.log(1 - chance)
    return float(-surprise.sum(axis=1).mean())


def learn(kind: Kind, n_players: int, n: int, bot: str, seed: int) -> tuple[Table, str]:
    """Weights (knots by features) for a number of players, and in words how good they are on positions kept apart."""
    seen = positions(kind, n_players, n, bot, seed)
    wide = expanded(seen)
    apart = np.arange(len(wide)) // BLOCK % 5 == 0
    weights = fit(wide[~apart], seen.shares[~apart])
    ours, blank = (loss(wide[apart], seen.shares[apart], tried) for tried in (weights, 0 * weights))
    words = f"{n_players} players: {seen.games} games, surprise {ours:.4f} instead of {blank:.4f} nats"
    return weights.reshape(KNOTS, -1), words


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, and say how good it is; with --write into the game's folder."""
    parser = argparse.ArgumentParser(description="Learn a game's value from self-play.")
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=200_000, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="*", help="only these numbers of players")
    parser.add_argument("--bot", default="sensible")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file for the weights; learned.toml in the game's folder is used")
    given = parser.parse_args(arguments)
    kind = shelf.kind(given.game)
    learned: dict[int, Table] = {}
    made: dict[str, str | int | float] = {
        "command": f"python -m rolltop.lab.train {kind.name} --positions {given.positions} --bot {given.bot}"
        f" --seed {given.seed}",
    }
    for n_players in given.players or kind.players:
        learned[n_players], words = learn(kind, n_players, given.positions, given.bot, given.seed + n_players)
        made[f"players_{n_players}"] = words
        print(words, flush=True)
    if given.out:
        write_weights(kind, learned, made, given.out)


if __name__ == "__main__":
    main()
