"""Roll Estate's rules for a turn, RE1 to RE13, one after the other. RE14 to RE20 are in test_rules_end.py.

Each test is called after the rule it tests; test_rules_all.py breaks every rule in turn and looks that a test notices.
"""

import itertools
from collections.abc import Iterator, Sequence
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rolltop.games import shelf
from rolltop.games.roll_estate.rules import Phase
from tests.games import by_hand
from tests.games.by_hand import ANN, BOB, CID, DOT
from tests.games.roll_estate.position import ROWS, Position, X, all_but

ROLL_ESTATE = shelf.kind("roll_estate")
Start = by_hand.Start[Position]

LOST = {word: [X] * len(numbers) for word, numbers in all_but().items()}
ONLY_SIXES = all_but("sixes")  # a sheet on which a six is all that fits, if Liquid Assets are gone
NO_SIX = (1, 1, 2, 2, 5)


@pytest.fixture
def start() -> Start:
    return Start(Position, ROLL_ESTATE)


# ---- setup -----------------------------------------------------------------------------------------------------------


def test_setup_everybody_has_an_empty_sheet(start: Start) -> None:
    for n_players in range(1, 7):
        game = start(n_players)
        for seat in range(n_players):
            assert [game.written(seat, word) for word in ROWS] == [[0] * slots for slots in (2, 2, 3, 3, 3, 3, 3, 3)]
            assert (game.liquid(seat), game.indexes(seat), game.has_jackpot(seat)) == (0, 0, False)
        assert [game.owner(route) for route in ("any", "1234", "2345", "3456")] == [None] * 4
        assert all(game.openers(word) == [None, None] for word in ROWS)


def test_setup_the_first_player_is_drawn_among_all(start: Start) -> None:
    for n_players in range(2, 7):
        for seat in range(n_players):
            game = start(n_players)
            assert game.luck_is_due and game.table.outcomes == n_players
            game.first_player(seat)
            assert (game.first, game.player, game.phase) == (seat, seat, Phase.ROLL)


def test_setup_or_is_a_given_seat_or_the_only_one(start: Start) -> None:
    for seat in range(6):
        game = start(6, options={"first": str(seat + 1)})
        assert (game.first, game.player, game.phase) == (seat, seat, Phase.ROLL)
    assert (start(1).player, start(1).phase) == (ANN, Phase.ROLL)


