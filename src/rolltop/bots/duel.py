"""Bots choosing, and playing each other, compiled once a game: `rolltop.bots` loads this module anew with the game's
`rules`, `engine` (`rolltop.games.engine`), `policy`, `memory`, `preferring` and
`search` bound.

A bot here is a number: its skill lies on the desk. A bot is only ever handed a seen state: what its seat may know of
the game.
"""

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.skills import Desk
from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import below

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
policy: Any = None
memory: Any = None
preferring: Any = None
search: Any = None

FINE = 1 << 30  #: steps of a random fraction


@rule
def choose(views: Any, boxes: Any, lucks: Any, desk: Desk, number: Any) -> int:
    """The action that bot `number` of the desk chooses, given what the seat to choose sees (an array of one)."""
    skill = desk.skills[number]
    if not skill.policy and not skill.playouts:
        return int(engine.random_action(views[0], boxes[0], lucks[0]))
    seen = desk.games[2]
    desk.games[2] = views[0]
    if skill.forgets > 0.0:
        memory.forget(seen, boxes[0], rules.turn(seen), skill.forgets, lucks[0])
    if skill.playouts and (seen.n_players > 1 or not skill.plans_alone):
        search.clear(desk)
        search.search(desk.games, 2, boxes, lucks, desk, number, skill.playouts)
        return int(search.most_visited(desk, lucks[0]))
    if skill.wavers > 0.0:
        return wavering(seen, boxes[0], lucks[0], desk, skill)
    return int(preferring.weightiest(seen, boxes[0], lucks[0], desk.weights))


@rule
def begin(desk: Desk) -> None:
    """A search is to begin: nothing is known of the tree."""
    search.clear(desk)


@rule
def search_on(seen: Any, boxes: Any, lucks: Any, desk: Desk, number: int, n: int) -> None:
    """`n` playouts more for a bot of the desk, from what the seat to choose sees (an array of one)."""
    desk.games[2] = seen[0]
    search.search(desk.games, 2, boxes, lucks, desk, number, n)


@rule
def most_visited(desk: Desk, lucks: Any) -> int:
    """What the search has come to."""
    return int(search.most_visited(desk, lucks[0]))


@rule
def advance(lucks: Any) -> None:
    """Let a generator move on."""
    below(lucks[0], FINE)


@rule
def wavering(seen: Any, box: Any, luck: Any, desk: Desk, skill: Any) -> int:
    """An action drawn from the softmax of the policy's weights (by the Gumbel-max trick)."""
    policy.weigh(seen, box, rules.turn(seen), desk.weights)
    spread = preferring.spread(seen, box, desk.weights)
    best, chosen = -1e300, -1
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(seen, box, action):
            fraction = (below(luck, FINE) + 0.5) / FINE
            weight = desk.weights[action] - skill.wavers * spread * log(-log(fraction))
            if weight > best:
                best, chosen = weight, action
    return chosen


@rule
def play_out(
    games: Any, i: int, views: Any, boxes: Any, dice: Any, lucks: Any, desk: Desk, bots: NDArray[np.int8]
) -> int:
    """Let bots (a number a seat) play game `i` to its end; how many actions were chosen.

    The dice come from one generator and all else that bots draw from another, so that the same dice can be played with
    the bots on other seats; one generator may be both. `views` is an array of one spare record, for what the seat to
    choose sees.
    """
    decisions = 0
    seat = engine.run_chance(games[i], boxes[0], dice[0])
    while seat != OVER:
        skill = desk.skills[bots[seat]]
        if not skill.policy and not skill.playouts:  # the mask is known without looking
            action = engine.random_action(games[i], boxes[0], lucks[0])
        else:
            views[0] = games[i]
            rules.seen(views[0], boxes[0], seat)
            action = choose(views, boxes, lucks, desk, np.int64(bots[seat]))
        rules.play(games[i], boxes[0], action)
        decisions += 1
        seat = engine.run_chance(games[i], boxes[0], dice[0])
    return decisions


@rule
def contest(
    records: Any,
    boxes: Any,
    lucks: Any,
    desk: Desk,
    bots: NDArray[np.int8],
    n: int,
    wins: NDArray[np.float64],
    totals: NDArray[np.int64],
) -> int:
    """Let `bots` play `n` games, moving on by a seat from game to game; how many actions were chosen.

    Adds each bot's wins (a shared win in equal parts) to `wins` and its scores to `totals`. `records` are three zeroed
    games to work on.
    """
    n_players = len(bots)
    seated = np.empty(n_players, np.int8)
    scores, places, shares = np.empty(n_players, np.int32), np.empty(n_players, np.int8), np.empty(n_players)
    decisions = 0
    for number in range(n):
        for seat in range(n_players):
            seated[seat] = bots[(seat + number) % n_players]
        records[0] = records[2]
        rules.set_up(records[0], boxes[0], n_players)
        decisions += play_out(records, 0, records[1:2], boxes, lucks, lucks, desk, seated)
        rules.score(records[0], boxes[0], scores)
        rules.rank(records[0], boxes[0], scores, places)
        engine.share_win(places, n_players, shares)
        for seat in range(n_players):
            entrant = (seat + number) % n_players
            totals[entrant] += scores[seat]
            wins[entrant] += shares[seat]
    return decisions
