"""An arena: bots at every table they can form, on every seat, with the same dice for everybody.

A *group* is one table's games with the same dice: the bots move on by a seat from game to game until each has had
every seat. From group to group the order round the table changes too. Only whole groups count.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from os import cpu_count
from queue import SimpleQueue
from time import perf_counter
from types import ModuleType
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.choosing import duel, get_ready
from rolltop.bots.levels import skills_of
from rolltop.bots.skills import Desk, search
from rolltop.bots.skills import desk as new_desk
from rolltop.games import kernel
from rolltop.games.errors import BadOption
from rolltop.games.kernel import Records, layout
from rolltop.games.luck import Luck
from rolltop.games.shelf import Kind

T = TypeVar("T")
Table = tuple[int, ...]  #: the entrants, by number, who sit there

SLICE = 0.5  #: seconds that one piece of work is to take
MOST_AT_ONCE = 2000  #: groups in one piece of work
DICE, BOTS = 0, 1  #: whose luck


@dataclass(frozen=True)
class Games:
    """Games of one table in whole groups: arrays of the shape (groups, games of a group, seats)."""

    entrants: NDArray[np.int8]
    places: NDArray[np.int8]
    scores: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.entrants)


def tables(n_entrants: int, n_players: int) -> list[Table]:
    """Every table at which different entrants meet; with more seats than entrants, every way to fill them with all.

    With one seat everybody plays alone. Raises BadOption if nobody meets anybody.
    """
    if n_players == 1:
        return [(one,) for one in range(n_entrants)]
    if n_entrants < 2:
        raise BadOption("arena: found one bot, expected two or more that differ")
    if n_entrants >= n_players:
        return list(combinations(range(n_entrants), n_players))
    filled = combinations_with_replacement(range(n_entrants), n_players)
    return [table for table in filled if len(set(table)) == n_entrants]


def seatings(table: Table, group: int) -> NDArray[np.int8]:
    """Who sits where in the games of a group: shape (games, seats). The order changes from group to group."""
    orders = orders_of(table)
    order = orders[group % len(orders)]
    return np.array([order[turn:] + order[:turn] for turn in range(len(order))], np.int8)


@cache
def orders_of(table: Table) -> list[Table]:
    """The orders round the table."""
    return list(dict.fromkeys((table[0], *rest) for rest in permutations(table[1:])))


def generators(seed: int, *key: int, n: int) -> Records:
    """Generators of luck for the games of a group: one for all dice, or one a game for the bots."""
    words = np.random.SeedSequence(seed, spawn_key=key).generate_state(4 * n)
    luck = np.zeros(n, layout(Luck))
    luck["words"] = words.reshape(n, 4)
    return luck


@cache
def mirror(kind: Kind, searches: bool) -> ModuleType:
    """`rolltop.lab.mirror` compiled for a game, before any thread needs it."""
    get_ready(kind, searches)
    loaded = kernel.load(
        "rolltop.lab.mirror",
        inline=False,
        suffix=f".{kind.name}.searching" if searches else f".{kind.name}",
        rules=kernel.load(kind.rules.__name__),
        duel=duel(kind, searches),
    )
    rows = np.zeros((0, 1), np.int8)
    none, desk = generators(0, n=0), new_desk(kind, skills_of(kind, ["random"]))
    games, boxes = np.zeros(3, kind.game_layout), kind.box()
    loaded.play_games(games, boxes, none, none, desk, rows, rows, rows.astype(np.int32))
    return loaded


def play_groups(
    kind: Kind, boxes: Records, desk: Desk, table: Table, number: int, groups: range, seed: int = 0
) -> Games:
    """Play some groups of table `number`. The same group of the same table and seed always has the same dice."""
    seats = [seatings(table, group) for group in groups]
    dice, bots = [], []
    for group, seated in zip(groups, seats, strict=True):
        shared = number if len(table) > 1 else 0  # who plays alone has everybody's dice
        dice.append(np.repeat(generators(seed, shared, group, DICE, n=1), len(seated)))
        bots.append(generators(seed, number, group, BOTS, n=len(seated)))
    entrants = np.stack(seats)
    rows = entrants.reshape(-1, len(table))
    places, scores = np.zeros(rows.shape, np.int8), np.zeros(rows.shape, np.int32)
    records = np.zeros(3, kind.game_layout)
    mirror(kind, search(desk.skills)).play_games(
        records, boxes, np.concatenate(dice), np.concatenate(bots), desk, rows, places, scores
    )
    return Games(entrants, places.reshape(entrants.shape), scores.reshape(entrants.shape))


# ---- many at once ----------------------------------------------------------------------------------------------------


@dataclass
class Pace:
    """How many groups to play at once, so that neither threads nor the user wait long."""

    at_once: int = 1

    def took(self, seconds: float, groups: int) -> None:
        """Learn from how long some groups took. Games that are compiled on the way count for one piece only."""
        self.at_once = min(MOST_AT_ONCE, 2 * self.at_once, max(1, int(SLICE * groups / seconds)))


def in_order(
    pool: ThreadPoolExecutor, work: Callable[[int, range], T], pieces: Iterator[tuple[int, range]], ahead: int
) -> Iterator[T]:
    """The results of pieces of work in their order, with `ahead` of them begun or waiting."""
    waiting: deque[Future[T]] = deque()
    for piece in pieces:
        waiting.append(pool.submit(work, *piece))
        if len(waiting) == ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@dataclass(frozen=True)
class Arena:
    """Who plays what, in which box. `bots` are names; they differ."""

    kind: Kind
    boxes: Records
    bots: tuple[str, ...]
    n_players: int
    seed: int = 0

    def __post_init__(self) -> None:
        self.kind.check_players(self.n_players)
        if len(set(self.bots)) < len(self.bots):
            raise BadOption("arena: found %(found)s, expected bots that differ", found=",".join(self.bots))
        skills_of(self.kind, self.bots)
        tables(len(self.bots), self.n_players)

    def get_ready(self) -> None:
        """Compile what is needed; `play` sees to it too."""
        mirror(self.kind, search(skills_of(self.kind, self.bots)))

    @property
    def tables(self) -> list[Table]:
        """The tables, in the order in which `play` numbers them."""
        return tables(len(self.bots), self.n_players)

    def play(self, n_groups: int | None = None, threads: int | None = None) -> Iterator[tuple[int, Games]]:
        """Play groups 0, 1, ... of every table, on all cores; gives a table's number and some of its games.

        They come in the order of the groups, and of the tables within them, whatever is finished first. Without
        `n_groups` it goes on for ever. When the caller stops, no more games are begun.
        """
        threads = threads or cpu_count() or 1
        desks: SimpleQueue[Desk] = SimpleQueue()
        for _ in range(threads):
            desks.put(new_desk(self.kind, skills_of(self.kind, self.bots)))
        self.get_ready()
        pace = Pace()

        def work(number: int, groups: range) -> tuple[int, Games]:
            desk = desks.get()
            begun = perf_counter()
            try:
                return number, play_groups(self.kind, self.boxes, desk, self.tables[number], number, groups, self.seed)
            finally:
                pace.took(perf_counter() - begun, len(groups))
                desks.put(desk)

        pool = ThreadPoolExecutor(threads)
        try:
            yield from in_order(pool, work, self.pieces(n_groups, pace), 2 * threads)
        finally:
            pool.shutdown(cancel_futures=True)

    def pieces(self, n_groups: int | None, pace: Pace) -> Iterator[tuple[int, range]]:
        """The work in pieces: a table's number, and groups. All tables come equally far."""
        group = 0
        while n_groups is None or group < n_groups:
            end = group + pace.at_once
            groups = range(group, end if n_groups is None else min(end, n_groups))
            yield from ((number, groups) for number in range(len(self.tables)))
            group = groups.stop
