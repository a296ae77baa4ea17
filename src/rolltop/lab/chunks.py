"""A run in chunks: what a worker needs to know, and the two Parquet files that it makes of a chunk's games.

A chunk is the games from `number * size` on. Its files are the same whoever makes them.
"""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rolltop.bots.levels import skills_of
from rolltop.bots.skills import desk as new_desk
from rolltop.bots.skills import search
from rolltop.games import kernel, shelf
from rolltop.games.editions import Edition
from rolltop.games.kernel import Records, layout
from rolltop.games.luck import seeded
from rolltop.games.shelf import Kind
from rolltop.games.words import _
from rolltop.lab.batch import PLAYED, STOP, GameRow, SeatRow, batch, key_of, tally_name
from rolltop.lab.columns import Own, own_columns

SIZES = {"random": 16384, "policy": 1024, "search": 16}  #: games a chunk: about as long as one waits for a bar to move


@dataclass(frozen=True, eq=False)
class Job:
    """All that says how games are played; whoever has it can play any of them. Equal jobs give equal games."""

    game: str
    bots: tuple[str, ...]  #: as many as players; they move on by a seat from game to game
    seed: int
    boxes: Records
    edition: Edition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Job) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> tuple[object, ...]:
        """What makes the games what they are."""
        return self.game, self.bots, self.seed, self.boxes.tobytes(), self.edition.digest

    @cached_property
    def code(self) -> str:
        """Names the program that plays: the source of rules and bots, what the bots can do, the compiler's version."""
        digest = hashlib.sha256(batch(self.kind, self.thinks, self.searches).__digest__.encode())
        digest.update(skills_of(self.kind, self.bots).tobytes())
        return digest.hexdigest()[:16]

    @property
    def kind(self) -> Kind:
        """The game on the shelf."""
        return shelf.kind(self.game)

    @property
    def searches(self) -> bool:
        """Is there a bot among them that searches?"""
        return search(skills_of(self.kind, self.bots))

    @cached_property
    def size(self) -> int:
        """Games in a chunk."""
        if not self.thinks:
            return SIZES["random"]
        return SIZES["search" if self.searches else "policy"]

    @cached_property
    def thinks(self) -> bool:
        """Does any bot look at the game before it chooses?"""
        skills = skills_of(self.kind, self.bots)
        return bool(skills["policy"].any() or skills["playouts"].any())


class Chunk(NamedTuple):
    """A chunk's games as two Parquet files."""

    games: bytes
    players: bytes


def own(job: Job) -> tuple[list[Own], list[Own]]:
    """The columns that a job's game has of its own: of games, and of seats. Labels come from the edition."""
    tally = kernel.load(tally_name(job.kind))
    labels = tally.labels(job.edition)
    return own_columns(tally.OfGame, labels), own_columns(tally.OfSeat, labels)


class Stopped(Exception):
    """The work was ended from outside before the chunk was finished."""


