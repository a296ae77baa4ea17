"""Analyses of finished games: each done once, in a thread, one after the other, and kept in memory."""

import asyncio
import logging
from dataclasses import dataclass

from rolltop.bots.analysis import Analysis, Choice, analyse
from rolltop.games.errors import RolltopError
from rolltop.games.words import N_
from rolltop.play.game import Game
from rolltop.server.hall.table import Table

log = logging.getLogger("rolltop.analysis")

SECONDS = 30.0  #: for one game, on one thread: the other cores are for who plays
SHORT = 4.0  #: for tests
MOST = 20  #: analyses that are worked out or wait for it
KEPT = 100  #: analyses in memory; made anew if they are asked for again
WIDTH, HEIGHT = 600, 240  #: of the graph, in its own units
ROWS = 24  #: of the graph as a table
WORST = 5  #: choices that are named


class Busy(RolltopError):
    """There is too much to do at the moment."""

    code = "busy"


class Closing(Exception):
    """The server stops: an analysis need not go on."""


@dataclass
class Report:
    """How far an analysis is, and what came out."""

    part: float = 0.0  #: of 1
    analysis: Analysis | None = None
    failed: bool = False

    @property
    def running(self) -> bool:
        """Is it being worked on, or waiting for that?"""
        return self.analysis is None and not self.failed


class Analysts:
    """The analyses of one server process."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._reports: dict[tuple[str, int], Report] = {}
        self._one = asyncio.Semaphore(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def report(self, table: Table) -> Report | None:
        """The report on a table's game; None if nobody has asked for it."""
        return self._reports.get(key_of(table))

    @property
    def running(self) -> int:
        """How many are worked out, or wait for it."""
        return len(self._tasks)

    def begin(self, table: Table) -> Report:
        """See to it that a finished game is analysed. Raises Busy if too many are waiting for that."""
        report = self.report(table)
        if report is None or report.failed:
            if self.running >= MOST:
                raise Busy(N_("Many games are waiting for their analysis; ask again in a few minutes."))
            assert table.game is not None
            report = self._reports[key_of(table)] = Report()
            self._forget_some()
            task = asyncio.get_running_loop().create_task(self._work(report, table.game.copy()))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return report

    def _forget_some(self) -> None:
        done = [key for key, report in self._reports.items() if not report.running]
        for key in done[: max(0, len(self._reports) - KEPT)]:
            del self._reports[key]

    async def _work(self, report: Report, game: Game) -> None:
        def progress(part: float) -> None:
            if self._closing:
                raise Closing
            report.part = part

        async with self._one:
            try:
                report.analysis = await asyncio.to_thread(
                    analyse, game, seconds=self._seconds, threads=1, progress=progress
                )
            except Closing:
                report.failed = True
            except Exception:
                log.exception("a game could not be analysed")
                report.failed = True

    async def close(self) -> None:
        """Give up what is being worked on."""
        self._closing = True
        await asyncio.gather(*self._tasks, return_exceptions=True)


def key_of(table: Table) -> tuple[str, int]:
    """What a report is about: a last throw that was entered wrongly and corrected makes another end."""
    return table.id, table.now


# ---- what is drawn ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mark:
    """A turning point on the graph."""

    number: int
    x: float
    y: float


class Drawn:
    """An analysis as the page shows it."""

    width, height = WIDTH, HEIGHT

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def x(self, length: int) -> float:
        """Where a position stands on the graph."""
        return round(WIDTH * length / max(1, self.analysis.lengths[-1]), 1)

    @staticmethod
    def y(chance: float) -> float:
        """The height of a chance on the graph."""
        return round(HEIGHT * (1 - chance), 1)

    def points(self, seat: int) -> str:
        """A player's line."""
        pairs = zip(self.analysis.lengths, self.analysis.chances, strict=True)
        return " ".join(f"{self.x(length)},{self.y(chances[seat].mean)}" for length, chances in pairs)

    @property
    def marks(self) -> list[Mark]:
        """The turning points, on the line of whom they concern most."""
        chances = dict(zip(self.analysis.lengths, self.analysis.chances, strict=True))
        return [
            Mark(number, self.x(point.step.end), self.y(chances[point.step.end][point.seat].mean))
            for number, point in enumerate(self.analysis.turning_points, 1)
        ]

    @property
    def rows(self) -> list[tuple[int, list[int]]]:
        """For who cannot see the graph: some positions, from the first to the last, with the chances in percent."""
        last = len(self.analysis.lengths) - 1
        wanted = sorted({round(last * row / (ROWS - 1)) for row in range(ROWS)})
        return [
            (self.analysis.lengths[index], [round(100 * chance.mean) for chance in self.analysis.chances[index]])
            for index in wanted
        ]

    @property
    def worst(self) -> list[Choice]:
        """The choices that gave most away."""
        found = sorted((choice for choice in self.analysis.choices if choice.given_away), key=lambda c: -c.given_away)
        return found[:WORST]
