"""Advice for a seat whose turn it is: worked out in a thread, one thing at a time, kept while the position stands."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rolltop.bots import rollouts
from rolltop.bots.hints import Hint, hints
from rolltop.games.words import N_
from rolltop.play.game import Game

log = logging.getLogger("rolltop.advice")

WHO_ASKS = {
    "alone": N_("for who plays alone or against bots"),
    "yes": N_("for everybody"),
    "no": N_("for nobody"),
}  #: who may ask what each move promises
SECONDS = 1.0  #: of rollouts for one advice


@dataclass
class Advice:
    """What one seat asked at one event."""

    at: int
    shown: bool = True
    hints: Sequence[Hint] | None = None  #: None while it is worked out; empty if that failed
    begun: bool = False  #: does this process work it out?

    @property
    def mark(self) -> str:
        """What changes when this shows otherwise."""
        return ("" if self.hints is None else "a") if self.shown else "h"


@dataclass(frozen=True)
class Line:
    """A line of the shown advice; parts are of 100."""

    move: str
    chance: float
    low: float
    high: float
    hint: Hint


class Adviser:
    """Works out what is asked, one thing at a time, so that the server stays quick."""

    def __init__(self, is_compiling: Callable[[], bool], seconds: float = SECONDS) -> None:
        self._is_compiling = is_compiling  # is another process getting advice ready?
        self._seconds = seconds
        self._one = asyncio.Semaphore(1)
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(
        self, advice: Advice, game: Game, seat: int, is_wanted: Callable[[], bool], ready: Callable[[], None]
    ) -> None:
        """Begin; `ready` is called when the hints are there, unless by then the advice `is_wanted` no more."""
        task = asyncio.get_running_loop().create_task(self._work(advice, game.copy(), seat, is_wanted, ready))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(
        self, advice: Advice, game: Game, seat: int, is_wanted: Callable[[], bool], ready: Callable[[], None]
    ) -> None:
        async with self._one:
            while self._is_compiling() and not rollouts.is_ready(game.kind):
                await asyncio.sleep(0.5)  # rather than compile the same here
            if not is_wanted():
                return
            try:
                advice.hints = await asyncio.to_thread(self._hints, game, seat, advice.at)
            except Exception:
                log.exception("no advice could be worked out")
                advice.hints = []
            if is_wanted():
                ready()

    def _hints(self, game: Game, seat: int, at: int) -> list[Hint]:
        rollouts.get_ready(game.kind)
        return hints(game.kind, game.seen(seat), game.boxes, seconds=self._seconds, seed=at)

    async def close(self) -> None:
        """Give up what is being worked out."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def lines(game: Game, found: Sequence[Hint]) -> list[Line]:
    """The hints as they are drawn, with their intervals."""
    drawn = []
    for hint in found:
        low, high = hint.win.mean - hint.win.margin, hint.win.mean + hint.win.margin
        chance = 100 * hint.win.mean
        drawn.append(Line(game.move_label(hint.action), chance, 100 * max(0.0, low), 100 * min(1.0, high), hint))
    return drawn
