"""For all tests: rules are compiled with checked indexes, and kept apart from the ones people play with."""

import hashlib
import os
from pathlib import Path

HERE = Path(__file__).parent


def cache_home() -> Path:
    """A folder named by the content of the tests' own rules, which the rules' cache does not know of."""
    digest = hashlib.sha256()
    for path in sorted(HERE.rglob("rules.py")):
        digest.update(path.read_bytes())
    return HERE.parent / ".pytest_cache" / "rolltop" / digest.hexdigest()[:12]


# Before anything imports Numba, which reads its settings then. Processes that the tests start get them too.
os.environ["NUMBA_BOUNDSCHECK"] = "1"
# With checked indexes the full optimisation takes three times as long, and the tests play too few games to gain by it.
os.environ["NUMBA_OPT"] = "1"
os.environ["NUMBA_LOOP_VECTORIZE"] = os.environ["NUMBA_SLP_VECTORIZE"] = "0"
os.environ["ROLLTOP_CACHE"] = str(cache_home())
