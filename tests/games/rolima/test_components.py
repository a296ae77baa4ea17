"""Rolimã's components: other boxes play, what does not fit together is refused, options are checked."""

from pathlib import Path
from typing import Any

import pytest

from rolltop.games import shelf
from rolltop.games.editions import Edition
from rolltop.games.errors import BadEdition, BadOption
from rolltop.games.options import complete
from rolltop.games.rolima.components import COMPONENTS
from tests.conformance.checks import games_end_in_time, scores_add_up, views_are_plain_data
from tests.conformance.harness import Case, Setup
from tests.games.by_hand import with_values

ROLIMA = shelf.kind("rolima")
FIVE_HILLS = ["blind_market", "hush", "bumper", "shortcut", "solo_voices"]


def cards(*numbers: int, gum: int = 2, **values: Any) -> Edition:
    """An edition with these numbers in each colour."""
    return with_values(ROLIMA, numbers=[[*numbers]] * 5, gum=[[gum] * len(numbers)] * 5, **values)


OTHER_BOXES = {
    "as few cards as can be": cards(1, 5),
    "twins": cards(3, 3, 3, 7, 7),
    "nothing but zeros": cards(0, 0, 0, gum=0, podium=[0] * 5, pothole=0, headwind=20),
    "all there is room for": cards(*range(10, 21), gum=9, podium=[9, 9, 9, 9, 0], zero_ten_gum=[9] * 5),
    "five hill cards": cards(1, 2, 3, hills=FIVE_HILLS),
}


class OtherCase(Case):
    """A case with an edition that is not on the shelf."""

    def __init__(self, edition: Edition, n_players: int) -> None:
        super().__init__(ROLIMA, n_players)
        options: tuple[dict[str, str], ...] = ({}, {"zero_ten": "yes", "gum_cards": "yes", "race": "three"})
        vars(self)["setups"] = [
            Setup(ROLIMA, edition, complete(ROLIMA.options, some, n_players), n_players) for some in options
        ]


@pytest.mark.parametrize("name", OTHER_BOXES)
def test_other_boxes_play(name: str) -> None:
    ROLIMA.part("components").check(OTHER_BOXES[name])
    case = OtherCase(OTHER_BOXES[name], 2)
    for check in (games_end_in_time, scores_add_up, views_are_plain_data):
        check(case)


def test_other_boxes_are_filled_in() -> None:
    box = ROLIMA.box(OTHER_BOXES["twins"], {}, 2)[0]
    assert box["n_cards"] == 30 and int(box["cards"]).bit_count() == 25 and box["twins"]
    assert box["number"][:7].tolist() == [3, 3, 3, 7, 7, -1, 3] and box["colour"][:7].tolist() == [0] * 6 + [1]
    for n_players, in_box in ((2, 4), (3, 5)):
        assert sum(ROLIMA.box(OTHER_BOXES["five hill cards"], {}, n_players)[0]["hill_in_box"]) == in_box
    assert not ROLIMA.box(None, {}, 2)[0]["twins"]


@pytest.mark.parametrize(("n_players", "numbers"), [(2, 1), (4, 3), (6, 4)])
def test_too_few_cards_for_the_players_are_refused(n_players: int, numbers: int) -> None:
    edition = cards(*range(numbers))
    with pytest.raises(BadOption, match=f"has {5 * numbers} cheer cards in play, expected more than {4 * n_players}"):
        ROLIMA.box(edition, {}, n_players)
    ROLIMA.box(edition, {"zero_ten": "yes"}, n_players)


# ---- what does not fit together --------------------------------------------------------------------------------------

ROW = "    [1, 2, 3, 4, 5, 6, 7, 8, 9],\n"
GUM = "    [3, 3, 3, 2, 2, 2, 1, 1, 1],\n"

# What stands in the edition, what stands there instead, and the key and the expectation that the error names.
BAD = [
    (ROW * 5, ROW * 4 + "    [],\n", "numbers", "at least one card of each colour"),
    (ROW * 5, ROW * 4 + "    [1, 2],\n", "gum", "as many entries for each colour as there are numbers"),
    (ROW * 5, ROW * 4 + ROW.replace("4", "3"), "gum", "the same gum on equal cards"),
    (ROW * 5, ROW * 4 + ROW.replace("9", "21"), "numbers[4][8]", "a whole number from 0 to 20"),
    (GUM * 5, GUM * 4 + GUM.replace("3, 3, 3", "3, 3, -1"), "gum[4][2]", "a whole number from 0 to 9"),
    ("[3, 2, 1, 0, 0]", "[3, 1, 2, 0, 0]", "podium", "factors from the first cart to the last that do not rise"),
    ("[3, 2, 1, 0, 0]", "[10, 2, 1, 0, 0]", "podium[0]", "a whole number from 0 to 9"),
    ('"hush"', '"bumper"', "hills", "different hill cards"),
    ('"Amora"', '"Pipa"', "carts", "different names"),
    ('"Amora"', '""', "carts[4]", "a text of up to 12 letters"),
    ("[headwind]", "[tailwind]", "tailwind", "one of the components " + ", ".join(COMPONENTS)),
]


@pytest.mark.parametrize(("old", "new", "key", "expected"), BAD)
def test_what_does_not_fit_is_refused_with_a_reason(
    old: str, new: str, key: str, expected: str, tmp_path: Path
) -> None:
    text = (ROLIMA.folder / "standard.toml").read_text("utf-8")
    assert text.count(old) == 1
    (tmp_path / "own.toml").write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BadEdition) as refusal:
        ROLIMA.edition(str(tmp_path / "own.toml"))
    assert str(refusal.value).startswith(f"own.toml, key {key}: found ")
    assert str(refusal.value).endswith(f", expected {expected}")


def test_too_few_hill_cards_are_refused() -> None:
    with pytest.raises(BadEdition, match=r"key hills: found .*, expected at least 4 hill cards beside solo_voices"):
        ROLIMA.part("components").check(cards(1, 2, hills=FIVE_HILLS[1:]))


# ---- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"first": "3"}, "option first: found seat 3, expected random or a seat from 1 to 2"),
        ({"hill_1": "solo_voices"}, "option hill_1: found solo_voices, expected a hill card that is in the box"),
        ({"hill_1": "hush", "hill_2": "hush"}, "option hill_2: found hush, expected a hill card that is in the box"),
        ({"hill_4": "hush", "race": "three"}, "option hill_4: found hush, expected drawn"),
        ({"hill_1": "hush", "hill_rules": "no"}, "option hill_1: found hush, expected drawn"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, str], expected: str) -> None:
    with pytest.raises(BadOption, match=expected):
        ROLIMA.box(None, options, 2)
