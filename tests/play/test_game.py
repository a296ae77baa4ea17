"""The Python API: what somebody who scripts games relies on."""

import copy
import random

import pytest

import rolltop
from rolltop import BadOption, CannotUndo, Game, IllegalMove, NotYourTurn, StaleMove, Undo
from rolltop.play.dice import Scripted


def play_out(game: Game, seed: int = 0) -> Game:
    chooser = random.Random(seed)
    while not game.is_over:
        game.play(chooser.choice(game.legal_moves))
    return game


def test_a_game_is_played_by_names() -> None:
    game = rolltop.new_game("rollie", players=["Ann", "Bob"], seed=1)
    assert game.turn in (0, 1)
    assert "secure" in game.legal_moves
    assert game.play("secure") is game
    assert play_out(game).places.count(1) >= 1


def test_names_and_numbers_are_the_same_moves() -> None:
    by_name, by_number = Game("rollie", 3, seed=5), Game("rollie", 3, seed=5)
    while not by_name.is_over:
        assert [by_number.action(move) for move in by_name.legal_moves] == by_number.legal_actions
        by_name.play(by_name.legal_moves[-1])
        by_number.play(by_number.legal_actions[-1])
    assert by_name == by_number
    assert by_name.scores == by_number.scores


def test_the_same_seed_gives_the_same_game() -> None:
    assert play_out(Game("rollie", 4, seed=9)) == play_out(Game("rollie", 4, seed=9))
    assert play_out(Game("rollie", 4, seed=9)) != play_out(Game("rollie", 4, seed=10))


def test_dice_by_hand_wait_for_what_they_show() -> None:
    game = Game("rollie", 2, by_hand=True)
    assert game.turn == rolltop.CHANCE
    assert game.possible_outcomes == ["first 1", "first 2"]
    game.happen("first 2").happen("start 7").happen("5").happen("R")
    assert game.turn == 1
    assert game.view()["dice"] == ["5", "R"]
    assert "take 10" in game.legal_moves
    with pytest.raises(NotYourTurn, match="no dice are due"):
        game.happen("5")


def test_dice_by_hand_refuse_what_no_die_shows() -> None:
    game = Game("rollie", 2, by_hand=True).happen("first 1").happen("start 1")
    with pytest.raises(IllegalMove, match="expected one of: -5, 0, 2, 5, 10, R"):
        game.happen("7")
    with pytest.raises(NotYourTurn):
        game.play("secure")


def test_scripted_dice() -> None:
    game = Game("rollie", 2, luck=Scripted({0: 1, 1: 0, 2: 4, 3: 2}))
    assert game.turn == 1
    assert game.view()["dice"] == ["10", "2"]
    with pytest.raises(rolltop.RolltopError, match="script"):
        game.play("secure").play("secure")


@pytest.mark.parametrize("move", ["", "take 7", "take", "take 10 10", "fly", 6, -1, 2**70, True, "take \x00"])
def test_an_impossible_move_changes_nothing_and_says_what_is_possible(move: str | int) -> None:
    game = Game("rollie", 2, seed=3)
    before = game.state.tobytes(), list(game.history)
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert (game.state.tobytes(), game.history) == before
    assert all(legal in str(caught.value) for legal in game.legal_moves)


def test_a_stale_move_changes_nothing() -> None:
    game = Game("rollie", 3, seed=3)
    at = len(game.history)
    game.play("secure", at=at)
    before = game.state.tobytes()
    with pytest.raises(StaleMove, match=f"event {at}"):
        game.play("secure", at=at)
    assert game.state.tobytes() == before


def test_only_the_seat_to_choose_may_play() -> None:
    game = Game("rollie", ["Ann", "Bob", "Cy"], seed=3)
    with pytest.raises(NotYourTurn, match=game.names[game.turn]):
        game.play("secure", seat=(game.turn + 1) % 3)
    play_out(game)
    with pytest.raises(NotYourTurn, match="over"):
        game.play("secure")


