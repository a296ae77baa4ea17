"""What is easily got wrong in Roll Estate, each shown right in a game as people play it."""

from pathlib import Path
from typing import Any

import pytest

from rolltop.games.errors import BadOption, IllegalMove, NotYourTurn, StaleMove
from rolltop.play.game import Game, load
from tests.games.by_hand import ANN, BOB, CID
from tests.games.roll_estate.position import all_but, full
from tests.games.roll_estate.test_rules import LOST, NO_SIX, ONLY_SIXES, Start, start

__all__ = ["start"]


def at_the_table(*dice: int, players: int = 3, first: str = "1", **options: str) -> Game:
    """A game whose first player has thrown these dice."""
    options = {"first": first, **options} if players > 1 else options
    game = Game("roll_estate", players, by_hand=True, options=options)
    return throws(game, *dice)


def throws(game: Game, *dice: int) -> Game:
    for die in dice:
        game.happen(str(die))
    return game


def refused(game: Game, move: str | int, **more: Any) -> str:
    """What a player is told whose move is refused; nothing has changed."""
    before, history = game.state.tobytes(), list(game.history)
    with pytest.raises(IllegalMove) as refusal:
        game.play(move, **more)
    assert (game.state.tobytes(), game.history) == (before, history)
    return str(refusal.value)


# ---- the turn --------------------------------------------------------------------------------------------------------


def test_illegal_moves_are_refused_with_what_is_legal() -> None:
    game = at_the_table(5, 5, 3, 6, 1)
    for move in ("claim fours 1", "claim fives 4", "claim route any", "claim index", "lose fives", "nonsense", "pass"):
        told = refused(game, move)
        assert repr(move) in told and all(legal in told for legal in game.legal_moves)
    assert game.play("claim fives 1").turn < 0


def test_nothing_is_claimed_or_held_before_the_first_roll() -> None:
    game = at_the_table()
    for move in ("claim ones 1", "claim liquid", "hold nothing", "hold 1", "lose fives", 0):
        with pytest.raises(NotYourTurn, match="First the dice decide"):
            game.play(move)
    assert game.legal_moves == [] and game.history == []


def test_nothing_is_claimed_while_dice_are_still_to_be_rolled() -> None:
    game = throws(at_the_table(5, 5, 3, 6, 1).play("hold 5 5"), 4, 4)
    with pytest.raises(NotYourTurn):
        game.play("claim fives 1")
    assert throws(game, 4).legal_moves


def test_one_claim_a_roll() -> None:
    game = at_the_table(5, 5, 3, 6, 1).play("claim fives 1")
    for move in ("claim sixes 1", "claim liquid"):
        with pytest.raises(NotYourTurn):
            game.play(move)
    throws(game, 6, 6, 1, 1, 2)
    with pytest.raises(NotYourTurn, match="Player 2"):
        game.play("claim sixes 1", seat=0)
    with pytest.raises(StaleMove):
        game.play("claim sixes 1", at=len(game.history) - 1)


def test_nobody_passes_without_a_claim() -> None:
    game = at_the_table(*NO_SIX).play("hold nothing")
    throws(game, *NO_SIX).play("hold nothing")
    throws(game, *NO_SIX)
    assert all(move.startswith("claim ") for move in game.legal_moves)
    assert "hold" not in refused(game, "hold nothing").split("expected")[1]
    for move in ("pass", "stop", "claim", "claim nothing"):
        refused(game, move)


def test_dice_are_held_by_what_they_show() -> None:
    game = at_the_table(5, 5, 3, 6, 1)
    for move in ("hold 5 5 5", "hold 2", "hold 0", "hold 5 5 3 6 1", "hold 7", "hold five"):
        refused(game, move)
    for same in ("hold 6 5 5", "hold 5 6 5", " HOLD  5 5 6 "):
        assert game.action(same) == 0b01011
    assert game.play("hold 6 5").view()["dice"] == [5, 0, 0, 6, 0]


# ---- losing interest -------------------------------------------------------------------------------------------------


def test_interest_is_not_lost_with_placements_open(start: Start) -> None:
    game = start().lay(sheets={ANN: ONLY_SIXES}).throws(*NO_SIX, roll=3)
    assert game.moves == {"claim liquid"}
    for dice in ((6, 1, 1, 2, 2), (2, 3, 4, 5, 5), (1, 1, 1, 1, 1)):
        assert not start().lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 5}).throws(*dice, roll=3).losable


def test_interest_is_lost_only_in_rows_with_something_to_lose(start: Start) -> None:
    sheet = {**all_but("sixes", "fives"), "threes": [3, -1, -1]}
    game = start().lay(sheets={ANN: sheet}, liquid={ANN: 5}).throws(1, 1, 2, 2, 4, roll=3)
    assert game.moves == {"lose sixes", "lose fives"}
    for unknown in ("lose twos", "lose threes", "lose sevens", "lose", "lose transit", "lose liquid", "lose route any"):
        assert not game.may(unknown)


