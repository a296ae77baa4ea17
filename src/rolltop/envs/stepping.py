"""Many games at once, a step each; compiled once a game: `stepping` loads this module anew with the game's `rules`,
`engine` (`rolltop.games.engine`), `between` (`rolltop.envs.between`) and `observing` (`rolltop.envs.observation`)
bound.

A seat is either an agent's, whose actions come from outside, or a bot's, which chooses here. Dice come from a generator
a game, and all else that is drawn from another: with the same dice and choices the game is that of any other host.
"""

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.choosing import duel as duel_of
from rolltop.envs.tables import Room, Tables
from rolltop.games import kernel
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import below
from rolltop.games.shelf import Kind

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
between: Any = None
observing: Any = None
HIDES: Any = None  #: is anything hidden from a seat?


@cache
def stepping(kind: Kind, searches: bool) -> ModuleType:
    """This module compiled for a game and for bots of which some search, or for such as never do."""
    suffix = f".{kind.name}.searching" if searches else f".{kind.name}"
    bound: dict[str, Any] = {
        "rules": kernel.load(kind.rules.__name__),
        "engine": kind.algorithm("rolltop.games.engine"),
    }
    between = kernel.load("rolltop.envs.between", inline=False, suffix=suffix, duel=duel_of(kind, searches), **bound)
    return kernel.load(
        __name__,
        suffix=suffix,
        between=between,
        **bound,
        observing=kernel.load("rolltop.envs.observation"),
        HIDES=not kind.by_hand,
    )


# ---- compiled --------------------------------------------------------------------------------------------------------


@rule
def begin(tables: Tables, room: Room, first: int, last: int) -> None:
    """Begin games number `first` to `last` less one."""
    for i in range(first, last):
        seat = between.begin_one(tables, room, i)
        tables.seats[i] = seat
        show(tables, room, i, seat)


@rule
def first_illegal(tables: Tables, room: Room, actions: NDArray[np.int64], first: int, last: int) -> int:
    """The first game in which the action is not legal; -1 if there is none."""
    for i in range(first, last):
        if actions[i] < 0 or actions[i] >= rules.N_ACTIONS or tables.masks[i, actions[i]] == 0:
            return i
    return -1


@rule
def step(tables: Tables, room: Room, actions: NDArray[np.int64], first: int, last: int) -> None:
    """One action in each game; where it ends, its reward is written, and the next game begins."""
    games, dice, seats, lengths, over, box = (
        tables.games, tables.dice, tables.seats, tables.lengths, tables.over, room.boxes[0],
    )  # fmt: skip
    for i in range(first, last):
        if over[i]:
            between.forget_end(tables, room, i)
        lengths[i] += 1
        actor = seats[i]
        rules.play(games[i], box, actions[i])
        seat = engine.run_chance(games[i], box, dice[i])
        if room.bots_play:
            seat = between.let_bots_play(tables, room, i, seat)
        if seat == OVER:
            observe(tables, room, i, actor, tables.last)
            between.end(tables, room, i, actor)
            seat = between.begin_one(tables, room, i)
        seats[i] = seat
        show(tables, room, i, seat)


@rule
def sample(tables: Tables, lucks: Any, actions: NDArray[np.int64], first: int, last: int) -> None:
    """A legal action for each game, each equally likely."""
    for i in range(first, last):
        count = 0
        for action in range(rules.N_ACTIONS):
            count += tables.masks[i, action]
        wanted = below(lucks[0], count)
        action = -1
        while wanted >= 0:
            action += 1
            wanted -= tables.masks[i, action]
        actions[i] = action


@rule
def show(tables: Tables, room: Room, i: int, seat: int) -> None:
    """What the seat to act sees and may do."""
    game, box, masks = tables.games[i], room.boxes[0], tables.masks
    for action in range(rules.N_ACTIONS):
        masks[i, action] = 1 if rules.is_legal(game, box, action) else 0
    observe(tables, room, i, seat, tables.observations)


@rule
def observe(tables: Tables, room: Room, i: int, seat: int, out: NDArray[np.float32]) -> None:
    """What a seat sees of a game, into that game's row."""
    if HIDES:
        room.seen[0] = tables.games[i]
        rules.seen(room.seen[0], room.boxes[0], seat)
        observing.write(room.seen_data, 0, room.program, seat, out, i)
    else:
        observing.write(tables.data, i, room.program, seat, out, i)
