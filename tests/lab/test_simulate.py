"""`rolltop simulate`: the same games however they are played, none lost and none twice, and what is printed of them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from rolltop.cli import app
from rolltop.lab.chunks import SIZES, Chunk, Job, Worker
from rolltop.lab.extras import MissingExtra, needs
from rolltop.lab.runs import BadRun, Store, alone, open_run
from rolltop.lab.simulate import Moved, Plan, by_threads, plan, simulate
from rolltop.lab.standings import wilson
from tests.lab.playing import job, replay

SIZE = SIZES["random"]
N = 2 * SIZE + 500  #: games: two chunks, and a part of a third


def asked(games: int = N, seed: int = 1, players: int = 3, **rest: object) -> Plan:
    """Some games of random bots."""
    return plan("rollie", ["random"], players, games, seed=seed, **rest)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    simulate(asked(), folder, by_threads(1))
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """All that a run has written."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def backwards(job: Job, todo: list[tuple[int, int]], moved: Moved) -> Iterator[tuple[int, Chunk]]:
    """Work that begins with the last chunk."""
    worker = Worker(job)
    for number, n in reversed(todo):
        yield number, worker.chunk(number, n)


def command(*arguments: object) -> subprocess.Popen[str]:
    """`rolltop simulate` in a process of its own."""
    words = [sys.executable, "-m", "rolltop", "simulate", *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)


# ---- what is written -------------------------------------------------------------------------------------------------


def test_every_game_has_a_row_and_every_seat_of_it(whole: Path) -> None:
    run = open_run(whole)
    assert run.games["game"].to_list() == list(range(N))
    assert run.players["game"].to_list() == [game for game in range(N) for _seat in range(3)]
    assert run.players["seat"].to_list() == [1, 2, 3] * N
    assert len(files(whole)) == 6 and not list(whole.rglob("*.part"))


def test_the_rows_fit_together(whole: Path) -> None:
    run = open_run(whole)
    rows = run.players.join(run.games, on="game")
    first = rows.filter(pl.col("place") == 1)
    shares = run.players.group_by("game").agg(pl.col("share").sum())["share"]
    assert shares.to_numpy() == pytest.approx(1.0)
    assert first.select((pl.col("share") == (1 / pl.col("winners")).cast(pl.Float32)).all()).item()
    assert first.filter(pl.col("winners") == 1).select((pl.col("winner") == pl.col("seat")).all()).item()
    assert rows.filter(pl.col("order") == 1).select((pl.col("first") == pl.col("seat")).all()).item()
    best = pl.col("score").max().over("game")
    assert rows.select(((pl.col("score") == best) == (pl.col("place") == 1)).all()).item()


def test_a_game_can_be_played_again_alone(whole: Path) -> None:
    run, setup = open_run(whole), asked().job
    for number in (0, 7, SIZE + 3, N - 1):
        history = list(replay(setup, number))
        decisions = sum(before.phase == 4 for before, _game in history)
        assert run.games["decisions"][number] == decisions
        assert run.games["rounds"][number] == history[-1][1].round_no


def test_bots_move_on_by_a_seat() -> None:
    worker = Worker(job("rollie", ["random", "sensible"]))
    _games, players = worker.frames(0, *worker.play(0, 4))
    assert players["bot"].to_list() == ["random", "sensible", "sensible", "random"] * 2
    won = players.group_by("bot").agg(pl.col("score").mean())
    assert set(won["bot"]) == {"random", "sensible"}


# ---- the same however they are played --------------------------------------------------------------------------------


def test_neither_threads_nor_order_matter(whole: Path, tmp_path: Path) -> None:
    simulate(asked(), tmp_path / "threads", by_threads(3))
    simulate(asked(), tmp_path / "backwards", backwards)
    assert files(tmp_path / "threads") == files(tmp_path / "backwards") == files(whole)


def test_more_games_extend_a_run(whole: Path, tmp_path: Path) -> None:
    for n in (100, SIZE, SIZE + 1, N):
        assert len(simulate(asked(n), tmp_path / "run").games) == n
    assert files(tmp_path / "run") == files(whole)


def test_another_seed_is_other_games(whole: Path, tmp_path: Path) -> None:
    other = simulate(asked(500, seed=2), tmp_path / "run").players["score"]
    assert other.to_list() != open_run(whole).players["score"][:1500].to_list()


def test_games_are_independent_of_each_other(whole: Path) -> None:
    score = open_run(whole).players["score"].to_numpy().reshape(-1, 3)[:, 0]
    for lag in (1, 2, 16):
        assert abs(np.corrcoef(score[:-lag], score[lag:])[0, 1]) < 5 / np.sqrt(N)


# ---- interrupted -----------------------------------------------------------------------------------------------------

