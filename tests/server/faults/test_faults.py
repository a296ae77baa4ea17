"""A short run of the fault suite: one of each fault, on both databases. `python -m bench.faults` is the long one."""

from contextlib import contextmanager
from pathlib import Path

from tests.server.faults.house import move_in, small_disk
from tests.server.faults.run import Run
from tests.server.postgres import postgres_or_skip
from tests.server.storing import file_in

PLAYERS, SHARE = 4, 0.3
PAUSE, LONGER = (0.2, 0.8), (1.0, 2.0)  #: seconds; where one server is all there is, nobody plays while it starts


def test_nothing_is_lost_on_sqlite(tmp_path: Path) -> None:
    data = tmp_path / "data"
    check(Run(data, file_in(data), players=PLAYERS, each_once=True, pause=LONGER, share=SHARE).run())


def test_nothing_is_lost_on_postgresql(tmp_path: Path) -> None:
    """Two processes on one database, which lies on a small disk where this user may mount one."""
    with small_disk() as disk, contextmanager(postgres_or_skip)() as postgres, postgres.database() as address:
        if disk is not None:
            move_in(postgres, disk, address.partition("@/")[2].partition("?")[0])
        run = Run(
            tmp_path / "data", address, players=PLAYERS, servers=2, each_once=True, pause=PAUSE, share=SHARE,
            postgres=postgres, disk=disk,
        )  # fmt: skip
        check(run.run())


def check(run: Run) -> None:
    """Nothing was wrong, and enough happened for that to say something."""
    assert not run.problems, "\n".join(run.problems[:20])
    assert run.counts["moves acknowledged"] > 10
    assert run.counts["kills"] and run.counts["requests doubled on the line"]
