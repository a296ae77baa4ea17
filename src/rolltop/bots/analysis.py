"""What a game was about: each player's chance of winning all along it, what luck gave, what choices gave away.

The chance of winning in a position is the share of wins when everybody plays on by the policy, to the end or, where the
game says so, to where its value tells the chances. A game is a row of
steps, each a choice or what luck brought in one go, and what a step changed is the chance after it less the chance
before: a choice that is the policy's own changes nothing. All positions of one trial meet the same dice, so these
differences and their sums over the game are known better than the chances; and what luck, a player's own choices and
those of the others changed adds up to what the game changed.

What a choice gave away is another question: it is judged by what its player saw, against the best choice there was, and
only as far as it goes beyond the noise of the trials.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots import rollouts
from rolltop.bots.hints import Clock, Estimate, Trials
from rolltop.bots.levels import advice_depth
from rolltop.games.contract import CHANCE
from rolltop.games.luck import seeded
from rolltop.games.telling import Telling
from rolltop.play.game import Game

Results = NDArray[np.float32]  #: (trials, positions, seats): shares of the win

SECONDS, QUICK = 40.0, 8.0  #: for a whole analysis
CHUNK = 4  #: trials that are done at a time
FEWEST = 16  #: trials in any case
MOST = 8  #: moves that a choice is judged against, the likeliest by the policy
TURNING_POINTS = 5


@dataclass(frozen=True)
class Step:
    """A choice, or what luck brought in one go."""

    who: int  #: a seat, or CHANCE
    start: int  #: the length of the history before it ...
    end: int  #: ... and after it
    change: tuple[Estimate, ...]  #: of each seat's chance to win


@dataclass(frozen=True)
class Choice:
    """A choice among several, judged by what its player saw."""

    seat: int
    at: int  #: the length of the history before it
    move: str
    best: str  #: the best move there was; the same if the choice was as good as any
    given_away: float  #: chance to win, beyond the noise ...
    at_stake: float  # ... and how much the worst of the tried moves would have, as far


@dataclass(frozen=True)
class TurningPoint:
    """A step after which the game was another."""

    step: Step
    seat: int  #: whose chance changed most
    lines: tuple[Telling, ...]


@dataclass(frozen=True)
class Player:
    """One player's game. Chances are between 0 and 1, what changed them may be negative."""

    start: Estimate
    end: Estimate
    luck: Estimate  #: what luck changed ...
    own: Estimate  #: ... the player's own choices ...
    others: Estimate  #: ... and those of the others: together `end` - `start`
    given_away: float  #: by own choices that were not the best, beyond the noise
    accuracy: float | None  #: 0 to 100; None if no choice mattered, as far as one can tell

    @property
    def skill(self) -> float:
        """What the choices gave away, as a change."""
        return -self.given_away


@dataclass(frozen=True)
class Analysis:
    """The analysis of a game."""

    names: tuple[str, ...]
    lengths: tuple[int, ...]  #: the positions, by the length of the history
    chances: tuple[tuple[Estimate, ...], ...]  #: of each position, each seat
    steps: tuple[Step, ...]  #: between the positions
    players: tuple[Player, ...]
    choices: tuple[Choice, ...]
    turning_points: tuple[TurningPoint, ...]  #: in the order of the game
    trials: int

    def plain(self) -> dict[str, Any]:
        """For JSON."""

        def rounded(estimate: Estimate) -> list[float]:
            return [round(estimate.mean, 4), round(estimate.margin, 4)]

        return {
            "trials": self.trials,
            "players": [
                {"name": name}
                | {part: rounded(getattr(player, part)) for part in ("start", "end", "luck", "own", "others")}
                | {"given_away": round(player.given_away, 4), "accuracy": player.accuracy}
                for name, player in zip(self.names, self.players, strict=True)
            ],
            "positions": [
                {"event": length, "chances": [rounded(chance) for chance in chances]}
                for length, chances in zip(self.lengths, self.chances, strict=True)
            ],
            "choices": [vars(choice) for choice in self.choices],
            "turning_points": [
                {
                    "event": point.step.end,
                    "by": "luck" if point.step.who == CHANCE else self.names[point.step.who],
                    "seat": point.seat,
                    "change": rounded(point.step.change[point.seat]),
                    "told": [line.text(lambda seat: self.names[seat]) for line in point.lines],
                }
                for point in self.turning_points
            ],
        }


