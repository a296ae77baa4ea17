"""Imported by a server that is watched: told so by SIGUSR2, it writes down what it holds, into a file of its number."""

import asyncio
import gc
import json
import os
import signal
import threading
from pathlib import Path
from types import FrameType
from typing import Any

FOLDER = os.environ.get("ROLLTOP_INSIDE", "")


def look(_number: int, _frame: FrameType | None) -> None:
    """Write it down."""
    from rolltop.server.hall.tables import Tables

    gc.collect()
    found = [each for each in gc.get_objects() if type(each) is Tables]
    held: dict[str, Any] = {"streams": 0, "drivers": 0, "locks": 0, "waiting": 0, "tables": 0}
    for tables in found:
        held["streams"] += tables.n_streams
        held["drivers"] += tables.keeper.driven
        held["locks"] += sum(lock.locked() for lock in tables._locks.values())
        held["waiting"] += tables.store.waiting
        held["tables"] += tables.n_in_memory
    held["tasks"] = sorted(str(task.get_coro().__qualname__) for task in asyncio.all_tasks())  # type: ignore[union-attr]
    held["threads"] = threading.active_count()
    held["files"] = len(os.listdir("/proc/self/fd"))
    held["memory"] = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    file = Path(FOLDER) / str(os.getpid())
    file.with_suffix(".new").write_text(json.dumps(held))
    file.with_suffix(".new").rename(file)


if FOLDER:
    signal.signal(signal.SIGUSR2, look)
