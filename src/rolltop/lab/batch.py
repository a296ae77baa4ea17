"""Whole games of bots, one row a game and one a seat, compiled once a game: `batch` loads this module anew with the
game's `rules`, `tally` and `bots` bound, the last being `rolltop.lab.thinking` or, if all play at random, `at_random`.

A game's number and the run's key are all that its luck comes from. So it does not matter in which order, by how many
threads or on which machine games are played, and each can be played again alone.
"""

from functools import cache
from types import ModuleType
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from rolltop.bots.choosing import duel
from rolltop.games import kernel
from rolltop.games.contract import CHANCE, OVER
from rolltop.games.kernel import Int8, Int32, record, rule
from rolltop.games.luck import below
from rolltop.games.shelf import Kind

rules: Any = None  # bound when the module is loaded for a game
tally: Any = None
bots: Any = None

STOP, PLAYED = 0, 1  #: places of `control`: not 0 ends the work; games played so far
GOLDEN, MIX_1, MIX_2 = -7046029254386353131, -4658895280553007687, -7723592293110705685  #: of SplitMix64
WORD = 0xFFFFFFFF


@record
class GameRow:
    """One game."""

    decisions: Int32
    winners: Int8  # who share the first place
    spare: Annotated[list[int], np.int8, 3]  # no gap at the end


@record
class SeatRow:
    """One seat of a game."""

    score: Int32
    bot: Int8
    order: Int8  # 1: made the game's first choice, 2: sits to the left of that, ...; 0: there was none
    place: Int8
    spare: Int8  # no gap at the end


@cache
def batch(kind: Kind, thinks: bool, searches: bool) -> ModuleType:
    """This module compiled for a game, for bots that think, perhaps by searching, or for such as all play at random."""
    rules, engine = kernel.load(kind.rules.__name__), kind.algorithm("rolltop.games.engine")
    if thinks:
        suffix = f".{kind.name}.searching" if searches else f".{kind.name}"
        compiled = duel(kind, searches)
        bots = kernel.load("rolltop.lab.thinking", inline=False, suffix=suffix, rules=rules, duel=compiled)
    else:
        suffix = f".{kind.name}.at_random"
        bots = kernel.load("rolltop.lab.at_random", suffix=f".{kind.name}", engine=engine)
    return kernel.load(__name__, suffix=suffix, rules=rules, tally=kernel.load(tally_name(kind)), bots=bots)


def tally_name(kind: Kind) -> str:
    """The module with the columns that a game has of its own."""
    return f"{kind.package}.tally" if (kind.folder / "tally.py").exists() else "rolltop.lab.untallied"


def key_of(seed: int) -> NDArray[np.int64]:
    """What the luck of all games of a seed comes from: 128 bits."""
    return np.random.SeedSequence(seed).generate_state(2, np.uint64).view(np.int64)


# ---- compiled --------------------------------------------------------------------------------------------------------


@rule
def play_games(
    work: Any,
    boxes: Any,
    lucks: Any,
    desk: Any,
    key: NDArray[np.int64],
    first: int,
    n_players: int,
    rows: Any,
    seats: Any,
    of_games: Any,
    of_seats: Any,
    control: NDArray[np.int64],
) -> int:
    """Play games number `first` and on, one for each of `rows`; how many were finished before a stop.

    `work` is four games, the last of them zeroed; `rows` and `of_games` are (games), `seats` and `of_seats` (games,
    players). The bots are those of the desk, as many as players; they move on by a seat from game to game.
    """
    seated = np.empty(n_players, np.int8)
    scores, places = np.empty(n_players, np.int32), np.empty(n_players, np.int8)
    for k in range(len(rows)):
        number = first + k
        for seat in range(n_players):
            seated[seat] = (seat + number) % n_players
        begin_luck(lucks[0], key, number)
        work[0] = work[3]
        rules.set_up(work[0], boxes[0], n_players)
        first_seat = run_chance(work, boxes, lucks, of_games[k], of_seats[k])
        decisions = play_out(work, boxes, lucks, desk, seated, first_seat, of_games[k], of_seats[k], control)
        if decisions < 0:
            return k
        rows[k].decisions = decisions
        rules.score(work[0], boxes[0], scores)
        rules.rank(work[0], boxes[0], scores, places)
        tally.conclude(work[0], boxes[0], of_games[k], of_seats[k])
        for seat in range(n_players):
            seats[k, seat].score = scores[seat]
            seats[k, seat].bot = seated[seat]
            seats[k, seat].order = turns_after(first_seat, seat, n_players)
            seats[k, seat].place = places[seat]
            rows[k].winners += places[seat] == 1
        control[PLAYED] += 1
    return len(rows)


@rule
def turns_after(first: int, seat: int, n_players: int) -> int:
    """The how-manieth a seat is, from the one that made the first choice; 0 if luck ended the game before any."""
    if first == OVER:
        return 0
    return seat - first + 1 if seat >= first else seat - first + n_players + 1


@rule
def begin_luck(luck: Any, key: NDArray[np.int64], number: int) -> None:
    """The generator of one game: SplitMix64 (Steele, Lea and Flood 2014), a step a game, of each half of the key."""
    for half in range(2):
        word = mixed(key[half] + number * GOLDEN)
        luck.words[2 * half] = word & WORD
        luck.words[2 * half + 1] = (word >> 32) & WORD


@rule
def mixed(word: int) -> int:
    """SplitMix64's output function, on signed numbers that wrap."""
    word = (word ^ ((word >> 30) & 0x3FFFFFFFF)) * MIX_1
    word = (word ^ ((word >> 27) & 0x1FFFFFFFFF)) * MIX_2
    return word ^ ((word >> 31) & 0x1FFFFFFFF)


@rule
def play_out(
    work: Any,
    boxes: Any,
    lucks: Any,
    desk: Any,
    seated: NDArray[np.int8],
    seat: int,
    of_game: Any,
    of_seats: Any,
    control: NDArray[np.int64],
) -> int:
    """Play the first game of `work` on from a seat's choice to the end; how many were made, -1 if it was stopped."""
    decisions = 0
    while seat != OVER:
        if control[STOP] != 0:
            return -1
        action = bots.choose(work, boxes, lucks, desk, seat, seated[seat])
        watched = tally.watches_choice(work[0])
        if watched:
            work[2] = work[0]
        rules.play(work[0], boxes[0], action)
        if watched:
            tally.notice(work[2], work[0], boxes[0], of_game, of_seats)
        decisions += 1
        seat = run_chance(work, boxes, lucks, of_game, of_seats)
    return decisions


@rule
def run_chance(work: Any, boxes: Any, lucks: Any, of_game: Any, of_seats: Any) -> int:
    """Let luck decide until somebody must choose or the game is over; whose turn it then is."""
    game, box = work[0], boxes[0]
    seat = rules.turn(game)
    while seat == CHANCE:
        watched = tally.watches_luck(game)
        if watched:
            work[2] = work[0]
        rules.happen(game, box, below(lucks[0], rules.outcomes(game, box)))
        if watched:
            tally.notice(work[2], game, box, of_game, of_seats)
        seat = rules.turn(game)
    return int(seat)