def test_setup_play_goes_clockwise(start: Start) -> None:
    game = start(4, options={"first": "3"})
    for slot, seat in enumerate((CID, DOT, ANN, BOB, CID, DOT), 1):
        assert game.player == seat
        game.throws(*[6] * (1 + slot // 5), *[1] * (4 - slot // 5)).claims(seat, f"sixes {1 + slot // 5}")


# ---- phase one: rolling the dice -------------------------------------------------------------------------------------


def test_RE1_five_dice_one_by_one(start: Start) -> None:
    game = start().lay()
    for count, die in enumerate((5, 5, 3, 6, 1)):
        assert game.luck_is_due and game.table.outcomes == 6 and not game.moves
        assert game.dice == [5, 5, 3, 6, 1][:count] + [0] * (5 - count)
        game._event(str(die))
    assert game.dice == [5, 5, 3, 6, 1] and game.chooser == ANN and game.rolls == 1


def test_RE1_up_to_three_rolls(start: Start) -> None:
    game = start().lay().throws(5, 5, 3, 6, 1)
    game.holds("5 5", then=(3, 4, 1)).holds("5 5", then=(5, 2, 2))
    assert game.rolls == 3 and game.dice == [5, 5, 5, 2, 2]
    assert game.holdable == set() and game.fits


def test_RE1_any_dice_may_be_held(start: Start) -> None:
    dice = (1, 2, 4, 5, 6)
    kept = [" ".join(map(str, some)) for n in range(1, 5) for some in itertools.combinations(dice, n)]
    assert start().lay().throws(*dice).holdable == {"nothing", *kept}
    again = start().lay().throws(*dice).holds("nothing", then=dice)
    assert again.holdable == {"nothing", *kept}


def test_RE1_dice_that_show_the_same_are_one_choice(start: Start) -> None:
    pairs = {"5", "5 5", "3", "3 5", "3 5 5", "3 3", "3 3 5", "3 3 5 5"}
    assert start().lay().throws(5, 3, 5, 3, 3).holdable == {"nothing", *pairs, "3 3 3", "3 3 3 5"}
    assert start().lay().throws(4, 4, 4, 4, 4).holdable == {"nothing", "4", "4 4", "4 4 4", "4 4 4 4"}
    game = start().lay().throws(5, 3, 5, 3, 3)
    assert len(game.table.legal) == len(game.moves), "two moves of one name"
    game.holds("3 5")
    assert game.dice == [5, 3, 0, 0, 0]


def test_RE1_held_dice_stay_and_the_others_are_rolled(start: Start) -> None:
    game = start().lay().throws(5, 3, 5, 6, 1).holds("5 6 5")
    assert game.dice == [5, 0, 5, 6, 0] and game.luck_is_due
    game._throw((2, 4))
    assert game.dice == [5, 2, 5, 6, 4] and game.chooser == ANN and game.rolls == 2


def test_RE1_dice_held_earlier_may_be_rolled_again(start: Start) -> None:
    game = start().lay().throws(5, 5, 3, 6, 1).holds("5 5", then=(6, 6, 6))
    assert {"6 6 6", "5", "nothing", "5 5 6"} <= game.holdable
    game.holds("6 6 6", then=(6, 1))
    assert game.dice == [6, 1, 6, 6, 6]


def test_RE1_the_dice_that_count_are_those_that_lie_there(start: Start) -> None:
    game = start().lay().throws(5, 5, 3, 6, 1).holds("5 5", then=(2, 2, 2)).holds("2 2 2", then=(4, 4))
    game.claims(ANN, "twos 1")
    assert game.written(ANN, "twos") == [6, 0]
    game.throws(1, 1, 2, 5, 5).claims(BOB, "twos 1")
    assert game.written(BOB, "twos") == [2, 0]


def test_RE1_five_dice_at_most_can_be_rolled_again(start: Start) -> None:
    game = start().lay().throws(5, 5, 3, 6, 1)
    assert game.table.number("hold 5 5 3 6 1") is None, "holding all five rolls nothing: that is a claim"
    game.holds("nothing")
    assert game.dice == [0] * 5


def test_RE1_a_player_may_stop_after_any_roll(start: Start) -> None:
    for roll in (1, 2, 3):
        game = start().lay().throws(5, 5, 3, 6, 1, roll=roll).claims(ANN, "fives 1")
        assert game.player == BOB and game.rolls == 0 and game.dice == [0] * 5 and game.luck_is_due
        game.throws(1, 1, 1, 2, 2)
        assert game.rolls == 1 and game.holdable


# ---- phase two: acquiring an Asset -----------------------------------------------------------------------------------


def test_RE2_just_what_the_dice_allow(start: Start) -> None:
    rentals = {"fives 1", "fives 2", "fives 3", "threes 1", "threes 2", "threes 3", "sixes 1", "sixes 2", "sixes 3"}
    game = start().lay().throws(5, 5, 3, 6, 1)
    assert game.fits == {*rentals, "ones 1", "ones 2", "liquid"} and game.losable == set()
    assert start().lay().throws(5, 5, 3, 6, 1, roll=3).fits == game.fits


def test_RE2_one_asset_and_the_turn_is_over(start: Start) -> None:
    game = start().lay().throws(5, 5, 3, 6, 1).claims(ANN, "fives 2")
    assert game.written(ANN, "fives") == [0, 10, 0] and game.written(ANN, "sixes") == [0, 0, 0]
    assert game.player == BOB and not game.moves


def test_RE2_nothing_is_claimed_before_the_first_roll(start: Start) -> None:
    game = start().lay()
    assert game.luck_is_due and not game.moves
    game.throws(5, 5, 3, 6, 1).holds("5 5")
    assert game.luck_is_due and not game.moves


def test_RE2_what_can_be_claimed_must_be(start: Start) -> None:
    game = start().lay(sheets={ANN: ONLY_SIXES}).throws(*NO_SIX, roll=3)
    assert game.moves == {"claim liquid"}
    game = start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(1, 2, 2, 5, 6, roll=3)
    assert game.moves == {"claim sixes 1", "claim sixes 2", "claim sixes 3"}


# ---- rental properties -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "word", "number"),
    [
        ((5, 5, 3, 6, 1), "fives", 10), ((5, 5, 3, 6, 1), "threes", 3), ((5, 5, 3, 6, 1), "sixes", 6),
        ((5, 5, 3, 6, 1), "ones", 1), ((2, 2, 2, 3, 4), "twos", 6), ((1, 1, 1, 1, 1), "ones", 5),
        ((6, 6, 6, 6, 6), "sixes", 30), ((4, 1, 4, 2, 4), "fours", 12),
    ],
)  # fmt: skip
def test_RE3_the_total_of_all_dice_of_the_face(start: Start, dice: Sequence[int], word: str, number: int) -> None:
    game = start().lay().throws(*dice).claims(ANN, f"{word} 1")
    assert game.written(ANN, word)[0] == number


def test_RE3_at_least_one_die_must_show_it(start: Start) -> None:
    for face, word in enumerate(ROWS[:6], 1):
        game = start().lay().throws(*[face % 6 + 1] * 4, face % 6 + 1)
        assert game.slots(word) == []
        game = start().lay().throws(*[face % 6 + 1] * 4, face)
        assert game.slots(word) == list(range(1, 1 + len(game.written(ANN, word))))


def test_RE3_everybody_may_claim_every_rental(start: Start) -> None:
    game = start().lay(sheets={ANN: {"fives": [5, 10, 15]}, CID: {"fives": [0, 10, 0]}}, player=BOB)
    game.throws(5, 5, 3, 6, 1).claims(BOB, "fives 2")
    assert game.written(BOB, "fives") == [0, 10, 0] and game.written(ANN, "fives") == [5, 10, 15]


@pytest.mark.parametrize(
    ("dice", "triple", "quadruple"),
    [
        ((3, 3, 3, 3, 6), 9, 12), ((3, 3, 3, 6, 6), 9, 0), ((3, 6, 3, 6, 3), 9, 0), ((6, 6, 6, 6, 6), 18, 24),
        ((1, 2, 1, 1, 1), 3, 4), ((5, 5, 3, 3, 1), 0, 0), ((1, 2, 3, 4, 5), 0, 0),
    ],
)  # fmt: skip
def test_RE4_just_so_many_dice_count(start: Start, dice: Sequence[int], triple: int, quadruple: int) -> None:
    for word, number in (("triple", triple), ("quadruple", quadruple)):
        game = start().lay().throws(*dice)
        assert game.slots(word) == ([1, 2, 3] if number else [])
        if number:
            assert game.claims(ANN, f"{word} 2").written(ANN, word) == [0, number, 0]


@pytest.mark.parametrize(
    ("dice", "triple", "quadruple"),
    [((3, 3, 3, 3, 6), 12, 12), ((3, 3, 3, 6, 6), 9, 0), ((6, 6, 6, 6, 6), 30, 30), ((5, 5, 3, 3, 1), 0, 0)],
)
def test_RE4_or_all_that_match(start: Start, dice: Sequence[int], triple: int, quadruple: int) -> None:
    for word, number in (("triple", triple), ("quadruple", quadruple)):
        game = start(options={"matched_dice": "all"}).lay().throws(*dice)
        assert game.slots(word) == ([1, 2, 3] if number else [])
        if number:
            assert game.claims(ANN, f"{word} 2").written(ANN, word) == [0, number, 0]


# ---- RE5: values increase --------------------------------------------------------------------------------------------


def naive(row: Sequence[int], number: int) -> list[int]:
    """RE5 as it is written: the slots (from 1) that a number may go to."""
    return [
        slot + 1
        for slot, written in enumerate(row)
        if written == 0
        and all(other < number for other in row[:slot] if other)
        and all(other > number for other in row[slot + 1 :] if other)
    ]


def increasing(numbers: Sequence[int], slots: int) -> Iterator[tuple[int, ...]]:
    """Every way a row may be filled, in part or in whole."""
    for row in itertools.product((0, *numbers), repeat=slots):
        written = [number for number in row if number]
        if written == sorted(set(written)):
            yield row


def test_RE5_every_row_of_fives_and_every_number(start: Start) -> None:
    for row in increasing(range(5, 30, 5), 3):
        for count in range(1, 6):
            game = start().lay(sheets={ANN: {"fives": row}}).throws(*[5] * count, *[6] * (5 - count))
            assert game.slots("fives") == naive(row, 5 * count), f"{row} and {5 * count}"


def test_RE5_the_examples(start: Start) -> None:
    slots = {}
    for count in range(1, 6):
        game = start().lay(sheets={ANN: {"fours": [8, 0, 16]}}).throws(*[4] * count, *[1] * (5 - count))
        slots[4 * count] = game.slots("fours")
    assert slots == {4: [], 8: [], 12: [2], 16: [], 20: []}


def test_RE5_slots_may_be_skipped_and_filled_later(start: Start) -> None:
    game = start(1).lay().throws(3, 3, 1, 1, 1).claims(ANN, "threes 2").throws(3, 3, 3, 1, 1).claims(ANN, "threes 3")
    assert game.written(ANN, "threes") == [0, 6, 9]
    game.throws(3, 1, 1, 1, 5).claims(ANN, "threes 1")
    assert game.written(ANN, "threes") == [3, 6, 9]


def test_RE5_triples_and_quadruples_increase_too(start: Start) -> None:
    game = start().lay(sheets={ANN: {"triple": [0, 9, 0], "quadruple": [8, 0, 0]}})
    game.throws(3, 3, 3, 3, 1)
    assert game.slots("triple") == [] and game.slots("quadruple") == [2, 3]
    for face, slots in ((2, [1]), (4, [3])):
        game = start().lay(sheets={ANN: {"triple": [0, 9, 0]}}).throws(face, face, face, 5, 1)
        assert game.slots("triple") == slots


def test_RE5_a_one_in_the_right_slot_leaves_the_left_one_open_for_ever(start: Start) -> None:
    game = start(1).lay().throws(1, 3, 3, 5, 5).claims(ANN, "ones 2")
    assert game.written(ANN, "ones") == [0, 1]
    for count in range(1, 6):
        twin = start(1).lay(sheets={ANN: {"ones": game.written(ANN, "ones")}})
        assert twin.throws(*[1] * count, *[3] * (5 - count)).slots("ones") == []


ROW = st.sampled_from(sorted(increasing(range(3, 33, 3), 4)))
COUNT = st.integers(1, 5)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(row=ROW, count=COUNT, word=st.sampled_from(("threes", "triple")), matched=st.sampled_from(("exact", "all")))
def test_RE5_long_rows_as_the_rule_is_written(row: tuple[int, ...], count: int, word: str, matched: str) -> None:
    long = {"rentals": [2, 2, 4, 3, 3, 3, 4, 3]}
    game = Start(Position, ROLL_ESTATE)(2, options={"matched_dice": matched}, **long)
    game.lay(sheets={ANN: {word: row}}).throws(*[3] * count, *[6] * (5 - count))
    number = 3 * count
    if word == "triple":
        face, n = (3, count) if count >= 3 else (6, 5 - count)
        number = face * (n if matched == "all" else 3)
    assert game.slots(word) == naive(row, number)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(luck=st.randoms(use_true_random=False))
def test_RE5_however_a_row_is_filled_it_increases(luck: Random) -> None:
    game = Start(Position, ROLL_ESTATE)(1, rentals=[4] * 8)
    for _ in range(12):
        game.throws(*(luck.randint(1, 6) for _ in range(5)))
        rentals = sorted(what for what in game.fits if what.split()[0] in ROWS)
        if not rentals:
            break
        game.claims(ANN, luck.choice(rentals))
        for word in ROWS:
            written = [number for number in game.written(ANN, word) if number]
            assert written == sorted(set(written))


# ---- RE6 -------------------------------------------------------------------------------------------------------------


def test_RE6_no_die_may_be_left_out_to_lower_a_value(start: Start) -> None:
    game = start().lay().throws(2, 2, 2, 3, 4).claims(ANN, "twos 1")
    assert game.written(ANN, "twos") == [6, 0]
    for row, count, slots in (([0, 4], 3, []), ([0, 6], 3, []), ([0, 8], 3, [1]), ([4, 0], 3, [2])):
        game = start().lay(sheets={ANN: {"twos": row}}).throws(*[2] * count, 3, 5)
        assert game.slots("twos") == slots, "two twos would fit, three do not"


def test_RE6_no_die_may_be_left_out_of_liquid_assets(start: Start) -> None:
    game = start().lay().throws(6, 6, 6, 6, 5).claims(ANN, "liquid")
    assert game.liquid(ANN) == 29


def test_RE6_no_zero_may_be_written(start: Start) -> None:
    game = start().lay().throws(1, 1, 2, 2, 5)
    assert all(game.slots(word) == [] for word in ("threes", "fours", "sixes", "triple", "quadruple"))
    game = start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(*NO_SIX, roll=3)
    assert game.fits == set()


# ---- mass transit ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "routes"),
    [
        ((1, 2, 3, 4, 6), {"any", "1234"}), ((2, 3, 4, 5, 2), {"any", "2345"}), ((6, 5, 4, 3, 1), {"any", "3456"}),
        ((3, 1, 2, 3, 4), {"any", "1234"}), ((1, 2, 3, 4, 5), {"any", "1234", "2345"}),
        ((6, 5, 4, 3, 2), {"any", "2345", "3456"}), ((1, 2, 4, 5, 6), set()), ((1, 2, 3, 5, 6), set()),
        ((1, 1, 2, 3, 3), set()), ((1, 1, 1, 1, 1), set()),
    ],
)  # fmt: skip
def test_RE7_four_consecutive_numbers(start: Start, dice: Sequence[int], routes: set[str]) -> None:
    game = start().lay().throws(*dice)
    assert {what.removeprefix("route ") for what in game.fits if what.startswith("route ")} == routes


