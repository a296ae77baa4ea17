"""Hints for people, from what they see: exact chances for the dice on the table, and what the sensible bot would do."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolltop.games.errors import NotYourTurn
from rolltop.games.roll_estate.dice import COUNTS, FIRST_SET, N_KEEPS, best_held, keep_of, solve
from rolltop.games.roll_estate.moves import action_text
from rolltop.games.roll_estate.policy import is_open, kind_of, weigh
from rolltop.games.roll_estate.prospects import ALIKE, INDEX_RUNS, RUNS, STEPS
from rolltop.games.roll_estate.rules import (
    ANY,
    INDEX,
    JACKPOT,
    MAX_ROUTES,
    N_ACTIONS,
    N_ROLLS,
    NO_ROUTE,
    ROUTES,
    RUN,
    Box,
    Game,
    Phase,
    all_alike,
    number_for,
    runs_of,
    serves,
    slots_for,
)
from rolltop.games.telling import Telling
from rolltop.games.words import N_

Sets = NDArray[np.bool_]  #: which of the 252 sets of dice


@dataclass(frozen=True)
class Goal:
    """Something that the dice on the table do not bring yet, and the sets of dice that do."""

    kind: str  #: as in the view's claims: rental, route, index, jackpot
    telling: Telling
    wanted: Sets
    row: int | None = None
    route: int | None = None
    number: int | None = None


def chances(game: Game, box: Any) -> list[dict[str, Any]]:
    """What the player on turn can still get this turn, in the order of the sheet; nothing without a re-roll left.

    For each `goal` (a telling) the best dice to hold for it alone, as a `move` and its `action`, and the `chance`, 0 to
    1, if the best dice are held at each re-roll. `game` is what a seat sees; `box.edition` gives the names.
    """
    if game.phase != Phase.CHOOSE or game.holds == 0:
        return []
    found = list(goals(game, box))
    kept = np.empty((N_KEEPS, len(found)))
    solve(np.array([goal.wanted for goal in found], np.float64).reshape(len(found), -1).T, N_ROLLS - game.rolls, kept)
    hints = [hint(game, box, goal, kept[:, place]) for place, goal in enumerate(found)]
    return [hint for hint in hints if hint["chance"] > 0]


def hint(game: Game, box: Box, goal: Goal, kept: NDArray[np.float64]) -> dict[str, Any]:
    """The best dice to hold for a goal, given its chance with each keep."""
    held = best_held(game.dice, kept)
    return {
        "move": action_text(game, box, game.player, held),
        "action": held,
        "kind": goal.kind,
        "row": goal.row,
        "route": goal.route,
        "number": goal.number,
        "goal": goal.telling,
        "chance": float(kept[keep_of(game.dice, held)]),
    }


def suggestion(game: Game, box: Box) -> dict[str, Any]:
    """What the sensible bot would do in the place of the player on turn: a move and its action; alone also its guess at
    the chance to `win` with it, else None. Raises NotYourTurn if nobody is to choose."""
    if game.phase != Phase.CHOOSE:
        raise NotYourTurn("nobody is to choose, so there is nothing to suggest")
    weights = np.full(N_ACTIONS, -np.inf)
    weigh(game, box, int(game.player), weights)
    action = int(weights.argmax())
    win = float(weights[action]) if game.n_players == 1 else None
    return {"move": action_text(game, box, game.player, action), "action": action, "win": win}


# ---- goals -----------------------------------------------------------------------------------------------------------


def goals(game: Game, box: Any) -> Iterator[Goal]:
    """What could be had with other dice than those on the table, in the order of the sheet."""
    for row in range(box.n_rows):
        yield from rental_goals(game, box, row)
    yield from route_goals(game, box)
    if is_open(game, box, INDEX) and runs_of(game, RUN + 1) == 0:
        yield Goal("index", Telling(N_("an Index")), INDEX_RUNS > 0)
    if is_open(game, box, JACKPOT) and not all_alike(game):
        yield Goal("jackpot", Telling(N_("the Jackpot")), ALIKE)


def rental_goals(game: Game, box: Any, row: int) -> Iterator[Goal]:
    """A row of a face: the next higher number that fits. A row of dice that match: any that fits, if none does yet."""
    name = box.edition.values["neighborhoods"][row]
    numbers = numbers_of_sets(box, row)
    now = number_for(game, box, row)
    fitting = [number for number in np.unique(numbers).tolist() if number > 0 and slots_for(game, box, row, number)]
    if not box.rows[row].matching:
        higher = [number for number in fitting if number > now]
        if higher:
            telling = Telling(N_("%(number)s in %(row)s"), {"number": higher[0], "row": name})
            yield Goal("rental", telling, numbers == higher[0], row=row, number=higher[0])
    elif fitting and now not in fitting:
        values = {"matching": box.rows[row].matching, "row": name}
        telling = Telling(N_("%(matching)s alike that fit in %(row)s"), values)
        yield Goal("rental", telling, np.isin(numbers, fitting), row=row)


def numbers_of_sets(box: Box, row: int) -> NDArray[np.int64]:
    """RE3, RE4: the number that each set of dice writes in a row; 0 if none."""
    counts = COUNTS[FIRST_SET:].astype(np.int64)
    face, matching = box.rows[row].face, box.rows[row].matching
    numbers: NDArray[np.int64] = counts[:, face - 1] * face
    if matching:
        faces = STEPS[kind_of(box, row)].astype(np.int64)
        numbers = faces * (counts[np.arange(len(faces)), faces - 1] if box.all_matched else matching)
    return numbers


def route_goals(game: Game, box: Any) -> Iterator[Goal]:
    """The routes that nobody has and the dice do not bring."""
    runs = runs_of(game, RUN)
    for route in range(MAX_ROUTES):
        first = box.routes[route]
        if first != NO_ROUTE and is_open(game, box, ROUTES + route) and not (runs and serves(first, runs)):
            telling = Telling(N_("a run for the %(route)s"), {"route": box.edition.values["route_names"][route]})
            yield Goal("route", telling, RUNS > 0 if first == ANY else RUNS >> first & 1 > 0, route=route)
