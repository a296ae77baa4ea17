"""The columns of a game's `tally.py`: what is worth counting in it, beside what any game has."""

from dataclasses import dataclass
from enum import StrEnum


class Sort(StrEnum):
    """What the numbers of a column mean."""

    COUNT = "count"  #: how many, or how much
    FLAG = "flag"  #: yes or no
    RANK = "rank"  #: 1 is the first or best; 0: none
    SEAT = "seat"  #: a seat, from 1; 0: nobody


@dataclass(frozen=True)
class Column:
    """A field's note: ``crashes: Annotated[Int8, Column("Bets lost")]``. A field without one is no column."""

    meaning: str
    sort: Sort = Sort.COUNT


def flag(meaning: str) -> Column:
    """A column of yes and no."""
    return Column(meaning, Sort.FLAG)


def rank(meaning: str) -> Column:
    """A column of ranks from 1; 0: none."""
    return Column(meaning, Sort.RANK)


def seat_number(meaning: str) -> Column:
    """A column of seats from 1; 0: nobody."""
    return Column(meaning, Sort.SEAT)
