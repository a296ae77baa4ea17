"""Rolimã by named features: what a learned value looks at. All hands are known, as in a playout."""

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.rolima.policy import hope, number_of
from rolltop.games.rolima.race import cart_at, finish
from rolltop.games.rolima.rules import factor
from rolltop.games.rolima.state import HAND, N_CARTS, NO_CARD, Box, Game, Phase

FEATURES = (
    "one",
    "bets",  # what the bets can be expected to bring, in tens of gum
    "least_bet",  # the one that goes first, if there is a cheer to come
    "bets_now",  # with the podium as it is
    "best_bet",
    "leading_gum",  # gum on the first two carts
    "trailing_gum",  # gum on the last two
    "voice",  # the numbers of the hand, in tens
    "voice_for_own",  # the same, each times what the other bets on its cart are worth
    "horn",
    "spread",  # how many carts are bet on
)
GUM = 10.0


@rule
def settled(game: Game) -> bool:
    """May a playout stop here? Only at the first cheer of a round."""
    if game.phase != Phase.CHEER or game.chooser != game.horn:
        return False
    for seat in range(game.n_players):
        if game.played[seat] != NO_CARD:
            return False
    return True


@rule
def progress(game: Game, box: Box) -> float:
    """How much of the race is over, from 0 to 1: by the first cart, and a little by the second."""
    first, second = game.section[cart_at(game, 0)], game.section[cart_at(game, 1)]
    return (0.8 * first + 0.2 * second) / finish(box)


@rule
def describe(game: Game, box: Box, out: NDArray[np.float64]) -> None:
    """Write the features, a row a seat."""
    hopes = np.empty(N_CARTS)
    hope(game, box, hopes)
    for seat in range(game.n_players):
        on_cart = np.zeros(N_CARTS)
        least, best, now, voice = 1e9, 0.0, 0.0, 0.0
        leading, trailing = 0.0, 0.0
        for slot in range(HAND):
            card = game.hands[seat][slot]
            if card >= 0:
                cart = box.colour[card]
                worth = box.gum[card] * hopes[cart]
                on_cart[cart] += worth
                least, best = min(least, worth), max(best, worth)
                now += int(box.gum[card]) * factor(game, box, cart)
                voice += number_of(box, card)
                leading += box.gum[card] if game.place[cart] < 2 else 0
                trailing += box.gum[card] if game.place[cart] > 2 else 0
        for cart in range(N_CARTS):
            if game.gum[cart] == seat:
                on_cart[cart] += hopes[cart]
                now += factor(game, box, cart)
        own, carts = 0.0, 0
        for slot in range(HAND):
            card = game.hands[seat][slot]
            if card >= 0:
                own += number_of(box, card) * (on_cart[box.colour[card]] - box.gum[card] * hopes[box.colour[card]])
        for cart in range(N_CARTS):
            carts += 1 if on_cart[cart] > 0.0 else 0
        out[seat, 0] = 1.0
        out[seat, 1] = on_cart.sum() / GUM
        out[seat, 2] = least / GUM if least < 1e9 else 0.0
        out[seat, 3] = now / GUM
        out[seat, 4] = best / GUM
        out[seat, 5] = leading / GUM
        out[seat, 6] = trailing / GUM
        out[seat, 7] = voice / GUM
        out[seat, 8] = own / (GUM * GUM)
        out[seat, 9] = 1.0 if seat == game.horn else 0.0
        out[seat, 10] = carts / N_CARTS
