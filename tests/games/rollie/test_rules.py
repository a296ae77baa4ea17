"""Rollie's rules, RO1 to RO16 and RO21, one after the other. RO17 to RO20, the scoring, are in test_rules_scoring.py.

Each test is called after the rule it tests; test_rules_all.py breaks every rule in turn and looks that a test notices.
"""

import pytest

from rolltop.games import shelf
from rolltop.games.rollie.rules import Phase
from tests.games import by_hand
from tests.games.by_hand import ANN, BOB, CID, DOT, FAY
from tests.games.rollie.position import Position

ROLLIE = shelf.kind("rollie")
Start = by_hand.Start[Position]
FULL = {-5: 30, 0: 30, 2: 30, 5: 30, 10: 30}


@pytest.fixture
def start() -> Start:
    return Start(Position, ROLLIE)


# ---- setup -----------------------------------------------------------------------------------------------------------


def test_RO1_five_piles_and_seven_tokens_face_down(start: Start) -> None:
    game = start(4)
    assert game.bank == FULL
    assert game.face_down == [1, 2, 3, 4, 5, 6, 7] and game.face_up == []
    assert all(game.bet(seat) == game.wallet(seat) == {} and game.tokens(seat) == [] for seat in range(4))


def test_RO1_the_first_player_is_drawn_among_all(start: Start) -> None:
    for n_players in range(2, 7):
        assert start(n_players).luck_is_due and start(n_players).table.outcomes == n_players
        for seat in range(n_players):
            game = start(n_players).first_player(seat).turn_up(3)
            assert game.first == seat and game.phase == Phase.FIRST_DIE


def test_RO1_or_the_first_player_is_a_given_seat(start: Start) -> None:
    for seat in range(6):
        game = start(6, options={"first": str(seat + 1)})
        assert game.phase == Phase.START_TOKEN and game.first == seat


def test_RO1_one_token_any_of_the_seven_is_turned_up(start: Start) -> None:
    for token in range(1, 8):
        game = start().first_player(ANN)
        assert game.table.outcomes == 7
        game.turn_up(token)
        assert game.face_up == [token] and len(game.face_down) == 6 and token not in game.face_down
        assert game.round_no == 1


# ---- 1: roll the dice ------------------------------------------------------------------------------------------------


def test_RO2_two_dice_are_rolled_one_after_the_other(start: Start) -> None:
    game = start().lay()
    for expected in (Phase.SECOND_DIE, Phase.ACTIONS):
        assert game.luck_is_due and game.table.outcomes == 6
        game.table.happen(len(game.dice) if game.phase == Phase.SECOND_DIE else 0)
        assert game.phase == expected
    assert game.dice == [0, 1]


def test_RO2_who_has_secured_rolls_all_the_same(start: Start) -> None:
    game = start().lay(first=BOB, secured=[BOB])
    assert game.luck_is_due and game.first == BOB
    game.roll(5, 10)
    assert game.chooser == CID


def test_RO2_old_dice_do_not_count_in_a_new_roll(start: Start) -> None:
    game = start(2).lay().roll(5, 10).takes(ANN, 5).takes(BOB, 5)
    game._event("0")
    assert len(game.dice) == 1 and not game.moves


# ---- 2: different faces ----------------------------------------------------------------------------------------------


def test_RO3_clockwise_from_the_first_player(start: Start) -> None:
    game = start(4).lay(first=CID).roll(5, 10)
    game.takes(CID, 5).takes(DOT, 5).takes(ANN, 10).takes(BOB, 5)
    assert game.phase == Phase.FIRST_DIE


def test_RO3_only_who_has_not_secured(start: Start) -> None:
    game = start(6).lay(first=BOB, secured=[BOB, DOT, FAY]).roll(5, 10)
    game.takes(CID, 5).takes(4, 5).takes(ANN, 10)
    assert game.phase == Phase.FIRST_DIE