def test_RE7_a_route_belongs_to_one_player(start: Start) -> None:
    for route in ("any", "1234"):
        game = start(2).lay().throws(1, 2, 3, 4, 6).claims(ANN, f"route {route}")
        assert game.owner(route) == ANN
        assert not game.throws(1, 2, 3, 4, 6).may(f"claim route {route}"), "crossed off at once"
        other = "1234" if route == "any" else "any"
        game.claims(BOB, f"route {other}").throws(1, 2, 3, 4, 6)
        assert (game.owner(route), game.owner(other)) == (ANN, BOB)
        assert not any(what.startswith("route") for what in game.fits), "nor may its owner claim it again"


def test_RE7_in_any_order_and_each_by_another(start: Start) -> None:
    game = start(4).lay()
    for seat, dice, route in (
        (ANN, (3, 4, 5, 6, 1), "3456"), (BOB, (3, 4, 5, 6, 1), "any"), (CID, (1, 2, 3, 4, 1), "1234"),
        (DOT, (2, 3, 4, 5, 5), "2345"),
    ):  # fmt: skip
        game.throws(*dice).claims(seat, f"route {route}")
    assert [game.owner(route) for route in ("any", "1234", "2345", "3456")] == [BOB, CID, DOT, ANN]
    assert game.totals == [50] * 4


