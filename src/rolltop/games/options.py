"""Options of a game: what a table may agree on before it starts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rolltop.games.errors import BadOption
from rolltop.games.telling import Telling


@dataclass(frozen=True)
class Option:
    """One thing to agree on: its name, a label for people (English, for gettext), and the choices with theirs."""

    name: str
    label: str
    choices: Mapping[str, Telling]
    default: str


def complete(offered: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """The chosen options with defaults for the rest. Raises BadOption for an unknown name or choice."""
    known = {option.name: option for option in offered}
    for name, choice in chosen.items():
        if name not in known:
            raise BadOption(
                "no option %(name)s; there are: %(known)s", name=repr(name), known=", ".join(known) or "none"
            )
        if not isinstance(choice, str) or choice not in known[name].choices:
            raise BadOption(
                "option %(name)s: found %(choice)s, expected one of %(known)s",
                name=name, choice=repr(choice), known=", ".join(known[name].choices),
            )  # fmt: skip
    return {name: chosen.get(name, option.default) for name, option in known.items()}
