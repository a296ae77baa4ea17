"""The tally of a game whose folder has none: it has no columns of its own."""

from typing import Any

from rolltop.games.editions import Edition
from rolltop.games.kernel import Int8, record, rule


@record
class OfGame:
    spare: Int8


@record
class OfSeat:
    spare: Int8


def labels(edition: Edition) -> dict[str, list[str]]:
    """No lists, no labels."""
    return {}


@rule
def watches_luck(game: Any) -> bool:
    """Nothing is noticed on the way."""
    return False


@rule
def watches_choice(game: Any) -> bool:
    """Nothing is noticed on the way."""
    return False


@rule
def notice(before: Any, game: Any, box: Any, of_game: Any, of_seats: Any) -> None:
    """Nothing is noticed."""


@rule
def conclude(game: Any, box: Any, of_game: Any, of_seats: Any) -> None:
    """Nothing is counted."""
