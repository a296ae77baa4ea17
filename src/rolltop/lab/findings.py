"""What a run found: numbers of one kind each, under keys by which two runs are compared."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor, log10
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rolltop.games.words import N_, _
from rolltop.lab.measures import Measured, effects, mean, share
from rolltop.lab.runs import Run

Unit = Literal["share", "number", "rank"]
Numbers = NDArray[np.generic]

UNITS: dict[str, Unit] = {"flag": "share", "count": "number", "rank": "rank"}
RARE = 30  #: rows with and without something, below which nothing is said of it
SURE = 1e-9  #: an error as small as that is rounding: who plays explains everything
MOST_RANKS = 3  #: ranks that are told apart

TOPICS = {
    "game": N_("The game"),
    "bot": N_("Who plays"),
    "order": N_("Who begins"),
    "own": N_("What happens"),
    "had": N_("What players have"),
    "share": N_("What it is worth in wins"),
    "score": N_("What it is worth in points"),
}


@dataclass(frozen=True)
class Finding:
    """One number of a run. `topic` and `name` are its key; `label` and `meaning` are for people."""

    topic: str
    name: str
    label: str
    meaning: str
    unit: Unit
    found: Measured

    @property
    def key(self) -> tuple[str, str]:
        """What the same number has in every run."""
        return self.topic, self.name


@dataclass(frozen=True)
class Thing:
    """Something a player has, or how much of it: a column of numbers; `step` of it is taken for one."""

    name: str
    label: str
    meaning: str
    values: Numbers
    counted: bool
    step: int = 1


@dataclass(frozen=True)
class Frames:
    """The tables of a run as arrays."""

    run: Run

    @cached_property
    def games(self) -> pl.DataFrame:
        """A row a game."""
        return self.run.games

    @cached_property
    def players(self) -> pl.DataFrame:
        """A row a seat."""
        return self.run.players

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """For each row of `players`, the number of its game."""
        return self.players["game"].to_numpy().astype(np.int64)

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """For each row of `players`, a number for its bot."""
        found: NDArray[np.int64] = np.unique(self.players["bot"].cast(pl.String).to_numpy(), return_inverse=True)[1]
        return found

    @cached_property
    def margins(self) -> NDArray[np.int64]:
        """The best total of each game less the next; none alone."""
        n_players = self.run.setup["players"]
        if n_players == 1:
            return np.zeros(0, np.int64)
        scores = np.sort(self.players["score"].cast(pl.Int64).to_numpy().reshape(-1, n_players), 1)
        margins: NDArray[np.int64] = scores[:, -1] - scores[:, -2]
        return margins

    def columns(self, table: str) -> list[dict[str, str]]:
        """The game's own columns of a table, those apart that are a number only by chance: a seat's."""
        return [column for column in self.run.setup["columns"][table] if column["sort"] != "seat"]


def label(name: str) -> str:
    """A column's name for people."""
    return re.sub(r"-(?=\d)", "−", name.replace("_", " "))


def ordinal(name: str, rank: int) -> str:
    """A rank in a column, for people."""
    return f"{label(name)} #{rank}"


# ---- findings --------------------------------------------------------------------------------------------------------


def findings(frames: Frames) -> list[Finding]:
    """All numbers of a run."""
    return [
        *of_games(frames),
        *of_players(frames),
        *of_things(frames),
        *worth(frames, "share"),
        *worth(frames, "score"),
    ]


def of_games(frames: Frames) -> Iterator[Finding]:
    """Length, margins, and the game's own columns of games."""
    numbers = frames.games["game"].to_numpy().astype(np.int64)

    def finding(name: str, text: str, meaning: str, unit: Unit, values: Numbers) -> Finding:
        return Finding("game", name, text, meaning, unit, measured(unit, values, numbers))

    score = mean(frames.players["score"].to_numpy(), frames.numbers)
    yield Finding("game", "score", _("score"), _("a player's total"), "number", score)
    if len(frames.margins):
        yield finding("margin", _("margin"), _("the best total less the next"), "number", frames.margins)
        shared = frames.games["winners"].to_numpy() > 1
        yield finding("shared", _("shared win"), _("several share the first place"), "share", shared)
    else:
        won = frames.games["winners"].to_numpy() > 0
        yield finding("won", _("won"), _("the game is won"), "share", won)
    yield finding(
        "decisions", _("decisions"), _("choices that were made"), "number", frames.games["decisions"].to_numpy()
    )
    for column in frames.columns("games"):
        values = frames.games[column["name"]].to_numpy()
        unit = UNITS[column["sort"]]
        known = values > 0 if unit == "rank" else np.ones(len(values), np.bool_)
        if known.sum() >= RARE:
            found = measured(unit, values[known], numbers[known])
            yield Finding("own", column["name"], label(column["name"]), column["meaning"], unit, found)


