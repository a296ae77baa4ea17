"""Rolimã's rules for the end, the modes and variants, and what is hidden: RM10 to RM18."""

import pytest

from rolltop.games import shelf
from rolltop.games.contract import CHANCE
from rolltop.games.errors import BadOption
from rolltop.games.rolima.state import NO_CARD, Phase
from tests.games import by_hand
from tests.games.by_hand import ANN, BOB, CID
from tests.games.rolima.position import Position, Race

ROLIMA = shelf.kind("rolima")
Start = by_hand.Start[Position]
ENDED: Race = [("red", 5), ("blue", 4), ("green", 4), ("yellow", 2), ("violet", 1)]
RUNNING: Race = [("red", 2), ("blue", 2), ("green", 1), ("yellow", 1), ("violet", 0)]
ZERO_TEN, GUM = {"zero_ten": "yes"}, {"gum_cards": "yes"}
MARKET = ["yellow 1", "yellow 2", "yellow 3", "violet 1"]


@pytest.fixture
def start() -> Start:
    return Start(Position, ROLIMA)


# ---- RM10, RM11: scoring ---------------------------------------------------------------------------------------------


def test_RM10_gum_times_the_podium_factor_of_its_cart(start: Start) -> None:
    hands = {
        ANN: ["red 3", "blue 5", "green 2"],
        BOB: ["blue 1", "blue 4", "red 8"],
        CID: ["red 1", "blue 9", "yellow 2"],
    }
    game = start().lay(race=ENDED, hands=hands, over=True)
    assert game.totals == [9 + 4 + 3, 6 + 4 + 3, 9 + 2 + 0] and game.places == [1, 2, 3]


def test_RM10_before_the_end_as_if_it_ended_now(start: Start) -> None:
    game = start(2).lay(race=RUNNING, hands={ANN: ["red 9", "green 1"], BOB: ["violet 1"]})
    assert game.totals == [3 + 3, 0]


def test_RM10_a_played_card_is_no_bet(start: Start) -> None:
    race: Race = [("red", 4), ("blue", 4), ("green", 4), ("yellow", 2), ("violet", 1)]
    hands = {ANN: ["red 9", "red 1", "blue 1", "green 1"], BOB: ["violet 2", "red 2", "blue 2", "green 2"]}
    game = start(2).lay(race=race, hands=hands).cheers("red 9", "violet 2")
    assert game.is_over and game.totals == [9 + 6 + 3] * 2


def test_RM11_of_equal_totals_the_highest_card_for_the_first_cart(start: Start) -> None:
    hands = {ANN: ["red 7", "blue 1"], BOB: ["red 8", "blue 2"], CID: ["red 9"]}
    game = start().lay(race=ENDED, hands=hands, over=True)
    assert game.totals == [9, 9, 3] and game.places == [2, 1, 3]


def test_RM11_then_for_the_next_cart(start: Start) -> None:
    hands = {ANN: ["yellow 9", "blue 7"], BOB: ["violet 1", "blue 8"], CID: ["yellow 8", "yellow 7", "blue 9"]}
    game = start().lay(race=ENDED, hands=hands, over=True)
    assert game.totals == [2, 2, 2] and game.places == [3, 2, 1]
    hands = {ANN: ["yellow 1", "violet 9"], BOB: ["violet 1"], CID: ["yellow 2"]}
    assert start().lay(race=ENDED, hands=hands, over=True).places == [2, 3, 1]


def test_RM11_whoever_has_no_card_of_the_cart_loses(start: Start) -> None:
    hands = {ANN: ["blue 1"], BOB: ["red 4"], CID: []}
    game = start().lay(race=ENDED, hands=hands, over=True)
    assert game.totals == [6, 6, 0] and game.places == [2, 1, 3]


