"""What a run found, in tables with 95 % intervals.

Seats of one game are not independent of each other: where a bot has several, its mean in a game counts as one case.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from rolltop.games.tallies import Sort
from rolltop.games.words import _
from rolltop.lab.runs import Run
from rolltop.lab.standings import Z, wilson

RANKS = range(1, 6)  #: ranks beyond are not told


@dataclass(frozen=True)
class Found:
    """A mean of `n` independent cases."""

    mean: float
    deviation: float
    n: int

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return Z * self.deviation / sqrt(self.n)

    def number(self) -> str:
        """As a number with the digits that count."""
        digits = 1 if self.margin >= 0.1 or not self.margin else 2
        return f"{self.mean:.{digits}f} ±{self.margin:.{digits}f}"

    def share(self, parts: int = 1) -> str:
        """As a share in per cent, with Wilson's interval, of something of which there are so many parts a case."""
        margin = wilson(min(1.0, self.mean * parts), self.n).margin / parts if parts else self.margin
        return f"{100 * self.mean:.1f} % ±{100 * margin:.1f}"


Lines = Mapping[str, Sequence[str]]  #: the cells of each line by its name


def show(run: Run, console: Console) -> None:
    """Print the summary of a run."""
    console.print(head(run))
    bots = list(dict.fromkeys(run.setup["bots"]))
    won = [_("won"), _("score"), _("games")]
    if len(bots) > 1:
        console.print(table([_("bot"), *won], results(run, "bot")))
    if run.setup["players"] > 1 or len(bots) == 1:
        console.print(table([_("seat"), *won], results(run, "seat")))
    if run.setup["players"] > 1:
        console.print(table([_("order"), *won], results(run, "order")))
    console.print(table([_("of a game"), ""], of_games(run)))
    if lines := ranks_of_games(run):
        console.print(table(["", *(f"#{rank}" for rank in RANKS)], lines))
    if run.setup["columns"]["players"]:
        console.print(table([_("of a player"), *bots], of_players(run, bots)))


def head(run: Run) -> str:
    """What was played."""
    played, wanted = run.scan_games().select(pl.len()).collect().item(), run.setup["games"]
    text = _("%(game)s, %(players)s players, %(games)s games") % {
        "game": run.kind.title, "players": run.setup["players"], "games": f"{played:,}",
    }  # fmt: skip
    return text if played == wanted else f"{text} {_('of %(all)s') % {'all': f'{wanted:,}'}}"


def table(heads: Sequence[str], lines: Lines) -> Table:
    """A table of names and numbers."""
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for index, text in enumerate(heads):
        drawn.add_column(text, justify="right" if index else "left")
    for name, cells in lines.items():
        drawn.add_row(name, *cells)
    return drawn


# ---- of players ------------------------------------------------------------------------------------------------------


def results(run: Run, by: str) -> Lines:
    """Win shares and scores by a column of `players`."""
    parts = Counter(run.setup["bots"]) if by == "bot" else Counter[str]()
    rows = found_by(run, by, {"share": pl.col("share"), "score": pl.col("score")})
    return {
        key: [row["share"].share(parts.get(key, 1)), row["score"].number(), f"{row['share'].n:,}"]
        for key, row in rows.items()
        if key != "0"
    }


def of_players(run: Run, bots: Sequence[str]) -> Lines:
    """The game's own columns of players, by bot: means, and shares of yes or of ranks."""
    lines: dict[str, list[str]] = {}
    own = run.setup["columns"]["players"]
    rows = found_by(run, "bot", {name: expression for column in own for name, expression in asked(column).items()})
    shares = {name for column in own if column["sort"] in (Sort.FLAG, Sort.RANK) for name in asked(column)}
    seats = Counter(run.setup["bots"])
    for name in rows[bots[0]]:
        found = [rows[bot][name] for bot in bots]
        if name not in shares:
            lines[name] = [each.number() for each in found]
        elif any(each.mean for each in found) or "#" not in name:
            lines[name] = [each.share(1 if seats[bot] == 1 else 0) for bot, each in zip(bots, found, strict=True)]
    return lines


def asked(column: Mapping[str, str]) -> dict[str, pl.Expr]:
    """What is to be known of a column."""
    name = column["name"]
    if column["sort"] == Sort.RANK:
        return {f"{name} #{rank}": pl.col(name) == rank for rank in RANKS}
    return {name: pl.col(name)}


def found_by(run: Run, by: str, wanted: Mapping[str, pl.Expr]) -> dict[str, dict[str, Found]]:
    """Means of expressions by a column of `players`; seats of one game with the same entry there are one case."""
    numbers = [each.cast(pl.Float64).alias(name) for name, each in wanted.items()]
    frame = run.scan_players().select(by, "game", *numbers)
    if by == "bot" and len(set(run.setup["bots"])) < len(run.setup["bots"]):
        frame = frame.group_by(by, "game").agg(pl.col(name).mean() for name in wanted)
    cases = frame.group_by(by).agg(pl.len(), *moments(wanted)).sort(by).collect(engine="streaming")
    return {str(row[by]): found(row, wanted) for row in cases.iter_rows(named=True)}


def moments(names: Mapping[str, Any]) -> list[pl.Expr]:
    """Means and standard deviations of some columns."""
    means = [pl.col(name).mean() for name in names]
    return means + [pl.col(name).std().fill_null(0.0).alias(f"{name} deviation") for name in names]


def found(row: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Found]:
    """What a row of `moments` says."""
    return {name: Found(row[name], row[f"{name} deviation"], row["len"]) for name in names}


# ---- of games --------------------------------------------------------------------------------------------------------


def of_games(run: Run) -> Lines:
    """Decisions a game, and the game's own columns of games: means and shares of yes."""
    sorts = {"decisions": Sort.COUNT, **{each["name"]: each["sort"] for each in run.setup["columns"]["games"]}}
    wanted = {name: pl.col(name) for name, sort in sorts.items() if sort in (Sort.COUNT, Sort.FLAG)}
    row = found_in_games(run, wanted)
    return {name: [each.share() if sorts[name] == Sort.FLAG else each.number()] for name, each in row.items()}


def ranks_of_games(run: Run) -> Lines:
    """The game's own columns of ranks: how often each rank."""
    own = [column for column in run.setup["columns"]["games"] if column["sort"] == Sort.RANK]
    row = found_in_games(run, {name: each for column in own for name, each in asked(column).items()}) if own else {}
    return {column["name"]: [row[name].share() if row[name].mean else "" for name in asked(column)] for column in own}


def found_in_games(run: Run, wanted: Mapping[str, pl.Expr]) -> dict[str, Found]:
    """Means of expressions over all games."""
    frame = run.scan_games().select(each.cast(pl.Float64).alias(name) for name, each in wanted.items())
    return found(frame.select(pl.len(), *moments(wanted)).collect(engine="streaming").row(0, named=True), wanted)
