"""Tree search at the start of a game for two players, on one thread: against OpenSpiel's `MCTSBot` in C++ on pig.

A playout of ours is one way down the tree and on from there; a simulation of theirs is the same. Theirs plays out at
random to the end, ours as `master` does it, and at random to the end too.
"""

from typing import Any

from bench import openspiel
from bench.lots import Lot, lot
from bench.rows import Goal, Row
from bench.turns import Run, compare
from rolltop.bots.choosing import duel
from rolltop.bots.levels import skills_of
from rolltop.bots.skills import desk, skill
from rolltop.games import shelf

STRONGEST = "master"


def measure(seconds: float, playouts: int = 2000) -> list[Row]:
    """Playouts a second in every game, `playouts` in a tree."""
    rows = []
    ways = len(shelf.kinds()) * 2
    for kind in shelf.kinds().values():
        some = lot(game=kind.name, n_players=2)
        master = skills_of(kind, [STRONGEST])
        for name, skills in (STRONGEST, master), ("at random", skill(explores=master[0]["explores"])):
            skills["playouts"] = playouts
            theirs = openspiel.peer(openspiel.searching, playouts, game="pig")
            found = compare(seconds / ways, searching(some, skills), theirs)
            goal = Goal(least=3, of_ratio=True)
            rows.append(
                Row(
                    f"{kind.title}, search, {name}",
                    found.ours,
                    "playouts/s",
                    "OpenSpiel in C++ on pig",
                    found.peer,
                    found.ratio,
                    goal,
                )
            )
    return rows


def searching(some: Lot, skills: Any) -> Run:
    """A tree of so many playouts from what the seat that is to choose first sees."""
    some.start()
    searcher, room, n = duel(some.kind, searches=True), desk(some.kind, skills), int(skills[0]["playouts"])
    some.engine.seen(some.games, 0, some.boxes, some.engine.turn(some.games, 0))

    def run() -> int:
        searcher.begin(room)
        searcher.search_on(some.games, some.boxes, some.lucks, room, 0, n)
        return n

    return run
