"""Roll Estate: the rules, in the rulebook's order. Each function cites its rule (RE1 to RE20, see how_to_play.md).

What the dice allow is worked out once a roll, as two sets of bits: `holds` (which dice may be kept) and `claims` (which
Assets may be claimed, or which rows given up). Every action is one bit.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rolltop.games.contract import CHANCE, EVERYBODY, OVER
from rolltop.games.kernel import Flag, Int8, Int16, Int32, Int64, record, rule
from rolltop.games.luck import Luck

MIN_PLAYERS, MAX_PLAYERS = 1, 6
N_DICE = 5
N_FACES = 6
N_ROLLS = 3
MAX_ROWS = 10
MAX_SLOTS = 4
MAX_ROUTES = 4
N_INDEXES = 2
RUN = 4  #: so many consecutive numbers make a route; one more make an Index

N_HOLDS = 31  #: actions 0 to 30 keep the dice whose bits are set, and roll the others
ROUTES = MAX_ROWS * MAX_SLOTS  #: bits of `claims`: a rental each, then the routes ...
LIQUID = ROUTES + MAX_ROUTES  # ... and the other Assets ...
INDEX = LIQUID + 1
JACKPOT = INDEX + 1
LOSE = JACKPOT + 1  # ... and, in their absence, the rows in which to lose interest
N_CLAIMS = LOSE + MAX_ROWS
N_ACTIONS = N_HOLDS + N_CLAIMS

EMPTY, CROSSED = 0, -1  #: what may stand in a slot instead of a number
NOBODY = -1
ANY, NO_ROUTE = 0, -1  #: a route's first number, where there is no such number
ALL_DICE = (1 << N_DICE) - 1
BITS = 4  #: of `counts`, a face each

Slots = Annotated[list[int], np.int8, MAX_SLOTS]


class Phase(IntEnum):
    """What is due next."""

    FIRST_PLAYER = 0
    ROLL = 1
    CHOOSE = 2
    GAME_OVER = 3


@record
class Row:
    """A Neighborhood as printed."""

    rental: Int16
    businesses: Annotated[list[int], np.int16, 2]  # 0: not in play
    n_slots: Int8
    face: Int8  # which dice count ...
    matching: Int8  # ... or, if 0, so many that match
    blank: Int8


@record
class Box:
    """Components and options; read-only while playing."""

    rows: Annotated[list[Row], MAX_ROWS]
    transit: Annotated[list[int], np.int16, MAX_ROUTES + 1]  # for so many routes
    multipliers: Annotated[list[int], np.int16, N_INDEXES + 1]  # of Liquid Assets, for so many Indexes
    jackpot: Int16
    goal: Int16  # solo: what the Investments must reach
    routes: Annotated[list[int], np.int8, MAX_ROUTES]  # the first number; ANY, NO_ROUTE
    n_rows: Int8
    to_end: Int8  # a player with so many businesses triggers the end; 0: none does
    all_matched: Flag  # RE4 read otherwise
    first_seat: Int8  # NOBODY: drawn at random


@record
class Player:
    """A score sheet."""

    numbers: Annotated[list[Slots], np.int8, MAX_ROWS, MAX_SLOTS]
    liquid: Int8  # 0: not claimed
    indexes: Int8
    jackpot: Flag
    blank: Int8


@record
class Game:
    """The state."""

    claims: Int64  # a bit each
    holds: Int32
    counts: Int32  # of the faces of the dice, BITS bits each
    phase: Int8
    n_players: Int8
    round_no: Int8
    first: Int8
    player: Int8  # on turn
    rolls: Int8  # made this turn
    rolling: Int8  # dice to be rolled, a bit each
    kept: Int8  # dice held at the last re-roll, a bit each
    ender: Int8  # who triggered the end of the game
    stuck: Flag  # solo: lost by a roll that fits nowhere
    blank: Int8
    dice: Annotated[list[int], np.int8, N_DICE]  # 0: not rolled
    route_owner: Annotated[list[int], np.int8, MAX_ROUTES]
    business_owner: Annotated[list[list[int]], np.int8, MAX_ROWS, 2]
    players: Annotated[list[Player], MAX_PLAYERS]


# ---- setup -----------------------------------------------------------------------------------------------------------


@rule
def set_up(game: Game, box: Box, n_players: int) -> None:
    """Empty sheets; the starting player is drawn, or a given seat. A single player starts."""
    game.n_players = n_players
    game.ender = NOBODY
    for route in range(MAX_ROUTES):
        game.route_owner[route] = NOBODY
    for row in range(MAX_ROWS):
        game.business_owner[row][0] = NOBODY
        game.business_owner[row][1] = NOBODY
    if box.first_seat == NOBODY and n_players > 1:
        game.phase = Phase.FIRST_PLAYER
    else:
        start_with(game, max(0, int(box.first_seat)))


@rule
def start_with(game: Game, seat: int) -> None:
    game.first = seat
    begin_turn(game, seat)


@rule
def begin_turn(game: Game, seat: int) -> None:
    """RE1: all dice are to be rolled."""
    game.player = seat
    if seat == game.first:
        game.round_no += 1
    game.rolls = 0
    roll(game, 0)


# ---- whose turn, and luck --------------------------------------------------------------------------------------------


@rule
def turn(game: Game) -> int:
    """The seat to choose, or CHANCE, or OVER."""
    if game.phase == Phase.ROLL:
        return CHANCE
    if game.phase == Phase.CHOOSE:
        return int(game.player)
    return OVER if game.phase == Phase.GAME_OVER else CHANCE


@rule
def audience(game: Game) -> int:
    """Everything in Roll Estate is done in the open."""
    return EVERYBODY


@rule
def outcomes(game: Game, box: Box) -> int:
    """How many equally likely outcomes there are: the players, or the faces of a die."""
    return int(game.n_players) if game.phase == Phase.FIRST_PLAYER else N_FACES


@rule
def happen(game: Game, box: Box, outcome: int) -> None:
    """Apply an outcome: the seat that starts, or what the next die shows (outcome 0: a one)."""
    if game.phase == Phase.FIRST_PLAYER:
        start_with(game, outcome)
        return
    die = lowest_bit(int(game.rolling))
    game.dice[die] = outcome + 1
    game.counts += 1 << BITS * (outcome + 1)
    game.rolling &= game.rolling - 1
    if game.rolling == 0:
        end_roll(game, box)


@rule
def lowest_bit(bits: int) -> int:
    bit = 0
    while not bits >> bit & 1:
        bit += 1
    return bit


# ---- phase one: rolling the dice -------------------------------------------------------------------------------------


@rule
def roll(game: Game, kept: int) -> None:
    """RE1: all dice but those held are rolled again, one by one."""
    game.kept = kept
    game.rolling = ALL_DICE & ~kept
    for die in range(N_DICE):
        if not kept >> die & 1:
            if game.dice[die] != 0:
                game.counts -= 1 << BITS * int(game.dice[die])
            game.dice[die] = 0
    game.phase = Phase.ROLL


@rule
def end_roll(game: Game, box: Box) -> None:
    """RE1, RE2: now dice may be held, or an Asset claimed. RE12: or, if none can be, interest lost."""
    game.rolls += 1
    game.phase = Phase.CHOOSE
    game.holds = holds_of(game) if game.rolls < N_ROLLS else 0
    game.claims = placements(game, box)
    if game.claims == 0:
        if game.n_players > 1:
            game.claims = rows_to_lose(game, box)
        elif game.rolls == N_ROLLS:
            game.stuck = True  # RE19
            game.phase = Phase.GAME_OVER


@rule
def holds_of(game: Game) -> int:
    """The ways to hold dice, a bit each. Of dice that show the same the leftmost are held."""
    holds = (1 << N_HOLDS) - 1
    for right in range(1, N_DICE):
        for left in range(right):
            if game.dice[left] == game.dice[right]:
                holds &= LEFT_FIRST[left][right]
    return holds


def _left_first(left: int, right: int) -> int:
    """The holds that do not keep the right one of two dice without the left."""
    return sum(1 << hold for hold in range(N_HOLDS) if not hold >> right & 1 or hold >> left & 1)


LEFT_FIRST = tuple(tuple(_left_first(left, right) for right in range(N_DICE)) for left in range(N_DICE))


# ---- phase two: acquiring an Asset -----------------------------------------------------------------------------------


@rule
def is_legal(game: Game, box: Box, action: int) -> bool:
    """RE1, RE2, RE12: may the player on turn hold these dice, claim this Asset, lose interest in this row?"""
    if game.phase != Phase.CHOOSE or action < 0 or action >= N_ACTIONS:
        return False
    if action < N_HOLDS:
        return bool(game.holds >> action & 1)
    return bool(game.claims >> (action - N_HOLDS) & 1)


@rule
def placements(game: Game, box: Box) -> int:
    """RE2, RE20: all Assets that the dice can claim, a bit each: a rental is one among them."""
    found = 0
    for row in range(box.n_rows):
        number = number_for(game, box, row)
        if number != 0:
            found |= slots_for(game, box, row, number) << MAX_SLOTS * row
    return found | investments_for(game, box)


@rule
def count_of(game: Game, face: int) -> int:
    """How many dice show a face."""
    return int(game.counts) >> BITS * face & ((1 << BITS) - 1)


@rule
def number_for(game: Game, box: Box, row: int) -> int:
    """RE3, RE4, RE6: the total of all dice that qualify for a row; 0 if none do."""
    face = int(box.rows[row].face)
    if face != 0:
        return face * count_of(game, face)
    matching = int(box.rows[row].matching)
    for face in range(1, N_FACES + 1):
        count = count_of(game, face)
        if count >= matching:
            return face * (count if box.all_matched else matching)
    return 0


@rule
def slots_for(game: Game, box: Box, row: int, number: int) -> int:
    """RE5: the empty slots where a number keeps the row strictly increasing, a bit each."""
    numbers = game.players[game.player].numbers[row]
    found = 0
    for slot in range(box.rows[row].n_slots):
        written = int(numbers[slot])
        if written == EMPTY:
            found |= 1 << slot
        elif written > number:  # nothing to its right
            return found
        elif written > 0:  # nothing to its left, and nothing at all beside an equal one
            found = 0
            if written == number:
                return 0
    return found


@rule
def investments_for(game: Game, box: Box) -> int:
    """RE7 to RE11: the routes, Liquid Assets, Indexes and Jackpot that the dice can claim, a bit each."""
    player = game.players[game.player]
    found = 0 if player.liquid else 1 << LIQUID
    runs = runs_of(game, RUN)
    if runs != 0:
        for route in range(MAX_ROUTES):
            if game.route_owner[route] == NOBODY and serves(int(box.routes[route]), runs):
                found |= 1 << (ROUTES + route)
        if player.indexes < N_INDEXES and runs_of(game, RUN + 1) != 0:
            found |= 1 << INDEX
    if not player.jackpot and all_alike(game):
        found |= 1 << JACKPOT
    return found


@rule
def runs_of(game: Game, length: int) -> int:
    """RE7, RE9: where so many consecutive numbers lie among the dice; bit k: from the number k."""
    runs = 0
    streak = 0
    for face in range(N_FACES, 0, -1):
        streak = streak + 1 if count_of(game, face) else 0
        if streak >= length:
            runs |= 1 << face
    return runs


@rule
def serves(first: int, runs: int) -> bool:
    """RE7: does a route from this first number lie in the runs?"""
    return first == ANY or (first > 0 and bool(runs >> first & 1))


@rule
def all_alike(game: Game) -> bool:
    """RE10: five of a kind."""
    return count_of(game, int(game.dice[0])) == N_DICE


@rule
def play(game: Game, box: Box, action: int) -> None:
    """Carry out a legal action of the player on turn."""
    if action < N_HOLDS:
        roll(game, action)
        return
    claim = action - N_HOLDS
    if claim < ROUTES:
        claim_rental(game, box, claim // MAX_SLOTS, claim % MAX_SLOTS)
    elif claim < LIQUID:
        claim_route(game, claim - ROUTES)
    elif claim == LIQUID:
        claim_liquid_assets(game)
    elif claim == INDEX:
        claim_index(game)
    elif claim == JACKPOT:
        claim_jackpot(game)
    else:
        lose_interest(game, box, claim - LOSE)
    end_turn(game, box)


@rule
def claim_rental(game: Game, box: Box, row: int, slot: int) -> None:
    """RE3, RE4: the number is written. RE13: the last rental of a row opens a business."""
    numbers = game.players[game.player].numbers[row]
    numbers[slot] = number_for(game, box, row)
    if complete(game, box, int(game.player), row):
        open_business(game, box, row)


@rule
def claim_route(game: Game, route: int) -> None:
    """RE7: the route is this player's alone."""
    game.route_owner[route] = game.player


