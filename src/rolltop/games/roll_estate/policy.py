"""How the sensible bot weighs what it may do in Roll Estate.

Final dice are worth the best claim they allow, and exact dice play says what that makes each way to hold dice worth.
What a claim is worth depends on the company:

* Alone it is the chance to win: the product of the chances to get each thing that is still needed, that is every gap of
  every row, and what else the Investments need by the best plan.
* Among others it is dollars: what it brings at once, and what it changes in the hope for businesses and for the stock
  portfolio. A business goes to whoever is first, so what it is worth depends on how far the others are.

The numbers below were tuned on games against earlier versions of the bot, and on games alone.
"""

from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rolltop.games.kernel import rule
from rolltop.games.roll_estate.dice import COUNTS, FIRST_SET, N_KEEPS, N_SETS, keep_of, solve
from rolltop.games.roll_estate.prospects import (
    ALIKE,
    GAPS,
    HOPELESS,
    INDEX_RUNS,
    INDEXES_WITHIN,
    JACKPOT_WITHIN,
    LAST_STEP,
    LIQUID_WITHIN,
    MOST_FAILURES,
    MOST_LIQUID,
    ROUTE_WITHIN,
    RUNS,
    STEPS,
    TOTALS,
    Chances,
)
from rolltop.games.roll_estate.rules import (
    CROSSED,
    EMPTY,
    INDEX,
    JACKPOT,
    LIQUID,
    LOSE,
    MAX_PLAYERS,
    MAX_ROUTES,
    MAX_ROWS,
    MAX_SLOTS,
    N_CLAIMS,
    N_DICE,
    N_HOLDS,
    N_INDEXES,
    N_ROLLS,
    NO_ROUTE,
    NOBODY,
    ROUTES,
    Box,
    Game,
    Slots,
    businesses_of,
    number_for,
    routes_of,
    score,
    serves,
    slots_for,
    unclaimed,
)

# Alone: how many turns may bring nothing towards a thing that is needed, as they go to others.
A_TURN_TO_SPARE = 0.3
TURNS_OF_OTHERS = 0.35  #: for each other thing that is needed
TURNS_OF_LIQUID = 1.25  #: for Liquid Assets that are not needed: any dice will do
TURNS_OF_ROUTE = 0.5  #: for a route that is not needed
TURNS_OF_INDEX = 0.2  #: for an Index that is not needed

# Among others.
PACE = 1.35  #: the turns it takes somebody to claim a rental more towards the end of the game
FOCUS = 0.35  #: the part of the turns to come in which a row may fail ...
HASTE = 0.55  # ... less so many for each open slot
AHEAD, LEVEL, BEHIND = 0.8, 0.5, 0.13  #: the chance that one who needs fewer, as many, more rentals is faster
TRIES = 0.5  #: the part of the turns to come in which one tries for an Index
SOME_LIQUID = 18.0  #: what Liquid Assets can be expected to bring when claimed later ...
EACH_TURN = 0.6  # ... if there is time: a turn to come counts for so much
OPENING = 17.0  #: dollars that a business is worth as a step to the end of the game
ENDING = 170.0  #: dollars that it is worth to end the game with a sure win; the same is lost with a sure defeat
UNSURE = 40.0  #: the lead in dollars that makes it fairly sure (the scale of a logistic curve)
LAST_TURN = 70.0  #: what a turn brings an opponent

IMPOSSIBLE = -1e9
NO_ROW, NO_SLOT = -1, -1
N_ASSETS = MAX_ROWS + LOSE - ROUTES  #: rows, then the claims from the first route on
RELUCTANCE = 1e-9  #: roll on only for more than this part of the worth


class Outlook(NamedTuple):
    """Among others: what is the same for all claims of a turn."""

    seat: int
    turns: float  #: still to come after this one
    lead: float  #: dollars ahead of the best opponent, if this were the last round
    prizes: NDArray[np.float64]  #: by row and slots to go: the dollars that completing it can be expected to bring
    hopes: NDArray[np.float64]  #: by row: the hope for its business, as it is


