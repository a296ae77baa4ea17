"""Rolimã's hill cards, H1 to H10, each alone and where it meets another rule."""

import pytest

from rolltop.games import shelf
from rolltop.games.rolima.state import Phase
from tests.games import by_hand
from tests.games.by_hand import ANN, BOB, CID
from tests.games.rolima.position import Position, Race

ROLIMA = shelf.kind("rolima")
Start = by_hand.Start[Position]
RACE: Race = [("red", 2), ("blue", 2), ("green", 1), ("yellow", 1), ("violet", 0)]
LATE: Race = [("red", 4), ("blue", 4), ("green", 4), ("yellow", 3), ("violet", 3)]
ZERO_TEN = {"zero_ten": "yes"}
MARKET = ["yellow 1", "yellow 2", "yellow 3", "violet 1"]


@pytest.fixture
def start() -> Start:
    return Start(Position, ROLIMA)


def after(start: Start, hill: str, *cards: str, race: Race = RACE, options: dict[str, str] | None = None) -> Position:
    """A round of cheers under a hill card; each player has just the card that is played."""
    game = start(len(cards), options=options)
    game.lay(race=race, hill=hill, hands={seat: [card] for seat, card in enumerate(cards)})
    return game.cheers(*cards)


# ---- H1 Pothole ------------------------------------------------------------------------------------------------------


def test_H1_a_cheer_of_players_and_four_moves_its_cart(start: Start) -> None:
    assert after(start, "pothole", "green 7", "blue 2", "yellow 3").section("green") == 2
    assert after(start, "pothole", "green 4", "green 2").section("green") == 2


def test_H1_a_lower_one_moves_the_last_cart_instead(start: Start) -> None:
    game = after(start, "pothole", "green 6", "blue 2", "yellow 3")
    assert (game.section("green"), game.section("violet")) == (1, 1)
    assert game.race[-1] == ("yellow", 1), "violet comes to the rightmost place"
    game = after(start, "pothole", "green 6", "blue 2", "yellow 3", "red 1")
    assert game.section("violet") == 1


def test_H1_the_last_cart_may_finish_so_the_race_ends(start: Start) -> None:
    race: Race = [(colour, 4) for colour in ("red", "blue", "green", "yellow", "violet")]
    game = after(start, "pothole", "green 6", "blue 2", "yellow 3", race=race)
    assert game.is_over and game.section("violet") == 5


def test_H1_a_lone_zero_ten_is_loud_enough(start: Start) -> None:
    assert after(start, "pothole", "green 0/10", "blue 2", "yellow 3", options=ZERO_TEN).section("green") == 2


# ---- H2 Shortcut -----------------------------------------------------------------------------------------------------


def test_H2_the_winner_moves_two_sections(start: Start) -> None:
    game = after(start, "shortcut", "violet 9", "blue 2", "green 1")
    assert game.race == [("violet", 2), ("red", 2), ("blue", 2), ("green", 1), ("yellow", 1)]


def test_H2_it_stops_at_the_finish(start: Start) -> None:
    game = after(start, "shortcut", "red 9", "blue 2", "green 1", race=LATE)
    assert game.is_over and game.section("red") == 5
    assert after(start, "shortcut", "yellow 9", "blue 2", "green 1", race=LATE).section("yellow") == 5


def test_H2_a_hill_card_that_is_passed_stays_face_down(start: Start) -> None:
    game = start().lay(
        race=RACE, hill="shortcut", hands={ANN: ["red 9"], BOB: ["blue 1"], CID: ["blue 2"]}, market=MARKET
    )
    game.cheers("red 9", "blue 1", "blue 2").takes("yellow 1", "yellow 2", "yellow 3").event("hill hush")
    assert game.section("red") == 4 and game.game.active == 4
    assert list(game.game.hill) == [-1, 1, -1, 7]


# ---- H3 Headwind -----------------------------------------------------------------------------------------------------


def test_H3_four_are_taken_off_the_first_carts_total(start: Start) -> None:
    game = after(start, "headwind", "red 9", "blue 6", "green 1")
    assert (game.section("red"), game.section("blue")) == (2, 3)
    game = after(start, "headwind", "red 9", "blue 4", "green 5")
    assert game.section("red") == 3, "5 and 5: red is further ahead"
    game = after(start, "headwind", "red 4", "red 5", "blue 6")
    assert game.section("blue") == 3, "once from the sum, not from each card"


def test_H3_not_below_nothing_and_still_cheered_for(start: Start) -> None:
    game = after(start, "headwind", "red 1", "red 2")
    assert game.section("red") == 3, "nobody cheered for another cart"
    game = after(start, "headwind", "red 3", "blue 0/10", "blue 1", options=ZERO_TEN)
    assert game.section("blue") == 3, "0 against 1"


def test_H3_a_zero_ten_of_the_first_cart_counts_six(start: Start) -> None:
    assert after(start, "headwind", "red 0/10", "blue 7", "green 1", options=ZERO_TEN).section("blue") == 3
    assert after(start, "headwind", "red 0/10", "blue 6", "green 1", options=ZERO_TEN).section("red") == 3


