"""Games played on from a position by the policy, to the end or to where the game's value tells how it will probably
end; compiled once a game: `rollouts` loads this module anew with the game's `rules`, `engine`
(`rolltop.games.engine`), `preferring` and `value` bound.

What is compared gets the same luck (common random numbers): in one trial all actions start from the same deal of what
is hidden, and from then on the same dice fall in the same order. So differences are known much better than the values.
Dice and the breaking of ties have generators of their own; one does not push the other out of step.
"""

from functools import cache
from math import nan
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.choosing import preferring as preferring_of
from rolltop.bots.choosing import side_by_side
from rolltop.bots.choosing import value as value_of
from rolltop.games import kernel, shelf
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import next_word, seeded
from rolltop.games.shelf import Kind
from rolltop.games.words import _

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
preferring: Any = None
value: Any = None

WIN, PLACE, TOTAL = 0, 1, 2  #: the columns of results


class Room(NamedTuple):
    """Scratch memory of one thread."""

    games: Any  #: three states: as dealt, as played on, and as the seat to choose sees it
    lucks: Any  #: three generators: of the trial, of its dice, of its ties
    weights: NDArray[np.float64]
    scores: NDArray[np.int32]
    places: NDArray[np.int8]
    wins: NDArray[np.float64]  #: a seat: of one rollout, the share of the win, ...
    ranks: NDArray[np.float64]  # ... the place, ...
    totals: NDArray[np.float64]  # ... and the total, which a value does not know


def room(kind: Kind) -> Room:
    """Scratch memory for a game."""
    n_seats = kind.players[-1]
    return Room(
        np.zeros(3, kind.game_layout),
        seeded(0, 3),
        np.zeros(kind.n_actions),
        np.zeros(n_seats, np.int32),
        np.zeros(n_seats, np.int8),
        *(np.zeros(n_seats) for _column in range(3)),
    )


@cache
def rollouts(kind: Kind) -> ModuleType:
    """This module compiled for a game."""
    return kernel.load(
        __name__,
        inline=False,
        suffix=f".{kind.name}",
        rules=kernel.load(kind.rules.__name__),
        engine=kind.algorithm("rolltop.games.engine"),
        preferring=preferring_of(kind),
        value=value_of(kind),
    )


@cache
def get_ready(kind: Kind) -> None:
    """Compile for a game now, telling so if the disk cache does not have it."""
    if not is_ready(kind):
        text = _("Rolltop compiles the advice for %(game)s, once on this machine (some 10 seconds) ...")
        shelf.announce(text % {"game": kind.title})
    n_players = kind.players[0]
    boxes, states, lucks = kind.box(n_players=n_players), np.zeros(1, kind.game_layout), seeded(0)
    kind.engine.set_up(states, 0, boxes, n_players)
    kind.engine.run_chance(states[0], boxes[0], lucks[0])
    mask, seat = np.zeros(kind.n_actions, np.int8), kind.engine.turn(states, 0)
    kind.engine.mask(states, 0, boxes, mask)
    algorithm, scratch = rollouts(kind), room(kind)
    algorithm.likely_action(states[0], boxes[0], scratch, seat)
    actions = np.flatnonzero(mask)[:1]
    algorithm.try_actions(states, boxes, scratch, lucks, seat, actions, 1, np.zeros((1, 1, 3), np.float32))
    out = np.zeros((1, 1, n_players), np.float32)
    algorithm.play_from(states, np.zeros(1, np.int64), boxes, scratch, lucks, 1, out)
    marker(kind).touch()


def marker(kind: Kind) -> Path:
    """A file that is there when the disk cache has what hints and analyses need."""
    return kernel.cache_folder() / f"{kind.package}.rollouts.ready"


def is_ready(kind: Kind) -> bool:
    """Has all been compiled before, on this machine?"""
    return marker(kind).exists()


def all_ready() -> bool:
    """Has all been compiled before, for every game on the shelf?"""
    return all(is_ready(kind) for kind in shelf.kinds().values())