def test_RE7_worth_by_how_many(start: Start) -> None:
    routes = ("any", "1234", "2345", "3456")
    for count, worth in enumerate((0, 50, 100, 175, 250)):
        for owned in itertools.combinations(routes, count):
            game = start().lay(routes={route: BOB if route in owned else CID for route in routes})
            assert game.totals == [0, worth, (0, 50, 100, 175, 250)[4 - count]]


# ---- stock portfolio -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "total"), [((5, 5, 3, 6, 1), 20), ((1, 1, 1, 1, 1), 5), ((6, 6, 6, 6, 6), 30)])
def test_RE8_any_dice_their_total(start: Start, dice: Sequence[int], total: int) -> None:
    for roll in (1, 2, 3):
        game = start().lay().throws(*dice, roll=roll).claims(ANN, "liquid")
        assert game.liquid(ANN) == total


def test_RE8_once_a_player(start: Start) -> None:
    game = start(2).lay().throws(5, 5, 3, 6, 1).claims(ANN, "liquid").throws(5, 5, 3, 6, 2).claims(BOB, "liquid")
    assert (game.liquid(ANN), game.liquid(BOB)) == (20, 21)
    assert "liquid" not in game.throws(5, 5, 3, 6, 1).fits


def test_RE8_times_what_the_indexes_make_of_it(start: Start) -> None:
    game = start().lay(liquid={ANN: 20, BOB: 20, CID: 20}, indexes={BOB: 1, CID: 2})
    assert game.totals == [20, 100, 200]


