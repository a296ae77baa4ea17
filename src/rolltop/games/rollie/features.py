"""Rollie by named features: what a learned value looks at."""

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.rollie.policy import wallet_hope
from rolltop.games.rollie.rules import N_VALUES, SECURE, Box, Game, highest_token

FEATURES = (
    "one",
    "wallet",  # what the Wallet can be expected to be worth, in hundreds of points
    "bet",  # what the Bet would add to that
    "bet_and_wallet_now",  # face values, in hundreds of points
    "colours_at_risk",  # in the Bet
    "bills_at_risk",
    "stake_times_risk",
    "secured",
    "on_turn",
    "token",  # the better Start token, of the highest there is
    "tokens",
)
POINTS = 100.0


@rule
def settled(game: Game) -> bool:
    """May a playout stop here? Wherever somebody is to choose."""
    return True


@rule
def progress(game: Game, box: Box) -> float:
    """How much of the game is over, from 0 to 1."""
    return 1.0 if game.last_round else (game.round_no - 1.0) / box.n_rounds


@rule
def describe(game: Game, box: Box, out: NDArray[np.float64]) -> None:
    """Write the features, a row a seat."""
    for seat in range(game.n_players):
        player = game.players[seat]
        token = highest_token(game, seat)
        wallet = wallet_hope(game, box, seat, token, SECURE, False)
        both = wallet_hope(game, box, seat, token, SECURE, True)
        face, colours, bills = 0.0, 0, 0
        for value in range(N_VALUES):
            bet = int(player.bet[value])
            face += int(box.values[value]) * (bet + int(player.wallet[value]))
            colours += 1 if bet > 0 else 0
            bills += bet
        out[seat, 0] = 1.0
        out[seat, 1] = wallet / POINTS
        out[seat, 2] = (both - wallet) / POINTS
        out[seat, 3] = face / POINTS
        out[seat, 4] = colours / N_VALUES
        out[seat, 5] = bills / 10.0
        out[seat, 6] = out[seat, 2] * out[seat, 4]
        out[seat, 7] = 1.0 if player.secured else 0.0
        out[seat, 8] = 1.0 if seat == game.chooser else 0.0
        out[seat, 9] = (token + 1.0) / box.n_tokens if token >= 0 else 0.0
        out[seat, 10] = 0.0
        for place in game.token_at:
            if place == seat:
                out[seat, 10] += 0.2