def analyse(
    game: Game,
    *,
    seconds: float = SECONDS,
    trials: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[float], None] = lambda part: None,
) -> Analysis:
    """Analyse a game, finished or not, for about so many seconds.

    With `trials` instead, the same arguments give the same analysis: so many for every position, and as many rollouts
    a move for every choice. `progress` is called with the part that is done, from this thread.
    """
    rollouts.get_ready(game.kind)
    work = Work(game, seed, threads or os.cpu_count() or 1)
    results = work.play_on(0.4 * seconds, trials, lambda part: progress(0.4 * part))
    choices = work.judge(0.6 * seconds, trials, lambda part: progress(0.4 + 0.6 * part))
    return summed_up(game, work, results, choices)


# ---- playing on ------------------------------------------------------------------------------------------------------


class Work:
    """A game cut into steps, and the rollouts from its positions."""

    def __init__(self, game: Game, seed: int, threads: int) -> None:
        self.game, self.seed, self.threads = game, seed, threads
        self.who: list[int] = []  # a step each
        self.lengths = [0]
        self.played = [0]  # of each position: which of the states is played on from
        past, states, luck, lucks = game.at(0), [game.at(0).state], 0, [0]
        for index, number in enumerate(game.history):
            mover, usual = past.turn, past.turn >= 0 and self._is_usual(past, number)
            past.push(number)
            luck += mover == CHANCE
            if mover == CHANCE and past.turn == CHANCE and index + 1 < len(game.history):
                continue  # the same step goes on
            self.who.append(mover)
            self.lengths.append(index + 1)
            if not usual:
                states.append(past.state.copy())
                lucks.append(luck)
            self.played.append(len(states) - 1)
        self.states, self.luck_before = np.concatenate(states), np.array(lucks, np.int64)

    def _is_usual(self, game: Game, action: int) -> bool:
        """Is this what the policy would do, so that playing on from before is playing on from after?"""
        seat = game.turn
        algorithm, scratch = rollouts.rollouts(game.kind), rollouts.room(game.kind)
        return int(algorithm.likely_action(game.seen(seat)[0], game.boxes[0], scratch, seat)) == action

    def play_on(self, seconds: float, trials: int | None, progress: Callable[[float], None]) -> Results:
        """Play on from all positions, the same number of trials from each."""
        end = time.monotonic() + seconds

        def parts() -> Iterator[tuple[int, float]]:
            number = 0
            while True:
                spent = 1 - (end - time.monotonic()) / seconds if trials is None else number / -(-trials // CHUNK)
                if spent >= 1 and (trials is not None or CHUNK * number >= FEWEST):
                    return
                yield number, min(1.0, spent)
                number += 1

        return np.concatenate(list(self._each(self._chunk, parts(), progress)))[:, self.played]

    def _chunk(self, number: int) -> Results:
        game = self.game
        out = np.zeros((CHUNK, len(self.states), game.n_players), np.float32)
        lucks = seeded((self.seed << 32) + number)
        rollouts.rollouts(game.kind).play_from(
            self.states, self.luck_before, game.boxes, rollouts.room(game.kind), lucks, advice_depth(game.kind), out
        )
        return out

    def judge(self, seconds: float, trials: int | None, progress: Callable[[float], None]) -> list[Choice]:
        """Judge every choice by what its player saw."""
        moments, past = [], self.game.at(0)
        for number in self.game.history:
            if past.turn >= 0 and len(past.legal_actions) > 1:
                moments.append((past.copy(), number))
            past.push(number)
        each = seconds * self.threads / max(1, len(moments))

        def judge_one(index: int) -> Choice:
            return self._judge(*moments[index], each, trials)

        parts = ((index, index / len(moments)) for index in range(len(moments)))
        return list(self._each(judge_one, parts, progress))

    def _judge(self, game: Game, action: int, seconds: float, trials: int | None) -> Choice:
        seat, at = game.turn, len(game.history)
        found = Trials(game.kind, game.seen(seat), game.boxes, seat, self.seed + at, keep=[action], most=MOST)
        found.halve(Clock(seconds, None if trials is None else trials * len(found.actions)))
        best = found.ranked()[0]
        losses = {int(other): found.win_behind(best, int(other)) for other in found.actions}
        beyond = {other: max(0.0, loss.mean - loss.margin) for other, loss in losses.items()}
        better = best if beyond[action] else action
        return Choice(seat, at, game.move_text(action), game.move_text(better), beyond[action], max(beyond.values()))

    def _each(
        self, do: Callable[[int], Any], parts: Iterator[tuple[int, float]], progress: Callable[[float], None]
    ) -> Iterator[Any]:
        """Do it for each number, on all threads, in order."""
        with ThreadPoolExecutor(self.threads) as pool:
            running = []
            for number, part in parts:
                progress(part)
                running.append(pool.submit(do, number))
                if len(running) > self.threads:
                    yield running.pop(0).result()
            for future in running:
                yield future.result()


# ---- summing up ------------------------------------------------------------------------------------------------------


def summed_up(game: Game, work: Work, results: Results, choices: Sequence[Choice]) -> Analysis:
    """What the rollouts say."""
    seats = range(game.n_players)
    shares = results.astype(np.float64)
    changes = shares[:, 1:] - shares[:, :-1]
    who = np.array(work.who, np.int64)

    def summed(wanted: NDArray[np.bool_], seat: int) -> Estimate:
        return Estimate.of(changes[:, wanted, seat].sum(axis=1))

    def chance(results: NDArray[np.float64], position: int) -> Estimate:
        certain = game.is_over and position == shares.shape[1] - 1
        return Estimate.of(results) if certain else Estimate.of_chance(results)

    steps = tuple(
        Step(
            int(mover), work.lengths[k], work.lengths[k + 1], tuple(Estimate.of(changes[:, k, seat]) for seat in seats)
        )
        for k, mover in enumerate(who)
    )
    players = []
    for seat in seats:
        own = [choice for choice in choices if choice.seat == seat]
        players.append(
            Player(
                start=Estimate.of(shares[:, 0, seat]),
                end=Estimate.of(shares[:, -1, seat]),
                luck=summed(who == CHANCE, seat),
                own=summed(who == seat, seat),
                others=summed((who != CHANCE) & (who != seat), seat),
                given_away=sum(choice.given_away for choice in own),
                accuracy=accuracy(own),
            )
        )
    return Analysis(
        names=tuple(game.names),
        lengths=tuple(work.lengths),
        chances=tuple(tuple(chance(shares[:, k, seat], k) for seat in seats) for k in range(shares.shape[1])),
        steps=steps,
        players=tuple(players),
        choices=tuple(choices),
        turning_points=tuple(turning_points(game, steps)),
        trials=len(results),
    )


def accuracy(choices: Sequence[Choice]) -> float | None:
    """From 0 to 100: the part of what was at stake in all choices that was not given away; None if nothing was."""
    stake = sum(choice.at_stake for choice in choices)
    if not stake:
        return None
    return round(100 * (1 - sum(choice.given_away for choice in choices) / stake), 1)


def turning_points(game: Game, steps: Sequence[Step]) -> list[TurningPoint]:
    """The steps with the largest changes that are beyond the noise, as the game tells them."""

    def most(step: Step) -> int:
        return max(range(game.n_players), key=lambda seat: abs(step.change[seat].mean))

    sure = [step for step in steps if abs(step.change[most(step)].mean) > step.change[most(step)].margin]
    largest = sorted(sure, key=lambda step: -abs(step.change[most(step)].mean))[:TURNING_POINTS]
    told = {step.start: tuple(tell(game, step)) for step in largest}
    return [
        TurningPoint(step, most(step), told[step.start])
        for step in sorted(largest, key=lambda step: step.start)
        if told[step.start]
    ]


def tell(game: Game, step: Step) -> list[Telling]:
    """What happened in a step, as a spectator saw it."""
    past, lines = game.at(step.start), []
    before = past.view()
    for number in game.history[step.start : step.end]:
        past.push(number)
        after = past.view()
        lines += [line for line in game.kind.part("tell").tell(before, after) if not line.heading]
        before = after
    return lines
