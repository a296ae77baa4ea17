"""Bots choosing, and playing each other, compiled once a game: `rolltop.bots` loads this module anew with the game's
`rules`, `engine` (`rolltop.games.engine`) and `policy` bound.

A bot here is a number. A bot is only ever handed a seen state: what its seat may know of the game.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games.contract import OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import below

rules: Any = None  # bound when the module is loaded for a game
engine: Any = None
policy: Any = None

RANDOM, SENSIBLE = 0, 1


@rule
def choose(views: Any, i: int, boxes: Any, lucks: Any, bot: int) -> int:
    """The action a bot chooses, given what the seat to choose sees (state `i` of an array)."""
    if bot == SENSIBLE:
        return weightiest(views[i], boxes[0], lucks[0])
    return int(engine.random_action(views[i], boxes[0], lucks[0]))


@rule
def weightiest(seen: Any, box: Any, luck: Any) -> int:
    """The legal action that the policy gives most weight; of equal ones each is equally likely."""
    weights = np.empty(rules.N_ACTIONS)
    policy.weigh(seen, box, rules.turn(seen), weights)
    best, chosen, equal = 0.0, -1, 0
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(seen, box, action):
            weight = weights[action]
            if chosen < 0 or weight > best:
                best, chosen, equal = weight, action, 1
            elif weight == best:
                equal += 1
                if below(luck, equal) == 0:
                    chosen = action
    return chosen


@rule
def play_out(games: Any, i: int, views: Any, boxes: Any, lucks: Any, bots: NDArray[np.int8]) -> int:
    """Let bots (a number a seat) play game `i` to its end; how many actions were chosen.

    `views` is an array of one spare record, for what the seat to choose sees.
    """
    decisions = 0
    seat = engine.run_chance(games[i], boxes[0], lucks[0])
    while seat != OVER:
        views[0] = games[i]
        rules.seen(views[0], boxes[0], seat)
        rules.play(games[i], boxes[0], choose(views, 0, boxes, lucks, bots[seat]))
        decisions += 1
        seat = engine.run_chance(games[i], boxes[0], lucks[0])
    return decisions


@rule
def contest(
    records: Any,
    boxes: Any,
    lucks: Any,
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
    scores, places = np.empty(n_players, np.int32), np.empty(n_players, np.int8)
    decisions = 0
    for number in range(n):
        for seat in range(n_players):
            seated[seat] = bots[(seat + number) % n_players]
        records[0] = records[2]
        rules.set_up(records[0], boxes[0], n_players)
        decisions += play_out(records, 0, records[1:2], boxes, lucks, seated)
        rules.score(records[0], boxes[0], scores)
        rules.rank(records[0], boxes[0], scores, places)
        winners = 0
        for seat in range(n_players):
            if places[seat] == 1:
                winners += 1
        for seat in range(n_players):
            entrant = (seat + number) % n_players
            totals[entrant] += scores[seat]
            if places[seat] == 1:
                wins[entrant] += 1.0 / winners
    return decisions
