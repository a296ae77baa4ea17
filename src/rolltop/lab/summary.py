"""What a run found, in tables with 95 % intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from rolltop.games.words import _
from rolltop.lab.ratings import Estimate
from rolltop.lab.runs import Run
from rolltop.lab.standings import Z, wilson


@dataclass(frozen=True)
class Line:
    """One line of a table: what it is about, and cells."""

    name: str
    cells: list[str]


def show(run: Run, console: Console) -> None:
    """Print the summary of a run."""
    setup = run.setup
    played = run.scan_games().select(pl.len()).collect().item()
    head = _("%(game)s, %(players)s players, %(games)s games") % {
        "game": run.kind.title, "players": setup["players"], "games": f"{played:,}",
    }  # fmt: skip
    if played < setup["games"]:
        head += " " + _("of %(all)s") % {"all": f"{setup['games']:,}"}
    console.print(head)
    for title, by in ((_("bot"), "bot"), (_("seat"), "seat"), (_("order"), "order")):
        if by != "bot" or len(set(setup["bots"])) > 1:
            console.print(table([title, *heads()], results(run, by)))
    console.print(table([_("game"), _("mean"), _("deviation")], lengths(run)))
    bots = list(dict.fromkeys(setup["bots"]))
    if setup["columns"]["players"]:
        console.print(table([_("of a player"), *bots], own_lines(run, bots)))


def table(heads: Sequence[str], lines: Sequence[Line]) -> Table:
    """A table: a name and numbers."""
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    drawn.add_column(heads[0])
    for head in heads[1:]:
        drawn.add_column(head, justify="right")
    for line in lines:
        drawn.add_row(line.name, *line.cells)
    return drawn


def heads() -> list[str]:
    """What is said of a bot, a seat, a place in the order."""
    return [_("won"), _("score"), _("deviation"), _("games")]


def results(run: Run, by: str) -> list[Line]:
    """Win shares and scores by a column of `players`."""
    groups = run.scan_players().group_by(by).agg(
        pl.len().alias("n"), pl.col("share").mean().alias("won"), *mean_and_deviation("score")
    )  # fmt: skip
    return [
        Line(
            str(row[by]),
            [
                percent(wilson(row["won"], row["n"])),
                mean(row["score"], row["score sd"], row["n"]),
                f"{row['score sd'] or 0:.1f}",
                f"{row['n']:,}",
            ],
        )
        for row in groups.sort(by).collect().iter_rows(named=True)
    ]


def mean_and_deviation(column: str) -> list[pl.Expr]:
    """A column's mean and its standard deviation."""
    number = pl.col(column).cast(pl.Float64)
    return [number.mean().alias(column), number.std().alias(f"{column} sd")]


def lengths(run: Run) -> list[Line]:
    """Decisions a game, and the game's own columns of games."""
    own: list[dict[str, Any]] = [{"name": "decisions", "meaning": "", "sort": "count"}, *run.setup["columns"]["games"]]
    frame = run.scan_games()
    return [line for column in own for line in own_line(frame, column)]


def own_line(frame: pl.LazyFrame, column: dict[str, Any]) -> list[Line]:
    """A line of one of the game's own columns of games."""
    name, n = column["name"], frame.select(pl.len()).collect().item()
    row = frame.select(mean_and_deviation(name)).collect().row(0, named=True)
    if column["sort"] == "flag":
        return [Line(name, [percent(wilson(row[name], n)), ""])]
    if column["sort"] == "seat":
        return []
    return [Line(name, [mean(row[name], row[f"{name} sd"], n), f"{row[f'{name} sd'] or 0:.1f}"])]


def own_lines(run: Run, bots: Sequence[str]) -> list[Line]:
    """The game's own columns of players, by bot."""
    own = run.setup["columns"]["players"]
    wanted = [expression for column in own for expression in expressions(column)]
    frame = run.scan_players().group_by("bot").agg(pl.len().alias("n"), *wanted).collect()
    rows = {row["bot"]: row for row in frame.iter_rows(named=True)}
    return [line for column in own for line in by_bot(column, [rows[bot] for bot in bots])]


def expressions(column: dict[str, Any]) -> list[pl.Expr]:
    """What is to be known of a column."""
    name = column["name"]
    if column["sort"] == "rank":
        return [(pl.col(name) == rank).mean().alias(f"{name} {rank}") for rank in (1, 2, 3)]
    return mean_and_deviation(name)


def by_bot(column: dict[str, Any], rows: Sequence[dict[str, Any]]) -> list[Line]:
    """Lines of a column: a mean, a share of yes, or the shares of ranks."""
    name = column["name"]
    if column["sort"] == "rank":
        return [
            Line(f"{name} #{rank}", [percent(wilson(row[f"{name} {rank}"], row["n"])) for row in rows])
            for rank in (1, 2, 3)
            if any(row[f"{name} {rank}"] for row in rows)
        ]
    if column["sort"] == "flag":
        return [Line(name, [percent(wilson(row[name], row["n"])) for row in rows])]
    return [Line(name, [mean(row[name], row[f"{name} sd"], row["n"]) for row in rows])]


def percent(found: Estimate) -> str:
    """A share in per cent with half the width of its interval."""
    return f"{100 * found.value:.1f} % ±{50 * (found.high - found.low):.1f}"


def mean(value: float, deviation: float | None, n: int) -> str:
    """A mean with half the width of its interval."""
    margin = Z * (deviation or 0) / sqrt(n)
    digits = 1 if margin >= 0.05 or not margin else 2
    return f"{value:.{digits}f} ±{margin:.{digits}f}"
