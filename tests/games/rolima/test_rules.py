"""Rolimã's rules for a round, RM1 to RM9, one after the other. Hill cards are in test_rules_hills.py, the end and what
is hidden in test_rules_end.py.

Each test is called after the rule it tests; test_rules_all.py breaks every rule in turn and looks that a test notices.
"""

import pytest

from rolltop.games import shelf
from rolltop.games.rolima.moves import COLOURS
from rolltop.games.rolima.state import Phase
from tests.games import by_hand
from tests.games.by_hand import ANN, BOB, CID
from tests.games.rolima.position import Position

ROLIMA = shelf.kind("rolima")
Start = by_hand.Start[Position]
NO_HILLS = {"hill_rules": "no"}


@pytest.fixture
def start() -> Start:
    return Start(Position, ROLIMA)


def set_up(game: Position) -> Position:
    """Luck brings the first of what is possible, until somebody has the horn."""
    while game.luck_is_due and game.phase != Phase.HORN:
        game.event(game.table.text(0))
    return game


# ---- RM1: setup ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_players", range(2, 7))
def test_RM1_everybody_has_four_cards_and_the_market_one_more_than_players(start: Start, n_players: int) -> None:
    game = set_up(start(n_players))
    assert [len(game.hand(seat)) for seat in range(n_players)] == [4] * n_players
    assert len(game.market) == n_players + 1
    assert len(game.cards("deck")) == 45 - 5 * n_players - 1 == game.game.n_deck
    assert game.face_up is None and all(section == 0 for _cart, section in game.race)


def test_RM1_the_carts_are_drawn_from_the_rightmost(start: Start) -> None:
    game = start()
    for colour in ("blue", "red", "violet", "green", "yellow"):
        assert game.luck_is_due
        game.event(f"cart {colour}")
    assert [colour for colour, _section in game.race] == ["blue", "red", "violet", "green", "yellow"]
    assert not game.may("cart blue")


@pytest.mark.parametrize("seat", range(3))
def test_RM1_the_horn_is_drawn_among_all(start: Start, seat: int) -> None:
    game = set_up(start())
    assert game.table.outcomes == 3
    game.first_player(seat)
    assert (game.horn, game.chooser, game.phase) == (seat, seat, Phase.CHEER)


def test_RM1_or_given_to_a_seat(start: Start) -> None:
    game = set_up(start(options={"first": "3"}))
    assert (game.horn, game.chooser, game.phase) == (CID, CID, Phase.CHEER)


def test_RM1_every_card_is_somewhere_once(start: Start) -> None:
    game = set_up(start())
    cards = [*game.cards("deck"), *game.market, *(card for seat in range(3) for card in game.hand(seat))]
    assert sorted(cards) == sorted(f"{colour} {number}" for colour in COLOURS for number in range(1, 10))


# ---- RM2, RM3: the cheer ---------------------------------------------------------------------------------------------

THREE = {ANN: ["red 7", "blue 1"], BOB: ["blue 4", "red 1"], CID: ["blue 5", "green 9"]}


def test_RM2_from_the_horn_clockwise_everybody_plays_a_card(start: Start) -> None:
    game = start().lay(hands=THREE, horn=BOB)
    assert game.chooser == BOB and game.moves == {"cheer blue 4", "cheer red 1"}
    assert game.cheers("blue 4").chooser == CID
    assert game.cheers("green 9").chooser == ANN
    assert game.hand(BOB) == ["red 1"] and game.hand(CID) == ["blue 5"]


def test_RM2_numbers_of_a_colour_add_up_over_all_players(start: Start) -> None:
    game = start().lay(hands=THREE).cheers("red 7", "blue 4", "blue 5")
    assert game.section("blue") == 1 and game.section("red") == 0
    game = start().lay(hands=THREE).cheers("red 7", "blue 4", "green 9")
    assert game.section("green") == 1 and game.section("blue") == 0


def test_RM2_the_holder_of_the_horn_begins(start: Start) -> None:
    game = start(options=NO_HILLS).lay(hands=THREE, horn=BOB)
    game.round(["blue 4", "green 9", "red 7"])
    assert game.horn == CID == game.chooser


def test_RM2_a_player_without_a_card_is_passed_over(start: Start) -> None:
    game = start().lay(hands={ANN: ["red 7"], BOB: [], CID: ["green 1"]})
    assert game.cheers("red 7").chooser == CID


def test_RM3_the_loudest_cart_moves_a_section_at_once(start: Start) -> None:
    game = start().lay(hands=THREE, race=[("blue", 2), ("red", 1), ("green", 1), ("yellow", 0), ("violet", 0)])
    game.cheers("red 7", "blue 4", "green 9")
    assert game.race == [("green", 2), ("blue", 2), ("red", 1), ("yellow", 0), ("violet", 0)]
    assert game.phase == Phase.DRAFT


