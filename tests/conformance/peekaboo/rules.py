"""Peekaboo: the rules."""

from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rolltop.games.contract import CHANCE, EVERYBODY, OVER
from rolltop.games.kernel import Flag, Int8, record, rule
from rolltop.games.luck import Luck, below

MIN_PLAYERS, MAX_PLAYERS = 2, 4
MAX_CARDS = 8
DECK, DISCARDED, NOT_IN_BOX, UNSEEN = -1, -2, -3, -4  # where a card is, if no seat has it
NOBODY = -1
NO_GUESS, HIDDEN = -1, -2
KEEP, SWAP, SHOW, GUESS = 0, 1, 2, 3  # GUESS + card
N_ACTIONS = GUESS + MAX_CARDS


class Phase(IntEnum):
    DEAL = 0
    CHOOSE = 1
    DRAW = 2
    GUESSES = 3
    SHOWDOWN = 4
    GAME_OVER = 5


@record
class Box:
    prize: Int8
    n_cards: Int8
    swapping: Flag


@record
class Game:
    phase: Int8
    n_players: Int8
    chooser: Int8
    place: Annotated[list[int], np.int8, MAX_CARDS]
    guess: Annotated[list[int], np.int8, MAX_PLAYERS]
    has_card: Annotated[list[int], np.int8, MAX_PLAYERS]


@rule
def set_up(game: Game, box: Box, n_players: int) -> None:
    game.n_players = n_players
    for card in range(MAX_CARDS):
        game.place[card] = DECK if card < box.n_cards else NOT_IN_BOX
    for seat in range(MAX_PLAYERS):
        game.guess[seat] = NO_GUESS


@rule
def turn(game: Game) -> int:
    if game.phase == Phase.GAME_OVER:
        return OVER
    if game.phase == Phase.DEAL or game.phase == Phase.DRAW:
        return CHANCE
    return int(game.chooser)


@rule
def audience(game: Game) -> int:
    if game.phase == Phase.DEAL or game.phase == Phase.DRAW:
        return int(game.chooser)
    if game.phase == Phase.GUESSES:
        return int(game.chooser)
    return EVERYBODY


@rule
def count(game: Game, place: int) -> int:
    found = 0
    for card in range(MAX_CARDS):
        if game.place[card] == place:
            found += 1
    return found


@rule
def card_at(game: Game, place: int, index: int) -> int:
    for card in range(MAX_CARDS):
        if game.place[card] == place:
            if index == 0:
                return card
            index -= 1
    return NOBODY


@rule
def outcomes(game: Game, box: Box) -> int:
    return count(game, DECK)


@rule
def happen(game: Game, box: Box, outcome: int) -> None:
    game.place[card_at(game, DECK, outcome)] = game.chooser
    game.has_card[game.chooser] = 1
    pass_on(game)


@rule
def pass_on(game: Game) -> None:
    if game.phase == Phase.DRAW:
        game.phase = Phase.CHOOSE
    game.chooser += 1
    if game.chooser == game.n_players:
        game.chooser = 0
        game.phase += 1
        if game.phase == Phase.DRAW:
            game.phase = Phase.GUESSES


@rule
def cards_left(game: Game, box: Box) -> bool:
    left = int(box.n_cards) - count(game, DISCARDED)
    for seat in range(game.n_players):
        if game.has_card[seat]:
            left -= 1
    return left > 0


@rule
def is_legal(game: Game, box: Box, action: int) -> bool:
    if game.phase == Phase.CHOOSE:
        return action == KEEP or (action == SWAP and box.swapping and cards_left(game, box))
    if game.phase == Phase.GUESSES:
        card = action - GUESS
        return card >= 0 and card < box.n_cards and game.place[card] != game.chooser
    return game.phase == Phase.SHOWDOWN and action == SHOW


@rule
def play(game: Game, box: Box, action: int) -> None:
    if action == KEEP:
        pass_on(game)
    elif action == SWAP:
        game.place[card_at(game, game.chooser, 0)] = DISCARDED
        game.has_card[game.chooser] = 0
        game.phase = Phase.DRAW
    elif action == SHOW:
        game.phase = Phase.GAME_OVER
    else:
        game.guess[game.chooser] = action - GUESS
        pass_on(game)


@rule
def points(game: Game, seat: int) -> int:
    return card_at(game, seat, 0) + 1


@rule
def guessed_right(game: Game, seat: int) -> bool:
    left = seat + 1
    if left == game.n_players:
        left = 0
    return game.guess[seat] >= 0 and game.place[game.guess[seat]] == left


@rule
def score(game: Game, box: Box, out: NDArray[np.int32]) -> None:
    for seat in range(game.n_players):
        out[seat] = points(game, seat)
        if guessed_right(game, seat):
            out[seat] += box.prize


@rule
def rank(game: Game, box: Box, scores: NDArray[np.int32], places: NDArray[np.int8]) -> None:
    for seat in range(game.n_players):
        places[seat] = 1
        for other in range(game.n_players):
            higher = scores[other] == scores[seat] and points(game, other) > points(game, seat)
            if scores[other] > scores[seat] or higher:
                places[seat] += 1


@rule
def seen(game: Game, box: Box, seat: int) -> None:
    if game.phase == Phase.GAME_OVER:
        return
    for card in range(MAX_CARDS):
        if game.place[card] == DECK or (game.place[card] >= 0 and game.place[card] != seat):
            game.place[card] = UNSEEN
    for other in range(game.n_players):
        if other != seat and game.guess[other] != NO_GUESS:
            game.guess[other] = HIDDEN


@rule
def redeal(game: Game, box: Box, seat: int, luck: Luck) -> None:
    for other in range(game.n_players):
        if game.has_card[other] and card_at(game, other, 0) == NOBODY:
            game.place[card_at(game, UNSEEN, below(luck, count(game, UNSEEN)))] = other
    for card in range(MAX_CARDS):
        if game.place[card] == UNSEEN:
            game.place[card] = DECK
    for other in range(game.n_players):
        if game.guess[other] == HIDDEN:
            card = below(luck, int(box.n_cards) - 1)
            game.guess[other] = card + 1 if card >= card_at(game, other, 0) else card
