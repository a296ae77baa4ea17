"""What a part of the bench gives back."""

from dataclasses import dataclass


class CannotMeasure(Exception):
    """Something that this part needs is missing here; the message says what."""


@dataclass(frozen=True)
class Goal:
    """What was promised of a row's value, or of its ratio to the peer."""

    least: float | None = None
    most: float | None = None
    of_ratio: bool = False

    def text(self, unit: str) -> str:
        """In words."""
        bound, number = ("≥", self.least) if self.least is not None else ("≤", self.most)
        assert number is not None
        return f"{bound} {number:g} ×" if self.of_ratio else f"{bound} {readable(number)} {unit}"

    def reached(self, value: float, ratio: float | None) -> bool | None:
        """Was it? None if the peer it is about was not there."""
        found = ratio if self.of_ratio else value
        if found is None:
            return None
        return (self.least is None or found >= self.least) and (self.most is None or found <= self.most)


@dataclass(frozen=True)
class Row:
    """One measured line. The ratio says how many times better than the peer, whichever direction is better."""

    name: str
    value: float
    unit: str
    against: str = ""  #: what the peer is; empty if there is none
    peer: float | None = None  #: the peer's number in the same unit, from the same run
    ratio: float | None = None
    goal: Goal | None = None

    @property
    def reached(self) -> bool | None:
        """Was the goal reached? None if there is no goal, or no peer to compare with."""
        return None if self.goal is None else self.goal.reached(self.value, self.ratio)


def readable(number: float) -> str:
    """A number with three digits that count."""
    for size, letter in ((1e6, " M"), (1e4, " k")):
        if abs(number) >= size:
            return f"{number / (1e6 if letter == ' M' else 1e3):.3g}{letter}"
    return f"{number:.0f}" if abs(number) >= 100 else f"{number:.3g}"