@rule
def weigh(game: Game, box: Box, seat: int, weights: NDArray[np.float64]) -> None:
    """Write what every action that `seat`, who is to choose, may take is worth: a chance to win, or dollars."""
    outlook = look_ahead(game, box, seat)
    for claim in range(N_CLAIMS):
        if game.claims >> claim & 1:
            weights[N_HOLDS + claim] = worth(game, box, outlook, claim, number_now(game, box, claim))
    if game.holds != 0:
        weigh_holds(game, box, outlook, weights)


@rule
def weigh_holds(game: Game, box: Box, outlook: Outlook, weights: NDArray[np.float64]) -> None:
    """RE1: what it is worth to hold dice and roll the others."""
    final, kept = np.empty(N_SETS), np.empty(N_KEEPS)
    weigh_sets(game, box, outlook, final)
    solve(final, N_ROLLS - int(game.rolls), kept)
    for hold in range(N_HOLDS):
        if game.holds >> hold & 1:
            hope = kept[keep_of(game.dice, hold)]
            weights[hold] = hope - RELUCTANCE * abs(hope)


# ---- what final dice are worth ---------------------------------------------------------------------------------------


@rule
def weigh_sets(game: Game, box: Box, outlook: Outlook, final: NDArray[np.float64]) -> None:
    """What the best claim with each set of dice is worth; where there is none, the best row to give up."""
    known = np.zeros((N_ASSETS, MOST_LIQUID + 1))  # 0: not known yet
    nothing = worth_of_nothing(game, box, outlook)
    for dice in range(N_SETS):
        most = IMPOSSIBLE
        for asset in range(N_ASSETS):
            number = number_of(box, asset, dice)
            if number >= 0:
                if known[asset, number] == 0.0:
                    known[asset, number] = worth_of_asset(game, box, outlook, asset, number)
                most = max(most, known[asset, number])
        final[dice] = most if most > IMPOSSIBLE else nothing


@rule
def number_of(box: Box, asset: int, dice: int) -> int:
    """The number that a set of dice writes for an Asset, 0 if it is only ticked; -1 if it does not qualify."""
    if asset < MAX_ROWS:
        return number_in_row(box, asset, dice) if asset < box.n_rows else -1
    claim = asset - MAX_ROWS + ROUTES
    if claim == LIQUID:
        return int(TOTALS[dice])
    if claim == INDEX:
        return 0 if INDEX_RUNS[dice] else -1
    if claim == JACKPOT:
        return 0 if ALIKE[dice] else -1
    return 0 if RUNS[dice] and serves(int(box.routes[claim - ROUTES]), int(RUNS[dice])) else -1


@rule
def number_in_row(box: Box, row: int, dice: int) -> int:
    """RE3, RE4: the number that a set of dice writes in a row; -1 if none."""
    face, matching = int(box.rows[row].face), int(box.rows[row].matching)
    count = int(COUNTS[FIRST_SET + dice, face - 1])
    if matching:
        face = int(STEPS[kind_of(box, row), dice])
        count = int(COUNTS[FIRST_SET + dice, face - 1]) if box.all_matched else matching
    return face * count if face * count > 0 else -1


@rule
def worth_of_asset(game: Game, box: Box, outlook: Outlook, asset: int, number: int) -> float:
    """What an Asset is worth with this number in the best place."""
    if asset >= MAX_ROWS:
        claim = asset - MAX_ROWS + ROUTES
        return worth(game, box, outlook, claim, number) if is_open(game, box, claim) else IMPOSSIBLE
    most = IMPOSSIBLE
    slots = slots_for(game, box, asset, number)
    for slot in range(MAX_SLOTS):
        if slots >> slot & 1:
            most = max(most, worth(game, box, outlook, asset * MAX_SLOTS + slot, number))
    return most


