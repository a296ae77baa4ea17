"""Rollie: the rules, in the rulebook's order. Each function cites its rule (RO1 to RO21, listed in how_to_play.md).

RO21, deciding before one's turn, needs nothing here: whoever runs the game keeps the wish and carries it out in turn.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rolltop.games.contract import CHANCE, EVERYBODY, OVER
from rolltop.games.kernel import Flag, Int8, record, rule
from rolltop.games.luck import Luck

MIN_PLAYERS, MAX_PLAYERS = 2, 6
N_VALUES = 5
MAX_TOKENS = 12
MAX_BONUS = 3
R = 5  #: the face that stands for any value; faces 0 to 4 are the values in ascending order
N_FACES = 6
SECURE = 5  #: actions 0 to 4 take a bill of that value
N_ACTIONS = 6
NOT_ROLLED = -1
NOBODY = -1
FACE_DOWN, FACE_UP, NOT_IN_BOX = -1, -2, -3  #: where a Start token lies, if no seat has it

Bills = Annotated[list[int], np.int8, N_VALUES]


class Phase(IntEnum):
    """What is due next."""

    FIRST_PLAYER = 0
    START_TOKEN = 1
    FIRST_DIE = 2
    SECOND_DIE = 3
    ACTIONS = 4
    GAME_OVER = 5


@record
class Box:
    """Components and options; read-only while playing."""

    values: Annotated[list[int], np.int16, N_VALUES]
    bonus: Annotated[list[list[int]], np.int16, N_VALUES, MAX_BONUS]  # 0: no such token
    bills: Bills
    dice: Annotated[list[list[int]], np.int8, 2, N_FACES]
    n_tokens: Int8
    n_rounds: Int8
    first_seat: Int8  # NOBODY: drawn at random


@record
class Player:
    bet: Bills
    wallet: Bills
    secured: Flag


@record
class Game:
    """The state."""

    phase: Int8
    n_players: Int8
    round_no: Int8
    first: Int8
    chooser: Int8
    took: Flag  # somebody took a bill this turn
    last_round: Flag
    dice: Annotated[list[int], np.int8, 2]
    bank: Bills
    token_at: Annotated[list[int], np.int8, MAX_TOKENS]  # token number k+1: a seat, FACE_DOWN, FACE_UP or NOT_IN_BOX
    players: Annotated[list[Player], MAX_PLAYERS]


# ---- setup -----------------------------------------------------------------------------------------------------------


@rule
def set_up(game: Game, box: Box, n_players: int) -> None:
    """RO1: piles in the Bank, Start tokens face down; the first First player is drawn, or a given seat."""
    game.n_players = n_players
    game.dice[0] = NOT_ROLLED
    game.dice[1] = NOT_ROLLED
    for value in range(N_VALUES):
        game.bank[value] = box.bills[value]
    for token in range(MAX_TOKENS):
        game.token_at[token] = FACE_DOWN if token < box.n_tokens else NOT_IN_BOX
    if box.first_seat == NOBODY:
        game.phase = Phase.FIRST_PLAYER
    else:
        game.first = box.first_seat
        game.phase = Phase.START_TOKEN


# ---- whose turn, and luck --------------------------------------------------------------------------------------------


@rule
def turn(game: Game) -> int:
    """The seat to choose (RO3), or CHANCE, or OVER."""
    if game.phase == Phase.ACTIONS:
        return int(game.chooser)
    if game.phase == Phase.GAME_OVER:
        return OVER
    return CHANCE


@rule
def audience(game: Game) -> int:
    """Everything in Rollie is done in the open."""
    return EVERYBODY


@rule
def outcomes(game: Game, box: Box) -> int:
    """How many equally likely outcomes there are: the players, the face-down tokens, or the faces of a die."""
    if game.phase == Phase.FIRST_PLAYER:
        return int(game.n_players)
    if game.phase == Phase.START_TOKEN:
        return face_down_tokens(game)
    return N_FACES


@rule
def happen(game: Game, box: Box, outcome: int) -> None:
    """Apply an outcome: a seat, the how-manieth of the face-down tokens (from the lowest), or a side of a die."""
    if game.phase == Phase.FIRST_PLAYER:
        game.first = outcome
        game.phase = Phase.START_TOKEN
    elif game.phase == Phase.START_TOKEN:
        turn_up_start_token(game, outcome)
    elif game.phase == Phase.FIRST_DIE:
        game.dice[0] = box.dice[0][outcome]
        game.dice[1] = NOT_ROLLED
        game.phase = Phase.SECOND_DIE
    else:
        game.dice[1] = box.dice[1][outcome]
        resolve_roll(game, box)


@rule
def face_down_tokens(game: Game) -> int:
    count = 0
    for token in range(MAX_TOKENS):
        if game.token_at[token] == FACE_DOWN:
            count += 1
    return count


@rule
def face_down_token(game: Game, outcome: int) -> int:
    """The token, counted from 0, that is `outcome`-th among those face down."""
    for token in range(MAX_TOKENS):
        if game.token_at[token] == FACE_DOWN:
            if outcome == 0:
                return token
            outcome -= 1
    return NOBODY


@rule
def turn_up_start_token(game: Game, outcome: int) -> None:
    """RO1, RO15: a round begins with a new Start token turned up."""
    game.token_at[face_down_token(game, outcome)] = FACE_UP
    game.round_no += 1
    game.phase = Phase.FIRST_DIE


# ---- 1: roll the dice ------------------------------------------------------------------------------------------------


@rule
def resolve_roll(game: Game, box: Box) -> None:
    """RO2, RO3, RO9, RO14: what the two dice bring."""
    if no_pile_for_the_dice(game):
        crash_all(game)
        end_round(game, box)
    elif game.dice[0] == game.dice[1]:
        rollie(game)
        end_round(game, box)
    else:
        begin_actions(game)


@rule
def no_pile_for_the_dice(game: Game) -> bool:
    """RO14: both dice show values of empty piles, and no R is among them."""
    first, second = game.dice[0], game.dice[1]
    return first != R and second != R and game.bank[first] == 0 and game.bank[second] == 0


# ---- 2: actions, different values ------------------------------------------------------------------------------------


@rule
def begin_actions(game: Game) -> None:
    """RO3: clockwise from the First player, everybody not yet secured chooses."""
    game.took = False
    game.chooser = game.first
    if game.players[game.first].secured:
        next_chooser(game)
    game.phase = Phase.ACTIONS


@rule
def is_legal(game: Game, box: Box, action: int) -> bool:
    """RO3 to RO5: Secure always; a bill whose value is on a die, or any with an R; never from an empty pile."""
    if game.phase != Phase.ACTIONS or action < 0 or action >= N_ACTIONS:
        return False
    if action == SECURE:
        return True
    if game.bank[action] == 0:
        return False
    first, second = game.dice[0], game.dice[1]
    return first == action or second == action or first == R or second == R


@rule
def play(game: Game, box: Box, action: int) -> None:
    """Carry out a legal action of the seat to choose, and pass the choice on."""
    if action == SECURE:
        secure(game)
    else:
        take_bill(game, action)
    if not next_chooser(game):
        end_actions(game, box)


@rule
def take_bill(game: Game, value: int) -> None:
    """RO4: one bill from the Bank to the own Bet."""
    game.bank[value] -= 1
    game.players[game.chooser].bet[value] += 1
    game.took = True
    if game.bank[value] == 0 and empty_piles(game) >= 2:
        game.last_round = True  # RO13; a pile that fills again does not cancel it


@rule
def empty_piles(game: Game) -> int:
    count = 0
    for value in range(N_VALUES):
        if game.bank[value] == 0:
            count += 1
    return count


@rule
def secure(game: Game) -> None:
    """RO5, RO6: the Bet, empty or not, joins the Wallet; the highest face-up Start token comes with it."""
    player = game.players[game.chooser]
    for value in range(N_VALUES):
        player.wallet[value] += player.bet[value]
        player.bet[value] = 0
    player.secured = True
    token = highest_token(game, FACE_UP)
    if token != NOBODY:
        game.token_at[token] = game.chooser


@rule
def highest_token(game: Game, place: int) -> int:
    """The highest Start token lying at a place or held by a seat, counted from 0; NOBODY if there is none."""
    for token in range(MAX_TOKENS - 1, -1, -1):
        if game.token_at[token] == place:
            return token
    return NOBODY


@rule
def left_of(game: Game, seat: int) -> int:
    seat += 1
    return 0 if seat == game.n_players else seat


@rule
def next_chooser(game: Game) -> bool:
    """RO3: the choice goes to the left; False when it has come round to the First player."""
    seat = left_of(game, game.chooser)
    while seat != game.first:
        if not game.players[seat].secured:
            game.chooser = seat
            return True
        seat = left_of(game, seat)
    return False


@rule
def end_actions(game: Game, box: Box) -> None:
    """RO7: somebody took a bill, so the dice pass to the left. RO8: everybody has secured, so the round ends."""
    if game.took:
        game.first = left_of(game, game.first)
        game.phase = Phase.FIRST_DIE
    else:
        end_round(game, box)


# ---- 2: actions, identical values ------------------------------------------------------------------------------------


@rule
def rollie(game: Game) -> None:
    """RO9 to RO12: whoever has a bill of the doubled value in the Bet crashes, with two R everybody; others stay."""
    value = game.dice[0]
    if value == R:
        crash_all(game)
        return
    for seat in range(game.n_players):
        if game.players[seat].bet[value] > 0:
            crash(game, seat)


@rule
def crash_all(game: Game) -> None:
    """RO10, RO14: everybody still in play loses the Bet (who has secured has none)."""
    for seat in range(game.n_players):
        crash(game, seat)


@rule
def crash(game: Game, seat: int) -> None:
    """RO9, RO11: the whole Bet goes back to the Bank; the Wallet is never touched."""
    bet = game.players[seat].bet
    for value in range(N_VALUES):
        game.bank[value] += bet[value]
        bet[value] = 0


# ---- 3: end of round, end of the game --------------------------------------------------------------------------------


@rule
def end_round(game: Game, box: Box) -> None:
    """RO15: everybody is in play again, the dice go to the left, a token is due. RO16: or the game is over."""
    if game.last_round or game.round_no >= box.n_rounds:
        end_game(game)
        return
    for seat in range(game.n_players):
        game.players[seat].secured = False
    game.first = left_of(game, game.first)
    game.phase = Phase.START_TOKEN


@rule
def end_game(game: Game) -> None:
    """RO16: Bets that are left go back to the Bank."""
    crash_all(game)
    game.phase = Phase.GAME_OVER


@rule
def score(game: Game, box: Box, out: NDArray[np.int32]) -> None:
    """RO20: the Wallet's bills at face value plus the Bonus tokens, per seat; before the end, as if it ended now."""
    for seat in range(game.n_players):
        out[seat] = wallet_worth(game, box, seat)
    holders = np.empty(MAX_BONUS, np.int8)
    for value in range(N_VALUES):
        award_bonus_tokens(game, box, value, holders)
        for place in range(MAX_BONUS):
            if holders[place] != NOBODY:
                out[holders[place]] += int(box.bonus[value][place])


