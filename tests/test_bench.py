"""Every part of the bench runs, on tiny sizes. What it measures is no test's business."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from bench import __main__ as command
from bench import balance, bots, copies, dice, engine, estate, openspiel, plain, rolima, start, step, table
from bench.lots import lot
from bench.rows import CannotMeasure, Goal, Row, readable
from bench.turns import Run, compare
from typer.testing import CliRunner, Result

from rolltop.games import kernel, shelf
from rolltop.games.contract import OVER
from rolltop.games.roll_estate import dice as estate_dice

HAS_PEER = find_spec("pyspiel") is not None
NUMBERS = {0.00461: "0.00461", 5.857: "5.86", 417.6: "418", 9999: "9999", 12345: "12.3 k", 2.29e7: "22.9 M"}


def check(rows: list[Row], peer: bool = HAS_PEER) -> None:
    """Numbers that can be numbers, with a ratio wherever there is a peer."""
    assert rows
    for row in rows:
        assert row.value > 0 and row.name and row.unit, row
        assert (row.peer is None) == (row.ratio is None), row
        if "OpenSpiel" in row.against:
            assert (row.peer is not None) == peer, row


# ---- the parts -------------------------------------------------------------------------------------------------------


def test_engine() -> None:
    """One thread, two threads, whole games."""
    rows = engine.measure(0.01, games=2)
    check(rows)
    assert rows[0].goal and rows[1].goal


def test_estate() -> None:
    """Decisions, games, bytes."""
    check(estate.measure(0.01, games=2))


def test_rolima() -> None:
    """Decisions, games, redeals, bytes."""
    rows = rolima.measure(0.01, games=2)
    check(rows)
    assert rows[0].goal and rows[2].goal


def test_bots() -> None:
    """Alone and among random players, in each game."""
    rows = bots.measure(0.01, games=20)
    assert len(rows) == 4 + 3 * 5 * 2
    assert all(row.value >= 0 for row in rows)


def test_balance(tmp_path: Path) -> None:
    """Its tables are put where the marks are; shares are of all games, and every start place ends somewhere."""
    docs = tmp_path / "rolima.md"
    docs.write_text(f"before\n{balance.BEGIN}old\n{balance.END}after\n", encoding="utf-8")
    assert CliRunner().invoke(balance.app, ["--games", "10", "--docs", str(docs)]).exit_code == 0
    text = docs.read_text(encoding="utf-8")
    assert "old" not in text and "| blind market |" in text and text.endswith("after\n")
    found = balance.races(shelf.kind("rolima"), 3, 20)
    assert found.seats().sum() == pytest.approx(3) and found.rows().sum() == pytest.approx(5)
    assert found.held.sum() == 20 * 3 * 3, "RM10: three bets are left in each hand"
    assert (np.sort(found.starts, axis=1) == np.arange(5)).all()


def test_step() -> None:
    """Along known paths and with a choice."""
    check(step.measure(0.01, games=2))


def test_step_plays_whole_games() -> None:
    """The paths that are replayed are whole random games: every slice plays the same, to the end."""
    some = lot(3)
    run = step.stepping(some)
    lengths = {run(), run()}
    assert len(lengths) == 1
    assert all(some.engine.turn(some.games, i) == OVER for i in range(3))


def test_copies() -> None:
    """One by one and at once."""
    rows = copies.measure(0.01, many=10)
    check(rows)
    assert rows[-1].value == lot().games.itemsize


def test_plain() -> None:
    """Uncompiled against compiled."""
    check(plain.measure(0.01, games=1))


def test_dice() -> None:
    """Both ways come to the same worth of every set before a roll."""
    check(dice.measure(0.01, solves=1))
    worth = np.random.default_rng(2).normal(size=252)
    kept, best = np.empty(462), np.empty(462)
    estate_dice.solve(worth, 1, kept)
    estate_dice.find_best(kept, best)
    sets = np.array(estate_dice.KEEPS[210:], np.int8)
    assert kernel.load(dice.__name__).before_a_roll(sets, worth) == pytest.approx(best[210:])


def test_start(tmp_path: Path) -> None:
    """Processes are timed, and one that fails is no number."""
    check(start.measure(1, engine="pass"))
    with pytest.raises(CannotMeasure, match="no such thing"):
        start.took(["python", "-c", "raise SystemExit('no such thing')"], str(tmp_path))


def test_table() -> None:
    """Two tables are played at a real server."""
    check(table.measure(1, tables=2))


@pytest.mark.browser
def test_page(tmp_path: Path) -> None:
    """One visit each; in a process of its own, since a process has room for one Playwright."""
    file = tmp_path / "rows.json"
    call = [sys.executable, "-m", "bench", "page", "--seconds", "1", "--json", str(file)]
    assert subprocess.run(call, capture_output=True, check=False).returncode == 0
    rows = json.loads(file.read_text("utf-8"))["rows"]
    assert rows
    assert all(row["value"] > 1 for row in rows if row["unit"] == "kB")


# ---- the peer, taking turns, rows ------------------------------------------------------------------------------------


def test_parts_are_all_here() -> None:
    """Every part named for the command has a module, and every module with a `measure` is named."""
    here = {path.stem for path in Path(command.__file__).parent.glob("*.py") if "def measure(" in path.read_text()}
    assert here == set(command.PARTS)


def test_without_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench measures without its peer too, and then gives no ratio and no verdict on one."""
    monkeypatch.setattr(openspiel, "pyspiel", None)
    rows = engine.measure(0.01, games=1)
    check(rows, peer=False)
    assert rows[0].reached is None and "not installed" in command.about()


