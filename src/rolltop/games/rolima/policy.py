"""How the sensible bot weighs what it may do in Rolimã.

A bet weighs its gum times the podium factor its cart can be expected to have in the end. That expectation is the factor
now, drawn towards what a cart of that section may still become, the more the further the race is from its finish.

A cheer is weighed by trying it: each cart may win this round, by a chance that grows with its total and with what the
others may still add; then the bets that are left are worth what they are after that move. A card to take is weighed as
a bet, and as a cheer for the bets it would protect.

The bot sees only a seen state: cards out of sight in other hands are negative numbers, and count by the mean of a card.
The numbers below are round ones that beat random players clearly; `bench/bots.py` measures by how much.
"""

from math import exp

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.rolima.race import NOT_CHEERED, cart_at, finish, loudness
from rolltop.games.rolima.rules import N_ACTIONS, TAKE, TAKE_GUM, TAKE_UNSEEN, factor, is_legal
from rolltop.games.rolima.state import HAND, N_CARTS, NO_CARD, ZERO_TEN, Box, Game, Hill, Phase

SHARP = 0.45  #: how much a point of loudness counts when all have cheered ...
VAGUE = 0.3  #: ... and how much less for each cheer to come
OTHERS = 0.22  #: the chance that a cheer to come is for a given cart
MEAN = 4.5  #: what a cheer to come adds, if it is for it
HOPE = 0.6  #: how far a factor is drawn to what it may become, at the start of the race
VOICE = 0.05  #: what a point of a card's number is worth in the hand: with loud cards one steers
LEAST_VOICE = 0.01  #: the same for cards of carts on which one has no bet


@rule
def weigh(game: Game, box: Box, seat: int, weights: NDArray[np.float64]) -> None:
    """Write the worth to expect, in gum, of every action that `seat`, who is to choose, may take."""
    hopes = np.empty(N_CARTS)
    if game.phase == Phase.CHEER:
        weigh_cheers(game, box, seat, hopes, weights)
        return
    hope(game, box, hopes)
    for action in range(TAKE, N_ACTIONS):
        if is_legal(game, box, action):
            if action == TAKE_UNSEEN:
                weights[action] = worth_of_unseen(game, box, seat, hopes)
            elif action >= TAKE_GUM:
                weights[action] = hopes[action - TAKE_GUM]
            else:
                weights[action] = worth_in_hand(game, box, seat, game.market[action - TAKE], hopes)


# ---- what a bet may bring --------------------------------------------------------------------------------------------


@rule
def hope(game: Game, box: Box, hopes: NDArray[np.float64]) -> None:
    """The podium factor to expect of each cart: the one now, and the others the likelier the nearer they are."""
    left = float(finish(box) - game.section[cart_at(game, 0)]) / finish(box)
    pull = HOPE * left
    mean = 0.0
    for place in range(N_CARTS):
        mean += box.podium[place] / N_CARTS
    for cart in range(N_CARTS):
        behind = float(game.section[cart_at(game, 0)] - game.section[cart])
        near = 1.0 / (1.0 + behind)
        hopes[cart] = (1.0 - pull) * factor(game, box, cart) + pull * (near * box.podium[0] + (1.0 - near) * mean) * 0.6


@rule
def bets(game: Game, box: Box, seat: int, without: int, hopes: NDArray[np.float64]) -> float:
    """What the own cards and gum cards can be expected to bring, without the card of a slot."""
    worth = 0.0
    for slot in range(HAND):
        card = game.hands[seat][slot]
        if card >= 0 and slot != without:
            worth += box.gum[card] * hopes[box.colour[card]]
    for cart in range(N_CARTS):
        if game.gum[cart] == seat:
            worth += hopes[cart]
    return worth


# ---- taking a card ---------------------------------------------------------------------------------------------------


@rule
def number_of(box: Box, card: int) -> float:
    """How loud a card is; a 0/10 card is alone about every other time."""
    return 5.0 if box.number[card] == ZERO_TEN else float(int(box.number[card]))


