"""Dice thrown by the players: which are due, entering them, and how records mark them."""

import random
import re
from typing import Any

import pytest

from rolltop import BadOption, BadRecord, Game, IllegalMove, NotYourTurn
from rolltop.games import shelf
from rolltop.games.contract import CHANCE, EVERYBODY
from rolltop.play import records
from rolltop.play.fair import Fair, commitment
from rolltop.play.records import Fairness
from rolltop.play.throwing import Dice, check_dice, throw_due, thrower, thrown, throws_to_correct

DIE = ["-5", "0", "2", "5", "10", "R"]
KINDS = [kind.name for kind in shelf.kinds().values() if kind.by_hand]


def at_the_first_throw(players: int = 2) -> Game:
    """Rollie, seat 2 to throw."""
    return thrown(thrown(Game("rollie", players, by_hand=True), ["first 2"]), ["start 4"])


def test_a_throw_is_all_dice_that_are_due_in_a_row() -> None:
    game = Game("rollie", 3, by_hand=True)
    assert (throw_due(game), thrower(game)) == ([["first 1", "first 2", "first 3"]], None)
    game = thrown(game, ["first 2"])
    assert (throw_due(game), thrower(game)) == ([[f"start {n}" for n in range(1, 8)]], None)
    game = thrown(game, ["start 4"])
    assert (throw_due(game), thrower(game)) == ([DIE, DIE], 1)
    assert throw_due(game.copy().happen("5")) == [DIE], "one lies there already"
    rollie = thrown(game, ["5", "5"])
    assert throw_due(rollie) == [[f"start {n}" for n in (1, 2, 3, 5, 6, 7)]]
    assert throw_due(thrown(game, ["5", "2"])) == []


def test_a_throw_leaves_the_game_before_it_as_it_was() -> None:
    game = at_the_first_throw()
    before = game.state.tobytes(), list(game.history), set(game.entered)
    assert thrown(game, ["5", "2"]).history[:2] == game.history
    for names in (["5"], ["5", "7"], ["5", "2", "R"], [], ["start 3", "5"]):
        with pytest.raises(IllegalMove):
            thrown(game, names)
    assert (game.state.tobytes(), game.history, game.entered) == before


def test_a_wrong_die_is_named() -> None:
    with pytest.raises(IllegalMove, match=r"die 2 cannot show '7'; expected one of: -5, 0, 2, 5, 10, R"):
        thrown(at_the_first_throw(), ["5", "7"])
    with pytest.raises(IllegalMove, match="found 1 dice, expected what all 2 that are due show"):
        thrown(at_the_first_throw(), ["5"])
    with pytest.raises(NotYourTurn, match="No dice"):
        thrown(thrown(at_the_first_throw(), ["5", "2"]), ["5", "2"])


def test_only_games_all_in_the_open_can_be_thrown_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = shelf.kind("rollie")
    assert check_dice(kind, "hand") == Dice.HAND
    with pytest.raises(BadOption, match=r"found 'loaded', expected one of fair, hand"):
        check_dice(kind, "loaded")
    monkeypatch.setattr(kind.about, "BY_HAND", False)
    assert check_dice(kind, "fair") == Dice.FAIR
    with pytest.raises(BadOption, match="must stay hidden"):
        check_dice(kind, "hand")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_every_throw_of_a_game_has_a_thrower_and_marks_its_record(name: str, seed: int) -> None:
    """Every game on the shelf that says it can be thrown by hand."""
    luck, kind = random.Random(seed), shelf.kind(name)
    players = luck.choice(kind.players)
    game = Game(name, players, by_hand=True)
    throws = 0
    while not game.is_over:
        if game.turn != CHANCE:
            assert throw_due(game) == [] and thrower(game) is None
            game.play(luck.choice(game.legal_moves))
            continue
        due = throw_due(game)
        assert kind.engine.audience(game.state, 0) == EVERYBODY, "who throws sees it"
        assert thrower(game) in (None, *range(players))
        assert all(names and len(set(names)) == len(names) for names in due)
        game, throws = thrown(game, [luck.choice(names) for names in due]), throws + 1
        assert game.turn != CHANCE or throw_due(game)
    assert len(game.entered) == len(records.places_of_luck(game)) > 0
    again = records.read(game.record()).game
    assert (again, again.entered) == (game, game.entered)
    assert again.record() == game.record()


