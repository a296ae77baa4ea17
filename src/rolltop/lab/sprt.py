"""Is A stronger than B? A sequential test, as chess engines are tested.

Games come in groups with the same dice and the seats changed round, and the score of a group is the mean score of A in
it. The generalised sequential probability ratio test (Van den Bergh 2017, as used for Stockfish) takes the variance of
these scores, in the normal approximation, from the games themselves: so where mirrored dice cancel luck, the test is
shorter. It decides between two strengths: A is `elo0` or `elo1` points above B.
"""

from dataclasses import dataclass, field
from math import inf, log, log10, sqrt

from rolltop.games.errors import BadOption
from rolltop.lab.ratings import Estimate

SPREAD = 0.125  #: variance of the score of two independent games, as if one group more had shown it
FEWEST = 16  #: groups before anything is decided
Z = 1.96


def expected_score(elo: float) -> float:
    """The part of the games, draws counting half, that a player wins who is so many points stronger."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """The difference in points that goes with a score."""
    return -inf if score <= 0 else inf if score >= 1 else -400 * log10(1 / score - 1)


@dataclass
class Sprt:
    """A running test. `elo0` < `elo1` in points; `alpha`: how often elo1 may be accepted though elo0 holds, `beta`: how
    often elo0 though elo1 holds. Raises BadOption for numbers that make no test.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    groups: int = field(default=0, init=False)
    total: float = field(default=0.0, init=False)
    squares: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadOption("sprt: found elo0 %(elo0)s, elo1 %(elo1)s, expected elo0 < elo1",
                            elo0=self.elo0, elo1=self.elo1)  # fmt: skip
        for name, part in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < part < 0.5:
                raise BadOption("sprt: found %(name)s %(part)s, expected a number between 0 and 0.5",
                                name=name, part=part)  # fmt: skip

    def add(self, score: float) -> None:
        """Take in the score of A in a group, from 0 to 1."""
        self.groups += 1
        self.total += score
        self.squares += score * score

    @property
    def lower(self) -> float:
        """Where elo0 is accepted (Wald 1945)."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Where elo1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    @property
    def mean(self) -> float:
        """A's mean score."""
        return self.total / self.groups if self.groups else 0.5

    @property
    def variance(self) -> float:
        """The variance of a group's score."""
        return (max(0.0, self.squares - self.groups * self.mean**2) + SPREAD) / (self.groups + 1)

    @property
    def llr(self) -> float:
        """The logarithm of the ratio of the likelihoods of elo1 and elo0, each with the variance that suits it best."""
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        worse, better = (self.variance + (self.mean - score) ** 2 for score in (score0, score1))
        return self.groups / 2 * log(worse / better)

    @property
    def verdict(self) -> str | None:
        """``"elo1"`` or ``"elo0"``, whichever is accepted; None while the test goes on."""
        if self.groups < FEWEST or self.lower < self.llr < self.upper:
            return None
        return "elo1" if self.llr >= self.upper else "elo0"

    @property
    def score(self) -> Estimate:
        """A's score and its 95 % interval. A test that stops when it is sure makes both a little too sure."""
        margin = Z * sqrt(self.variance / max(1, self.groups))
        return Estimate(self.mean, max(0.0, self.mean - margin), min(1.0, self.mean + margin))

    @property
    def elo(self) -> Estimate:
        """By how many points A is stronger."""
        score = self.score
        return Estimate(elo_of(score.value), elo_of(score.low), elo_of(score.high))
