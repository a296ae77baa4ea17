"""The arena: everybody on every seat with the same dice, the list that comes out, and the command."""

import json
import re
import sys
from pathlib import Path

import numpy as np
import pexpect
import pytest
from typer.testing import CliRunner, Result

from rolltop.bots.levels import skills_of
from rolltop.bots.skills import desk
from rolltop.cli import app
from rolltop.games import shelf
from rolltop.games.errors import BadOption
from rolltop.lab.arena import Arena, Games, play_groups, seatings, tables
from rolltop.lab.standings import Record

ROLLIE = shelf.kind("rollie")
ESTATE = shelf.kind("roll_estate")


def new_arena(*bots: str, n_players: int = 2, seed: int = 1) -> Arena:
    return Arena(ROLLIE, ROLLIE.box(n_players=n_players), bots, n_players, seed)


def rolltop(*arguments: object) -> Result:
    """The command, in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


# ---- who meets whom --------------------------------------------------------------------------------------------------


def test_all_who_can_meet_do() -> None:
    assert tables(4, 2) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert len(tables(5, 3)) == 10
    assert tables(2, 4) == [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)]
    assert tables(3, 1) == [(0,), (1,), (2,)]


@pytest.mark.parametrize("table", [(0, 1), (0, 1, 2), (0, 0, 1, 1), (0, 1, 2, 3, 4)])
def test_in_a_group_each_has_every_seat(table: tuple[int, ...]) -> None:
    for group in range(8):
        seats = seatings(table, group)
        assert all(sorted(column) == sorted(table) for column in seats.T.tolist())
        assert all(sorted(row) == sorted(table) for row in seats.tolist())


def test_neighbours_change_from_group_to_group() -> None:
    orders = {tuple(seatings((0, 1, 2, 3), group)[0].tolist()) for group in range(6)}
    assert len(orders) == 6


# ---- dice ------------------------------------------------------------------------------------------------------------


def twins(n_players: int, groups: range, number: int = 0, seed: int = 1) -> Games:
    """Groups of games of the same bot on all seats."""
    kind = ESTATE if n_players == 1 else ROLLIE
    boxes, memory = kind.box(n_players=n_players), desk(kind, skills_of(kind, ["sensible"]))
    return play_groups(kind, boxes, memory, (0,) * n_players, number, groups, seed)


def test_games_of_a_group_have_the_same_dice() -> None:
    """The same bot on both seats plays the same game twice, as long as it does not toss a coin itself."""
    games = twins(2, range(100))
    same = (games.scores[:, 0] == games.scores[:, 1]).all(1)
    assert same.mean() > 0.5
    assert len({tuple(row) for row in games.scores[:, 0].tolist()}) > 80, "other groups have other dice"


def test_other_tables_and_seeds_have_other_dice_but_alone_all_have_the_same() -> None:
    def equal(a: Games, b: Games) -> float:
        return float((a.scores[:, 0] == b.scores[:, 0]).all(1).mean())

    first = twins(2, range(60))
    assert equal(first, twins(2, range(60), number=1)) < 0.1
    assert equal(first, twins(2, range(60), seed=2)) < 0.1
    assert equal(twins(1, range(10)), twins(1, range(10), number=1)) > 0.2


def test_games_are_the_same_however_they_are_cut_up_and_by_however_many_threads() -> None:
    def all_of(threads: int, n_groups: int) -> list[list[list[int]]]:
        found: list[list[list[int]]] = [[], [], []]
        for table, games in new_arena("random", "sensible", "beginner").play(n_groups, threads):
            found[table] += games.scores.reshape(len(games), -1).tolist()
        return found

    whole = all_of(2, 40)
    assert whole == all_of(1, 40)
    assert [part[:7] for part in whole] == all_of(3, 7)


# ---- the list --------------------------------------------------------------------------------------------------------


def test_the_stronger_is_above_the_weaker_and_all_is_counted() -> None:
    arena = new_arena("random", "sensible", "beginner", n_players=3)
    record = Record(arena)
    for table, games in arena.play(60):
        record.add(table, games)
    found = record.standings()
    assert [bot.name for bot in found.bots] == ["sensible", "beginner", "random"]
    assert (found.games, found.groups) == (180, 60)
    assert [bot.games for bot in found.bots] == [180] * 3
    assert sum(bot.won.value for bot in found.bots) == pytest.approx(1)
    assert sum(bot.rating.value for bot in found.bots if bot.rating) == pytest.approx(0, abs=1e-6)
    best, second, last = found.bots
    assert best.rating is not None and second.rating is not None and best.above_next is not None
    assert best.above_next.value == pytest.approx(best.rating.value - second.rating.value)
    assert 0 < best.above_next.low < best.above_next.high
    assert best.margin is not None and last.margin is not None and best.margin.value > 0 > last.margin.value
    assert last.above_next is None
    mirrored = found.against["random"]["sensible"].value + found.against["sensible"]["random"].value
    assert mirrored == pytest.approx(1)


def test_margins_and_shared_wins_are_of_the_game() -> None:
    record = Record(new_arena("random", "sensible"))
    entrants = np.array([[[0, 1], [1, 0]]], np.int8)
    places = np.array([[[1, 1], [2, 1]]], np.int8)
    record.add(0, Games(entrants, places, np.array([[[50, 50], [30, 90]]], np.int32)))
    found = {bot.name: bot for bot in record.standings().bots}
    assert found["random"].won.value == 0.75
    assert found["random"].score.value == 70
    assert found["random"].margin is not None and found["random"].margin.value == 30
    assert found["sensible"].margin is not None and found["sensible"].margin.value == -30
    assert found["sensible"].place.value == 1.5


def test_who_never_wins_may_yet() -> None:
    arena = Arena(ESTATE, ESTATE.box(n_players=1), ("random",), 1)
    record = Record(arena)
    for table, games in arena.play(20):
        record.add(table, games)
    [bot] = record.standings().bots
    assert (bot.won.value, bot.won.low, bot.rating) == (0, 0, None)
    assert 0.1 < bot.won.high < 0.2


@pytest.mark.parametrize(
    ("bots", "n_players", "named"),
    [(["random"], 2, "one bot"), (["random", "random"], 2, "differ"), (["random", "nobody"], 2, "nobody"),
     (["random", "sensible"], 9, "2 to 6")],
)  # fmt: skip
def test_an_arena_that_cannot_be_is_refused(bots: list[str], n_players: int, named: str) -> None:
    with pytest.raises(BadOption, match=named):
        Arena(ROLLIE, ROLLIE.box(n_players=2), tuple(bots), n_players)


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_a_list_and_writes_it(tmp_path: Path) -> None:
    out = tmp_path / "arena.json"
    arguments = ("arena", "rollie", "--bots", "random,sensible,casual", "--games", 101, "--seed", 4)
    result = rolltop(*arguments, "--out", out)
    assert result.exit_code == 0, result.output
    assert re.search(r"^sensible +\+\d+ ±\d+ ", result.output, re.MULTILINE)
    assert re.search(r"306 games in 153 groups", result.output)
    found = json.loads(out.read_text("utf-8"))
    assert (found["game"], found["players"], found["seed"], found["games"]) == ("rollie", 2, 4, 306)
    assert [bot["name"] for bot in found["bots"]] == ["sensible", "casual", "random"]
    again = tmp_path / "again.json"
    rolltop(*arguments, "--out", again)
    assert again.read_bytes() == out.read_bytes()


def test_a_test_stops_when_it_is_sure(tmp_path: Path) -> None:
    out = tmp_path / "sprt.json"
    result = rolltop("arena", "rollie", "--bots", "sensible,random", "--sprt", "--elo1", 100, "-o", out)
    assert result.exit_code == 0, result.output
    assert "sensible is stronger than random: 100 points rather than 0." in " ".join(result.output.split())
    found = json.loads(out.read_text("utf-8"))
    assert found["verdict"] == "elo1"
    assert found["games"] == 2 * found["groups"] < 200
    assert found["llr"] >= found["bounds"][1]


def test_a_test_may_end_undecided() -> None:
    result = rolltop("arena", "rollie", "--bots", "random,sensible", "--sprt", "--games", 10, "--elo0", -400)
    assert "Not decided" in result.output
    assert "10 games" in result.output


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(("--bots", "random,nobody"), "nobody"), (("--bots", "random"), "two or more"),
     (("--bots", "random,sensible,beginner", "--sprt"), "two bots"),
     (("--bots", "random,sensible", "--option", "x"), "NAME"),
     (("--bots", ","), "--bots: found ','"), (("--bots", "random,,sensible"), "expected names"), (("--bots", ""), "''"),
     (("--bots", "random,sensible", "--elo1", "5"), "--elo1 goes with --sprt"),
     (("--bots", "random,sensible", "--elo0", "0"), "--elo0 goes with --sprt"),
     (("--bots", "random,sensible", "--alpha", "0.1"), "--alpha goes with --sprt"),
     (("--bots", "random,sensible", "--beta", "0.05"), "--beta goes with --sprt"),
     (("--bots", "random,sensible", "--sprt", "--beta", "0"), "between 0 and 0.5"),
     (("--bots", "random,sensible", "--out", "no/such/folder.json"), "no folder"),
     (("--bots", "random,sensible", "--out", "/dev"), "found a folder"),
     (("--bots", "random,sensible", "--sprt", "--out", "/dev"), "found a folder"),
     (("--bots", "random,sensible", "--out", "/proc/arena.json"), "cannot write")],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(arguments: tuple[str, ...], named: str) -> None:
    result = rolltop("arena", "rollie", *arguments)
    assert result.exit_code == 2
    assert named in result.output
    assert result.output.count("\n") == 1, "no game was played"


@pytest.mark.parametrize("command", [("arena", "rollie", "--bots", "random,sensible"), ("simulate", "rollie")])
def test_nobody_at_the_table_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    result = rolltop(*command, "--players", 0, "--out", tmp_path / "out")
    assert result.exit_code == 2 and "--players" in result.stderr and "greater than or equal to 1" in result.stderr
    assert not (tmp_path / "out").exists()


def test_an_interrupt_gives_what_there_is(tmp_path: Path) -> None:
    out = tmp_path / "arena.json"
    command = ["-m", "rolltop", "arena", "rollie", "--bots", "random,sensible", "--games", "9000000", "-o", str(out)]
    running = pexpect.spawn(sys.executable, command, encoding="utf-8", timeout=120, dimensions=(40, 100))
    running.expect(r"\s[1-9]\d*/9000000")
    running.sendintr()
    running.expect("Interrupted")
    running.expect(r"sensible +\+\d+ ±")
    running.expect(pexpect.EOF)
    running.close()
    assert running.exitstatus == 0
    assert 0 < json.loads(out.read_text("utf-8"))["games"] < 9000000