def test_RO3_everybody_chooses_take_or_secure(start: Start) -> None:
    game = start(2).lay().roll(5, 10)
    assert game.moves == {"take 5", "take 10", "secure"}
    game.secures(ANN)
    assert game.moves == {"take 5", "take 10", "secure"}


def test_RO4_one_bill_from_the_bank_to_the_bet(start: Start) -> None:
    game = start().lay(bets=[{10: 1}]).roll(5, 10).takes(ANN, 10)
    assert game.bet(ANN) == {10: 2} and game.bank == {**FULL, 10: 28}
    game.takes(BOB, 5)
    assert game.bet(BOB) == {5: 1} and game.bet(ANN) == {10: 2} and game.bank == {**FULL, 10: 28, 5: 29}


def test_RO4_only_values_on_the_dice(start: Start) -> None:
    for one, other in ((-5, 0), (0, -5), (2, 10), (10, 5)):
        assert start().lay().roll(one, other).moves == {f"take {one}", f"take {other}", "secure"}


def test_RO4_an_R_stands_for_any_value(start: Start) -> None:
    everything = {"take -5", "take 0", "take 2", "take 5", "take 10", "secure"}
    assert start().lay().roll("R", 2).moves == everything
    assert start().lay().roll(2, "R").moves == everything


def test_RO4_never_from_an_empty_pile(start: Start) -> None:
    assert start().lay(piles={5: 0}).roll(5, 10).moves == {"take 10", "secure"}
    assert start().lay(piles={5: 0}).roll(10, 5).moves == {"take 10", "secure"}
    assert start().lay(piles={5: 0}).roll(5, "R").moves == {"take -5", "take 0", "take 2", "take 10", "secure"}
    game = start().lay(piles={5: 1}).roll(5, 10).takes(ANN, 5)
    assert game.moves == {"take 10", "secure"}


def test_RO5_the_bet_joins_the_wallet(start: Start) -> None:
    game = start().lay(bets=[{5: 2, -5: 1}, {10: 1}], wallets=[{5: 1, 0: 3}]).roll(2, 10).secures(ANN)
    assert game.wallet(ANN) == {5: 3, -5: 1, 0: 3} and game.bet(ANN) == {}
    assert game.bet(BOB) == {10: 1} and game.wallet(BOB) == {}
    assert game.bank[5] == 27


def test_RO5_who_has_secured_takes_no_more_this_round(start: Start) -> None:
    game = start(2).lay().roll(2, 10).secures(ANN).takes(BOB, 2)
    assert game.is_secured(ANN) and not game.is_secured(BOB)
    game.roll(5, 0).takes(BOB, 0)
    game.roll(5, 0).takes(BOB, 0)
    assert game.bet(ANN) == {}


def test_RO5_a_bill_taken_is_not_secured_by_itself(start: Start) -> None:
    game = start(2).lay().roll(2, 10).takes(ANN, 2).takes(BOB, 10)
    assert game.wallet(ANN) == {} and not game.is_secured(ANN)


def test_RO5_an_empty_bet_can_be_secured(start: Start) -> None:
    game = start(2).lay(wallets=[{2: 1}]).roll(2, 10).secures(ANN)
    assert game.is_secured(ANN) and game.wallet(ANN) == {2: 1}


def test_RO6_securing_takes_the_token_that_lies_face_up(start: Start) -> None:
    game = start().lay(face_up=[4]).roll(2, 10).secures(ANN)
    assert game.tokens(ANN) == [4] and game.face_up == []


def test_RO6_the_next_to_secure_finds_none(start: Start) -> None:
    game = start().lay(face_up=[4]).roll(2, 10).takes(ANN, 2).secures(BOB, CID)
    assert game.tokens(BOB) == [4] and game.tokens(CID) == [] and game.tokens(ANN) == []
    assert game.face_down == [1, 2, 3, 5, 6, 7]


def test_RO6_of_several_the_highest_then_the_next(start: Start) -> None:
    game = start(4).lay(face_up=[2, 6, 5]).roll(2, 10).secures(ANN, BOB)
    assert (game.tokens(ANN), game.tokens(BOB), game.face_up) == ([6], [5], [2])
    game.secures(CID)
    assert (game.tokens(CID), game.face_up) == ([2], [])