def get_all_ready() -> None:
    """`get_ready` for every game on the shelf; what is to be compiled first, side by side in processes of its own."""
    side_by_side(get_ready_by_name, [kind.name for kind in shelf.kinds().values() if not is_ready(kind)])
    for kind in shelf.kinds().values():
        get_ready(kind)


def get_ready_by_name(name: str) -> None:
    """`get_ready` in another process."""
    get_ready(shelf.kind(name))


# ---- compiled --------------------------------------------------------------------------------------------------------


@rule
def try_actions(
    seen: Any,
    boxes: Any,
    room: Room,
    lucks: Any,
    seat: int,
    actions: NDArray[np.int64],
    depth: int,
    out: NDArray[np.float32],
) -> None:
    """Try each of `actions` once a trial from what `seat` sees (an array of one), and play on.

    `out` is (trials, actions, 3): the seat's share of the win, its place and its total. `lucks` is an array of one
    generator, which moves on by one trial's worth each. After `depth` choices the value cuts a rollout off, and the
    total is not known (NaN); with 0 all are played to the end.
    """
    for trial in range(out.shape[0]):
        scatter(room, lucks)
        room.games[0] = seen[0]
        rules.redeal(room.games[0], boxes[0], seat, room.lucks[0])
        for index in range(len(actions)):
            again(room)
            room.games[1] = room.games[0]
            rules.play(room.games[1], boxes[0], actions[index])
            play_on(boxes, room, depth)
            out[trial, index, WIN] = room.wins[seat]
            out[trial, index, PLACE] = room.ranks[seat]
            out[trial, index, TOTAL] = room.totals[seat]


@rule
def play_from(
    states: Any,
    luck_before: NDArray[np.int64],
    boxes: Any,
    room: Room,
    lucks: Any,
    depth: int,
    out: NDArray[np.float32],
) -> None:
    """Play on from each of several states of one game, once a trial.

    `out` is (trials, states, seats): each seat's share of the win. `luck_before` is how often luck had decided before
    each state; so the die that falls next after one state is the die that falls second after the state before it.
    `depth` is as in `try_actions`.
    """
    for trial in range(out.shape[0]):
        scatter(room, lucks)
        for index in range(len(states)):
            again(room)
            for _die in range(luck_before[index]):
                next_word(room.lucks[1])
            room.games[1] = states[index]
            play_on(boxes, room, depth)
            for seat in range(out.shape[2]):
                out[trial, index, seat] = room.wins[seat]


@rule
def scatter(room: Room, lucks: Any) -> None:
    """Begin a trial: a generator of its own, so that trials do not depend on how long others were."""
    for word in range(4):
        room.lucks[0].words[word] = next_word(lucks[0])


@rule
def again(room: Room) -> None:
    """The same dice and ties as for what was tried before in this trial."""
    for word in range(4):
        room.lucks[1].words[word] = room.lucks[0].words[word] ^ 0x5BD1E995
        room.lucks[2].words[word] = room.lucks[0].words[word] ^ 0x1B873593


@rule
def play_on(boxes: Any, room: Room, depth: int) -> None:
    """Play state 1 to its end, or to where the value cuts it off, and write what every seat got or can expect."""
    game, box, decisions = room.games[1], boxes[0], 0
    seat = engine.run_chance(game, box, room.lucks[1])
    while seat != OVER:
        if value.KNOWN and depth and decisions >= depth and value.settled(game):
            value.foresee(game, box, room.wins, room.ranks)
            room.totals[:] = nan
            return
        rules.play(game, box, likely_action(game, box, room, seat))
        decisions += 1
        seat = engine.run_chance(game, box, room.lucks[1])
    rules.score(game, box, room.scores)
    rules.rank(game, box, room.scores, room.places)
    engine.share_win(room.places, game.n_players, room.wins)
    for other in range(game.n_players):
        room.ranks[other], room.totals[other] = room.places[other], room.scores[other]


@rule
def likely_action(game: Any, box: Any, room: Room, seat: int) -> int:
    """What the policy chooses for a seat, knowing what that sees; of equal actions each is equally likely."""
    seen = room.games[2]
    room.games[2] = game
    rules.seen(seen, box, seat)
    return int(preferring.weightiest(seen, box, room.lucks[2], room.weights))
