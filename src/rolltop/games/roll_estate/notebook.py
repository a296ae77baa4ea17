"""Roll Estate's table as one picture, for notebooks."""

from collections.abc import Sequence

from rolltop.games.roll_estate.drawings import View


def picture(view: View, names: Sequence[str]) -> str:
    """The table with all its players."""
    raise NotImplementedError
