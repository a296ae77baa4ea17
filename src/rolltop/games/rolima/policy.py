"""How the sensible bot weighs what it may do in Rolimã.

A bet weighs its gum times the podium factor its cart can be expected to have in the end. That is the factor now, drawn
towards what a cart so far behind the first may still become, the more the further the race is from its finish.

A cheer is weighed by trying it: whatever the others may still cheer with is tried too, a few ways of it, the rules say
which cart wins each, and that cart's move is tried. Then the bets that are left are worth what they are after it, less
what others are known to have bet. A card to take is weighed as a bet, and a little as a cheer for the bets on its cart.

The bot sees only a seen state: cards out of sight in other hands are negative numbers, and stand for any unseen card.
The numbers below were tuned on games against random players and against earlier versions of the bot.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.rolima.cards import has
from rolltop.games.rolima.race import cart_at, finish, move_winner, winner_of_cheer
from rolltop.games.rolima.rules import N_ACTIONS, TAKE, TAKE_GUM, TAKE_UNSEEN, factor, is_legal
from rolltop.games.rolima.state import HAND, MAX_CARDS, N_CARTS, NO_CARD, ZERO_TEN, Box, Game, Phase

TRIES = 12  #: ways in which those still to cheer may do so, of which a mean is taken
BY_WAY, BY_SEAT = 7, 11  #: how far apart among the unseen cards are those of two ways, and of two seats
RIVALRY = 1.0  #: what others have bet counts for so much, as far as it is known; shared among all of them
NEAR = 1.8  #: the factor to hope for, at the start of the race, for a cart level with the first ...
FADE = 0.25  #: ... and how much that shrinks with each section behind it
VOICE = 0.02  #: what a point of a card's number is worth for each gum bet on its cart: with loud cards one steers


@rule
def weigh(game: Game, box: Box, seat: int, weights: NDArray[np.float64]) -> None:
    """Write the worth to expect, in gum, of every action that `seat`, who is to choose, may take."""
    if game.phase == Phase.CHEER:
        weigh_cheers(game, box, seat, weights)
    else:
        weigh_takes(game, box, seat, weights)


# ---- what a bet may bring --------------------------------------------------------------------------------------------


@rule
def hope(game: Game, box: Box, hopes: NDArray[np.float64]) -> None:
    """The podium factor to expect of each cart: the one now at the finish, else also what it may become."""
    first = game.section[cart_at(game, 0)]
    pull = sqrt((finish(box) - first) / finish(box))
    for cart in range(N_CARTS):
        hoped = NEAR / (1.0 + FADE * (first - game.section[cart]))
        hopes[cart] = (1.0 - pull) * factor(game, box, cart) + pull * hoped


@rule
def bets(game: Game, box: Box, owner: int, without: int, seat: int, hopes: NDArray[np.float64]) -> float:
    """What the owner's cards that `seat` knows, without a slot's card, and gum cards can be expected to bring."""
    worth = 0.0
    for slot in range(HAND):
        card = game.hands[owner][slot]
        if slot != without and is_known(game, owner, card, seat):
            worth += box.gum[card] * hopes[box.colour[card]]
    for cart in range(N_CARTS):
        if game.gum[cart] == owner:
            worth += hopes[cart]
    return worth


@rule
def is_known(game: Game, owner: int, card: int, seat: int) -> bool:
    """RM16, RM18: does `seat` know a card of the owner's hand? Its own, and those that all saw going there."""
    return bool(card >= 0 and (owner == seat or game.pool[card] == 0))


# ---- taking a card ---------------------------------------------------------------------------------------------------