class Worker:
    """Plays chunks of a job. One thread at a time; it compiles what it needs when it is made."""

    def __init__(self, job: Job) -> None:
        kind = job.kind
        self.job, self.control = job, np.zeros(2, np.int64)
        self.batch = batch(kind, job.thinks, job.searches)
        self.desk = new_desk(kind, skills_of(kind, job.bots)) if job.thinks else np.zeros(0)
        self.work, self.luck, self.key = np.zeros(4, kind.game_layout), seeded(0), key_of(job.seed)
        self.tally = kernel.load(tally_name(kind))
        self.own_of_games, self.own_of_seats = own(job)
        self.get_ready()

    def get_ready(self) -> None:
        """Compile, telling so if the disk cache does not have it."""
        kind, how = self.job.kind, "searching" if self.job.searches else "thinking" if self.job.thinks else "at_random"
        marker = kernel.cache_folder() / f"{kind.package}.lab.{how}.ready"
        if not marker.exists():
            text = _("Rolltop compiles the laboratory of %(game)s, once on this machine (up to half a minute) ...")
            shelf.announce(text % {"game": kind.title})
        self.play(0, 0)
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()

    @property
    def played(self) -> int:
        """Games played so far; may be asked from another thread."""
        return int(self.control[PLAYED])

    def stop(self) -> None:
        """End the chunk under way before its next choice: `chunk` raises Stopped, and its games are lost.

        May be called from another thread; there is no going on.
        """
        self.control[STOP] = 1

    def chunk(self, number: int, n: int) -> Chunk:
        """The first `n` games of a chunk. Raises Stopped."""
        first = number * self.job.size
        games, players = self.frames(first, *self.play(first, n))
        return Chunk(parquet(games), parquet(players))

    def play(self, first: int, n: int) -> tuple[Records, Records, Records, Records]:
        """Play games number `first` to `first + n`: rows of games, of seats, and the tallies of both."""
        n_players = len(self.job.bots)
        rows, seats = np.zeros(n, layout(GameRow)), np.zeros((n, n_players), layout(SeatRow))
        of_games, of_seats = np.zeros(n, layout(self.tally.OfGame)), np.zeros((n, n_players), layout(self.tally.OfSeat))
        finished = self.batch.play_games(
            self.work, self.job.boxes, self.luck, self.desk, self.key, first, n_players,
            rows, seats, of_games, of_seats, self.control,
        )  # fmt: skip
        if finished < n:
            raise Stopped
        return rows, seats, of_games, of_seats

    def frames(
        self, first: int, rows: Records, seats: Records, of_games: Records, of_seats: Records
    ) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The table of games and that of players."""
        n, n_players = seats.shape
        numbers = np.arange(first, first + n, dtype=np.uint32)
        won = seats["place"] == 1
        games = {
            "game": numbers,
            "decisions": rows["decisions"],
            "first": seat_of(seats["order"] == 1),
            "winner": seat_of(won & (rows["winners"] == 1)[:, None]),
            "winners": rows["winners"],
            **columns(of_games, self.own_of_games),
        }
        share = won / np.maximum(rows["winners"], 1)[:, None]
        players = {
            "game": np.repeat(numbers, n_players),
            "seat": np.tile(np.arange(1, n_players + 1, dtype=np.int8), n),
            "bot": self.names(seats["bot"].ravel()),
            "order": seats["order"].ravel(),
            "score": seats["score"].ravel(),
            "place": seats["place"].ravel(),
            "share": share.ravel().astype(np.float32),
            **columns(of_seats.ravel(), self.own_of_seats),
        }
        return pl.DataFrame(games), pl.DataFrame(players)

    def names(self, bots: NDArray[np.int8]) -> pl.Series:
        """The names of bots by their numbers; bots of the same name are one."""
        names = list(dict.fromkeys(self.job.bots))
        codes = np.array([names.index(name) for name in self.job.bots], np.uint32)
        return pl.Series(names, dtype=pl.Enum(names)).gather(codes[bots])


def seat_of(marks: NDArray[np.bool_]) -> NDArray[np.int8]:
    """The seat that is marked, from 1, in each game; 0 where none is."""
    return np.where(marks.any(1), marks.argmax(1) + 1, 0).astype(np.int8)


def columns(tallies: Records, own: Sequence[Own]) -> dict[str, NDArray[np.generic]]:
    """The columns of some tallies."""
    return {each.name: column(tallies, each) for each in own}


def column(tallies: Records, own: Own) -> NDArray[np.generic]:
    """One column; flags are yes and no."""
    values = tallies[own.field] if own.index is None else tallies[own.field][:, own.index]
    return values.astype(np.bool_) if own.sort == "flag" else np.ascontiguousarray(values)


def parquet(frame: pl.DataFrame) -> bytes:
    """A frame as a Parquet file."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=1, statistics=False)
    return file.getvalue()