@rule
def claim_liquid_assets(game: Game) -> None:
    """RE8: the total of all dice."""
    total = 0
    for die in range(N_DICE):
        total += int(game.dice[die])
    game.players[game.player].liquid = total


@rule
def claim_index(game: Game) -> None:
    """RE9: one of the two boxes."""
    game.players[game.player].indexes += 1


@rule
def claim_jackpot(game: Game) -> None:
    """RE10."""
    game.players[game.player].jackpot = True


# ---- losing interest -------------------------------------------------------------------------------------------------


@rule
def rows_to_lose(game: Game, box: Box) -> int:
    """RE12: the rows with unclaimed rentals, a bit each."""
    found = 0
    for row in range(box.n_rows):
        if unclaimed(game, box, int(game.player), row) > 0:
            found |= 1 << (LOSE + row)
    return found


@rule
def unclaimed(game: Game, box: Box, seat: int, row: int) -> int:
    """How many slots of a row are neither claimed nor crossed out."""
    count = 0
    for slot in range(box.rows[row].n_slots):
        if game.players[seat].numbers[row][slot] == EMPTY:
            count += 1
    return count


@rule
def lose_interest(game: Game, box: Box, row: int) -> None:
    """RE12: the unclaimed slots of a row are crossed out for good."""
    numbers = game.players[game.player].numbers[row]
    for slot in range(box.rows[row].n_slots):
        if numbers[slot] == EMPTY:
            numbers[slot] = CROSSED