@rule
def is_open(game: Game, box: Box, claim: int) -> bool:
    """Can the player on turn still claim this Investment?"""
    player = game.players[game.player]
    if claim == LIQUID:
        return player.liquid == 0
    if claim == INDEX:
        return bool(player.indexes < N_INDEXES)
    if claim == JACKPOT:
        return not player.jackpot
    return bool(game.route_owner[claim - ROUTES] == NOBODY)


@rule
def number_now(game: Game, box: Box, claim: int) -> int:
    """The number that a claim writes with the dice on the table; 0 if none."""
    if claim < ROUTES:
        return number_for(game, box, claim // MAX_SLOTS)
    total = 0
    if claim == LIQUID:
        for die in range(N_DICE):
            total += int(game.dice[die])
    return total


@rule
def worth(game: Game, box: Box, outlook: Outlook, claim: int, number: int) -> float:
    """What a claim that writes this number is worth."""
    if game.n_players == 1:
        return chance_to_win(game, box, outlook.seat, claim, number)
    return gain(game, box, outlook, claim, number)


@rule
def worth_of_nothing(game: Game, box: Box, outlook: Outlook) -> float:
    """RE12: what is left if the dice fit nowhere. RE19: alone all is lost."""
    if game.n_players == 1:
        return 0.0
    most = IMPOSSIBLE
    for row in range(MAX_ROWS):
        if unclaimed(game, box, outlook.seat, row) > 0:
            most = max(most, -outlook.hopes[row])
    return most


# ---- rentals ---------------------------------------------------------------------------------------------------------


@rule
def kind_of(box: Box, row: int) -> int:
    """The place of a row's kind in the tables of prospects."""
    matching = int(box.rows[row].matching)
    return matching - 2 if matching else 0


@rule
def row_chance(box: Box, numbers: Slots, row: int, slot: int, number: int, failures: float) -> float:
    """The chance to fill what is open in a row once `number` is written in `slot` (NO_SLOT: as it is)."""
    kind = kind_of(box, row)
    unit = int(box.rows[row].matching) if kind else int(box.rows[row].face)
    chance, low, gap = 1.0, 0, 0
    for at in range(box.rows[row].n_slots):
        written = number if at == slot else int(numbers[at])
        if written == CROSSED:
            return 0.0
        if written == EMPTY:
            gap += 1
        else:
            step = min(LAST_STEP, (written + unit - 1) // unit)  # RE4 read otherwise knows numbers in between
            chance *= within(GAPS[kind, low, step, gap], failures)
            low, gap = step, 0
    return chance * within(GAPS[kind, low, LAST_STEP + 1 if kind else N_DICE + 1, gap], failures)


@rule
def within(chances: Chances, failures: float) -> float:
    """A chance by the failures it allows, between whole numbers too."""
    if failures <= 0.0:
        return float(chances[0])
    if failures >= MOST_FAILURES:
        return float(chances[MOST_FAILURES])
    whole = int(failures)
    return float(chances[whole] + (failures - whole) * (chances[whole + 1] - chances[whole]))


@rule
def open_rentals(game: Game, box: Box, seat: int) -> int:
    """How many rentals a player has still to claim."""
    count = 0
    for row in range(MAX_ROWS):
        count += unclaimed(game, box, seat, row)
    return count


# ---- alone -----------------------------------------------------------------------------------------------------------


class Portfolio(NamedTuple):
    """RE19: the Investments after a claim."""

    routes: int
    open_routes: int  #: a bit each
    liquid: int
    indexes: int
    jackpot: int


@rule
def chance_to_win(game: Game, box: Box, seat: int, claim: int, number: int) -> float:
    """RE19: the chance to win after a claim that writes this number."""
    portfolio = portfolio_after(game, box, claim, number)
    rental = claim < ROUTES
    rentals = open_rentals(game, box, seat) - (1 if rental else 0)
    if rentals == 0:
        return 1.0 if least_liquid(box, portfolio, 0, 0, 0) <= portfolio.liquid else 0.0
    chance, failures = best_plan(box, portfolio, rentals)
    for row in range(MAX_ROWS):
        slot = claim % MAX_SLOTS if rental and row == claim // MAX_SLOTS else NO_SLOT
        chance *= row_chance(box, game.players[seat].numbers[row], row, slot, number, failures)
    return chance


@rule
def portfolio_after(game: Game, box: Box, claim: int, number: int) -> Portfolio:
    """What is invested after a claim."""
    player = game.players[0]
    routes, open_routes = routes_of(game, 0), 0
    for route in range(MAX_ROUTES):
        if game.route_owner[route] == NOBODY and box.routes[route] != NO_ROUTE:
            if claim == ROUTES + route:
                routes += 1
            else:
                open_routes |= 1 << route
    liquid = number if claim == LIQUID else int(player.liquid)
    indexes = int(player.indexes) + (1 if claim == INDEX else 0)
    return Portfolio(routes, open_routes, liquid, indexes, 1 if player.jackpot or claim == JACKPOT else 0)


@rule
def best_plan(box: Box, portfolio: Portfolio, rentals: int) -> tuple[float, float]:
    """The best choice of what to add to the Investments to reach the level's sum: the chance to get all of it, and how
    many failures it leaves to everything that is needed."""
    best, best_failures = 0.0, 0.0
    for routes in range(count_bits(portfolio.open_routes) + 1):
        for indexes in range(N_INDEXES - portfolio.indexes + 1):
            for jackpot in range(2 - portfolio.jackpot):
                liquid = least_liquid(box, portfolio, routes, indexes, jackpot)
                failures = failures_of_plan(portfolio, rentals, routes, indexes, jackpot, liquid)
                chance = chance_of_plan(box, portfolio, routes, indexes, jackpot, liquid, failures)
                if chance > best:
                    best, best_failures = chance, failures
    return best, best_failures


@rule
def count_bits(bits: int) -> int:
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


@rule
def least_liquid(box: Box, portfolio: Portfolio, routes: int, indexes: int, jackpot: int) -> int:
    """What Liquid Assets must come to, with so many routes, Indexes and Jackpots more; 0 if they are not needed."""
    missing = int(box.goal) - int(box.transit[portfolio.routes + routes])
    missing -= int(box.jackpot) * (portfolio.jackpot + jackpot)
    times = int(box.multipliers[portfolio.indexes + indexes])
    if missing <= 0:
        return 0
    return (missing + times - 1) // times if times else MOST_LIQUID + 1


@rule
def failures_of_plan(portfolio: Portfolio, rentals: int, routes: int, indexes: int, jackpot: int, liquid: int) -> float:
    """How many turns may bring nothing towards a thing that is needed: they go to other things that are, or to Assets
    that are not."""
    needed = rentals + routes + indexes + jackpot
    spare = TURNS_OF_ROUTE * (count_bits(portfolio.open_routes) - routes)
    spare += TURNS_OF_INDEX * (N_INDEXES - portfolio.indexes - indexes)
    if portfolio.liquid == 0:
        if liquid > 0:
            needed += 1
        else:
            spare += TURNS_OF_LIQUID
    return A_TURN_TO_SPARE + TURNS_OF_OTHERS * (needed - 1) + spare


@rule
def chance_of_plan(
    box: Box, portfolio: Portfolio, routes: int, indexes: int, jackpot: int, liquid: int, failures: float
) -> float:
    """The chance to add so many routes, Indexes and Jackpots, and Liquid Assets of at least so much."""
    if liquid > (portfolio.liquid if portfolio.liquid else MOST_LIQUID):
        return HOPELESS**5
    chance = within(INDEXES_WITHIN[indexes], failures) * within(JACKPOT_WITHIN[jackpot], failures)
    if portfolio.liquid == 0:
        chance *= within(LIQUID_WITHIN[liquid], failures)
    for route in range(MAX_ROUTES):
        if routes > 0 and portfolio.open_routes >> route & 1:
            chance *= within(ROUTE_WITHIN[box.routes[route]], failures)
            routes -= 1
    return chance


# ---- among others ----------------------------------------------------------------------------------------------------


@rule
def look_ahead(game: Game, box: Box, seat: int) -> Outlook:
    """What is the same for all claims of a turn; nothing of it matters alone."""
    prizes, hopes = np.zeros((MAX_ROWS, MAX_SLOTS + 1)), np.zeros(MAX_ROWS)
    if game.n_players == 1:
        return Outlook(seat, 0.0, 0.0, prizes, hopes)
    turns = turns_to_come(game, box)
    for row in range(MAX_ROWS):
        for slots in range(MAX_SLOTS + 1):
            prizes[row, slots] = prize(game, box, seat, row, slots, turns)
        open_slots = unclaimed(game, box, seat, row)
        if open_slots > 0 and turns > 0:
            hopes[row] = chance_of_row(game, box, seat, row, turns) * prizes[row, open_slots]
    return Outlook(seat, turns, lead_in_last_round(game, box, seat), prizes, hopes)


@rule
def turns_to_come(game: Game, box: Box) -> float:
    """How many turns everybody can expect after this round: whoever is closest to the end takes their time."""
    if game.ender != NOBODY:
        return 0.0
    fewest = MAX_ROWS * MAX_SLOTS
    for seat in range(game.n_players):
        fewest = min(fewest, rentals_to_end(game, box, seat))
    return PACE * fewest


@rule
def rentals_to_end(game: Game, box: Box, seat: int) -> int:
    """RE14: the fewest rentals with which a player could end the game."""
    rentals, rows = 0, 0
    for _ in range(int(box.to_end) - businesses_of(game, box, seat)):
        row = nearest_row(game, box, seat, rows)
        if row == NO_ROW:
            return open_rentals(game, box, seat)
        rentals += unclaimed(game, box, seat, row)
        rows |= 1 << row
    return min(rentals, open_rentals(game, box, seat))


@rule
def nearest_row(game: Game, box: Box, seat: int, but: int) -> int:
    """The row, none of those in `but`, in which a player has fewest rentals to go to a business; NO_ROW if none."""
    nearest, fewest = NO_ROW, MAX_SLOTS + 1
    for row in range(MAX_ROWS):
        open_slots = unclaimed(game, box, seat, row)
        if not but >> row & 1 and 0 < open_slots < fewest and next_business(game, box, row, 0) > 0:
            nearest, fewest = row, open_slots
    return nearest


@rule
def next_business(game: Game, box: Box, row: int, after: int) -> int:
    """RE13: what the next business of a row is worth, after so many more are opened; 0 if there is none."""
    for place in range(2):
        if game.business_owner[row][place] == NOBODY:
            if after == 0:
                return int(box.rows[row].businesses[place])
            after -= 1
    return 0


@rule
def prize(game: Game, box: Box, seat: int, row: int, slots: int, turns: float) -> float:
    """RE13: the business that completing a row can be expected to bring who has so many slots to go."""
    first, second = next_business(game, box, row, 0), next_business(game, box, row, 1)
    nobody, one = 1.0, 0.0  # chances that so many are faster
    for other in range(game.n_players):
        if other != seat and slots > 0 and first > 0:
            faster = chance_to_be_faster(game, box, other, row, slots, turns)
            one = one * (1.0 - faster) + nobody * faster
            nobody *= 1.0 - faster
    return nobody * first + one * second


@rule
def chance_to_be_faster(game: Game, box: Box, other: int, row: int, slots: int, turns: float) -> float:
    """The chance that an opponent completes a row before somebody who has so many slots to go."""
    theirs = unclaimed(game, box, other, row)
    if theirs == 0:
        return 0.0
    first = AHEAD if theirs < slots else LEVEL if theirs == slots else BEHIND
    return first * chance_of_row(game, box, other, row, turns)


@rule
def chance_of_row(game: Game, box: Box, seat: int, row: int, turns: float) -> float:
    """The chance that a player completes a row in time."""
    failures = failures_of_row(turns, unclaimed(game, box, seat, row))
    return row_chance(box, game.players[seat].numbers[row], row, NO_SLOT, 0, failures)


@rule
def failures_of_row(turns: float, slots: int) -> float:
    """How many turns may bring nothing towards a row, if it is to be complete in time."""
    return FOCUS * turns - HASTE * slots


@rule
def lead_in_last_round(game: Game, box: Box, seat: int) -> float:
    """Dollars ahead of the best opponent, who may yet have a turn."""
    totals = np.zeros(MAX_PLAYERS, np.int32)
    score(game, box, totals)
    most = -1.0
    for other in range(game.n_players):
        if other != seat:
            later = place_in_round(game, other) > place_in_round(game, seat)
            most = max(most, totals[other] + (LAST_TURN if later else 0.0))
    return float(totals[seat] - most)


@rule
def place_in_round(game: Game, seat: int) -> int:
    """How many have their turn before this player."""
    return seat - int(game.first) if seat >= game.first else seat - int(game.first) + int(game.n_players)


@rule
def gain(game: Game, box: Box, outlook: Outlook, claim: int, number: int) -> float:
    """The dollars that a claim brings, at once and in hope."""
    player = game.players[outlook.seat]
    if claim < ROUTES:
        return gain_of_rental(game, box, outlook, claim // MAX_SLOTS, claim % MAX_SLOTS, number)
    if claim < LIQUID:
        routes = routes_of(game, outlook.seat)
        return float(int(box.transit[routes + 1]) - int(box.transit[routes]))
    if claim == JACKPOT:
        return float(box.jackpot)
    if claim >= LOSE:
        return -float(outlook.hopes[claim - LOSE])
    liquid = number if claim == LIQUID else int(player.liquid)
    indexes = int(player.indexes) + (1 if claim == INDEX else 0)
    before = stock_hope(box, outlook, int(player.liquid), int(player.indexes))
    return stock_hope(box, outlook, liquid, indexes) - before


@rule
def gain_of_rental(game: Game, box: Box, outlook: Outlook, row: int, slot: int, number: int) -> float:
    """What a rental brings: its value, a business or more hope for it, and perhaps the end of the game."""
    found = float(box.rows[row].rental - outlook.hopes[row])
    slots = unclaimed(game, box, outlook.seat, row) - 1
    if slots > 0:
        failures = failures_of_row(outlook.turns, slots)
        chance = row_chance(box, game.players[outlook.seat].numbers[row], row, slot, number, failures)
        return found + (chance * outlook.prizes[row, slots] if outlook.turns > 0 else 0.0)
    business = float(outlook.prizes[row, 0])
    found += business
    if game.ender != NOBODY:
        return found
    step = 1 if business > 0 else 0
    if open_rentals(game, box, outlook.seat) == 1 or businesses_of(game, box, outlook.seat) + step >= box.to_end:
        lead = outlook.lead + int(box.rows[row].rental) + business
        return found + ENDING * (2.0 / (1.0 + exp(-lead / UNSURE)) - 1.0)
    return found + OPENING * step


@rule
def stock_hope(box: Box, outlook: Outlook, liquid: int, indexes: int) -> float:
    """RE8: what the stock portfolio can be expected to be worth."""
    times = float(box.multipliers[indexes])
    tries = TRIES * outlook.turns
    for more in range(1, N_INDEXES - indexes + 1):
        if tries >= more:
            step = int(box.multipliers[indexes + more]) - int(box.multipliers[indexes + more - 1])
            times += step * within(INDEXES_WITHIN[more], tries - more)
    return times * (liquid if liquid else SOME_LIQUID * min(1.0, EACH_TURN * outlook.turns))
