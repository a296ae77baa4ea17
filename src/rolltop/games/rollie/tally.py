"""What is worth counting in a game of Rollie."""

from typing import Annotated

import numpy as np

from rolltop.games.editions import Edition
from rolltop.games.kernel import Flag, Int8, Int16, Records, record, rule
from rolltop.games.rollie.rules import (
    MAX_BONUS,
    MAX_TOKENS,
    N_VALUES,
    NOBODY,
    Box,
    Game,
    Phase,
    R,
    award_bonus_tokens,
)
from rolltop.games.tallies import Column, flag, rank


@record
class OfGame:
    rounds: Annotated[Int8, Column("rounds that were begun")]
    crashes: Annotated[Int8, Column("rolls by which somebody lost a Bet")]
    early: Annotated[Flag, flag("the game ended before its last round, as two piles ran out")]


@record
class OfSeat:
    bills_lost: Annotated[Int16, Column("bills in Bets lost to a roll")]
    secured: Annotated[Int16, Column("bills in the Wallet at the end")]
    crashes: Annotated[Int8, Column("Bets lost to a roll")]
    start_tokens: Annotated[Int8, Column("Start tokens at the end")]
    bonus: Annotated[list[int], np.int8, N_VALUES, rank("Bonus token of that value: 1 the best")]
    spare: Int8  # no gap at the end


def labels(edition: Edition) -> dict[str, list[str]]:
    """What the entries of lists are called."""
    return {"bonus": [str(value) for value in edition.values["values"]]}


@rule
def watches_luck(game: Game) -> bool:
    """Bets are lost by the second die."""
    return bool(game.phase == Phase.SECOND_DIE)


@rule
def watches_choice(game: Game) -> bool:
    """By choosing nobody loses a Bet."""
    return False


@rule
def notice(before: Game, game: Game, box: Box, of_game: OfGame, of_seats: Records) -> None:
    """RO9, RO14: who has lost a Bet? A roll that lets the round go on cost nobody anything."""
    if game.phase == Phase.ACTIONS:
        return
    anybody = False
    for seat in range(game.n_players):
        bills = 0
        for value in range(N_VALUES):
            bills += before.players[seat].bet[value]
        if bills > 0 and hits(before, game, seat):
            of_seats[seat].crashes += 1
            of_seats[seat].bills_lost += bills
            anybody = True
    if anybody:
        of_game.crashes += 1


@rule
def hits(before: Game, game: Game, seat: int) -> bool:
    """RO9, RO10, RO14: does the roll that ended the round take this seat's Bet?"""
    value = game.dice[0]
    if game.dice[1] != value or value == R or before.bank[value] == 0:
        return True
    return bool(before.players[seat].bet[value] > 0)


@rule
def conclude(game: Game, box: Box, of_game: OfGame, of_seats: Records) -> None:
    """RO16 to RO18: what is left on the table."""
    of_game.rounds = game.round_no
    of_game.early = game.round_no < box.n_rounds
    for seat in range(game.n_players):
        for value in range(N_VALUES):
            of_seats[seat].secured += game.players[seat].wallet[value]
    for token in range(MAX_TOKENS):
        if game.token_at[token] >= 0:
            of_seats[game.token_at[token]].start_tokens += 1
    holders = np.empty(MAX_BONUS, np.int8)
    for value in range(N_VALUES):
        award_bonus_tokens(game, box, value, holders)
        for place in range(MAX_BONUS):
            if holders[place] != NOBODY:
                of_seats[holders[place]].bonus[value] = place + 1