def test_RM11_at_last_the_win_is_shared(start: Start) -> None:
    game = start(numbers=[[5, 5, 1]] + [[1, 2, 3]] * 4, gum=[[1, 1, 3]] + [[1] * 3] * 4)
    state = game.lay(race=ENDED, hands={0: [], 1: [], 2: []}, market=["violet 1"], over=True).game
    for seat, card in enumerate((0, 1, NO_CARD)):
        state.hands[seat] = [card, NO_CARD, NO_CARD, NO_CARD]
    assert game._put(state).totals == [3, 3, 0] and game.places == [1, 1, 3]


# ---- RM12: 0/10 cards ------------------------------------------------------------------------------------------------


def test_RM12_worth_ten_alone_in_its_colour(start: Start) -> None:
    hands = {ANN: ["violet 0/10"], BOB: ["blue 9"], CID: ["green 5"]}
    game = start(options=ZERO_TEN).lay(race=RUNNING, hands=hands).cheers("violet 0/10", "blue 9", "green 5")
    assert game.section("violet") == 1 and game.order == [CID, BOB, ANN]


def test_RM12_else_nothing_in_the_draft_too(start: Start) -> None:
    hands = {ANN: ["violet 0/10"], BOB: ["violet 3"], CID: ["green 5"]}
    game = start(options=ZERO_TEN).lay(race=RUNNING, hands=hands).cheers("violet 0/10", "violet 3", "green 5")
    assert game.section("green") == 2 and game.order == [ANN, BOB, CID]


def test_RM12_not_in_the_game_without_the_mode(start: Start) -> None:
    assert not any("0/10" in card for card in start().cards("deck"))
    assert sum("0/10" in card for card in start(options=ZERO_TEN).cards("deck")) == 5


def test_RM12_in_ties_it_counts_among_all_bets(start: Start) -> None:
    alone = {ANN: ["red 0/10"], BOB: ["blue 1"], CID: []}
    game = start(options=ZERO_TEN).lay(race=ENDED, hands=alone, over=True)
    assert game.totals == [6, 6, 0] and game.places == [1, 2, 3]
    hands = {ANN: ["red 0/10", "yellow 1"], BOB: ["red 4", "yellow 2"], CID: ["violet 1"]}
    game = start(options=ZERO_TEN).lay(race=ENDED, hands=hands, over=True)
    assert game.totals == [6, 6, 0] and game.places == [2, 1, 3], "0 against 4"
    lone = {ANN: ["red 0/10"], BOB: ["blue 4", "green 4"], CID: ["violet 1"]}
    assert start(options=ZERO_TEN).lay(race=ENDED, hands=lone, over=True).places == [1, 2, 3], "10 against no card"


# ---- RM13, RM14, RM17: bubble-gum cards ------------------------------------------------------------------------------


def drafted(start: Start, gum: dict[str, int], options: dict[str, str] = GUM) -> Position:
    """A draft is over: Ann, whose card was the highest, has the horn."""
    hands = {ANN: ["red 9", "red 1"], BOB: ["blue 2"], CID: ["green 5"]}
    game = start(options=options).lay(race=RUNNING, hands=hands, market=MARKET, gum=gum)
    return game.cheers("red 9", "blue 2", "green 5").takes("yellow 1", "yellow 2", "yellow 3")


def test_RM13_the_new_holder_of_the_horn_must_take_one(start: Start) -> None:
    game = drafted(start, {})
    assert game.phase == Phase.GUM and game.chooser == game.horn == ANN
    assert game.moves == {f"gum {colour}" for colour in ("red", "yellow", "green", "blue", "violet")}
    assert game.event("gum blue").gum("blue") == ANN
    assert game.table.turn == CHANCE, "a hill card is due"


def test_RM13_also_from_another_player_and_several(start: Start) -> None:
    game = drafted(start, {"blue": BOB, "red": ANN}).event("gum blue")
    assert (game.gum("blue"), game.gum("red")) == (ANN, ANN)


