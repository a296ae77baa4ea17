"""Reading a game's page for players, for the tests of what it says."""

import re
from dataclasses import dataclass
from functools import cached_property

from rolltop.games.shelf import Kind


@dataclass(frozen=True)
class Page:
    """`how_to_play.md` of a game."""

    kind: Kind

    @cached_property
    def text(self) -> str:
        """All of it."""
        return (self.kind.folder / "how_to_play.md").read_text("utf-8")

    def section(self, title: str) -> str:
        """A part of the page."""
        return self.text.split(f"## {title}\n")[1].split("\n## ")[0]

    def table(self, title: str, number: int = 0) -> list[list[str]]:
        """The rows of a part's table, without its head."""
        tables = re.findall(r"(?:^\|.*\n)+", self.section(title) + "\n", re.MULTILINE)
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in tables[number].splitlines()[2:]]

    def check_rules(self, letters: str, most: int) -> None:
        """Each rule from 1 to `most` is one short line that begins with its number; rulings name rules that exist."""
        numbers = [f"{letters}{number}" for number in range(1, most + 1)]
        lines = [line for line in self.section("The rules by number").splitlines() if line]
        found = [re.match(rf"- \*\*({letters}\d+)\*\* [A-Z].*\.$", line) for line in lines]
        assert [match and match[1] for match in found] == numbers
        assert all(len(line) <= 140 for line in lines)
        assert set(re.findall(rf"{letters}\d+", self.section("Rulings"))) <= set(numbers)
