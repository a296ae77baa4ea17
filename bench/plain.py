"""The same rules uncompiled, as the debugger and the differential tests run them."""

from bench.lots import PLAYERS, Lot, lot
from bench.rows import Row
from bench.turns import compare
from rolltop.games import shelf


def measure(seconds: float, games: int = 2) -> list[Row]:
    """Decisions a second, against the compiled rules."""
    own = lot()
    found = compare(seconds, lambda: play_plainly(own, games), lambda: own.play_at_random(100 * games))
    peer = "compiled, one thread"
    return [Row("random play, uncompiled", found.ours, "decisions/s", peer, found.peer, found.ratio)]


def play_plainly(lot: Lot, n: int) -> int:
    """Play `n` whole games of plain objects; how many decisions that took."""
    engine, boxes, lucks = lot.kind.plain_engine, shelf.plain(lot.boxes), shelf.plain(lot.lucks)
    decisions = 0
    for _ in range(n):
        games = shelf.plain(lot.blank)
        engine.set_up(games, 0, boxes, PLAYERS)
        decisions += engine.random_playout(games[0], boxes[0], lucks[0])
    lucks[0].write(lot.lucks[0])
    return decisions
