"""Rollie's scoring, RO17 to RO20: the rulebook's example, ties of every size, and a second way to count."""

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rolltop.games import shelf
from tests.games.by_hand import ANN, BOB, CID, DOT
from tests.games.rollie.position import Position
from tests.games.rollie.test_rules import Start, start

__all__ = ["start"]

ULYSSE, CLEMENT, JULIETTE, FANNY = range(4)


# ---- the rulebook's example ------------------------------------------------------------------------------------------


def example(start: Start, a: int, juliette: int) -> Position:
    """The last page of the rulebook; `a` and Juliette's bills of 0 are not printed."""
    return start(4).lay(
        over=True,
        wallets=[
            {-5: 5, 0: a, 2: 1, 5: 7, 10: 1},
            {-5: 3, 0: a, 2: 5, 5: 5, 10: 8},
            {-5: 5, 0: juliette, 2: 4, 10: 4},
            {0: 6, 2: 5, 5: 7, 10: 5},
        ],
        held={5: ULYSSE, 6: ULYSSE, 7: JULIETTE},
        face_up=[],
    )


@pytest.mark.parametrize(("a", "juliette"), [(a, fewer) for a in range(1, 6) for fewer in range(a)])
def test_RO20_the_worked_example(start: Start, a: int, juliette: int) -> None:
    game = example(start, a, juliette)
    assert game.totals == [222, 170, 193, 205]
    assert game.places == [1, 4, 3, 2]


@pytest.mark.parametrize(("a", "juliette"), [(a, fewer) for a in range(1, 6) for fewer in range(a)])
def test_RO18_who_gets_which_token_in_the_worked_example(start: Start, a: int, juliette: int) -> None:
    game = example(start, a, juliette)
    assert game.winners(-5) == [JULIETTE, ULYSSE, CLEMENT]
    assert game.winners(0) == [FANNY, ULYSSE, CLEMENT]
    assert game.winners(2) == [JULIETTE, ULYSSE, None]
    assert game.winners(5) == [ULYSSE, FANNY]
    assert game.winners(10) == []


def test_RO20_the_example_as_the_page_lays_it_out(start: Start) -> None:
    game = example(start, 3, 1)
    rows = game.setup.kind.part("view").breakdown(game.game, game.table.plain_box)
    assert [(row["worth"], row["bonus_total"], row["total"], row["place"]) for row in rows] == [
        (-25 + 2 + 35 + 10, 200, 222, 1),
        (-15 + 10 + 25 + 80, 70, 170, 4),
        (-25 + 8 + 0 + 40, 170, 193, 3),
        (0 + 10 + 35 + 50, 110, 205, 2),
    ]


# ---- each rule -------------------------------------------------------------------------------------------------------


def of_zero(start: Start, *counts: int, held: dict[int, int] | None = None) -> list[int | None]:
    """Who gets the three tokens of the 0 for so many bills of 0 each."""
    game = start(len(counts)).lay(over=True, wallets=[{0: count} for count in counts], held=held, face_up=[])
    return game.winners(0)


def test_RO17_most_bills_best_token(start: Start) -> None:
    assert of_zero(start, 1, 4, 2, 3) == [BOB, DOT, CID]


def test_RO17_at_least_one_bill_is_needed(start: Start) -> None:
    assert of_zero(start, 0, 0, 2, 0) == [CID, None, None]
    assert of_zero(start, 0, 0) == [None, None, None]
    assert of_zero(start, 0, 1, held={7: ANN}) == [BOB, None, None]


def test_RO17_each_colour_apart_and_wallets_only(start: Start) -> None:
    game = start(2).lay(wallets=[{-5: 1, 5: 2}, {-5: 2, 5: 1}], bets=[{-5: 9}, {5: 9}])
    assert game.winners(-5) == [BOB, ANN, None] and game.winners(5) == [ANN, BOB]
    assert game.winners(2) == [None, None, None]