# ---- phase three: opening a business ---------------------------------------------------------------------------------


@rule
def complete(game: Game, box: Box, seat: int, row: int) -> bool:
    """Has this player claimed every rental of a row?"""
    return claimed(game, box, seat, row) == box.rows[row].n_slots


@rule
def claimed(game: Game, box: Box, seat: int, row: int) -> int:
    """How many rentals of a row a player has."""
    count = 0
    for slot in range(box.rows[row].n_slots):
        if game.players[seat].numbers[row][slot] > 0:
            count += 1
    return count


@rule
def open_business(game: Game, box: Box, row: int) -> None:
    """RE13: the first business of the row, or else the second if there is one; RE17 to RE19: not in every game."""
    for place in range(2):
        if box.rows[row].businesses[place] != 0 and game.business_owner[row][place] == NOBODY:
            game.business_owner[row][place] = game.player
            return


@rule
def businesses_of(game: Game, box: Box, seat: int) -> int:
    """How many businesses a player has."""
    count = 0
    for row in range(box.n_rows):
        if game.business_owner[row][0] == seat or game.business_owner[row][1] == seat:
            count += 1
    return count


# ---- phase four: game over? ------------------------------------------------------------------------------------------


@rule
def end_turn(game: Game, box: Box) -> None:
    """RE14: the end is triggered, or the turn passes; the game ends when all have had as many turns. RE19: solo."""
    if game.n_players == 1:
        if businesses_of(game, box, 0) == box.n_rows:
            game.phase = Phase.GAME_OVER
            return
    elif game.ender == NOBODY and triggers_end(game, box):
        game.ender = game.player
    seat = left_of(game, int(game.player))
    if game.ender != NOBODY and seat == game.first:
        game.phase = Phase.GAME_OVER
    else:
        begin_turn(game, seat)


