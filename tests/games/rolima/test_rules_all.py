"""Is every rule and every hill card of Rolimã tested, by a test that notices when it is broken?"""

from rolltop.games import shelf
from tests.games.every_rule import EveryRule
from tests.games.rolima import test_rules, test_rules_end, test_rules_hills
from tests.games.rolima.broken_rules import BROKEN, BROKEN_HILLS
from tests.games.rolima.position import Position


class TestEveryRule(EveryRule):
    kind = shelf.kind("rolima")
    letters, n_rules = "RM", 18
    position = Position
    modules = (test_rules, test_rules_end)
    broken = BROKEN


class TestEveryHill(EveryRule):
    kind = shelf.kind("rolima")
    letters, n_rules = "H", 10
    position = Position
    modules = (test_rules_hills,)
    broken = BROKEN_HILLS