def test_RO6_tokens_nobody_took_stay_face_up(start: Start) -> None:
    game = start().lay(face_up=[3]).roll(2, 2).turn_up(5)
    assert game.face_up == [3, 5]
    game.roll("R", "R").turn_up(1)
    assert game.face_up == [1, 3, 5]


def test_RO6_tokens_add_up_and_are_kept(start: Start) -> None:
    game = start(2).lay(face_up=[6], held={2: ANN}).roll(2, 10).secures(ANN).takes(BOB, 2).roll(2, 2).turn_up(7)
    assert game.tokens(ANN) == [2, 6] and game.face_up == [7]


def test_RO7_the_dice_pass_to_the_left_if_a_bill_was_taken(start: Start) -> None:
    game = start().lay().roll(2, 10).takes(ANN, 2).takes(BOB, 2).takes(CID, 2)
    assert game.first == BOB and game.round_no == 1
    game.roll(2, 10).secures(BOB).secures(CID).takes(ANN, 2)
    assert game.first == CID and game.round_no == 1


def test_RO7_whoever_took_it(start: Start) -> None:
    for taker in (ANN, BOB, CID):
        game = start().lay().roll(2, 10)
        for seat in (ANN, BOB, CID):
            if seat == taker:
                game.takes(seat, 2)
            else:
                game.secures(seat)
        assert game.phase == Phase.FIRST_DIE and game.first == BOB


def test_RO7_also_to_somebody_who_has_secured_and_round_the_table(start: Start) -> None:
    game = start().lay(first=CID, secured=[ANN]).roll(2, 10).takes(CID, 2).takes(BOB, 2)
    assert game.first == ANN and game.phase == Phase.FIRST_DIE
    game.roll(5, 10)
    assert game.chooser == BOB


def test_RO8_everybody_secured_ends_the_round(start: Start) -> None:
    game = start().lay(bets=[{5: 1}, {2: 1}, {0: 1}]).roll(5, 10).secures(ANN, BOB, CID)
    assert game.phase == Phase.START_TOKEN
    assert [game.wallet(seat) for seat in (ANN, BOB, CID)] == [{5: 1}, {2: 1}, {0: 1}]


def test_RO8_also_when_the_last_one_secures_alone(start: Start) -> None:
    game = start().lay(secured=[ANN, CID]).roll(5, 10).secures(BOB)
    assert game.phase == Phase.START_TOKEN


def test_RO8_everybody_may_secure_with_nothing(start: Start) -> None:
    game = start(6).lay().roll(5, 10).secures(*range(6))
    assert game.phase == Phase.START_TOKEN and all(game.wallet(seat) == {} for seat in range(6))


# ---- 2: identical faces ----------------------------------------------------------------------------------------------


def test_RO9_who_has_the_value_returns_the_whole_bet(start: Start) -> None:
    game = start().lay(bets=[{5: 1, 10: 3}, {10: 2}, {5: 2}]).roll(5, 5)
    assert game.bet(ANN) == {} and game.bet(CID) == {}
    assert game.bank == {**FULL, 10: 28}


def test_RO9_each_value(start: Start) -> None:
    for value in FULL:
        game = start(2).lay(bets=[{value: 1}, {other: 1 for other in FULL if other != value}]).roll(value, value)
        assert game.bet(ANN) == {} and value not in game.bet(BOB) and len(game.bet(BOB)) == 4


def test_RO9_a_bill_of_the_value_in_the_wallet_does_not_crash(start: Start) -> None:
    game = start(2).lay(bets=[{10: 1}], wallets=[{5: 4}]).roll(5, 5)
    assert game.bet(ANN) == {10: 1} and game.wallet(ANN) == {5: 4}


def test_RO10_two_R_crash_everybody(start: Start) -> None:
    game = start().lay(bets=[{5: 1}, {10: 2, 2: 1}, {}]).roll("R", "R")
    assert all(game.bet(seat) == {} for seat in range(3)) and game.bank == FULL


