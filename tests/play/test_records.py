"""Game records: written, read, verified, and refused when they are wrong."""

import contextlib
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rolltop
from rolltop import BadRecord, Game
from rolltop.play import records
from rolltop.play.fair import Fair, commitment
from rolltop.play.records import Fairness

SECRET = bytes(range(32))
PARTS = ["Ann's part", "été | 7: x", ""]


def fair_game(n_moves: int = 10_000, seed: int = 0) -> Game:
    game = Game("rollie", ["Ann", "Bob", "Cy"], luck=Fair(SECRET, "table-1", PARTS))
    chooser = random.Random(seed)
    while not game.is_over and n_moves:
        game.play(chooser.choice(game.legal_moves))
        n_moves -= 1
    return game


def fairness(secret: bytes = SECRET) -> Fairness:
    return Fairness("table-1", commitment(SECRET), PARTS, secret.hex())


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 6), st.integers(0, 400), st.integers())
def test_every_record_reads_back(n_players: int, n_moves: int, seed: int) -> None:
    game = Game("rollie", n_players, seed=seed)
    chooser = random.Random(seed)
    while not game.is_over and n_moves:
        game.play(chooser.choice(game.legal_actions))
        n_moves -= 1
    record = records.read(game.record())
    assert record.game == game
    assert record.game.state.tobytes() == game.state.tobytes()
    assert record.result == records.result_text(game)


def test_a_file_is_saved_and_loaded(tmp_path: Path) -> None:
    game = fair_game(20)
    game.save(tmp_path / "game.txt")
    assert rolltop.load(tmp_path / "game.txt") == game
    assert not rolltop.load(tmp_path / "game.txt").is_over


def test_a_turn_a_line() -> None:
    lines = fair_game().record().partition("\n\n")[2].splitlines()
    assert lines[0].startswith("1. first ")
    for number, line in enumerate(lines[1:], 2):
        first, second = line.removeprefix(f"{number}. ").split(" | ")[:2]
        faces = {"-5", "0", "2", "5", "10", "R"}
        assert {first, second} <= faces, line


def test_a_fair_complete_record_is_good() -> None:
    verdict = records.verify(records.read(records.write(fair_game(), fairness())))
    assert verdict.good
    assert verdict.fair
    assert "committed" in verdict.remarks[0]


def test_an_unfinished_record_is_legal_and_not_complete() -> None:
    verdict = records.verify(records.read(records.write(fair_game(12), Fairness("table-1", commitment(SECRET), PARTS))))
    assert not verdict.complete
    assert verdict.result_right
    assert verdict.fair is None


def test_another_secret_is_found_out() -> None:
    text = records.write(fair_game(), fairness(bytes(32)))
    verdict = records.verify(records.read(text))
    assert verdict.fair is False
    assert "hash" in verdict.remarks[-1]


def test_another_contribution_is_found_out() -> None:
    text = records.write(fair_game(), fairness()).replace("Ann's part", "Bob's part")
    assert records.verify(records.read(text)).fair is False


def test_a_changed_roll_is_found_out() -> None:
    text = records.write(fair_game(12), fairness())
    _head, _, turns = text.partition("\n\n")
    last = turns.rstrip("\n").splitlines()[-1]
    number = last.split(".")[0]
    changed = text.replace(last, f"{number}. R | R | start " + str(next(iter(unused_tokens(text)))))
    verdict = records.verify(records.read(changed))
    assert verdict.fair is False
    assert "not what the secret gives" in verdict.remarks[-1]


def unused_tokens(text: str) -> set[int]:
    return {number for number in range(1, 8) if f"start {number}" not in text}


def test_a_wrong_result_is_found_out() -> None:
    game = fair_game()
    text = records.write(game, fairness())
    wrong = text.replace(f"Result: {records.result_text(game)}", "Result: 1 999, 2 1, 3 0")
    verdict = records.verify(records.read(wrong))
    assert not verdict.good
    assert "999" in verdict.remarks[0]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("Rolltop game record 1", "PGN"), "line 1"),
        (("Game: rollie 1", "Game: chess 1"), "no game 'chess'"),
        (("Game: rollie 1", "Game: rollie 99"), "version 99"),
        (("Game: rollie 1\n", ""), "'Game:'"),
        (("Edition: standard ", "Edition: standard 00"), "give its file"),
        (("first=random", "first=9"), "option first"),
        (("first=random", "speed=1"), "no option 'speed'"),
        (("Seat 2: Bob", "Seat 2: Ann"), "two players"),
        (("Seat 2: Bob\n", "Seat 2: Bob\nSeat 2: Bob\n"), "key of its own"),
        (("1. first", "one. first"), "a turn such as"),
        (("1. first ", "1. first 9"), "expected one of"),
        (("Commitment: ", "Commitment: xx"), "64 hexadecimal"),
        (("Contribution 2: ", "Contribution 9: "), "'Contribution 2:'"),
        (("Result", "no colon here\nResult"), "header line"),
    ],
)
def test_wrong_records_are_refused_with_the_place(change: tuple[str, str], complaint: str) -> None:
    text = records.write(fair_game(), fairness())
    assert change[0] in text
    with pytest.raises(BadRecord, match=complaint):
        records.read(text.replace(*change, 1))


def test_an_illegal_move_names_its_line() -> None:
    text = fair_game(3).record()
    line = len(text.splitlines())
    with pytest.raises(BadRecord, match=rf"line {line + 1}"):
        records.read(text + "99. 1: fly\n")


def test_the_wrong_player_names_the_line() -> None:
    game = fair_game(3)
    other = (game.turn + 1) % 3 + 1
    with pytest.raises(BadRecord, match=f"an event of seat {game.turn + 1}"):
        records.read(game.record() + f"99. {other}: secure\n")


def test_files_that_are_no_records(tmp_path: Path) -> None:
    for name, content in {"empty": b"", "binary": bytes(range(256)), "huge": b"x" * 1_000_001}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadRecord):
            records.read_file(tmp_path / name)
    with pytest.raises(BadRecord, match="nowhere"):
        records.read_file(tmp_path / "nowhere")
    with pytest.raises(BadRecord):
        records.read_file(tmp_path)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_garbled_records_never_crash(data: st.DataObject) -> None:
    text = records.write(fair_game(12), fairness())
    start = data.draw(st.integers(0, len(text)))
    garbled = text[:start] + data.draw(st.text(max_size=12)) + text[start + data.draw(st.integers(0, 12)) :]
    with contextlib.suppress(BadRecord):
        records.verify(records.read(garbled))
