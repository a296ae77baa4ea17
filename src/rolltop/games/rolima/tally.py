"""What is worth counting in a game of Rolimã. Carts are counted by colour, in the edition's order."""

from typing import Annotated

import numpy as np

from rolltop.games.editions import Edition
from rolltop.games.kernel import Int8, Records, record, rule
from rolltop.games.rolima.cards import has_cards
from rolltop.games.rolima.components import HILL_NAMES
from rolltop.games.rolima.state import HAND, N_CARTS, N_HILLS, Box, Game, Phase
from rolltop.games.tallies import Column, rank, seat_number


@record
class OfGame:
    rounds: Annotated[Int8, Column("rounds that were begun")]
    horn: Annotated[Int8, seat_number("who had the horn at the end")]
    start: Annotated[list[int], np.int8, N_CARTS, rank("the cart's place at the start: 1 is ahead")]
    finish: Annotated[list[int], np.int8, N_CARTS, rank("the cart's place at the finish")]
    hill: Annotated[list[int], np.int8, N_HILLS, rank("the section where it was turned up")]


@record
class OfSeat:
    bets: Annotated[Int8, Column("cards left in the hand at the end")]
    begun: Annotated[Int8, Column("rounds begun with the horn")]
    gum_cards: Annotated[Int8, Column("bubble-gum cards at the end")]
    bet: Annotated[list[int], np.int8, N_CARTS, Column("cards for this cart left in the hand at the end")]


def labels(edition: Edition) -> dict[str, list[str]]:
    """What the entries of lists are called."""
    carts = list(edition.values["carts"])
    return {"start": carts, "finish": carts, "bet": carts, "hill": list(HILL_NAMES.values())}


@rule
def watches_luck(game: Game) -> bool:
    """All that luck does can still be seen at the next choice."""
    return False


@rule
def watches_choice(game: Game) -> bool:
    """A round's first cheer tells what has changed since the last (whoever has the horn may be without cards)."""
    return game.phase == Phase.CHEER and (game.chooser == game.opener or not has_cards(game, game.opener))


@rule
def notice(before: Game, game: Game, box: Box, of_game: OfGame, of_seats: Records) -> None:
    """RM1, RM2, RM7: the carts in their order at the start, who begins a round, the hill card that lies face up."""
    if before.round_no == 1:
        for cart in range(N_CARTS):
            of_game.start[cart] = before.place[cart] + 1
    if before.chooser == before.opener:
        of_seats[before.chooser].begun += 1
    if before.active > 0:
        of_game.hill[before.face_up] = before.active


@rule
def conclude(game: Game, box: Box, of_game: OfGame, of_seats: Records) -> None:
    """RM5, RM10: the carts at the finish, and the bets."""
    of_game.rounds = game.round_no
    of_game.horn = game.horn + 1
    for cart in range(N_CARTS):
        of_game.finish[cart] = game.place[cart] + 1
        if game.gum[cart] >= 0:
            of_seats[game.gum[cart]].gum_cards += 1
    for seat in range(game.n_players):
        for slot in range(HAND):
            card = game.hands[seat][slot]
            if card >= 0:
                of_seats[seat].bets += 1
                of_seats[seat].bet[box.colour[card]] += 1