def test_RM13_each_is_worth_one_gum_on_its_colour(start: Start) -> None:
    hands = {ANN: ["red 9"], BOB: ["violet 1"], CID: ["blue 9"]}
    game = start(options=GUM).lay(race=ENDED, hands=hands, gum={"red": BOB, "blue": BOB, "yellow": ANN}, over=True)
    assert game.totals == [3, 5, 2]


def test_RM14_both_modes_together(start: Start) -> None:
    game = drafted(start, {}, {**GUM, **ZERO_TEN})
    assert game.phase == Phase.GUM and any("0/10" in card for card in game.cards("deck"))


def test_RM17_not_ones_own_and_none_if_one_has_all(start: Start) -> None:
    assert "gum red" not in drafted(start, {"red": ANN}).moves
    everything = dict.fromkeys(("red", "yellow", "green", "blue", "violet"), ANN)
    assert drafted(start, everything).phase == Phase.HILL


def test_RM17_a_zero_ten_worth_nothing_beats_no_card(start: Start) -> None:
    hands = {ANN: ["red 0/10"], BOB: ["blue 1"], CID: ["red 9", "violet 1"]}
    game = start(options=ZERO_TEN).lay(race=ENDED, hands=hands, over=True)
    assert game.totals == [6, 6, 3] and game.places == [1, 2, 3]


# ---- RM15: variants --------------------------------------------------------------------------------------------------


def test_RM15_without_hill_rules_none_is_turned_up(start: Start) -> None:
    hands = {ANN: ["red 9"], BOB: ["blue 2"], CID: ["green 5"]}
    game = start(options={"hill_rules": "no"}).lay(race=RUNNING, hands=hands, market=MARKET)
    game.cheers("red 9", "blue 2", "green 5").takes("yellow 1", "yellow 2", "yellow 3")
    assert game.phase == Phase.MARKET and game.face_up is None


def test_RM15_chosen_hills_are_turned_up_in_their_order(start: Start) -> None:
    hands = {ANN: ["red 9"], BOB: ["blue 2"], CID: ["green 5"]}
    game = start(options={"hill_3": "hush", "hill_1": "bumper"}).lay(race=RUNNING, hands=hands, market=MARKET)
    game.cheers("red 9", "blue 2", "green 5").takes("yellow 1", "yellow 2", "yellow 3")
    assert game.face_up == "hush" and game.phase == Phase.MARKET
    first: Race = [(colour, 1) for colour in ("red", "blue", "green", "yellow", "violet")]
    game = start(options={"hill_3": "hush"}).lay(race=first, hill="bumper", hands=hands, market=MARKET)
    game.cheers("red 9", "blue 2", "green 5").takes("yellow 1", "yellow 2", "yellow 3")
    assert game.phase == Phase.HILL and not game.may("hill hush"), "it is set aside for another section"


@pytest.mark.parametrize(
    "options",
    [
        {"hill_1": "hush", "hill_2": "hush"},
        {"hill_1": "hush", "hill_rules": "no"},
        {"hill_4": "hush", "race": "three"},
    ],
)
def test_RM15_hills_that_cannot_be_chosen_are_refused(start: Start, options: dict[str, str]) -> None:
    refused = ""
    try:
        assert start(3, options=options).box.n_cards
    except BadOption as error:
        refused = str(error)
    assert "hill_" in refused


def test_RM15_a_short_race_has_three_hill_cards(start: Start) -> None:
    race: Race = [("red", 3), ("blue", 2), ("green", 1), ("yellow", 1), ("violet", 0)]
    hands = {ANN: ["red 9"], BOB: ["blue 2"], CID: ["green 5"]}
    short = start(options={"race": "three"}).lay(race=race, hands=hands).cheers("red 9", "blue 2", "green 5")
    assert short.is_over and short.section("red") == 4
    assert not start().lay(race=race, hands=hands).cheers("red 9", "blue 2", "green 5").is_over


# ---- RM16, RM18: what is known and what is hidden --------------------------------------------------------------------