@rule
def triggers_end(game: Game, box: Box) -> bool:
    """RE14, RE17: so many businesses, or no rental property left to claim."""
    seat = int(game.player)
    left = 0
    for row in range(box.n_rows):
        left += unclaimed(game, box, seat, row)
    return left == 0 or businesses_of(game, box, seat) >= box.to_end


@rule
def left_of(game: Game, seat: int) -> int:
    seat += 1
    return 0 if seat == game.n_players else seat


# ---- the total -------------------------------------------------------------------------------------------------------


@rule
def score(game: Game, box: Box, out: NDArray[np.int32]) -> None:
    """RE15: rentals and businesses at their dollar value, and the Investments; before the end, as if it ended now."""
    for seat in range(game.n_players):
        out[seat] = rentals_worth(game, box, seat) + businesses_worth(game, box, seat) + investments(game, box, seat)


@rule
def rentals_worth(game: Game, box: Box, seat: int) -> int:
    worth = 0
    for row in range(box.n_rows):
        worth += int(box.rows[row].rental) * claimed(game, box, seat, row)
    return worth


@rule
def businesses_worth(game: Game, box: Box, seat: int) -> int:
    worth = 0
    for row in range(box.n_rows):
        for place in range(2):
            if game.business_owner[row][place] == seat:
                worth += int(box.rows[row].businesses[place])
    return worth


