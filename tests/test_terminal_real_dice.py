"""Real dice at the terminal: what they show is typed, in any clear way, and can be corrected."""

import io
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from rolltop.games import shelf
from rolltop.games.contract import CHANCE
from rolltop.games.errors import BadOption
from rolltop.play import records
from rolltop.play.game import Game
from rolltop.play.throwing import Dice, throw_due
from rolltop.play.undo import Undo
from rolltop.terminal.playing import Session
from rolltop.terminal.reading import Command, Faces, Unclear, understand_dice
from rolltop.terminal.seating import seat_everybody
from rolltop.terminal.starting import Start, begin, take_up
from tests.test_terminal import session

ROLLIE = shelf.kind("rollie")
BY_HAND = [kind.name for kind in shelf.kinds().values() if kind.by_hand]
DIE = ["-5", "0", "2", "5", "10", "R"]
TOKENS = ["start 1", "start 4", "start 12"]


# ---- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "due", "meaning"),
    [
        ("5 10", [DIE, DIE], Faces(("5", "10"))),
        ("510", [DIE, DIE], Faces(("5", "10"))),
        ("10-5", [DIE, DIE], Faces(("10", "-5"))),
        ("−5 r", [DIE, DIE], Faces(("-5", "R"))),
        ("rR", [DIE, DIE], Faces(("R", "R"))),
        ("r", [DIE, DIE], Faces(("R",))),
        ("rules", [DIE, DIE], Command("rules")),
        ("00", [DIE, DIE], Faces(("0", "0"))),
        ("100", [DIE, DIE], Faces(("10", "0"))),
        ("553", [["3", "5"]] * 3, Faces(("5", "5", "3"))),
        ("55 3", [["3", "5"]] * 3, Faces(("5", "5", "3"))),
        ("4", [TOKENS], Faces(("start 4",))),
        ("start 4", [TOKENS], Faces(("start 4",))),
        ("S 12", [TOKENS], Faces(("start 12",))),
        ("undo", [DIE], Command("undo")),
        ("u", [DIE], Command("undo")),
        ("q", [DIE], Command("quit")),
        ("save a b.txt", [DIE], Command("save", "a b.txt")),
    ],
)
def test_dice_are_understood(line: str, due: list[list[str]], meaning: Faces | Command) -> None:
    assert understand_dice(line, due) == meaning


@pytest.mark.parametrize(
    ("line", "due", "why"),
    [
        ("", [DIE, DIE], "Expected up to 2 dice, each one of: -5, 0, 2, 5, 10, R."),
        ("5 7", [DIE, DIE], "'5 7' is not what the dice can show. Expected up to 2 dice"),
        ("5 5 5", [DIE, DIE], "not what the dice can show"),
        ("start 3", [TOKENS], "Expected one of: start 1, start 4, start 12."),
        ("start", [TOKENS], "not what the dice can show"),
        ("111", [["1", "11"]] * 2, "put spaces between the dice"),
        ("\x1b[A", [DIE], "not what the dice can show"),
    ],
)
def test_unclear_dice_say_what_is_possible(line: str, due: list[list[str]], why: str) -> None:
    meaning = understand_dice(line, due)
    assert isinstance(meaning, Unclear)
    assert why in meaning.why
    assert meaning.why.isprintable()


@given(st.text(max_size=60))
def test_any_line_of_dice_has_a_meaning(line: str) -> None:
    meaning = understand_dice(line, [DIE, DIE])
    assert isinstance(meaning, Faces | Command | Unclear)
    if isinstance(meaning, Faces):
        assert 1 <= len(meaning.names) <= 2 and set(meaning.names) <= set(DIE)


@given(st.lists(st.sampled_from(DIE), min_size=1, max_size=2))
def test_dice_run_together_are_the_same_dice(names: list[str]) -> None:
    assert understand_dice("".join(names), [DIE, DIE]) == Faces(tuple(names))


# ---- playing ---------------------------------------------------------------------------------------------------------


def started(players: int = 2, humans: int = 1, undo: Undo = Undo.UNTIL_NEWS, game: str = "rollie") -> Start:
    """A new game with dice by hand."""
    kind = shelf.kind(game)
    return begin(kind, seat_everybody(kind, players, humans, names=["Mia"][:humans]), undo=undo, dice=Dice.HAND)


def typed_by(person: "Typing", start: Start, save: Path | None = None) -> tuple[Session, str]:
    """The session after a person played it to its end."""
    printed = io.StringIO()
    played = Session(start, Console(file=printed, width=80), save, person)
    person.game = lambda: played.game
    played.run()
    return played, printed.getvalue()


class Typing:
    """Throws dice by chance, tells them in various ways, and chooses the first moves but holds."""

    def __init__(self, seed: int = 0, lines: int = 100_000) -> None:
        self.luck = random.Random(seed)
        self.lines = lines
        self.game: Callable[[], Game]

    def __call__(self, prompt: str) -> str:
        self.lines -= 1
        if self.lines < 0:
            raise EOFError
        game = self.game()
        if game.turn != CHANCE:
            return next((move for move in game.legal_moves if not move.startswith("hold")), game.legal_moves[0])
        due = throw_due(game)
        faces = [self.luck.choice(names) for names in due]
        if "so far" in prompt or self.luck.random() < 0.3:
            return faces[-1]  # one by one
        return self.luck.choice([" ", ""]).join(face.rpartition(" ")[2] for face in faces)


