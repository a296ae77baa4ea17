"""How the sensible bot weighs what it may do in Rollie.

An action weighs what the bot's Wallet can be expected to be worth after it, in points: face values plus, colour by
colour, the Bonus tokens, by the chance to be ahead of each opponent in the end. Securing makes the Bet's part certain;
taking a bill puts it at the risk of the next roll, and keeps the chance of further bills. (Whoever takes meets exactly
one roll before choosing again, whoever rolls it.)

The numbers below were tuned on games of one against random players, of many against one random player, and against
earlier versions of the bot.
"""

from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.rollie.rules import (
    FACE_UP,
    N_ACTIONS,
    N_FACES,
    N_VALUES,
    SECURE,
    Box,
    Game,
    R,
    empty_piles,
    highest_token,
    is_legal,
)

RIVALRY = 2.5  #: a Bonus token won is also one not won by an opponent; shared among all opponents
STAYING = 2.0  #: for how many turns' gain one may hope after surviving the next roll
CAUTION = 1.2  #: one roll's risk counts for so much: who takes now will mostly not secure at once after it
TIE = 0.25  #: the better Start token counts for so many bills: it only matters in a tie
HALF = 0.5  #: an opponent's Bet counts for half its bills, as it may yet be lost
SHARP = 0.15  #: how far a lead, in bills, is from certain in the last round (the scale of a logistic curve) ...
VAGUE = 0.22  #: ... and before: so much more, times the root of the rounds to come


@rule
def weigh(game: Game, box: Box, seat: int, weights: NDArray[np.float64]) -> None:
    """Write the worth to expect, in points, of every action that `seat`, who is to choose, may take."""
    for action in range(N_ACTIONS):
        if is_legal(game, box, action):
            weights[action] = hope_of(game, box, seat, action)


@rule
def hope_of(game: Game, box: Box, seat: int, action: int) -> float:
    """The worth to expect of a legal action."""
    if action == SECURE:
        token = max(highest_token(game, seat), highest_token(game, FACE_UP))
        return wallet_hope(game, box, seat, token, SECURE, True)
    token = highest_token(game, seat)
    crashed = wallet_hope(game, box, seat, token, SECURE, False)
    survived = wallet_hope(game, box, seat, token, action, True)
    risk = min(1.0, CAUTION * chance_to_lose(game, box, seat, action, action))
    gain = gain_of_next_turn(game, box, seat, action, survived - crashed)
    return risk * crashed + (1.0 - risk) * (survived + STAYING * gain)


# ---- what bills are worth --------------------------------------------------------------------------------------------


@rule
def wallet_hope(game: Game, box: Box, seat: int, token: int, taken: int, with_bet: bool) -> float:
    """What the Wallet can be expected to be worth, alone or with the Bet and the bill `taken` (SECURE: none)."""
    player = game.players[seat]
    hope = 0.0
    for value in range(N_VALUES):
        count = int(player.wallet[value])
        if with_bet:
            count += int(player.bet[value])
        if value == taken:
            count += 1
        hope += colour_hope(game, box, seat, token, value, count)
    return hope


@rule
def colour_hope(game: Game, box: Box, seat: int, token: int, value: int, count: int) -> float:
    """What `count` bills of a colour can be expected to bring, with `token` as the best Start token (RO17 to RO20)."""
    face = float(int(box.values[value]) * count)
    to_come = rounds_to_come(game, box)
    if count == 0 and to_come == 0:
        return face
    spread = SHARP + VAGUE * sqrt(to_come)
    first, second, third = 1.0, 0.0, 0.0  # chances that nobody, one, or two are ahead
    for other in range(game.n_players):
        if other != seat:
            ahead = chance_ahead_of_me(game, other, token, value, count, to_come, spread)
            third = third * (1.0 - ahead) + second * ahead
            second = second * (1.0 - ahead) + first * ahead
            first = first * (1.0 - ahead)
    tokens = first * box.bonus[value][0] + second * box.bonus[value][1] + third * box.bonus[value][2]
    return face + (1.0 + RIVALRY / (game.n_players - 1)) * tokens


@rule
def chance_ahead_of_me(
    game: Game, other: int, token: int, value: int, count: int, to_come: int, spread: float
) -> float:
    """The chance that an opponent ends ahead of `count` bills of a colour. The better Start token tips a tie;
    without any token a tie is worth nothing to either (RO18, RO19)."""
    theirs = game.players[other].wallet[value] + HALF * game.players[other].bet[value]
    if theirs == 0.0 and to_come == 0:
        return 0.0
    lead = count - theirs + (TIE if token > highest_token(game, other) else -TIE)
    return 1.0 / (1.0 + exp(min(30.0, max(-30.0, lead / spread))))


@rule
def rounds_to_come(game: Game, box: Box) -> int:
    """Rounds after this one."""
    return 0 if game.last_round else int(box.n_rounds) - int(game.round_no)


# ---- what the next roll may bring ------------------------------------------------------------------------------------


@rule
def chance_to_lose(game: Game, box: Box, seat: int, taken: int, colour: int) -> float:
    """The chance that the next roll costs `seat` the Bet, after taking the bill `taken` and with `colour` in the Bet
    too: a double of the Bet (RO9), two R (RO10), two empty piles (RO14); in the last round any double (RO16)."""
    ends = last_after(game, box, taken)
    bad = 0
    for one in range(N_FACES):
        first = box.dice[0][one]
        for two in range(N_FACES):
            second = box.dice[1][two]
            hit = first == R or first == colour or first == taken or game.players[seat].bet[first] > 0
            double = first == second and (ends or hit)
            if double or (runs_out(game, taken, first) and runs_out(game, taken, second)):
                bad += 1
    return bad / (N_FACES * N_FACES)


@rule
def runs_out(game: Game, taken: int, value: int) -> bool:
    """Is a pile empty after the bill `taken` has gone? R stands for no pile."""
    return value != R and bool(int(game.bank[value]) == (1 if value == taken else 0))


@rule
def last_after(game: Game, box: Box, taken: int) -> bool:
    """RO13: is this the last round, or made so by taking the last bill of a second pile?"""
    if rounds_to_come(game, box) == 0:
        return True
    return bool(game.bank[taken] == 1 and empty_piles(game) >= 1)


@rule
def gain_of_next_turn(game: Game, box: Box, seat: int, taken: int, stake: float) -> float:
    """What the choice after the next roll can be expected to add, beyond securing what is at stake by then."""
    player = game.players[seat]
    token = highest_token(game, seat)
    gains = np.zeros(N_VALUES)
    best = 0.0
    for value in range(N_VALUES):
        if not runs_out(game, taken, value):
            count = int(player.wallet[value]) + int(player.bet[value]) + (1 if value == taken else 0)
            more = colour_hope(game, box, seat, token, value, count + 1)
            more -= colour_hope(game, box, seat, token, value, count)
            risk = CAUTION * chance_to_lose(game, box, seat, taken, value)
            gains[value] = max(0.0, more - risk * (stake + more))
            best = max(best, gains[value])
    gain = 0.0
    for one in range(N_FACES):
        first = box.dice[0][one]
        for two in range(N_FACES):
            second = box.dice[1][two]
            if first != second:
                gain += best if first == R or second == R else max(gains[first], gains[second])
    return gain / (N_FACES * N_FACES)