MANY = 40 * SIZE


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a longer run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("many")
    simulate(asked(MANY), folder)
    return files(folder)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_killed_at_any_time_it_goes_on(how: signal.Signals, many: dict[str, bytes], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = ("--players", 3, "--bots", "random", "--seed", 1, "--out", folder)
    process = command("rollie", "--games", MANY, *options)
    while len(list(folder.glob("games/*.parquet"))) < 3 and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(how)
    _out, err = process.communicate(timeout=60)
    assert process.returncode == (130 if how == signal.SIGINT else -how)
    assert ("the same command goes on" in " ".join(err.split())) == (how == signal.SIGINT)
    left = open_run(folder)
    assert 0 < len(left.games) < MANY
    assert left.players["game"].unique().sort().to_list() == left.games["game"].sort().to_list()
    todo = Store(folder, json.loads((folder / "run.json").read_text())).todo()
    assert sum(n for _number, n in todo) == MANY - len(left.games)
    process = command("rollie", "--games", MANY, *options)
    assert process.communicate(timeout=60)[0].startswith(f"Rollie, 3 players, {MANY:,} games\n")
    assert files(folder) == many
    assert not list(folder.rglob("*.part"))


def test_a_damaged_file_is_made_again(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    simulate(asked(), folder)
    (folder / "players" / "000001.parquet").write_bytes(b"PAR1")
    (folder / "games" / "000002.parquet").unlink()
    (folder / "games" / "000002.parquet.part").write_bytes(b"half of it")
    simulate(asked(), folder)
    assert files(folder) == files(whole) and not list(folder.rglob("*.part"))


def halve(file: Path) -> None:
    """Leave what a full disk leaves."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def blank(file: Path) -> None:
    """Overwrite the middle; the ends, which tell the number of rows, stay."""
    content = file.read_bytes()
    file.write_bytes(content[:100] + bytes(len(content) // 2) + content[100 + len(content) // 2 :])


@pytest.mark.parametrize("table", ["games", "players"])
@pytest.mark.parametrize("spoil", [halve, blank, Path.unlink])
def test_a_damaged_file_is_named_with_what_mends_it(
    whole: Path, tmp_path: Path, table: str, spoil: Callable[[Path], None]
) -> None:
    folder = tmp_path / "run"
    copytree(whole, folder)
    spoil(folder / table / "000001.parquet")
    if (table, spoil) == ("games", Path.unlink):  # a chunk that nobody has played
        assert len(open_run(folder).games) == N - SIZE
    else:
        for arguments in (["report", str(folder)], ["simulate", "--summary", str(folder)]):
            result = CliRunner().invoke(app, arguments)
            assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
            assert f"{folder / table / '000001.parquet'} is damaged or missing" in result.stderr
            assert "`rolltop simulate` command plays its games again" in result.stderr
    simulate(asked(), folder)
    assert files(folder) == files(whole)


def test_two_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with alone(tmp_path), pytest.raises(BadRun, match="another process is writing there"):
        simulate(asked(10), tmp_path)


# ---- refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        ({"seed": 2}, "another run (seed: 1, you want 2); take another folder"),
        ({"players": 4}, "another run (players: 3, you want 4); take another folder"),
        ({"options": {"first": "1"}}, '(options: {"first": "random"}, you want {"first": "1"})'),
        ({"games": 99}, "100 games, not 99"),
    ],
)
def test_another_run_in_the_folder_is_left_alone(tmp_path: Path, other: dict[str, object], differs: str) -> None:
    simulate(asked(100), tmp_path)
    before = files(tmp_path)
    with pytest.raises(BadRun) as refused:
        simulate(asked(**{"games": 100, **other}), tmp_path)  # type: ignore[arg-type]
    assert differs in str(refused.value)
    assert files(tmp_path) == before


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(BadRun, match="found other files there"):
        simulate(asked(10), tmp_path)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rollie"], "--out DIR"),
        (["rollie", "--out", "x", "--bots", "random,sensible", "--players", "3"], "found 2, expected one for all 3"),
        (["rollie", "--out", "x", "--bots", "genius"], "no bot 'genius'"),
        (["rollie", "--out", "x", "--bots", ","], "--bots: found ','"),
        (["rollie", "--out", "x", "--bots", "random,"], "expected names"),
        (["rollie", "--out", "x", "--option", "first"], "expected NAME=CHOICE"),
        (["rollie", "--out", "/proc/x"], "cannot write there"),
        (["--summary", "nowhere"], "no run.json"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(app, ["simulate", *arguments])
    assert result.exit_code == 2
    assert told in result.stderr and result.stderr.count("\n") == 1


def test_a_missing_extra_is_named() -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'rolltop\[lab\]'"):
        needs("lab", "polars", "no_such_package")


# ---- the summary -----------------------------------------------------------------------------------------------------


def test_the_summary(whole: Path) -> None:
    out, err = command("--summary", whole).communicate(timeout=60)
    assert err == ""
    lines = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert out.startswith(f"Rollie, 3 players, {N:,} games\n")
    run = open_run(whole)
    won = run.players.filter(pl.col("order") == 2)["share"]
    share = wilson(float(won.mean() or 0), len(won))  # type: ignore[arg-type]
    assert " ".join(lines["2"][1:4]) == f"{100 * share.value:.1f} % ±{100 * share.margin:.1f}"
    crashes = run.players.group_by("game").agg(pl.col("crashes").mean())["crashes"].to_numpy().mean()
    assert any(line.startswith("crashes") and f" {crashes:.2f} ±" in line for line in out.splitlines())
    assert lines["secured"] and lines["rounds"] and lines["early"]
    assert "bonus_-5 #1" in out
