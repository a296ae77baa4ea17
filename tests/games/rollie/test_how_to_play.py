"""The page for players: every rule has its line, and the example comes out."""

from rolltop.games import shelf
from tests.games.how_to_play import Page
from tests.games.rollie.position import Position

ROLLIE = shelf.kind("rollie")
PAGE = Page(ROLLIE)


def test_every_rule_has_its_line() -> None:
    PAGE.check_rules("RO", 21)


def test_the_example_comes_out() -> None:
    wallets, held = [], {}
    hands = PAGE.table("An example")
    for seat, (_name, *counts, tokens) in enumerate(hands):
        wallets.append({value: int(count) for value, count in zip((-5, 0, 2, 5, 10), counts, strict=True)})
        held.update({int(token): seat for token in tokens.split(", ") if token != "none"})
    position = Position(ROLLIE, len(hands), compiled=False).lay(wallets=wallets, held=held, face_up=(), over=True)
    found = ROLLIE.part("view").breakdown(position.tables[0].plain, position.setup.plain_boxes[0])
    rows = {name: (bills, bonus, int(total)) for name, bills, bonus, total in PAGE.table("An example", 1)}
    for (name, *_rest), breakdown in zip(hands, found, strict=True):
        bills, bonus, total = rows[name]
        assert int(bills.replace("−", "-").split("=")[1]) == breakdown["worth"]
        assert int(bonus.split("=")[1]) == breakdown["bonus_total"]
        for sum_text in (bills, bonus):
            parts, result = sum_text.replace("−", "-").split("=")
            assert sum(int(part) for part in parts.split("+")) == int(result)
        assert total == breakdown["total"]