def test_RM3_of_equal_totals_the_cart_further_ahead_is_louder(start: Start) -> None:
    hands = {ANN: ["red 9"], BOB: ["blue 4"], CID: ["blue 5"]}
    behind = [("red", 0), ("blue", 0), ("green", 0), ("yellow", 0), ("violet", 0)]
    game = start().lay(hands=hands, race=behind).cheers("red 9", "blue 4", "blue 5")
    assert (game.section("red"), game.section("blue")) == (1, 0)
    game = start().lay(hands=hands, race=[behind[1], behind[0], *behind[2:]]).cheers("red 9", "blue 4", "blue 5")
    assert (game.section("red"), game.section("blue")) == (0, 1)


# ---- RM4: the finish -------------------------------------------------------------------------------------------------

NEARLY = [("red", 4), ("blue", 3), ("green", 3), ("yellow", 1), ("violet", 0)]


def test_RM4_a_cart_that_reaches_the_finish_ends_the_game_at_once(start: Start) -> None:
    game = start().lay(race=NEARLY, hands={ANN: ["red 9", "blue 1"], BOB: ["blue 2"], CID: ["green 1"]})
    game.cheers("red 9", "blue 2", "green 1")
    assert game.is_over and game.section("red") == 5
    assert game.order == [] and game.cards("discards") == set() and game.hand(ANN) == ["blue 1"]


def test_RM4_before_the_finish_the_game_goes_on(start: Start) -> None:
    game = start().lay(race=NEARLY, hands={ANN: ["red 1"], BOB: ["blue 2"], CID: ["green 1"]})
    assert not game.cheers("red 1", "blue 2", "green 1").is_over and game.section("blue") == 4


# ---- RM5: who's ahead ------------------------------------------------------------------------------------------------


def test_RM5_who_enters_a_section_is_rightmost_there(start: Start) -> None:
    race = [("red", 3), ("blue", 2), ("green", 2), ("yellow", 1), ("violet", 0)]
    game = start().lay(race=race, hands={ANN: ["yellow 9"], BOB: ["red 1"], CID: ["blue 1"]})
    game.cheers("yellow 9", "red 1", "blue 1")
    assert game.race == [("red", 3), ("yellow", 2), ("blue", 2), ("green", 2), ("violet", 0)]


def test_RM5_equal_numbers_are_ordered_as_the_carts_stand_after_the_move(start: Start) -> None:
    race = [("red", 1), ("blue", 0), ("green", 0), ("yellow", 0), ("violet", 0)]
    game = start().lay(race=race, hands={ANN: ["red 5"], BOB: ["blue 5"], CID: ["blue 1"]})
    game.cheers("red 5", "blue 5", "blue 1")  # blue overtakes red, so its 5 is the higher one
    assert game.race[0] == ("blue", 1) and game.order == [CID, ANN, BOB]


def test_RM5_of_equal_cards_the_one_played_earlier_is_lower(start: Start) -> None:
    numbers = [[5, 5, 5, 1]] + [[1, 2, 3, 4]] * 4
    game = start(numbers=numbers, gum=[[1, 1, 1, 3]] + [[1] * 4] * 4)
    game.lay(hands={}, horn=CID)
    state = game.game
    for seat in range(3):
        state.hands[seat] = [seat, -1, -1, -1]
    game._put(state)
    game.cheers("red 5", "red 5", "red 5")
    assert game.order == [CID, ANN, BOB]


def test_RM5_equal_cards_are_one_choice(start: Start) -> None:
    game = start(numbers=[[5, 5, 5, 1]] + [[1, 2, 3, 4]] * 4, gum=[[1, 1, 1, 3]] + [[1] * 4] * 4)
    state = game.lay().game
    state.hands[ANN] = [0, 1, 3, -1]
    assert game._put(state).moves == {"cheer red 5", "cheer red 1"} and len(game.table.legal) == 2


# ---- RM6: the draft --------------------------------------------------------------------------------------------------

MARKET = ["yellow 1", "yellow 2", "yellow 3", "yellow 4"]


def test_RM6_from_the_lowest_card_to_the_highest(start: Start) -> None:
    game = start().lay(hands=THREE, market=MARKET).cheers("red 7", "blue 4", "green 9")
    assert game.order == [BOB, ANN, CID] and game.chooser == BOB
    assert game.moves == {f"take {card}" for card in MARKET}
    assert game.takes("yellow 3").chooser == ANN
    assert game.moves == {"take yellow 1", "take yellow 2", "take yellow 4"}
    assert "yellow 3" in game.hand(BOB)


