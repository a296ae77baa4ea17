"""Playing at the terminal: what is typed is understood, nothing typed loses anything, whole games are played."""

import io
import os
import re
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from rolltop.bots import Bot
from rolltop.games import shelf
from rolltop.games.errors import BadOption
from rolltop.games.kernel import Records
from rolltop.games.shelf import Kind
from rolltop.play import records
from rolltop.play.undo import Undo
from rolltop.terminal.playing import Session
from rolltop.terminal.reading import NAMES, Command, Move, Unclear, abbreviation, understand
from rolltop.terminal.seating import HUMAN, Seating, of_record, seat_everybody
from rolltop.terminal.starting import Start, begin, take_up

ROLLIE = shelf.kind("rollie")
LEGAL = ["take -5", "take 10", "secure"]
KNOWN = ["take -5", "take 0", "take 2", "take 5", "take 10", "secure"]


# ---- reading a line --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("take 10", Move("take 10")),
        ("t 10", Move("take 10")),
        ("  TAKE   10 ", Move("take 10")),
        ("ta -5", Move("take -5")),
        ("t −5", Move("take -5")),
        ("s", Move("secure")),
        ("sec", Move("secure")),
        ("sc", Command("score")),
        ("score", Command("score")),
        ("save a b.txt", Command("save", "a b.txt")),
        ("sa x", Command("save", "x")),
        ("q", Command("quit")),
        ("exit", Command("quit")),
        ("?", Command("help")),
        ("r", Command("rules")),
        ("u", Command("undo")),
    ],
)
def test_a_line_is_understood(line: str, meaning: Move | Command) -> None:
    assert understand(line, LEGAL, KNOWN) == meaning


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "Now possible: take -5, take 10, secure."),
        ("t", "could be: take -5, take 10"),
        ("t 1", "neither a move nor a command"),
        ("take 7", "neither a move nor a command"),
        ("take 2", "take 2 is not possible now. Now possible: take -5, take 10, secure."),
        ("t 2", "take 2 is not possible now"),
        ("take 10 10", "neither"),
        ("hepl", "neither"),
        ("\x1b[A" * 30, "neither"),
    ],
)
def test_a_wrong_line_says_what_is_possible(line: str, why: str) -> None:
    meaning = understand(line, LEGAL, KNOWN)
    assert isinstance(meaning, Unclear)
    assert why in meaning.why
    assert meaning.why.isprintable()


@given(st.text(max_size=60))
def test_any_line_has_a_meaning(line: str) -> None:
    meaning = understand(line, LEGAL, KNOWN)
    assert isinstance(meaning, Move | Command | Unclear)
    if isinstance(meaning, Move):
        assert meaning.name in LEGAL
    if isinstance(meaning, Command):
        assert meaning.name in NAMES


def test_only_one_move_of_a_kind_needs_no_more_than_its_first_letter() -> None:
    assert understand("t", ["take 5", "secure"], KNOWN) == Move("take 5")


def test_abbreviations_lead_to_their_move() -> None:
    for legal in (LEGAL, KNOWN, ["shout", "show 1", "show 12"]):
        for move in legal:
            assert understand(abbreviation(move, legal), legal) == Move(move)
    assert [abbreviation(move, LEGAL) for move in LEGAL] == ["t -5", "t 10", "s"]


# ---- sitting down ----------------------------------------------------------------------------------------------------


def test_the_usual_table_is_one_person_and_three_bots() -> None:
    seating = seat_everybody(ROLLIE)
    assert seating.played_by == (HUMAN, "club", "club", "club")
    assert len(set(seating.names)) == 4
    assert seating.humans == [0]


