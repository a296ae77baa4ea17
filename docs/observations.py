"""Writes the tables of docs/observations.md from the games' lists of fields: ``python -m docs.observations``.

For another number of players: ``python -m docs.observations GAME PLAYERS`` prints the table.
"""

import sys
from pathlib import Path

from rolltop.envs.observation import observation
from rolltop.games import shelf
from rolltop.games.shelf import Kind

PAGE = Path(__file__).parent / "observations.md"
BEGIN, END = "<!-- python -m docs.observations begins -->\n", "<!-- ends -->\n"
PLAYERS = 4


def table(kind: Kind, n_players: int) -> str:
    """All indices of a game's observations."""
    lines = ["| index | field | what it is | an element's indices |", "| --- | --- | --- | --- |"]
    lines += [f"| {' | '.join(row)} |" for row in observation(kind, n_players).rows()]
    return "\n".join(lines)


def content() -> str:
    """The tables of all games."""
    parts = []
    for kind in shelf.kinds().values():
        sizes = ", ".join(f"{observation(kind, n).size} for {n}" for n in kind.players)
        derived = [f"`{path}` ({why})" for path, why in kind.part("observation").DERIVED.items()]
        parts.append(
            f"## {kind.title}\n\nNumbers by players: {sizes}. With {PLAYERS} players:\n\n{table(kind, PLAYERS)}\n\n"
            f"Left out, as it follows from the rest: {', '.join(derived)}.\n"
        )
    return "\n".join(parts)


def page() -> str:
    """The page with the tables brought up to date."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{content()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(table(shelf.kind(sys.argv[1]), int(sys.argv[2])))
    else:
        PAGE.write_text(page(), "utf-8")
