"""What is told of a game of Roll Estate: a line for each kind of event, the end, and how far a game is."""

from typing import Any

import pytest

from rolltop.games.roll_estate.tell import moment, progress, tell
from rolltop.games.roll_estate.view import view
from rolltop.play import records
from rolltop.play.game import Game
from tests.games.by_hand import ANN, BOB, CID
from tests.games.roll_estate.position import Position, all_but, full
from tests.games.roll_estate.test_rules import LOST, NO_SIX, ONLY_SIXES, Start, start

__all__ = ["start"]

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


def told(position: Position, *events: str) -> list[str]:
    """What is told of some events; several dice may be written as one."""
    lines: list[str] = []
    for event in events:
        for text in event.split() if event[0].isdecimal() else [event]:
            before = view(position.game, position.box)
            position._event(text)
            now = view(position.game, position.box)
            lines += [line.text(NAMES.__getitem__) for line in tell(before, now)]
            assert moment(before, now) is None
    return lines


def after(position: Position, *events: str) -> list[str]:
    """What is told of the last of some events."""
    told(position, *events[:-1])
    return told(position, events[-1])


# ---- the turn --------------------------------------------------------------------------------------------------------


def test_who_starts_and_the_round(start: Start) -> None:
    assert told(start(), "first 2", "5 5 3 6 1") == ["Bob starts.", "Round 1", "Bob rolls 5 5 3 6 1."]
    assert told(start(options={"first": "2"}), "5 5 3 6 1") == ["Round 1", "Bob rolls 5 5 3 6 1."]
    assert told(start(1), "5 5 3 6 1") == ["Turn 1", "Ann rolls 5 5 3 6 1."]


def test_rolls_and_dice_kept(start: Start) -> None:
    assert told(start(options={"first": "1"}), "5 5 3 6 1", "hold 5 5", "4 5 2", "hold nothing", "1 2 3 4 6") == [
        "Round 1", "Ann rolls 5 5 3 6 1.", "Ann keeps 5 5 and rolls 4 5 2.", "Ann rolls all again: 1 2 3 4 6.",
    ]  # fmt: skip


def test_a_new_round_begins_with_the_first_player(start: Start) -> None:
    game = start(2, options={"first": "2"})
    lines = told(game, "5 5 3 6 1", "claim liquid", "5 5 3 6 1", "claim liquid", "5 5 3 6 1")
    assert [line for line in lines if line.startswith("Round")] == ["Round 1", "Round 2"]
    assert lines[-2:] == ["Round 2", "Bob rolls 5 5 3 6 1."]


@pytest.mark.parametrize(
    ("dice", "move", "line"),
    [
        ("5 5 3 6 1", "claim fives 2", "Ann writes 10 in Bance Park, $30."),
        ("3 3 3 3 6", "claim quadruple 1", "Ann writes 12 in Quartet Bay, $45."),
        ("5 5 3 6 1", "claim liquid", "Ann writes 20 in Liquid Assets."),
        ("1 2 3 4 5", "claim index", "Ann ticks an Index."),
        ("1 2 3 4 6", "claim route any", "Ann takes the Red Line; transit is now worth $50."),
        ("2 2 2 2 2", "claim jackpot", "Ann wins the Jackpot, $150."),
    ],
)
def test_what_is_claimed(start: Start, dice: str, move: str, line: str) -> None:
    assert after(start().lay(), dice, move) == [line]


def test_a_second_route_is_worth_more(start: Start) -> None:
    game = start().lay(routes={"any": ANN})
    assert after(game, "3 4 5 6 6", "claim route 3456") == ["Ann takes the Hill Lift; transit is now worth $100."]


def test_businesses_opened(start: Start) -> None:
    sheets = {ANN: {"fives": [0, 10, 15]}}
    wrote = "Ann writes 5 in Bance Park, $30."
    game = start().lay(sheets=sheets)
    assert after(game, "5 1 1 3 3", "claim fives 1") == [wrote, "Ann opens the Park Café, $75."]
    game = start().lay(sheets=sheets, businesses={"fives": BOB})
    assert after(game, "5 1 1 3 3", "claim fives 1") == [wrote, "Ann opens the Boat Hire, $55."]
    game = start().lay(sheets=sheets, businesses={"fives": [BOB, CID]})
    assert after(game, "5 1 1 3 3", "claim fives 1") == [wrote]


