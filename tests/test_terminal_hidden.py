"""Playing at the terminal with hidden hands: the keyboard goes round, and nobody reads another's cards."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from rolltop.games import shelf
from rolltop.games.errors import BadOption
from rolltop.play import records
from rolltop.play.undo import Undo
from rolltop.terminal.console import screen
from rolltop.terminal.playing import hides_something
from rolltop.terminal.seating import seat_everybody
from rolltop.terminal.showing import Reader
from rolltop.terminal.starting import Start, begin
from tests.test_terminal import at_a_terminal, plain, session, started

ROLIMA = shelf.kind("rolima")
CARD = re.compile(r"(?:red|yellow|green|blue|violet) (?:\d|0/10)")


def race(humans: int = 2, players: int = 3, undo: Undo = Undo.UNTIL_NEWS, **options: str) -> Start:
    """A new race; the first seat has the horn."""
    seating = seat_everybody(ROLIMA, players, humans, ["random"] if humans < players else [], ["Ann", "Bob"][:humans])
    return begin(ROLIMA, seating, seed=5, undo=undo, options={"first": "1", **options})


def hand(start: Start, seat: int) -> list[str]:
    """The moves that name a seat's hand."""
    return [start.game.move_text(slot, seat) for slot in range(4)]


def plays(moves: Iterable[str]) -> list[str]:
    """A move a person, and Enter before it, when the keyboard has come."""
    return [line for move in moves for line in ("", move)]


def test_only_games_that_hide_something_pass_the_keyboard() -> None:
    assert hides_something(race().game)
    assert not hides_something(started().game)
    assert "Pass the keyboard" not in str(session(started(humans=2), ["s", "s"])[0]._read.asked)  # type: ignore[attr-defined]


def test_the_keyboard_is_passed_before_the_next_hand_is_shown() -> None:
    start = race()
    mine, theirs = hand(start, 0), hand(start, 1)
    played, text = session(start, [*plays([mine[0]]), ""])
    typist: Any = played._read
    assert typist.asked[:4] == [
        "Pass the keyboard to Ann, then press Enter. ", "> ", "Pass the keyboard to Bob, then press Enter. ", "> ",
    ]  # fmt: skip
    before, _yours, after = text.partition("Bob, your move:")
    assert all(move in before for move in mine)
    assert all(move in after for move in theirs)
    assert not any(move in after for move in mine)


def test_one_person_among_bots_keeps_the_keyboard_and_the_own_hand() -> None:
    start = race(humans=1)
    mine = hand(start, 0)
    played, text = session(start, [mine[0]])
    assert set(played._read.asked) == {"> "}  # type: ignore[attr-defined]
    assert all(move in text for move in mine)


def test_spectators_see_no_hand_before_the_end() -> None:
    played, text = session(race(humans=0), [])
    assert played.game.is_over
    assert "Hand " not in text
    assert "Bets" in text


def test_each_is_told_what_happened_since_the_own_last_turn() -> None:
    start = race(players=2)
    mine, theirs = hand(start, 0), hand(start, 1)
    _played, text = session(start, [*plays([mine[0], theirs[0]]), ""])
    _to_ann, to_bob, to_next, *_rest = text.split("your move:")
    assert "Ann cheers" in to_bob
    assert "Bob cheers" in to_next


def test_what_another_did_is_not_taken_back() -> None:
    start = race()
    mine = hand(start, 0)
    played, text = session(start, [*plays([mine[0]]), "", "undo"])
    assert "Ann has moved since, and that has shown something new" in text
    assert played.game.turn == 1


def test_who_studies_takes_back_what_another_did_and_the_keyboard_goes_back() -> None:
    start = race(undo=Undo.FREE)
    played, text = session(start, [*plays([hand(start, 0)[0]]), "", "undo", ""])
    assert "Taken back. It is Ann's move again." in text
    assert "Pass the keyboard to Ann" in played._read.asked[-2]  # type: ignore[attr-defined]
    assert played.game.turn == 0


def test_the_score_tells_no_other_hand() -> None:
    start = race()
    _played, text = session(start, ["", "score"])
    assert "The other hands are hidden." in text


def test_the_screen_is_cleared_at_a_terminal() -> None:
    child = at_a_terminal(
        "play", "rolima", "--players", "2", "--humans", "2", "--names", "Ann,Bob", "--seed", "5", "--option", "first=1"
    )
    child.expect("Pass the keyboard to Ann, then press Enter. ")
    child.sendline("")
    child.expect("> $")
    card = CARD.search(plain(child.before).partition("your move:")[2])
    assert card
    child.sendline(f"cheer {card[0]}")
    child.expect_exact("\x1b[H\x1b[2J\x1b[3J")
    child.expect("Pass the keyboard to Bob, then press Enter. ")
    assert not CARD.search(plain(child.before))
    child.sendline("")
    child.expect_exact("\x1b[H\x1b[2J\x1b[3J")
    child.expect("> $")
    assert "Bob, your move:" in plain(child.before)
    child.send("\x1b[A")
    child.sendline("")
    child.expect("Now possible|is not possible|neither")
    assert card[0] not in plain(child.before).replace("Ann cheers", ""), "what was typed is forgotten"
    child.sendeof()
    child.expect(pexpect.EOF)
    child.close()


def test_a_record_is_shown_as_a_seat_saw_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = race(humans=1)
    file = tmp_path / "race.txt"
    session(start, [hand(start, 0)[0]], file)
    record = records.read_file(file)
    Reader(record, screen(), 1).table(1)
    assert "Hand " in capsys.readouterr().out
    Reader(record, screen()).table(1)
    assert "Hand " not in capsys.readouterr().out
    with pytest.raises(BadOption, match="expected a number from 1 to"):
        Reader(record, screen(), 3)


def test_a_whole_race_with_two_people() -> None:
    played, text = race_to_the_end(race(players=2))
    assert played.game.is_over
    assert "Bets" in text


def race_to_the_end(start: Start) -> tuple[Any, str]:
    """Each plays the first move there is."""

    def lines() -> Iterable[str]:
        while True:
            yield ""
            yield start.game.legal_moves[0]

    return session(start, lines())
