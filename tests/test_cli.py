"""The command line: what each command prints, its exit status, and that wrong input gets one clear line."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from rolltop.bots.analysis import FEWEST
from rolltop.cli import app, users_language
from rolltop.games import shelf
from rolltop.games.words import language
from rolltop.play import records
from rolltop.play.game import Game
from rolltop.play.records import Fairness
from rolltop.terminal.starting import new_fairness
from tests.server.test_words import OPEN, pseudo_catalogue, untranslated

ROLLIE = shelf.kind("rollie")
SLOW_TO_IMPORT = ("numba", "fastapi", "sqlalchemy", "uvicorn", "jinja2", "matplotlib")


def rolltop(*arguments: object, typed: str = "") -> Result:
    """The command, in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)


def command(*arguments: object, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rolltop", *map(str, arguments)],
        input=typed, capture_output=True, text=True, env={**os.environ, **environment}, timeout=120, check=False,
    )  # fmt: skip


def flat(text: str) -> str:
    """Without line breaks and columns."""
    return " ".join(text.split())


def finished(fairness: Fairness | None = None, **rest: Any) -> Game:
    """A whole game."""
    luck = {"luck": fairness.luck()} if fairness else {"seed": 1}
    game = Game(ROLLIE, ["Ann", "Bob"], **luck, **rest)
    while not game.is_over:
        game.play(game.legal_actions[len(game.history) % len(game.legal_actions)])
    return game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A good record."""
    fairness = new_fairness(2)
    file = tmp_path / "game.txt"
    file.write_text(records.write(finished(fairness), fairness), "utf-8")
    return file


# ---- quick commands --------------------------------------------------------------------------------------------------


def test_help_lists_the_commands() -> None:
    result = rolltop("--help")
    assert result.exit_code == 0
    for name in ("games", "rules", "play", "verify", "show", "analyse", "print", "serve"):
        assert re.search(rf"^ +{name} ", result.output, re.MULTILINE)
        assert rolltop(name, "--help").exit_code == 0


def test_the_version_is_printed() -> None:
    result = rolltop("--version")
    assert result.exit_code == 0
    assert re.fullmatch(r"rolltop \d+\.\d+\.\d+\S*\n", result.output)


def test_the_shelf_is_listed() -> None:
    result = rolltop("games")
    assert result.exit_code == 0
    for kind in shelf.kinds().values():
        assert kind.name in result.output
        assert kind.title in result.output
    assert "2 to 6 players" in flat(result.output)
    assert "first=random|1" in flat(result.output)


def test_the_rules_are_told_with_numbers_rulings_and_components() -> None:
    text = flat(rolltop("rules", "rollie").output)
    assert all(f"RO{number} " in text for number in range(1, 22))
    for part in ("How to play Rollie", "Rulings", "An example", "What is in the box", "start tokens 7 rulebook"):
        assert part in text
    assert "100, 60, 40 rulebook, inferred, inferred" in text, "each value with its own source"
    assert "\x1b" not in text


def test_the_components_are_those_of_the_edition(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    standard = (ROLLIE.folder / "standard.toml").read_text("utf-8")
    file.write_text(standard.replace('title = "Standard"', 'title = "Mine"').replace("[100, 60, 40]", "[99, 61, 41]"))
    text = flat(rolltop("rules", "rollie", "--edition", file).output)
    assert "edition Mine" in text
    assert "99, 61, 41" in text
    assert "edition Standard" not in text


@pytest.mark.parametrize("arguments", [["--help"], ["rules", "rollie"], ["games"], ["--version"]])
def test_quick_commands_import_nothing_slow(arguments: list[str]) -> None:
    code = f"""
import sys
from rolltop.cli import main
sys.argv = ["rolltop", *{arguments!r}]
try:
    main()
except SystemExit:
    pass
