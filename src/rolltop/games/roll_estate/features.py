"""Roll Estate by named features: what a learned value looks at."""

from math import log

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.roll_estate.policy import (
    NO_SLOT,
    PACE,
    Outlook,
    best_plan,
    chance_of_row,
    open_rentals,
    place_in_round,
    portfolio_after,
    prize,
    rentals_to_end,
    row_chance,
    stock_hope,
    turns_to_come,
)
from rolltop.games.roll_estate.rules import (
    MAX_ROWS,
    MAX_SLOTS,
    N_CLAIMS,
    NOBODY,
    Box,
    Game,
    businesses_of,
    businesses_worth,
    jackpot_worth,
    rentals_worth,
    routes_of,
    stock_worth,
    transit_worth,
    unclaimed,
)

FEATURES = (
    "one",
    "dollars",  # in hundreds, as if the game ended now
    "hope_for_businesses",  # in hundreds of dollars
    "hope_for_rentals",
    "hope_for_stock",
    "routes",
    "businesses",  # of those that end the game
    "rentals_to_end",  # the fewest with which the game could end
    "open_rentals",
    "turns_left",  # in this round, the one on the table too
    "end_is_near",  # somebody has triggered it, and the seat has had its last turn
    "rows_near",  # rows with one rental to go
    "chance_alone",  # of the planner to win alone, as log odds
    "chance_of_rows",  # the part of the rows in it
    "chance_of_portfolio",
    "spare",  # failures that the plan allows
)
HUNDRED = 100.0
NO_CLAIM = N_CLAIMS
RENTALS_IN_FOUR_ROWS = 4.0 * MAX_SLOTS
SMALL = 1e-7


@rule
def settled(game: Game) -> bool:
    """May a playout stop here? Only after the first roll of a turn."""
    return bool(game.rolls == 1)


@rule
def progress(game: Game, box: Box) -> float:
    """How much of the game is over, from 0 to 1."""
    if game.n_players == 1:
        return 1.0 - min(1.0, open_rentals(game, box, 0) / 30.0)
    if game.ender != NOBODY:
        return 1.0
    return 0.95 - 0.95 * min(1.0, turns_to_come(game, box) / PACE / RENTALS_IN_FOUR_ROWS)


@rule
def describe(game: Game, box: Box, out: NDArray[np.float64]) -> None:
    """Write the features, a row a seat."""
    out[:] = 0.0
    if game.n_players == 1:
        describe_alone(game, box, out)
        return
    turns = turns_to_come(game, box)
    for seat in range(game.n_players):
        out[seat, 0] = 1.0
        dollars = rentals_worth(game, box, seat) + businesses_worth(game, box, seat)
        dollars += transit_worth(game, box, seat) + stock_worth(game, box, seat) + jackpot_worth(game, box, seat)
        out[seat, 1] = dollars / HUNDRED
        out[seat, 11] = 0.0
        for row in range(MAX_ROWS):
            slots = unclaimed(game, box, seat, row)
            if slots > 0:
                chance = chance_of_row(game, box, seat, row, turns) if turns > 0 else 0.0
                out[seat, 2] += chance * prize(game, box, seat, row, slots, turns) / HUNDRED
                out[seat, 3] += chance * slots * int(box.rows[row].rental) / HUNDRED
                out[seat, 11] += 1.0 if slots == 1 else 0.0
        player = game.players[seat]
        hope = stock_hope(box, Outlook(seat, turns, 0.0, out, out[0]), int(player.liquid), int(player.indexes))
        out[seat, 4] = (hope - stock_worth(game, box, seat)) / HUNDRED
        out[seat, 5] = routes_of(game, seat) / 4.0
        out[seat, 6] = businesses_of(game, box, seat) / max(1.0, float(box.to_end))
        out[seat, 7] = rentals_to_end(game, box, seat) / RENTALS_IN_FOUR_ROWS
        out[seat, 8] = open_rentals(game, box, seat) / 30.0
        to_play = place_in_round(game, seat) >= place_in_round(game, game.player)
        out[seat, 9] = 1.0 if to_play else 0.0
        out[seat, 10] = 1.0 if game.ender != NOBODY and not to_play else 0.0


@rule
def describe_alone(game: Game, box: Box, out: NDArray[np.float64]) -> None:
    """RE19: what the planner makes of it."""
    rentals = open_rentals(game, box, 0)
    chance, failures = best_plan(box, portfolio_after(game, box, NO_CLAIM, 0), rentals)
    rows = 1.0
    for row in range(MAX_ROWS):
        rows *= row_chance(box, game.players[0].numbers[row], row, NO_SLOT, 0, failures)
    both = min(1.0 - SMALL, max(SMALL, chance * rows))
    out[0, 0] = 1.0
    out[0, 8] = rentals / 30.0
    out[0, 12] = log(both / (1.0 - both)) / 10.0
    out[0, 13] = log(max(SMALL, rows)) / 10.0
    out[0, 14] = log(max(SMALL, chance)) / 10.0
    out[0, 15] = failures / 10.0
