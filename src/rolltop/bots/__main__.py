"""Compiles all that bots, hints and analyses need, once on a machine: python -m rolltop.bots

With --beside it ends when its standard input does: when the process that began it is no more.
"""

import os
import sys
from threading import Thread

from rolltop.bots import rollouts
from rolltop.bots.choosing import get_all_ready


def main() -> None:
    """The later ones build on the first."""
    get_all_ready()
    get_all_ready(searches=True)
    rollouts.get_all_ready()


def end_with_input() -> None:
    """Wait for the end of standard input, and end."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    if "--beside" in sys.argv[1:]:
        Thread(target=end_with_input, daemon=True).start()
    main()