def test_RE9_five_consecutive_numbers(start: Start) -> None:
    for dice in ((1, 2, 3, 4, 5), (6, 2, 3, 5, 4)):
        game = start().lay().throws(*dice).claims(ANN, "index")
        assert game.indexes(ANN) == 1
    for dice in ((1, 2, 3, 4, 6), (1, 3, 4, 5, 6), (2, 3, 4, 5, 5), (1, 1, 2, 3, 4)):
        assert "index" not in start().lay().throws(*dice).fits


def test_RE9_two_boxes_for_everybody(start: Start) -> None:
    game = start(2).lay()
    for seat in (ANN, BOB, ANN, BOB):
        game.throws(1, 2, 3, 4, 5).claims(seat, "index")
    assert (game.indexes(ANN), game.indexes(BOB)) == (2, 2)
    assert "index" not in game.throws(1, 2, 3, 4, 5).fits


def test_RE9_worth_nothing_without_liquid_assets(start: Start) -> None:
    game = start().lay(indexes={ANN: 1, BOB: 2})
    assert game.totals == [0, 0, 0]
    game.throws(6, 6, 6, 6, 6).claims(ANN, "liquid")
    assert game.totals == [150, 0, 0]


# ---- pick 5 lotto ----------------------------------------------------------------------------------------------------


