"""The bots by name, and how one chooses."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import numpy as np

from rolltop.bots.levels import BOTS, check, has_part, has_policy, skills_of
from rolltop.bots.skills import Desk, search
from rolltop.bots.skills import desk as new_desk
from rolltop.bots.weights import read_weights, weights_file
from rolltop.games import kernel, shelf
from rolltop.games.errors import NotYourTurn
from rolltop.games.kernel import Records
from rolltop.games.luck import seeded, seeded_by
from rolltop.games.shelf import Kind
from rolltop.games.words import _

SLICE = 32  #: playouts between two looks at the clock
STRONGEST = "master"  #: the bot of which search is compiled
FEW = 4  #: playouts of a search that is only to be compiled


@dataclass(frozen=True)
class Bot:
    """A player that is a program.

    A bot that searches does so for as many playouts as its skill says or, if given, for `seconds`; on `threads`
    threads, each with a tree of its own.
    """

    name: str
    seconds: float | None = None
    threads: int = 1

    def searches(self, kind: Kind) -> bool:
        """Does it think ahead in this game?"""
        return search(skills_of(kind, [self.name]))

    def is_ready(self, kind: Kind) -> bool:
        """Has all that it needs been compiled before, on this machine?"""
        return is_ready(kind, self.searches(kind))

    def choose(self, kind: Kind, seen: Records, boxes: Records, lucks: Records) -> int:
        """An action for the seat to choose.

        `seen` is an array of one: what that seat sees (`Game.seen(seat)`); `lucks` an array of one generator
        (`rolltop.games.luck.seeded`), which moves on. The same four give the same action, unless time is the limit.
        Raises NotYourTurn if nobody is to choose.
        """
        searches = self.searches(kind)
        get_ready(kind, searches)
        if kind.engine.turn(seen, 0) < 0:
            raise NotYourTurn("nobody is to choose, so a bot cannot")
        if searches and (self.threads > 1 or self.seconds is not None):
            return self._choose_together(kind, seen, boxes, lucks)
        with borrowed_desk(kind, self.name) as desk:
            return int(duel(kind, searches).choose(seen, boxes, lucks, desk, 0))

    def _choose_together(self, kind: Kind, seen: Records, boxes: Records, lucks: Records) -> int:
        duel(kind, True).advance(lucks)
        words = [int(word) for word in lucks[0]["words"]]
        with ExitStack() as stack, ThreadPoolExecutor(self.threads) as pool:
            all_desks = [stack.enter_context(borrowed_desk(kind, self.name)) for _thread in range(self.threads)]
            seeds = [seeded_by([*words, thread]) for thread in range(self.threads)]
            until = None if self.seconds is None else time.monotonic() + self.seconds
            list(pool.map(lambda desk, luck: grow(kind, seen, boxes, luck, desk, until), all_desks, seeds))
            for desk in all_desks[1:]:
                all_desks[0].visits[0] += desk.visits[0]
                all_desks[0].sums[0] += desk.sums[0]
            return int(duel(kind, True).most_visited(all_desks[0], lucks))


def grow(kind: Kind, seen: Records, boxes: Records, luck: Records, desk: Desk, until: float | None) -> None:
    """Search with the skill on a desk, until a time of `time.monotonic`, or for as many playouts as the skill says."""
    playouts, search = int(desk.skills[0]["playouts"]), duel(kind, True)
    search.begin(desk)
    if until is None:
        search.search_on(seen, boxes, luck, desk, 0, playouts)
    while until is not None and time.monotonic() < until:
        search.search_on(seen, boxes, luck, desk, 0, SLICE)


def bot(name: str, *, seconds: float | None = None, threads: int = 1) -> Bot:
    """A bot by name. Raises BadOption if there is none of that name."""
    check(name)
    return Bot(name, seconds, threads)


@contextmanager
def borrowed_desk(kind: Kind, name: str) -> Iterator[Desk]:
    """A desk for one bot that no other thread uses meanwhile."""
    shelf_of_desks = desks(kind, name)
    desk = shelf_of_desks.pop() if shelf_of_desks else new_desk(kind, skills_of(kind, [name]))
    try:
        yield desk
    finally:
        shelf_of_desks.append(desk)


@cache
def desks(kind: Kind, name: str) -> deque[Desk]:
    """Desks that nobody uses now."""
    return deque()


@cache
def duel(kind: Kind, searches: bool) -> ModuleType:
    """`rolltop.bots.duel` compiled for a game, for bots of which some search or for such as never do."""
    bound: dict[str, Any] = {
        "rules": kernel.load(kind.rules.__name__),
        "engine": kind.algorithm("rolltop.games.engine"),
        "policy": part(kind, "policy", "rolltop.bots.indifferent"),
        "preferring": preferring(kind),
    }
    suffix = f".{kind.name}"
    if searches:
        search = kernel.load("rolltop.bots.search", inline=False, suffix=suffix, value=value(kind), **bound)
    else:
        search = kernel.load("rolltop.bots.unsearched", inline=False)
    suffix += ".searching" if searches else ""
    memory = part(kind, "memory", "rolltop.bots.perfect_memory")
    return kernel.load("rolltop.bots.duel", inline=False, suffix=suffix, memory=memory, search=search, **bound)


@cache
def preferring(kind: Kind) -> ModuleType:
    """`rolltop.bots.preferring` compiled for a game and its policy."""
    rules, policy = kernel.load(kind.rules.__name__), part(kind, "policy", "rolltop.bots.indifferent")
    return kernel.load("rolltop.bots.preferring", inline=False, suffix=f".{kind.name}", rules=rules, policy=policy)


@cache
def value(kind: Kind) -> ModuleType:
    """`rolltop.bots.value` compiled for a game with what it learned; where that is nothing, one that knows nothing."""
    if not weights_file(kind).exists():
        return kernel.load("rolltop.bots.unvalued", inline=False)
    features = kernel.load(f"{kind.package}.features", inline=False)
    weights = read_weights(kind)
    return kernel.load("rolltop.bots.value", inline=False, suffix=f".{kind.name}", features=features, WEIGHTS=weights)


def part(kind: Kind, name: str, usual: str) -> ModuleType:
    """A compiled module of the game's folder, or the usual one where there is none."""
    return kernel.load(f"{kind.package}.{name}" if has_part(kind, name) else usual, inline=False)


