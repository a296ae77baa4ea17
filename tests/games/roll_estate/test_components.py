"""Roll Estate's components: other sheets play, what does not fit together is refused, options are checked."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rolltop.games import shelf
from rolltop.games.editions import Edition
from rolltop.games.errors import BadEdition, BadOption
from rolltop.games.options import complete
from rolltop.games.roll_estate.components import COMPONENTS, LEVELS
from rolltop.games.roll_estate.rules import MAX_ROUTES, NO_ROUTE
from tests.conformance.checks import (
    games_end_in_time,
    names_round_trip,
    scores_add_up,
    the_mask_is_exact,
    views_are_plain_data,
)
from tests.conformance.harness import Case, Setup
from tests.games.by_hand import ANN, BOB, with_values
from tests.games.roll_estate.test_rules import Start, start

__all__ = ["start"]

ROLL_ESTATE = shelf.kind("roll_estate")
USUAL = ROLL_ESTATE.edition()


def sheet(rows: str, **values: Any) -> Edition:
    """An edition of as many rows as there are words, such as "1:4" (four rentals of the ones) or "triple:3+" (with a
    second business)."""
    words = rows.split()
    dice = [word.split(":")[0] for word in words]
    n = len(words)
    made = {
        "neighborhoods": [f"Street {row}" for row in range(n)],
        "dice": [int(word) if word.isdecimal() else word for word in dice],
        "rentals": [int(word.split(":")[1].strip("+")) for word in words],
        "rental_value": [10 + row for row in range(n)],
        "first_business": [f"Shop {row}" for row in range(n)],
        "first_business_value": [50 + row for row in range(n)],
        "second_business": [f"Stall {row}" if word.endswith("+") else "" for row, word in enumerate(words)],
        "second_business_value": [30 + row if word.endswith("+") else 0 for row, word in enumerate(words)],
        "businesses_to_end": [min(3, n), min(4, n)],
    }
    return with_values(ROLL_ESTATE, **{**made, **values})


OTHER_SHEETS = {
    "one row of one": sheet("6:1"),
    "ten long rows": sheet("1:4+ 2:4+ 3:4+ 4:4+ 5:4+ 6:4+ triple:4+ quadruple:4+ quintuple:4+ 6:4+"),
    "twice the same": sheet("5:2 5:3+ triple:1 triple:2+ 5:4"),
    "no routes": sheet("1:2+ 2:2 quintuple:3", route_names=[], routes=[], transit=[], solo_levels=[1, 2, 3, 450]),
    "two routes": sheet("1:2 quadruple:2+", route_names=["A", "B"], routes=[3, "any"], transit=[0, 1000]),
    "worth nothing": sheet(
        "1:1 2:2", rental_value=[0, 0], liquid_multipliers=[0, 0, 0], jackpot=0, solo_levels=[1, 2, 3, 250]
    ),
    "worth a lot": sheet("6:4+ triple:4+", rental_value=[1000] * 2, liquid_multipliers=[100] * 3, jackpot=1000),
}


class OtherCase(Case):
    """A case with an edition that is not on the shelf."""

    def __init__(self, edition: Edition, n_players: int) -> None:
        super().__init__(ROLL_ESTATE, n_players)
        options: list[dict[str, str]] = [{}, {"matched_dice": "all"}]
        if n_players > 2:
            options.append({"ruthless": "yes", "first": "2"})
        vars(self)["setups"] = [
            Setup(ROLL_ESTATE, edition, complete(ROLL_ESTATE.options, some, n_players), n_players) for some in options
        ]


@pytest.mark.parametrize("name", OTHER_SHEETS)
@pytest.mark.parametrize("n_players", [1, 4])
def test_other_sheets_play(name: str, n_players: int) -> None:
    ROLL_ESTATE.part("components").check(OTHER_SHEETS[name])
    case = OtherCase(OTHER_SHEETS[name], n_players)
    for check in (games_end_in_time, the_mask_is_exact, names_round_trip, scores_add_up, views_are_plain_data):
        check(case)


def test_other_sheets_are_filled_in(start: Start) -> None:
    box = ROLL_ESTATE.box(OTHER_SHEETS["two routes"], {}, 3)[0]
    assert box["routes"].tolist() == [3, 0] + [NO_ROUTE] * (MAX_ROUTES - 2)
    assert box["transit"].tolist() == [0, 0, 1000, 0, 0] and box["n_rows"] == 2
    assert [box["rows"][row]["businesses"].tolist() for row in range(3)] == [[50, 0], [51, 31], [0, 0]]
    assert [(row["face"], row["matching"], row["n_slots"]) for row in box["rows"][:3]] == [
        (1, 0, 2),
        (0, 4, 2),
        (0, 0, 0),
    ]


def test_rows_of_five_alike_and_rows_alike(start: Start) -> None:
    values = OTHER_SHEETS["ten long rows"].values
    game = start(2, **values).lay().throws(4, 4, 4, 4, 4)
    assert game.slots("quintuple") == [1, 2, 3, 4] and game.slots("quadruple") == [1, 2, 3, 4]
    game.claims(ANN, "quintuple 2").throws(6, 6, 1, 1, 2)
    assert game.written(ANN, "quintuple") == [0, 20, 0, 0]
    game.claims(BOB, "sixes-2 4")
    assert game.written(BOB, "sixes-2") == [0, 0, 0, 12] and game.written(BOB, "sixes") == [0, 0, 0, 0]


# ---- what does not fit together --------------------------------------------------------------------------------------

NAMES = '"Park Tram", "Hill Lift"]\nsource = ["rulebook", "house", "house", "house"]'
WORTH, SECOND = "[10, 20, 20, 25, 30, 35, 40, 45]", "[0, 0, 75, 50, 55, 70, 75, 75]"
RENTALS, ROUTES = "[2, 2, 3, 3, 3, 3, 3, 3]", '["any", 1, 2, 3]'
DICE = '[1, 2, 3, 4, 5, 6, "triple", "quadruple"]'

# What stands in the edition, what stands there instead, and the key and the expectation that the error names.
BAD = [
    (WORTH, "[10, 20]", "rental_value", "a list of 8, one entry for each of the neighborhoods"),
    (NAMES, '"Park Tram"]\nsource = "house"', "route_names", "a list of 4, one entry for each of the routes"),
    (DICE, DICE.replace("quad", "sex"), "dice[7]", "one of triple, quadruple, quintuple, 1, 2, 3, 4, 5, 6"),
    (DICE, DICE.replace("6", "7"), "dice[5]", "one of triple, quadruple, quintuple, 1, 2, 3, 4, 5, 6"),
    (RENTALS, RENTALS.replace("3]", "5]"), "rentals[7]", "a whole number from 1 to 4"),
    (RENTALS, RENTALS.replace("[2", "[0"), "rentals[0]", "a whole number from 1 to 4"),
    (WORTH, WORTH.replace("10", "-1"), "rental_value[0]", "a whole number from 0 to 1000"),
    ("[50, 100, 175, 250]", "[50, 100, 90, 250]", "transit", "dollars that do not fall with more routes"),
    ("[1, 5, 10]", "[1, 5, 4]", "liquid_multipliers", "numbers that do not fall with more Indexes"),
    ("[300, 500, 600, 700]", "[300, 500, 500, 700]", "solo_levels", "dollars that rise from level to level"),
    ("600, 700]", "600, 701]", "solo_levels", "no more than all investments bring, 700"),
    ('"Florist"', '""', "second_business", "a name just where second_business_value is not 0"),
    (SECOND, SECOND.replace("75]", "0]"), "second_business", "a name just where second_business_value is not 0"),
    ("[60, 80, 100", "[0, 80, 100", "first_business_value[0]", "a whole number from 1 to 1000"),
    ('"Kiosk"', '""', "first_business[0]", "a text of up to 12 letters"),
    ('"Twin Elms"', '"Lone Oak"', "neighborhoods", "different names"),
    ('"Park Tram"', '"Red Line"', "route_names", "different names"),
    (ROUTES, ROUTES.replace("3", "2"), "routes", "different routes"),
    (ROUTES, ROUTES.replace("3", "4"), "routes[3]", "one of any, 1, 2, 3"),
    ("value = [3, 4]", "value = [3, 9]", "businesses_to_end", "no more than the 8 rows"),
    ("[jackpot]", "[lotto]", "lotto", "one of the components " + ", ".join(COMPONENTS)),
]


@pytest.mark.parametrize(("old", "new", "key", "expected"), BAD)
def test_what_does_not_fit_is_refused_with_a_reason(
    old: str, new: str, key: str, expected: str, tmp_path: Path
) -> None:
    text = (ROLL_ESTATE.folder / "standard.toml").read_text("utf-8")
    assert text.count(old) == 1
    (tmp_path / "own.toml").write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BadEdition) as refusal:
        ROLL_ESTATE.edition(str(tmp_path / "own.toml"))
    assert str(refusal.value).startswith(f"own.toml, key {key}: found ")
    assert str(refusal.value).endswith(f", expected {expected}")


def test_a_sheet_without_rows_is_refused() -> None:
    with pytest.raises(BadEdition, match=r"key neighborhoods: found .*, expected at least one row"):
        ROLL_ESTATE.part("components").check(sheet(""))


def test_every_value_of_the_usual_edition_is_used() -> None:
    boxes = {n: ROLL_ESTATE.box(USUAL, {}, n).tobytes() for n in ROLL_ESTATE.players}
    names = ("neighborhoods", "first_business", "second_business", "route_names")
    for key in set(COMPONENTS) - set(names):
        other = replace(USUAL, values={**USUAL.values, key: changed(USUAL.values[key])})
        assert any(ROLL_ESTATE.box(other, {}, n).tobytes() != box for n, box in boxes.items()), f"{key} changes nothing"


def changed(value: Any) -> Any:
    """Another value of the same form."""
    if isinstance(value, list):
        return [changed(item) for item in value]
    return value - 1 if isinstance(value, int) and value > 1 else {"any": 1, 1: 2}.get(value, value)


# ---- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "n_players", "expected"),
    [
        ({"ruthless": "yes"}, 2, "option ruthless=yes is not for 2 players, but for 3, 4, 5, 6"),
        ({"ruthless": "yes"}, 1, "option ruthless=yes is not for 1 players, but for 3, 4, 5, 6"),
        ({"level": "hard"}, 3, "option level=hard is not for 3 players, but for 1"),
        ({"first": "2"}, 1, "option first=2 is not for 1 players, but for 2, 3, 4, 5, 6"),
        ({"first": "4"}, 3, "option first: found seat 4, expected random or a seat from 1 to 3"),
        ({"level": "brutal"}, 1, "option level: found 'brutal', expected one of easy, medium, hard, perfect"),
        ({"matched_dice": "none"}, 3, "option matched_dice: found 'none', expected one of exact, all"),
        ({"first": "0"}, 3, "option first: found '0', expected one of random, 1, 2, 3, 4, 5, 6"),
        ({"speed": "fast"}, 3, "no option 'speed'; there are: first, ruthless, level, matched_dice"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, str], n_players: int, expected: str) -> None:
    with pytest.raises(BadOption, match=expected):
        ROLL_ESTATE.box(None, options, n_players)


def test_options_are_filled_in() -> None:
    for level, goal in zip(LEVELS, (300, 500, 600, 700), strict=True):
        assert ROLL_ESTATE.box(None, {"level": level}, 1)[0]["goal"] == goal
    for n_players, options, to_end, second in (
        (1, {}, 0, 0), (2, {}, 4, 0), (3, {}, 3, 50), (6, {}, 3, 50), (3, {"ruthless": "yes"}, 3, 0),
    ):  # fmt: skip
        box = ROLL_ESTATE.box(None, options, n_players)[0]
        assert (box["to_end"], box["rows"][3]["businesses"][1]) == (to_end, second)
    assert ROLL_ESTATE.box(None, {"matched_dice": "all"}, 3)[0]["all_matched"]
    assert ROLL_ESTATE.box(None, {"first": "3"}, 3)[0]["first_seat"] == 2
