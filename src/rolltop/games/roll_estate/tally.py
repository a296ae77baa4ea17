"""What is worth counting in a game of Roll Estate: all of it is on the sheets at the end."""

from typing import Annotated

import numpy as np

from rolltop.games.editions import Edition
from rolltop.games.kernel import Flag, Int8, Int16, Records, record, rule
from rolltop.games.roll_estate.rules import (
    CROSSED,
    MAX_ROUTES,
    MAX_ROWS,
    NOBODY,
    Box,
    Game,
    investments,
    rentals_of,
    routes_of,
    stock_worth,
)
from rolltop.games.tallies import Column, flag, rank, seat_number


@record
class OfGame:
    turns: Annotated[Int8, Column("turns of each player")]
    ender: Annotated[Int8, seat_number("who triggered the end")]


@record
class OfSeat:
    stock: Annotated[Int16, Column("dollars of the Stock Portfolio")]
    invested: Annotated[Int16, Column("dollars of all Investments")]
    rentals: Annotated[Int8, Column("rentals claimed")]
    businesses: Annotated[Int8, Column("businesses opened")]
    routes: Annotated[Int8, Column("routes claimed")]
    liquid: Annotated[Int8, Column("the number of Liquid Assets")]
    indexes: Annotated[Int8, Column("Indexes claimed")]
    jackpot: Annotated[Flag, flag("claimed the Jackpot")]
    lost_rows: Annotated[Int8, Column("Neighborhoods in which interest was lost")]
    business: Annotated[list[int], np.int8, MAX_ROWS, rank("business there: 1 the first of its row, 2 the second")]
    route: Annotated[list[int], np.int8, MAX_ROUTES, flag("claimed this route")]
    spare: Int8  # no gap at the end


def labels(edition: Edition) -> dict[str, list[str]]:
    """What the entries of lists are called."""
    return {"business": list(edition.values["neighborhoods"]), "route": list(edition.values["route_names"])}


@rule
def watches_luck(game: Game) -> bool:
    """Nothing has to be noticed on the way."""
    return False


@rule
def watches_choice(game: Game) -> bool:
    """Nothing has to be noticed on the way."""
    return False


@rule
def notice(before: Game, game: Game, box: Box, of_game: OfGame, of_seats: Records) -> None:
    """Nothing has to be noticed on the way."""


@rule
def conclude(game: Game, box: Box, of_game: OfGame, of_seats: Records) -> None:
    """RE7 to RE15: what is on the sheets."""
    of_game.turns = game.round_no
    of_game.ender = game.ender + 1
    for row in range(box.n_rows):
        for place in range(2):
            owner = game.business_owner[row][place]
            if owner != NOBODY:
                of_seats[owner].business[row] = place + 1
                of_seats[owner].businesses += 1
    for route in range(MAX_ROUTES):
        if game.route_owner[route] != NOBODY:
            of_seats[game.route_owner[route]].route[route] = 1
    for seat in range(game.n_players):
        count_sheet(game, box, seat, of_seats[seat])


@rule
def count_sheet(game: Game, box: Box, seat: int, of_seat: OfSeat) -> None:
    """One score sheet."""
    of_seat.stock = stock_worth(game, box, seat)
    of_seat.invested = investments(game, box, seat)
    of_seat.rentals = rentals_of(game, box, seat)
    of_seat.routes = routes_of(game, seat)
    of_seat.liquid = game.players[seat].liquid
    of_seat.indexes = game.players[seat].indexes
    of_seat.jackpot = game.players[seat].jackpot
    for row in range(box.n_rows):
        for slot in range(box.rows[row].n_slots):
            if game.players[seat].numbers[row][slot] == CROSSED:
                of_seat.lost_rows += 1
                break
