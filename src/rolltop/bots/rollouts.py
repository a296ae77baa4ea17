"""Games played on from a position by the policy, compiled once a game: `rollouts` loads this module anew with the
game's `rules`, `engine` (`rolltop.games.engine`) and `policy` bound.

What is compared gets the same luck (common random numbers): in one trial all actions start from the same deal of what
is hidden, and from then on the same dice fall in the same order. So differences are known much better than the values.
Dice and the breaking of ties have generators of their own; one does not push the other out of step.
"""

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rolltop.games import kernel, shelf
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import below, next_word, seeded
from rolltop.games.shelf import Kind
from rolltop.games.words import _

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
policy: Any = None

WIN, PLACE, TOTAL = 0, 1, 2  #: the columns of results


class Room(NamedTuple):
    """Scratch memory of one thread."""

    games: Any  #: three states: as dealt, as played on, and as the seat to choose sees it
    lucks: Any  #: three generators: of the trial, of its dice, of its ties
    weights: NDArray[np.float64]
    scores: NDArray[np.int32]
    places: NDArray[np.int8]


def room(kind: Kind) -> Room:
    """Scratch memory for a game."""
    n_seats = kind.players[-1]
    return Room(
        np.zeros(3, kind.game_layout),
        seeded(0, 3),
        np.zeros(kind.n_actions),
        np.zeros(n_seats, np.int32),
        np.zeros(n_seats, np.int8),
    )


@cache
def rollouts(kind: Kind) -> ModuleType:
    """This module compiled for a game."""
    from rolltop.bots.levels import has_policy

    policy = f"{kind.package}.policy" if has_policy(kind) else "rolltop.bots.indifferent"
    return kernel.load(
        __name__,
        inline=False,
        suffix=f".{kind.name}",
        rules=kernel.load(kind.rules.__name__),
        engine=kind.algorithm("rolltop.games.engine"),
        policy=kernel.load(policy, inline=False),
    )


@cache
def get_ready(kind: Kind) -> None:
    """Compile for a game now, telling so if the disk cache does not have it."""
    marker = kernel.cache_folder() / f"{kind.package}.rollouts.ready"
    assert kind.engine
    if not marker.exists():
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
    algorithm.try_actions(states, boxes, scratch, lucks, seat, actions, np.zeros((1, 1, 3), np.float32))
    algorithm.play_from(states, np.zeros(1, np.int64), boxes, scratch, lucks, np.zeros((1, 1, n_players), np.float32))
    marker.touch()


# ---- compiled --------------------------------------------------------------------------------------------------------


@rule
def try_actions(
    seen: Any, boxes: Any, room: Room, lucks: Any, seat: int, actions: NDArray[np.int64], out: NDArray[np.float32]
) -> None:
    """Try each of `actions` once a trial from what `seat` sees (an array of one), and play on.

    `out` is (trials, actions, 3): the seat's share of the win, its place and its total. `lucks` is an array of one
    generator, which moves on by one trial's worth each.
    """
    for trial in range(out.shape[0]):
        scatter(room, lucks)
        room.games[0] = seen[0]
        rules.redeal(room.games[0], boxes[0], seat, room.lucks[0])
        for index in range(len(actions)):
            again(room)
            room.games[1] = room.games[0]
            rules.play(room.games[1], boxes[0], actions[index])
            winners = play_on(boxes, room)
            out[trial, index, 0] = 1.0 / winners if room.places[seat] == 1 else 0.0
            out[trial, index, 1] = room.places[seat]
            out[trial, index, 2] = room.scores[seat]


@rule
def play_from(
    states: Any, luck_before: NDArray[np.int64], boxes: Any, room: Room, lucks: Any, out: NDArray[np.float32]
) -> None:
    """Play on from each of several states of one game, once a trial.

    `out` is (trials, states, seats): each seat's share of the win. `luck_before` is how often luck had decided before
    each state; so the die that falls next after one state is the die that falls second after the state before it.
    """
    for trial in range(out.shape[0]):
        scatter(room, lucks)
        for index in range(len(states)):
            again(room)
            for _die in range(luck_before[index]):
                next_word(room.lucks[1])
            room.games[1] = states[index]
            winners = play_on(boxes, room)
            for seat in range(out.shape[2]):
                out[trial, index, seat] = 1.0 / winners if room.places[seat] == 1 else 0.0


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
def play_on(boxes: Any, room: Room) -> int:
    """Play state 1 to its end and score it; how many share the win. (Here a value could cut it short.)"""
    game, box = room.games[1], boxes[0]
    seat = engine.run_chance(game, box, room.lucks[1])
    while seat != OVER:
        rules.play(game, box, likely_action(game, box, room, seat))
        seat = engine.run_chance(game, box, room.lucks[1])
    rules.score(game, box, room.scores)
    rules.rank(game, box, room.scores, room.places)
    winners = 0
    for other in range(game.n_players):
        if room.places[other] == 1:
            winners += 1
    return winners


@rule
def likely_action(game: Any, box: Any, room: Room, seat: int) -> int:
    """What the policy chooses for a seat, knowing what that sees; of equal actions each is equally likely."""
    seen = room.games[2]
    room.games[2] = game
    rules.seen(seen, box, seat)
    policy.weigh(seen, box, seat, room.weights)
    best, chosen, equal = 0.0, -1, 0
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(seen, box, action):
            weight = room.weights[action]
            if chosen < 0 or weight > best:
                best, chosen, equal = weight, action, 1
            elif weight == best:
                equal += 1
                if below(room.lucks[2], equal) == 0:
                    chosen = action
    return chosen
