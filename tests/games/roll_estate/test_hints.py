"""Hints: exact chances for what the dice on the table can still become, and the bot's own choice."""

import random
from typing import Any

import pytest

from rolltop import Game
from rolltop.bots import bot
from rolltop.games import shelf
from rolltop.games.errors import NotYourTurn
from rolltop.games.luck import seeded
from rolltop.games.roll_estate import hints
from rolltop.games.roll_estate.prospects import SETS
from rolltop.games.roll_estate.rules import Phase, number_for, slots_for
from rolltop.games.shelf import Kind
from tests.games.by_hand import ANN, BOB
from tests.games.roll_estate.position import Position

ESTATE: Kind = shelf.kind("roll_estate")


def position(n_players: int = 2, **options: str) -> Position:
    """A game on the plain rules."""
    return Position(ESTATE, n_players, compiled=False, options=options)


def shown(spot: Position) -> dict[str, tuple[str, Any]]:
    """The hints as people read them: by goal, what to hold and the chance."""
    return {hint["goal"].text(): (hint["move"], hint["chance"]) for hint in hints.chances(spot.game, spot.box)}


def middles(n: int, n_players: int = 3) -> list[Game]:
    """Games somewhere in the middle, where somebody is to choose."""
    chooser, found = random.Random(6), list[Game]()
    while len(found) < n:
        game = Game("roll_estate", n_players, seed=chooser.getrandbits(40))
        for _ in range(chooser.randint(0, 70)):
            if not game.is_over:
                claims = [action for action in game.legal_actions if action >= 31]
                game.play(chooser.choice(claims if claims and chooser.random() < 0.5 else game.legal_actions))
        if not game.is_over:
            found.append(game)
    return found


# ---- chances ---------------------------------------------------------------------------------------------------------


def test_a_third_five() -> None:
    spot = position().lay().throws(5, 5, 1, 2, 3, roll=2)
    move, chance = shown(spot)["15 in Bance Park"]
    assert move == "hold 5 5"
    assert chance == pytest.approx(3 * (1 / 6) * (5 / 6) ** 2), "just one five with three dice"


def test_with_two_re_rolls_one_can_stop_at_the_first() -> None:
    spot = position().lay().throws(6, 6, 6, 6, 1)
    move, chance = shown(spot)["the Jackpot"]
    assert move == "hold 6 6 6 6"
    assert chance == pytest.approx(1 - (5 / 6) ** 2)


def test_the_last_die_of_a_run() -> None:
    spot = position().lay().throws(1, 2, 3, 5, 5, roll=2)
    found = shown(spot)
    assert found["a run for the Red Line"][1] == pytest.approx(1 - (5 / 6) ** 2)
    assert found["a run for the Bay Ferry"] == ("hold 1 2 3", pytest.approx(1 - (5 / 6) ** 2))
    assert found["an Index"] == ("hold 1 2 3 5", pytest.approx(1 / 6))


def test_the_next_number_that_fits() -> None:
    spot = position().lay(sheets={ANN: {"fours": [8, 0, 16]}}).throws(4, 4, 1, 2, 2)
    assert "12 in Old Square" in shown(spot), "8 does not fit, nor do 4, 16 and 20"
    full = position().lay(sheets={ANN: {"fours": [8, 12, 16], "fives": [0, 10, 0]}}).throws(5, 5, 5, 1, 2)
    goals = shown(full)
    assert not any("Old Square" in goal for goal in goals)
    assert "20 in Bance Park" in goals and "5 in Bance Park" not in goals, "one step up from what lies there"


def test_dice_that_match() -> None:
    """Three alike of a number that fits, until they lie there."""
    spot = position().lay(sheets={ANN: {"triple": [0, 9, 12]}}).throws(2, 2, 1, 4, 5, roll=2)
    move, chance = shown(spot)["3 alike that fit in Trio Wharf"]
    assert move == "hold 2 2", "threes and fours are taken, fives and sixes too high"
    assert chance == pytest.approx(1 - (5 / 6) ** 3 + 1 / 6**3), "another two, or three ones"
    assert "3 alike that fit in Trio Wharf" not in shown(position().lay().throws(2, 2, 2, 4, 5))
    higher = position().lay(sheets={ANN: {"triple": [0, 9, 12]}}).throws(6, 6, 6, 1, 1)
    assert "3 alike that fit in Trio Wharf" in shown(higher), "sixes do not fit"


