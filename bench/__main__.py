"""Run the parts that are named, or all: ``python -m bench [NAME ...] [--seconds S] [--json FILE] [--docs FILE]``."""

import importlib
import itertools
import json
import os
import platform
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench import openspiel
from bench.rows import CannotMeasure, Row, readable

PARTS = {
    "engine": "compiled random play",
    "estate": "compiled random play of the dice game with a sheet",
    "rolima": "compiled random play of the card race, and redeals",
    "step": "one step from Python",
    "copies": "copies of a state",
    "plain": "uncompiled play",
    "dice": "exact play of dice",
    "bots": "how well the bots play",
    "search": "playouts of the bots' search",
    "simulate": "many games of bots, recorded",
    "environments": "steps of environments for agents that learn",
    "start": "how long a start takes",
    "store": "appends to the event store, on both databases",
    "table": "durable moves at the web table",
    "load": "many who look on, many tables, a full database",
    "page": "weight and first paint of a page",
}
BEGIN, END = "<!-- python -m bench --docs begins -->\n", "<!-- ends -->\n"
HEAD = ("Part", "What", "Measured", "Peer", "Ratio", "Goal", "")


app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)


@app.command()
def main(
    names: Annotated[list[str] | None, typer.Argument(help=f"parts to run: {', '.join(PARTS)}")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="for each part, about")] = 8.0,
    json_file: Annotated[Path | None, typer.Option("--json", help="write the numbers to this file")] = None,
    docs: Annotated[Path | None, typer.Option(help="put the table into this Markdown file")] = None,
) -> None:
    """Measure, and print one table."""
    for name in names or []:
        if name not in PARTS:
            raise typer.BadParameter(f"no part {name!r}; there are: {', '.join(PARTS)}")
    text = docs.read_text(encoding="utf-8") if docs is not None else BEGIN + END
    if text.find(BEGIN) < 0 or text.find(END) < text.find(BEGIN):
        raise typer.BadParameter(f"--docs: expected a file with the lines {BEGIN.strip()} and {END.strip()}")
    console, rows, missing = Console(), list[tuple[str, Row]](), False
    if not console.is_terminal:
        console.width = 140
    for name in names or PARTS:
        with console.status(f"{name}: {PARTS[name]} ..."):
            try:
                rows += [(name, row) for row in importlib.import_module(f"bench.{name}").measure(seconds)]
            except CannotMeasure as problem:
                console.print(f"[bold]{name}[/]: not measured, {escape(str(problem))}", highlight=False)
                missing = True
    console.print(drawn(rows), about(), sep="\n")
    if json_file is not None:
        lines = [{"part": part, **asdict(row), "reached": row.reached} for part, row in rows]
        content = {"machine": about(), "rows": lines}
        json_file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    if docs is not None:
        docs.write_text(with_table(text, rows), encoding="utf-8")
    raise typer.Exit(missing)


def about() -> str:
    """The machine and the versions in general words."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {versions}, {openspiel.name()}"


def cells(row: Row) -> tuple[str, ...]:
    """A row in words."""
    return (
        row.name,
        f"{readable(row.value)} {row.unit}",
        f"{readable(row.peer)} {row.against}" if row.peer is not None else "",
        f"{readable(row.ratio)} ×" if row.ratio is not None else "",
        row.goal.text(row.unit) if row.goal else "",
        {True: "reached", False: "missed", None: ""}[row.reached],
    )


def drawn(rows: list[tuple[str, Row]]) -> Table:
    """The table for the terminal."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for title in HEAD:
        table.add_column(title, overflow="fold", no_wrap=title in ("Part", "Ratio", ""))
    last = ""
    for part, row in rows:
        if part != last and last:
            table.add_section()
        table.add_row(part if part != last else "", *cells(row), style="bold" if row.goal else "")
        last = part
    return table


def with_table(text: str, rows: list[tuple[str, Row]]) -> str:
    """A Markdown text with the table between its marks brought up to date; parts that were not measured stay."""
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    lines = {part: [line for line in old.splitlines() if line.startswith(f"| {command(part)} |")] for part in PARTS}
    for part, _row in rows:
        lines[part] = []
    for part, row in rows:
        lines[part].append(line_of(command(part), *cells(row)))
    table = [line_of("Command", *HEAD[1:]), line_of(*("---",) * len(HEAD)), *itertools.chain(*lines.values())]
    return "\n".join([before + BEGIN, *table, "", about(), "", END + after])


def command(part: str) -> str:
    """How a part is measured."""
    return f"`python -m bench {part}`"


def line_of(*words: str) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(words) + " |"


if __name__ == "__main__":
    app(prog_name="python -m bench")
