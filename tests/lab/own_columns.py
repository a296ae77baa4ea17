"""The tables in docs/lab.md of the columns that each game has of its own.

``python -m tests.lab.own_columns`` brings them up to date; a test complains when they are not.
"""

from pathlib import Path

from rolltop.games import kernel, shelf
from rolltop.games.shelf import Kind
from rolltop.lab.batch import tally_name
from rolltop.lab.columns import Own, own_columns

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
BEGIN, END = "<!-- own columns begin -->\n", "<!-- own columns end -->\n"


def tables() -> str:
    """A table for each game on the shelf, for its standard edition."""
    return "\n".join("".join(table(kind)) for kind in shelf.kinds().values())


def table(kind: Kind) -> list[str]:
    """The columns of one game."""
    tally = kernel.load(tally_name(kind), compiled=False)
    labels = tally.labels(kind.edition())
    of_games, of_seats = own_columns(tally.OfGame, labels), own_columns(tally.OfSeat, labels)
    head = [f"{kind.title}:\n\n", "| column | in | sort | meaning |\n", "| --- | --- | --- | --- |\n"]
    return head + rows(of_games, "games") + rows(of_seats, "players")


def rows(columns: list[Own], where: str) -> list[str]:
    """Lines of the table; a list has one."""
    lines = {}
    for column in columns:
        name, meaning = column.name, column.meaning
        if column.index is not None:
            name, meaning = f"{column.field}_…", meaning.partition(": ")[2]
        lines[name] = f"| `{name}` | `{where}` | {column.sort} | {meaning} |\n"
    return list(lines.values())


def page(text: str) -> str:
    """The page with the tables as they are to be."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + "\n" + tables() + "\n" + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