def test_RO17_what_the_tokens_are_worth(start: Start) -> None:
    worth = {-5: (100, 60, 40), 0: (80, 50, 30), 2: (70, 40, 20), 5: (50, 30, 0), 10: (0, 0, 0)}
    for value, amounts in worth.items():
        game = start(4).lay(over=True, wallets=[{value: 4}, {value: 3}, {value: 2}, {value: 1}])
        assert game.totals == [value * (4 - seat) + bonus for seat, bonus in enumerate((*amounts, 0))]


def test_RO17_another_edition_may_have_other_tokens(start: Start) -> None:
    game = start(2, bonus=[[], [9], [7, 6], [5, 5, 5], [1000]]).lay(over=True, wallets=[{-5: 1, 0: 1, 2: 2, 10: 3}])
    assert game.totals == [-5 + 0 + 9 + 4 + 7 + 30 + 1000, 0]


def test_RO18_of_two_tied_the_highest_token_wins_the_other_is_next(start: Start) -> None:
    assert of_zero(start, 3, 3, 1, held={2: ANN, 4: BOB}) == [BOB, ANN, CID]
    assert of_zero(start, 3, 3, 1, held={4: ANN, 2: BOB}) == [ANN, BOB, CID]
    assert of_zero(start, 3, 3, 1, held={1: BOB}) == [BOB, ANN, CID]


def test_RO18_only_the_highest_token_of_each_counts(start: Start) -> None:
    assert of_zero(start, 3, 3, held={5: ANN, 6: ANN, 7: BOB}) == [BOB, ANN, None]
    assert of_zero(start, 3, 3, held={7: ANN, 5: BOB, 6: BOB}) == [ANN, BOB, None]


def test_RO18_a_tie_for_the_second_place(start: Start) -> None:
    assert of_zero(start, 5, 2, 2, 1, held={7: ANN, 3: CID}) == [ANN, CID, BOB]


def test_RO18_a_token_does_not_help_against_more_bills(start: Start) -> None:
    assert of_zero(start, 1, 2, held={7: ANN}) == [BOB, ANN, None]


def test_RO18_tokens_face_up_or_down_belong_to_nobody(start: Start) -> None:
    game = start(2).lay(over=True, wallets=[{0: 1}, {0: 1}], face_up=[7, 6])
    assert game.winners(0) == [None, None, None]


def test_RO18_three_tied_in_the_order_of_their_tokens(start: Start) -> None:
    assert of_zero(start, 4, 4, 4, held={2: ANN, 7: BOB, 5: CID}) == [BOB, CID, ANN]
    assert of_zero(start, 4, 4, 4, held={7: BOB, 5: CID}) == [BOB, CID, ANN]


def test_RO18_six_tied_in_the_order_of_their_tokens(start: Start) -> None:
    assert of_zero(start, *[2] * 6, held={1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}) == [5, 4, 3]
    assert of_zero(start, *[2] * 6, held={7: 4, 6: 4, 2: 0, 1: 3}) == [4, 0, 3]


def test_RO19_two_tied_without_tokens_are_out_and_the_next_count_has_the_place(start: Start) -> None:
    assert of_zero(start, 5, 5, 4, 1) == [CID, DOT, None]
    assert of_zero(start, 5, 5, 4, 1, held={7: CID}) == [CID, DOT, None]


def test_RO19_three_and_six_tied_without_tokens(start: Start) -> None:
    assert of_zero(start, 3, 3, 3) == [None, None, None]
    assert of_zero(start, 3, 3, 3, 2, held={1: DOT}) == [DOT, None, None]
    assert of_zero(start, *[2] * 6) == [None, None, None]


def test_RO19_those_left_of_a_tie_after_the_token_holders_are_out_too(start: Start) -> None:
    assert of_zero(start, 3, 3, 3, 1, held={7: BOB}) == [BOB, DOT, None]
    assert of_zero(start, *[2] * 6, held={7: FANNY}) == [FANNY, None, None]
    assert of_zero(start, *[2] * 6, held={7: FANNY, 1: ANN}) == [FANNY, ANN, None]


