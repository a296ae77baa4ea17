"""The page for players: every rule has its line, and the example comes out."""

import re

from rolltop.games import shelf
from tests.games.rollie.position import Position

ROLLIE = shelf.kind("rollie")
TEXT = (ROLLIE.folder / "how_to_play.md").read_text("utf-8")


def section(title: str) -> str:
    """A part of the page."""
    return TEXT.split(f"## {title}\n")[1].split("\n## ")[0]


def table(text: str, number: int) -> list[list[str]]:
    """The rows of a table in Markdown, without its head."""
    lines = re.findall(r"(?:^\|.*\n)+", text + "\n", re.MULTILINE)[number].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_each_rule_is_one_short_line_that_begins_with_its_number() -> None:
    lines = [line for line in section("The rules by number").splitlines() if line]
    assert [re.match(r"- \*\*(RO\d+)\*\* [A-Z].*\.$", line)[1] for line in lines] == [f"RO{n}" for n in range(1, 22)]  # type: ignore[index]
    assert all(len(line) <= 140 for line in lines)


def test_the_rulings_name_rules_that_exist() -> None:
    assert set(re.findall(r"RO\d+", section("Rulings"))) <= {f"RO{n}" for n in range(1, 22)}


def test_the_example_comes_out() -> None:
    example = section("An example")
    wallets, held = [], {}
    hands = table(example, 0)
    for seat, (_name, *counts, tokens) in enumerate(hands):
        wallets.append({value: int(count) for value, count in zip((-5, 0, 2, 5, 10), counts, strict=True)})
        held.update({int(token): seat for token in tokens.split(", ") if token != "none"})
    position = Position(ROLLIE, len(hands), compiled=False).lay(wallets=wallets, held=held, face_up=(), over=True)
    found = ROLLIE.part("view").breakdown(position.tables[0].plain, position.setup.plain_boxes[0])
    rows = {name: (bills, bonus, int(total)) for name, bills, bonus, total in table(example, 1)}
    for (name, *_rest), breakdown in zip(hands, found, strict=True):
        bills, bonus, total = rows[name]
        assert int(bills.replace("−", "-").split("=")[1]) == breakdown["worth"]
        assert int(bonus.split("=")[1]) == breakdown["bonus_total"]
        for sum_text in (bills, bonus):
            parts, result = sum_text.replace("−", "-").split("=")
            assert sum(int(part) for part in parts.split("+")) == int(result)
        assert total == breakdown["total"]