def known(game: Position, viewer: int, seat: int) -> list[str]:
    """The cards of a hand that somebody knows, and backs."""
    hand = game.table.seen(viewer).plain.hands[seat]
    names = {game.card(name): name for name in game.hand(seat)}
    return [names.get(card, "back") for card in hand if card != NO_CARD]


def test_RM18_hands_deck_and_face_down_hills_are_hidden(start: Start) -> None:
    game = start().lay(race=RUNNING, hands={ANN: ["red 9", "red 1"], BOB: ["blue 2"], CID: ["green 5"]})
    assert known(game, ANN, ANN) == ["red 9", "red 1"] and known(game, BOB, ANN) == ["back", "back"]
    assert known(game, -4, ANN) == ["back", "back"]
    seen = game.table.seen(ANN).plain
    hidden = {*game.cards("deck"), "blue 2", "green 5"}
    assert {game.card(name) for name in hidden} == {card for card in range(50) if seen.deck >> card & 1}
    assert seen.n_deck == game.game.n_deck == len(hidden) - 2


def test_RM18_dealt_cards_are_told_to_their_owner(start: Start) -> None:
    game = start()
    while game.phase == Phase.START_ORDER:
        assert game.table.audience == -3
        game.event(game.table.text(0))
    for seat in (ANN, BOB, CID):
        for _card in range(4):
            assert game.table.audience == seat
            game.event(game.table.text(0))
    assert game.table.audience == -3, "the market lies open"


def test_RM16_cards_taken_from_the_open_market_stay_known(start: Start) -> None:
    hands = {ANN: ["red 9", "red 1"], BOB: ["blue 2"], CID: ["green 5"]}
    game = start(options={"hill_rules": "no"}).lay(race=RUNNING, hands=hands, market=MARKET)
    game.round(["red 9", "blue 2", "green 5"], ["yellow 3", "yellow 2", "violet 1"])
    assert known(game, BOB, ANN) == ["violet 1", "back"] and known(game, -4, BOB) == ["yellow 3"]
    assert set(game.cards("discards")) == {"red 9", "blue 2", "green 5"}
    assert game.table.seen(ANN).plain.discards == game.game.discards


def test_RM16_after_a_reshuffle_they_are_out_of_sight_again(start: Start) -> None:
    hands = {ANN: ["red 9", "red 1"], BOB: ["blue 2"], CID: ["green 5"]}
    game = start(options={"hill_rules": "no"}).lay(race=RUNNING, hands=hands, market=MARKET, deck=[])
    game.cheers("red 9", "blue 2", "green 5").takes("yellow 3", "yellow 2", "violet 1")
    pools = {name: game.game.pool[game.card(name)] for name in ("red 9", "blue 2", "green 5", "red 1", "violet 1")}
    assert pools == {"red 9": 2, "blue 2": 2, "green 5": 2, "red 1": 1, "violet 1": 0}
    dealt = [game.table.seen(BOB).redealt(BOB, seed) for seed in range(20)]
    assert {tuple(sorted(one.plain.hands[ANN])) for one in dealt} == {tuple(sorted(game.game.hands[ANN]))}, (
        "only one card has been out of sight since the beginning"
    )


def test_RM16_the_board_shows_it_only_with_the_memory_aid(start: Start) -> None:
    hands = {ANN: ["red 9", "red 1"], BOB: ["blue 2"], CID: ["green 5"]}
    for aid in ("no", "yes"):
        game = start(options={"hill_rules": "no", "memory_aid": aid})
        game.lay(race=RUNNING, hands=hands, market=MARKET)
        game.round(["red 9", "blue 2", "green 5"], ["yellow 3", "yellow 2", "violet 1"])
        seen = game.table.seen(BOB)
        view = game.setup.kind.part("view").view(seen.plain, seen.plain_box, BOB)
        shown = [card["number"] if card else None for card in view["players"][ANN]["hand"]]
        assert shown == ([1, None] if aid == "yes" else [None, None])
        assert (view["seen"] is not None) == (aid == "yes")
