"""How long one waits: for the rules to compile the first time, for them to be read later, for the command."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.rows import CannotMeasure, Row

ENGINE = "from rolltop.games import shelf; shelf.kind('rollie').engine"
NOTHING = "pass"


def measure(seconds: float, engine: str = ENGINE) -> list[Row]:
    """Seconds from the start of a process to its end; `engine` is what loads the rules."""
    times = max(1, min(5, int(seconds)))
    command = Path(sys.executable).with_name("rolltop")
    if not command.exists():
        raise CannotMeasure(f"{command.name} is not installed: pip install -e .")
    with tempfile.TemporaryDirectory() as cache:
        cold = took([sys.executable, "-c", engine], cache)
        warm = median(took([sys.executable, "-c", engine], cache) for _ in range(times))
        nothing = median(took([sys.executable, "-c", NOTHING], cache) for _ in range(times))
        shown = median(took([str(command), "--help"], cache) for _ in range(times))
    bare = "Python that does nothing"
    return [
        Row("rules of Rollie, first start (compiles)", cold, "s"),
        Row("rules of Rollie, later starts", warm, "s", bare, nothing, nothing / warm),
        Row("rolltop --help", shown, "s", bare, nothing, nothing / shown),
    ]


def took(command: list[str], cache: str) -> float:
    """Seconds a command takes, with compiled rules kept in `cache`."""
    began = time.perf_counter()
    done = subprocess.run(command, env={**os.environ, "ROLLTOP_CACHE": cache}, capture_output=True, text=True)
    if done.returncode:
        raise CannotMeasure(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()[-400:]}")
    return time.perf_counter() - began