@rule
def wallet_worth(game: Game, box: Box, seat: int) -> int:
    worth = 0
    for value in range(N_VALUES):
        worth += int(box.values[value]) * int(game.players[seat].wallet[value])
    return worth


@rule
def award_bonus_tokens(game: Game, box: Box, value: int, holders: NDArray[np.int8]) -> None:
    """RO17 to RO19: who gets the best, second and third token of a colour; NOBODY where none is given."""
    for place in range(MAX_BONUS):
        holders[place] = NOBODY
    placed = 0  # a bit a seat: has a token of this colour, or is out of the race
    place = 0
    while place < MAX_BONUS and box.bonus[value][place] != 0:
        most = most_bills(game, value, placed)
        if most == 0:
            return
        winner = winner_among(game, value, most, placed)
        if winner == NOBODY:
            placed |= everybody_with(game, value, most, placed)
        else:
            placed |= 1 << winner
            holders[place] = winner
            place += 1


@rule
def most_bills(game: Game, value: int, placed: int) -> int:
    """RO17: the most bills of a colour in the Wallet of anybody not yet placed."""
    most = 0
    for seat in range(game.n_players):
        if not placed >> seat & 1 and game.players[seat].wallet[value] > most:
            most = int(game.players[seat].wallet[value])
    return most


