"""The folder of a run: `run.json` says what was played, `games` and `players` have a Parquet file a chunk.

A file is there whole or not at all. A chunk's file of players comes before that of games; so a chunk whose games are
there is finished, whenever the writer was killed.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

from rolltop.games import shelf
from rolltop.games.errors import RolltopError
from rolltop.games.words import N_
from rolltop.lab.chunks import Chunk, Job, own

FORMAT = 1  #: of the folder; changes when older ones cannot be read
GAMES, PLAYERS, LOCK = "games", "players", ".lock"
FREE = ("games", "columns", "rolltop")  #: what may differ when a run is taken up again


class BadRun(RolltopError):
    """A folder that has no run, or another one."""

    code = "run"


def setup_of(job: Job, options: dict[str, str], n: int) -> dict[str, Any]:
    """What `run.json` says of `n` games: all that is needed to play the same games again."""
    of_games, of_seats = own(job)
    return {
        "format": FORMAT,
        "game": job.game,
        "version": job.kind.about.VERSION,
        "players": len(job.bots),
        "bots": list(job.bots),
        "edition": job.edition.name,
        "edition_title": job.edition.title,
        "edition_digest": job.edition.digest,
        "options": options,
        "seed": job.seed,
        "chunk": job.size,
        "code": job.code,
        "games": n,
        "columns": {GAMES: [each.plain() for each in of_games], PLAYERS: [each.plain() for each in of_seats]},
        "rolltop": version("rolltop"),
    }


# ---- writing ---------------------------------------------------------------------------------------------------------


class Store:
    """Where a run's chunks are written to."""

    def __init__(self, folder: Path, setup: dict[str, Any]) -> None:
        """A new run, or one of the same setup that goes on, in a folder that is there. Raises BadRun."""
        self.folder, self.setup = folder, setup
        if (folder / "run.json").exists():
            refuse_another(folder, read_setup(folder), setup)
        elif any(file.name != LOCK for file in folder.iterdir()):
            raise BadRun(N_("%(folder)s: found other files there, expected an empty folder or a run"), folder=folder)
        for name in (GAMES, PLAYERS):
            (folder / name).mkdir(parents=True, exist_ok=True)
            for left in (folder / name).glob("*.part"):
                left.unlink()
        self.write(folder / "run.json", (json.dumps(setup, indent=1, ensure_ascii=False) + "\n").encode())

    def todo(self) -> list[tuple[int, int]]:
        """The chunks that are not finished, and how many games each is to have."""
        wanted = chunks(self.setup["games"], self.setup["chunk"])
        return [(number, n) for number, n in wanted if self.count(number) < n]

    def count(self, number: int) -> int:
        """How many games of a chunk are there."""
        games, players = (rows(path(self.folder, name, number)) for name in (GAMES, PLAYERS))
        return min(games, players // int(self.setup["players"]))

    def put(self, number: int, chunk: Chunk) -> None:
        """Write a chunk. One that has fewer games is replaced."""
        self.write(path(self.folder, PLAYERS, number), chunk.players)
        self.write(path(self.folder, GAMES, number), chunk.games)

    def write(self, file: Path, content: bytes) -> None:
        """Write a file whole or not at all. Raises BadRun."""
        part = file.with_name(file.name + ".part")
        try:
            part.write_bytes(content)
            os.replace(part, file)
        except OSError as error:
            raise BadRun(N_("%(file)s: cannot write: %(error)s"), file=file, error=error.strerror) from None


def chunks(games: int, size: int) -> Iterator[tuple[int, int]]:
    """The chunks of so many games by number, and how many each has."""
    for number, first in enumerate(range(0, games, size)):
        yield number, min(size, games - first)


def rows(file: Path) -> int:
    """How many rows a Parquet file has; one that cannot be read to its end, or none, has 0."""
    try:
        return pl.read_parquet(file).height
    except (OSError, pl.exceptions.PolarsError):
        return 0


def path(folder: Path, name: str, number: int) -> Path:
    """A chunk's file."""
    return folder / name / f"{number:06}.parquet"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Make a folder; inside, no other process writes to it, where the system has such locks. Raises BadRun."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = open(folder / LOCK, "w")  # noqa: SIM115
    except OSError as error:
        raise BadRun(N_("%(folder)s: cannot write there: %(error)s"), folder=folder, error=error.strerror) from None
    with lock:
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:
            yield
            return
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise BadRun(N_("%(folder)s: another process is writing there"), folder=folder) from None
        yield


def refuse_another(folder: Path, there: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raise BadRun, saying what differs, if a folder has a run of another setup, or one of more games."""
    for key in wanted:
        if key == "code" and there.get(key) != wanted[key]:
            raise BadRun(
                N_("%(folder)s: the program has changed since, so that its games would not match; take another folder"),
                folder=folder,
            )  # fmt: skip
        if key not in FREE and there.get(key) != wanted[key]:
            raise BadRun(
                N_("%(folder)s has another run (%(key)s: %(found)s, you want %(expected)s); take another folder"),
                folder=folder, key=key, found=json.dumps(there.get(key)), expected=json.dumps(wanted[key]),
            )  # fmt: skip
    if there["games"] > wanted["games"]:
        raise BadRun(
            N_("%(folder)s has a run of %(found)s games, not %(expected)s; ask for as many or more"),
            folder=folder, found=there["games"], expected=wanted["games"],
        )  # fmt: skip


# ---- reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """What `rolltop simulate` wrote: the setup, a table with a row a game, and one with a row a player."""

    folder: Path
    setup: dict[str, Any]

    @property
    def kind(self) -> shelf.Kind:
        """The game on the shelf."""
        return shelf.kind(self.setup["game"])

    @cached_property
    def games(self) -> pl.DataFrame:
        """A row a game, in order."""
        return self.scan_games().collect()

    @cached_property
    def players(self) -> pl.DataFrame:
        """A row a seat of each game, in order."""
        return self.scan_players().collect()

    def scan_games(self) -> pl.LazyFrame:
        """`games`, not read yet."""
        return pl.scan_parquet(self.files(GAMES))

    def scan_players(self) -> pl.LazyFrame:
        """`players`, not read yet; without those of a chunk that is not finished."""
        numbers = self.scan_games().select("game")
        files = [self.folder / PLAYERS / file.name for file in self.files(GAMES)]
        return pl.scan_parquet(files).join(numbers, on="game", how="semi", maintain_order="left")

    def files(self, name: str) -> list[Path]:
        """The files of a table, in order."""
        return sorted((self.folder / name).glob("*.parquet"))


def open_run(folder: Path) -> Run:
    """The run in a folder, finished or not. Raises BadRun if there is none, no game of it yet, or a damaged file."""
    run = Run(folder, read_setup(folder))
    if not any((folder / GAMES).glob("*.parquet")):
        raise BadRun(N_("%(folder)s: no game of this run has been played yet"), folder=folder)
    refuse_damaged(run)
    return run


def refuse_damaged(run: Run) -> None:
    """Raise BadRun, naming the file, if a chunk whose games are there cannot be read, or has no players to them."""
    for games in run.files(GAMES):
        players = run.folder / PLAYERS / games.name
        n = rows(games)
        if n == 0 or rows(players) < n * int(run.setup["players"]):
            raise BadRun(
                N_("%(file)s is damaged or missing; the same `rolltop simulate` command plays its games again"),
                file=players if n else games,
            )  # fmt: skip


def read_setup(folder: Path) -> dict[str, Any]:
    """What a folder's `run.json` says. Raises BadRun."""
    try:
        setup = json.loads((folder / "run.json").read_text("utf-8"))
    except OSError:
        raise BadRun(N_("%(folder)s: no run here, there is no run.json"), folder=folder) from None
    except ValueError as error:
        raise BadRun(N_("%(folder)s: run.json is damaged: %(error)s"), folder=folder, error=error) from None
    if not isinstance(setup, dict) or setup.get("format") != FORMAT:
        raise BadRun(N_("%(folder)s: run.json is not of format %(format)s"), folder=folder, format=FORMAT)
    return setup