def test_RO19_two_ties_in_a_row(start: Start) -> None:
    assert of_zero(start, 5, 5, 4, 4, 3, 2) == [4, 5, None]
    assert of_zero(start, 5, 5, 4, 4, 3, 2, held={1: 3}) == [3, 2, 4]


def test_RO19_out_of_this_colour_only(start: Start) -> None:
    game = start(3).lay(over=True, wallets=[{0: 2, 5: 2}, {0: 2, 5: 1}, {0: 1}])
    assert game.winners(0) == [CID, None, None] and game.winners(5) == [ANN, BOB]


def test_RO20_bills_at_face_value_plus_bonus(start: Start) -> None:
    game = start(2).lay(over=True, wallets=[{-5: 2, 0: 1, 2: 3, 5: 1, 10: 2}, {}])
    assert game.totals == [-10 + 0 + 6 + 5 + 20 + 100 + 80 + 70 + 50, 0] and game.places == [1, 2]


def test_RO20_bets_do_not_count(start: Start) -> None:
    assert start(2).lay(bets=[{10: 5}, {}], wallets=[{}, {10: 1}]).totals == [0, 10]


def test_RO20_equal_totals_share_the_place(start: Start) -> None:
    game = start(5).lay(over=True, wallets=[{10: 1}, {10: 2}, {10: 2}, {}, {10: 1}], held={7: CID})
    assert game.totals == [10, 20, 20, 0, 10] and game.places == [3, 1, 1, 5, 3]


def test_RO20_a_total_may_be_below_zero(start: Start) -> None:
    game = start(2).lay(over=True, wallets=[{-5: 29}, {-5: 1}], held={1: ANN})
    assert game.totals == [-145 + 100, -5 + 60] and game.places == [2, 1]


# ---- a second way to count -------------------------------------------------------------------------------------------


def race(counts: list[int], best_token: list[int]) -> list[int]:
    """The order in which players are served for a colour, found otherwise than in the rules.

    Among equal counts first those with tokens, the highest first; then the one without, if it is only one.
    """
    order: list[int] = []
    for count in sorted({count for count in counts if count > 0}, reverse=True):
        group = [seat for seat, held in enumerate(counts) if held == count]
        with_token = sorted((seat for seat in group if best_token[seat]), key=lambda seat: -best_token[seat])
        without = [seat for seat in group if not best_token[seat]]
        order += with_token + (without if len(without) == 1 else [])
    return order


@st.composite
def endings(draw: st.DrawFn) -> tuple[list[dict[int, int]], dict[int, int]]:
    """Wallets with many ties, and Start tokens among the players."""
    n_players = draw(st.integers(2, 6))
    few = st.integers(0, draw(st.sampled_from([1, 2, 5])))
    wallets = [{value: draw(few) for value in (-5, 0, 2, 5, 10)} for _ in range(n_players)]
    held = {token: draw(st.integers(-1, n_players - 1)) for token in range(1, 8)}
    return wallets, {token: seat for token, seat in held.items() if seat >= 0}


@settings(max_examples=300, deadline=None, derandomize=True)
@given(endings())
def test_RO17_RO18_RO19_RO20_counted_another_way(ending: Any) -> None:
    wallets, held = ending
    game = Position(shelf.kind("rollie"), len(wallets)).lay(over=True, wallets=wallets, held=held, face_up=[])
    best_token = [
        max([token for token, holder in held.items() if holder == seat], default=0) for seat in range(len(wallets))
    ]
    totals = [sum(value * count for value, count in wallet.items()) for wallet in wallets]
    for value, amounts in zip((-5, 0, 2, 5), ((100, 60, 40), (80, 50, 30), (70, 40, 20), (50, 30)), strict=True):
        for seat, amount in zip(race([wallet[value] for wallet in wallets], best_token), amounts, strict=False):
            totals[seat] += amount
    assert game.totals == totals
    assert game.places == [1 + sum(other > total for other in totals) for total in totals]