# ---- the rows --------------------------------------------------------------------------------------------------------


def test_a_one_in_the_right_slot_of_the_ones_leaves_the_left_one_impossible_for_ever(start: Start) -> None:
    game = at_the_table(1, 5, 5, 3, 3, players=1).play("claim ones 2")
    throws(game, 1, 1, 1, 1, 1)
    assert not any(move.startswith("claim ones") for move in game.legal_moves)
    for count in range(1, 6):
        twin = start(1).lay(sheets={ANN: {"ones": [0, 1]}}).throws(*[1] * count, *[4] * (5 - count))
        assert twin.slots("ones") == []
    assert game.view()["solo"]["dead_rows"] == [0] and not game.view()["solo"]["reachable"]


def test_equal_numbers_do_not_rise(start: Start) -> None:
    for row in ([10, 0, 0], [0, 10, 0], [0, 0, 10]):
        assert start().lay(sheets={ANN: {"fives": row}}).throws(5, 5, 3, 6, 1).slots("fives") == []


# ---- businesses ------------------------------------------------------------------------------------------------------


def test_there_are_second_businesses(start: Start) -> None:
    game = start().lay(sheets={BOB: {"fives": [5, 10, 0]}}, businesses={"fives": ANN}, player=BOB)
    assert game.throws(5, 5, 5, 1, 1).claims(BOB, "fives 3").openers("fives") == [ANN, BOB]


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_two_players_play_to_a_fourth_business(start: Start) -> None:
    for opened, triggers in ((["ones", "twos"], False), (["ones", "twos", "sixes"], True)):
        sheet = {**full(*opened), "fives": [5, 10, 0]}
        game = start(2).lay(sheets={ANN: sheet}, businesses=dict.fromkeys(opened, ANN))
        game.throws(5, 5, 5, 1, 1).claims(ANN, "fives 3")
        assert (game.ender == ANN) == triggers


def test_the_end_comes_after_equal_turns_not_at_once(start: Start) -> None:
    game = start().lay(sheets={BOB: {**LOST, "sixes": [0, 12, 0]}}, liquid={BOB: 5}, first=BOB)
    game.throws(*NO_SIX).loses(BOB, "sixes")
    for seat in (CID, ANN):
        assert not game.is_over and game.player == seat
        game.throws(*NO_SIX).claims(seat, "liquid")
    assert game.is_over


def test_full_ties_share_a_place(start: Start) -> None:
    game = start(4).lay(over=True, liquid={ANN: 5, BOB: 20, CID: 20, 3: 5})
    assert game.places == [3, 1, 1, 3]


# ---- around the game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_players", [0, -1, 7])
def test_so_many_players_are_refused(n_players: int) -> None:
    with pytest.raises(BadOption, match="Roll Estate is for 1 to 6 players, not"):
        Game("roll_estate", n_players)


def test_one_player_plays_the_solo_game() -> None:
    assert Game("roll_estate", 1, seed=1).view()["variant"] == "solo"
    with pytest.raises(BadOption, match="not for 1 players, but for 3, 4, 5, 6"):
        Game("roll_estate", 1, options={"ruthless": "yes"})


def test_a_seed_repeats_a_game() -> None:
    games = [Game("roll_estate", 3, seed=5) for _ in "ab"]
    for _ in range(20):
        for game in games:
            game.play(game.legal_moves[-1])
    assert games[0] == games[1]
    assert games[0].history != Game("roll_estate", 3, seed=6).history


def test_a_game_is_saved_loaded_and_gone_back_in(tmp_path: Path) -> None:
    game = throws(at_the_table(5, 5, 3, 6, 1).play("hold 5 5"), 5, 1, 2).play("claim fives 1")
    game.save(tmp_path / "game.txt")
    assert load(tmp_path / "game.txt") == game
    assert "1. 5* | 5* | 3* | 6* | 1* | 1: hold 5 5 | 5* | 1* | 2* | 1: claim fives 1" in game.record()
    game.undo()
    assert game.turn == ANN and "claim fives 1" in game.legal_moves and game.view()["dice"] == [5, 5, 5, 1, 2]


def test_there_is_a_log() -> None:
    game = throws(at_the_table(5, 5, 3, 6, 1).play("hold 5 5"), 5, 1, 2).play("claim fives 1")
    lines = [line.text(lambda seat: game.names[seat]) for line in game.tell()]
    assert lines[-3:] == [
        "Player 1 rolls 5 5 3 6 1.",
        "Player 1 keeps 5 5 and rolls 5 1 2.",
        "Player 1 writes 15 in Bance Park, $30.",
    ]