def test_interest_lost(start: Start) -> None:
    game = start().lay(sheets={ANN: all_but("sixes", "ones")}, liquid={ANN: 5})
    assert after(game, "2 2 3 3 5", "lose sixes") == ["Ann loses interest in Honey Hill."]


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_the_end_is_triggered(start: Start) -> None:
    sheet = {**full("ones", "twos"), "fives": [5, 10, 0]}
    game = start().lay(sheets={ANN: sheet}, businesses={"ones": ANN, "twos": ANN})
    assert after(game, "5 5 5 1 1", "claim fives 3")[1:] == [
        "Ann opens the Park Café, $75.", "Ann has opened business number 3: the game ends with this round.",
    ]  # fmt: skip
    game = start().lay(sheets={ANN: {**LOST, "sixes": [0, 6, 0]}}, liquid={ANN: 5})
    assert after(game, "1 1 2 2 5", "lose sixes") == [
        "Ann loses interest in Honey Hill.", "Ann has no rental left to claim: the game ends with this round.",
    ]  # fmt: skip


def last_claim(start: Start, **laid: Any) -> list[str]:
    """The last turn of a game of two: Bob wins the Jackpot."""
    return after(start(2).lay(ender=ANN, player=BOB, **laid), "2 2 2 2 2", "claim jackpot")


def test_who_won(start: Start) -> None:
    assert last_claim(start) == ["Bob wins the Jackpot, $150.", "Bob wins with $150."]
    assert last_claim(start, liquid={ANN: 16}, indexes={ANN: 2})[1:] == ["Ann wins with $160."]
    assert last_claim(start, liquid={ANN: 15}, indexes={ANN: 2})[1:] == ["Ann wins with $150, after a tie-break."]
    assert last_claim(start, jackpot=[ANN])[1:] == ["Ann and Bob share the win with $150."]


def test_alone(start: Start) -> None:
    sheets = {ANN: {**all_but("fives"), "fives": [5, 10, 0]}}
    laid: Any = {"sheets": sheets, "businesses": dict.fromkeys(all_but("fives"), ANN)}
    end = ("5 5 5 1 1", "claim fives 3")
    assert after(start(1).lay(**laid, liquid={ANN: 30}, indexes={ANN: 2}), *end)[-1] == (
        "Won: all businesses open, and $300 of $300 invested."
    )
    assert after(start(1).lay(**laid, liquid={ANN: 29}, indexes={ANN: 2}), *end)[-1] == (
        "Lost: all businesses open, but only $290 of $300 invested."
    )
    game = start(1).lay(sheets={ANN: ONLY_SIXES}, liquid={ANN: 9}).throws(*NO_SIX, roll=2)
    assert after(game, "hold nothing", "1 1 2 2 5") == [
        "Ann rolls all again: 1 1 2 2 5.",
        "Lost: the roll fits nowhere.",
    ]


def test_how_far_a_game_is(start: Start) -> None:
    for n_players, text in ((1, "turn 7"), (3, "round 7")):
        game = start(n_players).lay(round_no=7)
        assert progress(view(game.game, game.box)).text() == text


# ---- records ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_players", [1, 2, 3, 6])
def test_a_record_is_read_as_it_was_written(n_players: int) -> None:
    options = {1: {"level": "hard"}, 2: {"first": "2"}, 3: {"ruthless": "yes"}}.get(n_players, {"matched_dice": "all"})
    game = Game("roll_estate", n_players, seed=n_players, options=options)
    while not game.is_over:
        game.play(game.legal_actions[-1])
    text = game.record()
    read = records.read(text)
    assert read.game == game and read.game.record() == text
    assert records.verify(read).complete and records.verify(read).result_right
    assert [line.text() for line in read.game.tell()] == [line.text() for line in game.tell()]


def test_a_record_is_a_line_a_turn() -> None:
    game = Game("roll_estate", 2, by_hand=True, options={"first": "2"})
    for die in "55361":
        game.happen(die)
    game.play("hold 5 5")
    for die in "512":
        game.happen(die)
    game.play("claim fives 1")
    lines = game.record().splitlines()
    assert "Game: roll_estate 1" in lines and "Options: first=2, matched_dice=exact" in lines
    assert lines[-1] == "1. 5* | 5* | 3* | 6* | 1* | 2: hold 5 5 | 5* | 1* | 2* | 2: claim fives 1"