@cache
def get_ready(kind: Kind, searches: bool = False) -> None:
    """Compile what bots need at a table, telling so if the disk cache does not have it; `choose` sees to it too."""
    if not has_policy(kind):
        shelf.announce(_("%(game)s has no sensible bot yet: it plays at random.") % {"game": kind.title})
    boxes, lucks = kind.box(), seeded(0)
    states = np.zeros(1, kind.game_layout)
    kind.engine.set_up(states, 0, boxes, kind.players[0])
    if not is_ready(kind, searches):
        quick = _("Rolltop compiles the bots of %(game)s, once on this machine (up to half a minute) ...")
        long = _("Rolltop compiles the bots of %(game)s that think ahead, once on this machine (about a minute) ...")
        shelf.announce((long if searches else quick) % {"game": kind.title})
    kind.engine.run_chance(states[0], boxes[0], lucks[0])
    skills = skills_of(kind, list(BOTS))
    skills["playouts"] = np.minimum(skills["playouts"], FEW if searches else 0)
    desk = new_desk(kind, skills)
    for number in range(len(BOTS)):
        duel(kind, searches).choose(states, boxes, lucks, desk, number)
    if searches:
        duel(kind, searches).begin(desk)
        duel(kind, searches).search_on(states, boxes, lucks, desk, list(BOTS).index(STRONGEST), FEW)
        duel(kind, searches).most_visited(desk, lucks)
        duel(kind, searches).advance(lucks)
    marker(kind, searches).touch()


def marker(kind: Kind, searches: bool) -> Path:
    """A file that is there when the disk cache has what a bot needs."""
    return kernel.cache_folder() / f"{kind.package}.{'searching' if searches else 'bots'}.ready"


def is_ready(kind: Kind, searches: bool) -> bool:
    """Has all been compiled before, on this machine?"""
    return marker(kind, searches).exists()


def all_ready(searches: bool) -> bool:
    """Has all been compiled before, for every game on the shelf?"""
    return all(is_ready(kind, searches) for kind in shelf.kinds().values())


def get_all_ready(searches: bool = False) -> None:
    """`get_ready` for every game on the shelf; what is to be compiled first, side by side in processes of its own."""
    missing = [kind.name for kind in shelf.kinds().values() if not is_ready(kind, searches)]
    side_by_side(partial(get_ready_by_name, searches=searches), missing)
    for kind in shelf.kinds().values():
        get_ready(kind, searches)


def get_ready_by_name(name: str, searches: bool) -> None:
    """`get_ready` in another process."""
    get_ready(shelf.kind(name), searches)


def side_by_side(do: Callable[[str], None], names: Sequence[str]) -> None:
    """Do something for several games, in processes of their own; a single one is left to this process."""
    if len(names) > 1:
        n = min(len(names), os.cpu_count() or 1)
        with ProcessPoolExecutor(n, get_context("spawn"), initializer=end_with_parent) as pool:
            list(pool.map(do, names))


def end_with_parent() -> None:
    """Do not stay behind if the process that wanted this is killed."""
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()
