"""What any host does with any game's rules, compiled once a game: `rolltop.games.shelf` loads this module anew with the
game's rules bound to the global `rules`.

Functions take arrays and an index rather than a record, because passing a record from Python costs ten times more than
passing its array. Functions named `unchecked` trust the caller to pass only what the mask allows.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games.contract import CHANCE, OVER
from rolltop.games.kernel import rule
from rolltop.games.luck import below

rules: Any = None  # bound when the module is loaded for a game

GUESSES = 8
ILLEGAL = -10  #: step(): the action was refused and nothing changed


@rule
def set_up(games: Any, i: int, boxes: Any, n_players: int) -> None:
    """Set game `i` up; its record must be zeroed."""
    rules.set_up(games[i], boxes[0], n_players)


@rule
def turn(games: Any, i: int) -> int:
    return int(rules.turn(games[i]))


@rule
def audience(games: Any, i: int) -> int:
    return int(rules.audience(games[i]))


@rule
def outcomes(games: Any, i: int, boxes: Any) -> int:
    return int(rules.outcomes(games[i], boxes[0]))


@rule
def happen_unchecked(games: Any, i: int, boxes: Any, outcome: int) -> None:
    rules.happen(games[i], boxes[0], outcome)


@rule
def is_legal(games: Any, i: int, boxes: Any, action: int) -> bool:
    return bool(rules.is_legal(games[i], boxes[0], action))


@rule
def mask(games: Any, i: int, boxes: Any, out: NDArray[np.int8]) -> int:
    """Write 1 for each legal action into `out`; how many there are."""
    count = 0
    for action in range(rules.N_ACTIONS):
        legal = rules.is_legal(games[i], boxes[0], action)
        out[action] = 1 if legal else 0
        if legal:
            count += 1
    return count


@rule
def play_unchecked(games: Any, i: int, boxes: Any, action: int) -> None:
    rules.play(games[i], boxes[0], action)


@rule
def score(games: Any, i: int, boxes: Any, scores: NDArray[np.int32], places: NDArray[np.int8]) -> None:
    """Totals and places as if the game ended now, one a seat."""
    rules.score(games[i], boxes[0], scores)
    rules.rank(games[i], boxes[0], scores, places)


@rule
def share_win(places: NDArray[np.int8], n_players: int, out: Any) -> None:
    """Write each seat's share of the win: those in the first place have equal parts."""
    winners = 0
    for seat in range(n_players):
        if places[seat] == 1:
            winners += 1
    for seat in range(n_players):
        out[seat] = 1.0 / winners if places[seat] == 1 else 0.0


@rule
def seen(games: Any, i: int, boxes: Any, seat: int) -> None:
    rules.seen(games[i], boxes[0], seat)


@rule
def redeal(games: Any, i: int, boxes: Any, seat: int, lucks: Any) -> None:
    rules.redeal(games[i], boxes[0], seat, lucks[0])


@rule
def run_chance(game: Any, box: Any, luck: Any) -> int:
    """Let luck decide until somebody must choose or the game is over; whose turn it then is."""
    seat = rules.turn(game)
    while seat == CHANCE:
        rules.happen(game, box, below(luck, rules.outcomes(game, box)))
        seat = rules.turn(game)
    return int(seat)


@rule
def random_action(game: Any, box: Any, luck: Any) -> int:
    """A legal action, each equally likely: guessed first, which is quick where many are legal, then counted."""
    for _ in range(GUESSES):
        action = below(luck, rules.N_ACTIONS)
        if rules.is_legal(game, box, action):
            return int(action)
    count = 0
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(game, box, action):
            count += 1
    wanted = below(luck, count)
    for action in range(rules.N_ACTIONS):
        if rules.is_legal(game, box, action):
            if wanted == 0:
                return action
            wanted -= 1
    return ILLEGAL


@rule
def random_playout(game: Any, box: Any, luck: Any) -> int:
    """Play at random to the end; how many actions were chosen."""
    decisions = 0
    while run_chance(game, box, luck) != OVER:
        rules.play(game, box, random_action(game, box, luck))
        decisions += 1
    return decisions


@rule
def random_playouts(blank: Any, games: Any, boxes: Any, lucks: Any, n_players: int, n: int) -> int:
    """Play `n` random games, one after the other, on the first record of `games`; how many actions were chosen."""
    decisions = 0
    for _ in range(n):
        games[0] = blank[0]
        rules.set_up(games[0], boxes[0], n_players)
        decisions += random_playout(games[0], boxes[0], lucks[0])
    return decisions


@rule
def step(games: Any, i: int, boxes: Any, lucks: Any, action: int, out: NDArray[np.int8]) -> int:
    """Play an action in game `i`, let luck decide, write the next mask; whose turn it is, or ILLEGAL."""
    game, box = games[i], boxes[0]
    if rules.turn(game) < 0 or not rules.is_legal(game, box, action):
        return ILLEGAL
    rules.play(game, box, action)
    seat = run_chance(game, box, lucks[i])
    for other in range(rules.N_ACTIONS):
        out[other] = 1 if rules.is_legal(game, box, other) else 0
    return seat