def test_RE10_five_of_a_kind(start: Start) -> None:
    for face in range(1, 7):
        game = start().lay().throws(*[face] * 5).claims(ANN, "jackpot")
        assert game.has_jackpot(ANN) and game.totals == [150, 0, 0]
        for place in range(5):
            dice = [face] * 5
            dice[place] = face % 6 + 1
            assert "jackpot" not in start().lay().throws(*dice).fits


def test_RE10_once_a_player_but_for_everybody(start: Start) -> None:
    game = start(2).lay().throws(2, 2, 2, 2, 2).claims(ANN, "jackpot").throws(2, 2, 2, 2, 2).claims(BOB, "jackpot")
    assert game.totals == [150, 150]
    assert "jackpot" not in game.throws(4, 4, 4, 4, 4).fits


# ---- RE11 ------------------------------------------------------------------------------------------------------------


def test_RE11_a_sequence_of_five_may_be_an_index_or_a_route_in_it(start: Start) -> None:
    game = start().lay().throws(1, 2, 3, 4, 5)
    assert {"index", "route any", "route 1234", "route 2345"} <= game.fits and "route 3456" not in game.fits
    game.claims(ANN, "route 2345")
    assert game.owner("2345") == ANN and game.indexes(ANN) == 0


def test_RE11_five_of_a_kind_may_be_a_quadruple_or_a_triple_or_more(start: Start) -> None:
    game = start().lay().throws(3, 3, 3, 3, 3)
    assert {"jackpot", "quadruple 1", "triple 1", "threes 1", "liquid"} <= game.fits
    game.claims(ANN, "triple 1")
    assert game.written(ANN, "triple") == [9, 0, 0] and not game.has_jackpot(ANN)


