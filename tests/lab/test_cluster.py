"""`rolltop simulate --cluster`: a real Ray of two workers on this machine, one of which is killed on the way."""

import os
import signal
import time
from pathlib import Path

import pytest

from rolltop.lab.cluster import by_ray
from rolltop.lab.runs import BadRun, open_run
from rolltop.lab.simulate import by_threads, simulate
from tests.lab.test_simulate import SIZE, asked, command, files

pytest.importorskip("ray")
CHUNKS = 30
N = CHUNKS * SIZE - 5


def children(pid: int) -> list[int]:
    """All processes below one."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue  # it has just ended
        if parent == pid:
            found += [int(status.parent.name), *children(int(status.parent.name))]
    return found


def busy_workers(pid: int) -> list[int]:
    """The processes below one that play a chunk now."""
    found = []
    for child in children(pid):
        try:
            if "ray::play_chunk" in Path(f"/proc/{child}/cmdline").read_text():
                found.append(child)
        except OSError:
            continue
    return found


def test_the_games_are_the_same_though_a_worker_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "ray"
    options = ("--players", 3, "--bots", "random", "--seed", 1, "--games", N, "--out", folder)
    process = command("rollie", *options, "--cluster", "--workers", 2)
    killed: set[int] = set()
    try:
        while len(killed) < 2 and process.poll() is None:
            for worker in busy_workers(process.pid)[:1] if list(folder.glob("games/*.parquet")) else []:
                os.kill(worker, signal.SIGKILL)
                killed.add(worker)
            time.sleep(0.05)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert killed, "all was over before a worker could be killed"
    assert (process.returncode, err) == (0, "")
    assert out.startswith(f"Rollie, 3 players, {N:,} games\n")
    simulate(asked(N), tmp_path / "threads", by_threads(2))
    assert files(folder) == files(tmp_path / "threads")
    assert open_run(folder).games["game"].to_list() == list(range(N))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nonsense"])
def test_no_cluster_at_the_address(tmp_path: Path, address: str) -> None:
    with pytest.raises(BadRun, match=f"no cluster at {address}"):
        simulate(asked(10), tmp_path, by_ray(address, None))