# ---- what was entered ------------------------------------------------------------------------------------------------


def test_entered_is_what_people_say_and_nothing_else() -> None:
    rolled = Game("rollie", 2, seed=3)
    assert rolled.entered == set()
    again = rolled.at(0)
    for number in rolled.history:
        again.push(number)
    assert again.entered == set(), "a known history is played again"
    by_hand = Game("rollie", 2, by_hand=True).happen("first 1").happen("start 2")
    assert by_hand.entered == {0, 1}
    assert by_hand.happen("5", entered=False).entered == {0, 1}
    with pytest.raises(IllegalMove):
        by_hand.happen("7")
    assert by_hand.entered == {0, 1}


def test_entered_goes_with_copies_and_with_going_back() -> None:
    game = thrown(at_the_first_throw(), ["5", "R"]).play("take 5")
    game = thrown(game.play("take 10"), ["0", "2"])
    assert game.entered == {0, 1, 2, 3, 6, 7}
    twin = game.copy()
    assert twin.play("take 0").play("secure").entered is not game.entered
    assert game.at(3).entered == {0, 1, 2}
    assert game.undo().entered == {0, 1, 2, 3}


def test_throws_can_be_corrected_until_a_person_chooses() -> None:
    game = at_the_first_throw()
    assert throws_to_correct(game, [0, 1]) == [0, 1]
    game = thrown(game, ["5", "R"])
    assert throws_to_correct(game, [0, 1]) == [0, 1, 2]
    game.play("take 5")
    assert throws_to_correct(game, [0, 1]) == []
    assert throws_to_correct(game, [0]) == [0, 1, 2], "seat 2 is no person's"
    game = thrown(game.play("take 10"), ["0", "2"])
    assert throws_to_correct(game, [0, 1]) == [6]
    assert throws_to_correct(Game("rollie", 2, seed=3), [0, 1]) == []


# ---- records ---------------------------------------------------------------------------------------------------------


def test_a_record_marks_what_was_entered() -> None:
    text = thrown(at_the_first_throw(), ["5", "R"]).play("take 5").record()
    assert text.partition("\n\n")[2] == "1. first 2* | start 4*\n2. 5* | R* | 2: take 5\n"
    game = records.read(text).game
    assert game.entered == {0, 1, 2, 3}
    assert records.read(text.replace("R*", "R")).game.entered == {0, 1, 2}
    assert records.read(text.replace("*", "")).game.entered == set()


@pytest.mark.parametrize("star", ["5**", "*", "*5", "2: take 5*"])
def test_a_star_elsewhere_is_refused(star: str) -> None:
    text = at_the_first_throw().record() + f"2. {star}\n"
    if star == "2: take 5*":
        text = thrown(at_the_first_throw(), ["5", "R"]).record().replace("R*", f"R* | {star}")
    with pytest.raises(BadRecord):
        records.read(text)


def test_what_was_entered_is_not_judged_by_the_secret() -> None:
    secret, parts = bytes(32), ["a", "b"]
    fairness = Fairness("table-1", commitment(secret), parts, secret.hex())
    game = Game("rollie", 2, luck=Fair(secret, "table-1", parts))
    while not game.is_over:
        game.play(game.legal_moves[-1])
    text = records.write(game, fairness)
    assert records.verify(records.read(text)).fair
    one = re.sub(r"^3\. (\S+)", r"3. \1*", text, flags=re.M).replace("\n\n", "\nDice: mixed\n\n", 1)
    verdict = records.verify(records.read(one))
    assert verdict.fair is None and verdict.good
    assert verdict.remarks[-1].startswith("1 event was thrown by hand and entered; the ")
    assert "other events of luck follow from the secret" in verdict.remarks[-1]
    other = one.replace(secret.hex(), "11" * 32)
    assert records.verify(records.read(other)).fair is False