def test_all_matched_dice_may_count() -> None:
    """RE4 read otherwise: four fives are 20 in Triple, which three dice that match cannot come to."""
    sheet = {"triple": [0, 18, 0]}
    spot = position(matched_dice="all").lay(sheets={ANN: sheet}).throws(5, 5, 5, 5, 1)
    assert "3 alike that fit in Trio Wharf" not in shown(spot)
    numbers = hints.numbers_of_sets(spot.box, spot.row("triple"))
    assert set(numbers) == {0, *(face * count for face in range(1, 7) for count in (3, 4, 5))}


def test_what_is_gone_is_no_goal() -> None:
    spot = position().lay(routes={"1234": BOB}, indexes={ANN: 2}, jackpot=[ANN], sheets={ANN: {"ones": [1, -1]}})
    goals = shown(spot.throws(1, 1, 1, 3, 6))
    assert not {"a run for the Bay Ferry", "an Index", "the Jackpot"} & set(goals)
    assert not any("Lone Oak" in goal for goal in goals)
    assert {"a run for the Red Line", "a run for the Park Tram"} <= set(goals)


def test_without_a_re_roll_there_is_nothing_to_hope_for() -> None:
    assert shown(position().lay().throws(5, 5, 1, 2, 3, roll=3)) == {}
    assert hints.chances(position().game, position().box) == []


def test_the_hold_is_legal_and_the_goal_not_there_yet() -> None:
    for game in middles(30):
        state, box = game.plain, game.plain_box
        for hint in hints.chances(state, box):
            assert hint["action"] in game.legal_actions
            assert hint["move"] in game.legal_moves
            assert 0 < hint["chance"] < 1
            if hint["number"] is not None:
                assert hint["number"] > number_for(state, box, hint["row"])
                assert slots_for(state, box, hint["row"], hint["number"])


def test_chances_come_true() -> None:
    """Whoever holds what is hinted at each re-roll gets there as often as was said."""
    chooser, n, hits = random.Random(2), 3000, 0
    start = position().lay().throws(3, 3, 1, 2, 6)
    (first,) = (hint for hint in hints.chances(start.game, start.box) if hint["kind"] == "jackpot")
    for _ in range(n):
        dice, kept = list(start.dice), first["action"]
        for _ in range(2):
            dice = [die if kept >> place & 1 else chooser.randint(1, 6) for place, die in enumerate(dice)]
            common = max(set(dice), key=dice.count)
            kept = sum(1 << place for place, die in enumerate(dice) if die == common)
        hits += len(set(dice)) == 1
    assert abs(hits / n - first["chance"]) < 5 * (first["chance"] / n) ** 0.5


def test_numbers_of_sets_are_the_rules() -> None:
    for option in ("exact", "all"):
        spot = position(matched_dice=option)
        for row in range(spot.box.n_rows):
            numbers = hints.numbers_of_sets(spot.box, row)
            for number, dice in zip(numbers, SETS, strict=True):
                spot.game.counts = sum(1 << 4 * die for die in dice)
                assert number == number_for(spot.game, spot.box, row)


# ---- what the bot would do -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_players", [1, 3])
def test_the_suggestion_is_what_the_bot_does(n_players: int) -> None:
    for game in middles(12, n_players):
        found = hints.suggestion(game.plain, game.plain_box)
        assert found["action"] == bot("sensible").choose(ESTATE, game.seen(game.turn), game.boxes, seeded(1))
        assert found["move"] in game.legal_moves
        assert (found["win"] is not None) == (n_players == 1)


def test_alone_it_says_how_likely_the_win_is() -> None:
    sure = (
        position(1)
        .lay(sheets={ANN: filled()}, liquid={ANN: 30}, indexes={ANN: 2}, businesses=shops())
        .throws(1, 2, 2, 3, 3)
    )
    assert hints.suggestion(sure.game, sure.box) == {"move": "claim ones 1", "action": 31, "win": 1.0}


def test_nobody_to_choose_is_told() -> None:
    spot = position().lay(over=True)
    assert spot.phase == Phase.GAME_OVER
    with pytest.raises(NotYourTurn):
        hints.suggestion(spot.game, spot.box)


def filled() -> dict[str, list[int]]:
    """Everything but the first of the ones."""
    faces = {"twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
    rows = {word: [face * count for count in range(1, 4 if face > 2 else 3)] for word, face in faces.items()}
    return {"ones": [0, 2], **rows, "triple": [3, 6, 9], "quadruple": [4, 8, 12]}


def shops() -> dict[str, int]:
    """All businesses but that of the ones."""
    return {word: ANN for word in filled() if word != "ones"}