def test_RO10_one_R_crashes_nobody(start: Start) -> None:
    game = start(2).lay(bets=[{5: 1}, {10: 2}]).roll("R", 5)
    assert game.bet(ANN) == {5: 1} and game.bet(BOB) == {10: 2} and game.chooser == ANN


def test_RO11_who_stays_keeps_the_bet_unsecured_into_the_next_round(start: Start) -> None:
    game = start(2).lay(bets=[{10: 2}, {5: 1}]).roll(5, 5).turn_up(4)
    assert game.bet(ANN) == {10: 2} and game.wallet(ANN) == {} and not game.is_secured(ANN)
    game.roll(10, 10)
    assert game.bet(ANN) == {} and game.bank == FULL


def test_RO11_wallets_are_never_touched(start: Start) -> None:
    wallets = [{5: 3, 10: 1}, {5: 2}]
    for double in (5, 10, "R"):
        game = start(2).lay(bets=[{5: 1}, {10: 1}], wallets=wallets).roll(double, double)
        assert [game.wallet(ANN), game.wallet(BOB)] == wallets
    game = start(2).lay(bets=[{5: 1}], wallets=wallets, piles={0: 0, 2: 0}).roll(0, 2)
    assert [game.wallet(ANN), game.wallet(BOB)] == wallets


def test_RO11_who_secured_this_round_is_safe(start: Start) -> None:
    game = start(2).lay(bets=[{5: 2}]).roll(5, 2).secures(ANN).takes(BOB, 5).roll(5, 5)
    assert game.wallet(ANN) == {5: 2} and game.bet(BOB) == {}


@pytest.mark.parametrize("double", [-5, 0, 2, 5, 10, "R"])
def test_RO12_identical_faces_end_the_round(start: Start, double: int | str) -> None:
    game = start().lay(bets=[{5: 1}, {10: 1}, {}]).roll(double, double)
    assert game.phase == Phase.START_TOKEN and game.chooser is None


def test_RO12_also_when_nobody_crashes(start: Start) -> None:
    game = start().lay().roll(2, 2)
    assert game.phase == Phase.START_TOKEN


# ---- empty piles -----------------------------------------------------------------------------------------------------


def test_RO13_one_empty_pile_changes_nothing_but_that(start: Start) -> None:
    game = start(2).lay(piles={5: 1}).roll(5, 10).takes(ANN, 5)
    assert not game.game.last_round
    game.takes(BOB, 10).roll("R", "R")
    assert game.phase == Phase.START_TOKEN


def test_RO13_the_second_empty_pile_makes_this_the_last_round(start: Start) -> None:
    game = start(2).lay(piles={5: 1, 10: 0}).roll(5, 2).takes(ANN, 5)
    assert game.game.last_round and not game.is_over
    game.takes(BOB, 2).roll(2, 0).takes(BOB, 2).takes(ANN, 0)  # it is played to its end
    game.roll(0, 0)
    assert game.is_over and game.round_no == 1


def test_RO13_the_last_round_can_also_end_with_everybody_secured(start: Start) -> None:
    game = start(2).lay(piles={5: 1, 10: 0}).roll(5, 2).takes(ANN, 5).secures(BOB)
    assert not game.is_over
    game.roll(0, 2).secures(ANN)
    assert game.is_over and game.wallet(ANN) == {5: 1}


def test_RO13_a_crash_that_fills_the_pile_again_does_not_cancel_the_end(start: Start) -> None:
    game = start(2).lay(bets=[{10: 30}], piles={5: 1}).roll(5, 2).takes(ANN, 5).takes(BOB, 2)
    assert game.bank[10] == game.bank[5] == 0
    game.roll(2, 2)
    assert game.is_over
    game = start(2).lay(bets=[{10: 30}], piles={5: 1}).roll(5, 2).takes(ANN, 5).takes(BOB, 2).roll("R", "R")
    assert game.bank[10] == 30 and game.is_over


