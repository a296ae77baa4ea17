"""A game's record and actions as numbers for agents that learn: what a game's `observation.py` lists.

The one list builds observations, says what stands at which index, and reads them back (`rolltop.envs.observation`).
Seats are counted from the observing one: 0 is that itself, 1 its left neighbour, and so on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

NUMBER, CHOICE, SEAT, BITS = range(4)  #: how a value is written
Length = Callable[[int], int]


@dataclass(frozen=True)
class Field:
    """A field of the record, or of each of its players.

    `path` names it: ``players.bet`` is the field `bet` of every player. All its elements are written in their order.
    """

    path: str
    doc: str
    how: int
    labels: tuple[str, ...] = ()  #: of a choice, a seat that is none, or bits
    low: int = 0  #: of a choice: the value that the first label stands for
    scale: int = 1  #: of a number: it is divided by this
    below: int = 0  #: if not 0: values below `low` have an index more, where they are divided by this, less their sign
    by_seat: bool = False  #: the elements belong to seats, the observing one's come first
    length: Length | None = None  #: by players: so many of the elements are in use


def number(
    path: str, doc: str, scale: int = 1, *, below: int = 0, by_seat: bool = False, length: Length | None = None
) -> Field:
    """A whole number from 0, divided by `scale`."""
    return Field(path, doc, NUMBER, scale=scale, below=below, by_seat=by_seat, length=length)


def choice(
    path: str, doc: str, labels: Sequence[str], low: int = 0, *, below: int = 0, by_seat: bool = False,
    length: Length | None = None,
) -> Field:  # fmt: skip
    """One of several, by values that follow each other: an index each, 1 at the one that it is."""
    return Field(path, doc, CHOICE, tuple(labels), low=low, below=below, by_seat=by_seat, length=length)


def seat(path: str, doc: str, *others: str, by_seat: bool = False, length: Length | None = None) -> Field:
    """A seat: an index each, counted from the observing one; then one for each of -1, -2, ... by what it means."""
    return Field(path, doc, SEAT, others, by_seat=by_seat, length=length)


def bits(path: str, doc: str, labels: Sequence[str]) -> Field:
    """A set: an index for each member, 1 if it is in the set."""
    return Field(path, doc, BITS, tuple(labels))


@dataclass(frozen=True)
class Actions:
    """Some actions whose numbers follow each other: the first word of their names, how many, and what they do."""

    word: str
    count: int
    doc: str