def test_RE11_the_dice_count_for_the_asset_that_is_chosen(start: Start) -> None:
    for what, word, number in (("threes 1", "threes", 12), ("triple 1", "triple", 9), ("quadruple 1", "quadruple", 12)):
        game = start().lay().throws(3, 3, 3, 3, 6).claims(ANN, what)
        assert game.written(ANN, word) == [number, 0, 0]


# ---- losing interest -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", [1, 2, 3])
def test_RE12_only_if_the_dice_fit_nowhere(start: Start, roll: int) -> None:
    game = start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(*NO_SIX, roll=roll)
    assert game.fits == set() and game.losable == {"sixes"} and bool(game.holdable) == (roll < 3)
    for sheets, liquid, dice in (
        ({ANN: ONLY_SIXES}, {}, NO_SIX),
        ({ANN: ONLY_SIXES}, {ANN: 9}, (1, 2, 2, 5, 6)),
        ({ANN: ONLY_SIXES}, {ANN: 9}, (2, 3, 4, 5, 5)),
        ({ANN: ONLY_SIXES}, {ANN: 9}, (5, 5, 5, 5, 5)),
    ):
        game = start().lay(sheets=sheets, liquid=liquid).throws(*dice, roll=roll)
        assert game.losable == set() and game.fits


def test_RE12_then_it_must_be_lost(start: Start) -> None:
    game = start().lay(sheets={ANN: all_but("sixes", "fours")}, liquid={ANN: 9}).throws(*NO_SIX, roll=3)
    assert game.moves == {"lose sixes", "lose fours"}


def test_RE12_dice_that_only_fit_what_is_taken_fit_nowhere(start: Start) -> None:
    taken = {"any": BOB, "1234": ANN}
    game = start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}, routes=taken).throws(1, 2, 3, 4, 4, roll=3)
    assert game.losable == {"sixes"}
    game = start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}, jackpot=[ANN]).throws(5, 5, 5, 5, 5, roll=3)
    assert game.losable == {"sixes"}
    owned = {"any": BOB, "1234": BOB, "2345": BOB}
    game = start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}, indexes={ANN: 2}, routes=owned)
    assert game.throws(1, 2, 3, 4, 5, roll=3).losable == {"sixes"}


def test_RE12_unclaimed_rentals_are_crossed_out_and_claimed_ones_kept(start: Start) -> None:
    sheet = {**ONLY_SIXES, "fives": [0, 10, 0]}
    game = start().lay(sheets={ANN: sheet}, liquid={ANN: 9}).throws(1, 1, 2, 2, 3, roll=3)
    before = game.totals[ANN]
    game.loses(ANN, "fives")
    assert game.written(ANN, "fives") == [X, 10, X] and game.written(ANN, "sixes") == [0, 0, 0]
    assert game.totals[ANN] == before and game.player == BOB


def test_RE12_for_good_and_without_a_business(start: Start) -> None:
    game = start(1).lay(sheets={ANN: {"fives": [5, 10, X]}})
    assert game.throws(5, 5, 5, 2, 2).slots("fives") == []
    assert game.openers("fives") == [None, None]
    game = start(2).lay(sheets={ANN: {**ONLY_SIXES, "fives": [0, 10, 0]}}, liquid={ANN: 9})
    game.throws(1, 1, 2, 2, 3).loses(ANN, "fives")
    assert game.openers("fives") == [None, None]
    game.throws(1, 1, 2, 2, 3).claims(BOB, "liquid")
    assert game.throws(5, 5, 5, 1, 1).slots("fives") == []


def test_RE12_not_in_a_row_without_unclaimed_rentals(start: Start) -> None:
    sheet = {**all_but("sixes"), "fives": [X, 10, X], "fours": [X, X, X]}
    game = start().lay(sheets={ANN: sheet}, liquid={ANN: 9}).throws(1, 1, 2, 2, 5, roll=3)
    assert game.moves == {"lose sixes"}