print("IMPORTED", [name for name in {SLOW_TO_IMPORT!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "IMPORTED []"


# ---- playing ---------------------------------------------------------------------------------------------------------


def test_a_game_from_a_pipe_is_plain_and_whole(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = command("play", "rollie", "--players", 3, "--names", "Mia", "--seed", 3, "--save", file, typed="s\n" * 200)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "> s\n" in done.stdout, "what came through the pipe is shown"
    assert max(map(len, done.stdout.splitlines())) <= 80 + len(str(file))
    assert records.verify(records.read_file(file)).good


def test_bots_play_among_themselves(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = rolltop("play", "rollie", "--humans", 0, "--bots", "random,sensible", "--save", file)
    assert result.exit_code == 0, result.output
    game = records.read_file(file)
    assert game.header["Played by"] == "random, sensible"
    assert game.game.is_over
    assert records.verify(game).fair


def test_the_end_of_the_input_leaves_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = rolltop("play", "rollie", "--save", file, typed="s\n")
    assert result.exit_code == 0
    assert not records.read_file(file).game.is_over
    again = rolltop("play", "--resume", file, typed="s\n" * 300)
    assert again.exit_code == 0
    assert "new dice" in flat(again.output)
    assert records.read_file(file).game.is_over


def test_options_and_editions_reach_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    edition = tmp_path / "short.toml"
    standard = (ROLLIE.folder / "standard.toml").read_text("utf-8")
    edition.write_text(standard.replace("[rounds]\nvalue = 7", "[rounds]\nvalue = 2"), "utf-8")
    arguments = ["--option", "first=2", "--edition", edition, "--humans", 0, "--players", 2, "--save", file]
    result = rolltop("play", "rollie", *arguments)
    assert result.exit_code == 0, result.output
    assert "Round 2" in result.output
    assert "Round 3" not in result.output
    assert records.read_file(file, edition=str(edition)).game.options == {"first": "2"}
    assert rolltop("verify", file).exit_code == 2
    assert rolltop("verify", file, "--edition", edition).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["play"], "which game"),
        (["play", "chess"], "no game 'chess' on the shelf; there are: rolima, roll_estate, rollie"),
        (["play", "rollie", "--players", "9"], "2 to 6 players, not 9"),
        (["play", "rollie", "--players", "0"], "2 to 6 players, not 0"),
        (["play", "rollie", "--humans", "-1"], "humans: found -1"),
        (["play", "rollie", "--bots", "clever"], "there are: beginner, casual"),
        (["play", "rollie", "--names", "A,A"], "two players are called 'A'"),
        (["play", "rollie", "--option", "first"], "expected NAME=CHOICE"),
        (["play", "rollie", "--option", "first=9"], "expected one of random"),
        (["play", "rollie", "--option", "last=1"], "there are: first"),
        (["play", "rollie", "--players", "2", "--option", "first=5"], "a seat from 1 to 2"),
        (["play", "rollie", "--edition", "deluxe"], "no edition 'deluxe'"),
        (["play", "rollie", "--edition", "nowhere.toml"], "nowhere.toml"),
        (["play", "rollie", "--save", "no/such/folder/x.txt"], "there is no folder"),
        (["play", "rollie", "--save", "."], "is a folder"),
        (["play", "--resume", "nowhere.txt"], "nowhere.txt"),
        (["rules", "chess"], "there are: rolima, roll_estate, rollie"),
        (["verify", "nowhere.txt"], "nowhere.txt"),
        (["show", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_wrong_input_gets_one_line_and_status_2(
    arguments: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = rolltop(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("rolltop: ")
    assert why in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "rollie", "--players", "four"],
        ["play", "rollie", "--undo", "sometimes"],
        ["play", "rollie", "--frobnicate"],
        ["dance"],
        ["verify"],
        ["serve", "--port", "99999"],
    ],
)
def test_wrong_usage_is_status_2_too(arguments: list[str]) -> None:
    result = rolltop(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr
    assert "Traceback" not in result.output


def test_a_new_game_is_not_saved_over_an_old_one(record: Path) -> None:
    before = record.read_bytes()
    result = rolltop("play", "rollie", "--save", record)
    assert result.exit_code == 2
    assert "exists already" in result.stderr
    assert record.read_bytes() == before


@pytest.mark.parametrize("extra", [["--players", 3], ["--names", "A"], ["--seed", 1], ["--option", "first=1"]])
def test_a_resumed_game_has_its_own_players_and_options(record: Path, extra: list[object]) -> None:
    result = rolltop("play", "--resume", record, *extra)
    assert result.exit_code == 2
    assert "not with --resume" in result.stderr


def test_errors_are_one_line_also_in_a_real_process() -> None:
    done = command("play", "rollie", "--players", 7)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rolltop: Rollie is for 2 to 6 players, not 7\n"


def test_output_that_nobody_reads_and_narrow_encodings_are_no_error(record: Path) -> None:
    script = f"{sys.executable} -m rolltop rules rollie --no-pager | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    ascii_only = command("show", record, PYTHONIOENCODING="ascii", LANG="C", PYTHONUTF8="0")
    assert ascii_only.returncode == 0, ascii_only.stderr
    assert "Round 1" in ascii_only.stdout


def test_first_use_says_that_it_compiles_and_only_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    finished().save(file)
    cache = str(tmp_path / "cache")
    first = command("verify", file, ROLLTOP_CACHE=cache)
    second = command("verify", file, ROLLTOP_CACHE=cache)
    assert first.stderr.count("compiles the rules of Rollie") == 1
    assert second.stderr == ""
    assert first.stdout == second.stdout


# ---- records ---------------------------------------------------------------------------------------------------------


def test_a_good_record(record: Path) -> None:
    result = rolltop("verify", record)
    assert result.exit_code == 0
    for line in ("complete yes", "legal yes", "result right yes", "fair yes", "The record is good."):
        assert line in flat(result.output)


@pytest.mark.parametrize(
    ("spoil", "question", "why"),
    [
        (lambda text: text.rstrip("\n").rpartition("\n")[0] + "\n", "complete", "not finished"),
        (lambda text: re.sub(r"(\| \d: )[a-z]+( -?\d+)?", r"\1take 77", text, count=1), "legal", "line "),
        (lambda text: text + "99. 5 | 5\n", "legal", "line "),
        (lambda text: text.replace("Result: ", "Result: 1 999, "), "result", "999"),
        (lambda text: re.sub(r"Secret: ..", "Secret: 00", text), "fair", "does not hash"),
        (lambda text: re.sub(r"Contribution 1: .", "Contribution 1: x", text), "fair", "not what the secret gives"),
    ],
)
def test_a_spoilt_record_is_status_1_with_the_reason(
    record: Path, spoil: Callable[[str], str], question: str, why: str
) -> None:
    record.write_text(spoil(record.read_text("utf-8")), "utf-8")
    plain = rolltop("verify", record)
    assert plain.exit_code == 1, plain.output
    assert "The record is not good." in plain.output
    answer = json.loads(rolltop("verify", record, "--json").output)
    assert answer["good"] is False
    assert answer[question]["answer"] is False
    assert why in answer[question]["reason"]


def test_an_unfinished_record_is_called_unfinished(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    Game(ROLLIE, ["Ann", "Bob"], seed=1).save(file)
    result = rolltop("verify", file)
    assert result.exit_code == 1 and "complete NO the game is not finished" in flat(result.output)
    assert "The game is not finished; as far as it goes the record is good." in flat(result.output)
    assert "not good" not in result.output and json.loads(rolltop("verify", file, "--json").output)["good"] is False


def test_a_record_without_a_commitment_cannot_be_called_unfair(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    finished().save(file)
    result = rolltop("verify", file, "--json")
    assert result.exit_code == 0
    assert json.loads(result.output)["fair"]["answer"] is None
    assert json.loads(result.output)["players"] == 2


@pytest.mark.parametrize(
    "content",
    [
        b"", b"hello\n", b"\xff\xfe\x00", b"Rolltop game record 1\n", b"Rolltop game record 1\nGame: chess 1\n",
        b"Rolltop game record 1\nGame: rollie 99\nSeat 1: A\nSeat 2: B\n", b"\0" * 2_000_000,
    ],
)  # fmt: skip
def test_no_record_is_status_2(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    result = rolltop("verify", file)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    answer = json.loads(rolltop("verify", file, "--json").stdout)
    assert answer["good"] is False
    assert answer["error"]


def test_a_record_is_told_turn_by_turn(record: Path) -> None:
    result = rolltop("show", record)
    assert result.exit_code == 0
    text = flat(result.output)
    game = records.read_file(record).game
    for telling in game.tell():
        assert telling.text(lambda seat: game.names[seat]) in text
    assert f"{len(records.turns(game))}. " in text
    assert "Total" in text


def test_one_turn_and_the_table_after_it(record: Path) -> None:
    game = records.read_file(record).game
    result = rolltop("show", record, "--turn", 2)
    assert result.exit_code == 0
    assert re.search(r"^2\. (Ann|Bob) rolls ", result.output, re.MULTILINE)
    assert "1. " not in result.output.split("\n")[0]
    events = [line.count("|") + 1 for line in records.turns(game)[:2]]
    assert flat(str(game.at(sum(events)))) in flat(result.output)
    assert "Round 1 of 7" in rolltop("show", record, "--turn", 0).output
    assert "expected a number from 0 to" in rolltop("show", record, "--turn", 999).stderr
    assert rolltop("show", record, "--turn", -1).exit_code == 2


def test_stepping_through_a_record(record: Path) -> None:
    result = rolltop("show", record, "--step", typed="\n\nb\n3\nx\n99999\nq\n")
    assert result.exit_code == 0
    assert re.findall(r"Turn (\d+) of", result.output) == ["0", "1", "2", "1", "3"]
    assert result.output.count("Expected Enter") == 2
    assert rolltop("show", record, "--step", typed="").exit_code == 0


# ---- the rest --------------------------------------------------------------------------------------------------------


def test_a_record_is_analysed_in_words_and_as_data(record: Path) -> None:
    told = rolltop("analyse", record, "--trials", FEWEST)
    assert told.exit_code == 0
    assert "warning" not in told.output
    assert re.search(r"^ +Ann +\d+ % [▁▂▃▄▅▆▇█]{48} +\d+ %", told.stdout, re.MULTILINE)
    for words in ("What changed it", "own choices", "accuracy", f"{FEWEST} games were played on from every position"):
        assert words in flat(told.stdout)
    data = rolltop("analyse", record, "--trials", FEWEST, "--json", "--seed", 3)
    plain = json.loads(data.stdout)
    assert plain["game"] == "rollie" and plain["over"] and plain["trials"] == FEWEST and plain["doubts"] == []
    assert [player["name"] for player in plain["players"]] == ["Ann", "Bob"]
    assert data.stdout == rolltop("analyse", record, "--trials", FEWEST, "--json", "--seed", 3).stdout
    assert rolltop("analyse", record, "--trials", FEWEST - 1).exit_code == 2, "the fewest trials tell too little"


@pytest.mark.parametrize(
    ("spoil", "over", "warned"),
    [
        (
            lambda text: "\n".join(text.splitlines()[:22]) + "\n",
            False,
            ("not over: the record ends", "header's result"),
        ),
        (lambda text: text.replace("Result: ", "Result: 1 999, "), True, ("header's result is '1 999, ",)),
    ],
)
def test_an_analysis_tells_of_a_record_that_is_not_whole_or_not_true(
    record: Path, spoil: Callable[[str], str], over: bool, warned: tuple[str, ...]
) -> None:
    record.write_text(spoil(record.read_text("utf-8")), "utf-8")
    lines = rolltop("analyse", record, "--trials", FEWEST).stdout.splitlines()
    told = [line for line in lines if line.startswith("warning: ")]
    assert len(told) == len(warned) and all(part in line for part, line in zip(warned, told, strict=True))
    assert lines[len(warned)].endswith("to the end") == over
    plain = json.loads(rolltop("analyse", record, "--trials", FEWEST, "--json").stdout)
    assert plain["over"] == over and [f"warning: {doubt}" for doubt in plain["doubts"]] == told


def test_an_unfinished_game_is_analysed_as_one(tmp_path: Path) -> None:
    game = Game(ROLLIE, ["Ann", "Bob"], seed=1)
    for _choice in range(4):
        game.play(game.legal_actions[0])
    file = tmp_path / "game.txt"
    game.save(file)
    text = rolltop("analyse", file, "--trials", FEWEST).stdout
    assert text.startswith("warning: The game is not over") and text.count("warning") == 1


def test_there_is_nothing_to_analyse_in_a_game_not_begun(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(records.write(Game(ROLLIE, 2, by_hand=True)), "utf-8")
    result = rolltop("analyse", file)
    assert result.exit_code == 2
    assert "nothing has happened" in result.output


def test_serving_hands_the_wishes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Any] = []
    server = ModuleType("rolltop.server.operating.serving")
    vars(server)["serve"] = lambda *places, **names: asked.append((places, names))
    monkeypatch.setitem(sys.modules, "rolltop.server.operating.serving", server)
    monkeypatch.setattr("rolltop.server.operating.serving", server, raising=False)
    result = rolltop("serve", "--host", "0.0.0.0", "--port", 1234, "--data", tmp_path, "--no-open")
    assert result.exit_code == 0, result.output
    ((places, wishes),) = asked
    assert places == ("0.0.0.0", 1234, tmp_path)
    assert (wishes["open_browser"], wishes["prepare"], wishes["workers"]) == (False, True, 1)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({}, "en"), ({"LANG": "C"}, "en"), ({"LANG": "de_DE.UTF-8"}, "en"), ({"LC_ALL": "en_GB.UTF-8"}, "en")],
)
def test_the_language_is_the_environments(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert users_language() == expected


def test_help_and_errors_are_in_the_users_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rolltop.cli._", lambda text: f"[{text}]")
    monkeypatch.setattr("rolltop.terminal.console._", lambda text: f"[{text}]")
    with language("en"):
        assert "[how many play, you and the bots]" in flat(rolltop("play", "--help").output)
        assert rolltop("play", "rollie", "--players", 9).stderr.startswith("rolltop: [Rollie")


def test_all_words_go_through_gettext(record: Path, tmp_path: Path) -> None:
    pseudo_catalogue(tmp_path / "locale")
    eo = {"ROLLTOP_LOCALE": str(tmp_path / "locale"), "LANG": "eo.UTF-8", "LC_ALL": "", "COLUMNS": "300"}
    names = {"Ann", "Bob", "Mia", "Leo", "Otto", "take", "secure", "sensible", "random", "rolltop", "rollie", "xyz"}
    names |= {"Roll", "Estate", "roll", "estate", "Rolimã", "rolima"}
    typed = "t\nxyz\nhelp\nscore\nundo\nsave\nq\nn\n" + "s\n" * 100
    play = ["play", "rollie", "--players", 3, "--humans", 2, "--names", "Mia,Leo", "--seed", 7]
    for arguments in (play, ["show", record], ["games"], ["play", "rollie", "--players", 7]):
        done = command(*arguments, typed=typed, **eo)
        said = (done.stdout + done.stderr).replace(str(record), "").replace("save FILE", "")
        said = re.sub(r"--(option|edition) \S+", "", said)
        said = re.sub(r"^.*> .*$", "", said, flags=re.MULTILINE)  # what was typed
        said = re.sub(r"⟦[^⟧\s]*…", "", said)  # cut in a narrow column
        assert OPEN in said
        assert untranslated(said) - names - set("help hint advice rules score undo save quit".split()) == set(), (
            arguments
        )