@rule
def weigh_takes(game: Game, box: Box, seat: int, weights: NDArray[np.float64]) -> None:
    """RM6, H10, RM13: what each card of the market, an unseen one, or each bubble-gum card would bring."""
    hopes = np.empty(N_CARTS)
    hope(game, box, hopes)
    for action in range(TAKE, N_ACTIONS):
        if is_legal(game, box, action):
            if action == TAKE_UNSEEN:
                weights[action] = worth_of_unseen(game, box, seat, hopes)
            elif action >= TAKE_GUM:
                weights[action] = hopes[action - TAKE_GUM]
            else:
                weights[action] = worth_in_hand(game, box, seat, game.market[action - TAKE], hopes)


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
    return float(box.gum[card] * hopes[box.colour[card]]) + VOICE * stake * number_of(box, card)


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
def weigh_cheers(game: Game, box: Box, seat: int, weights: NDArray[np.float64]) -> None:
    """Try every card: what the other bets would be worth, whoever then wins the cheer."""
    after = np.empty((N_CARTS, N_CARTS))
    for cart in range(N_CARTS):
        after_win(game, box, cart, after[cart])
    cards = np.empty(MAX_CARDS, np.int64)
    n = unseen_cards(game, box, seat, cards)
    wins = np.empty(N_CARTS)
    for slot in range(HAND):
        if is_legal(game, box, slot):
            game.played[seat] = game.hands[seat][slot]
            count_wins(game, box, cards, n, wins)
            game.played[seat] = NO_CARD
            weights[slot] = 0.0
            for cart in range(N_CARTS):
                if wins[cart] > 0.0:
                    weights[slot] += wins[cart] * prospects(game, box, seat, slot, after[cart])


@rule
def prospects(game: Game, box: Box, seat: int, without: int, hopes: NDArray[np.float64]) -> float:
    """What the own bets can be expected to bring, and by how much others would gain less."""
    worth = bets(game, box, seat, without, seat, hopes)
    for other in range(game.n_players):
        if other != seat:
            worth -= RIVALRY / (game.n_players - 1) * bets(game, box, other, HAND, seat, hopes)
    return worth


@rule
def unseen_cards(game: Game, box: Box, seat: int, cards: NDArray[np.int64]) -> int:
    """List the cards that others may have and nobody has seen; how many they are."""
    n = 0
    for card in range(box.n_cards):
        if game.pool[card] > 0 and not in_own_hand(game, seat, card):
            cards[n] = card
            n += 1
    return n


@rule
def count_wins(game: Game, box: Box, cards: NDArray[np.int64], n: int, wins: NDArray[np.float64]) -> None:
    """In which part of the ways in which the others may still cheer does each cart win?"""
    waiting = 0  # a set of seats
    for other in range(game.n_players):
        if game.played[other] == NO_CARD:
            waiting |= 1 << other
    tries = TRIES if waiting > 0 else 1
    wins[:] = 0.0
    for way in range(tries):
        for other in range(game.n_players):
            if has(waiting, other):
                game.played[other] = a_cheer(game, other, way, cards, n)
        wins[winner_of_cheer(game, box)] += 1.0 / tries
    for other in range(game.n_players):
        if has(waiting, other):
            game.played[other] = NO_CARD


@rule
def a_cheer(game: Game, seat: int, way: int, cards: NDArray[np.int64], n: int) -> int:
    """A card that a seat may cheer with: one of its hand that is known, or any unseen one."""
    card = int(game.hands[seat][(way + seat) % HAND])
    if card >= 0 and game.pool[card] == 0:
        return card
    return NO_CARD if n == 0 else int(cards[(BY_WAY * way + BY_SEAT * seat) % n])


@rule
def after_win(game: Game, box: Box, cart: int, after: NDArray[np.float64]) -> None:
    """The factors to expect if a cart wins this cheer: its move is tried, as the hill card has it, and taken back."""
    places, sections = np.empty(N_CARTS, np.int8), np.empty(N_CARTS, np.int8)
    for other in range(N_CARTS):
        places[other], sections[other] = game.place[other], game.section[other]
    move_winner(game, box, cart)
    hope(game, box, after)
    for other in range(N_CARTS):
        game.place[other], game.section[other] = places[other], sections[other]