def test_a_record_wholly_by_hand_says_so() -> None:
    verdict = records.verify(records.read(at_the_first_throw().record()))
    assert verdict.fair is None
    assert verdict.remarks == ("2 events were thrown by hand and entered",)


@pytest.mark.parametrize("found", ["HAND", "Hand", "fair", "", "hand mixed"])
def test_other_words_for_the_dice_are_refused(found: str) -> None:
    text = at_the_first_throw().record().replace("Dice: hand", f"Dice: {found}")
    with pytest.raises(BadRecord, match=f"Dice: found '{found}', expected hand or mixed"):
        records.read(text)


def finished(**luck: Any) -> Game:
    """A whole game."""
    game = Game("rollie", 2, **luck)
    while not game.is_over:
        game.play(game.legal_moves[-1])
    return game


def by_hand(game: Game, marked: int = 10_000) -> str:
    """The record of the same game with its first outcomes marked."""
    game.entered = set(records.places_of_luck(game)[:marked])
    return game.record()


def test_the_header_says_who_threw() -> None:
    assert "Dice" not in finished(seed=1).record()
    assert "\nDice: mixed\n" in by_hand(finished(seed=1), 1)
    assert "\nDice: hand\n" in by_hand(finished(seed=1))
    for text in (by_hand(finished(seed=1), 1), by_hand(finished(seed=1))):
        verdict = records.verify(records.read(text))
        assert verdict.good and verdict.fair is None
    unthrown = records.write(Game("rollie", 2, by_hand=True), Dice="hand")
    assert "\nDice: hand\n" in unthrown and records.read(unthrown).by_hand


@pytest.mark.parametrize(
    ("marked", "line", "said"),
    [
        (0, "Dice: hand\n", "'hand' of dice thrown by hand, the marked events give nothing"),
        (0, "Dice: mixed\n", "'mixed' of dice thrown by hand, the marked events give nothing"),
        (1, "Dice: hand\n", "'hand' of dice thrown by hand, the marked events give 'mixed'"),
        (1, "", "nothing of dice thrown by hand, the marked events give 'mixed'"),
        (10_000, "Dice: mixed\n", "'mixed' of dice thrown by hand, the marked events give 'hand'"),
        (10_000, "", "nothing of dice thrown by hand, the marked events give 'hand'"),
        (10_000, "Dice: hand\nSeed: 1\n", "all dice were thrown by hand, and has a line 'Seed'"),
    ],
)
def test_a_header_that_is_wrong_about_the_dice_is_found_out(marked: int, line: str, said: str) -> None:
    text = re.sub(r"Dice: .*\n", "", by_hand(finished(seed=1), marked)).replace("Result: ", f"{line}Result: ")
    verdict = records.verify(records.read(text))
    assert verdict.fair is False and not verdict.good
    assert said in verdict.remarks[-1]


def test_dice_by_hand_go_without_a_commitment() -> None:
    fairness = Fairness("table-1", commitment(bytes(32)), ["a", "b"], bytes(32).hex())
    game = finished(luck=fairness.luck())
    game.entered = set(records.places_of_luck(game))
    verdict = records.verify(records.read(records.write(game, fairness)))
    assert verdict.fair is False and "has a line 'Commitment'" in verdict.remarks[-1]


def test_a_game_goes_on_as_it_was_thrown_last() -> None:
    game = finished(seed=1)
    luck = records.places_of_luck(game)
    for marked, on_by_hand in ((luck[:2], False), (luck[-2:], True), (luck, True), ([], False)):
        game.entered = set(marked)
        assert records.read(game.record()).by_hand == on_by_hand


def test_a_game_by_hand_and_then_by_seed() -> None:
    game = at_the_first_throw()
    text = game.record()
    game = records.read(text).game
    game.luck = Game("rollie", 2, seed=1).luck
    game.run_luck()
    assert game.entered == {0, 1} and len(game.history) > 2
    verdict = records.verify(records.read(game.record()))
    assert "2 events were thrown by hand and entered; the dice were not committed to" in verdict.remarks[-1]