def test_RE12_also_where_no_number_fits_any_more(start: Start) -> None:
    sheet = {**ONLY_SIXES, "ones": [0, 1]}
    game = start().lay(sheets={ANN: sheet}, liquid={ANN: 9}).throws(*NO_SIX, roll=3)
    assert game.losable == {"ones", "sixes"}
    assert game.loses(ANN, "ones").written(ANN, "ones") == [X, 1]


def test_RE12_one_may_also_roll_on(start: Start) -> None:
    game = start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(*NO_SIX)
    assert game.losable == {"sixes"}
    assert game.holds("nothing", then=(1, 1, 2, 2, 6)).fits == {"sixes 1", "sixes 2", "sixes 3"}
    assert game.losable == set()


# ---- phase three: opening a business ---------------------------------------------------------------------------------


def test_RE13_the_last_rental_of_a_row_opens_its_first_business(start: Start) -> None:
    for slot in (1, 2, 3):
        row = [4, 8, 12]
        row[slot - 1] = 0
        game = start().lay(sheets={ANN: {"fours": row}})
        assert game.openers("fours") == [None, None]
        game.throws(*[4] * slot, *[1] * (5 - slot)).claims(ANN, f"fours {slot}")
        assert game.openers("fours") == [ANN, None] and game.player == BOB
        assert game.totals == [3 * 25 + 65, 0, 0]


def test_RE13_not_before_the_last(start: Start) -> None:
    game = start().lay(sheets={ANN: {"fours": [4, 0, 0]}}).throws(4, 4, 1, 1, 1).claims(ANN, "fours 2")
    assert game.openers("fours") == [None, None] and game.totals == [50, 0, 0]


def test_RE13_the_second_to_complete_it_opens_the_second(start: Start) -> None:
    rows = ([4, 8, 12], [4, 8, 0], [4, 8, 0])
    sheets = {seat: {"fours": row} for seat, row in enumerate(rows)}
    game = start(4).lay(sheets=sheets, businesses={"fours": ANN}, player=BOB)
    game.throws(4, 4, 4, 1, 1).claims(BOB, "fours 3")
    assert game.openers("fours") == [ANN, BOB]
    assert game.totals == [140, 125, 50, 0]
    game.throws(4, 4, 4, 1, 1).claims(CID, "fours 3")
    assert game.openers("fours") == [ANN, BOB], "there is no third"
    assert game.totals == [140, 125, 75, 0] and game.written(CID, "fours") == [4, 8, 12]


def test_RE13_a_row_without_a_second_business(start: Start) -> None:
    game = start().lay(sheets={ANN: {"twos": [0, 4]}}, businesses={"twos": BOB})
    game.throws(2, 1, 1, 3, 3).claims(ANN, "twos 1")
    assert game.openers("twos") == [BOB, None] and game.totals == [40, 80, 0]


def test_RE13_rows_are_apart(start: Start) -> None:
    game = start().lay(sheets={ANN: {"triple": [3, 6, 0], "threes": [3, 6, 0], "quadruple": [4, 8, 0]}})
    game.throws(3, 3, 3, 1, 1).claims(ANN, "triple 3")
    assert game.openers("triple") == [ANN, None]
    assert game.openers("threes") == game.openers("quadruple") == [None, None]


def test_RE13_each_row_has_its_own_worth(start: Start) -> None:
    first = {"ones": 60, "twos": 80, "threes": 100, "fours": 65, "fives": 75, "sixes": 90, "triple": 100}
    second = {"threes": 75, "fours": 50, "fives": 55, "sixes": 70, "triple": 75, "quadruple": 75}
    for word, worth in {**first, "quadruple": 100}.items():
        assert start().lay(businesses={word: BOB}).totals == [0, worth, 0]
    for word, worth in second.items():
        assert start().lay(businesses={word: [None, CID]}).totals == [0, 0, worth]
