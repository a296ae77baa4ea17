"""A line of narration, kept apart from language and names: each reader gets it in their own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rolltop.games.words import _, ngettext


@dataclass(frozen=True)
class Telling:
    """A gettext message with its values, which may be messages too; `seats` and `lists` are values that are players.

    With a `plural` the message is the one for a single `n`.
    """

    message: str
    values: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[str, int] = field(default_factory=dict)
    lists: Mapping[str, Sequence[int]] = field(default_factory=dict)
    heading: bool = False
    plural: str = ""

    @property
    def translated(self) -> str:
        """The message in the current language, without its values."""
        return ngettext(self.message, self.plural, self.values["n"]) if self.plural else _(self.message)

    def text(self, name: Callable[[int], str] = str) -> str:
        """The line in the current language, with players' names."""
        return self.translated % self.filled(name)

    def filled(self, name: Callable[[int], str]) -> dict[str, Any]:
        """The values for the message, players among them by name."""
        people = {key: name(seat) for key, seat in self.seats.items()}
        groups = {key: joined([name(seat) for seat in seats]) for key, seats in self.lists.items()}
        words = {key: each.text(name) if isinstance(each, Telling) else each for key, each in self.values.items()}
        return {**words, **people, **groups}


def joined(names: Sequence[str]) -> str:
    """A list of names as one speaks it; of the same type as the names, which may be marked-up text."""
    if len(names) < 2:
        return names[0] if names else ""
    text = type(names[0])
    return text(_("%(names)s and %(last)s")) % {"names": text(", ").join(names[:-1]), "last": names[-1]}
