"""Compiles all that bots, hints and analyses need, once on a machine: python -m rolltop.bots"""

from rolltop.bots import rollouts
from rolltop.bots.choosing import get_all_ready


def main() -> None:
    """The later ones build on the first."""
    get_all_ready()
    get_all_ready(searches=True)
    rollouts.get_all_ready()


if __name__ == "__main__":
    main()