@pytest.mark.parametrize(
    "names", [["Ann", "Ann"], ["Ann", ""], ["Ann", "  "], ["Ann", "x" * 25], ["Ann", "B\n"], ["Ann", "\u202eB"]]
)
def test_bad_names(names: list[str]) -> None:
    if names[1].strip() == "B":
        assert Game("rollie", names).names == ["Ann", "B"]
        return
    with pytest.raises(BadOption):
        Game("rollie", names)


@pytest.mark.parametrize("n", [-1, 0, 1, 7, 100])
def test_bad_player_counts(n: int) -> None:
    with pytest.raises(BadOption, match="2 to 6"):
        Game("rollie", n)


def test_players_are_a_number_or_names() -> None:
    for players in (2.5, "AB", None):
        with pytest.raises(BadOption, match="a whole number or a list of names"):
            Game("rollie", players)  # type: ignore[arg-type]


def test_bad_options() -> None:
    with pytest.raises(BadOption, match="no game 'chess'"):
        Game("chess", 2)
    with pytest.raises(BadOption, match="no option 'speed'"):
        Game("rollie", 2, options={"speed": "high"})
    with pytest.raises(BadOption, match="expected one of random"):
        Game("rollie", 2, options={"first": "7"})
    with pytest.raises(BadOption, match="seat 3"):
        Game("rollie", 2, options={"first": "3"})
    with pytest.raises(rolltop.BadEdition, match="no edition 'deluxe'"):
        Game("rollie", 2, edition="deluxe")


def test_undo_goes_back_one_choice_and_meets_the_same_dice() -> None:
    game = Game("rollie", 2, seed=4)
    start = game.copy()
    game.play("secure")
    after = game.copy()
    game.undo()
    assert game == start
    assert game.state.tobytes() == start.state.tobytes()
    assert game.play("secure") == after


def test_undo_until_news_stops_at_dice() -> None:
    game = Game("rollie", 2, seed=4, undo=Undo.UNTIL_NEWS)
    game.play("secure")
    assert game.undo().history == Game("rollie", 2, seed=4).history
    game.play("secure").play("secure")  # the round ends and dice are rolled
    with pytest.raises(CannotUndo, match="something new"):
        game.undo()
    with pytest.raises(CannotUndo):
        Game("rollie", 2, seed=4, undo="never").play("secure").undo()
    with pytest.raises(CannotUndo, match="no move"):
        Game("rollie", 2, seed=4).undo()


def test_copies_are_independent() -> None:
    game = Game("rollie", 2, seed=4)
    twin = copy.deepcopy(game)
    twin.play("secure")
    assert twin != game
    assert len(game.history) < len(twin.history)


def test_pictures_and_words() -> None:
    game = Game("rollie", ["Ann", "Bob"], seed=4)
    assert "Ann" in str(game)
    assert "Bob" in game._repr_html_()
    assert "<svg" in game._repr_html_()
    play_out(game)
    told = [line.text(lambda seat: game.names[seat]) for line in game.tell()]
    assert any("win" in line for line in told[-1:])


def test_the_breakdown_adds_up() -> None:
    game = play_out(Game("rollie", 4, seed=8))
    for seat, player in enumerate(game.score_breakdown()):
        assert player["worth"] + sum(player["bonus"]) == player["total"] == game.scores[seat]


def test_the_table_names_moves_by_what_is_seen_on_it() -> None:
    game = Game("rolima", 2, seed=1)
    carts = dict(zip(("red", "yellow", "green", "blue", "violet"), game.edition.values["carts"], strict=True))
    for action in game.legal_actions:
        verb, colour, number = game.move_text(action).split()
        assert game.move_label(action) == f"{verb} {carts[colour]} {number}"
    rollie = Game("rollie", 2, seed=1)
    labels = [rollie.move_label(action) for action in range(rollie.kind.n_actions)]
    assert labels == ["take \N{MINUS SIGN}5", "take 0", "take 2", "take 5", "take 10", "secure"]
    estate = Game("roll_estate", 2, seed=1)
    assert [estate.move_label(action) for action in estate.legal_actions] == estate.legal_moves