@pytest.mark.parametrize("game", BY_HAND)
def test_a_whole_game_is_thrown_and_told(game: str, tmp_path: Path) -> None:
    kind, file = shelf.kind(game), tmp_path / "game.txt"
    players = max(2, kind.players[0])
    played, text = typed_by(Typing(), started(players, game=game), file)
    assert played.game.is_over
    assert "You throw the dice" in text
    record = records.read_file(file)
    verdict = records.verify(record)
    assert verdict.good and verdict.complete and verdict.fair is None
    assert "thrown by hand and entered" in verdict.remarks[-1]
    assert record.game.entered == played.game.entered
    assert len(record.game.entered) == len(records.places_of_luck(record.game))


@pytest.mark.parametrize("game", [name for name in BY_HAND if 1 in shelf.kind(name).players])
def test_one_player_alone(game: str) -> None:
    person = Typing(seed=3)
    played, text = typed_by(person, started(1, game=game))
    assert played.game.is_over
    assert played.seating.played_by == ("human",)
    assert re.search(r"^Mia", text, re.M)


def test_the_bots_dice_are_thrown_for_them() -> None:
    start = started()
    played, text = session(start, ["2", "4", "5 R", "take 10", "q"])
    bot = played.game.names[1]
    assert f"{bot} rolls 5 and R." in text
    assert "Mia takes 10." in text


def test_a_wrong_entry_is_undone_and_the_bots_answer_with_it() -> None:
    played, text = session(started(), ["2", "4", "5 R", "undo", "5 10"])
    assert "The dice are taken back: enter what they show." in text
    assert played.game.view()["dice"] == ["5", "10"]
    played, text = session(started(), ["2", "4", "5 R", "undo", "undo", "undo", "undo"])
    assert played.game.history == []
    assert "there is no move to take back" in text


def test_dice_told_one_by_one_are_begun_again_with_undo() -> None:
    played, _text = session(started(), ["1", "4", "5", "undo", "2", "10"])
    assert played.game.view()["dice"] == ["2", "10"]


@pytest.mark.parametrize("undo", list(Undo))
def test_dice_can_be_corrected_under_any_policy_for_moves(undo: Undo) -> None:
    played, _text = session(started(undo=undo), ["1", "4", "5 R", "undo", "5 2"])
    assert played.game.view()["dice"] == ["5", "2"]


def test_undo_goes_past_dice_to_the_choice_before_them() -> None:
    lines = ["1", "4", "5 R", "take 10", "0 2", "undo", "undo", "take 5"]
    played, text = session(started(undo=Undo.FREE), lines)
    assert "Taken back. It is Mia's move again." in text
    assert "Mia takes 5." in text
    assert played.game.view()["dice"] == ["5", "R"]


def test_commands_work_while_dice_are_due(tmp_path: Path) -> None:
    file = tmp_path / "between.txt"
    lines = ["help", "score", "rules", "x", "", f"save {file}", "1", "4", "9", "5"]
    played, text = session(started(), lines)
    assert "If the game ended now" in text and "How to play Rollie" in text
    assert "Dice: 5 5 3, or 553, or one by one." in text
    assert records.read_file(file).game.history == []
    assert len(played.game.history) == 2, "half a throw is none"


def test_a_game_by_hand_goes_on_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    session(started(), ["1", "4", "5 R", "take 10"], file)
    assert "Dice: hand" in file.read_text()
    assert "2. 5* | R* | 1: take 10" in file.read_text()
    start = take_up(file)
    assert start.game.entered == {0, 1, 2, 3}
    session(start, ["undo", "0 5"], file)
    whole, _text = typed_by(Typing(), take_up(file), file)
    assert whole.game.is_over
    assert len(records.read_file(file).game.entered) == len(records.places_of_luck(whole.game))


def test_a_game_can_go_on_with_other_dice_than_before(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    session(started(), ["1", "4", "5 R"], file)
    rolled, text = session(take_up(file, dice=Dice.FAIR), ["take 10"], tmp_path / "rolled.txt")
    assert "goes on with new dice" in text
    assert rolled.game.entered == {0, 1, 2, 3} and len(rolled.game.history) > 6
    by_hand, text = session(take_up(tmp_path / "rolled.txt", dice=Dice.HAND), ["secure"])
    assert "You throw the dice" in text
    assert by_hand.by_hand


def test_wishes_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(BadOption, match="seed"):
        begin(ROLLIE, seat_everybody(ROLLIE, 2), seed=1, dice=Dice.HAND)


def test_real_dice_at_a_real_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ["play", "rollie", "--players", "2", "--names", "Mia", "--dice", "hand", "--save", str(file)]
    child = pexpect.spawn(sys.executable, ["-m", "rolltop", *arguments], encoding="utf-8", timeout=60)
    for prompt, line in (
        (r"Draw one of: first 1, first 2\. It is: ", "1"),
        (r"It is: ", "3"),
        (r"Mia throws 2 dice\. They show: ", "5"),
        (r"5 so far\. The last one shows: ", "10"),
        (r"Mia, your move:.*> ", "undo"),
        (r"Mia throws 2 dice\. They show: ", "5r"),
        (r"Mia, your move:.*> ", "t 10"),
        (r"They show: ", "q"),
        (r"\[y/N\] ", "y"),
    ):
        child.expect(prompt)
        child.sendline(line)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert re.search(r"^2\. 5\* \| R\* \| 1: take 10", file.read_text(), re.M)