def test_bots_are_seated_in_order_and_repeated() -> None:
    seating = seat_everybody(ROLLIE, 6, 2, ["sensible", "random"], ["Ann", " Bob  B "])
    assert seating.played_by == (HUMAN, HUMAN, "sensible", "random", "sensible", "random")
    assert seating.names[:2] == ("Ann", "Bob B")
    assert seat_everybody(ROLLIE, bots=["random"]).played_by == (HUMAN, "random")
    assert seat_everybody(ROLLIE, humans=0).played_by == ("club",) * 4
    assert seat_everybody(ROLLIE, names=["Otto"]).names[1:] == ("Mina", "Pavel", "Suri")


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"players": 7}, "2 to 6 players"),
        ({"players": 1}, "2 to 6 players"),
        ({"players": 3, "humans": 4}, "from 0 to the 3 players"),
        ({"humans": -1}, "from 0 to"),
        ({"players": 2, "bots": ["random", "random"]}, "2 bots, but there are only 1"),
        ({"bots": ["clever"]}, "there are: beginner, casual"),
        ({"players": 2, "names": ["A", "B", "C"]}, "3 names"),
        ({"names": ["Ann", "Ann"]}, "two players"),
        ({"names": ["x" * 25]}, "1 to 24"),
        ({"names": [""]}, "1 to 24"),
        ({"names": ["a\x07"]}, "printable"),
    ],
)
def test_wishes_that_cannot_be_are_refused(wishes: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        seat_everybody(ROLLIE, **wishes)


def test_a_record_says_who_played_or_people_come_first() -> None:
    said = of_record(ROLLIE, ["A", "B"], "random, human", 1, [])
    assert said == Seating(("A", "B"), ("random", HUMAN))
    assert of_record(ROLLIE, ["A", "B"], "", 1, []).played_by == (HUMAN, "club")
    with pytest.raises(BadOption):
        of_record(ROLLIE, ["A", "B"], "human, martian", 1, [])


# ---- a session, with somebody typing ---------------------------------------------------------------------------------


class Typist:
    """Types lines, then ends the input."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def started(humans: int = 1, players: int = 3, undo: Undo = Undo.UNTIL_NEWS, seed: int | None = 7) -> Start:
    """A new game."""
    seating = seat_everybody(ROLLIE, players, humans, names=["Mia", "Leo"][:humans])
    return begin(ROLLIE, seating, seed=seed, undo=undo, options={"first": "1"})


def session(start: Start, lines: Iterable[str], save: Path | None = None) -> tuple[Session, str]:
    """The session after the lines were typed, and what was printed."""
    printed = io.StringIO()
    played = Session(
        start, Console(file=printed, width=80, markup=False, highlight=False, emoji=False), save, Typist(lines)
    )
    played.run()
    return played, printed.getvalue()


def endless(line: str) -> Iterable[str]:
    """The same line for ever."""
    while True:
        yield line


def test_a_whole_game_is_played_and_told() -> None:
    played, text = session(started(), endless("s"))
    assert played.game.is_over
    assert "Mia rolls" in text
    assert "Round 7" in text
    assert re.search(r"wins with|share the win", text)
    assert "Bonus" in text and "Total" in text
    assert "\x1b" not in text


def test_everything_that_happened_is_told_once() -> None:
    played, text = session(started(), endless("s"))
    flat = " ".join(text.split())
    for telling in played.game.tell():
        line = telling.text(lambda seat: played.game.names[seat])
        assert line in flat
    assert flat.count("Round 7 Start token") == 1


def test_wrong_lines_lose_nothing() -> None:
    start = started()
    before = start.game.copy()
    played, text = session(
        start, ["", "t", "take 7", "xyzzy", "save", "undo", "help", "hint", "score", "rules", "\t \x00"]
    )
    assert played.game == before
    assert played.game.state.tobytes() == before.state.tobytes()
    assert "Now possible" in text
    assert "could be" in text
    assert "save where?" in text
    assert "there is no move to take back" in text
    assert "How to play Rollie" in text
    assert "everybody's points" in text
    assert "1st" in text


def test_the_prompt_shows_legal_moves_with_their_risk() -> None:
    _played, text = session(started(), [])
    assert "Mia, your move:" in text
    assert len(re.findall(r"take \S+ +t \S+ +crash at the next roll: \d+ %", text)) == 2
    assert re.search(r"secure +s +nothing in the Bet", text)


def test_bots_are_handed_what_their_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    start, handed = started(), []
    choose = Bot.choose

    def watched(self: Bot, kind: Kind, seen: Records, boxes: Records, lucks: Records) -> int:
        handed.append(start.game.turn)
        assert seen is not start.game.state
        assert seen.tobytes() == start.game.seen(start.game.turn).tobytes()
        return choose(self, kind, seen, boxes, lucks)

    monkeypatch.setattr(Bot, "choose", watched)
    session(start, ["s"] * 3)
    assert set(handed) == {1, 2}


def test_the_same_seed_gives_the_same_game() -> None:
    games = [session(started(), endless("s"))[0].game for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != session(started(seed=6), endless("s"))[0].game


def test_undo_stops_at_news() -> None:
    _played, text = session(started(), ["s", "undo"])
    assert "that move has shown something new, so it stands" in text


def test_undo_between_people_takes_back_the_last_move() -> None:
    start = started(humans=2)
    played, text = session(start, ["s", "undo"])
    assert "Leo, your move:" in text
    assert "Taken back. It is Mia's move again." in text
    assert text.count("Mia, your move:") == 2
    assert played.game == started(humans=2).game


def test_free_undo_goes_back_past_bots_and_dice_and_meets_them_again() -> None:
    once, _ = session(started(undo=Undo.FREE), ["s", "s", "s"])
    again, text = session(started(undo=Undo.FREE), ["s", "s", "undo", "s", "undo", "undo", "s", "s", "s"])
    assert "Taken back" in text
    assert again.game == once.game


def test_quitting_asks_first() -> None:
    played, text = session(started(), ["q", "no", "q", "", "s", "quit", "y", "s"])
    assert "not saved" in text
    typist: Any = played._read
    assert sum("Leave the game?" in question for question in typist.asked) == 3
    assert list(typist.lines) == ["s"], "after yes nothing more is read"


@pytest.mark.parametrize("error", [KeyboardInterrupt, EOFError])
def test_ctrl_c_and_ctrl_d_leave_and_save(error: type[BaseException], tmp_path: Path) -> None:
    def read(prompt: str) -> str:
        raise error

    console = Console(file=io.StringIO(), width=80)
    played = Session(started(), console, tmp_path / "game.txt", read)
    played.run()
    assert records.read_file(tmp_path / "game.txt").game == played.game


def test_a_left_game_is_taken_up_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    left, text = session(started(), ["s", "t", "s"], file)
    assert f"rolltop play --resume {file}" in " ".join(text.split()) or "--resume" in text
    again = take_up(file)
    assert again.game == left.game
    assert again.seating == left.seating
    whole, _ = session(again, endless("s"), file)
    straight, _ = session(started(), ["s", "t", *["s"] * 1000])
    assert whole.game == straight.game, "the same seed, the same dice and bots, in one sitting or in two"
    assert records.verify(records.read_file(file)).good


def test_a_game_without_a_seed_has_fair_dice_and_keeps_the_secret_to_the_end(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    start = started(seed=None)
    assert start.fairness is not None
    left, text = session(start, ["s", f"save {tmp_path / 'between.txt'}"], file)
    assert start.fairness.secret not in text
    assert start.fairness.commitment in text.replace("\n", "")
    for unfinished in (file, tmp_path / "between.txt"):
        assert start.fairness.secret not in unfinished.read_text()
    whole, _ = session(Start(left.game, left.seating, start.fairness), endless("s"), file)
    verdict = records.verify(records.read_file(file))
    assert whole.game.is_over
    assert verdict.good and verdict.fair


def test_a_finished_record_is_shown_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    session(started(seed=None), endless("s"), file)
    before = file.read_bytes()
    _played, text = session(take_up(file), [], file)
    assert "Total" in text
    assert file.read_bytes() == before


def test_saving_by_hand_never_overwrites_another_file(tmp_path: Path) -> None:
    other, own = tmp_path / "other.txt", tmp_path / "own.txt"
    other.write_text("a letter")
    lines = [f"save {other}", f"save {tmp_path}", f"save {tmp_path / 'no' / 'x'}", f"save {own}", "s", f"save {own}"]
    played, text = session(started(), lines)
    flat = " ".join(text.split())
    assert other.read_text() == "a letter"
    assert "exists already" in flat
    assert "is a folder" in flat
    assert "there is no folder" in flat
    assert records.read_file(own).game == played.game
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_game_that_cannot_be_saved_where_it_should_is_saved_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "elsewhere"))
    (tmp_path / "gone").mkdir()
    played = Session(started(), Console(file=io.StringIO()), tmp_path / "gone" / "game.txt", Typist(["s"]))
    (tmp_path / "gone").rmdir()
    played.run()
    (saved,) = (tmp_path / "elsewhere").iterdir()
    assert records.read_file(saved).game == played.game


# ---- a real terminal -------------------------------------------------------------------------------------------------


def at_a_terminal(*arguments: str, lines: int = 24, columns: int = 80) -> Any:
    """The command in a terminal of its own."""
    environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "", "LINES": ""}
    del environment["COLUMNS"], environment["LINES"]
    return pexpect.spawn(
        sys.executable, ["-m", "rolltop", *arguments], dimensions=(lines, columns), env=environment, encoding="utf-8",
        timeout=60,
    )  # fmt: skip


def plain(text: str) -> str:
    """Without colours and the like."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "")


def test_a_game_at_a_real_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    child = at_a_terminal("play", "rollie", "--players", "2", "--names", "Mia", "--seed", "4", "--save", str(file))
    child.expect("Mia, your move:")
    child.expect("> ")
    child.sendline("nonsense")
    child.expect("neither a move nor a command")
    child.sendline("t")
    child.expect("could be: take")
    child.sendline("undo")
    child.expect("no move to take back")
    child.sendline("score")
    child.expect("If the game ended now")
    child.sendline("q")
    child.expect(r"\[y/N\] ")
    child.sendline("n")
    child.sendline("s")
    child.expect("Mia secures")
    child.expect("Mia, your move:.*> $")
    time.sleep(0.5)  # Python's line editor loses an interrupt between its prompt and its first wait for a key
    child.sendcontrol("c")
    child.expect("Saved to")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert not records.read_file(file).game.is_over

    child = at_a_terminal("play", "--resume", str(file))
    told = ""
    while child.expect(["your move:.*> $", pexpect.EOF]) == 0:
        told += plain(child.before + child.after)
        child.sendline("s")
    told += plain(child.before)
    child.close()
    assert child.exitstatus == 0
    assert re.search(r"wins with|share the win", told)
    assert max(map(len, told.splitlines())) <= 80
    assert records.verify(records.read_file(file)).good


def test_colours_only_at_a_terminal_and_ctrl_d_leaves() -> None:
    child = at_a_terminal("play", "rollie", "--seed", "4")
    child.expect("> $")
    assert "\x1b[" in child.before
    child.sendeof()
    child.expect("not saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_closed_terminal_saves(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    child = at_a_terminal("play", "rollie", "--seed", "7", "--save", str(file))
    child.expect("> $")
    child.close(force=False)  # the terminal goes, the process gets SIGHUP
    deadline = time.monotonic() + 20
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not records.read_file(file).game.is_over


@pytest.mark.parametrize(("lines", "columns"), [(24, 80), (40, 120)])
def test_table_and_moves_fit_on_one_screen(lines: int, columns: int) -> None:
    child = at_a_terminal("play", "rollie", "--players", "6", "--seed", "1", lines=lines, columns=columns)
    for _ in range(4):
        child.expect("> $")
        shown = plain(child.before)
        screen = shown[shown.rindex("of 7") :]
        assert screen.count("\n") + 1 <= lines - 2, "with room for the last news"
        assert all(len(line) <= columns for line in shown.splitlines())
        child.sendline("s")
    child.close(force=True)


# ---- moves with several names ----------------------------------------------------------------------------------------


def test_a_short_name_means_the_move_of_as_many_words() -> None:
    legal = ["hold 6", "hold 6 6", "hold 2 6 6", "hold 6 6 6", "claim sixes 1", "hold nothing"]
    assert understand("h 6 6", legal) == Move("hold 6 6")
    assert understand("h 6", legal) == Move("hold 6")


def test_many_moves_that_begin_alike_are_counted_not_listed() -> None:
    unclear = understand("nonsense", [f"hold {n}" for n in range(1, 20)] + ["claim liquid"])
    assert isinstance(unclear, Unclear) and "claim liquid, hold … (19)" in unclear.why


def test_a_hint_names_chances_and_a_move_that_is_possible() -> None:
    start = begin(shelf.kind("roll_estate"), seat_everybody(shelf.kind("roll_estate"), 1, 1, [], []), seed=5)
    moves = start.game.legal_moves
    _played, text = session(start, ["hint", "quit", "y"])
    chances = re.findall(r"(hold[ 1-6a-z]*?) +(\d+\.\d) %", text)
    assert len(chances) > 5 and all(move in moves and 0 < float(chance) <= 100 for move, chance in chances)
    suggested = re.search(r"A sensible bot would choose: (.*)", text)
    assert suggested and suggested[1].strip() in moves


def test_advice_names_every_move_with_what_it_promises() -> None:
    kind = shelf.kind("rolima")
    start = begin(kind, seat_everybody(kind, 2, 1, [], []), seed=5)
    while start.seating.played_by[start.game.turn] != HUMAN:
        start.game.play(start.game.legal_moves[0])
    moves = start.game.legal_moves
    _played, text = session(start, ["advice", "quit", "y"])
    shown = re.findall(r"^ +(cheer \w+ \d) +[█·]+ +([\d.]+) % ± [\d.]+ +([\d.]+) +[\d.]+ ± [\d.]+", text, re.M)
    assert sorted(move for move, _chance, _place in shown) == sorted(moves)
    assert all(0 <= float(chance) <= 100 and 1 <= float(place) <= 2 for _move, chance, place in shown)
    assert re.search(r"Best is (perhaps )?cheer", text) and re.search(r"From \d+ games played on from here", text)


def test_a_bare_hold_is_asked_about_and_rolls_nothing() -> None:
    start = begin(shelf.kind("roll_estate"), seat_everybody(shelf.kind("roll_estate"), 1, 1, [], []), seed=5)
    before = list(start.game.history)
    played, text = session(start, ["hold", "quit", "y"])
    assert played.game.history == before
    assert "'hold' could be: hold … (" in text
