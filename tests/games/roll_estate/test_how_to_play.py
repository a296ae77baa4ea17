"""The page for players: every rule has its line, and the example comes out."""

from typing import Any

from rolltop.games import shelf
from rolltop.play.game import Game
from tests.games.how_to_play import Page

ESTATE = shelf.kind("roll_estate")
PAGE = Page(ESTATE)
TRIO, FOURS, FIVES, TWOS = 6, 3, 4, 1


def test_every_rule_has_its_line() -> None:
    PAGE.check_rules("RE", 20)


def test_the_dollars_are_those_of_the_standard_edition() -> None:
    values = ESTATE.edition().values
    printed = {row[0]: row[1] for row in PAGE.table("The end")}
    assert printed["Mass Transit, 1 to 4 routes"] == ", ".join(map(str, values["transit"]))
    assert printed["Jackpot"] == str(values["jackpot"])


def test_the_example_comes_out() -> None:
    game = Game("roll_estate", 3, by_hand=True)
    state: Any = game.state[0]
    sheet = state["players"][0]
    for row, numbers in ((FOURS, (4, 8, 12)), (FIVES, (5, 10, 20)), (TWOS, (4, 0)), (TRIO, (9, 15, -1))):
        sheet["numbers"][row][: len(numbers)] = numbers
    state["business_owner"][FOURS] = (0, -1)
    state["business_owner"][FIVES] = (1, 0)
    state["route_owner"][:2] = 0
    sheet["liquid"], sheet["indexes"] = 22, 1
    sums = [[int(part) for part in dollars.split("=")[0].split("+")] for _what, _written, dollars in (
        row for row in PAGE.table("An example") if "×" not in row[2]
    )]  # fmt: skip
    assert sum(sums[-1]) == game.scores[0]
    assert sums[-1] == [*map(sum, sums[:-1]), 22 * 5]