@pytest.mark.parametrize("make", [openspiel.rollouts, openspiel.stepping, openspiel.choosing, openspiel.cloning])
def test_peer_counts(make: Callable[..., Run]) -> None:
    """The peer's runs give what they say, whenever it is installed."""
    run = openspiel.peer(make, 3)
    assert (run is None) == (not HAS_PEER)
    assert run is None or run() == 3 * (openspiel.DECISIONS if make is openspiel.rollouts else 1)


def test_a_game_of_the_peer_has_just_so_many_decisions() -> None:
    """Which is how the decisions of its C++ loop are counted."""
    pyspiel = pytest.importorskip("pyspiel")
    state, decisions = pyspiel.load_game(openspiel.PIG).new_initial_state(), 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(decisions % 2 if not state.is_chance_node() else 3)
    assert decisions == openspiel.DECISIONS


def test_turns_are_taken() -> None:
    """First ours, then the peer's; the ratio is of speeds."""
    clock, order = iter(range(1000)), list[str]()

    def slice_of(name: str, count: int) -> int:
        order.append(name)
        return count

    found = compare(0, lambda: slice_of("a", 6), lambda: slice_of("b", 3), lambda: float(next(clock)))
    assert (found.ours, found.peer, found.ratio) == (6, 3, 2)
    assert "".join(order) == "ab" * 4  # once to warm up


@pytest.mark.parametrize(("number", "text"), NUMBERS.items())
def test_numbers_are_readable(number: float, text: str) -> None:
    """Three digits."""
    assert readable(number) == text


def test_goals() -> None:
    """A bound on the value or on the ratio; no verdict without the peer it is about."""
    assert Row("fast", 2e6, "steps/s", goal=Goal(least=1e6)).reached
    assert not Row("slow", 151, "ms", goal=Goal(most=150)).reached
    assert Row("ratio", 1, "x/s", "peer", 1, 2.5, Goal(least=2.5, of_ratio=True)).reached
    assert Row("alone", 1, "x/s", goal=Goal(least=2.5, of_ratio=True)).reached is None
    assert Goal(least=1e6).text("steps/s") == "≥ 1 M steps/s" and Goal(least=2.5, of_ratio=True).text("") == "≥ 2.5 ×"


# ---- the command -----------------------------------------------------------------------------------------------------


def run(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(command.app, words)


def test_command(tmp_path: Path) -> None:
    """Prints the table, writes the numbers, and puts the table where the marks are."""
    numbers, docs = tmp_path / "numbers.json", tmp_path / "numbers.md"
    docs.write_text(f"before\n{command.BEGIN}old\n{command.END}after\n", encoding="utf-8")
    result = run("plain", "--seconds", "0.01", "--json", str(numbers), "--docs", str(docs))
    assert result.exit_code == 0 and "random play, uncompiled" in result.output
    (row,) = json.loads(numbers.read_text())["rows"]
    assert row["part"] == "plain" and row["ratio"] < 1
    text = docs.read_text(encoding="utf-8")
    assert "old" not in text and text.startswith("before\n") and text.endswith("after\n")
    assert "| `python -m bench plain` | random play, uncompiled |" in text


def test_command_refuses(tmp_path: Path) -> None:
    """Unknown parts and files without marks, before anything is measured."""
    assert "there are: engine" in run("engines").output
    (tmp_path / "bare.md").write_text("no marks\n")
    assert "expected a file with the lines" in run("plain", "--docs", str(tmp_path / "bare.md")).output


def test_command_says_what_it_could_not_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """And still measures the rest."""

    def fail(seconds: float) -> list[Row]:
        raise CannotMeasure("nothing to measure with")

    monkeypatch.setattr(start, "measure", fail)
    result = run("start", "plain", "--seconds", "0.01")
    assert result.exit_code == 1 and "start: not measured, nothing to measure with" in result.output
    assert "random play, uncompiled" in result.output
