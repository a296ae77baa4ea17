"""Compiles what many tests need of every game, side by side: otherwise each process of theirs does so for itself.

python -m tests.ready
"""

import tests.conftest  # noqa: F401  (its settings name the cache)
from rolltop.bots.__main__ import main

if __name__ == "__main__":
    main()