def test_RO13_a_pile_that_filled_again_before_the_second_emptied_does_not_count(start: Start) -> None:
    game = start(2).lay(bets=[{10: 30}, {}]).roll(10, 10).turn_up(3)
    assert game.bank[10] == 30
    game.lay(piles={5: 1}, bets=[{}, {}], first=ANN).roll(5, 2).takes(ANN, 5).takes(BOB, 2).roll("R", "R")
    assert game.phase == Phase.START_TOKEN and not game.is_over


def test_RO13_three_empty_piles_are_no_different(start: Start) -> None:
    game = start(2).lay(piles={5: 1, 10: 0, 2: 0}, last_round=True).roll(5, 0).takes(ANN, 5).takes(BOB, 0).roll(0, 0)
    assert game.is_over


def test_RO13_from_the_very_first_bill_in_a_box_of_few(start: Start) -> None:
    game = start(2, bills=[1, 1, 1, 1, 1]).lay().roll(5, 10).takes(ANN, 5).takes(BOB, 10)
    assert game.game.last_round and game.phase == Phase.FIRST_DIE


def test_RO14_both_dice_on_empty_piles_everybody_in_play_loses_the_bet(start: Start) -> None:
    game = start(3).lay(bets=[{2: 3}, {0: 1}, {}], wallets=[{}, {}, {10: 1}], piles={5: 0, 10: 0}, secured=[CID])
    game.roll(5, 10)
    assert game.bet(ANN) == game.bet(BOB) == {} and game.wallet(CID) == {10: 1}
    assert game.bank == {-5: 30, 0: 30, 2: 30, 5: 0, 10: 0}


def test_RO14_and_the_round_ends_as_after_a_crash(start: Start) -> None:
    game = start().lay(first=CID, piles={5: 0, 10: 0}).roll(10, 5)
    assert game.phase == Phase.START_TOKEN and game.first == ANN
    game = start().lay(piles={5: 0, 10: 0}, last_round=True).roll(10, 5)
    assert game.is_over


def test_RO14_not_with_an_R(start: Start) -> None:
    for one, other in ((5, "R"), ("R", 5)):
        game = start().lay(bets=[{2: 1}], piles={5: 0, 10: 0}).roll(one, other)
        assert game.bet(ANN) == {2: 1} and game.moves == {"take -5", "take 0", "take 2", "secure"}


def test_RO14_not_with_only_one_die_on_an_empty_pile(start: Start) -> None:
    for one, other in ((5, 2), (2, 5)):
        game = start().lay(bets=[{2: 1}], piles={5: 0, 10: 0}).roll(one, other)
        assert game.bet(ANN) == {2: 1} and game.moves == {"take 2", "secure"}


def test_RO14_goes_before_RO9_a_double_of_an_empty_pile(start: Start) -> None:
    game = start().lay(bets=[{2: 1}, {5: 1}, {0: 4}], piles={5: 0}).roll(5, 5)
    assert all(game.bet(seat) == {} for seat in range(3)) and game.phase == Phase.START_TOKEN


# ---- 3: end of round, end of the game --------------------------------------------------------------------------------


def test_RO15_a_new_token_everybody_in_play_the_dice_to_the_left(start: Start) -> None:
    game = start().lay(first=BOB, face_up=[1], held={6: ANN}).roll(5, 10).secures(BOB, CID, ANN)
    assert game.round_is_over and game.table.outcomes == 5  # of seven, 1 and 6 are no longer face down
    game.turn_up(3)
    assert game.face_up == [3] and game.round_no == 2
    assert not any(game.is_secured(seat) for seat in range(3))
    assert game.first == CID and game.phase == Phase.FIRST_DIE
    assert game.roll(5, 10).chooser == CID


def test_RO15_left_of_who_rolled_last_however_the_round_ended(start: Start) -> None:
    assert start().lay(first=CID).roll(5, 5).turn_up(2).first == ANN
    assert start().lay(first=BOB, secured=[BOB]).roll("R", "R").turn_up(2).first == CID
    assert (
        start().lay(first=ANN).roll(5, 10).takes(ANN, 5).takes(BOB, 5).takes(CID, 5).roll(0, 0).turn_up(2).first == CID
    )


