"""What came out of an arena: a rating list, and who won how much against whom."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from rolltop.lab.arena import Arena, Games
from rolltop.lab.ratings import Estimate, Floats, elo, estimate, pairwise, resampled

SEATS, WON, SCORE, MARGIN, PLACE = range(5)  #: columns of `sums` behind the pairwise wins
N_SUMS = 5
Z = 1.96


@dataclass(frozen=True)
class Standing:
    """How one bot did; `games` counts a game once for every seat it had; `above_next` is its lead on the next."""

    name: str
    games: int
    rating: Estimate | None
    above_next: Estimate | None
    won: Estimate
    score: Estimate
    margin: Estimate | None
    place: Estimate


@dataclass(frozen=True)
class Standings:
    """The list, best first, and the part of their meetings that each (row) won of each (column), in the same order."""

    games: int
    groups: int
    bots: list[Standing]
    against: dict[str, dict[str, Estimate]]

    def plain(self) -> dict[str, Any]:
        """As data for JSON."""
        return {
            "games": self.games,
            "groups": self.groups,
            "bots": [{key: plain(value) for key, value in vars(bot).items()} for bot in self.bots],
            "against": {one: {other: plain(e) for other, e in row.items()} for one, row in self.against.items()},
        }


def plain(value: Any) -> Any:
    """An estimate as data, anything else as it is."""
    return {name: round(number, 4) for name, number in vars(value).items()} if isinstance(value, Estimate) else value


@dataclass
class Record:
    """What an arena has given so far: sums a group, by table."""

    arena: Arena
    parts: dict[int, list[Floats]] = field(default_factory=dict)
    games: int = 0

    def add(self, table: int, games: Games) -> None:
        """Take in some games of a table."""
        self.parts.setdefault(table, []).append(sums(games, len(self.arena.bots)))
        self.games += games.places.shape[0] * games.places.shape[1]

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return sum(len(part) for parts in self.parts.values() for part in parts)

    def standings(self) -> Standings:
        """What came out. Bots that have not played yet are left out."""
        parts = [np.concatenate(self.parts[table]) for table in sorted(self.parts)]
        total = sum((part.sum(0) for part in parts), np.zeros((len(self.arena.bots), len(self.arena.bots) + N_SUMS)))
        return standings(self.arena.bots, total, resampled(parts) if parts else total[None], self.games, self.groups)


def sums(games: Games, n_entrants: int) -> Floats:
    """By group and entrant: wins over each other, then SEATS, WON, ...: shape (groups, n, n + N_SUMS)."""
    out = np.zeros((len(games), n_entrants, n_entrants + N_SUMS))
    out[:, :, :n_entrants] = pairwise(games.entrants, games.places, n_entrants)
    first = games.places == 1
    others = np.sort(games.scores, 2)
    best, second = others[:, :, -1:], others[:, :, -2:-1] if games.scores.shape[2] > 1 else others[:, :, -1:]
    rest = np.where(games.scores == best, second, best)
    columns = (
        np.ones(first.shape),
        first / np.maximum(1, first.sum(2, keepdims=True)),
        games.scores,
        games.scores - rest,
        games.places,
    )
    for column, values in enumerate(columns):
        for entrant in range(n_entrants):
            out[:, entrant, n_entrants + column] = np.where(games.entrants == entrant, values, 0).sum((1, 2))
    return out


def standings(names: Sequence[str], total: Floats, samples: Floats, games: int, groups: int) -> Standings:
    """The list for sums over all games, and for the same with groups drawn anew."""
    n = len(names)
    duels = n > 1 and bool(total[:, :n].any())
    ratings, rating_samples = elo(total[:, :n]), elo(samples[:, :, :n])
    key = ratings if duels else total[:, n + WON] / np.maximum(1, total[:, n + SEATS])
    order = sorted((index for index in range(n) if total[index, n + SEATS]), key=lambda index: -key[index])

    def mean(column: int, index: int) -> Estimate:
        seats, drawn = total[index, n + SEATS], np.maximum(1, samples[:, index, n + SEATS])
        return estimate(total[index, n + column] / seats, samples[:, index, n + column] / drawn)

    def lead(index: int, other: int) -> Estimate:
        return estimate(ratings[index] - ratings[other], rating_samples[:, index] - rating_samples[:, other])

    bots = [
        Standing(
            names[index],
            int(total[index, n + SEATS]),
            estimate(ratings[index], rating_samples[:, index]) if duels else None,
            lead(index, order[rank + 1]) if duels and rank + 1 < len(order) else None,
            share(mean(WON, index), total[index, n + SEATS]),
            mean(SCORE, index),
            mean(MARGIN, index) if duels else None,
            mean(PLACE, index),
        )
        for rank, index in enumerate(order)
    ]
    against = {names[one]: {names[other]: meeting(total, samples, one, other) for other in order
                            if total[one, other] + total[other, one]} for one in order}  # fmt: skip
    return Standings(games, groups, bots, against)


def meeting(total: Floats, samples: Floats, one: int, other: int) -> Estimate:
    """The part of its meetings with another that a bot won."""
    met = total[one, other] + total[other, one]
    mets = samples[:, one, other] + samples[:, other, one]
    return share(estimate(total[one, other] / met, samples[:, one, other] / np.maximum(1, mets)), met)


def share(found: Estimate, n: float) -> Estimate:
    """A share of `n`. Drawing all or nothing anew shows no doubt: there the interval is Wilson's (1927)."""
    if 0 < found.value < 1:
        return found
    return wilson(found.value, n)


def wilson(part: float, n: float) -> Estimate:
    """A share of `n` independent cases with its 95 % interval."""
    middle = (part + Z * Z / (2 * n)) / (1 + Z * Z / n)
    width = Z / (1 + Z * Z / n) * sqrt(part * (1 - part) / n + Z * Z / (4 * n * n))
    return Estimate(part, max(0.0, middle - width), min(1.0, middle + width))
