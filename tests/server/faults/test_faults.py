"""A short run of the fault suite: one of each fault, on both databases."""

from pathlib import Path

import pytest

from tests.server.faults.house import move_in, small_disk
from tests.server.faults.run import Run
from tests.server.storing import file_in

GAMES, PLAYERS = 400, 3


def test_nothing_is_lost_on_sqlite(tmp_path: Path) -> None:
    run = Run(
        tmp_path / "data", file_in(tmp_path / "data"), games=GAMES, players=PLAYERS, each_once=True, pause=(0.3, 1.0)
    )
    check(run.run())


def test_nothing_is_lost_on_postgresql(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    postgres = request.getfixturevalue("postgres")
    with small_disk() as disk, postgres.database() as address:
        if disk is not None:
            move_in(postgres, disk, address.partition("@/")[2].partition("?")[0])
        run = Run(
            tmp_path / "data", address, games=GAMES, players=PLAYERS, servers=2, each_once=True, pause=(0.3, 1.0),
            postgres=postgres, disk=disk,
        )  # fmt: skip
        check(run.run())


def check(run: Run) -> None:
    """Nothing was wrong, and enough happened for that to say something."""
    assert not run.problems, "\n".join(run.problems[:20])
    assert run.counts["moves acknowledged"] > 20
    assert run.counts["kills"] and run.counts["disk-full moments"] + (run.disk is None)