def test_RO15_a_token_that_was_left_is_not_turned_up_again(start: Start) -> None:
    game = start().lay(face_up=[4, 7]).roll(0, 0)
    assert not game.may("start 4") and not game.may("start 7") and game.may("start 6")


def test_RO16_the_game_ends_after_round_seven(start: Start) -> None:
    game = start(2).first_player(ANN)
    for token in range(1, 8):
        assert not game.is_over
        game.turn_up(token)
        assert game.round_no == token
        game.roll("R", "R")
    assert game.is_over


def test_RO16_also_when_round_seven_ends_with_everybody_secured(start: Start) -> None:
    game = start(2).lay(round_no=7, bets=[{5: 1}]).roll(5, 2).secures(ANN, BOB)
    assert game.is_over and game.wallet(ANN) == {5: 1}
    assert not start(2).lay(round_no=6).roll(5, 2).secures(ANN, BOB).is_over


def test_RO16_bets_that_are_left_go_back_and_count_for_nothing(start: Start) -> None:
    game = start(2).lay(round_no=7, bets=[{10: 9}, {10: 1}], wallets=[{}, {2: 1}]).roll(5, 5)
    assert game.is_over and game.bet(ANN) == game.bet(BOB) == {}
    assert game.bank == {**FULL, 2: 29} and game.totals == [0, 2 + 70]


def test_RO16_other_numbers_of_rounds_are_the_editions(start: Start) -> None:
    assert start(2, rounds=3).lay(round_no=3).roll(5, 5).is_over
    assert not start(2, rounds=3).lay(round_no=2).roll(5, 5).is_over


# ---- deciding early --------------------------------------------------------------------------------------------------


def test_RO21_who_chooses_later_this_turn_may_decide_already(start: Start) -> None:
    game = start(4).lay(first=BOB).roll(5, 10)
    assert game.early(CID) == game.early(DOT) == game.early(ANN) == {"take 5", "take 10", "secure"}
    game.takes(BOB, 5)
    assert game.early(DOT) == game.early(ANN) == {"take 5", "take 10", "secure"}


def test_RO21_not_the_player_whose_turn_it_is_nor_who_has_chosen(start: Start) -> None:
    game = start(4).lay(first=BOB).roll(5, 10)
    assert game.early(BOB) == set()
    game.takes(BOB, 5).takes(CID, 5)
    assert game.early(BOB) == game.early(CID) == game.early(DOT) == set()
    assert game.early(ANN) != set()


def test_RO21_not_who_has_secured(start: Start) -> None:
    game = start(4).lay(first=BOB, secured=[BOB, DOT]).roll(5, 10)
    assert game.chooser == CID
    assert game.early(DOT) == game.early(BOB) == set() and game.early(ANN) != set()


def test_RO21_only_while_choices_are_made(start: Start) -> None:
    game = start().lay()
    assert all(game.early(seat) == set() for seat in range(3))
    game.roll(5, 5)
    assert all(game.early(seat) == set() for seat in range(3))
    assert all(start().early(seat) == set() for seat in range(3))
    assert all(start().lay(over=True).early(seat) == set() for seat in range(3))


def test_RO21_only_what_would_be_legal_now(start: Start) -> None:
    game = start().lay(piles={5: 1}).roll(5, "R")
    assert "take 5" in game.early(BOB)
    game.takes(ANN, 5)
    assert game.early(CID) == {"take -5", "take 0", "take 2", "take 10", "secure"}


def test_RO21_an_early_wish_can_become_impossible_and_is_then_not_legal(start: Start) -> None:
    game = start().lay(piles={5: 1}).roll(5, 10)
    assert "take 5" in game.early(CID)
    game.takes(ANN, 5).takes(BOB, 10)
    assert game.chooser == CID and game.moves == {"take 10", "secure"}
