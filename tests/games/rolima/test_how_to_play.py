"""The page for players: every rule has its line, its numbers are the usual edition's, and the example comes out."""

from rolltop.games import shelf
from rolltop.games.rolima.hills import RULES
from tests.games.by_hand import ANN, Start
from tests.games.how_to_play import Page
from tests.games.rolima.position import Position

ROLIMA = shelf.kind("rolima")
PAGE = Page(ROLIMA)


def test_every_rule_has_its_line() -> None:
    PAGE.check_rules("RM", 18)


def test_every_hill_card_has_its_line() -> None:
    rows = PAGE.table("The hill cards")
    names = [row[0].split("** ")[1].lower().replace(" ", "_").replace("-", "_") for row in rows]
    assert names == list(ROLIMA.edition().values["hills"]) == list(RULES)
    assert [row[0].split("**")[1] for row in rows] == [f"H{number}" for number in range(1, 11)]


def test_the_factors_are_those_of_the_usual_edition() -> None:
    factors = [int(row[1].removeprefix("× ")) for row in PAGE.table("The end")]
    assert [*factors, factors[-1]] == ROLIMA.edition().values["podium"]


def test_the_example_comes_out() -> None:
    colours = {"Pimenta": "red", "Faísca": "yellow", "Pipa": "green", "Maré": "blue", "Amora": "violet"}
    rows = PAGE.table("An example")
    bets = [f"{colours[name.split()[0]]} {name.split()[1]}" for name, _gum in rows[:-1]]
    race = [("red", 5), ("blue", 4), ("green", 3), ("yellow", 2), ("violet", 1)]
    game = Start(Position, ROLIMA, compiled=False)(2).lay(race=race, hands={ANN: bets}, over=True)
    assert game.totals[ANN] == int(rows[-1][1].split("= ")[1]) == 16
    assert [eval(gum.split(" = ")[0].replace("×", "*")) for _name, gum in rows[:-1]] == [9, 4, 3]
