"""Hints: what each legal choice is worth, found by playing on from what a seat sees.

Rollouts are given to choices by sequential halving (Karnin, Koren and Somekh 2013): all get a few, the better half
twice as many, and so on. All choices meet the same luck, so a difference between two is known better than either value.

Where a game says so, its value cuts rollouts off: then these tell who wins, and some whole games besides how many
points that brings.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.levels import advice_depth
from rolltop.bots.rollouts import PLACE, TOTAL, WIN, rollouts, room
from rolltop.bots.skills import PLACING
from rolltop.games.errors import NotYourTurn
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind
from rolltop.games.words import _, ngettext

SIGMAS = 1.96  #: margins are half the width of an interval of 95 %
LEAST = 4  #: trials that every choice gets
DOUBT = 0.01  #: what a learned value may be wrong by, besides the noise of trials: some percent of a chance to win
CUT_OFF = 0.6  #: the part of the time or budget that is for rollouts that the value cuts off, if it does
SLICE = 32  #: rollouts between two looks at the clock
CLOSE = 0.95  #: margins below this are shown with a decimal
NAMED = 4  #: so many moves that may be as good are named
MOST = 100_000  #: rollouts after which more would tell nothing that anybody could see


@dataclass(frozen=True)
class Estimate:
    """A mean of trials, and half the width of its 95 % interval."""

    mean: float
    margin: float

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "Estimate":
        """The mean of a list of results."""
        margin = SIGMAS * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else float("inf")
        return cls(float(values.mean()), margin)

    @classmethod
    def of_chance(cls, shares: NDArray[np.float64], doubt: float = 0.0) -> "Estimate":
        """A chance, by shares of the win; if all trials agree, by the rule of three (Hanley and Lippman-Hand 1983)."""
        found = cls.of(shares)
        if found.margin == 0.0 and found.mean in (0.0, 1.0):
            return cls(found.mean, min(1.0, 3 / len(shares)))
        return cls(found.mean, found.margin + doubt)

    def text(self, scale: float = 1.0, unit: str = "") -> tuple[str, str]:
        """The mean and the margin as they are read, as exact as they are known."""
        digits = 1 if 0 < scale * self.margin < CLOSE else 0
        mean = f"{scale * self.mean:.{digits}f}{unit}".replace("-", "\N{MINUS SIGN}")
        return mean, f"± {scale * self.margin:.{digits}f}"


@dataclass(frozen=True)
class Hint:
    """What one legal action promises its seat."""

    action: int
    win: Estimate  #: the chance to win; a shared win counts in equal parts
    place: Estimate
    total: Estimate
    behind: Estimate  #: how much worse than the best hint's action, as worth between 0 and 1
    trials: int
    whole: int  #: of the trials, or besides them where the value cuts those off: games to their end, for the total

    @property
    def worse(self) -> bool:
        """Is this worse than the best by more than the noise of the trials?"""
        return self.behind.mean > self.behind.margin


def hints(
    kind: Kind,
    seen: Records,
    boxes: Records,
    *,
    seconds: float = 1.0,
    budget: int | None = None,
    seed: int = 0,
) -> list[Hint]:
    """The legal actions of the seat to choose, best first.

    `seen` is an array of one: what that seat sees. Rollouts go on for about `seconds`; with a `budget` of so many
    rollouts instead, the same arguments give the same hints. If the second is not `worse` than the first, it may be as
    good. Raises NotYourTurn if nobody is to choose.
    """
    seat = int(kind.engine.turn(seen, 0))
    if seat < 0:
        raise NotYourTurn("nobody is to choose, so there is nothing to advise")
    trials = Trials(kind, seen, boxes, seat, seed)
    trials.run(seconds, budget)
    return trials.hints()


def as_good(found: Sequence[Hint]) -> list[Hint]:
    """The best hint, and those that the trials cannot tell from it."""
    return [hint for hint in found if not hint.worse]


def in_words(found: Sequence[Hint], named: Callable[[int], str]) -> list[str]:
    """What hints say and how it was found, each a sentence; `named` gives the name of an action."""
    if not found:
        return []
    if len(found) == 1:
        return [_("There is only one move.")]
    good, n = as_good(found), sum(hint.trials for hint in found)
    names = {"move": named(found[0].action), "moves": ", ".join(named(hint.action) for hint in good)}
    if found[0].whole == found[0].trials:
        trials = ngettext("From %(n)s game played on from here.", "From %(n)s games played on from here.", n) % {"n": n}
    else:
        whole = {"n": n, "whole": sum(hint.whole for hint in found)}
        trials = _("From %(n)s trials judged by a learned value; the points from %(whole)s whole games.") % whole
    if len(good) == 1:
        return [_("Best is %(move)s.") % names, trials]
    if len(good) <= NAMED:
        return [_("Best is perhaps %(move)s; too close to tell apart: %(moves)s.") % names, trials]
    return [_("Best is perhaps %(move)s; many moves are too close to tell apart.") % names, trials]


class Clock:
    """Divides time, or a number of rollouts, into slices."""

    def __init__(self, seconds: float, budget: int | None) -> None:
        self._start, self._seconds, self._budget, self._spent = time.monotonic(), seconds, budget, 0

    def used(self) -> float:
        """The part that is spent, from 0 to 1 and beyond."""
        if self._budget is not None:
            return self._spent / self._budget
        return max((time.monotonic() - self._start) / self._seconds, self._spent / MOST)

    def slices(self, until: float, n_actions: int) -> Iterator[int]:
        """Numbers of trials of so many actions, at least one, until the part is spent."""
        n_trials = max(LEAST, SLICE // n_actions)
        while True:
            yield n_trials
            self._spent += n_trials * n_actions
            if self.used() >= until:
                return


Rows = dict[int, list[NDArray[np.float32]]]  #: by action, the results of trials: (trials, 3)


class Trials:
    """The rollouts of one position: a list of results for every action.

    With `most` only so many of them are tried, by the policy's weights; its favourite and those to `keep` always are.
    """

    def __init__(
        self,
        kind: Kind,
        seen: Records,
        boxes: Records,
        seat: int,
        seed: int,
        *,
        keep: Collection[int] = (),
        most: int | None = None,
    ) -> None:
        self._depth = advice_depth(kind)
        self._doubt = DOUBT if self._depth else 0.0
        self.seen, self.boxes, self.seat, self.n_players = seen, boxes, seat, int(seen[0]["n_players"])
        self._algorithm, self._room, self._lucks = rollouts(kind), room(kind), seeded(seed)
        self.favourite = int(self._algorithm.likely_action(seen[0], boxes[0], self._room, seat))
        self._keep = {self.favourite, *keep}
        mask = np.zeros(kind.n_actions, np.int8)
        kind.engine.mask(seen, 0, boxes, mask)
        legal = [int(action) for action in np.flatnonzero(mask)]
        if most is not None:
            weights = self._room.weights
            likely = sorted(legal, key=lambda action: (action not in self._keep, -weights[action]))
            legal = sorted(likely[: max(most, len(self._keep))])
        self.actions = np.array(legal)
        self.rows: Rows = {action: [] for action in legal}
        self.totals = {action: [] for action in legal} if self._depth else self.rows

    def run(self, seconds: float, budget: int | None) -> None:
        """Spend the time, or the number of rollouts."""
        if not self._depth:
            self.halve(Clock(seconds, budget))
            return
        self.halve(Clock(CUT_OFF * seconds, None if budget is None else int(CUT_OFF * budget)))
        clock = Clock((1 - CUT_OFF) * seconds, None if budget is None else int((1 - CUT_OFF) * budget))
        for n_trials in clock.slices(1.0, len(self.actions)):
            self.add(self.totals, self.actions, n_trials, 0)

    def halve(self, clock: Clock) -> None:
        """Sequential halving that never drops what is to be kept."""
        alive = self.actions
        rounds = max(1, ceil(log2(len(alive))))
        for number in range(rounds):
            for n_trials in clock.slices((number + 1) / rounds, len(alive)):
                self.add(self.rows, alive, n_trials, self._depth)
            if number + 1 < rounds:
                ranked = sorted(alive, key=lambda action: -self.worth(int(action)).mean())
                kept = set(ranked[: max(2, ceil(len(alive) / 2))]) | self._keep
                alive = np.array([action for action in alive if int(action) in kept])

    def add(self, rows: Rows, alive: NDArray[np.int64], n_trials: int, depth: int) -> None:
        """More trials of some actions, cut off after so many choices."""
        out = np.zeros((n_trials, len(alive), 3), np.float32)
        self._algorithm.try_actions(self.seen, self.boxes, self._room, self._lucks, self.seat, alive, depth, out)
        for index, action in enumerate(alive):
            rows[int(action)].append(out[:, index])

    def results(self, action: int) -> NDArray[np.float64]:
        """(trials, 3): the results of an action so far."""
        return np.concatenate(self.rows[action]).astype(np.float64)

    def worth(self, action: int) -> NDArray[np.float64]:
        """What each trial of an action was worth: the win, and a little for the place."""
        results = self.results(action)
        behind = (results[:, PLACE] - 1) / max(1, self.n_players - 1)
        worth: NDArray[np.float64] = (1 - PLACING) * results[:, WIN] + PLACING * (1 - behind)
        return worth

    def win_behind(self, best: int, other: int) -> Estimate:
        """How much less chance to win the other action has."""
        return self.doubted(behind(self.results(best)[:, WIN], self.results(other)[:, WIN]))

    def doubted(self, less: Estimate) -> Estimate:
        """A difference with what the value may be wrong by; none between an action and itself."""
        return Estimate(less.mean, less.margin + self._doubt) if less.margin or less.mean else less

    def ranked(self) -> list[int]:
        """The actions, best first; of what the trials cannot tell apart the policy's choice goes first."""
        worths = {int(action): self.worth(int(action)) for action in self.actions}
        order = sorted(worths, key=lambda action: (-len(worths[action]), -worths[action].mean()))
        gain = behind(worths[order[0]], worths[self.favourite])
        best = order[0] if gain.mean > gain.margin else self.favourite
        return [best, *(action for action in order if action != best)]

    def hints(self) -> list[Hint]:
        """What was found, best first."""
        order = self.ranked()
        best = self.worth(order[0])
        return [self.hint(action, self.doubted(behind(best, self.worth(action)))) for action in order]

    def hint(self, action: int, less: Estimate) -> Hint:
        """The hint about one action."""
        results = self.results(action)
        win, place = Estimate.of_chance(results[:, WIN], self._doubt), Estimate.of(results[:, PLACE])
        totals = np.concatenate(self.totals[action])[:, TOTAL].astype(np.float64)
        return Hint(action, win, place, Estimate.of(totals), less, len(results), len(totals))


def behind(best: NDArray[np.float64], other: NDArray[np.float64]) -> Estimate:
    """How much worse the other is, in the trials that both had."""
    n = min(len(best), len(other))
    return Estimate.of(best[:n] - other[:n])