def test_H3_the_draft_goes_by_the_cards_not_by_the_wind(start: Start) -> None:
    game = after(start, "headwind", "red 8", "blue 5", "green 6")
    assert game.order == [BOB, CID, ANN]


# ---- H4 Solo voices --------------------------------------------------------------------------------------------------


def test_H4_a_colour_is_as_loud_as_its_highest_card(start: Start) -> None:
    game = after(start, "solo_voices", "blue 5", "blue 6", "green 7")
    assert (game.section("blue"), game.section("green")) == (2, 2)
    assert game.race[0] == ("green", 2)


def test_H4_a_zero_ten_beside_another_card_is_nothing(start: Start) -> None:
    game = after(start, "solo_voices", "blue 0/10", "blue 6", "green 7", options=ZERO_TEN)
    assert game.section("green") == 2
    assert after(start, "solo_voices", "blue 0/10", "green 9", "green 8", options=ZERO_TEN).section("blue") == 3


def test_H4_is_not_in_the_box_with_two(start: Start) -> None:
    race: Race = [("red", 0), ("blue", 0), ("green", 0), ("yellow", 0), ("violet", 0)]
    for n_players, hills in ((2, 9), (3, 10)):
        hands = {seat: [f"{colour} 9"] for seat, colour in enumerate(("red", "blue", "green")[:n_players])}
        game = start(n_players).lay(race=race, hands=hands).cheers(*(cards[0] for cards in hands.values()))
        while game.phase == Phase.DRAFT:
            game.event(game.table.text(game.table.legal[0]))
        assert game.table.outcomes == hills
        assert game.may("hill solo_voices") == (n_players == 3)


# ---- H5 Whispers -----------------------------------------------------------------------------------------------------


def test_H5_the_quietest_of_those_cheered_for_wins(start: Start) -> None:
    game = after(start, "whispers", "red 9", "blue 2", "green 3")
    assert game.race[0] == ("blue", 3)
    assert after(start, "whispers", "red 9", "blue 2", "blue 8").section("red") == 3, "9 against 10"


def test_H5_of_equal_ones_the_cart_further_behind(start: Start) -> None:
    assert after(start, "whispers", "red 3", "green 3", "blue 4").section("green") == 2
    assert after(start, "whispers", "red 3", "blue 3", "violet 4").section("blue") == 3


def test_H5_a_zero_ten_worth_nothing_is_quiet(start: Start) -> None:
    game = after(start, "whispers", "violet 0/10", "blue 2", "green 3", options=ZERO_TEN)
    assert game.section("blue") == 3, "alone it is loud"


# ---- H6 Slipstream ---------------------------------------------------------------------------------------------------


def test_H6_the_cart_then_last_moves_too(start: Start) -> None:
    game = after(start, "slipstream", "red 9", "blue 2", "green 1")
    assert game.race == [("red", 3), ("blue", 2), ("violet", 1), ("green", 1), ("yellow", 1)]


def test_H6_the_winner_itself_if_it_is_still_last(start: Start) -> None:
    race: Race = [("red", 4), ("blue", 4), ("green", 4), ("yellow", 4), ("violet", 0)]
    assert after(start, "slipstream", "violet 9", "blue 2", "green 1", race=race).section("violet") == 2


def test_H6_never_into_the_finish_and_not_after_it(start: Start) -> None:
    race: Race = [(colour, 4) for colour in ("red", "blue", "green", "yellow", "violet")]
    game = after(start, "slipstream", "red 9", "blue 2", "green 1", race=race)
    assert game.is_over and game.section("violet") == 4
    game = after(start, "slipstream", "red 9", "blue 2", "green 1", race=LATE)
    assert game.is_over and game.section("violet") == 3, "RM4: nothing after a winner that finishes"
    stopped: Race = [("red", 4), ("blue", 4), ("green", 4), ("yellow", 4), ("violet", 3)]
    game = after(start, "slipstream", "violet 9", "blue 2", "green 1", race=stopped)
    assert not game.is_over and game.race[-1] == ("yellow", 4)


# ---- H7 Bumper -------------------------------------------------------------------------------------------------------


def test_H7_the_cart_just_behind_is_knocked_on(start: Start) -> None:
    game = after(start, "bumper", "green 9", "violet 2", "yellow 1")
    assert game.race == [("red", 3), ("green", 2), ("blue", 2), ("yellow", 1), ("violet", 0)]


def test_H7_to_the_rightmost_place_and_no_further(start: Start) -> None:
    race: Race = [("red", 3), ("blue", 2), ("green", 1), ("yellow", 1), ("violet", 0)]
    game = after(start, "bumper", "green 9", "violet 2", "yellow 1", race=race)
    assert game.race == [("blue", 3), ("red", 3), ("green", 2), ("yellow", 1), ("violet", 0)]


def test_H7_only_in_the_section_entered(start: Start) -> None:
    game = after(start, "bumper", "red 9", "violet 2", "yellow 1")
    assert game.race == [("red", 3), ("blue", 2), ("green", 1), ("yellow", 1), ("violet", 0)]


