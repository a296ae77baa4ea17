"""Roll Estate's rules for the end, the total and the other ways to play, RE14 to RE20."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rolltop.games.roll_estate.rules import Phase
from tests.games.by_hand import ANN, BOB, CID, DOT, EVE, FAY
from tests.games.roll_estate.position import ROWS, Position, X, all_but, full
from tests.games.roll_estate.test_rules import LOST, NO_SIX, ONLY_SIXES, Start, start

__all__ = ["start"]

ROUTES = ("any", "1234", "2345", "3456")


def about_to_open(seat: int, businesses: Sequence[str], last: str = "fives") -> dict[str, Any]:
    """A player who has opened these, and needs but three fives to complete another row."""
    sheet = {**full(*businesses), last: [5, 10, 0]}
    return {"sheets": {seat: sheet}, "businesses": dict.fromkeys(businesses, seat)}


def opens(game: Position, seat: int) -> Position:
    """A player completes the fives."""
    return game.throws(5, 5, 5, 1, 1).claims(seat, "fives 3")


def goes_on(game: Position, seat: int) -> Position:
    """A turn in which nothing ends."""
    return game.throws(6, 1, 1, 2, 2).claims(seat, "liquid")


# ---- phase four: game over? ------------------------------------------------------------------------------------------


def test_RE14_a_third_business_triggers_the_end(start: Start) -> None:
    for opened, triggers in ((["ones"], False), (["ones", "sixes"], True), (["ones", "sixes", "twos"], True)):
        game = opens(start().lay(**about_to_open(ANN, opened)), ANN)
        assert game.openers("fives") == [ANN, None]
        assert game.ender == (ANN if triggers else None) and not game.is_over


def test_RE14_of_one_player(start: Start) -> None:
    sheets = {ANN: {"fives": [5, 10, 0]}}
    game = start().lay(sheets=sheets, businesses={"ones": BOB, "twos": BOB, "threes": [CID, ANN], "sixes": CID})
    assert opens(game, ANN).ender is None, "four businesses are open before, but two are the most of one player"


def test_RE14_a_second_business_counts(start: Start) -> None:
    sheets = {ANN: {"fives": [5, 10, 0]}}
    game = start().lay(sheets=sheets, businesses={"fives": BOB, "fours": [CID, ANN], "sixes": [BOB, ANN]})
    assert opens(game, ANN).openers("fives") == [BOB, ANN] and game.ender == ANN


def test_RE14_a_completed_row_without_a_business_does_not(start: Start) -> None:
    sheets = {ANN: {**full("ones", "twos"), "fives": [5, 10, 0]}}
    game = start().lay(sheets=sheets, businesses={"ones": ANN, "twos": ANN, "fives": [BOB, CID]})
    assert opens(game, ANN).written(ANN, "fives") == [5, 10, 15] and game.ender is None


def test_RE14_no_rental_left_triggers_the_end(start: Start) -> None:
    taken = dict.fromkeys(ROWS, BOB)
    sheet = {**all_but(), "sixes": [6, 12, 0]}
    game = start().lay(sheets={ANN: sheet}, businesses={**taken, "sixes": [BOB, CID]})
    game.throws(6, 6, 6, 1, 1).claims(ANN, "sixes 3")
    assert game.openers("sixes") == [BOB, CID] and game.ender == ANN and not game.is_over


def test_RE14_also_by_crossing_out(start: Start) -> None:
    game = start().lay(sheets={ANN: {**LOST, "sixes": [0, 12, 0]}}, liquid={ANN: 9}).throws(*NO_SIX)
    assert game.loses(ANN, "sixes").ender == ANN


def test_RE14_not_while_a_rental_is_open(start: Start) -> None:
    sheet = {**LOST, "sixes": [0, 12, 0], "ones": [0, 1]}
    game = start().lay(sheets={ANN: sheet}, liquid={ANN: 9}).throws(*NO_SIX).loses(ANN, "sixes")
    assert game.ender is None, "the left slot of the ones can never be filled, but is unclaimed"
    game = start().lay(sheets={ANN: {**LOST, "ones": [0, 1]}}).throws(*NO_SIX).claims(ANN, "liquid")
    assert game.ender is None
    game.throws(*NO_SIX).claims(BOB, "liquid").throws(*NO_SIX).claims(CID, "liquid")
    assert game.throws(*NO_SIX).loses(ANN, "ones").ender == ANN


def test_RE14_investments_have_nothing_to_do_with_it(start: Start) -> None:
    everything: dict[str, Any] = {
        "liquid": {ANN: 9},
        "indexes": {ANN: 2},
        "routes": {"any": ANN, "1234": ANN, "2345": ANN},
    }
    game = start().lay(**everything, jackpot=[ANN]).throws(3, 4, 5, 6, 6).claims(ANN, "route 3456")
    assert game.ender is None


def seats() -> Iterator[tuple[int, int, int]]:
    """Every starter and every ender, at tables of all sizes."""
    for n_players in range(2, 7):
        for first in range(n_players):
            for ender in range(n_players):
                yield n_players, first, ender


def test_RE14_then_everybody_has_had_as_many_turns(start: Start) -> None:
    for n_players, first, ender in seats():
        opened = ["ones", "sixes", "twos"][: 3 if n_players == 2 else 2]
        game = start(n_players).lay(**about_to_open(ender, opened), first=first)
        order = [(first + turn) % n_players for turn in range(n_players)]
        for seat in order:
            assert not game.is_over and game.player == seat
            if seat == ender:
                opens(game, seat)
            else:
                goes_on(game, seat)
        assert game.is_over and game.phase == Phase.GAME_OVER and game.ender == ender and not game.moves
        assert game.openers("fives") == [ender, None]


def test_RE14_who_triggers_it_last_changes_nothing(start: Start) -> None:
    sheets = {BOB: {**full("ones", "sixes"), "fives": [5, 10, 0]}, CID: {**LOST, "sixes": [0, 12, 0]}}
    businesses = {"ones": BOB, "sixes": BOB}
    game = start(4).lay(sheets=sheets, businesses=businesses, liquid={CID: 9}, first=BOB)
    opens(game, BOB).throws(*NO_SIX).loses(CID, "sixes")
    assert game.ender == BOB and game.player == DOT
    goes_on(goes_on(game, DOT), ANN)
    assert game.is_over and game.ender == BOB


def test_RE14_the_last_turns_count(start: Start) -> None:
    game = opens(start().lay(**about_to_open(ANN, ["ones", "sixes"])), ANN)
    game.throws(2, 2, 2, 2, 2).claims(BOB, "jackpot").throws(6, 6, 6, 6, 6).claims(CID, "liquid")
    assert game.is_over and game.totals[BOB:] == [150, 30]


# ---- the total -------------------------------------------------------------------------------------------------------


def test_RE15_rentals_by_their_dollars_not_their_numbers(start: Start) -> None:
    worth = {"ones": 10, "twos": 20, "threes": 20, "fours": 25, "fives": 30, "sixes": 35, "triple": 40, "quadruple": 45}
    for word, rental in worth.items():
        game = start().lay(sheets={ANN: {word: [12, 0]}, BOB: {word: [0, 24]}, CID: full(word)})
        assert game.totals == [rental, rental, rental * len(full(word)[word])]
        game = start().lay(sheets={ANN: {word: [X, 24]}, BOB: {word: [X, X]}})
        assert game.totals == [rental, 0, 0]


def test_RE15_the_sum_of_all_parts(start: Start) -> None:
    game = start().lay(
        over=True,
        sheets={ANN: {"fours": [4, 8, 12], "ones": [1, X], "quadruple": [0, 12, 24]}, BOB: {"fours": [4, 16, 20]}},
        businesses={"fours": [ANN, BOB], "triple": BOB},
        routes={"any": ANN, "1234": BOB, "2345": ANN, "3456": ANN},
        liquid={ANN: 27, BOB: 14, CID: 30},
        indexes={ANN: 1, CID: 2},
        jackpot=[BOB],
    )
    ann = (75 + 10 + 90) + 65 + 175 + 27 * 5
    bob = 75 + (50 + 100) + 50 + 14 + 150
    assert game.totals == [ann, bob, 300] and game.places == [1, 2, 3]


def test_RE15_at_any_moment(start: Start) -> None:
    game = start(2).lay().throws(5, 5, 3, 6, 1).claims(ANN, "fives 1")
    assert game.totals == [30, 0] and game.places == [1, 2]
    game.throws(6, 6, 6, 6, 5).claims(BOB, "quadruple 2")
    assert game.totals == [30, 45] and game.places == [2, 1]


# ---- ties ------------------------------------------------------------------------------------------------------------


def test_RE16_the_most_money_wins(start: Start) -> None:
    game = start(4).lay(over=True, liquid={ANN: 10, BOB: 30, CID: 20, DOT: 5})
    assert game.places == [3, 1, 2, 4]
    game = start(2).lay(over=True, sheets={ANN: full("ones")}, liquid={BOB: 21})
    assert game.totals == [20, 21] and game.places == [2, 1], "more rentals, but less money"


def test_RE16_then_the_most_rentals(start: Start) -> None:
    for more in range(3):
        few, many = {"sixes": [6, 12, 0], "fives": [5, 0, 0]}, {"ones": [1, 2], "threes": [3, 6, 0], "twos": [2, 4]}
        sheets = {seat: many if seat == more else few for seat in range(3)}
        game = start().lay(over=True, sheets=sheets)
        assert game.totals == [100] * 3
        assert game.places == [1 if seat == more else 2 for seat in range(3)]


def test_RE16_more_rentals_before_more_routes(start: Start) -> None:
    game = start(2).lay(over=True, sheets={ANN: {"threes": [3, 6, 0], "ones": [1, 0]}}, routes={"any": BOB})
    assert game.totals == [50, 50] and game.places == [1, 2]


def test_RE16_rentals_owned_are_those_claimed(start: Start) -> None:
    sheets = {ANN: {"ones": [1, 2], "twos": [X, X]}, BOB: {"twos": [2, 0]}}
    game = start(2).lay(over=True, sheets=sheets)
    assert game.totals == [20, 20] and game.places == [1, 2]
    sheets = {ANN: {"twos": [2, X], "sixes": [X, X, X]}, BOB: {"ones": [1, 2]}}
    game = start(2).lay(over=True, sheets=sheets)
    assert game.totals == [20, 20] and game.places == [2, 1]


def test_RE16_then_the_most_routes(start: Start) -> None:
    for more in (ANN, BOB):
        less = 1 - more
        game = start(2).lay(over=True, routes={"any": more, "1234": more}, liquid={less: 20}, indexes={less: 1})
        assert game.totals == [100, 100]
        assert game.places == [1 if seat == more else 2 for seat in (ANN, BOB)]


def test_RE16_then_the_most_valuable_stock_portfolio(start: Start) -> None:
    for more in (ANN, BOB):
        less = 1 - more
        game = start(2).lay(over=True, liquid={more: 30}, indexes={more: 1}, jackpot=[less])
        assert game.totals == [150, 150]
        assert game.places == [1 if seat == more else 2 for seat in (ANN, BOB)]


def test_RE16_its_value_not_its_number(start: Start) -> None:
    game = start(2).lay(over=True, businesses={"ones": ANN, "twos": BOB}, liquid={ANN: 28, BOB: 8})
    assert game.totals == [88, 88] and game.places == [1, 2]
    liquid, indexes = {ANN: 25, BOB: 17}, {BOB: 1}
    game = start(2).lay(over=True, businesses={"ones": ANN}, liquid=liquid, indexes=indexes)
    assert game.totals == [85, 85] and game.places == [2, 1], "85 of stock beat 25"


def test_RE16_else_the_win_is_shared(start: Start) -> None:
    for n_players in range(2, 7):
        game = start(n_players).lay(over=True, liquid=dict.fromkeys(range(n_players), 20))
        assert game.places == [1] * n_players
    game = start(6).lay(over=True, liquid={ANN: 20, BOB: 9, CID: 20, DOT: 9, EVE: 30, FAY: 9})
    assert game.places == [2, 4, 2, 4, 1, 4]


def test_RE16_nothing_else_breaks_a_tie(start: Start) -> None:
    ones = {seat: full("ones") for seat in (ANN, BOB)}
    game = start(2).lay(over=True, sheets=ones, liquid={ANN: 10, BOB: 10}, jackpot=[ANN, BOB], first=BOB, ender=BOB)
    assert game.places == [1, 1]
    game = start(4).lay(
        over=True,
        sheets=ones,
        businesses={"fours": ANN, "twos": CID},
        liquid={BOB: 13, DOT: 16},
        indexes={BOB: 1, DOT: 1},
    )
    assert game.totals == [85, 85, 80, 80] and game.places == [2, 1, 4, 3], "a business breaks none"


# ---- other ways to play ----------------------------------------------------------------------------------------------


def test_RE17_two_players_have_no_second_businesses(start: Start) -> None:
    sheets = {ANN: full("fours"), BOB: {"fours": [4, 8, 0]}}
    game = start(2).lay(sheets=sheets, businesses={"fours": ANN}, player=BOB)
    game.throws(4, 4, 4, 1, 1).claims(BOB, "fours 3")
    assert game.openers("fours") == [ANN, None] and game.totals == [140, 75]


def test_RE17_two_players_play_to_a_fourth_business(start: Start) -> None:
    game = opens(start(2).lay(**about_to_open(ANN, ["ones", "sixes"])), ANN)
    assert game.openers("fives") == [ANN, None] and game.ender is None
    game = opens(start(2).lay(**about_to_open(ANN, ["ones", "sixes", "twos"])), ANN)
    assert game.ender == ANN and not game.is_over and goes_on(game, BOB).is_over


def test_RE17_or_until_no_rental_is_left(start: Start) -> None:
    game = start(2).lay(sheets={BOB: {**LOST, "sixes": [0, 12, 0]}}, liquid={BOB: 9}, player=BOB)
    assert game.throws(*NO_SIX).loses(BOB, "sixes").is_over


def test_RE18_ruthless_has_no_second_businesses(start: Start) -> None:
    for n_players in range(3, 7):
        sheets = {ANN: full("fours"), BOB: {"fours": [4, 8, 0]}}
        game = start(n_players, options={"ruthless": "yes"}).lay(sheets=sheets, businesses={"fours": ANN}, player=BOB)
        game.throws(4, 4, 4, 1, 1).claims(BOB, "fours 3")
        assert game.openers("fours") == [ANN, None] and game.totals[:2] == [140, 75]


def test_RE18_and_ends_as_usual(start: Start) -> None:
    for opened, triggers in ((["ones"], False), (["ones", "sixes"], True)):
        game = opens(start(options={"ruthless": "yes"}).lay(**about_to_open(ANN, opened)), ANN)
        assert game.ender == (ANN if triggers else None)
    game = start(options={"ruthless": "yes"}).lay(
        sheets={CID: {**LOST, "sixes": [0, 12, 0]}}, liquid={CID: 9}, first=CID
    )
    assert game.throws(*NO_SIX).loses(CID, "sixes").ender == CID


def test_RE18_unless_it_is_chosen_there_are_second_businesses(start: Start) -> None:
    sheets = {BOB: {"fours": [4, 8, 0]}}
    for options in ({}, {"ruthless": "no"}):
        game = start(options=options).lay(sheets=sheets, businesses={"fours": ANN}, player=BOB)
        assert game.throws(4, 4, 4, 1, 1).claims(BOB, "fours 3").openers("fours") == [ANN, BOB]


# ---- alone -----------------------------------------------------------------------------------------------------------

GOALS = {"easy": 300, "medium": 500, "hard": 600, "perfect": 700}


def alone(start: Start, level: str = "easy", last: str = "fives", **laid: Any) -> Position:
    """All businesses but one, which three fives open."""
    opened = [word for word in ROWS if word != last]
    return start(1, options={"level": level}).lay(**about_to_open(ANN, opened, last), **laid)


INVESTED: dict[int, dict[str, Any]] = {
    0: {},
    280: {"routes": {"any": ANN, "1234": ANN}, "liquid": {ANN: 30}, "jackpot": [ANN]},
    300: {"liquid": {ANN: 30}, "indexes": {ANN: 2}},
    500: {"liquid": {ANN: 25}, "indexes": {ANN: 2}, "routes": dict.fromkeys(ROUTES, ANN)},
    600: {"liquid": {ANN: 20}, "indexes": {ANN: 2}, "routes": dict.fromkeys(ROUTES, ANN), "jackpot": [ANN]},
    690: {"liquid": {ANN: 29}, "indexes": {ANN: 2}, "routes": dict.fromkeys(ROUTES, ANN), "jackpot": [ANN]},
    700: {"liquid": {ANN: 30}, "indexes": {ANN: 2}, "routes": dict.fromkeys(ROUTES, ANN), "jackpot": [ANN]},
}


@pytest.mark.parametrize("level", GOALS)
def test_RE19_won_if_the_investments_reach_the_levels_sum(start: Start, level: str) -> None:
    for invested, laid in INVESTED.items():
        game = opens(alone(start, level, **laid), ANN)
        assert game.is_over and game.places == [1 if invested >= GOALS[level] else 2], f"{invested} at level {level}"


def test_RE19_businesses_and_rentals_are_no_investments(start: Start) -> None:
    game = opens(alone(start), ANN)
    assert game.totals[0] > 1000 and game.places == [2]


def test_RE19_the_most_there_is(start: Start) -> None:
    game = start(1).lay(**INVESTED[700])
    assert game.totals == [250 + 30 * 10 + 150] == [700]


def test_RE19_no_end_before_all_businesses_are_open(start: Start) -> None:
    for count in range(7):
        game = opens(start(1).lay(**about_to_open(ANN, [w for w in ROWS if w != "fives"][:count])), ANN)
        assert not game.is_over and game.ender is None and game.player == ANN and game.luck_is_due
        assert game.places == [2], "not won before the end"


def test_RE19_not_won_with_the_money_alone(start: Start) -> None:
    game = start(1).lay(**{**INVESTED[700], "jackpot": []}).throws(5, 5, 5, 5, 5).claims(ANN, "jackpot")
    assert not game.is_over and game.places == [2]


def test_RE19_only_the_first_businesses(start: Start) -> None:
    game = opens(start(1).lay(**about_to_open(ANN, [])), ANN)
    assert game.openers("fives") == [ANN, None] and game.totals == [90 + 75]
    assert list(game.box.rows[game.row("fives")].businesses) == [75, 0]


def test_RE19_a_third_roll_that_fits_nowhere_loses_at_once(start: Start) -> None:
    game = start(1).lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(*NO_SIX)
    for _ in range(2):
        assert not game.is_over and game.losable == set() and game.fits == set() and game.holdable
        game.holds("nothing", then=NO_SIX)
    assert game.is_over and game.places == [2] and not game.moves


def test_RE19_before_that_one_must_roll_on(start: Start) -> None:
    game = start(1).lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(*NO_SIX)
    assert all(move.startswith("hold ") for move in game.moves)
    game.holds("1 1", then=(6, 2, 2)).claims(ANN, "sixes 1")
    assert not game.is_over and game.game.round_no == 2


def test_RE19_with_all_the_money_it_is_lost_all_the_same(start: Start) -> None:
    game = start(1).lay(sheets={ANN: ONLY_SIXES}, businesses=dict.fromkeys(all_but("sixes"), ANN), **INVESTED[700])
    game.throws(*NO_SIX, roll=3)
    assert game.is_over and game.places == [2]


# ---- RE20 ------------------------------------------------------------------------------------------------------------


def test_RE20_the_last_rental_of_the_last_row_ends_the_game(start: Start) -> None:
    game = opens(alone(start, liquid={ANN: 20}), ANN)
    assert game.is_over and game.places == [2]


def test_RE20_nobody_is_made_to_claim_it(start: Start) -> None:
    game = alone(start, liquid={ANN: 30}, indexes={ANN: 2}).throws(5, 5, 5, 5, 5)
    assert game.fits == {"fives 3", "jackpot"}
    game.claims(ANN, "jackpot")
    assert not game.is_over and game.totals[0] > 0
    game.throws(5, 5, 5, 5, 5)
    assert game.fits == {"fives 3"}
    assert game.claims(ANN, "fives 3").is_over and game.places == [1]


def test_RE20_any_other_placement_will_do(start: Start) -> None:
    game = alone(start).throws(5, 5, 5, 1, 1)
    assert game.fits == {"fives 3", "liquid"}
    game = alone(start, liquid={ANN: 9}).throws(2, 3, 4, 5, 6)
    assert game.fits == {"index", "route any", "route 2345", "route 3456"}, "one five is too low for the last slot"
    game.claims(ANN, "route any").throws(2, 3, 4, 5, 5)
    assert game.fits == {"route 2345"}


def test_RE20_nor_anybody_in_company(start: Start) -> None:
    game = start().lay(**about_to_open(ANN, ["ones", "sixes"])).throws(5, 5, 5, 5, 5)
    assert {"jackpot", "liquid", "triple 1", "fives 3"} <= game.fits
    assert game.claims(ANN, "jackpot").ender is None