@rule
def investments(game: Game, box: Box, seat: int) -> int:
    """RE19: Mass Transit, Stock Portfolio and Jackpot."""
    return transit_worth(game, box, seat) + stock_worth(game, box, seat) + jackpot_worth(game, box, seat)


@rule
def transit_worth(game: Game, box: Box, seat: int) -> int:
    """RE7."""
    return int(box.transit[routes_of(game, seat)])


@rule
def routes_of(game: Game, seat: int) -> int:
    """How many routes a player has."""
    count = 0
    for route in range(MAX_ROUTES):
        if game.route_owner[route] == seat:
            count += 1
    return count


@rule
def stock_worth(game: Game, box: Box, seat: int) -> int:
    """RE8, RE9: Liquid Assets times what the Indexes make of them."""
    player = game.players[seat]
    return int(player.liquid) * int(box.multipliers[player.indexes])


@rule
def jackpot_worth(game: Game, box: Box, seat: int) -> int:
    """RE10."""
    return int(box.jackpot) if game.players[seat].jackpot else 0


@rule
def rank(game: Game, box: Box, scores: NDArray[np.int32], places: NDArray[np.int8]) -> None:
    """RE16: the highest total is first, ties by the tie-breakers, else shared. RE19: a solo game is won, or second."""
    if game.n_players == 1:
        places[0] = 1 if won_alone(game, box) else 2
        return
    for seat in range(game.n_players):
        places[seat] = 1
        for other in range(game.n_players):
            if is_ahead(game, box, other, seat, int(scores[other]) - int(scores[seat])):
                places[seat] += 1


@rule
def won_alone(game: Game, box: Box) -> bool:
    """RE19: all businesses, and Investments that reach the level's sum."""
    return businesses_of(game, box, 0) == box.n_rows and investments(game, box, 0) >= box.goal


@rule
def is_ahead(game: Game, box: Box, one: int, other: int, lead: int) -> bool:
    """RE16: more money, or else more rentals, or else more routes, or else the more valuable stock portfolio."""
    if lead == 0:
        lead = rentals_of(game, box, one) - rentals_of(game, box, other)
    if lead == 0:
        lead = routes_of(game, one) - routes_of(game, other)
    if lead == 0:
        lead = stock_worth(game, box, one) - stock_worth(game, box, other)
    return lead > 0


@rule
def rentals_of(game: Game, box: Box, seat: int) -> int:
    """How many rental properties a player has."""
    count = 0
    for row in range(box.n_rows):
        count += claimed(game, box, seat, row)
    return count


# ---- what a seat may know --------------------------------------------------------------------------------------------


@rule
def seen(game: Game, box: Box, seat: int) -> None:
    """Nothing is hidden in Roll Estate."""


@rule
def redeal(game: Game, box: Box, seat: int, luck: Luck) -> None:
    """Nothing is hidden, so there is nothing to draw."""