def test_H7_never_into_the_finish(start: Start) -> None:
    game = after(start, "bumper", "yellow 9", "violet 2", "blue 1", race=LATE)
    assert not game.is_over and game.race[:2] == [("yellow", 4), ("red", 4)]


# ---- H8 Hush ---------------------------------------------------------------------------------------------------------


def test_H8_cheers_are_laid_face_down_and_turned_up_together(start: Start) -> None:
    hands = {ANN: ["red 9", "blue 1"], BOB: ["blue 3", "green 1"], CID: ["green 2", "red 1"]}
    game = start().lay(race=RACE, hill="hush", hands=hands)
    game.cheers("red 9", "green 1")
    assert list(game.game.played[:3]) == [-1, -1, -1]
    assert game.hand(ANN) == ["red 9", "blue 1"], "nobody sees which card is gone"
    for viewer in (BOB, CID):
        seen = game.table.seen(viewer).plain
        assert seen.laid[ANN] == -2 and all(card < 0 for card in seen.hands[ANN][:2])
    game.cheers("red 1")
    assert game.section("red") == 3 and game.hand(ANN) == ["blue 1"] and game.order == [BOB, CID, ANN]


def test_H8_only_the_last_cheer_is_told_to_all(start: Start) -> None:
    hands = {ANN: ["red 9"], BOB: ["blue 3"], CID: ["green 2"]}
    game = start().lay(race=RACE, hill="hush", hands=hands, horn=BOB)
    assert game.table.audience == BOB
    assert game.cheers("blue 3").table.audience == CID
    assert game.cheers("green 2").table.audience == -3


# ---- H9 Upside-down draft --------------------------------------------------------------------------------------------


def test_H9_the_draft_goes_from_the_highest_card_to_the_lowest(start: Start) -> None:
    assert after(start, "upside_down_draft", "red 9", "blue 2", "green 5").order == [ANN, CID, BOB]
    assert after(start, "upside_down_draft", "green 5", "blue 5", "violet 1").order == [BOB, ANN, CID], "blue is ahead"


def test_H9_the_horn_goes_to_the_lowest(start: Start) -> None:
    game = start().lay(race=RACE, hill="upside_down_draft", hands={0: ["red 9"], 1: ["blue 2"], 2: ["green 5"]})
    game.round(["red 9", "blue 2", "green 5"])
    assert game.horn == BOB


# ---- H10 Blind market ------------------------------------------------------------------------------------------------


def blind(start: Start) -> Position:
    """The draft begins under a blind market."""
    hands = {ANN: ["red 9"], BOB: ["blue 2"], CID: ["green 5"]}
    game = start().lay(race=RACE, hill="blind_market", hands=hands, market=MARKET)
    assert game.market == MARKET, "it lies open during the cheer"
    return game.cheers("red 9", "blue 2", "green 5")


def test_H10_one_card_lies_open_the_others_unseen(start: Start) -> None:
    game = blind(start)
    assert game.phase == Phase.TURN_UP and game.table.outcomes == 4 and game.market == []
    game.event("yellow 2")
    assert game.market == ["yellow 2"] and game.moves == {"take yellow 2", "take unseen"} and game.game.n_blind == 3


def test_H10_for_the_open_card_another_is_turned_up(start: Start) -> None:
    game = blind(start).event("yellow 2").takes("yellow 2")
    assert game.phase == Phase.TURN_UP and game.table.outcomes == 3
    game.event("violet 1")
    assert game.chooser == CID and game.moves == {"take violet 1", "take unseen"}


def test_H10_an_unseen_card_is_told_to_its_owner_only(start: Start) -> None:
    game = blind(start).event("yellow 2").takes("unseen")
    assert game.phase == Phase.UNSEEN and game.table.audience == BOB and game.table.outcomes == 3
    game.event("violet 1")
    assert "violet 1" in game.hand(BOB) and game.market == ["yellow 2"]
    assert game.card("violet 1") in game.table.seen(BOB).plain.hands[BOB]
    assert game.card("violet 1") not in game.table.seen(ANN).plain.hands[BOB]


def test_H10_what_is_left_is_turned_up_after_the_draft(start: Start) -> None:
    game = blind(start).event("yellow 2").takes("unseen").event("yellow 1").takes("unseen").event("violet 1")
    game.takes("yellow 2")
    assert game.market == [] and game.game.n_blind == 1, "a hill card is due first"
    assert game.event("hill hush").market == ["yellow 3"] and game.game.n_blind == 0 and game.phase == Phase.MARKET
    assert game.table.seen(ANN).plain.pool[game.card("yellow 3")] == 0


def test_H10_with_a_short_market_the_last_find_nothing(start: Start) -> None:
    hands = {ANN: ["red 9"], BOB: ["blue 2"], CID: ["green 5"]}
    game = start().lay(race=RACE, hill="blind_market", hands=hands, market=["yellow 1"], deck=[])
    game.cheers("red 9", "blue 2", "green 5").event("yellow 1")
    assert game.moves == {"take yellow 1"}
    assert game.takes("yellow 1").horn == BOB and game.phase == Phase.HILL