@rule
def everybody_with(game: Game, value: int, count: int, placed: int) -> int:
    """The seats not yet placed with just so many bills of a colour, a bit a seat."""
    seats = 0
    for seat in range(game.n_players):
        if not placed >> seat & 1 and game.players[seat].wallet[value] == count:
            seats |= 1 << seat
    return seats


@rule
def winner_among(game: Game, value: int, count: int, placed: int) -> int:
    """RO18: of the tied, the one with the highest Start token. RO19: NOBODY if they hold none."""
    tied = everybody_with(game, value, count, placed)
    for token in range(MAX_TOKENS - 1, -1, -1):
        holder = int(game.token_at[token])
        if holder >= 0 and tied >> holder & 1:
            return holder
    for seat in range(game.n_players):
        if tied == 1 << seat:
            return seat
    return NOBODY


@rule
def rank(game: Game, box: Box, scores: NDArray[np.int32], places: NDArray[np.int8]) -> None:
    """RO20: the highest total is first; equal totals share a place."""
    for seat in range(game.n_players):
        places[seat] = 1
        for other in range(game.n_players):
            if scores[other] > scores[seat]:
                places[seat] += 1


# ---- what a seat may know --------------------------------------------------------------------------------------------


@rule
def seen(game: Game, box: Box, seat: int) -> None:
    """Nothing lies hidden in Rollie's state: face-down Start tokens are drawn when they are turned up."""


@rule
def redeal(game: Game, box: Box, seat: int, luck: Luck) -> None:
    """Nothing is hidden, so there is nothing to draw."""