def of_players(frames: Frames) -> Iterator[Finding]:
    """Win shares and totals by bot and by order."""
    bots = list(dict.fromkeys(frames.run.setup["bots"]))
    groups = [("bot", bot, bot) for bot in bots] if len(bots) > 1 else []
    if frames.run.setup["players"] > 1:
        groups += [("order", place, str(place)) for place in range(1, frames.run.setup["players"] + 1)]
    for topic, value, name in groups:
        rows = (frames.players[topic] == value).to_numpy()
        if rows.sum() >= RARE:
            units: dict[str, Unit] = {"share": "share", "score": "number"}
            for column, unit in units.items():
                found = measured(unit, frames.players[column].to_numpy()[rows], frames.numbers[rows])
                meaning = _("part of the wins") if column == "share" else _("total")
                text = _("1, begins") if (topic, value) == ("order", 1) else name
                yield Finding(topic, f"{name} {column}", text, meaning, unit, found)


def measured(unit: Unit, values: Numbers, games: NDArray[np.int64]) -> Measured:
    """A share or a mean of rows."""
    return (share if unit == "share" else mean)(values, games)


def of_things(frames: Frames) -> Iterator[Finding]:
    """How much of everything players have, or how often."""
    for thing in things(frames):
        found = (mean if thing.counted else share)(thing.values, frames.numbers)
        yield Finding("had", thing.name, thing.label, thing.meaning, "number" if thing.counted else "share", found)


def worth(frames: Frames, result: Literal["share", "score"]) -> Iterator[Finding]:
    """What part of the wins, or how many points, goes with having each thing, or one more of it."""
    values = frames.players[result].to_numpy()
    for together in groups_of(things(frames)):
        causes = np.column_stack([thing.values.astype(float) / thing.step for thing in together])
        found = effects(causes, values, frames.kinds, frames.numbers)
        for thing, effect in zip(together, found, strict=True):
            text = f"+{thing.step} {thing.label}" if thing.counted else thing.label
            unit: Unit = "share" if result == "share" else "number"
            if effect.error > SURE:
                yield Finding(result, thing.name, text, thing.meaning, unit, effect)


# ---- things ----------------------------------------------------------------------------------------------------------


def things(frames: Frames) -> list[Thing]:
    """All that the game's own columns of players tell apart."""
    return [thing for column in frames.columns("players") for thing in of_column(frames, column)]


def of_column(frames: Frames, column: dict[str, Any]) -> Iterator[Thing]:
    """A count, a flag, or the first ranks; nothing where almost all rows are equal."""
    name, values = column["name"], frames.players[column["name"]].to_numpy()
    if column["sort"] == "rank":
        for rank in range(1, MOST_RANKS + 1):
            if varies(values == rank):
                yield Thing(f"{name} {rank}", ordinal(name, rank), column["meaning"], values == rank, counted=False)
    elif varies(values != np.median(values)):
        counted = column["sort"] == "count"
        yield Thing(name, label(name), column["meaning"], values, counted, step_of(values) if counted else 1)


def varies(flags: Numbers) -> bool:
    """Are there enough rows of both?"""
    return RARE <= int(np.count_nonzero(flags)) <= len(flags) - RARE


def step_of(values: Numbers) -> int:
    """How many of it make a difference worth telling: a power of ten below the standard deviation."""
    return int(10 ** max(0, floor(log10(max(1.0, float(values.std()))))))


def groups_of(found: Sequence[Thing]) -> Iterator[list[Thing]]:
    """Things that exclude each other (the ranks of one column), to be looked at together; where everybody has one of
    them, each is set against the others.
    """
    columns: dict[str, list[Thing]] = {}
    for thing in found:
        columns.setdefault(thing.name if thing.counted else thing.name.rpartition(" ")[0] or thing.name, []).append(
            thing
        )
    for together in columns.values():
        nothing = ~np.any([thing.values.astype(bool) for thing in together], 0)
        if varies(nothing):
            yield together
        else:
            yield from ([thing] for thing in together)
