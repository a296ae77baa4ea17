"""Roll Estate's components and options, and how they fill the rules' Box."""

from collections.abc import Mapping
from typing import Any

from rolltop.games.editions import Edition, Part, Whole, Words, inconsistent
from rolltop.games.options import Option, first_option, first_seat
from rolltop.games.roll_estate.rules import (
    ANY,
    LOSE,
    MAX_PLAYERS,
    MAX_ROUTES,
    MAX_ROWS,
    MAX_SLOTS,
    N_DICE,
    N_FACES,
    N_INDEXES,
    N_ROLLS,
    NO_ROUTE,
    ROUTES,
    RUN,
)
from rolltop.games.telling import Telling
from rolltop.games.words import N_

MATCHING = {"triple": 3, "quadruple": 4, "quintuple": 5}  #: so many dice that match, by their word
LEVELS = ("easy", "medium", "hard", "perfect")
DOLLARS = 1000

COMPONENTS: dict[str, Part] = {
    "neighborhoods": Words(16, (-MAX_ROWS,)),
    "dice": Whole(shape=(-MAX_ROWS,), one_of=(*range(1, N_FACES + 1), *MATCHING)),
    "rentals": Whole(1, MAX_SLOTS, (-MAX_ROWS,)),
    "rental_value": Whole(0, DOLLARS, (-MAX_ROWS,)),
    "first_business": Words(12, (-MAX_ROWS,)),
    "first_business_value": Whole(1, DOLLARS, (-MAX_ROWS,)),
    "second_business": Words(12, (-MAX_ROWS,), may_be_empty=True),
    "second_business_value": Whole(0, DOLLARS, (-MAX_ROWS,)),
    "route_names": Words(12, (-MAX_ROUTES,)),
    "routes": Whole(shape=(-MAX_ROUTES,), one_of=("any", *range(1, N_FACES - RUN + 2))),
    "transit": Whole(0, DOLLARS, (-MAX_ROUTES,)),
    "liquid_multipliers": Whole(0, 100, (N_INDEXES + 1,)),
    "jackpot": Whole(0, DOLLARS),
    "businesses_to_end": Whole(1, MAX_ROWS, (2,)),
    "solo_levels": Whole(0, 30_000, (len(LEVELS),)),
}
A_ROW_EACH = [name for name, part in COMPONENTS.items() if part.shape == (-MAX_ROWS,)]
A_ROUTE_EACH = [name for name, part in COMPONENTS.items() if part.shape == (-MAX_ROUTES,)]

OPTIONS = (
    first_option(N_("Who starts"), MAX_PLAYERS, range(2, MAX_PLAYERS + 1)),
    Option(
        "ruthless",
        N_("Second businesses (three players or more)"),
        {"no": Telling(N_("as printed")), "yes": Telling(N_("none: ruthless"))},
        "no",
        range(3, MAX_PLAYERS + 1),
    ),
    Option(
        "level",
        N_("Level (playing alone)"),
        {
            "easy": Telling(N_("easy")),
            "medium": Telling(N_("medium")),
            "hard": Telling(N_("hard")),
            "perfect": Telling(N_("perfect")),
        },
        "easy",
        range(1, 2),
    ),
    Option(
        "matched_dice",
        N_("Triple and quadruple count"),
        {
            "exact": Telling(N_("three or four dice, just as many as needed")),
            "all": Telling(N_("all dice that match")),
        },
        "exact",
    ),
)


def check(edition: Edition) -> None:
    """Raise BadEdition if values that are each well-formed do not fit together."""
    values = edition.values
    n_rows, n_routes = len(values["neighborhoods"]), len(values["routes"])
    if n_rows == 0:
        raise inconsistent(edition, "neighborhoods", "at least one row")
    for key in A_ROW_EACH:
        if len(values[key]) != n_rows:
            raise inconsistent(edition, key, f"a list of {n_rows}, one entry for each of the neighborhoods")
    for key in A_ROUTE_EACH:
        if len(values[key]) != n_routes:
            raise inconsistent(edition, key, f"a list of {n_routes}, one entry for each of the routes")
    if values["transit"] != sorted(values["transit"]):
        raise inconsistent(edition, "transit", "dollars that do not fall with more routes")
    if values["liquid_multipliers"] != sorted(values["liquid_multipliers"]):
        raise inconsistent(edition, "liquid_multipliers", "numbers that do not fall with more Indexes")
    if values["solo_levels"] != sorted(set(values["solo_levels"])):
        raise inconsistent(edition, "solo_levels", "dollars that rise from level to level")
    if values["solo_levels"][-1] > most_invested(values):
        raise inconsistent(edition, "solo_levels", f"no more than all investments bring, {most_invested(values)}")
    for name, value in zip(values["second_business"], values["second_business_value"], strict=True):
        if bool(name) != bool(value):
            raise inconsistent(edition, "second_business", "a name just where second_business_value is not 0")
    for key in ("neighborhoods", "route_names"):
        if len(set(values[key])) != len(values[key]):
            raise inconsistent(edition, key, "different names")
    if len(set(values["routes"])) != n_routes:
        raise inconsistent(edition, "routes", "different routes")
    for number in values["businesses_to_end"]:
        if number > n_rows:
            raise inconsistent(edition, "businesses_to_end", f"no more than the {n_rows} rows")


def most_invested(values: Mapping[str, Any]) -> int:
    """What all routes, the best stock and the Jackpot bring, in dollars (RE7 to RE10)."""
    stock = N_DICE * N_FACES * values["liquid_multipliers"][-1]
    return int(max(values["transit"], default=0) + stock + values["jackpot"])


def fill(box: Any, edition: Edition, options: Mapping[str, str], n_players: int) -> None:
    """Write the components and options into a zeroed Box record. Raises BadOption if an option does not fit."""
    values = edition.values
    box["n_rows"] = len(values["dice"])
    seconds = n_players > 2 and options["ruthless"] == "no"  # RE17 to RE19
    for row in range(len(values["dice"])):
        fill_row(box["rows"][row], values, row, seconds)
    box["routes"] = NO_ROUTE
    for route, first in enumerate(values["routes"]):
        box["routes"][route] = ANY if first == "any" else first
        box["transit"][route + 1] = values["transit"][route]
    box["multipliers"] = values["liquid_multipliers"]
    box["jackpot"] = values["jackpot"]
    if n_players == 1:
        box["goal"] = values["solo_levels"][LEVELS.index(options["level"])]
    else:
        box["to_end"] = values["businesses_to_end"][1 if n_players == 2 else 0]
    box["all_matched"] = options["matched_dice"] == "all"
    box["first_seat"] = first_seat(options.get("first", "1"), n_players)


def fill_row(row: Any, values: Mapping[str, Any], index: int, seconds: bool) -> None:
    """Write a row of the sheet."""
    dice = values["dice"][index]
    row["face"] = 0 if dice in MATCHING else dice
    row["matching"] = MATCHING.get(dice, 0)
    row["n_slots"] = values["rentals"][index]
    row["rental"] = values["rental_value"][index]
    row["businesses"][0] = values["first_business_value"][index]
    row["businesses"][1] = values["second_business_value"][index] if seconds else 0


def longest(box: Any, n_players: int) -> int:
    """A bound on the events of a game: every turn claims an Asset or crosses rentals out, after at most three rolls."""
    rentals = sum(int(row.n_slots) for row in box.rows[: box.n_rows])
    assets = rentals + (LOSE - ROUTES) + N_INDEXES - 1
    return 1 + n_players * assets * N_ROLLS * (N_DICE + 1)
