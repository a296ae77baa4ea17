"""Is every rule of Rollie tested, by a test that notices when it is broken?"""

from rolltop.games import shelf
from tests.games.every_rule import EveryRule
from tests.games.rollie import test_rules, test_rules_scoring
from tests.games.rollie.broken_rules import BROKEN
from tests.games.rollie.position import Position


class TestEveryRule(EveryRule):
    kind = shelf.kind("rollie")
    letters, n_rules = "RO", 21
    position = Position
    modules = (test_rules, test_rules_scoring)
    broken = BROKEN