@rule
def worth_in_hand(game: Game, box: Box, seat: int, card: int, hopes: NDArray[np.float64]) -> float:
    """What a card brings as a bet, and as a cheer for the other bets on its cart."""
    stake = 0.0
    for slot in range(HAND):
        other = game.hands[seat][slot]
        if other >= 0 and box.colour[other] == box.colour[card]:
            stake += box.gum[other]
    voice = number_of(box, card) * (LEAST_VOICE + VOICE * stake)
    return float(box.gum[card] * hopes[box.colour[card]]) + voice


@rule
def worth_of_unseen(game: Game, box: Box, seat: int, hopes: NDArray[np.float64]) -> float:
    """H10: the mean of the cards of which one would be taken."""
    total, n = 0.0, 0
    for card in range(box.n_cards):
        if game.pool[card] == game.blind_pool and not in_own_hand(game, seat, card):
            total += worth_in_hand(game, box, seat, card, hopes)
            n += 1
    return total / max(1, n)


@rule
def in_own_hand(game: Game, seat: int, card: int) -> bool:
    for slot in range(HAND):
        if game.hands[seat][slot] == card:
            return True
    return False


# ---- cheering --------------------------------------------------------------------------------------------------------


@rule
def weigh_cheers(game: Game, box: Box, seat: int, hopes: NDArray[np.float64], weights: NDArray[np.float64]) -> None:
    """Try every card: what the other bets would be worth, whoever then wins the cheer."""
    chances, after = np.empty(N_CARTS), np.empty(N_CARTS)
    to_come = cheers_to_come(game) - 1
    for slot in range(HAND):
        if is_legal(game, box, slot):
            game.played[seat] = game.hands[seat][slot]
            chances_to_win(game, box, to_come, chances)
            game.played[seat] = NO_CARD
            worth = 0.0
            for cart in range(N_CARTS):
                after_win(game, box, cart, hopes, after)
                worth += chances[cart] * bets(game, box, seat, slot, after)
            weights[slot] = worth


@rule
def cheers_to_come(game: Game) -> int:
    """How many have still to cheer, the seat to choose among them; of those under Hush nothing is known."""
    count = 0
    for seat in range(game.n_players):
        if game.played[seat] == NO_CARD:
            count += 1
    return count


@rule
def chances_to_win(game: Game, box: Box, to_come: int, chances: NDArray[np.float64]) -> None:
    """The chance of each cart to win the cheer, by its total and what may still be added."""
    sharp = SHARP / (1.0 + VAGUE * to_come)
    added = OTHERS * MEAN * to_come
    quiet = game.face_up == Hill.WHISPERS
    total = 0.0
    for cart in range(N_CARTS):
        loud = loudness(game, box, cart)
        level = added if loud == NOT_CHEERED else loud + added
        weight = exp(sharp * (-level if quiet else level) - 0.01 * game.place[cart])
        if loud == NOT_CHEERED:
            weight *= 0.0 if to_come == 0 else min(1.0, OTHERS * to_come)
        chances[cart] = weight
        total += weight
    for cart in range(N_CARTS):
        chances[cart] /= total


@rule
def after_win(game: Game, box: Box, cart: int, hopes: NDArray[np.float64], after: NDArray[np.float64]) -> None:
    """The factors to expect if a cart wins this cheer: it overtakes those of the section it enters."""
    place, section = game.place[cart], game.section[cart]
    target = section + (2 if game.face_up == Hill.SHORTCUT else 1)
    target = min(target, finish(box))
    new = 0
    for other in range(N_CARTS):
        if other != cart and game.section[other] > target:
            new += 1
    for other in range(N_CARTS):  # tried, and taken back
        if new <= game.place[other] and game.place[other] < place:
            game.place[other] += 1
    game.place[cart] = new
    game.section[cart] = target
    if target == finish(box):
        for other in range(N_CARTS):
            after[other] = factor(game, box, other)
    else:
        hope(game, box, after)
    game.section[cart] = section
    game.place[cart] = place
    for other in range(N_CARTS):
        if other != cart and new < game.place[other] and game.place[other] <= place:
            game.place[other] -= 1