def test_RM6_the_last_to_take_gets_the_horn_and_begins(start: Start) -> None:
    game = start().lay(hands=THREE, market=MARKET, horn=BOB).cheers("blue 4", "green 9", "red 7")
    assert game.horn == BOB
    game.takes("yellow 1", "yellow 2", "yellow 3").fill()
    assert (game.horn, game.chooser, game.phase, game.game.round_no) == (CID, CID, Phase.CHEER, 3)


# ---- RM7: hill cards -------------------------------------------------------------------------------------------------


def test_RM7_the_leaders_hill_card_is_turned_up_after_the_draft(start: Start) -> None:
    game = start().lay(hands=THREE, market=MARKET).cheers("red 7", "blue 4", "blue 5")
    assert game.face_up is None
    game.takes("yellow 1", "yellow 2", "yellow 3")
    assert game.phase == Phase.HILL and game.table.outcomes == 10 and game.cards("discards") == set()
    assert game.event("hill hush").face_up == "hush" and game.game.active == 1
    assert len(game.cards("discards")) == 3


def test_RM7_only_one_is_face_up_and_none_is_turned_up_twice(start: Start) -> None:
    race = [("blue", 1), ("red", 1), ("green", 0), ("yellow", 0), ("violet", 0)]
    game = start().lay(race=race, hill="headwind", hands=THREE, market=MARKET)
    game.cheers("red 7", "blue 4", "green 9").takes("yellow 1", "yellow 2", "yellow 3")
    assert game.face_up == "headwind" and game.phase == Phase.MARKET, "green is no leader"
    game = start().lay(race=race, hill="headwind", hands=THREE, market=MARKET).cheers("red 7", "red 1", "blue 5")
    game.takes("yellow 1", "yellow 2", "yellow 3")
    assert game.phase == Phase.HILL and not game.may("hill headwind")
    assert game.event("hill bumper").face_up == "bumper" and game.game.active == 2


def test_RM7_no_rule_is_active_at_the_start(start: Start) -> None:
    game = set_up(start())
    assert game.face_up is None and game.game.active == 0


def test_RM8_a_hill_rule_goes_before_the_basic_rule(start: Start) -> None:
    race = [("blue", 1), ("red", 1), ("green", 0), ("yellow", 0), ("violet", 0)]
    loud = start().lay(race=race, hands=THREE).cheers("red 7", "blue 4", "green 9")
    quiet = start().lay(race=race, hands=THREE, hill="whispers").cheers("red 7", "blue 4", "green 9")
    assert (loud.section("green"), quiet.section("green"), quiet.section("blue")) == (1, 0, 2)


# ---- RM9: maintenance ------------------------------------------------------------------------------------------------


def test_RM9_played_cards_are_discarded_and_the_market_is_filled(start: Start) -> None:
    game = start(options=NO_HILLS).lay(hands=THREE, market=MARKET).cheers("red 7", "blue 4", "blue 5")
    game.takes("yellow 1", "yellow 2", "yellow 3")
    assert game.cards("discards") == {"red 7", "blue 4", "blue 5"} and game.market == ["yellow 4"]
    game.fill()
    assert len(game.market) == 4 and "yellow 4" in game.market


def test_RM9_an_exhausted_deck_is_made_anew_in_the_middle_of_filling(start: Start) -> None:
    game = start(options=NO_HILLS).lay(hands=THREE, market=MARKET, deck=["violet 9"], discards=["violet 8"])
    game.cheers("red 7", "blue 4", "blue 5").takes("yellow 1", "yellow 2", "yellow 3")
    assert game.table.outcomes == 1
    game.event("violet 9")
    assert game.cards("deck") == {"red 7", "blue 4", "blue 5", "violet 8"} and game.cards("discards") == set()
    assert game.event("violet 8").event("red 7").phase == Phase.CHEER
    assert game.market == ["violet 9", "violet 8", "red 7", "yellow 4"]


def test_RM9_a_deck_without_cards_is_made_anew_before_filling(start: Start) -> None:
    game = start(options=NO_HILLS).lay(hands=THREE, market=MARKET, deck=[])
    game.cheers("red 7", "blue 4", "blue 5").takes("yellow 1", "yellow 2", "yellow 3")
    assert game.cards("deck") == {"red 7", "blue 4", "blue 5"} and game.table.outcomes == 3
    game.fill()
    assert len(game.market) == 4 and game.game.n_deck == 0


def test_RM9_without_any_cards_the_market_stays_short(start: Start) -> None:
    game = start(options=NO_HILLS).lay(hands={ANN: ["red 7"], BOB: ["blue 4"], CID: []}, market=["green 1"], deck=[])
    game.cheers("red 7", "blue 4")
    assert game.order == [BOB, ANN] and game.moves == {"take green 1"}
    game.takes("green 1")
    assert game.horn == BOB, "Ann finds no card"
    game.fill()
    assert sorted(game.market) == ["blue 4", "red 7"] and game.phase == Phase.CHEER and game.chooser == BOB
