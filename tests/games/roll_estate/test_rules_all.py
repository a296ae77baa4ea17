"""Is every rule of Roll Estate tested, by a test that notices when it is broken?"""

from rolltop.games import shelf
from tests.games.every_rule import EveryRule
from tests.games.roll_estate import test_rules, test_rules_end
from tests.games.roll_estate.broken_rules import BROKEN
from tests.games.roll_estate.position import Position


class TestEveryRule(EveryRule):
    kind = shelf.kind("roll_estate")
    letters, n_rules = "RE", 20
    position = Position
    modules = (test_rules, test_rules_end)
    broken = BROKEN
